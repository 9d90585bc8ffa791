"""7.9 Reaction fire: the units about to be overrun or close assaulted fire first, whatever their state."""

from __future__ import annotations

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Modifier, Passing, Pick, Press, Step, Working
from grognard.engine.core.wording import listed
from grognard.games.panzer_blitz.rules.direct_fire import Muster
from grognard.games.panzer_blitz.rules.fire_table import Part
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.targets import NAME, THESE, line_against
from grognard.games.panzer_blitz.rules.terrain import is_deep

NO_REACTION = "no reaction"
REACTION_FIRST = Modifier("PB-7.9.1", 0, "Reaction fire comes first")


def reaction_pool(g: PanzerBlitz, h: Hex, line: str) -> tuple[str, ...]:
    """7.9, R-35 Every unit of the hex that has the weapon, passengers excepted."""
    units = [u for u in g.here(h) if not u.carrier and u.what.combat and not is_deep(g, h)]
    return tuple(u.id for u in units if (u.face.at if line == "AT" else u.face.ap) is not None)


class Reaction(Step, frozen=True):
    """7.9, R-35 One combined fire against attackers in one hex: a single armored one, or unarmored ones.

    It is Direct Fire: among houses and in Woods the unarmored ones of a hex are one target.
    """

    hex: Hex
    attackers: tuple[str, ...]
    picked: tuple[str, ...] = ()
    naming: bool = False  # 7.1.1 who fires is named one by one

    def run(self, g: PanzerBlitz) -> None:
        defenders = g.here(self.hex)
        options = self._options(g)
        if not defenders or not options:
            return g.done()
        actions: list[Action] = [Pick(u.id) for u in options]
        actions.append(Press(THESE) if self.picked else Press(NO_REACTION))
        together = any(len(reaction_pool(g, self.hex, line_against(u))) > 1 for u in options)
        actions += [Press(NAME)] if together and not self.naming else []
        names = listed(g.pieces[i].name for i in self.picked)
        prompt = f"Reaction fire from {self.hex} at {names}?" if names else f"Reaction fire from {self.hex}?"
        return g.ask(defenders[0].side, prompt, actions, "PB-7.9.1")

    def _options(self, g: PanzerBlitz) -> list[Unit]:
        """R-35 Attackers that somebody in the hex has a weapon against; after one, those who can be its fellows."""
        alive = [g.pieces[i] for i in self.attackers if i in g.pieces]
        able = [u for u in alive if reaction_pool(g, self.hex, line_against(u))]
        return self._fellows(g, able, self.picked[0]) if self.picked else able

    def _one_target(self, g: PanzerBlitz, piece: str) -> tuple[str, ...]:
        """7.3.1, 14.2.8, 14.4.8 Who is attacked with one of them: among houses and in Woods all that are unarmored."""
        unit = g.pieces[piece]
        if unit.what.armored or not g.land.effects[unit.place].one_target:
            return (piece,)
        return tuple(u.id for u in self._fellows(g, self._options(g), piece))

    def _fellows(self, g: PanzerBlitz, units: list[Unit], piece: str) -> list[Unit]:
        """The unarmored attackers in the hex of one of them, itself included."""
        return [u for u in units if not u.what.armored and u.place == g.pieces[piece].place]

    def _with(self, g: PanzerBlitz, piece: str) -> Reaction:
        left = tuple(i for i in self.picked if i != piece)
        more = (*self.picked, *self._one_target(g, piece))
        return msgspec.structs.replace(self, picked=left if piece in self.picked else more)

    def take(self, g: PanzerBlitz, action: Action) -> None:
        match action:
            case Pick(piece) if self._at_once(g, piece):
                return g.swap(self._with(g, piece)._muster(g))
            case Pick(piece):
                return g.swap(self._with(g, piece))
            case Press("no reaction"):
                return g.done()
            case Press("name who fires"):
                return g.swap(msgspec.structs.replace(self, naming=True))
        return g.swap(self._muster(g))

    def _at_once(self, g: PanzerBlitz, piece: str) -> bool:
        """Does naming this attacker settle the target?"""
        left = len(self._fellows(g, self._options(g), piece))
        return not self.picked and len(self._one_target(g, piece)) >= left

    def _muster(self, g: PanzerBlitz) -> Muster:
        target = g.pieces[self.picked[0]]
        line = line_against(target)
        side, pool = g.here(self.hex)[0].side, reaction_pool(g, self.hex, line)
        part, at_once = Part(line, (), self.picked), not self.naming
        return Muster("reaction", side, target.place, part, pool, at_once=at_once)

    def passes(self, g: PanzerBlitz) -> Passing | None:
        if self.picked:
            return Passing(Press(THESE), "no other attacker is fired at")
        return Passing(Press(NO_REACTION), "nobody reacts")

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        """Without reaction fire the next roll is the attackers'."""
        none_left = isinstance(action, Pick) and self.picked == (action.piece,)
        return none_left or action in (Press(NO_REACTION), Press(NAME))

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        """The attack of everybody, if the target is settled."""
        if isinstance(action, Pick):
            return self._with(g, action.piece)._muster(g).everybody(g) if self._at_once(g, action.piece) else None
        return self._muster(g).everybody(g) if self.picked and action != Press(NAME) else None
