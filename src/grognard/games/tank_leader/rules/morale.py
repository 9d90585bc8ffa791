"""10 Morale: unit and formation checks, suppression, shaken formations, recovery, boosts and catastrophic loss."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.engine import Modifier, Working
from grognard.games.tank_leader.rules.cards import in_effect, in_play, refresh_higher_cards, to_come
from grognard.games.tank_leader.rules.data import (
    CARDS,
    EXPERIENCE,
    TABLES,
    TRUCK_MORALE,
    TYPES,
    came,
    judged,
    other,
    reckoned,
)
from grognard.games.tank_leader.rules.names import tell_about, tell_of
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.victory import settle_control

# -------------------- Units that leave the game, the losses of formations, and the cards of formations that are gone

CAUSES = {
    "TL-10.12.1": ": it was suppressed already",
    "TL-10.32.1": " by a natural 12",
}


def remove(g: TankLeader, unit: Unit, how: str) -> None:
    """Take a unit out of the game; `how` is lost, overstacked, never or "exit HEX"."""
    settle_control(g, unit.place)  # the side that was alone in the hex has held it
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


# -------------------- 10 Morale

SEPARATION = TABLES["doctrine"]["separation"]
RAISE, RUIN = TABLES["morale"]["natural_raise_experience"], TABLES["morale"]["natural_eliminate"]
NATURALS = (RAISE, RUIN)
PARENT_BONUS: int = TABLES["morale"]["parent_recovery_modifier"]
BY_PARENT = Modifier("TL-10.11.4", PARENT_BONUS, "recovery by its parent")


def morale_value(unit: Unit) -> int:
    """10.1 The formation's morale; 7 for trucks."""
    return CARDS[unit.card].morale if unit.card else TRUCK_MORALE


def loss_modifier(g: TankLeader, card: str) -> list[Modifier]:
    """10.11 The card's modifier once for each unit lost."""
    lost = g.losses.get(card, 0)
    text = f"{lost} units lost" if lost > 1 else "a unit lost"
    return [Modifier("TL-10.11.1", lost * CARDS[card].loss_mod, text)] if lost else []


def separation(unit: Unit, what: str) -> int:
    """11.4 The separation modifier of a unit: `what` is morale or fire."""
    if not unit.separated:
        return 0
    key = ("green_vehicle" if unit.vehicle else "green_non_vehicle", "seasoned", "veteran")[unit.exp]
    value: int = SEPARATION[key].get(what, 0)
    return value


def unit_modifiers(g: TankLeader, unit: Unit, hit: int = 0) -> list[Modifier]:
    """10.11 Everything added to a unit's dice."""
    found = loss_modifier(g, unit.card) if unit.card else []
    away = separation(unit, "morale")
    if away:
        found.append(Modifier("TL-10.11.2", away, "separated"))
    if hit:
        found.append(Modifier("TL-10.11.3", hit, f"Hit+{hit}"))
    return found


def roll_unit(g: TankLeader, unit: Unit, modifiers: list[Modifier], cite: str) -> tuple[bool, int]:
    """10.1, 10.31, 10.32 Two dice against morale: passed or not, and the natural roll; a natural 2 raises the unit."""
    working = _check(g, unit.name, modifiers, morale_value(unit))
    text, known = "{unit} in {hex} checks morale: {reckoned} against {morale}, {word}", "{unit} in {hex} checks morale"
    tell_about(
        g, cite, unit, text, known, working, reckoned=reckoned(working), morale=working.needs or 0, word=working.words
    )
    natural = sum(working.faces)
    if natural == RAISE and not unit.boosted and unit.exp < 2:
        raised = g.change(unit.id, exp=unit.exp + 1, boosted=True)
        text = "{unit} in {hex} is {level} now"
        tell_about(g, "TL-10.31.1", raised, text, "", level=EXPERIENCE[raised.exp].title())
    return came(working), natural


def _asked(name: str, modifiers: Sequence[Modifier], morale: int) -> Working:
    return Working(f"{name} checks morale", tuple(modifiers), dice=2, needs=morale, at_most=True)


def _check(g: TankLeader, name: str, modifiers: list[Modifier], morale: int) -> Working:
    """10.1 Two dice and what is added to them, against morale."""
    working = _asked(name, modifiers, morale)
    faces = g.cast(2, lambda fallen: (came(_told(working, fallen)), sum(fallen) if sum(fallen) in NATURALS else 0))
    return _told(working, faces)


def _told(working: Working, faces: tuple[int, ...]) -> Working:
    return judged(working, faces, "passed", "failed")


def preview_nerve(g: TankLeader, unit: Unit) -> Working:
    """14.1 step 1 The check of a unit that is to assault, before it is made."""
    return _asked(unit.name, unit_modifiers(g, unit), morale_value(unit))


def preview_recovery(g: TankLeader, card: str) -> Working:
    """6.62 The check of a formation that its parent is to recover, before it is made."""
    return _asked(CARDS[card].id, [*loss_modifier(g, card), BY_PARENT], CARDS[card].morale)


def check_unit(g: TankLeader, unit: Unit, hit: int = 0, by: Sequence[str] = (), cite: str = "TL-10.1.1") -> bool:
    """10.12 A check that suppresses, or eliminates who is suppressed already; a natural 12 eliminates."""
    passed, natural = roll_unit(g, unit, unit_modifiers(g, unit, hit), cite)
    if natural == RUIN:
        eliminate(g, g.pieces[unit.id], by, "TL-10.32.1")
        return False
    if not passed:
        if unit.suppressed:
            eliminate(g, g.pieces[unit.id], by, "TL-10.12.1")
        else:
            suppress(g, unit.id)
    return passed


def nerve(g: TankLeader, unit: Unit) -> bool:
    """14.1 step 1 A check whose failure only stops the unit; a natural 12 still eliminates it."""
    passed, natural = roll_unit(g, unit, unit_modifiers(g, unit), "TL-14.1.2")
    if natural == RUIN:
        eliminate(g, g.pieces[unit.id], (), "TL-10.32.1")
        return False
    return passed


def suppress(g: TankLeader, unit_id: str) -> None:
    """10.12, 13.35, R-32 A Suppressed marker; passengers dismount on top, suppressed."""
    settle_control(g, g.pieces[unit_id].place)  # the side that was alone in the hex has held it
    unit = g.change(unit_id, suppressed=True)
    tell_of(g, "TL-10.12.1", unit, "is suppressed")
    if unit.vehicle:
        for rider in g.passengers(unit_id):
            rider = g.change(rider.id, carrier="", suppressed=True, up=False)
            g.to_top(rider)
            tell_of(g, "TL-13.35.2", rider, "dismounts and is suppressed")


def recover_unit(g: TankLeader, unit: Unit) -> None:
    """10.15 A suppressed unit that passes loses its marker; failing costs nothing, but for a natural 12."""
    passed, natural = roll_unit(g, unit, unit_modifiers(g, unit), "TL-4.3.1")
    if natural == RUIN:
        eliminate(g, g.pieces[unit.id], (), "TL-10.32.1")
    elif passed:
        tell_of(g, "TL-10.15.1", g.change(unit.id, suppressed=False), "recovers")


# ------------------------------------------------------------------ formations


def roll_formation(g: TankLeader, card: str, bonus: int = 0, cite: str = "TL-10.12.2") -> bool:
    """10.1, R-53 Two dice and the loss modifiers against the morale on the card; no naturals (10.32)."""
    modifiers = loss_modifier(g, card)
    if bonus:
        modifiers.append(Modifier("TL-10.11.4", bonus, "recovery by its parent"))
    working = _check(g, CARDS[card].id, modifiers, CARDS[card].morale)
    g.tell(
        cite,
        "{name} checks morale: {reckoned} against {morale}, {word}",
        working=working,
        name=CARDS[card].id,
        reckoned=reckoned(working),
        morale=CARDS[card].morale,
        word=working.words,
    )
    return came(working)


def shake(g: TankLeader, card: str) -> None:
    """10.12 The card leaves the hand under a Shaken marker."""
    if not g.shaken(card):
        g.cards = {**g.cards, card: "shaken"}
        g.tell("TL-10.12.2", "{name} is shaken", name=CARDS[card].id)


def recover_formation(g: TankLeader, card: str, bonus: int = 0, cite: str = "TL-4.3.2") -> bool:
    """10.15 A shaken formation that passes gets its card back."""
    passed = roll_formation(g, card, bonus, cite)
    if passed:
        g.cards = {**g.cards, card: "hand"}
        g.tell("TL-10.15.1", "{name} recovers", name=CARDS[card].id)
    return passed


def settle_parents(g: TankLeader) -> None:
    """10.23, R-54 A parent is shaken exactly when all its combat formations are that are in play or due to arrive."""
    for key, where in list(g.cards.items()):
        if CARDS[key].type != "parent" or where in ("due", "out"):
            continue
        members = [m for m in map(str, CARDS[key].members) if in_play(g, m) or to_come(g, m)]
        shaken = bool(members) and all(g.shaken(m) for m in members)
        if shaken and where != "shaken":
            g.cards = {**g.cards, key: "shaken"}
            g.tell("TL-10.23.1", "{name} is shaken", name=CARDS[key].id)
        elif not shaken and where == "shaken":
            g.cards = {**g.cards, key: "hand"}
            g.tell("TL-10.23.2", "{name} recovers", name=CARDS[key].id)
