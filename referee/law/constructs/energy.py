"""What a construct has left of its turn and what an activation needs -> which units pay for it (CN-6, CN-18).

Every piece converts one unit a turn. A unit that has paid stays in `spent`, so none can pay twice.
"""

from dataclasses import dataclass, replace

from referee.law.arithmetic import Sum, Term
from referee.law.constructs.claims import Saving
from referee.law.constructs.sheet import RIGS
from referee.law.constructs.state import Construct, State, Supply
from referee.law.ids import RuleId, rule
from referee.law.refusal import Refused

POWER_AN_INPUT = 2  # a computer turns 2 power into 1 input (CN-6)
CN_6, CN_18 = rule("CN-6"), rule("CN-18")


@dataclass(frozen=True, slots=True)
class Need:
    """Units an activation takes."""

    input: int = 0
    power: int = 0
    push: int = 0

    def text(self) -> str:
        """Like "1 input and 4 push"."""
        named = ((self.input, "input"), (self.power, "power"), (self.push, "push"))
        return " and ".join(f"{units} {name}" for units, name in named if units) or "nothing"


@dataclass(frozen=True, slots=True)
class Paid:
    """The state after paying, and the sums that show from where."""

    state: State
    sums: tuple[Sum, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """How many of each source pay."""

    given: Supply
    antennas: int = 0
    interfaces: int = 0
    computers: int = 0
    winds: int = 0
    motors: int = 0
    generators: int = 0
    short: Need = Need()


def acts_left(state: State, construct: Construct) -> tuple[tuple[str, int], ...]:
    """The figures in seats and rigs with the minifig acts each can still give (CN-7, CN-8, HR-3)."""
    found = []
    air = len(construct.has("air tank")) if state.settings.airless else len(construct.riders)
    for rider in construct.riders:
        figure = state.figure(rider.figure)
        works = rider.place in construct.has("seat", *RIGS)
        if not works or figure is None or not figure.alive or figure.owner != construct.owner:
            continue
        carries = rider.place in construct.has("beast rig") and figure.sheet.composition == "monstrous"
        able = figure.body.has("head") and figure.body.has("torso") and not carries
        if able and air > 0:
            air -= 1
            found.append((figure.name, max(state.settings.acts - figure.acts, 0)))
    return tuple(found)


def pay(state: State, construct: Construct, need: Need, saving: Saving = "power") -> Paid:
    """The state with `need` taken from the construct's units, or a refusal that says what is missing."""
    orders = ("interfaces", "computers") if saving == "power" else ("computers", "interfaces")
    plan = _plan(state, construct, need, orders)
    if plan.short != Need() and saving == "acts":
        plan = _plan(state, construct, need, ("interfaces", "computers"))
    if plan.short != Need():
        raise Refused(
            f"{construct.name} needs {need.text()}: {plan.short.text()} missing", CN_18, CN_6,
            legal_instead=(f"{construct.name} has {available(state, construct).text()} at most",),
        )  # fmt: skip
    return _settled(state, construct, plan, need)


def affordable(state: State, construct: Construct, need: Need) -> bool:
    """Could it pay?"""
    return _plan(state, construct, need, ("interfaces", "computers")).short == Need()


def available(state: State, construct: Construct) -> Need:
    """The most of each kind it could have now, each on its own."""
    power = len(construct.fresh("generator")) + construct.supply.power
    bare = construct.exposed
    push = int(construct.supply.push) + _count(construct, bare, "environment motor")
    acts = sum(left for _, left in acts_left(state, construct))
    given = construct.supply.input + _count(construct, bare, "antenna")
    given += min(len(construct.fresh("interface")), acts)
    thought = min(len(construct.fresh("computer")), power // POWER_AN_INPUT)
    return Need(given + thought, power, push + min(len(construct.fresh("motor")), power))


def _plan(state: State, construct: Construct, need: Need, input_order: tuple[str, ...]) -> _Plan:
    """Push by harness, wind, then motors; input by pad, antenna, then in `input_order`; power last."""
    supply, bare = construct.supply, construct.exposed
    harness = min(need.push, int(supply.push))
    winds = min(need.push - harness, _count(construct, bare, "environment motor"))
    motors = min(need.push - harness - winds, len(construct.fresh("motor")))
    passed = min(need.input, supply.input)
    antennas = min(need.input - passed, _count(construct, bare, "antenna"))
    rest = need.input - passed - antennas
    generators = len(construct.fresh("generator")) + supply.power - need.power - motors
    acts = sum(left for _, left in acts_left(state, construct))
    most = {
        "interfaces": min(len(construct.fresh("interface")), acts),
        "computers": min(len(construct.fresh("computer")), max(generators, 0) // POWER_AN_INPUT),
    }
    used = {}
    for source in input_order:
        used[source] = min(rest, most[source])
        rest -= used[source]
    power = need.power + motors + POWER_AN_INPUT * used["computers"]
    from_pad = min(power, supply.power)
    short_push = need.push - harness - winds - motors
    have = len(construct.fresh("generator")) + supply.power
    return _Plan(
        Supply(passed, from_pad, float(harness)), antennas, used["interfaces"], used["computers"], winds,
        motors, power - from_pad, Need(rest, max(power - have, 0), short_push),
    )  # fmt: skip


def _count(construct: Construct, bare: frozenset[str], kind: str) -> int:
    """The pieces of a kind that work only while exposed (CN-6)."""
    return len([name for name in construct.fresh(kind) if name in bare])


def _settled(state: State, construct: Construct, plan: _Plan, need: Need) -> Paid:
    bare = construct.exposed
    spent = set(construct.spent)
    for kind, units in (
        ("interface", plan.interfaces), ("computer", plan.computers), ("motor", plan.motors),
        ("generator", plan.generators),
    ):  # fmt: skip
        spent |= set(construct.fresh(kind)[:units])
    for kind, units in (("antenna", plan.antennas), ("environment motor", plan.winds)):
        spent |= set([name for name in construct.fresh(kind) if name in bare][:units])
    supply = Supply(
        construct.supply.input - plan.given.input,
        construct.supply.power - plan.given.power,
        construct.supply.push - plan.given.push,
    )
    after = state.with_construct(replace(construct, spent=frozenset(spent), supply=supply))
    owed = plan.interfaces
    for name, left in acts_left(state, construct):
        figure = after.figure(name)
        given = min(owed, left)
        if figure is not None and given:
            after = after.with_figure(replace(figure, acts=figure.acts + given))
            owed -= given
    return Paid(after, _sums(plan, need))


def _sums(plan: _Plan, need: Need) -> tuple[Sum, ...]:
    """Where each kind of unit came from."""
    inputs = (
        (plan.given.input, "passed on", rule("CN-17")), (plan.antennas, "antenna", CN_6),
        (plan.interfaces, "interface by a seated act", rule("CN-7")), (plan.computers, "computer", CN_6),
    )  # fmt: skip
    pushes = (
        (plan.given.push, "harness or pad", rule("CN-7")), (plan.winds, "environment motor", CN_6),
        (plan.motors, "motor", CN_6),
    )  # fmt: skip
    powers = ((plan.given.power, "passed on", rule("CN-17")), (plan.generators, "generator", CN_6))
    wanted = (
        ("input", inputs, need.input),
        ("push", pushes, need.push),
        ("power", powers, plan.generators + plan.given.power),
    )
    return tuple(Sum(name, _terms(sources)) for name, sources, units in wanted if units)


def _terms(sources: tuple[tuple[float, str, RuleId], ...]) -> tuple[Term, ...]:
    return tuple(Term(float(units), why, source) for units, why, source in sources if units)
