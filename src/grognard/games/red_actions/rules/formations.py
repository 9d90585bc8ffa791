"""Formations (RA-FRM), dividing and combining (RA-ACT.5 to RA-ACT.7), mounting, limbering and carts (RA-ACT.15)."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from grognard.board.bases import COLUMN, FILE, LINE, SKIRMISH
from grognard.board.inches import Box, ahead, beside, distance, hundredths, within
from grognard.engine import Refusal
from grognard.games.red_actions.rules.bodies import (
    apart,
    bases_of,
    body,
    centre,
    crowd_near,
    on_the_table,
    overlap,
    stored,
)
from grognard.games.red_actions.rules.data import BASE_WIDTH
from grognard.games.red_actions.rules.drift import has_room, in_a_house
from grognard.games.red_actions.rules.going import allowance_of
from grognard.games.red_actions.rules.losses import say
from grognard.games.red_actions.rules.movement import deployed_among_trees
from grognard.games.red_actions.rules.retire import follow_seniors
from grognard.games.red_actions.rules.state import TABLE, UPROOTED, RedActions, Unit, is_vehicle

ALL = (LINE, COLUMN, FILE, SKIRMISH)
COMBINE_REACH = 2.0
HORSES_REACH = 6.0


# ------------------------------------------------------------------ formation


def why_not_form(g: RedActions, unit: Unit, formation: str, formed: bool) -> Refusal | None:
    """RA-FRM.4 to RA-FRM.9, RA-FRM.14, RA-TER.17, RA-TRT.20 Why a unit may not change to a formation."""
    if formation not in ALL or (formation == unit.formation and formed == unit.formed):
        return Refusal("RA-FRM.9", "It stands like that already.")
    if unit.pinned:
        return Refusal("RA-MOR.34")
    if unit.inside or unit.wagons or is_vehicle(unit) or unit.kind == "officer":
        return Refusal("RA-FRM.14", "It has no formation to change.")
    if unit.bases == 1 and formation != LINE:
        return Refusal("RA-FRM.14")
    if formed and not (unit.has("Formed") and unit.kind == "sabres" and formation in (LINE, COLUMN)):
        return Refusal("RA-TRT.20")
    if formation == SKIRMISH and not _may_skirmish(unit, formed):
        return Refusal("RA-FRM.7")
    there = replace(unit, formation=formation, formed=formed)
    return Refusal("RA-TER.17") if deployed_among_trees(g, there) else _why_no_room(g, there)


def _may_skirmish(unit: Unit, formed: bool) -> bool:
    if unit.kind == "sabres":
        return not formed
    return unit.kind == "rifles" and not unit.carts and (unit.has("Skirmisher") or unit.has("Partisan"))


def _why_no_room(g: RedActions, there: Unit) -> Refusal | None:
    if not on_the_table(g, there) or in_a_house(g, there):
        return Refusal("RA-MOV.34", "There is no room.")
    stands = body(g, there)
    for other, body_of in crowd_near(g, stands, 1.0):
        if other.id == there.id or body_of.inside:
            continue
        if other.side == there.side and overlap(g, there, other):
            return Refusal("RA-MOV.34", f"{other.name} leaves no room.")
        if other.side != there.side and not other.hidden and apart(g, there, other) < 0.995:
            return Refusal("RA-MOV.5", f"{other.name} is too near.")
    return None


def change_formation(g: RedActions, unit: Unit, formation: str, formed: bool) -> None:
    """RA-FRM.9, RA-FRM.16 The new formation stands on the same anchor."""
    g.change(unit.id, formation=formation, formed=formed, **UPROOTED)
    order = " in formed order" if formed else ""
    say(g, unit, "RA-FRM.9", "{unit} forms {f}{order}", f=formation.replace("_", " "), order=order)


# ------------------------------------------------------------------ dividing and combining


def least_part(unit: Unit) -> int:
    """RA-ACT.6 2 bases, 1 for MGs, guns and tachankas."""
    return 1 if unit.kind in ("mg", "gun", "tachanka", "mortar") else 2


def why_not_divide(g: RedActions, unit: Unit, bases: int) -> Refusal | None:
    """RA-ACT.5, RA-ACT.6 Why a unit may not split off so many bases."""
    if unit.pinned or unit.routing:
        return Refusal("RA-MOR.34")
    if is_vehicle(unit) or unit.inside or unit.riding or unit.mounted_as or unit.hidden:
        return Refusal("RA-ACT.6", "It cannot divide here.")
    if min(bases, unit.bases - bases) < least_part(unit):
        return Refusal("RA-ACT.6")
    if unit.formation == FILE:
        return Refusal("RA-ACT.21", "It has no ends to name in road column.")
    if unit.formation == COLUMN and (unit.bases - bases) % 2:
        return Refusal("RA-ACT.21", "A column divides between ranks.")
    return None


def divide(g: RedActions, unit: Unit, bases: int, *, with_officer: bool) -> None:
    """RA-ACT.6, RA-ACT.21, RA-ACT.22 The right end or rear ranks become a new unit; no base moves."""
    places = bases_of(g, unit)
    kept = unit.bases - bases
    old, new = places[:kept], places[kept:]
    name = _new_id(g, unit)
    terror = _split_terror(unit, bases)
    x, y = _anchor(unit, old)
    rest = replace(
        unit,
        bases=kept,
        x=x,
        y=y,
        terror=unit.terror - terror,
        officer=None if with_officer else unit.officer,
        acted=True,
    )
    g.put(_clear_of_neighbours(g, rest))
    x, y = _anchor(unit, new)
    part = replace(
        unit,
        id=name,
        name=f"{unit.name} II",
        bases=bases,
        x=x,
        y=y,
        terror=terror,
        officer=unit.officer if with_officer else None,
        stiff=False,
        acted=True,
        moved=False,
    )
    g.put(_clear_of_neighbours(g, part))
    g.tell("RA-ACT.6", "{unit} divides: {a} and {b} bases", unit=unit.name, a=kept, b=bases)


def _clear_of_neighbours(g: RedActions, unit: Unit) -> Unit:
    """RA-ACT.22 A part where its bases stood; rounding to hundredths must not push it into a unit that it touches."""
    shifts = product((0, 1, -1), repeat=2)
    tries = (replace(unit, x=unit.x + dx, y=unit.y + dy) for dx, dy in shifts)
    return next((there for there in tries if has_room(g, there)), unit)


def _split_terror(unit: Unit, bases: int) -> int:
    """RA-ACT.6 In proportion, odd ones to the larger part."""
    kept = unit.bases - bases
    share = unit.terror * min(bases, kept) // unit.bases
    return share if bases <= kept else unit.terror - share


def _anchor(unit: Unit, places: tuple[Box, ...]) -> tuple[int, int]:
    """The anchor of a part: the centre of the front edge of its bases."""
    fronts = [b.front for b in places]
    if unit.formation == COLUMN:
        fronts = fronts[:2]
    x = sum(p[0] for p in fronts) / len(fronts)
    y = sum(p[1] for p in fronts) / len(fronts)
    return hundredths(x), hundredths(y)


def _new_id(g: RedActions, unit: Unit) -> str:
    n = 2
    while f"{unit.id}-{n}" in g.pieces or f"{unit.id}-{n}" in g.gone:
        n += 1
    return f"{unit.id}-{n}"


def why_not_combine(g: RedActions, unit: Unit, other: Unit) -> Refusal | None:
    """RA-ACT.7 Why two units may not merge."""
    if other.id == unit.id or other.side != unit.side or other.type != unit.type or unit.type == "senior_officer":
        return Refusal("RA-ACT.7", "Only two units of one type combine.")
    if unit.pinned or other.pinned or unit.routing or other.routing or other.acted or other.hidden or unit.hidden:
        return Refusal("RA-ACT.7")
    if is_vehicle(unit) or unit.inside or other.inside or other.riding or unit.mounted_as or other.mounted_as:
        return Refusal("RA-ACT.7")
    if (unit.limbered, unit.carts) != (other.limbered, other.carts):
        return Refusal("RA-ACT.7")
    most = 4 if unit.kind in ("mg", "gun", "mortar", "tachanka") else 6
    if unit.bases + other.bases > most:
        return Refusal("RA-ACT.7", f"Together they would have more than {most} bases.")
    if not within(apart(g, unit, other), COMBINE_REACH):
        return Refusal("RA-ACT.7", "They are more than 2 inches apart.")
    there = replace(unit, bases=unit.bases + other.bases)
    if not within(distance(centre(g, there), centre(g, other)), allowance_of(other) + there.bases * BASE_WIDTH):
        return Refusal("RA-ACT.21")
    trial = [u for u in g.troops() if u.id not in (unit.id, other.id)]
    if any(overlap(g, there, u) for u in trial if not u.inside) or not on_the_table(g, there) or in_a_house(g, there):
        return Refusal("RA-MOV.34", "There is no room.")
    return None


def combine(g: RedActions, unit: Unit, other: Unit) -> None:
    """RA-ACT.7, RA-ACT.22 Terror adds up, the larger humiliation counts, the better officer stays."""
    officers = [o for o in (unit.officer, other.officer) if o is not None]
    best = max(officers, key=lambda o: o.bonus, default=None)
    g.change(
        unit.id,
        bases=unit.bases + other.bases,
        terror=unit.terror + other.terror,
        humiliated=max(unit.humiliated, other.humiliated),
        officer=best,
        acted=True,
        **UPROOTED,
    )
    for senior in [s for s in g.seniors(unit.side) if s.attached == other.id]:
        g.change(senior.id, attached=unit.id)
    g.drop(other.id)
    g.gone[other.id] = "combined"
    follow_seniors(g, unit.id)
    g.tell("RA-ACT.7", "{unit} takes in {other}", unit=unit.name, other=other.name)


# ------------------------------------------------------------------ mounting, limbering, carts


def why_not_change_mount(g: RedActions, unit: Unit, button: str) -> Refusal | None:
    """RA-ACT.15, RA-ACT.26, RA-FRM.11 to RA-FRM.15 Why a unit may not mount, dismount, limber or unlimber."""
    if unit.pinned or unit.routing:
        return Refusal("RA-MOR.34")
    if button == "dismount":
        if not unit.carts and (not unit.what.dismounts_as or unit.inside):
            return Refusal("RA-FRM.12")
        return _why_no_room(g, _dismounted(g, unit))
    if button == "mount":
        if unit.has("Carts") and not unit.mounted_as and not unit.carts and not unit.inside:
            return _why_no_room(g, replace(unit, carts=True, formation=COLUMN))
        return why_not_remount(g, unit)
    if unit.kind != "gun":
        return Refusal("RA-ACT.15")
    if (button == "limber") == unit.limbered or unit.inside:
        return Refusal("RA-ACT.15", "It is so already.")
    return _why_no_room(g, replace(unit, limbered=not unit.limbered))


def why_not_remount(g: RedActions, unit: Unit) -> Refusal | None:
    """RA-ACT.26, RA-FRM.15 Every base within 6 inches of the led horses, if they are still there."""
    if not unit.mounted_as:
        return Refusal("RA-ACT.15")
    if not unit.horses[2]:
        return Refusal("RA-FRM.15")
    x, y, _ = unit.horses
    if unit.inside:
        return Refusal("RA-ACT.26")
    far = max(distance(b.centre, (x / 100, y / 100)) for b in bases_of(g, unit))
    if not within(far, HORSES_REACH):
        return Refusal("RA-ACT.26")
    return _why_no_room(g, _remounted(unit))


def _remounted(unit: Unit) -> Unit:
    bases = max(n for n in range(1, unit.horses[2] + 1) if dismounted_bases(n) <= unit.bases)
    return replace(unit, type=unit.mounted_as, mounted_as="", bases=bases, formation=COLUMN)


def _dismounted(g: RedActions, unit: Unit) -> Unit:
    """RA-FRM.12 Off the carts, or off the horses, which are led behind."""
    if unit.carts:
        return replace(unit, carts=False)
    bases = dismounted_bases(unit.bases)
    return replace(
        unit,
        type=unit.what.dismounts_as,
        mounted_as=unit.type,
        bases=bases,
        terror=min(unit.terror, bases),
        horses=(*stored(centre(g, unit)), unit.bases),
        formed=False,
        formation=LINE if unit.formation == SKIRMISH else unit.formation,
    )


def dismounted_bases(bases: int) -> int:
    """RA-FRM.12 Three quarters as many, rounded up."""
    return -(-3 * bases // 4)


def change_mount(g: RedActions, unit: Unit, button: str) -> None:
    """RA-ACT.15 Carry out a mount, dismount, limber or unlimber."""
    if button in ("limber", "unlimber"):
        g.change(unit.id, limbered=button == "limber")
    elif button == "dismount":
        g.put(_dismounted(g, unit))
    elif unit.has("Carts") and not unit.mounted_as:
        g.change(unit.id, carts=True, formation=COLUMN, lying=False)
    else:
        g.put(replace(_remounted(unit), horses=(0, 0, 0), lying=False))
    say(g, unit, "RA-ACT.15", "{unit}: {button}", button=button)


# ------------------------------------------------------------------ riding in a train


def why_not_board(g: RedActions, unit: Unit, train: Unit) -> Refusal | None:
    """RA-ACT.26, RA-VEH.7 Foot within an inch of a train that has room."""
    if unit.kind != "rifles" or unit.carts or train.kind != "train" or train.side != unit.side or unit.inside:
        return Refusal("RA-VEH.7")
    if unit.pinned or unit.routing or unit.mounted_as:
        return Refusal("RA-MOR.34")
    taken = sum(u.bases for u in g.pieces.values() if u.place == f"train:{train.id}")
    if taken + unit.bases > 6:
        return Refusal("RA-VEH.7", "Six bases of foot may ride.")
    if not within(apart(g, unit, train), 1.0):
        return Refusal("RA-ACT.26")
    return None


def board(g: RedActions, unit: Unit, train: Unit) -> None:
    """RA-ACT.15 Embark: the unit shares the fate of the train."""
    g.change(unit.id, place=f"train:{train.id}", lying=False, **UPROOTED)
    g.tell("RA-ACT.15", "{unit} boards {train}", unit=unit.name, train=train.name)


def alight_place(g: RedActions, unit: Unit, train: Unit | None = None) -> Unit | None:
    """RA-ACT.26 A free place within 2 inches of the train, as it stands or as it would stand elsewhere."""
    train = train or g.pieces[unit.place.removeprefix("train:")]
    for b in bases_of(g, train):
        for side in (1, -1):
            for off in (0.7, 1.3, 1.8):
                p = beside(b.centre, b.facing, side * (b.half_width + off))
                facing = (b.facing + side * 900) % 3600
                p = ahead(p, facing, unit.depth / 2)
                there = replace(unit, place=TABLE, x=hundredths(p[0]), y=hundredths(p[1]), facing=facing)
                if _why_no_room(g, there) is None:
                    return there
    return None
