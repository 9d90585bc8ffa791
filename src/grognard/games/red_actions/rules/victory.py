"""Victory (RA-SCN, RA-TRN.12, RA-TRN.14): flight numbers, win entries, scores, and what each side is after."""

from __future__ import annotations

import math

from grognard.engine import Aim, Result
from grognard.engine.core.cache import Book
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import capital, with_count
from grognard.games.red_actions.rules.bodies import any_near
from grognard.games.red_actions.rules.data import TYPES, people
from grognard.games.red_actions.rules.scenarios import Score, WinEntry, WinTest
from grognard.games.red_actions.rules.state import RedActions, Unit

LOST = ("destroyed", "surrendered", "dispersed", "fled", "captured")
TASK, FLIGHT = "RA-SCN.6", "RA-SCN.1"
REFEREE = ""  # he knows where everybody is
Knows = str | None  # a side, the referee, or None for what everybody knows


def side_of(unit_id: str) -> str:
    return unit_id.split("-", 1)[0]


def losses(g: RedActions, side: str, routers: bool = True) -> int:
    """RA-SCN.1 Combat units lost for good, and those routing at the end of the turn."""
    gone = [*map(_lost_by.__getitem__, g.gone.items())].count(side)
    return gone + (sum([u.routing for u in g.troops(side)]) if routers else 0)


def _loser(gone: tuple[str, str]) -> str:
    """RA-SCN.1 Whose loss it is that a unit has left the game in some way; "" if it is nobody's."""
    unit, way = gone
    return side_of(unit) if way in LOST and "-senior_" not in unit else ""


_lost_by = Book(_loser)


def flight_number(g: RedActions, side: str) -> int | None:
    """RA-SCN.1 As the scenario says, or half the starting units rounded up; None if it never flees."""
    given = g.scenario.flight
    return given.get(side) if given else (g.strength[side] + 1) // 2


def flight(g: RedActions) -> Result | None:
    """RA-SCN.2 A side that has reached its flight number flees; the larger excess loses."""
    numbers = {side: flight_number(g, side) for side in g.sides}
    over = {side: losses(g, side) - number for side, number in numbers.items() if number is not None}
    excess = {side: more for side, more in over.items() if more >= 0}
    if not excess:
        return None
    if len(excess) == 2 and len(set(excess.values())) == 1:
        return Result((), "Both sides flee", "RA-SCN.2", "draw")
    loser = max(excess, key=lambda side: excess[side])
    reason = f"{capital(people(loser))} reached their flight number"
    return Result((g.enemy(loser),), reason, "RA-SCN.2", f"flight of {people(loser)}")


def win_entry(g: RedActions, when: tuple[str, ...], known_to: Knows = REFEREE) -> Result | None:
    """RA-SCN.6, RA-SCN.13 The first entry of these times that is fulfilled, for all that somebody knows."""
    for entry in g.scenario.win:
        if entry.when in when and fulfilled(g, entry, known_to):
            done = ", and ".join(test.text for test in entry.all)
            return won_by(entry.side, f"{capital(people(entry.side))} fulfil their task: {done}")
    return None


def fulfilled(g: RedActions, entry: WinEntry, known_to: Knows = REFEREE) -> bool:
    return g.turn >= entry.from_turn and all(holds(g, test, known_to) for test in entry.all)


def holds(g: RedActions, test: WinTest, known_to: Knows = REFEREE) -> bool:
    """RA-SCN.6 One victory test."""
    have, need = measure(g, test, known_to)
    return have >= need


def known_units(g: RedActions, side: str, known_to: Knows) -> tuple[Unit, ...]:
    """RA-AMB.4 The units of a side whose places somebody knows: not those in ambush, unless they are his own."""
    units = g.troops(side)
    return units if known_to in (REFEREE, side) else tuple([u for u in units if not u.unseen])


def measure(g: RedActions, test: WinTest, known_to: Knows = REFEREE) -> tuple[int, int]:
    """RA-SCN.6 How much of what a victory test wants there is, and how much it wants."""
    match test.test:
        case "possess":
            return sum(g.owner.get(name) == test.side for name in test.objects), len(test.objects)
        case "empty":
            full = {u.inside for u in known_units(g, test.side, known_to)}
            return sum(name not in full for name in test.objects), len(test.objects)
        case "none_near":
            return int(not near_object(g, test, known_to)), 1
        case "exited":
            return exited(g, test), test.units
        case "gone":
            ways = {"left_table": "exited"}
            return int(g.gone.get(f"{test.side}-{test.unit}", "") in {ways.get(way, way) for way in test.ways}), 1
        case "no_units_left":
            return int(not any(u.side == test.side and u.type != "senior_officer" for u in g.pieces.values())), 1
    assert test.test == "score_lead", test.test
    return score(g, test.side) - score(g, g.enemy(test.side)), test.at_least


def near_object(g: RedActions, test: WinTest, known_to: Knows = REFEREE) -> bool:
    """Is a unit of the side near the object, for all that somebody knows?"""
    feature, units = g.table.features[test.object], known_units(g, test.side, known_to)
    able = units if test.pinned_units_count else [u for u in units if not (u.pinned or u.routing)]
    return any_near(g, able, feature, test.inches)


def exited(g: RedActions, test: WinTest) -> int:
    """Units that left as a test wants it."""
    low, high = test.span or (-math.inf, math.inf)
    left = [e for u, e in g.exits.items() if side_of(u) == test.side and e.edge == test.edge and low <= e.at <= high]
    count = [e for e in left if e.turn >= test.from_turn and (not test.types or e.type in test.types)]
    least, usual = test.min_effective_bases_by_kind, test.min_effective_bases
    return sum(e.effective >= least.get(TYPES[e.type].kind, usual) for e in count)


def score(g: RedActions, side: str) -> int:
    """Points of a side, where the scenario counts them."""
    rules = g.scenario.score
    if rules is None:
        return 0
    total = rules.enemy_unit_lost * losses(g, g.enemy(side), False)
    return total + sum(points for name, points in rules.objects.items() if g.owner.get(name) == side)


def otherwise(g: RedActions) -> Result:
    """RA-SCN.6 The result when nothing was fulfilled by the last turn."""
    side = g.scenario.otherwise
    if side == "draw":
        return Result((), "Neither side fulfilled its task", "RA-SCN.6", "draw")
    return won_by(side, f"{capital(people(side))} held out")


def won_by(side: str, reason: str) -> Result:
    return Result((side,), reason, "RA-SCN.6", f"victory of {people(side)}")


def judge(g: RedActions, *, last: bool, known_to: Knows = REFEREE) -> Result | None:
    """RA-SCN.2, RA-SCN.6 The result at the end of a turn, if there is one; at the end of the last there is."""
    result = flight(g) or win_entry(g, ("end_of_turn", "at_once"), known_to)
    return result or (win_entry(g, ("end_of_game",), known_to) or otherwise(g) if last else None)


def standing(g: RedActions, known_to: Knows = None) -> Result | None:
    """RA-SCN.6 The result if the battle ended with this turn, for all one knows; nobody can say before armies stand."""
    return judge(g, last=True, known_to=known_to) if g.strength else None


# ------------------------------------------------------------------ what each side is after


@fact
def aims(g: RedActions, side: str) -> tuple[Aim, ...]:
    """What a side is after, and how far it is; known until a unit, an owner or the turn changes."""
    entries = sorted(g.scenario.win, key=lambda entry: entry.side != side)
    tasks = [_task(g, entry, side) for entry in entries]
    waiting = [_wait(g, side)] if g.scenario.otherwise == side else []
    return (*tasks, *waiting, *(_points(g, side, g.scenario.score) if g.scenario.score else ()), *_flights(g, side))


def _task(g: RedActions, entry: WinEntry, side: str) -> Aim:
    """RA-SCN.6 One win entry: to be fulfilled by its side, to be denied by the other."""
    last = f"after turn {g.scenario.turns}"
    when = {"at_once": "at once", "end_of_turn": "at the end of any turn"}.get(entry.when, last)
    what = ", and ".join(test.text for test in entry.all)
    places = tuple(place for test in entry.all for place in (*test.objects, test.object) if place)
    tests = [measure(g, test, side) for test in entry.all]
    reached = [have >= need for have, need in tests]
    have, need = tests[0] if len(tests) == 1 else (sum(reached), len(reached))
    done = g.turn >= entry.from_turn and all(reached)
    who, met = ("You win", done) if entry.side == side else ("They win", not done)
    return Aim(f"{who} {when}: {what}", TASK, places, have, need, met)


def _wait(g: RedActions, side: str) -> Aim:
    """RA-SCN.6 Who wins when nobody has fulfilled a task."""
    now = standing(g, side)
    met = None if now is None else now.winners == (side,)
    return Aim(f"You win after turn {g.scenario.turns}: nobody has fulfilled a task", TASK, met=met)


def _points(g: RedActions, side: str, rules: Score) -> list[Aim]:
    """RA-SCN.6 Every line the score is made of."""
    found = [_object(g, side, name, worth) for name, worth in rules.objects.items()]
    enemy, worth = g.enemy(side), rules.enemy_unit_lost
    taken, lost = losses(g, enemy, False), losses(g, side, False)
    each = f"{with_count(worth, 'point')} each"
    return [
        *found,
        Aim(f"Enemy units destroyed, captured or driven off: {each}", TASK, have=taken, points=worth * taken),
        Aim(f"Your own units lost: {each} to the enemy", TASK, have=lost, points=-worth * lost),
    ]


def _object(g: RedActions, side: str, name: str, worth: int) -> Aim:
    owner, points = g.owner.get(name), with_count(worth, "point")
    value = worth if owner == side else -worth if owner == g.enemy(side) else 0
    return Aim(f"{g.called(name)} in your hands: {points}", TASK, (name,), int(owner == side), 1, owner == side, value)


def _flights(g: RedActions, side: str) -> list[Aim]:
    """RA-SCN.1, RA-SCN.2 How near each army is to flight."""
    found = []
    for who, they in ((g.enemy(side), "They"), (side, "You")):
        number = flight_number(g, who) if g.strength else None
        if number is not None:
            lost = losses(g, who)
            words = f"{they} flee at the end of a turn with {with_count(number, 'unit')} lost or routing"
            found.append(Aim(words, FLIGHT, (), lost, number, (lost >= number) is (who != side)))
    return found
