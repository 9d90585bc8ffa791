"""7.7 Combat results: the roll, losses, disruption, forced unloading, wrecks, overstacking."""

from __future__ import annotations

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Pick, Refusal, Step, To
from grognard.engine.core.state import without
from grognard.games.panzer_blitz.rules.attack_report import is_secret, name_firers, tell_blind, tell_part
from grognard.games.panzer_blitz.rules.data import GRID, other
from grognard.games.panzer_blitz.rules.fire_table import Attack, Hit, Part, column, drm, result_of, unspotted_modifier
from grognard.games.panzer_blitz.rules.movement_costs import passable
from grognard.games.panzer_blitz.rules.stacking import WRECKS_AT_MOST, fits, overstacked, too_many
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, readers
from grognard.games.panzer_blitz.rules.targets import is_rider, with_load
from grognard.games.panzer_blitz.rules.terrain import has_road

# -------------------- 7.7, 4.3.6, 15.1 What a result does to units


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
        g.lost = {**g.lost, key: g.lost.get(key, 0) + 1}
        forget_fire(g, unit.id)
        if unit.steps > 1:
            g.change(unit.id, steps=unit.steps - 1)
            h = unit.place
            g.tell("PB-7.7.6", "{unit} in {hex} is reduced", hexes=(h,), sees=readers(unit), unit=unit.name, hex=h)
        else:
            eliminate(g, unit.id)


def eliminate(g: PanzerBlitz, unit_id: str) -> None:
    """7.7 A unit is removed; surviving passengers stand in the hex (R-92)."""
    unit = g.pieces[unit_id]
    for passenger in g.load(unit_id):
        disrupt(g, passenger.id)
    forget_fire(g, unit_id)
    stop_work(g, unit_id)
    g.tell("PB-7.7.6", "{unit} is eliminated in {hex}", hexes=(unit.place,), unit=unit.name, hex=unit.place)
    g.drop(unit_id)


def disrupt(g: PanzerBlitz, unit_id: str) -> None:
    """7.7, 4.3.6 A unit is Spent/Disrupted; what it carries unloads and is Disrupted with it, a rider leaves."""
    for unit in (*g.load(unit_id), g.pieces[unit_id]):
        if not unit.disrupted:
            h = unit.place
            g.tell("PB-7.7.3", "{unit} in {hex} is disrupted", hexes=(h,), sees=readers(unit), unit=unit.name, hex=h)
        g.change(unit.id, spent=True, disrupted=True, carrier="", trapped=unit.trapped or unit.place in g.mines)
        if unit.labor == "mines":
            g.change(unit.id, stage=1, since=g.turn)  # 17.1.2 the work is taken up again at its second turn
        g.hit = {**g.hit, unit.id: True}
        stop_work(g, unit.id)
        forget_fire(g, unit.id)


def stop_work(g: PanzerBlitz, unit_id: str) -> None:
    """A unit takes part in no assault, work or overrun any more."""
    g.cat, g.ip_work = without(g.cat, unit_id), without(g.ip_work, unit_id)
    g.onward = without(g.onward, unit_id)


def free_workers(g: PanzerBlitz, job: str, *hexes: Hex) -> None:
    """17.0 What Engineers were at work on in these hexes is done, or gone: they are free."""
    for unit in list(g.pieces.values()):
        if unit.labor == job and (unit.target or unit.place) in hexes:
            g.change(unit.id, labor="", stage=0, since=0, failed=0, target="")


def forget_fire(g: PanzerBlitz, unit_id: str) -> None:
    """11.3.6, R-76 A firer that is hit before its mission is resolved drops out of it."""
    if g.firing and g.pieces[unit_id].side != g.firing:
        return  # R-05 the fire of both sides is simultaneous
    for name, request in list(g.requests.items()):
        left = tuple(i for i in request.firers if i != unit_id)
        if left or not request.firers:
            then = tuple(u for u in request.then if u.id != unit_id)
            g.requests = {**g.requests, name: msgspec.structs.replace(request, firers=left, then=then)}
        else:
            g.requests = without(g.requests, name)
            h = request.hex
            g.tell("PB-11.3.11", "The artillery request on {hex} is cancelled", hexes=(h,), hex=h)


def leave_wreck(g: PanzerBlitz, h: Hex, always: bool = False) -> None:
    """15.1, R-24 A step of armor leaves a Wreck on a road or bridge and among houses."""
    if (always or has_road(g, h) or g.land.effects[h].houses) and g.wrecks.get(h, 0) < WRECKS_AT_MOST:
        g.wrecks = {**g.wrecks, h: g.wrecks.get(h, 0) + 1}


def ruin(g: PanzerBlitz, h: Hex) -> None:
    """15.5.5, R-39 The Fortification is destroyed; whoever was inside stands in the open hex."""
    g.forts = without(g.forts, h)
    leave_wreck(g, h, always=True)
    for unit in g.here(h):
        if unit.inside == "fort":
            g.change(unit.id, inside="")
    g.tell("PB-15.5.8", "The fortification in {hex} is destroyed", hexes=(h,), hex=h)


def show(g: PanzerBlitz, h: Hex) -> None:
    """The opponent is to move units out of a hex: he must see them."""
    for unit in g.here(h):
        if unit.unspotted:
            g.change(unit.id, unspotted=False)
            g.reveal()


# -------------------- 7.7 Combat results

RUIN_AT_MOST = 3  # 15.5.5


# ------------------------------------------------------------------ the roll


class Strike(Step, frozen=True):
    """7.4, 7.5 Roll an attack and apply what it does; the attackers become Spent."""

    attack: Attack

    def run(self, g: PanzerBlitz) -> None:
        attack = self.attack
        columns = [column(g, attack, part) for part in attack.parts]
        dice: tuple[int, ...] = ()
        if self._unseen(g) or any(c is not None for c in columns):  # dice tell nothing of what is unseen
            dice = (g.d6(), g.d6())
        g.natural = sum(dice)
        name_firers(g, [i for part in attack.parts for i in part.firers])
        hits: list[Hit] = []
        ruined = False
        for part, col in zip(attack.parts, columns, strict=True):
            found = self._hits(g, part, col)
            tell_part(g, attack, part, dice, found)
            ruined = ruined or (part.fort and g.natural <= RUIN_AT_MOST and any(hit.result != "-" for hit in found))
            hits += found
        g.outcome(" / ".join(hit.result for hit in hits) if any(hit.result != "-" for hit in hits) else "-")
        spend_firers(g, attack)
        g.swap(Damage(tuple(hits), attack.hex, mine=attack.kind == "mine", ruin=ruined))

    def _unseen(self, g: PanzerBlitz) -> bool:
        return self.attack.blind or any(is_secret(g, self.attack, part) for part in self.attack.parts)

    def _hits(self, g: PanzerBlitz, part: Part, col: int | None) -> list[Hit]:
        """7.1.7, R-10 One roll; Spotted and Unspotted targets each read their own total."""
        base = drm(g, self.attack, part)
        if self.attack.kind == "mine":
            return [Hit(part.targets, result_of(col, g.natural, 0))]
        seen = tuple(i for i in part.targets if not g.pieces[i].unspotted)
        unseen = tuple(i for i in part.targets if g.pieces[i].unspotted)
        found = [Hit(seen, result_of(col, g.natural, base))] if seen or not unseen else []
        if unseen:
            found.append(Hit(unseen, result_of(col, g.natural, base + unspotted_modifier().value), unseen=True))
        return found


def blind_shot(g: PanzerBlitz, attack: Attack) -> None:
    """6.2.1, R-73 Fire at unseen units of a kind that is not there: it looks like any other and hits nothing."""
    (part,) = attack.parts
    name_firers(g, part.firers)
    dice = (g.d6(), g.d6())
    g.natural = sum(dice)
    tell_blind(g, attack, part, dice)
    g.outcome("-")
    for i in part.firers:
        g.change(i, spent=True)


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
    """11.3.2, 7.3.3, 15.5.3, R-38 What shells and bombs attack: every unit, riders too, a Fortification as a whole."""
    inside = tuple(u.id for u in g.here(h) if u.inside == "fort")
    outside = [u.id for u in g.here(h) if u.inside != "fort" and (not u.carrier or is_rider(g, u))]
    return [((i,), False) for i in outside] + ([(inside, True)] if h in g.forts else [])


def attacked_before(g: PanzerBlitz, kind: str, targets: tuple[str, ...]) -> bool:
    """7.1.5, R-69 Have such targets been attacked in this kind before in this Operation? If not, they are now."""
    if g.op is None:
        return False
    found = any(f"{kind}:{i}" in g.attacked for i in targets)
    g.attacked = {**g.attacked, **{f"{kind}:{i}": True for i in with_load(g, targets)}}
    return found


# ------------------------------------------------------------------ what it does


class Damage(Step, frozen=True):
    """7.7 Apply results one after the other, then what follows from them."""

    hits: tuple[Hit, ...]
    hex: Hex
    mine: bool = False  # 15.2.3.4 the Minefield itself did this
    ruin: bool = False  # 15.5.5 the Fortification is destroyed
    unloaded: tuple[str, ...] = ()
    shaken: tuple[str, ...] | None = None  # Disrupted before the attack

    def run(self, g: PanzerBlitz) -> None:
        if self.shaken is None:
            return g.swap(msgspec.structs.replace(self, shaken=self._shaken(g)))
        if not self.hits:
            return self._follow(g)
        hit, *rest = self.hits
        alive = tuple(i for i in hit.targets if i in g.pieces)
        aboard = self.unloaded + tuple(u.id for i in alive for u in (*g.load(i), g.pieces[i]) if u.carrier)
        again = msgspec.structs.replace(self, hits=tuple(rest), unloaded=tuple(dict.fromkeys(aboard)))
        if hit.result == "D":
            for i in alive:
                disrupt(g, i)
        elif hit.result == "DD":
            suffer_double(g, alive, self.shaken)
        elif hit.result.endswith("X") and alive:
            return g.swap(Losses(alive, self.shaken, int(hit.result[:-1])), again)
        return g.swap(again)

    def _shaken(self, g: PanzerBlitz) -> tuple[str, ...]:
        targets = [g.pieces[i] for hit in self.hits for i in hit.targets if i in g.pieces]
        return tuple(u.id for target in targets for u in (target, *g.load(target.id)) if u.disrupted)

    def _follow(self, g: PanzerBlitz) -> None:
        """R-78 After the results: ruins, mines under those who had to unload, overstacking."""
        if self.ruin and self.hex in g.forts:
            ruin(g, self.hex)
        out = tuple(i for i in self.unloaded if i in g.pieces and not g.pieces[i].carrier)
        mines: list[Step] = []
        for i in () if self.mine else out:
            mines += spring_mine(g, g.pieces[i], self.hex, anew=True) if self.hex in g.mines else []
        if any(isinstance(step, Overstack) and step.hex == self.hex for step in g.steps):
            return g.swap(*mines)  # more mines strike before anybody is placed elsewhere
        if overstacked(g, self.hex):
            show(g, self.hex)
        return g.swap(*mines, Overstack(self.hex, out))


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
        next_up = self._next_up(g)
        if len(next_up) <= self.left:
            return self._take(g, tuple(next_up))
        if len({_alike(g, i) for i in next_up}) == 1:
            return self._take(g, tuple(next_up[: self.left]))
        g.ask(g.pieces[alive[0]].side, "Choose the unit that loses a step", [Pick(i) for i in next_up], "PB-7.7.6")
        return None

    def _next_up(self, g: PanzerBlitz) -> list[str]:
        """Those who have lost the least so far."""
        alive = [i for i in self.targets if i in g.pieces]
        least = min(map(self.took.count, alive), default=0)
        return [i for i in alive if self.took.count(i) == least]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        assert isinstance(action, Pick)
        self._take(g, (action.piece,))

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        """The roll is over; the next is somebody else's, or at somebody else."""
        return True

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if not isinstance(action, Pick) or action.piece in self._next_up(g):
            return None
        return Refusal("PB-7.7.6", "Losses are spread as equally as possible.")

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


def mine_attack(h: Hex, targets: tuple[str, ...]) -> Attack:
    """15.2.3.1 A Minefield attacks."""
    return Attack("mine", h, (Part("AP", (), targets),))


def spring_mine(g: PanzerBlitz, unit: Unit, h: Hex, *, anew: bool = False) -> list[Step]:
    """15.2.3.1, R-69 The Minefield is turned up: a dummy goes away, a real one stops and attacks, once in an Operation.

    15.2.3.4 Who had to get out there is attacked again.
    """
    mine = g.mines[h]
    g.reveal()
    if mine.strength == "dummy":
        g.mines = without(g.mines, h)
        free_workers(g, "mines", h)
        g.tell("PB-15.2.9", "The minefield in {hex} is a dummy", hexes=(h,), hex=h)
        return []
    g.mines = {**g.mines, h: msgspec.structs.replace(mine, shown=True)}
    g.halted = {**g.halted, unit.id: True}
    spared = attacked_before(g, "mine", (unit.id,)) and not anew
    return [] if spared else [Strike(mine_attack(h, (unit.id,)))]


# ------------------------------------------------------------------ overstacking


class Overstack(Step, frozen=True):
    """2.3.5.3, 4.3.6 The opponent moves units out of an overstacked hex; with nowhere to go the owner reduces them."""

    hex: Hex
    unloaded: tuple[str, ...] = ()  # passengers forced out: they go first and suffer nothing more
    picked: str = ""
    full: tuple[Hex, ...] = ()  # hexes with hidden units that turned out to have no room

    def run(self, g: PanzerBlitz) -> None:
        if not overstacked(g, self.hex):
            return g.done()
        owner, asked = self._candidates(g)[0].side, self._asked(g)
        if self._leaving(g):
            prompt = f"Where is {g.pieces[self.picked].name} moved to?"
            return g.ask(other(owner), prompt, asked, "PB-2.3.27")
        if self._movable(g):
            prompt = f"{self.hex} is overstacked: choose a unit to move out"
            return g.ask(other(owner), prompt, asked, "PB-2.3.27")
        return g.ask(owner, f"{self.hex} is overstacked: choose a unit to reduce", asked, "PB-2.3.29")

    def _asked(self, g: PanzerBlitz) -> list[Action]:
        """Where the picked unit goes, or who is moved out, or else who is reduced."""
        return [To(h) for h in self._leaving(g)] or [Pick(u.id) for u in self._movable(g) or self._candidates(g)]

    def _leaving(self, g: PanzerBlitz) -> list[Hex]:
        return self._ways(g, g.pieces[self.picked]) if self.picked else []

    def _movable(self, g: PanzerBlitz) -> list[Unit]:
        return [u for u in self._candidates(g) if self._ways(g, u)]

    def _candidates(self, g: PanzerBlitz) -> list[Unit]:
        here = [u for u in g.here(self.hex) if not u.carrier]
        return [u for u in here if u.id in self.unloaded] or here

    def _ways(self, g: PanzerBlitz, unit: Unit) -> list[Hex]:
        return [h for h in ways_out(g, unit) if h not in self.full]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        match action:
            case Pick(piece) if self._ways(g, g.pieces[piece]):
                g.swap(msgspec.structs.replace(self, picked=piece))
            case Pick(piece):
                lose_step(g, piece)
                g.swap(msgspec.structs.replace(self))
            case To(hex) if fits(g, hex, g.pieces[self.picked]):
                self._move(g, hex)
            case To(hex):
                g.reveal()
                g.tell("PB-2.3.27", "There is no room in {hex}", hexes=(hex,), hex=hex)
                g.swap(msgspec.structs.replace(self, full=(*self.full, hex)))

    def _move(self, g: PanzerBlitz, h: Hex) -> None:
        """2.3.5.3 A unit moved out is Disrupted; one already Disrupted loses a step; then mines strike (15.2.3)."""
        unit, load = g.pieces[self.picked], g.load(self.picked)
        for each in (unit, *load):
            g.change(each.id, place=h, inside="", hull_down=False, labor="", stage=0, failed=0, target="")
        g.tell("PB-2.3.27", "{unit} is pushed to {hex}", hexes=(self.hex, h), unit=unit.name, hex=h)
        if unit.id not in self.unloaded:
            if unit.disrupted:
                lose_step(g, unit.id)
            if unit.id in g.pieces:
                disrupt(g, unit.id)
        struck = h in g.mines and unit.id in g.pieces and unit.id not in self.unloaded
        mines = spring_mine(g, unit, h) if struck else []
        crowd = [Overstack(h, tuple(u.id for u in load))] if load else []  # 4.3.6 they had to get out there
        g.swap(*mines, *crowd, msgspec.structs.replace(self, picked=""))

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        """15.2.3, 6.2.1 A push into a Minefield is shown if it is known, and nobody hides who may leave no room."""
        mine = g.mines.get(action.hex) if isinstance(action, To) else None
        if mine is None or not isinstance(action, To) or any(u.hidden for u in g.here(action.hex)):
            return True
        return not mine.shown and mine.side == g.pieces[self.picked].side

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if action in self._asked(g):
            return None
        match action:
            case Pick(piece) if piece in g.pieces and g.pieces[piece].place == self.hex:
                return Refusal("PB-4.3.22" if self.unloaded else "PB-2.3.27")
            case To(hex) if self.picked and hex in GRID:
                return Refusal("PB-2.3.27")
        return None


def ways_out(g: PanzerBlitz, unit: Unit) -> list[Hex]:
    """R-61 Adjacent hexes a unit can be pushed to, as far as anybody knows: hidden units may leave room or not."""
    near = [h for h in GRID.neighbours[unit.place] if passable(g, unit, unit.place, h)]
    return [h for h in near if not too_many(g, h, [*(u for u in g.here(h) if not u.hidden), unit])]


# -------------------- 15.2 Minefields


def is_trapped(g: PanzerBlitz, unit: Unit) -> bool:
    """15.2.3.2, R-43 Must a Minefield attack a unit, or what it carries, before it leaves the hex?"""
    return unit.place in g.mines and any(u.trapped for u in (unit, *g.load(unit.id)))


def leave_mine(g: PanzerBlitz, unit: Unit) -> list[Step]:
    """15.2.3.2 A unit that was Disrupted in a Minefield is attacked once more before it leaves; a dummy is removed."""
    for each in (unit, *g.load(unit.id)):
        g.change(each.id, trapped=False)
    steps = spring_mine(g, unit, unit.place)
    g.halted = without(g.halted, unit.id)
    return steps
