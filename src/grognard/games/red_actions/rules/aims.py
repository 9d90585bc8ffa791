"""What each side is after (RA-SCN.1, RA-SCN.6), measured by the tests that judge victory."""

from __future__ import annotations

from grognard.engine import Aim
from grognard.games.red_actions.rules.data import Score, WinEntry
from grognard.games.red_actions.rules.state import RedActions
from grognard.games.red_actions.rules.victory import flight_number, fulfilled, holds, losses, measure, standing
from grognard.games.red_actions.rules.words import counted

TASK, FLIGHT = "RA-SCN.6", "RA-SCN.1"


def aims(g: RedActions, side: str) -> tuple[Aim, ...]:
    """Its own tasks, those of the enemy to be denied, what counts for points, and when an army flees."""
    entries = sorted(g.scenario.win, key=lambda entry: entry.side != side)
    tasks = [_task(g, entry, side) for entry in entries]
    waiting = [_wait(g, side)] if g.scenario.otherwise == side else []
    return (*tasks, *waiting, *(_points(g, side, g.scenario.score) if g.scenario.score else ()), *_flights(g, side))


def _task(g: RedActions, entry: WinEntry, side: str) -> Aim:
    """RA-SCN.6 One win entry: to be fulfilled by its side, to be denied by the other."""
    when = {"at_once": "at once", "end_of_turn": "at the end of any turn"}.get(entry.when, f"after turn {_last(g)}")
    what = ", and ".join(test.text for test in entry.all)
    places = tuple(place for test in entry.all for place in (*test.objects, test.object) if place)
    have, need = measure(g, entry.all[0])
    if len(entry.all) > 1:
        have, need = sum(holds(g, test) for test in entry.all), len(entry.all)
    who, met = ("You win", fulfilled(g, entry)) if entry.side == side else ("They win", not fulfilled(g, entry))
    return Aim(f"{who} {when}: {what}", TASK, places, have, need, met)


def _last(g: RedActions) -> int:
    return g.scenario.turns


def _wait(g: RedActions, side: str) -> Aim:
    """RA-SCN.6 Who wins when nobody has fulfilled a task."""
    now = standing(g)
    met = None if now is None else now.winners == (side,)
    return Aim(f"You win after turn {_last(g)}: nobody has fulfilled a task", TASK, met=met)


def _points(g: RedActions, side: str, rules: Score) -> list[Aim]:
    """RA-SCN.6 Every line the score is made of."""
    found = [_object(g, side, name, worth) for name, worth in rules.objects.items()]
    enemy, worth = g.enemy(side), rules.enemy_unit_lost
    taken, lost = losses(g, enemy, routers=False), losses(g, side, routers=False)
    each = f"{counted(worth, 'point')} each"
    return [
        *found,
        Aim(f"Enemy units destroyed, captured or driven off: {each}", TASK, have=taken, points=worth * taken),
        Aim(f"Your own units lost: {each} to the enemy", TASK, have=lost, points=-worth * lost),
    ]


def _object(g: RedActions, side: str, name: str, worth: int) -> Aim:
    owner, points = g.owner.get(name), counted(worth, "point")
    value = worth if owner == side else -worth if owner == g.enemy(side) else 0
    return Aim(f"{g.called(name)} in your hands: {points}", TASK, (name,), int(owner == side), 1, owner == side, value)


def _flights(g: RedActions, side: str) -> list[Aim]:
    """RA-SCN.1, RA-SCN.2 How near each army is to flight."""
    texts = {
        g.enemy(side): "They flee at the end of a turn with {n} units lost or routing",
        side: "You flee at the end of a turn with {n} units lost or routing",
    }
    found = []
    for who, text in texts.items():
        number = flight_number(g, who) if g.strength else None
        if number is not None:
            lost = losses(g, who)
            found.append(Aim(text.format(n=number), FLIGHT, (), lost, number, (lost >= number) is (who != side)))
    return found
