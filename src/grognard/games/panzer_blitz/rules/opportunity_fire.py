"""7.8 Opportunity fire: the other player may interrupt a move after every hex and every act that counts as one."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Interruption, Modifier, Passing, Pick, Press, Refusal, Step, Working
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import join_words
from grognard.games.panzer_blitz.rules.air_support import FLAK_FIRST, AirAttack, bombs, mode, why_not_attack
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire
from grognard.games.panzer_blitz.rules.attack_report import preview
from grognard.games.panzer_blitz.rules.data import GRID, other
from grognard.games.panzer_blitz.rules.direct_fire import Muster, able, farthest, fire_posts, watchers
from grognard.games.panzer_blitz.rules.fire_table import Part
from grognard.games.panzer_blitz.rules.map_data import RangeSets
from grognard.games.panzer_blitz.rules.sight import look_at, seen, surely_spotted
from grognard.games.panzer_blitz.rules.state import AIR, PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.targets import NAME, THESE, Choice, line_against, moving_choices, moving_lines
from grognard.games.panzer_blitz.rules.terrain import is_deep

HOLD, HOLD_ALL, FIRE = "hold fire", "let it pass", "fire"
FIRE_FIRST = Modifier("PB-7.8.11", 0, "Opportunity fire comes first")


def firing_pool(g: PanzerBlitz, mover: Unit, also: tuple[str, ...]) -> list[Unit]:
    """7.8.1, 4.3.10 Enemies who can fire at a moving unit, its riders or what it unloads, as far as they know these."""
    h = mover.place
    pool = watchers(g, other(mover.side), h)
    if not pool:
        return []
    spotted = not mover.unspotted or surely_spotted(g, other(mover.side), h)
    found: list[str] = []
    for line in moving_lines(g, mover, also):
        found += able(g, pool, h, line, spotted=spotted)
    return [g.pieces[i] for i in dict.fromkeys(found)]


def may_be_watched(g: PanzerBlitz, mover: Unit) -> bool:
    """7.8.1, R-73 Could anybody fire at the mover, for all that its side knows of the Unspotted stacks it sees?"""
    enemy, here = other(mover.side), mover.place
    near = hiding_places(g, enemy).near(here)
    return bool(near and seen(g, here, near))


@fact
def hiding_places(g: PanzerBlitz, side: str) -> RangeSets:
    """R-73 The same hideouts, to be asked who is near."""
    return RangeSets(hideouts(g, side))


def hideouts(g: PanzerBlitz, side: str) -> list[tuple[Hex, int]]:
    """R-73 Where somebody hides, who fires as far as anybody of the side, for all that the enemy knows."""
    far = farthest(g.scenario_id, side)
    return [(u.place, far) for u in g.units(side) if u.hidden]


def strafers(g: PanzerBlitz, mover: Unit) -> list[Unit]:
    """16.1.4 Enemy aircraft on station that can fire at it."""
    flying = on_station(g, other(mover.side))
    return [u for u in flying if why_not_attack(g, u, mover.place) is None] if flying else flying


@fact
def on_station(g: PanzerBlitz, side: str) -> list[Unit]:
    """16.1.4 The aircraft of a side over the map."""
    return [u for u in g.aircraft(side) if u.place and not u.recalled]


def window(g: PanzerBlitz, mover: Unit, *, road: bool) -> list[Step]:
    """7.8.1 The window after a hex entered; where its side knows that nobody can fire at the mover it need not open."""
    if mover.id in g.silent:
        return []
    g.reveal()
    watched = may_be_fired_at(g, other(mover.side), mover.place) or strafers(g, mover)
    return [Opportunity(mover.id, road=road)] if watched else []


def may_be_fired_at(g: PanzerBlitz, side: str, h: Hex) -> bool:
    """7.8.1, R-73 Does anybody of a side watch a hex, or may somebody who hides?"""
    near = possible_posts(g, side).near(h)
    return bool(near and seen(g, h, near))


@fact
def possible_posts(g: PanzerBlitz, side: str) -> RangeSets:
    """R-73 Where anybody of a side may fire from, for all that the enemy knows."""
    return RangeSets([*fire_posts(g, side), *hideouts(g, side)])


class Opportunity(Step, frozen=True):
    """7.8 One window: after a hex entered, a load or unload, IP work or a Hull-Down attempt.

    It opens even if nobody can fire, unless the mover's side knows that: a shut window would tell what is unseen.
    """

    mover: str
    road: bool = False
    also: tuple[str, ...] = ()  # 4.3.10 units just unloaded, targets in their own right

    def run(self, g: PanzerBlitz) -> None:
        mover = g.pieces.get(self.mover)
        if mover is None or mover.id in g.silent or not mover.place:
            return g.done()
        pool, planes = firing_pool(g, mover, self.also), strafers(g, mover)
        g.reveal()  # whether anybody watches must not show in what can be taken back
        if not pool and not planes and not may_be_watched(g, mover):
            return g.done()
        actions: list[Action] = [Press(FIRE)] if pool else []
        actions += [Press(NAME)] if len(pool) > 1 else []
        actions += [Pick(u.id) for u in planes]
        actions += [Press(HOLD), Press(HOLD_ALL)] if actions else [Press(HOLD)]
        return g.ask(other(mover.side), lambda: self._words(mover, len(actions) > 1), actions, "PB-7.8.1")

    def _words(self, mover: Unit, can_fire: bool) -> str:
        name = "An unspotted unit" if mover.hidden else mover.name
        return f"{name} moves in {mover.place}: {'opportunity fire?' if can_fire else 'nobody can fire at it'}"

    def take(self, g: PanzerBlitz, action: Action) -> None:
        mover = g.pieces[self.mover]
        match action:
            case Press("fire" | "name who fires" as word):
                g.shot_at = {**g.shot_at, mover.id: True}
                look_at(g, mover.place, mover.side)
                g.swap(OpportunityTarget(self.mover, self.road, self.also, word == NAME))
            case Pick(piece):
                g.shot_at = {**g.shot_at, mover.id: True}
                g.change(piece, target=mover.place)
                g.swap(AaFire(mover.side, (piece,)), AirAttack(piece, self.mover, self.also, self.road))
            case Press("let it pass"):
                g.silent = {**g.silent, self.mover: True}
                g.done()
            case _:
                g.done()

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Pick) and action.piece in g.pieces and g.pieces[action.piece].side == side:
            unit = g.pieces[action.piece]
            return Refusal("PB-7.8.9") if unit.spent or unit.disrupted or unit.carrier else None
        return None

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        """The attack of everybody, if there is but one target, or the bombs of an aircraft."""
        if self.hides_odds(g, action):
            return None
        if isinstance(action, Pick):
            return self._preview_bombs(g, g.pieces[action.piece])
        if action != Press(FIRE):
            return None
        return OpportunityTarget(self.mover, self.road, self.also).lone_preview(g)

    def _preview_bombs(self, g: PanzerBlitz, plane: Unit) -> Working | None:
        """16.1.4, R-32 Bombs on the mover alone."""
        if mode(plane) not in ("bomb", "dive"):
            return None
        mover = g.pieces[self.mover]
        attack = replace(bombs(g, plane, mover.place, (mover.id,)), strafing=True, road=self.road)
        return preview(g, attack, f"{plane.name} bombs {mover.name} in {mover.place}", FLAK_FIRST)

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        """6.2.1 What an unspotted mover is; and what a mover that is let pass does next, and with whom."""
        unseen = any(c.hidden for c in moving_choices(g, g.pieces[self.mover], self.also))
        return unseen or action in (Press(HOLD), Press(HOLD_ALL))

    def passes(self, g: PanzerBlitz) -> Passing | None:
        return Passing(Press(HOLD), "nobody fires on the way")

    def interrupts(self, g: PanzerBlitz) -> Interruption:
        """7.8 One move of one unit."""
        mover = g.pieces[self.mover]
        able = (*firing_pool(g, mover, self.also), *strafers(g, mover))
        near = min((GRID.distance(u.place.removeprefix(AIR), mover.place) for u in able), default=None)
        return Interruption(mover.id, f"{g.turn} {mover.id}", Press(HOLD), near, mover.hidden)


class OpportunityTarget(Step, frozen=True):
    """4.3.7.1, 4.3.10, 7.8.3 The mover, its riders, or what has just been unloaded; then the firers."""

    mover: str
    road: bool
    also: tuple[str, ...]
    naming: bool = False  # 7.1.1 who fires is named one by one

    def run(self, g: PanzerBlitz) -> None:
        options = self._options(g)
        side = other(g.pieces[self.mover].side)
        if not options:
            g.tell("PB-7.8.5", "Nobody can harm the mover", sees=(side,))
            return g.done()
        if len(options) == 1 and not options[0].hidden:
            return g.swap(self._muster(g, options[0]))
        cite = "PB-6.2.1" if any(c.hidden for c in options) else "PB-4.3.26"
        return g.ask(side, "Choose what to fire at", [c.action for c in options], cite)

    def _options(self, g: PanzerBlitz) -> list[Choice]:
        return [c for c in moving_choices(g, g.pieces[self.mover], self.also) if self._pool(g, c)]

    def _pool(self, g: PanzerBlitz, choice: Choice) -> tuple[str, ...]:
        mover = g.pieces[self.mover]
        pool = watchers(g, other(mover.side), mover.place)
        return able(g, pool, mover.place, choice.line, spotted=not choice.hidden)

    def _muster(self, g: PanzerBlitz, choice: Choice) -> Muster:
        mover, part = g.pieces[self.mover], Part(choice.line, (), choice.targets)
        found = Muster("opportunity", other(mover.side), mover.place, part, self._pool(g, choice), road=self.road)
        return replace(found, blind=choice.hidden, at_once=not self.naming)

    def lone_preview(self, g: PanzerBlitz) -> Working | None:
        """The attack of everybody on a lone target."""
        options = self._options(g)
        return self._muster(g, options[0]).everybody(g) if len(options) == 1 else None

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        return self._muster(g, self._choice(g, action)).everybody(g)

    def _choice(self, g: PanzerBlitz, action: Action) -> Choice:
        return next(c for c in self._options(g) if c.action == action)

    def take(self, g: PanzerBlitz, action: Action) -> None:
        g.swap(self._muster(g, self._choice(g, action)))

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        return self._choice(g, action).hidden


# -------------------- 7.9 Reaction fire

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
        names = join_words(g.pieces[i].name for i in self.picked)
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
