"""15.0 Artillery: German strikes called from off the map, Soviet pieces that fall on what they spot."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Deed, Refusal, Step, To, Working
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.data import GRID, SCATTER, TYPES, came, found
from grognard.games.night_fight.rules.fire import blasts
from grognard.games.night_fight.rules.sight import in_view, refresh_spotted
from grognard.games.night_fight.rules.stacking import overstacked
from grognard.games.night_fight.rules.state import Back, HidesOdds, NightFight


class NameHex(Deed, frozen=True):
    """15.1 The strike is called on any hex of the map."""

    stored = To
    is_open = True
    hex: Hex

    @classmethod
    def candidates(cls, g: NightFight, by: CallStrike) -> list[NameHex]:
        return [cls(h) for h in sorted(g.soviet_hexes)]

    def why_not(self, g: NightFight, by: CallStrike) -> Refusal | None:
        return None if self.hex in GRID else Refusal("NF-15.1.1", "Name a hex of the map.")

    def do(self, g: NightFight, by: CallStrike) -> None:
        g.done()
        g.acted = {**g.acted, by.side: True}
        g.strikes = {**g.strikes, by.side: g.strikes[by.side] - 1}
        g.call(*fall(g, by.side, self.hex))

    def preview(self, g: NightFight, by: CallStrike) -> Working:
        """15.1, R39 Whether it scatters is no secret; what it does to a hidden piece is."""
        return strays(self.hex, scatters_on(g, by.side, self.hex))


class CallStrike(HidesOdds, ChoiceStep, frozen=True):
    """15.1 A player names any hex of the map for an artillery strike."""

    side: str

    deeds = (NameHex, Back)

    def run(self, g: NightFight) -> None:
        g.ask(self.side, "Where shall the strike fall?", self.offered(g), "NF-15.1.1")


def strays(named: Hex, limit: int) -> Working:
    """15.1 The working of the roll for scatter."""
    return Working(f"A strike on {named} scatters", dice=1, needs=limit, at_most=True)


def scatters_on(g: NightFight, side: str, h: Hex) -> int:
    """15.1, 11.0, 20.2, R40 The highest die that scatters: 1 if a command unit sees it, 2 if another, 3 if none."""
    observers = [
        u for u in g.germans() if not u.pinned and not overstacked(g, u.place) and in_view(g, u.side, u.place, h)
    ]
    if any(u.side == side and "command" in u.what.flags for u in observers):
        return 1
    return 2 if observers else 3


SEEN_BY = {1: "observed by a command unit", 2: "observed by a German unit", 3: "which no German unit observes"}


def fall(g: NightFight, side: str, named: Hex) -> list[Step]:
    """15.1 to 15.5 One die for scatter, then every unit in the hex it reaches is attacked; the strike is spent."""
    die = g.d6()
    limit = scatters_on(g, side, named)
    text = "A strike is called on {hex}, {seen}: {die}, it {verdict}"
    working = strays(named, limit).rolled((die,), "yes" if die <= limit else "no")
    g.outcome("Astray" if came(working) else "Falls where it was called")
    verdict = f"scatters, as on {limit} or less" if came(working) else "falls where it was called"
    seen = SEEN_BY[limit]
    g.tell("NF-15.1.2", text, hexes=(named,), working=working, hex=named, seen=seen, die=die, verdict=verdict)
    struck = scatter(g, named) if came(working) else named
    if struck is None:
        return []
    if struck not in g.at:
        g.tell("NF-15.3.2", "Nobody is in {hex}", hexes=(struck,), hex=struck)
    strength = TYPES["artillery_strike"].strength or 0
    return blasts(g, struck, strength)


def scatter(g: NightFight, h: Hex) -> Hex | None:
    """15.3, R15 One die for the direction, one for the distance, in a straight line."""
    direction, distance = g.d6(), g.d6()
    reached = GRID.step(h, SCATTER[direction - 1], distance)
    where = f"falls on {reached}" if reached else "leaves the map and is lost"
    text = "It goes astray by {n} and {where}"
    working = found("Direction and distance", (direction, distance), where)
    g.tell("NF-15.3.1", text, working=working, n=with_count(distance, "hex"), where=where)
    return reached


class SovietStrike(Step, frozen=True):
    """15.2, 15.5, R41 A Soviet artillery piece falls on the hex it spotted and is gone."""

    piece: str
    hex: Hex

    def run(self, g: NightFight) -> None:
        piece = g.drop(self.piece)
        g.reveal()
        g.tell("NF-15.2.2", "Soviet artillery falls on {hex}", hexes=(self.hex,), hex=self.hex)
        g.shot_at = {**g.shot_at, **dict.fromkeys(g.at.get(self.hex, ()), True)}
        refresh_spotted(g)
        g.swap(*blasts(g, self.hex, piece.what.strength or 0))
