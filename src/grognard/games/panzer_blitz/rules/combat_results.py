"""7.7 Combat results: the roll, losses, disruption, forced unloading, wrecks, overstacking."""

from __future__ import annotations

import msgspec

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Pick, Refusal, Step, To
from grognard.games.panzer_blitz.rules.data import FIRE_TABLE, GRID, other
from grognard.games.panzer_blitz.rules.fire_table import (
    Attack,
    Part,
    column,
    drm,
    result_of,
    unspotted_modifier,
)
from grognard.games.panzer_blitz.rules.movement_costs import passable
from grognard.games.panzer_blitz.rules.stacking import WRECKS_AT_MOST, fits, overstacked
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.terrain import BUILT_UP, TERRAIN, has_road

RUIN_AT_MOST = 3  # 15.5.5


class Hit(msgspec.Struct, frozen=True):
    """A result that falls on some units together."""

    targets: tuple[str, ...]
    result: str


# ------------------------------------------------------------------ the roll


class Strike(Step, frozen=True):
    """7.4, 7.5 Roll an attack and apply what it does; the attackers become Spent."""

    attack: Attack

    def run(self, g: PanzerBlitz) -> None:
        attack = self.attack
        columns = [column(g, attack, part) for part in attack.parts]
        natural = 0
        dice: tuple[int, ...] = ()
        unseen = any(g.pieces[i].unspotted for part in attack.parts for i in part.targets)
        if unseen or any(c is not None for c in columns):  # dice tell nothing of what is unseen
            dice = (g.d6(), g.d6())
            natural = sum(dice)
        g.natural = natural
        pairs = list(zip(attack.parts, columns, strict=True))
        hits = [hit for part, col in pairs for hit in self._hits(g, part, col, natural)]
        self._tell(g, columns, dice, hits)
        g.outcome(" / ".join(hit.result for hit in hits))
        ruin = natural <= RUIN_AT_MOST and any(
            part.fort and result_of(col, natural, self._drm(g, part)) != "-" for part, col in pairs
        )
        spend_firers(g, attack)
        g.swap(Damage(tuple(hits), attack.hex, mine=attack.kind == "mine", ruin=ruin))

    def _drm(self, g: PanzerBlitz, part: Part) -> int:
        hidden = any(g.pieces[i].unspotted for i in part.targets)
        return drm(g, self.attack, part) + (unspotted_modifier().value if hidden else 0)

    def _hits(self, g: PanzerBlitz, part: Part, col: int | None, natural: int) -> list[Hit]:
        """7.1.7, R-10 One roll; Spotted and Unspotted targets each read their own total."""
        base = drm(g, self.attack, part)
        if self.attack.kind == "mine":
            return [Hit(part.targets, result_of(col, natural, 0))]
        seen = tuple(i for i in part.targets if not g.pieces[i].unspotted)
        unseen = tuple(i for i in part.targets if g.pieces[i].unspotted)
        found = [Hit(seen, result_of(col, natural, base))] if seen or not unseen else []
        if unseen:
            found.append(Hit(unseen, result_of(col, natural, base + unspotted_modifier().value)))
        return found

    def _tell(self, g: PanzerBlitz, columns: list[int | None], dice: tuple[int, ...], hits: list[Hit]) -> None:
        attack = self.attack
        targets = [g.pieces[i] for hit in hits for i in hit.targets]
        firers = [g.pieces[i] for part in attack.parts for i in part.firers]
        if any(u.unspotted for u in (*firers, *g.here(attack.hex))):
            tell_blind(g, attack.kind, attack.hex, firers, targets, dice)
            results = ", ".join(hit.result for hit in hits)
            if targets:
                g.tell("PB-7.7.1", "Result: {result}", sees=(targets[0].side,), result=results)
            return
        shown = ", ".join("none" if c is None else FIRE_TABLE[c].label for c in columns)
        for hit in hits:
            g.tell(
                _CITES[attack.kind],
                "{kind}: {firers}{targets} in {hex}, column {column}: {result}",
                dice=dice,
                hexes=(attack.hex,),
                kind=_WORDS[attack.kind],
                firers=_firers(attack.kind, firers),
                targets=_names([g.pieces[i] for i in hit.targets]) or "the works",
                hex=attack.hex,
                column=shown,
                result=hit.result,
            )


def blind_shot(g: PanzerBlitz, kind: str, h: Hex, firers: tuple[str, ...]) -> None:
    """6.2.1, R-73 Fire at unseen units of a kind that is not there: it looks like any other and hits nothing."""
    for i in firers:
        g.change(i, spent=True)
    dice = (g.d6(), g.d6())
    g.natural = sum(dice)
    tell_blind(g, kind, h, [g.pieces[i] for i in firers], [], dice)
    g.outcome("-")


def tell_blind(
    g: PanzerBlitz, kind: str, h: Hex, firers: list[Unit], targets: list[Unit], dice: tuple[int, ...]
) -> None:
    """6.2.1 What may be read of an attack where something is unspotted: not whether it hit, nor whom."""
    seen = ", ".join(u.name for u in targets if not u.unspotted)
    g.tell(
        _CITES[kind],
        "{kind}: {firers}{targets} in {hex}",
        dice=dice,
        hexes=(h,),
        kind=_WORDS[kind],
        firers=_firers(kind, firers),
        targets=seen or "unspotted units",
        hex=h,
    )


_WORDS = {
    "fire": "Direct fire",
    "opportunity": "Opportunity fire",
    "assault": "Assault fire",
    "reaction": "Reaction fire",
    "overrun": "Overrun",
    "cat": "Close assault",
    "fighter": "Air attack",
    "rocket": "Rocket attack",
    "bomb": "Bombs",
    "indirect": "Indirect fire",
    "mine": "Minefield",
}
_CITES = {
    "fire": "PB-7.4.3",
    "opportunity": "PB-7.8.1",
    "assault": "PB-7.10.2",
    "reaction": "PB-7.9.1",
    "overrun": "PB-8.1.10",
    "cat": "PB-9.1.13",
    "fighter": "PB-16.3.3",
    "rocket": "PB-16.3.7",
    "bomb": "PB-16.3.1",
    "indirect": "PB-11.3.3",
    "mine": "PB-15.2.10",
}


def _firers(kind: str, units: list[Unit]) -> str:
    """Who attacks, for the log; mines need no naming."""
    return "" if kind == "mine" else f"{_names(units) or 'artillery'} at "


def _names(units: list[Unit]) -> str:
    """Units as the enemy may read of them."""
    known = [u.name for u in units if not u.unspotted]
    return ", ".join(known + (["unspotted units"] if len(known) < len(units) else []))


def spend_firers(g: PanzerBlitz, attack: Attack) -> None:
    """7.4, 7.9.2 All attackers become Spent; a marker a reacting unit already has stays as it is."""
    if attack.kind in ("indirect", "mine", "bomb"):
        return
    for part in attack.parts:
        for i in part.firers:
            unit = g.pieces.get(i)
            if unit is not None and not unit.spent and not (attack.kind == "reaction" and unit.disrupted):
                g.change(i, spent=True)


# ------------------------------------------------------------------ what may be hit


def shell_targets(g: PanzerBlitz, h: Hex) -> list[tuple[tuple[str, ...], bool]]:
    """11.3.2, 15.5.3, R-38 What shells and bombs attack in a hex: every unit by itself, a Fortification as a whole."""
    inside = tuple(u.id for u in g.here(h) if u.inside == "fort")
    outside = [u.id for u in g.here(h) if u.inside != "fort" and not u.carrier]
    return [((i,), False) for i in outside] + ([(inside, True)] if h in g.forts else [])


def attacked_before(g: PanzerBlitz, kind: str, targets: tuple[str, ...]) -> bool:
    """7.1.5, R-69 Have such targets been attacked in this kind before in this Operation? If not, they are now."""
    if g.op is None:
        return False
    names = [f"{kind}:{i}" for i in targets]
    found = any(name in g.attacked for name in names)
    g.attacked.update((name, True) for name in names)
    return found


# ------------------------------------------------------------------ what it does


class Damage(Step, frozen=True):
    """7.7 Apply results one after the other, then what follows from them."""

    hits: tuple[Hit, ...]
    hex: Hex
    mine: bool = False  # 15.2.3.4 the Minefield itself did this
    ruin: bool = False  # 15.5.5 the Fortification is destroyed
    unloaded: tuple[str, ...] = ()

    def run(self, g: PanzerBlitz) -> None:
        if not self.hits:
            return self._follow(g)
        hit, *rest = self.hits
        alive = tuple(i for i in hit.targets if i in g.pieces)
        aboard = self.unloaded + tuple(u.id for i in alive for u in (*g.load(i), g.pieces[i]) if u.carrier)
        again = msgspec.structs.replace(self, hits=tuple(rest), unloaded=tuple(dict.fromkeys(aboard)))
        shaken = tuple(i for i in alive if g.pieces[i].disrupted)
        if hit.result == "D":
            for i in alive:
                disrupt(g, i)
        elif hit.result == "DD":
            suffer_double(g, alive, shaken)
        elif hit.result.endswith("X") and alive:
            return g.swap(Losses(alive, shaken, int(hit.result[:-1])), again)
        return g.swap(again)

    def _follow(self, g: PanzerBlitz) -> None:
        """R-78 After the results: ruins, mines under those who had to unload, overstacking."""
        if self.ruin and self.hex in g.forts:
            ruin(g, self.hex)
        out = tuple(i for i in self.unloaded if i in g.pieces and not g.pieces[i].carrier)
        mines: list[Step] = []
        if self.hex in g.mines and not self.mine and g.mines[self.hex].strength != "dummy":
            mines = [Strike(mine_attack(self.hex, (i,))) for i in out]
        if overstacked(g, self.hex):
            show(g, self.hex)
        g.swap(*mines, Overstack(self.hex, out))


class Losses(Step, frozen=True):
    """7.7, R-13 nX: the owner spreads n step losses as equally as he can; who takes none suffers DD."""

    targets: tuple[str, ...]
    shaken: tuple[str, ...]  # Disrupted before the attack
    left: int
    took: tuple[str, ...] = ()

    def run(self, g: PanzerBlitz) -> None:
        alive = [i for i in self.targets if i in g.pieces]
        if not alive or not self.left:
            return self._finish(g, alive)
        least = min(self.took.count(i) for i in alive)
        next_up = [i for i in alive if self.took.count(i) == least]
        if len(next_up) <= self.left:
            return self._take(g, tuple(next_up))
        if len({_alike(g, i) for i in next_up}) == 1:
            return self._take(g, tuple(next_up[: self.left]))
        g.ask(g.pieces[alive[0]].side, "Choose the unit that loses a step", [Pick(i) for i in next_up], "PB-7.7.6")
        return None

    def take(self, g: PanzerBlitz, action: Action) -> None:
        assert isinstance(action, Pick)
        self._take(g, (action.piece,))

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        return Refusal("PB-7.7.6", "Losses are spread as equally as possible.") if isinstance(action, Pick) else None

    def _take(self, g: PanzerBlitz, ids: tuple[str, ...]) -> None:
        for i in ids:
            lose_step(g, i)
        g.swap(msgspec.structs.replace(self, left=self.left - len(ids), took=self.took + ids))

    def _finish(self, g: PanzerBlitz, alive: list[str]) -> None:
        spared = tuple(i for i in alive if i not in self.took)
        suffer_double(g, spared, self.shaken)
        for i in alive:
            if i in g.pieces:
                disrupt(g, i)
        g.done()


def _alike(g: PanzerBlitz, unit_id: str) -> tuple[object, ...]:
    u = g.pieces[unit_id]
    return u.type, u.steps, unit_id in g.wagons(), u.inside, u.disrupted, u.labor, u.no_move


def suffer_double(g: PanzerBlitz, ids: tuple[str, ...], shaken: tuple[str, ...]) -> None:
    """7.7 DD: those Disrupted before lose a step; all survivors are Spent/Disrupted."""
    for i in ids:
        if i in shaken:
            lose_step(g, i)
        if i in g.pieces:
            disrupt(g, i)


def lose_step(g: PanzerBlitz, unit_id: str) -> None:
    """7.7, 4.3.6 A unit and what it carries lose one step each."""
    for unit in (*g.load(unit_id), g.pieces[unit_id]):
        if unit.what.armored:
            leave_wreck(g, unit.place)
        key = f"{unit.side}-{unit.what.cls}"
        g.lost[key] = g.lost.get(key, 0) + 1
        forget_fire(g, unit.id)
        if unit.steps > 1:
            g.change(unit.id, steps=unit.steps - 1)
            g.tell("PB-7.7.6", "{unit} is reduced", sees=_who_sees(unit), unit=unit.name)
        else:
            eliminate(g, unit.id)


def _who_sees(unit: Unit) -> tuple[str, ...] | None:
    return (unit.side,) if unit.unspotted else None


def eliminate(g: PanzerBlitz, unit_id: str) -> None:
    """7.7 A unit is removed; surviving passengers stand in the hex (R-92)."""
    unit = g.pieces[unit_id]
    for passenger in g.load(unit_id):
        disrupt(g, passenger.id)
    forget_fire(g, unit_id)
    for table in (g.cat, g.ip_work, g.onward):
        table.pop(unit_id, None)
    g.tell("PB-7.7.6", "{unit} is eliminated in {hex}", hexes=(unit.place,), unit=unit.name, hex=unit.place)
    g.drop(unit_id)


def disrupt(g: PanzerBlitz, unit_id: str) -> None:
    """7.7, 4.3.6 A unit is Spent/Disrupted; what it carries unloads and is Disrupted with it, a rider leaves."""
    for unit in (*g.load(unit_id), g.pieces[unit_id]):
        g.change(unit.id, spent=True, disrupted=True, carrier="", trapped=unit.trapped or unit.place in g.mines)
        if unit.labor == "mines":
            g.change(unit.id, stage=1, since=g.turn)  # 17.1.2 the work is taken up again at its second turn
        g.hit[unit.id] = True
        g.cat.pop(unit.id, None)
        g.ip_work.pop(unit.id, None)
        g.onward.pop(unit.id, None)
        forget_fire(g, unit.id)


def forget_fire(g: PanzerBlitz, unit_id: str) -> None:
    """11.3.6, R-76 A firer that is hit before its mission is resolved drops out of it."""
    if g.firing and g.pieces[unit_id].side != g.firing:
        return  # R-05 the fire of both sides is simultaneous
    for name, request in list(g.requests.items()):
        left = tuple(i for i in request.firers if i != unit_id)
        if left or not request.firers:
            then = tuple(u for u in request.then if u.id != unit_id)
            g.requests[name] = msgspec.structs.replace(request, firers=left, then=then)
        else:
            del g.requests[name]
            h = request.hex
            g.tell("PB-11.3.11", "The artillery request on {hex} is cancelled", hexes=(h,), hex=h)


def leave_wreck(g: PanzerBlitz, h: Hex, always: bool = False) -> None:
    """15.1, R-24 A step of armor leaves a Wreck on a road or bridge and among houses."""
    if (always or has_road(h) or TERRAIN[h] in BUILT_UP) and g.wrecks.get(h, 0) < WRECKS_AT_MOST:
        g.wrecks[h] = g.wrecks.get(h, 0) + 1


def ruin(g: PanzerBlitz, h: Hex) -> None:
    """15.5.5, R-39 The Fortification is destroyed; whoever was inside stands in the open hex."""
    del g.forts[h]
    leave_wreck(g, h, always=True)
    for unit in g.here(h):
        if unit.inside == "fort":
            g.change(unit.id, inside="")
    g.tell("PB-15.5.8", "The fortification in {hex} is destroyed", hexes=(h,), hex=h)


def mine_attack(h: Hex, targets: tuple[str, ...]) -> Attack:
    """15.2.3.1 A Minefield attacks."""
    return Attack("mine", h, (Part("AP", (), targets),))


def spring_mine(g: PanzerBlitz, unit: Unit, h: Hex) -> list[Step]:
    """15.2.3.1 The Minefield is turned up: a dummy goes away, a real one stops and attacks."""
    mine = g.mines[h]
    g.reveal()
    if mine.strength == "dummy":
        del g.mines[h]
        g.tell("PB-15.2.9", "The minefield in {hex} is a dummy", hexes=(h,), hex=h)
        return []
    g.mines[h] = msgspec.structs.replace(mine, shown=True)
    g.halted[unit.id] = True
    return [Strike(mine_attack(h, (unit.id,)))]


def show(g: PanzerBlitz, h: Hex) -> None:
    """The opponent is to move units out of a hex: he must see them."""
    for unit in g.here(h):
        if unit.unspotted:
            g.change(unit.id, unspotted=False)
            g.reveal()


# ------------------------------------------------------------------ overstacking


class Overstack(Step, frozen=True):
    """2.3.5.3, 4.3.6 The opponent moves units out of an overstacked hex; with nowhere to go the owner reduces them."""

    hex: Hex
    unloaded: tuple[str, ...] = ()  # passengers forced out: they go first and suffer nothing more
    picked: str = ""

    def run(self, g: PanzerBlitz) -> None:
        if not overstacked(g, self.hex):
            return g.done()
        units = self._candidates(g)
        owner = units[0].side
        if self.picked:
            ways = [To(h) for h in ways_out(g, g.pieces[self.picked])]
            return g.ask(other(owner), "Choose the hex it is moved to", ways, "PB-2.3.27")
        movable = [Pick(u.id) for u in units if ways_out(g, u)]
        if movable:
            return g.ask(other(owner), "The hex is overstacked: choose a unit to move out", movable, "PB-2.3.27")
        return g.ask(owner, "The hex is overstacked: choose a unit to reduce", [Pick(u.id) for u in units], "PB-2.3.29")

    def _candidates(self, g: PanzerBlitz) -> list[Unit]:
        here = [u for u in g.here(self.hex) if not u.carrier]
        return [u for u in here if u.id in self.unloaded] or here

    def take(self, g: PanzerBlitz, action: Action) -> None:
        match action:
            case Pick(piece) if ways_out(g, g.pieces[piece]):
                g.swap(msgspec.structs.replace(self, picked=piece))
            case Pick(piece):
                lose_step(g, piece)
                g.swap(msgspec.structs.replace(self))
            case To(hex):
                self._move(g, hex)

    def _move(self, g: PanzerBlitz, h: Hex) -> None:
        """2.3.5.3 A unit moved out is Disrupted; one already Disrupted loses a step; then mines strike (15.2.3)."""
        unit = g.pieces[self.picked]
        for each in (unit, *g.load(unit.id)):
            g.change(each.id, place=h, inside="", hull_down=False, labor="", stage=0, failed=0, target="")
        g.tell("PB-2.3.27", "{unit} is pushed to {hex}", hexes=(self.hex, h), unit=unit.name, hex=h)
        if unit.id not in self.unloaded:
            if unit.disrupted:
                lose_step(g, unit.id)
            if unit.id in g.pieces:
                disrupt(g, unit.id)
        struck = h in g.mines and unit.id in g.pieces and unit.id not in self.unloaded
        g.swap(*(spring_mine(g, unit, h) if struck else ()), msgspec.structs.replace(self, picked=""))


def ways_out(g: PanzerBlitz, unit: Unit) -> list[Hex]:
    """R-61 Adjacent hexes a unit can be pushed to; not where unspotted friends are, whose number is hidden."""
    near = [h for h in GRID.neighbours[unit.place] if passable(g, unit, unit.place, h)]
    return [h for h in near if not any(u.unspotted for u in g.here(h)) and fits(g, h, unit)]
