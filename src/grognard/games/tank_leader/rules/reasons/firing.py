"""9, 10, 12 to 14.1 What breaks the rules of fire: direct, combined, indirect, in opportunity and in an assault."""

from __future__ import annotations

from grognard.games.tank_leader.rules.data import GRID, SOVIET
from grognard.games.tank_leader.rules.fire import AI, AV
from grognard.games.tank_leader.rules.reasons.case import Case, Table, apart, stands
from grognard.games.tank_leader.rules.spotting import in_sight
from grognard.games.tank_leader.rules.state import TankLeader, Unit

WIRE = 3  # 13.23


def far_off(g: TankLeader, firer: Unit, target: Unit, strength: str) -> bool:
    """9.21, 12.13 The range on the counter, or for infantry's AV its own hex if the counter says no more."""
    what = firer.what
    return apart(firer, target) > ((what.av_range or 0) if what.infantry and strength == AV else what.range)


def unarmed(g: TankLeader, firer: Unit, target: Unit, strength: str) -> bool:
    return (firer.what.av if strength == AV else firer.what.ai) is None


def covered(g: TankLeader, firer: Unit, target: Unit, strength: str) -> bool:
    """9.21 A unit of the same kind, vehicle or not, lies above it."""
    here = [u for u in g.here(target.place) if u.side == target.side and not u.carrier and u.vehicle == target.vehicle]
    return here[-1].id != target.id


def friends(g: TankLeader, firer: Unit, target: Unit) -> list[Unit]:
    """Units of the firer's side in another hex, hidden ones too."""
    if stands(firer) == target.place:
        return []
    return [u for u in g.pieces.values() if u.side == firer.side and stands(u) == target.place]


def inactive(g: TankLeader, unit: Unit) -> bool:
    """6.61 No unit of an active formation that could still operate."""
    return unit.card not in g.active or not unit.up or unit.suppressed or bool(unit.carrier)


def blind(g: TankLeader, firer: Unit, target: Unit, strength: str) -> bool:
    return not in_sight(g, stands(firer), target.place)


def may_share(g: TankLeader, unit: Unit, target: Unit) -> bool:
    """13.12 Could a unit add its AI strength?"""
    able = not inactive(g, unit) and not unit.vehicle and unit.what.ai is not None and bool(stands(unit))
    return able and apart(unit, target) <= unit.what.range and not blind(g, unit, target, AI)


def alone(c: Case) -> bool:
    """13.12 Nobody but the one who begins could add his strength."""
    firer, target = c.actor, c.target
    if firer is None or target is None or not c.is_a("Combine"):
        return False
    ours = (u for u in c.g.pieces.values() if u.side == c.side and u.id != firer.id)
    return not any(may_share(c.g, u, target) for u in ours)


def fires_already(c: Case) -> bool:
    """13.12, 13.23 The unit named is among those chosen."""
    chosen = (*getattr(c.step, "firers", ()), *getattr(c.step, "chosen", ()))
    return c.named is not None and c.named.id in chosen


def no_assaulter(c: Case) -> bool:
    """13.12, 14.12 No unit of the assault that has still to fire, or one without AI strength."""
    assault = getattr(c.step, "assault", None)
    if assault is None or c.named is None:
        return False
    return (
        c.named.id not in assault.units or c.named.id in assault.fired or c.named.suppressed or c.named.what.ai is None
    )


# ------------------------------------------------------------------ indirect fire


def gun(c: Case) -> Unit | None:
    """13.2 The gun in question: the one named where guns gather, else the one that acts."""
    return c.named if c.is_a("GatherGuns") else c.actor


def no_aim(c: Case) -> bool:
    """13.21 A gun without a boxed range, or no hex with an enemy within it."""
    shooter = gun(c)
    if shooter is None or not shooter.what.indirect or not stands(shooter):
        return True
    hexes = [c.fought()] if c.fought() else list(c.g.at)
    within = [h for h in hexes if GRID.distance(stands(shooter), h) <= shooter.what.range]
    return not any(c.enemies(h) and not _ours(c, h) for h in within)


def _ours(c: Case, h: str) -> bool:
    return any(u.side == c.side and stands(u) == h for u in c.g.pieces.values())


def pairs(c: Case) -> tuple[tuple[str, str], ...]:
    return tuple(getattr(c.step, "pairs", ()))


def could_direct(c: Case, shooter: Unit, spotter: Unit, h: str) -> bool:
    """13.22, 13.23 Itself or a unit with a star, active, that sees the hex and is not yet taken."""
    if inactive(c.g, spotter) or not stands(spotter) or c.g.loaded(spotter) or not in_sight(c.g, stands(spotter), h):
        return False
    if any(spotter.id == n for n, _ in pairs(c)):
        return False
    return spotter.id == shooter.id or (spotter.what.star and not wired(c, shooter, spotter))


def wired(c: Case, shooter: Unit, spotter: Unit) -> bool:
    """13.23 A Soviet spotter too far from the guns, or with guns of another hex to serve."""
    if spotter.side != SOVIET:
        return False
    elsewhere = any(s == spotter.id and stands(c.g.pieces[n]) != stands(shooter) for n, s in pairs(c))
    return elsewhere or (spotter.id != shooter.id and apart(spotter, shooter) > WIRE)


def nobody_directs(c: Case) -> bool:
    shooter = gun(c)
    if shooter is None:
        return False
    hexes = [c.fought()] if c.fought() else [h for h in c.g.at if c.enemies(h)]
    ours = [u for u in c.g.pieces.values() if u.side == c.side]
    within = [h for h in hexes if GRID.distance(stands(shooter), h) <= shooter.what.range and not _ours(c, h)]
    return not any(could_direct(c, shooter, u, h) for h in within for u in ours)


def bad_spotter(c: Case) -> bool:
    spotter, shooter = c.named, c.actor
    if spotter is None or shooter is None or not c.is_a("ChooseSpotter"):
        return False
    return inactive(c.g, spotter) or not (spotter.what.star or spotter.id == shooter.id)


def bad_wire(c: Case) -> bool:
    return c.named is not None and c.actor is not None and wired(c, c.actor, c.named)


def taken(c: Case) -> bool:
    """13.23 The unit fires or spots in this fire."""
    return c.named is not None and any(c.named.id in pair for pair in pairs(c))


# ------------------------------------------------------------------ opportunity and assault


def no_defender(c: Case) -> bool:
    """14.1 Not infantry of one's own in the hex, or not fire at who assaults it."""
    unit, h = c.named, str(getattr(c.step, "hex", ""))
    if not c.is_a("Defend") or unit is None:
        return c.is_a("Window") and unit is not None and unit.id in getattr(c.step, "barred", ())
    return (
        unit.side != c.side
        or not unit.what.infantry
        or stands(unit) != h
        or getattr(c.action, "target", "") not in (*getattr(c.step, "units", ()),)
    )


def turned_down(c: Case) -> bool:
    """9.4, 12.14 The enemy's, or face-down, but for infantry in the hex of the mover."""
    unit, mover = c.named, c.target
    if unit is None or mover is None:
        return False
    return unit.side != c.side or (not unit.up and not (unit.what.infantry and stands(unit) == mover.place))


def wrong_arm(c: Case) -> bool:
    """14.22 Infantry that is overrun fires AI at the vehicle."""
    return c.target is not None and c.target.vehicle and c.strength == AI and getattr(c.step, "only", None) is not None


TABLE: Table = {
    "TL-9.1.1": (("no enemy on the map", lambda c: c.fires(lambda g, f, t, s: t.side == f.side or not t.place)),),
    "TL-9.11.1": (
        ("no sight", lambda c: c.fires(blind)),
        (
            "the spotter does not see the hex",
            lambda c: (
                c.is_a("ChooseSpotter") and c.named is not None and not in_sight(c.g, stands(c.named), c.fought())
            ),
        ),
    ),
    "TL-9.21.1": (("out of range", lambda c: c.fires(far_off)),),
    "TL-9.21.4": (("another lies on top", lambda c: c.fires(covered)),),
    "TL-8.51.4": (
        ("a vehicle of one's own", lambda c: c.fires(lambda g, f, t, s: any(u.vehicle for u in friends(g, f, t)))),
    ),
    "TL-13.14.1": (
        (
            "a soft unit of one's own",
            lambda c: c.fires(lambda g, f, t, s: any(not u.vehicle or u.what.soft for u in friends(g, f, t))),
        ),
    ),
    "TL-2.11.6": (("no such strength", lambda c: c.fires(unarmed)),),
    "TL-12.13.1": (
        (
            "infantry's AV out of its hex",
            lambda c: c.fires(lambda g, f, t, s: f.what.infantry and far_off(g, f, t, AV)),
        ),
    ),
    "TL-13.1.1": (("AV at who is no vehicle", lambda c: c.fires(lambda g, f, t, s: s == AV and not t.vehicle)),),
    "TL-13.14.3": (("AI at armour", lambda c: c.fires(lambda g, f, t, s: s == AI and t.vehicle and not t.what.soft)),),
    "TL-13.12.7": (("a vehicle in combined fire", lambda c: c.firer is not None and c.firer.vehicle),),
    "TL-13.12.1": (
        ("not active", lambda c: c.firer is not None and inactive(c.g, c.firer)),
        ("nobody else could join", alone),
        ("it fires already", fires_already),
        ("no assaulter that could join", no_assaulter),
    ),
    "TL-9.4.1": (("face-down, or of the moving side", turned_down),),
    "TL-9.43.1": (("it has fired here", lambda c: c.named is not None and c.named.id in getattr(c.step, "shot", ())),),
    "TL-10.13.1": (("suppressed", lambda c: c.named is not None and c.named.suppressed),),
    "TL-10.14.1": (("shaken", lambda c: c.g.shaken(c.card) or (c.named is not None and c.g.shaken(c.named.card))),),
    "TL-13.21.1": (("no indirect fire so far, or at nobody", no_aim),),
    "TL-13.21.2": (("units of one's own there", lambda c: _ours(c, c.fought())),),
    "TL-13.22.1": (("nobody could spot", nobody_directs), ("no active unit with a star", bad_spotter)),
    "TL-13.23.2": (("too far from the guns, or with other guns", bad_wire),),
    "TL-13.23.3": (("it fires or spots already", taken),),
    "TL-13.25.1": (
        ("not active", lambda c: c.named is not None and (c.named.side != c.side or inactive(c.g, c.named))),
    ),
    "TL-13.34.2": (
        ("loaded", lambda c: any(u is not None and c.g.loaded(u) for u in (c.actor, c.named))),
        ("carried", lambda c: c.named is not None and bool(c.named.carrier)),
    ),
    "TL-14.1.3": (
        (
            "it is not to fire in this assault",
            lambda c: (
                c.named is None
                or c.named.id not in getattr(c.step, "units", ())
                or c.named.id in getattr(c.step, "fired", ())
                or c.named.suppressed
            ),
        ),
    ),
    "TL-14.1.4": (("no infantry in the assaulted hex, or it waits for its turn", no_defender),),
    "TL-14.11.3": (("a vehicle in the assaulted hex", lambda c: c.named is not None and c.named.vehicle),),
    "TL-14.12.1": (
        (
            "AV at infantry, or AI at armour",
            lambda c: (c.strength == AV) == bool(getattr(c.step, "steady", False)),
        ),
    ),
    "TL-14.2.3": (
        (
            "the infantry that is overrun checks first, or alone fires now",
            lambda c: (
                c.named is not None
                and (
                    c.named.id in getattr(c.step, "barred", ()) or c.named.id not in (getattr(c.step, "only", ()) or ())
                )
            ),
        ),
    ),
    "TL-14.22.1": (("AI at who overruns", wrong_arm),),
}
