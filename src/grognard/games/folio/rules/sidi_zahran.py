"""Sidi Zahran, November 1941: a small original battle for the standard rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from grognard.board.hexmap import load_map
from grognard.engine import Result
from grognard.games.folio.rules.clauses import Clauses
from grognard.games.folio.rules.data import COUNTERS, FOLDER, SIDI_ZAHRAN
from grognard.games.folio.rules.sequence import GameTurn
from grognard.games.folio.rules.setup import set_up
from grognard.games.folio.rules.standard import Standard
from grognard.games.folio.rules.state import ELIMINATED, Folio, Unit
from grognard.games.folio.rules.terrain import Ground

GERMAN, BRITISH = "German", "British"
OBJECTIVES: dict[str, int] = SIDI_ZAHRAN["objectives"]
LEVELS: list[tuple[str, int]] = [(name, least) for name, least in SIDI_ZAHRAN["victory"]["levels"]]


class Desert(Standard["Zahran"]):
    """The standard rules with this battle's map, units, track and victory."""

    sides = (BRITISH, GERMAN)
    turns: int = SIDI_ZAHRAN["turns"]
    ground = Ground(load_map(FOLDER / "map.toml"))
    counters = COUNTERS
    areas = {name: tuple(hexes) for name, hexes in SIDI_ZAHRAN["areas"].items()}
    track = tuple(SIDI_ZAHRAN["support"]["track"])
    pools = {side: tuple(SIDI_ZAHRAN["support"][side]) for side in (BRITISH, GERMAN)}
    placement: dict[str, str] = SIDI_ZAHRAN["placement"]

    def points(self, g: Folio) -> dict[str, int]:
        """Hexes held and enemy units eliminated."""
        held = sum(value for h, value in OBJECTIVES.items() if g.control[h] == BRITISH)
        lost = [g.pieces[u].side for u in g.at.get(ELIMINATED, ())]
        return {BRITISH: held + lost.count(GERMAN), GERMAN: lost.count(BRITISH)}

    def victory(self, g: Folio) -> Result:
        """4.0 Judged by the difference of points after the last turn."""
        points = self.points(g)
        difference = points[BRITISH] - points[GERMAN]
        level = next(name for name, least in LEVELS if difference >= least)
        winners = tuple(side for side in self.sides if level.startswith(side))
        return Result(winners, f"British {points[BRITISH]}, German {points[GERMAN]}", "FO-4.0.1", level)


@dataclass(slots=True, eq=False)
class Zahran(Folio):
    """A position of Sidi Zahran."""

    rules: ClassVar[Clauses[Any]] = Desert()


def box(g: Folio) -> None:
    """3.0 Units to be placed, reinforcements on the track, everything under German control."""
    for what in COUNTERS.values():
        g.put(Unit(what.id, what.side, f"turn {what.turn}" if what.turn > 1 else ""))
    g.control = dict.fromkeys(OBJECTIVES, GERMAN)


def start(scenario: str, options: Mapping[str, str]) -> Zahran:
    """3.0 All counters in the box, to be set up as the players chose."""
    g = Zahran(scenario_id=scenario, options=dict(options))
    box(g)
    g.steps = (*set_up(options["setup"], SIDI_ZAHRAN["setup_order"]), GameTurn(1))[::-1]
    return g
