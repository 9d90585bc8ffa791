"""Reinforcements (RA-SCN.8): their owner brings them on along their edge, in line or column, facing inwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from grognard.board.bases import COLUMN, LINE, ranks
from grognard.board.inches import ABOUT, CIRCLE, QUARTER, hundredths
from grognard.engine import Doing, Refusal
from grognard.games.red_actions.rules.ambush import stumbled_on
from grognard.games.red_actions.rules.data import UnitData
from grognard.games.red_actions.rules.losses import reveal_near, reveal_unit
from grognard.games.red_actions.rules.room import why_no_room
from grognard.games.red_actions.rules.shooting import has_room
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.games.red_actions.rules.words import Worded

FORMATIONS = (COLUMN, LINE)
APART = 3.0  # inches between the places that are listed


class Enter(Worded, frozen=True):
    """RA-SCN.8 Come on so many hundredths of an inch along the edge; any place on the unit's segment will do."""

    at: int
    formation: str

    words: ClassVar = "come on at {at} in {formation}"
    is_open: ClassVar = True

    @classmethod
    def candidates(cls, g: RedActions, by: Arrival) -> Iterator[Enter]:
        low, high = by.row(g).arrives_span
        middle, steps = (low + high) / 2, int((high - low) / 2 / APART)
        places = (middle + side * k * APART for k in range(steps + 1) for side in ((1, -1) if k else (1,)))
        return (cls(hundredths(p), formation) for p in places for formation in FORMATIONS)

    def why_not(self, g: RedActions, by: Arrival) -> Refusal | None:
        low, high = by.row(g).arrives_span
        if self.formation not in FORMATIONS or not hundredths(low) <= self.at <= hundredths(high):
            return Refusal("RA-SCN.8")
        return why_no_room(g, self.stood(g, by))

    def stood(self, g: RedActions, by: Arrival) -> Unit:
        """The unit on its edge."""
        unit, along = replace(g.pieces[by.unit], formation=self.formation), self.at / 100
        deep, table = unit.depth * ranks(self.formation, unit.bases), g.table
        spots = {
            "west": ((deep, along), QUARTER),
            "east": ((table.width - deep, along), CIRCLE - QUARTER),
            "south": ((along, deep), 0),
            "north": ((along, table.height - deep), ABOUT),
        }
        return replace(unit.at(*spots[by.row(g).arrives_edge]), arrives=0)

    def do(self, g: RedActions, by: Arrival) -> None:
        there = self.stood(g, by)
        if not has_room(g, there):  # RA-AMB.9 somebody hides there: he is found, and the owner chooses again
            for foe in stumbled_on(g, there):
                reveal_unit(g, foe)
            return
        g.done()
        g.put(there)
        g.tell("RA-SCN.8", "{unit} arrives", unit=there.name)
        reveal_near(g, there.id)


class Arrival(Doing, frozen=True):
    """RA-SCN.8 One unit is due; without room it arrives next turn."""

    unit: str

    deeds: ClassVar = ((Enter,),)

    def row(self, g: RedActions) -> UnitData:
        """What the scenario says of it."""
        return next(row for row in g.scenario.unit if f"{row.side}-{row.id}" == self.unit)

    def run(self, g: RedActions) -> None:
        unit, offered = g.pieces[self.unit], self.offered(g)
        if not offered:
            return g.done()
        g.ask(unit.side, f"{unit.name} arrives: where, and how?", offered, "RA-SCN.8")
