"""19.0 Bridges: collapse under super heavy units, demolition, and the engineers who prevent it."""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.games.night_fight.rules.losses import wipe_out
from grognard.games.night_fight.rules.rolls import against, came
from grognard.games.night_fight.rules.state import NightFight


def engineers_hold(g: NightFight, h: Hex) -> bool:
    """16.3, R47 A German engineer unit in the hex, pinned or not, keeps the bridge safe."""
    return any(u.side != "soviet" and "engineer" in u.what.flags for u in g.here(h))


def cross_bridge(g: NightFight, movers: tuple[str, ...], h: Hex) -> None:
    """19.0 Each super heavy unit that has just entered a bridge hex rolls a die; on a 1 the bridge collapses."""
    if h not in g.land.bridges or h in g.bridges_out or engineers_hold(g, h):
        return
    for mover in movers:
        unit = g.pieces.get(mover)
        if unit is None or unit.what.weight != "SH" or unit.side == "soviet":
            continue
        die = g.d6()
        working = against(f"The bridge at {h} bears {unit.name}", (die,), 2)
        holds = "it holds" if came(working) else "it gives way"
        text = "{unit} weighs on the bridge at {hex}: {die}, {holds}"
        g.tell("NF-19.0.1", text, hexes=(h,), working=working, unit=unit.name, hex=h, die=die, holds=holds)
        if not came(working):
            lose_bridge(g, h, "NF-19.0.2")
            return


def lose_bridge(g: NightFight, h: Hex, cite: str) -> None:
    """19.0, R48 The bridge is gone, and every unit in its hex with it."""
    g.bridges_out[h] = True
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
