"""Slow, plain counters of claim sequences, written apart from the law: dicts, loops and no cleverness."""

import itertools
from copy import deepcopy
from typing import Any

Plain = dict[str, Any]


def count(moves: Any, state: Plain, depth: int) -> int:
    """Sequences of `depth` claims; `moves` gives the states that one claim leads to, one a claim."""
    if depth == 0:
        return 1
    return sum(count(moves, after, depth - 1) for after in moves(state))


def duel_moves(state: Plain) -> list[Plain]:
    """Plain minifigs on the chessboard: 62 Attack, 13 Defence, Value 23, two squares and one in a cross."""
    found = []
    mover = state["turn"]
    if state["over"]:
        return []
    if not state["rolled"]:
        for a in range(1, 7):
            for b in range(1, 7):
                after = deepcopy(state)
                dead = sum(p["owner"] == mover and p["health"] <= 0 for p in state["pieces"])
                after["power"][mover] += 10 * (a + b) + 20 * dead
                after["rolled"] = True
                found.append(after)
        return found
    ended = deepcopy(state)
    ended.update(turn=1 - mover, rolled=False)
    found.append(ended)
    gone = deepcopy(state)
    gone["over"] = True
    found.append(gone)  # surrender
    called = deepcopy(state)
    if state["called"] == 1 - mover:
        called["over"] = True
    else:
        called["called"] = mover
    found.append(called)
    here = {(p["x"], p["y"]): p for p in state["pieces"] if p["health"] > 0}
    for place, piece in enumerate(state["pieces"]):
        if piece["owner"] != mover or piece["health"] <= 0 or state["power"][mover] < 23:
            continue
        ends = [(piece["x"], piece["y"], False)]
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            for n in (1, 2):
                x, y = piece["x"] + n * dx, piece["y"] + n * dy
                if not (0 <= x < 8 and 0 <= y < 8):
                    break
                if (x, y) in here:
                    if here[x, y]["owner"] != mover:
                        break
                    continue
                ends.append((x, y, True))
        for x, y, moved in ends:
            prey: list[int | None] = [None] if moved else []
            for other, foe in enumerate(state["pieces"]):
                near = abs(foe["x"] - x) + abs(foe["y"] - y) == 1
                if foe["owner"] != mover and foe["health"] > 0 and near:
                    prey.append(other)
            for target in prey:
                after = deepcopy(state)
                after["power"][mover] -= 23
                after["called"] = None
                after["pieces"][place].update(x=x, y=y)
                if target is not None:
                    after["pieces"][target]["health"] -= 62 - 13
                left = {p["owner"] for p in after["pieces"] if p["health"] > 0}
                after["over"] = len(left) < 2
                found.append(after)
    return found


def mech_moves(state: Plain) -> list[Plain]:
    """Two mechs of two white dice each on a row of hexes, hand-to-hand only; A is on turn, B has not gone."""
    phase, actor = state["phase"], state["actor"]
    other = "B" if actor == "A" else "A"
    me = state[actor]
    if phase == "aim":
        return [_mech(state, phase="roll", **{actor: {**me, "target": t}}) for t in (None, other)]
    if phase == "roll":
        dice = itertools.product(range(1, 7), repeat=me["white"])
        return [_mech(state, phase="assign", **{actor: {**me, "dice": list(fell)}}) for fell in dice]
    if phase == "assign":
        ways = set()
        for order in itertools.permutations([*me["dice"], 0, 0], 2):
            if order[1] == 0 or me["target"]:
                ways.add(order)
        found = []
        for move, attack in sorted(ways):
            mine = {**me, "move": move, "attack": attack, "moved": False, "fought": attack == 0}
            if actor == "A":
                found.append(_mech(state, phase="act", A=mine))
            else:
                found.append(_struck(_mech(state, B=mine)))
        return found
    if phase == "act":
        found = []
        if not me["moved"] and (me["fought"] or me["move"] >= me["attack"]):
            for x in range(state["columns"]):
                between = range(min(x, me["x"]) + 1, max(x, me["x"]))
                free = x != state[other]["x"] and state[other]["x"] not in between
                if abs(x - me["x"]) <= me["move"] and free:
                    found.append(_after_act(_mech(state, A={**me, "x": x, "moved": True})))
        if not me["fought"] and (me["moved"] or me["attack"] >= me["move"]):
            fought = _mech(state, A={**me, "fought": True})
            far = abs(me["x"] - state["B"]["x"]) - 1 > 1
            found.append(_after_act(fought) if far else _mech(fought, phase="aim", actor="B"))
            found.append(_after_act(fought))  # holds her fire
        return found
    if phase == "damage":
        found = []
        for fell in itertools.product(range(1, 7), repeat=state["damage"]):
            sixes = fell.count(6)
            found.append(
                _mech(state, phase="lose", sixes=sixes) if sixes else _after_act(_mech(state, actor="A"))
            )
        return found
    return []


def _mech(state: Plain, **changes: Any) -> Plain:
    return {**state, **changes}


def _after_act(state: Plain) -> Plain:
    """A goes on, or B's turn begins (counted no further)."""
    done = state["A"]["moved"] and state["A"]["fought"]
    return _mech(state, phase="next" if done else "act", actor="A")


def _struck(state: Plain) -> Plain:
    """B has stopped before moving; A's Attack less her Defend are the damage dice."""
    dice = state["A"]["attack"] - state["B"]["move"] // 2
    return _mech(state, phase="damage", damage=dice) if dice > 0 else _after_act(_mech(state, actor="A"))


def figure_moves(state: Plain) -> list[Plain]:
    """Two bare figures two studs apart with a sword of one flip each; places along a line only."""
    me, foe = state["turn"], 1 - state["turn"]
    figures = state["figures"]
    if state["shot"] == "flip":
        missed, hit = deepcopy(state), deepcopy(state)
        missed["shot"], hit["shot"] = None, "hit"
        return [missed, hit]
    if state["shot"] == "hit":
        after = deepcopy(state)
        after["shot"] = None
        lost = after["figures"][foe]["pieces"].pop()
        after["loose"].append((lost, figures[foe]["x"]))
        if lost == "torso":
            after["loose"] += [(thing, figures[foe]["x"]) for thing in after["figures"][foe]["hands"]]
            after["figures"][foe]["hands"] = []
        return [after]
    if any(not figure["pieces"] for figure in figures):
        return []
    found = []
    ended = deepcopy(state)
    ended["turn"] = foe
    for figure in ended["figures"]:
        figure.update(acts=0, moved=False, rooted=False, fresh=[])
    found.append(ended)
    mine = figures[me]
    if mine["acts"] < 2 and not mine["moved"] and not mine["rooted"]:
        slow = 3 * sum(thing.startswith("sword") for thing in mine["hands"])
        slow += sum(not thing.startswith("sword") for thing in mine["hands"])
        goals = {mine["x"], figures[foe]["x"] + (-2 if mine["x"] < figures[foe]["x"] else 2)}
        goals |= {x for _, x in state["loose"] if x != figures[foe]["x"]}
        for x in goals:
            if abs(x - mine["x"]) <= 16 - slow:
                after = deepcopy(state)
                after["figures"][me].update(x=x, acts=mine["acts"] + 1, moved=True)
                found.append(after)
    swords = [thing for thing in mine["hands"] if thing.startswith("sword")]
    if mine["acts"] < 2 and len(mine["pieces"]) == 3 and abs(mine["x"] - figures[foe]["x"]) - 2 <= 3:
        for sword in swords:
            if sword not in mine["fresh"]:
                after = deepcopy(state)
                after["figures"][me]["acts"] += 1
                after["shot"] = "flip"
                found.append(after)
    for thing in mine["hands"]:
        after = deepcopy(state)
        after["figures"][me]["hands"].remove(thing)
        after["loose"].append((thing, mine["x"]))
        found.append(after)
    for thing, x in state["loose"]:
        if abs(x - mine["x"]) <= 2 and "torso" in mine["pieces"] and len(mine["hands"]) < 2:
            after = deepcopy(state)
            after["loose"].remove((thing, x))
            after["figures"][me]["hands"].append(thing)
            if thing.startswith("sword"):
                after["figures"][me]["rooted"] = True
                after["figures"][me]["fresh"].append(thing)
            found.append(after)
    return found
