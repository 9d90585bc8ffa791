"""Units that leave the game, the losses of formations, and the cards of formations that are gone."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.tank_leader.rules.cards import in_effect, refresh_higher_cards
from grognard.games.tank_leader.rules.control import settle_control
from grognard.games.tank_leader.rules.data import TYPES, other
from grognard.games.tank_leader.rules.names import tell_about
from grognard.games.tank_leader.rules.state import TankLeader, Unit

CAUSES = {
    "TL-10.12.1": ": it was suppressed already",
    "TL-10.32.1": " by a natural 12",
}


def remove(g: TankLeader, unit: Unit, how: str) -> None:
    """Take a unit out of the game; `how` is lost, overstacked, never or "exit HEX"."""
    settle_control(g, unit.place)  # whoever was alone in the hex has held it
    release(g, unit)
    g.drop(unit.id)
    g.out = {**g.out, unit.id: replace(unit, place=how, carrier="", recorded="")}
    if unit.card and not g.members(unit.card):
        discard(g, unit.card)


def release(g: TankLeader, gone: Unit) -> None:
    """14.11 Who close assaulted a unit is no longer bound by it when it leaves the hex or dies."""
    for unit in g.side_here(gone.place, other(gone.side)) if len(g.at.get(gone.place, ())) > 1 else ():
        if gone.id in unit.bound:
            g.change(unit.id, bound=tuple(i for i in unit.bound if i != gone.id))


def discard(g: TankLeader, card: str) -> None:
    """R-13 The card of a formation without units leaves the game."""
    if in_effect(g, card):
        return  # it goes when it is set aside
    g.pile = tuple(key for key in g.pile if key != card)
    g.cards = {**g.cards, card: "out"}
    g.tell("TL-6.5.1", "The card of {name} leaves the game", name=g.card(card).id)
    refresh_higher_cards(g)


def eliminate(g: TankLeader, unit: Unit, by: Sequence[str] = (), cite: str = "TL-9.34.1") -> None:
    """9.34, 10.32, 13.35 A unit lost in combat, its passengers with it. `by` are the types that did it."""
    riders = g.passengers(unit.id) if unit.vehicle else []
    for lost in (unit, *riders):
        why = CAUSES.get(cite, "") if lost is unit else " with its vehicle"
        text = f"{{unit}} in {{hex}} is eliminated{why}"
        tell_about(g, cite, lost, text, text)
        if lost.card:
            g.losses = {**g.losses, lost.card: g.losses.get(lost.card, 0) + 1}
            g.lost_now = {**g.lost_now, lost.card: g.lost_now.get(lost.card, 0) + 1}
        _feats(g, lost, by)
        remove(g, lost, "lost")


def _feats(g: TankLeader, lost: Unit, by: Sequence[str]) -> None:
    """15.5.8 Points for what an artillery unit destroys."""
    for row in g.scenario["aim"]:
        wanted = row["kind"] == "eliminated_by" and lost.type in row["types"] and lost.side != row["side"]
        if wanted and any(TYPES[t].kind == row["by_class"] for t in by):
            g.feats = {**g.feats, row["side"]: row["vp_once"]}
