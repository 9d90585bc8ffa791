"""Sidi Zahran, November 1941: a small original battle for the standard rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from msgspec import convert

from grognard.board.hexmap import load_map
from grognard.engine import Aim, Briefing, Result, Track
from grognard.games.folio.rules.clauses import Clauses, Folio
from grognard.games.folio.rules.data import COUNTERS, FOLDER, SIDI_ZAHRAN
from grognard.games.folio.rules.sequence import GameTurn
from grognard.games.folio.rules.setup import set_up
from grognard.games.folio.rules.standard import Standard
from grognard.games.folio.rules.state import ELIMINATED, Unit
from grognard.games.folio.rules.terrain import Ground

GERMAN, BRITISH = "German", "British"
OBJECTIVES: dict[str, int] = SIDI_ZAHRAN["objectives"]
LEVELS: list[tuple[str, int]] = [(name, least) for name, least in SIDI_ZAHRAN["victory"]["levels"]]
AIMS: dict[str, Any] = SIDI_ZAHRAN["aims"]
JUDGED = "FO-4.0.1"


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
    briefings = convert(SIDI_ZAHRAN["briefing"], dict[str, Briefing])

    def score(self, g: Folio) -> dict[str, dict[str, int]]:
        """What each side has points for: hexes held, and enemy units eliminated."""
        lost = [g.pieces[u].side for u in g.at.get(ELIMINATED, ())]
        held = {h: value for h, value in OBJECTIVES.items() if g.control.get(h) == BRITISH}
        return {BRITISH: {**held, "units": lost.count(GERMAN)}, GERMAN: {"units": lost.count(BRITISH)}}

    def lead(self, g: Folio) -> int:
        """By how many points the British are ahead."""
        score = self.score(g)
        return sum(score[BRITISH].values()) - sum(score[GERMAN].values())

    def victory(self, g: Folio) -> Result:
        """4.0 Judged by the difference of points after the last turn."""
        level = next(name for name, least in LEVELS if self.lead(g) >= least)
        winners = tuple(side for side in self.sides if level.startswith(side))
        return Result(winners, ", ".join(_points(*item) for item in self.score(g).items()), JUDGED, level)

    def tracks(self, g: Folio) -> tuple[Track, ...]:
        """4.1 The reinforcements to come."""
        coming = sorted((u for u in g.pieces.values() if u.place.startswith("turn ")), key=lambda u: u.place)
        due = ", ".join(f"{u.place}: {g.name(u)} ({u.side})" for u in coming)
        return (Track("To come", due or "nobody", "FO-4.1.11"),)


def _points(side: str, parts: dict[str, int]) -> str:
    """A side's points and what they are made of: British 8 (0905 3, 0906 3, units 2)."""
    made_of = ", ".join(f"{what} {points}" for what, points in parts.items() if points)
    return f"{side} {sum(parts.values())}" + (f" ({made_of})" if made_of else "")


DESERT = Desert()


@dataclass(slots=True, eq=False)
class Zahran(Folio):
    """A position of Sidi Zahran."""

    rules: ClassVar[Clauses[Any]] = DESERT


# ------------------------------------------------------------------ what each side is after


def standing(g: Folio) -> Result:
    """4.0 How the battle would end if it ended now."""
    return DESERT.victory(g)


def aims(g: Folio, side: str) -> tuple[Aim, ...]:
    """4.0 The difference to be reached, and every line it is made of."""
    lost = [g.pieces[u].side for u in g.at.get(ELIMINATED, ())]
    kills, losses = (lost.count(whose) for whose in (g.foe(side), side))
    return (
        _lead(g, side),
        *(_hold(g, side, tuple(group["hexes"]), group[side]) for group in AIMS["hold"]),
        Aim(AIMS["kills"], JUDGED, have=kills, points=kills),
        Aim(AIMS["losses"], JUDGED, have=losses, points=-losses),
    )


def _lead(g: Folio, side: str) -> Aim:
    """The difference of points, and what it leads to."""
    least = dict(LEVELS)
    need = least["British marginal"] if side == BRITISH else least["Draw"] - 1
    levels = tuple((level, float(points)) for level, points in reversed(LEVELS))
    met = side in DESERT.victory(g).winners
    return Aim(AIMS["lead"][side].format(need=need), JUDGED, have=DESERT.lead(g), need=need, met=met, levels=levels)


def _hold(g: Folio, side: str, hexes: tuple[str, ...], text: str) -> Aim:
    """R82 Some of the hexes that count: how many the side holds, and what they are worth to it."""
    held = [h for h in hexes if g.control.get(h) == side]
    british = sum(OBJECTIVES[h] for h in hexes if g.control.get(h) == BRITISH)
    points = british if side == BRITISH else -british
    return Aim(text, JUDGED, hexes, len(held), len(hexes), len(held) == len(hexes), points)


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
