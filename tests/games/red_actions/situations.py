"""Situations for tests: an open table with just the terrain and units a rule is about."""

from __future__ import annotations

from itertools import count
from typing import Any

from msgspec.structs import replace

from grognard.board.inches import hundredths
from grognard.board.tabletop import Feature, Table
from grognard.engine import RiggedDice, Step
from grognard.games.red_actions.rules.data import SCENARIOS, TABLES, TYPES, Officer
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit
from grognard.testing import told

_numbers = count(1)
OPTIONS = {"commissar-terror": "on", "ammunition": "off", "gas": "off", "no-quarter": "scenario"}


def area(name: str, kind: str, x: float, y: float, w: float, h: float) -> Feature:
    """A rectangle of terrain by its south-west corner."""
    return Feature(name, kind, ((x, y), (x + w, y), (x + w, y + h), (x, y + h)), True)


def line(name: str, kind: str, *points: tuple[float, float]) -> Feature:
    return Feature(name, kind, tuple(points), False)


def unit(side: str, kind: str, bases: int = 4, x: float = 30.0, y: float = 20.0, facing: int = 0, **more: Any) -> Unit:
    """A unit of `kind` (a type) on the table; `facing` in degrees."""
    name = more.pop("name", kind)
    place = more.pop("inside", "") or more.pop("place", TABLE)
    officer = more.pop("officer", None)
    if isinstance(officer, int):
        officer = Officer(officer)
    formed = more.pop("formed", False)
    return Unit(
        f"{side}-{name}",
        side,
        place,
        kind,
        f"{side} {name}",
        bases,
        hundredths(x),
        hundredths(y),
        facing * 10,
        officer=officer,
        led=officer is not None,
        formed=formed,
        rounds=12 if TYPES[kind].kind == "gun" else 0,
        **more,
    )


def senior(side: str, bonus: int, x: float, y: float, *traits: str, attached: str = "", name: str = "chief") -> Unit:
    return unit(
        side, "senior_officer", 1, x, y, name=f"senior_{name}", officer=Officer(bonus, traits), attached=attached
    )


def battle(*units: Unit, terrain: tuple[Feature, ...] = (), dice: tuple[int, ...] = (), **changes: Any) -> RedActions:
    """A position on a table of 72 by 48 inches: Whites come from the south, Reds from the north."""
    key = f"test-{next(_numbers)}"
    SCENARIOS[key] = replace(
        SCENARIOS["lezhanka"],
        id=key,
        unit=(),
        win=changes.pop("win", ()),
        zone=changes.pop("zone", ()),
        hidden=changes.pop("hidden", ()),
        **{k: changes.pop(k) for k in list(changes) if k in SCENARIOS["lezhanka"].__struct_fields__},
    )
    TABLES[key] = Table(72, 48, terrain)
    options = {**OPTIONS, **changes.pop("options", {})}
    g = RedActions(scenario_id=key, options=options, sides=("whites", "reds"), turn=changes.pop("turn", 3))
    g.weather = changes.pop("weather", "clear")
    g.initiative = g.first = "whites"
    for u in units:
        g.put(u)
    for side in g.sides:
        g.strength[side] = sum(1 for u in units if u.side == side and u.type != "senior_officer")
    g.dice = RiggedDice(dice)
    assert not changes, changes
    return g


def run(g: RedActions, *steps: Step) -> RedActions:
    """Put steps on the stack, the first on top, and run to the next question with the dice there are."""
    g.steps = steps[::-1]
    g.advance()
    return g


def lines(g: RedActions) -> list[str]:
    return [str(e) for e in told(g)]


def cites(g: RedActions) -> list[str]:
    return [e.cite for e in told(g)]


def at(u: Unit) -> tuple[float, float]:
    return u.x / 100, u.y / 100
