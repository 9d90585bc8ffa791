"""19.0 Bridges: collapse under super heavy units, demolition, and the engineers who prevent it."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.hexes.grid import Hex
from grognard.engine import Working
from grognard.games.night_fight.rules.data import came
from grognard.games.night_fight.rules.losses import wipe_out
from grognard.games.night_fight.rules.spotting import may_react
from grognard.games.night_fight.rules.state import NightFight, Unit

BEARS_ON = 2  # 19.0 on a 1 it collapses


def engineers_hold(g: NightFight, h: Hex) -> bool:
    """16.3, R47 A German engineer unit in the hex, pinned or not, keeps the bridge safe."""
    return any(u.side != "soviet" and "engineer" in u.what.flags for u in g.here(h))


def cross_bridge(g: NightFight, movers: tuple[str, ...], h: Hex) -> None:
    """19.0 Each super heavy unit that has just entered a bridge hex rolls a die; on a 1 the bridge collapses."""
    if h not in g.land.bridges or h in g.bridges_out or engineers_hold(g, h):
        return
    weighs = [u for i in movers if (u := g.pieces.get(i)) and u.what.weight == "SH" and u.side != "soviet"]
    for unit in weighs:
        die = g.d6()
        working = bears(h, unit).rolled((die,), "yes" if die >= BEARS_ON else "no")
        holds = "it holds" if came(working) else "it gives way"
        text = "{unit} weighs on the bridge at {hex}: {die}, {holds}"
        g.tell("NF-19.0.1", text, hexes=(h,), working=working, unit=unit.name, hex=h, die=die, holds=holds)
        if not came(working):
            g.outcome("Loses the bridge, and all on it")
            return lose_bridge(g, h, "NF-19.0.2")
    if weighs:
        g.outcome("The bridge holds")
    return None


def bears(h: Hex, unit: Unit) -> Working:
    """19.0 The working of the roll for a bridge under a super heavy unit."""
    return Working(f"The bridge at {h} bears {unit.name}", dice=1, needs=BEARS_ON)


def first_roll(g: NightFight, units: tuple[Unit, ...], way: Iterable[Hex]) -> Working | None:
    """5.3, 19.0 The roll for the first bridge that super heavy units of a stack come to, if it is the first of all.

    None where Soviet pieces may look or fire before: what they are decides who rolls.
    """
    heavy = [u for u in units if u.what.weight == "SH"]
    engineers = any("engineer" in u.what.flags for u in units)
    for h in way if heavy and not engineers else ():
        if h in g.land.bridges and h not in g.bridges_out and not engineers_hold(g, h):
            return bears(h, heavy[0])
        if may_react(g, units, h):
            return None
    return None


def lose_bridge(g: NightFight, h: Hex, cite: str) -> None:
    """19.0, R48 The bridge is gone, and every unit in its hex with it."""
    g.bridges_out = {**g.bridges_out, h: True}
    g.tell(cite, "The bridge at {hex} is destroyed", hexes=(h,), hex=h)
    wipe_out(g, h, combat=False)


def demolish(g: NightFight, h: Hex, cite: str) -> None:
    """6.0, 21.1 An event or a scenario roll destroys a bridge, unless it is lost already or engineers hold it."""
    if h not in g.land.bridges:
        return g.tell("NF-6.0.11", "There is no bridge at {hex} on this map: nothing is lost", hexes=(h,), hex=h)
    if h in g.bridges_out:
        return g.tell("NF-6.0.11", "The bridge at {hex} is out already: nothing more is lost", hexes=(h,), hex=h)
    if engineers_hold(g, h):
        return g.tell("NF-16.3.1", "German engineers save the bridge at {hex}", hexes=(h,), hex=h)
    return lose_bridge(g, h, cite)
