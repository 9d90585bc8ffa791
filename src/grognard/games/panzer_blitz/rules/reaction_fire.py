"""7.9 Reaction fire: the units about to be overrun or close assaulted fire first, whatever their state."""

from __future__ import annotations

import msgspec

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Pick, Press, Preview, Step
from grognard.games.panzer_blitz.rules.direct_fire import THESE, Muster, line_against
from grognard.games.panzer_blitz.rules.fire_table import Part
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.terrain import TERRAIN

NO_REACTION = "no reaction"


def reaction_pool(g: PanzerBlitz, h: Hex, line: str) -> tuple[str, ...]:
    """7.9, R-35 Every unit of the hex that has the weapon, passengers excepted."""
    units = [u for u in g.here(h) if not u.carrier and u.what.combat and TERRAIN[h] not in ("river", "deep stream")]
    return tuple(u.id for u in units if (u.face.at if line == "AT" else u.face.ap) is not None)


class Reaction(Step, frozen=True):
    """7.9 One combined fire against attackers in one hex."""

    hex: Hex
    attackers: tuple[str, ...]
    picked: tuple[str, ...] = ()

    def run(self, g: PanzerBlitz) -> None:
        defenders = g.here(self.hex)
        options = self._options(g)
        if not defenders or not options:
            return g.done()
        actions: list[Action] = [Pick(u.id) for u in options]
        actions.append(Press(THESE) if self.picked else Press(NO_REACTION))
        return g.ask(defenders[0].side, f"Reaction fire from {self.hex}?", actions, "PB-7.9.1")

    def _options(self, g: PanzerBlitz) -> list[Unit]:
        """R-35 One armored attacker, or any unarmored ones of one hex."""
        alive = [g.pieces[i] for i in self.attackers if i in g.pieces and i not in self.picked]
        if self.picked:
            first = g.pieces[self.picked[0]]
            return [u for u in alive if not u.what.armored and u.place == first.place]
        return [u for u in alive if reaction_pool(g, self.hex, line_against(u))]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        match action:
            case Pick(piece):
                again = msgspec.structs.replace(self, picked=(*self.picked, piece))
                if g.pieces[piece].what.armored or not again._options(g):
                    return again._aim(g)
                return g.swap(again)
            case Press("no reaction"):
                return g.done()
        return self._aim(g)

    def _aim(self, g: PanzerBlitz) -> None:
        g.swap(self._muster(g))

    def _muster(self, g: PanzerBlitz) -> Muster:
        target = g.pieces[self.picked[0]]
        line = line_against(target)
        side = g.here(self.hex)[0].side
        return Muster("reaction", side, target.place, Part(line, (), self.picked), reaction_pool(g, self.hex, line))

    def preview(self, g: PanzerBlitz, action: Action) -> Preview | None:
        """The attack, if it follows at once: a lone unit reacts, and nobody can be added to its targets."""
        if isinstance(action, Pick):
            again = msgspec.structs.replace(self, picked=(*self.picked, action.piece))
            done = g.pieces[action.piece].what.armored or not again._options(g)
            return again._muster(g).lone_preview(g) if done else None
        return self._muster(g).lone_preview(g) if self.picked else None
