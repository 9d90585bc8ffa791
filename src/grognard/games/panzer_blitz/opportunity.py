"""7.8 Opportunity fire: the other player may interrupt a move after every hex and every act that counts as one."""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Pick, Press, Preview, Refusal, Step
from grognard.games.panzer_blitz.air import AaFire, AirAttack, why_not_attack
from grognard.games.panzer_blitz.attack import Part
from grognard.games.panzer_blitz.data import GRID, other
from grognard.games.panzer_blitz.fire import UNSEEN_ARMOR, UNSEEN_SOFT, Muster, able, farthest, is_rider, shooters
from grognard.games.panzer_blitz.sight import sees
from grognard.games.panzer_blitz.spotting import look_at
from grognard.games.panzer_blitz.state import PanzerBlitz, Unit

HOLD, HOLD_ALL, FIRE = "hold fire", "let it pass", "fire"
_UNSEEN = {UNSEEN_SOFT: "AP", UNSEEN_ARMOR: "AT"}


def firing_pool(g: PanzerBlitz, mover: Unit, h: Hex) -> list[Unit]:
    """7.8.1 Enemies who can fire at a moving unit, as far as they know what it is."""
    pool = shooters(g, [u.id for u in g.units(other(mover.side))])
    lines = {_line(u) for u in (mover, *g.load(mover.id))} if not mover.unspotted else {"AP", "AT"}
    found: list[str] = []
    for line in sorted(lines):
        found += able(g, pool, h, line, spotted=not mover.unspotted)
    return [g.pieces[i] for i in dict.fromkeys(found)]


def may_be_watched(g: PanzerBlitz, mover: Unit) -> bool:
    """7.8.1, R-73 Could anybody fire at the mover, for all that its side knows of the Unspotted stacks it sees?"""
    enemy, here = other(mover.side), mover.place
    far = farthest(g.scenario_id, enemy)
    return any(
        h[0] != "a"
        and GRID.distance(h, here) <= far
        and any(g.pieces[i].unspotted and g.pieces[i].side == enemy for i in ids)
        and sees(g, h, here)
        for h, ids in g.at.items()
    )


def _line(unit: Unit) -> str:
    return "AT" if unit.what.armored else "AP"


def strafers(g: PanzerBlitz, mover: Unit) -> list[Unit]:
    """16.1.4 Enemy aircraft on station that can fire at it."""
    return [
        u
        for u in g.aircraft(other(mover.side))
        if u.place and not u.recalled and why_not_attack(g, u, mover.place) is None
    ]


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
        pool, planes = firing_pool(g, mover, mover.place), strafers(g, mover)
        g.reveal()  # whether anybody watches must not show in what can be taken back
        if not pool and not planes and not may_be_watched(g, mover):
            return g.done()
        actions: list[Action] = [Press(FIRE)] if pool else []
        actions += [Pick(u.id) for u in planes]
        name = "An unspotted unit" if mover.unspotted else mover.name
        prompt = f"{name} moves in {mover.place}: " + ("opportunity fire?" if actions else "nobody can fire at it")
        return g.ask(other(mover.side), prompt, [*actions, Press(HOLD), Press(HOLD_ALL)], "PB-7.8.1")

    def take(self, g: PanzerBlitz, action: Action) -> None:
        mover = g.pieces[self.mover]
        match action:
            case Press("fire"):
                look_at(g, mover.place, mover.side)
                g.swap(OpportunityTarget(self.mover, self.road, self.also))
            case Pick(piece):
                g.change(piece, target=mover.place)
                g.swap(AaFire(mover.side, (piece,)), AirAttack(piece))
            case Press("let it pass"):
                g.silent[self.mover] = True
                g.done()
            case _:
                g.done()

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Pick) and action.piece in g.pieces and g.pieces[action.piece].side == side:
            unit = g.pieces[action.piece]
            return Refusal("PB-7.8.9") if unit.spent or unit.disrupted or unit.carrier else None
        return None

    def preview(self, g: PanzerBlitz, action: Action) -> Preview | None:
        """The attack, if it follows at once: a lone unit fires at a lone target."""
        if action != Press(FIRE) or self.hides_odds(g, action):
            return None
        return OpportunityTarget(self.mover, self.road, self.also).lone_preview(g)

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        return g.pieces[self.mover].unspotted


class OpportunityTarget(Step, frozen=True):
    """4.3.7.1, 4.3.10, 7.8.3 The mover, its riders, or what has just been unloaded; then the firers."""

    mover: str
    road: bool
    also: tuple[str, ...]

    def run(self, g: PanzerBlitz) -> None:
        mover = g.pieces[self.mover]
        if mover.unspotted:
            lines = [word for word, line in _UNSEEN.items() if self._pool(g, mover, line)]
            return g.ask(other(mover.side), "Choose what to fire at", [Press(word) for word in lines], "PB-6.2.1")
        options = self._options(g)
        if not options:
            g.tell("PB-7.8.5", "Nobody can harm the mover", sees=(other(g.pieces[self.mover].side),))
            return g.done()
        if len(options) == 1:
            return self._aim(g, g.pieces[options[0]], _line(g.pieces[options[0]]))
        side = other(g.pieces[self.mover].side)
        return g.ask(side, "Choose what to fire at", [Pick(i) for i in options], "PB-4.3.26")

    def _options(self, g: PanzerBlitz) -> list[str]:
        mover = g.pieces[self.mover]
        units = [mover, *(u for u in g.load(mover.id) if is_rider(g, u))]
        units += [g.pieces[i] for i in self.also if i in g.pieces]
        return [u.id for u in units if self._pool(g, u)]

    def _pool(self, g: PanzerBlitz, target: Unit, line: str = "") -> tuple[str, ...]:
        pool = shooters(g, [u.id for u in g.units(other(target.side))])
        return able(g, pool, target.place, line or _line(target), spotted=not target.unspotted)

    def _aim(self, g: PanzerBlitz, target: Unit, line: str) -> None:
        g.swap(self._muster(g, target, line))

    def _muster(self, g: PanzerBlitz, target: Unit, line: str) -> Muster:
        targets = (target.id,) if line == _line(target) else ()
        pool = self._pool(g, target, line)
        return Muster("opportunity", other(target.side), target.place, Part(line, (), targets), pool, road=self.road)

    def lone_preview(self, g: PanzerBlitz) -> Preview | None:
        """The attack of a lone unit on a lone target."""
        options = [g.pieces[i] for i in self._options(g)]
        return self._muster(g, options[0], _line(options[0])).lone_preview(g) if len(options) == 1 else None

    def preview(self, g: PanzerBlitz, action: Action) -> Preview | None:
        if not isinstance(action, Pick):
            return None
        target = g.pieces[action.piece]
        return self._muster(g, target, _line(target)).lone_preview(g)

    def take(self, g: PanzerBlitz, action: Action) -> None:
        match action:
            case Pick(piece):
                self._aim(g, g.pieces[piece], _line(g.pieces[piece]))
            case Press(word):
                self._aim(g, g.pieces[self.mover], _UNSEEN[word])

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        return g.pieces[self.mover].unspotted
