"""3.0 Set-up: the night, the Soviet pieces, the columns; the Germans buy their force afterwards."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Deed, Press, Refusal, Step
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.data import (
    EDGE_ROLLS,
    GERMAN_TYPES,
    GRID,
    LIMITS,
    MOBILE_AHEAD,
    MOBILE_POOL,
    MOBILE_SETUP,
    QUALITY,
    SCATTER,
    STATIC_POOL,
    TYPES,
    VEGETATION,
    VISIBILITY,
    UnitType,
    found,
)
from grognard.games.night_fight.rules.stacking import LIMIT
from grognard.games.night_fight.rules.state import SOVIET, Choose, Column, NightFight, Unit
from grognard.games.night_fight.rules.terrain import is_water
from grognard.games.night_fight.rules.transport import carries


class SetUp(Step, frozen=True):
    """3.0 Steps 3 to 8, by the dice."""

    def run(self, g: NightFight) -> None:
        roll_visibility(g)
        die = g.d6()
        g.vegetation = VEGETATION[die - 1]
        working = found("Vegetation", (die,), g.vegetation)
        g.tell("NF-3.0.4", "Vegetation is {what}", working=working, what=g.vegetation)
        die = g.d6()
        g.quality = QUALITY[die - 1]
        working = found("Soviet troop quality", (die,), g.quality)
        g.tell("NF-3.0.5", "The Soviets are {what}", working=working, what=g.quality)
        place_static_pieces(g)
        place_columns(g)
        g.done()


def roll_visibility(g: NightFight) -> None:
    """3.0, 6.0 One die: two, four or six hexes, for both sides."""
    die = g.d6()
    g.visibility = VISIBILITY[die - 1]
    working = found("Visibility", (die,), g.visibility)
    g.tell("NF-3.0.3", "Visibility is {n}", working=working, n=with_count(g.visibility, "hex"))


def draw(g: NightFight, pool: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """3.0 One piece unseen from a pool, and what is left of the pool."""
    i = g.pick(len(pool))
    return pool[i], pool[:i] + pool[i + 1 :]


# ------------------------------------------------------------------ static pieces


def place_static_pieces(g: NightFight) -> None:
    """3.0 Face-down pieces at every star: the first in it, further ones displaced; the rest leaves unexamined."""
    pool = STATIC_POOL
    for star in g.land.stars:
        for n in range(g.intensity.static_per_star):
            kind, pool = draw(g, pool)
            place_static(g, kind, star if n == 0 else displaced(g, star))
    g.static_rest = pool
    g.tell("NF-3.0.8", "{n} Soviet pieces wait face down", n=len(STATIC_POOL) - len(pool))


def place_static(g: NightFight, kind: str, h: Hex) -> Unit:
    """3.0, 18.0 A face-down piece; engineers on a bridge have blown it."""
    unit = Unit(f"s{len(g.pieces) + 1}", SOVIET, h, kind, up=False)
    g.put(unit)
    if kind == "soviet_engineers" and h in g.land.bridges and h not in g.bridges_out:
        g.bridges_out = {**g.bridges_out, h: True}
        g.tell("NF-18.0.2", "The bridge at {hex} has been blown", hexes=(h,), hex=h)
    return unit


def displaced(g: NightFight, star: Hex) -> Hex:
    """3.0, R14, R15 Direction and distance by two dice; past a full hex, and to the edge from water or off the map."""
    direction, distance = g.d6(), g.d6()
    h = GRID.step(star, SCATTER[direction - 1], distance)
    if h is not None and not _full(g, h):
        return h if not is_water(g, h) else edge_hex(g)
    if h is not None:
        onward = GRID.step(star, SCATTER[direction - 1], distance + 1)
        if onward is not None and not is_water(g, onward) and not _full(g, onward):
            return onward
    return edge_hex(g)


def edge_hex(g: NightFight) -> Hex:
    """3.0, R14 A map-edge road hex by two dice; a full one is rolled again."""
    while True:
        h = EDGE_ROLLS[g.d6() + g.d6()]
        if not _full(g, h):
            return h


def _full(g: NightFight, h: Hex) -> bool:
    return len(g.at.get(h, ())) >= LIMIT


# ------------------------------------------------------------------ columns


def place_columns(g: NightFight) -> None:
    """3.0 Two, three or four columns of nine unseen pieces on different set-up hexes."""
    pool = MOBILE_POOL
    for number in range(1, g.intensity.columns + 1):
        kinds = []
        for _ in range(LIMITS["column_size"]):
            kind, pool = draw(g, pool)
            kinds.append(kind)
        die = g.d6()
        while MOBILE_SETUP[die - 1] in {c.track[0] for c in g.columns.values()}:
            die = g.d6()
        new_column(g, str(number), kinds, MOBILE_SETUP[die - 1], MOBILE_AHEAD[die - 1])
    g.mobile_rest = pool


def new_column(g: NightFight, column_id: str, kinds: list[str], h: Hex, ahead: Hex) -> None:
    """2.2, 3.0 A marker on the road, its pieces face down in its box."""
    ids = tuple(f"m{g.drawn + i}" for i in range(1, len(kinds) + 1))
    g.drawn += len(kinds)
    g.put_column(Column(column_id, ids, (h,), ahead))
    g.put(Unit(f"c{column_id}", SOVIET, h, "column", column=column_id))
    for unit_id, kind in zip(ids, kinds, strict=True):
        g.put(Unit(unit_id, SOVIET, f"box-{column_id}", kind, up=False, mobile=True, column=column_id))
    text = "Column {n} of {pieces} stands in {hex}, facing {ahead}"
    pieces = with_count(len(kinds), "piece")
    g.tell("NF-3.0.16", text, hexes=(h,), n=column_id, pieces=pieces, hex=h, ahead=ahead)


# -------------------- 3.0, 22.1 Buying the German force, and attaching aces, flares and Panzerfausts

WEIGHT_NAMES = {"": "soft", "L": "Light", "M": "Medium", "H": "Heavy", "SH": "Super Heavy"}  # 2.2
SHARED = ("flares", "panzerfausts")
GERMAN_COUNTERS = frozenset(t.id for t in GERMAN_TYPES)
COMMANDS = tuple(t for t in GERMAN_TYPES if "command" in t.flags)
DEAREST_COMMAND = max(t.cost for t in COMMANDS)


class Buy(Deed, frozen=True):
    """3.0, 22.1 Buy one counter."""

    unit: str

    @classmethod
    def candidates(cls, g: NightFight, by: Purchase) -> list[Buy]:
        points = g.points[by.side]
        return [BUY[kind.id] for kind in for_sale_in(g) if kind.cost <= points]

    def why_not(self, g: NightFight, by: Purchase) -> Refusal | None:
        kind = TYPES.get(self.unit) or _by_part(self.unit)
        refusal = why_not_buy(g, by.side, kind, by.reinforcement) if kind else None
        return refusal if refusal or self.unit in BUY else Refusal("GR-1")  # nothing is called just so

    def do(self, g: NightFight, by: Purchase) -> None:
        buy(g, by.side, TYPES[self.unit])

    def says(self, g: NightFight) -> str:
        """22.1 A line of the purchase chart: cost, strength, anti-tank, weight and what is special."""
        kind = TYPES[self.unit]
        facts = [] if kind.strength is None else [f"strength {kind.strength}"]
        facts += ["anti-tank"] * kind.anti_tank + [WEIGHT_NAMES[kind.weight]] * kind.is_unit
        return f"{kind.name}, {with_count(kind.cost, 'point')}: {', '.join(filter(None, [*facts, kind.special]))}"


BUY = {t.id: Buy(t.id) for t in GERMAN_TYPES}


class BuySuggested(Deed, frozen=True):
    """The force that the scenario suggests is bought, as far as the points go, and buying is over."""

    stored = Press("suggested force")

    @classmethod
    def candidates(cls, g: NightFight, by: Purchase) -> list[BuySuggested]:
        return [cls()] if next_of_suggested(g, by.side, by.reinforcement) else []

    def do(self, g: NightFight, by: Purchase) -> None:
        while kind := next_of_suggested(g, by.side, by.reinforcement):
            buy(g, by.side, TYPES[kind])
        by.finish(g)


class FinishBuying(Deed, frozen=True):
    """3.0 What is left over is lost."""

    stored = Press("done")

    def why_not(self, g: NightFight, by: Purchase) -> Refusal | None:
        return why_not_finish(g, by.side, by.reinforcement)

    def do(self, g: NightFight, by: Purchase) -> None:
        by.finish(g)

    def reads(self, g: NightFight, by: Purchase) -> str:
        left = g.points[by.side]
        return f"done: {with_count(left, 'point')} lost" if left else "done"


class Purchase(ChoiceStep, frozen=True):
    """3.0 A player spends recruit points, one counter at a time; what is left over is lost."""

    side: str
    reinforcement: bool = False

    deeds = (BuySuggested, Buy, FinishBuying)

    def run(self, g: NightFight) -> None:
        points = g.points[self.side]
        g.ask(self.side, lambda: f"Buy units: {with_count(points, 'recruit point')} left", self.offered(g), "NF-3.0.18")

    def finish(self, g: NightFight) -> None:
        if g.points[self.side]:
            lost = with_count(g.points[self.side], "recruit point")
            g.tell("NF-3.0.21", "{n} not spent, and lost", n=lost)
        g.points = {**g.points, self.side: 0}
        g.swap(Attach(self.side))


def _by_part(word: str) -> UnitType | None:
    """The German counter that somebody means who types a part of its name."""
    return next((t for t in GERMAN_TYPES if len(word) > 2 and word.lower() in f"{t.id} {t.name}".lower()), None)


def buy(g: NightFight, side: str, kind: UnitType, *, free: bool = False) -> None:
    """3.0, 15.0, 17.0 The counter joins the force: a unit to enter, a strike off the map, or a marker to attach."""
    if not free:
        g.points = {**g.points, side: g.points[side] - kind.cost}
    g.bought = {**g.bought, kind.id: g.bought.get(kind.id, 0) + 1}
    name = kind.name
    if kind.kind == "strike":
        g.strikes = {**g.strikes, side: g.strikes.get(side, 0) + 1}
    elif kind.kind == "marker":
        marker = f"{side} {kind.id}"
        g.unattached = {**g.unattached, marker: g.unattached.get(marker, 0) + 1}
    else:
        unit = Unit(f"g{sum(g.bought.values())}", side, "", kind.id, number=g.bought[kind.id])
        g.put(unit)
        name = unit.name
    price = "for nothing" if free else f"for {with_count(kind.cost, 'point')}"
    g.tell("NF-21.4.3" if free else "NF-22.1.1", "{name} is bought {price}", name=name, price=price)


def waiting(g: NightFight, side: str) -> list[Unit]:
    """The player's units that have not entered yet."""
    return [u for u in g.outside() if u.side == side]


# ------------------------------------------------------------------ what may be bought


def why_not_buy(g: NightFight, side: str, kind: UnitType, reinforcement: bool = False) -> Refusal | None:
    """3.0, 21.0, 22.1, R13, R69 Why a counter may not be bought now."""
    if kind.id not in GERMAN_COUNTERS:
        return Refusal("NF-22.1.1", "It is not a German counter.")
    return (
        _why_not_here(g, kind)
        or _why_not_late(kind, reinforcement)
        or _why_not_left(g, side, kind, reinforcement)
        or _why_not_company(g, side, kind)
        or _why_not_afford(g, side, kind, reinforcement)
    )


@fact
def for_sale_in(g: NightFight) -> tuple[UnitType, ...]:
    """21.0, 22.1 The counters that are available in a scenario at all."""
    return tuple(t for t in GERMAN_TYPES if _why_not_here(g, t) is None)


def _why_not_here(g: NightFight, kind: UnitType) -> Refusal | None:
    """21.0, 22.1 The scenario's date and bans."""
    if "optional" in kind.flags:
        return None if g.options["optional-piece"] == "yes" else Refusal("NF-22.1.2")
    scenario = g.scenario
    if kind.available > scenario.date:
        return Refusal("NF-17.0.7" if kind.id == "panzerfausts" else "NF-22.1.2")
    if kind.id in scenario.forbidden or kind.weight in scenario.forbidden_weights:
        return Refusal(scenario.forbidden_cite)
    return None


def _why_not_late(kind: UnitType, reinforcement: bool) -> Refusal | None:
    """6.0, 16.2, 17.0 Aces, flares and Panzerfausts are bought before play only."""
    if not reinforcement or kind.kind != "marker":
        return None
    return Refusal(_LATE[kind.id], "It can be bought before the first turn only.")


_LATE = {"panzer_ace": "NF-16.2.1", "flares": "NF-17.0.1", "panzerfausts": "NF-17.0.7"}


def _why_not_left(g: NightFight, side: str, kind: UnitType, reinforcement: bool) -> Refusal | None:
    """R13, 17.0 Counters limit buying; flares and Panzerfausts share theirs; every player needs a command unit."""
    used = g.bought.get(kind.id, 0)
    if kind.id in SHARED:
        used = sum(g.bought.get(other, 0) for other in SHARED)
        if used >= LIMITS["shared_markers"]:
            return Refusal("NF-17.0.6", "All six counters are in use.")
    if used >= kind.count:
        return Refusal("NF-3.0.18", "No such counter is left.")
    if "command" in kind.flags and not reinforcement:
        left = sum(t.count - g.bought.get(t.id, 0) for t in COMMANDS)
        if left <= sum(not has_command(g, other) for other in g.players if other != side):
            return Refusal("NF-3.0.19", "The other players need one too.")
    return None


def has_command(g: NightFight, side: str) -> bool:
    """3.0 Is there a command unit in the force?"""
    return any(u.side == side and "command" in u.what.flags for u in g.force())


def _why_not_company(g: NightFight, side: str, kind: UnitType) -> Refusal | None:
    """7.0, 8.7, 16.2, R13 Guns, flares, Panzerfausts and aces need somebody to go with."""
    if kind.kind not in ("marker", "gun"):
        return None
    force = waiting(g, side)
    match kind.id:
        case "flares":
            ok, rule, hint = any(carries(u, "flares") for u in force), "NF-7.0.8", "Buy a command unit first."
        case "panzerfausts":
            ok, rule, hint = any(carries(u, "fausts") for u in force), "NF-7.0.7", "Buy infantry or engineers first."
        case "panzer_ace":
            spare = sum(u.what.rank >= 2 for u in force) > g.unattached.get(f"{side} panzer_ace", 0)
            ok, rule, hint = spare, "NF-16.2.1", "Buy a vehicle of weight M, H or SH first."
        case _:
            carriers = sum("transport" in u.what.flags for u in force)
            rule = "NF-7.0.9" if kind.id == "sig33" else "NF-7.0.10"
            ok, hint = carriers > sum(u.what.kind == "gun" for u in force), "Buy its SdKfz 251 first."
    return None if ok else Refusal(rule, hint)


def _why_not_afford(g: NightFight, side: str, kind: UnitType, reinforcement: bool) -> Refusal | None:
    """3.0 The points must do, and leave enough for the command unit that every force needs."""
    left = g.points[side] - kind.cost
    if left < 0:
        return Refusal("NF-3.0.18", f"It costs {kind.cost}; you have {with_count(g.points[side], 'point')} left.")
    if left >= DEAREST_COMMAND:
        return None
    cheapest = min((t.cost for t in COMMANDS if g.bought.get(t.id, 0) < t.count), default=0)
    if reinforcement or "command" in kind.flags or left >= cheapest or has_command(g, side):
        return None
    return Refusal("NF-3.0.19", "Keep enough points for a command unit.")


def why_not_finish(g: NightFight, side: str, reinforcement: bool) -> Refusal | None:
    """3.0 A force needs a command unit."""
    return None if reinforcement or has_command(g, side) else Refusal("NF-3.0.19")


def next_of_suggested(g: NightFight, side: str, reinforcement: bool) -> str | None:
    """The next counter of the scenario's suggested force that can be bought."""
    wanted, points = g.scenario.force, g.points[side]
    have: dict[str, int] = {}
    for u in g.force():
        if u.side == side:
            have[u.type] = have.get(u.type, 0) + 1
    for name in (*wanted, *wanted, *wanted):
        if have.get(name, 0) > 0:
            have[name] -= 1
        elif TYPES[name].cost <= points and why_not_buy(g, side, TYPES[name], reinforcement) is None:
            return name
    return None


# ------------------------------------------------------------------ attaching markers

KINDS = {"panzer_ace": "NF-16.2.1", "flares": "NF-17.0.1", "panzerfausts": "NF-17.0.8"}


class GiveMarker(Choose, frozen=True):
    """16.2, 17.0 The unit that gets a marker."""

    @classmethod
    def candidates(cls, g: NightFight, by: Attach) -> list[GiveMarker]:
        return [cls(unit.id) for unit in by.carriers(g)]

    def why_not(self, g: NightFight, by: Attach) -> Refusal | None:
        return None if g.pieces[self.piece] in by.carriers(g) else Refusal(KINDS[by.kind(g)])

    def do(self, g: NightFight, by: Attach) -> None:
        attach(g, by.side, by.kind(g), g.pieces[self.piece], by)


class Attach(ChoiceStep, frozen=True):
    """16.2, 17.0 Each ace, flare and Panzerfaust bought is given to a unit."""

    side: str

    deeds = (GiveMarker,)

    def run(self, g: NightFight) -> None:
        kind, units = self.kind(g), self.carriers(g)
        if not kind:
            return g.done()
        if len(units) == 1:
            return attach(g, self.side, kind, units[0], self)
        g.ask(self.side, f"Who gets the {TYPES[kind].name}?", self.offered(g), KINDS[kind])

    def kind(self, g: NightFight) -> str:
        """The marker that is given next; "" if there is none."""
        return next((kind for kind in KINDS if g.unattached.get(f"{self.side} {kind}")), "")

    def carriers(self, g: NightFight) -> list[Unit]:
        """Who may have it."""
        return [unit for unit in waiting(g, self.side) if fits(unit, self.kind(g))]


def fits(unit: Unit, kind: str) -> bool:
    """16.2, 17.0 Aces ride in weight M, H or SH; flares with command units, Panzerfausts with platoons."""
    if kind == "panzer_ace":
        return unit.what.rank >= 2 and not unit.ace
    return carries(unit, "flares" if kind == "flares" else "fausts")


def attach(g: NightFight, side: str, kind: str, unit: Unit, step: Step) -> None:
    """One marker goes to one unit."""
    marker = f"{side} {kind}"
    g.unattached = {**g.unattached, marker: g.unattached[marker] - 1}
    g.tell(KINDS[kind], "{what} for {unit}", what=TYPES[kind].name, unit=unit.name)
    if kind == "panzer_ace":
        g.change(unit.id, ace=True)
    elif kind == "flares":
        g.change(unit.id, flares=unit.flares + 1)
    else:
        g.change(unit.id, fausts=unit.fausts + 1)
    g.swap(step)
