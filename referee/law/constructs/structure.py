"""A construct's sheet -> its pieces, what lies on what, and what can be hit (CN-3, CN-9, CN-10, CN-13)."""

from dataclasses import dataclass
from functools import lru_cache

from referee.law.constructs.sheet import RIGS, WEAPONS, ConstructSheet, Device, Kind
from referee.measure.pieces import Above, everything_below, exposed


@dataclass(frozen=True, slots=True)
class Element:
    """One piece of a construct, as far as being hit and being counted go."""

    name: str
    device: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Structure:
    """What a sheet is built of."""

    elements: tuple[Element, ...]
    above: Above  # each piece and what is directly below it, joint systems and rigs included
    systems: tuple[frozenset[str], ...]
    kinds: dict[str, tuple[str, ...]]  # the pieces of each kind

    def of_device(self, name: str) -> tuple[str, ...]:
        """The pieces of a device."""
        return tuple(each.name for each in self.elements if each.device == name)

    def of_kind(self, *kinds: str) -> tuple[str, ...]:
        """The pieces of all devices of these kinds."""
        return tuple(name for kind in kinds for name in self.kinds.get(kind, ()))


def names_of(device: Device) -> tuple[str, ...]:
    """The names of a device's pieces: a mounted weapon is one piece whatever it is built of (CN-13)."""
    if device.pieces == 1 or device.kind in WEAPONS:
        return (device.name,)
    return tuple(f"{device.name} {place + 1}" for place in range(device.pieces))


@lru_cache(maxsize=512)
def structure(sheet: ConstructSheet) -> Structure:
    """The pieces and the covering of a sheet; names that lead nowhere are left out (they are faults)."""
    elements = tuple(
        Element(name, device.name, device.kind) for device in sheet.devices for name in names_of(device)
    )
    known = {each.name for each in elements}
    groups = {device.name: names_of(device) for device in sheet.devices}
    below: dict[str, set[str]] = {each.name: set() for each in elements}
    for device in sheet.devices:
        for lower in (*device.on, *device.hub_of):  # a hub is above its wheel (CN-10)
            for name in names_of(device):
                below[name] |= {n for n in groups.get(lower, (lower,)) if n in known and n != name}
    for rig in (each.name for each in elements if each.kind in RIGS):
        for name in below:  # a rig counts as the bottom of the construct (CN-7)
            if name != rig and not _is_rig(elements, name):
                below[name].add(rig)
        below[rig] = set()
    return Structure(
        elements,
        tuple((name, frozenset(lower)) for name, lower in below.items()),
        tuple(frozenset(chain) for chain in sheet.systems),
        {kind: tuple(e.name for e in elements if e.kind == kind) for kind in {e.kind for e in elements}},
    )


def _is_rig(elements: tuple[Element, ...], name: str) -> bool:
    return any(each.name == name and each.kind in RIGS for each in elements)


@lru_cache(maxsize=512)
def below(sheet: ConstructSheet) -> dict[str, frozenset[str]]:
    """What each piece is above, directly or not, in the natural state."""
    return everything_below(dict(structure(sheet).above))


@lru_cache(maxsize=512)
def systems_joined(sheet: ConstructSheet) -> Above:
    """The covering with joint systems as mutual covers: they are one piece (CN-9)."""
    return _joined(structure(sheet).above, structure(sheet).systems)


def _joined(above: Above, systems: tuple[frozenset[str], ...]) -> Above:
    whole = dict(above)
    for chain in systems:
        for name in chain & whole.keys():
            whole[name] = whole[name] | (chain - {name})
    return tuple(whole.items())


@lru_cache(maxsize=4096)
def covering(sheet: ConstructSheet, positions: tuple[tuple[str, str], ...]) -> Above:
    """The covering with the joints in `positions`: a slab then lies over what it was moved over (CN-9)."""
    above = dict(systems_joined(sheet))
    for joint, position in positions:
        for declared in next((d.positions for d in sheet.devices if d.name == joint), ()):
            if declared.name == position:
                for slab in _pieces(sheet, declared.slab):
                    above[slab] = above[slab] | (_pieces(sheet, declared.over) - {slab})
    return tuple(above.items())


def _pieces(sheet: ConstructSheet, names: tuple[str, ...]) -> frozenset[str]:
    built = structure(sheet)
    known = {each.name for each in built.elements}
    return frozenset(n for name in names for n in built.of_device(name) or (name,) if n in known)


def hittable(
    sheet: ConstructSheet, positions: tuple[tuple[str, str], ...], left: frozenset[str]
) -> tuple[frozenset[str], ...]:
    """The groups of pieces that a hit can take: nothing else that is left lies on them (CN-3)."""
    return exposed(covering(sheet, positions), left)


@lru_cache(maxsize=65536)
def bare(
    sheet: ConstructSheet, positions: tuple[tuple[str, str], ...], left: frozenset[str]
) -> frozenset[str]:
    """Every piece that is exposed."""
    return frozenset().union(*hittable(sheet, positions, left))


@lru_cache(maxsize=65536)
def size(sheet: ConstructSheet, left: frozenset[str]) -> int:
    """Pieces that are left, a mounted weapon and a joint system counting as one (CN-9, CN-13)."""
    chained = [chain & left for chain in structure(sheet).systems]
    return len(left) - sum(len(chain) - 1 for chain in chained if chain)
