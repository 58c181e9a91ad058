"""Projectiles leave their pads, are set off and explode (CN-17)."""

from dataclasses import replace

from referee.law.arithmetic import Sum, Term
from referee.law.constructs.claims import Explode, Launch, Trigger
from referee.law.constructs.energy import Need, pay
from referee.law.constructs.hits import Done, add_hits, settle
from referee.law.constructs.motion import acting
from referee.law.constructs.state import Hit, State, Supply
from referee.law.constructs.structure import structure
from referee.law.constructs.weapons import template_targets
from referee.law.ids import rule
from referee.law.refusal import Refused

CN_17 = rule("CN-17")


def launch(state: State, claim: Launch) -> Done:
    """A pad passes on one unit a piece, the launch instruction (1 input) among them, as it separates."""
    carrier = acting(state, claim.player, claim.model)
    projectile = state.construct(claim.projectile)
    if projectile is None or projectile.carrier is None or projectile.carrier[0] != carrier.name:
        raise Refused(f"{claim.projectile} is on no launch pad of {carrier.name}", CN_17)
    pads = [p for p in structure(carrier.sheet).of_device(projectile.carrier[1]) if p in carrier.left]
    fresh = [p for p in pads if p not in carrier.spent]
    units = Sum(
        "passed on",
        tuple(
            Term(float(n), name, CN_17)
            for n, name in ((claim.input, "input"), (claim.power, "power"), (claim.push, "push"))
        ),
    )
    if min(claim.input - 1, claim.power, claim.push) < 0:
        raise Refused("a launch takes at least 1 input", CN_17)
    if units.total > len(fresh):
        raise Refused(f"{projectile.carrier[1]} passes on {len(fresh)} units: {units.text()}", CN_17)
    if claim.fuse is not None and (claim.fuse < 1 or not projectile.has("timed trigger")):
        raise Refused(f"{projectile.name} has no timed trigger for a fuse of {claim.fuse}", CN_17)
    paid = pay(state, carrier, Need(claim.input, claim.power, claim.push), claim.saving)
    after = paid.state.construct(carrier.name)
    assert after is not None
    after = replace(after, spent=after.spent | set(fresh[: int(units.total)]))
    given = Supply(claim.input, claim.power, float(claim.push))
    flying = replace(projectile, carrier=None, fuse=claim.fuse, supply=given)
    said = f"{carrier.name} launches {projectile.name}"
    state = paid.state.with_construct(after).with_construct(flying)
    return state, said, (CN_17,), (units, *paid.sums)


def trigger(state: State, claim: Trigger) -> Done:
    """One input sets a smart trigger off."""
    projectile = acting(state, claim.player, claim.model)
    if not (projectile.fresh("smart trigger") and projectile.has("warhead")):
        raise Refused(f"{projectile.name} has no smart trigger and warhead", CN_17)
    paid = pay(state, projectile, Need(input=1))
    after = replace(paid.state, blasts=(*paid.state.blasts, projectile.name))
    return after, f"{projectile.name} is set off", (CN_17,), paid.sums


def burnt_down(state: State, player: str) -> State:
    """At the end of its owner's turn a fuse is a turn shorter; at none the timed trigger goes off."""
    for projectile in state.constructs:
        if projectile.owner != player or projectile.fuse is None or not projectile.left:
            continue
        left = projectile.fuse - 1
        state = state.with_construct(replace(projectile, fuse=left or None))
        if left == 0 and projectile.has("timed trigger") and projectile.has("warhead"):
            state = replace(state, blasts=(*state.blasts, projectile.name))
    return state


def explode(state: State, claim: Explode) -> Done:
    """The template lies on the projectile: everyone it touches is hit, and the projectile is gone."""
    if not state.blasts or claim.model != state.blasts[0]:
        raise Refused(f"{claim.model} does not explode now", CN_17)
    projectile = next(c for c in state.constructs if c.name == claim.model)
    if claim.player != projectile.owner:
        raise Refused(f"{projectile.owner} lays the template", CN_17)
    warhead = next(d for d in projectile.sheet.devices if d.kind == "warhead")
    targets = template_targets(state, claim.touched, "the template", "CN-17")
    hits = [
        Hit(name, warhead.damage, "attacker", claim.player, projectile.name)
        for name in targets
        if name != projectile.name
    ]
    gone = replace(projectile, left=frozenset(), carrier=None)
    after = settle(replace(state.with_construct(gone), blasts=state.blasts[1:]))
    names = ", ".join(hit.target for hit in hits) or "nobody"
    said = f"{projectile.name} explodes over {warhead.template} studs: {warhead.damage} damage to {names}"
    return add_hits(after, *hits), said, (CN_17,), ()
