"""Shooting carried out (RA-SHO.5 to RA-SHO.7, RA-SHO.39 to RA-SHO.46): the volley and what it does."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.inches.formations import SKIRMISH
from grognard.board.inches.geometry import Spot, at_most
from grognard.engine import ChoiceStep, Deed, Interruption, Passing, Press, Step, UnitEffect, Working, net
from grognard.engine.core.state import without
from grognard.engine.core.wording import with_count
from grognard.games.red_actions.rules.aiming import best_stance, take_places, weapon_of, why_cannot_shoot
from grognard.games.red_actions.rules.artillery import direct_number, rolls_direct_hits, victim
from grognard.games.red_actions.rules.bodies import centre, turned
from grognard.games.red_actions.rules.data import CELLS, LOCOMOTIVE, REACH, SHOOTING, TABLES_DATA, Cell, asked, spaced
from grognard.games.red_actions.rules.fire_total import NO_COLUMN, column_for, is_futile, make_aim, shifts, working
from grognard.games.red_actions.rules.losses import end_of, lose_bases, new_event, reveal_near, reveal_unit
from grognard.games.red_actions.rules.officers import window
from grognard.games.red_actions.rules.retire import Effects, MoraleTest
from grognard.games.red_actions.rules.room import alight, on_others, ride_over
from grognard.games.red_actions.rules.state import UPROOTED, Aim, RedActions, Unit, Wagon, against, decide, is_vehicle

HOLD_FIRE = Press("hold fire")

COLLAPSE = TABLES_DATA["direct_hit"]["collapse"]
NOTHING = "--"


# ------------------------------------------------------------------ declaring


def declare(g: RedActions, aim: Aim, *, reaction: bool = False) -> None:
    """RA-SHO.1, RA-SHO.15 The shooter turns, and has fired; firing places in a section are taken.

    A reaction is the action of the turn (RA-PRE.2), and ends a posture like any other (RA-MOV.25).
    """
    unit = g.pieces[aim.shooter]
    take_places(g, aim.faces, aim.bases)
    if aim.wagon >= 0:
        unit = g.change(unit.id, wagons=with_wagon(unit, aim.wagon, fired=True))
    reveal_unit(g, unit.id)
    stands = _stance(g, unit, aim)
    if stands.formation != unit.formation:
        g.change(unit.id, **UPROOTED)
    rounds, acted = max(0, unit.rounds - 1) if unit.kind == "gun" else unit.rounds, reaction or unit.acted
    posture = {"formation": stands.formation, "lying": unit.lying and not reaction}
    g.change(unit.id, **stands.where, **posture, fired=True, acted=acted, rounds=rounds)
    if stands != unit:
        reveal_near(g, unit.id)
        ride_over(g, stands, stands)


def _stance(g: RedActions, unit: Unit, aim: Aim) -> Unit:
    """RA-MOV.7, RA-AMB.14 A shooter as it has turned or deployed; as it was, if it finds an enemy hidden there."""
    turns = aim.facing != unit.facing and unit.formation != SKIRMISH and not unit.inside
    there = replace(turned(g, unit, aim.facing) if turns else unit, facing=aim.facing, formation=aim.formation)
    lurker = on_others(g, there) if there != unit and not unit.inside else None
    if lurker is None:
        return there
    reveal_unit(g, lurker.id)
    return unit


def remember_aim(g: RedActions, aim: Aim) -> None:
    """RA-ART.4, RA-ART.16 What the gun shot at, and whether it saw it, for next turn."""
    target = g.pieces.get(aim.target)
    if aim.shooter not in g.pieces or (aim.target and target is None):
        return
    changes: dict[str, object] = {}
    if target is not None or aim.section:
        x, y, _ = Spot.at(centre(g, target) if target else g.table.features[aim.section].centre)
        changes = {"aim": (aim.target or aim.section, g.turn, x, y), "aim_moves": target.moves if target else 0}
    else:
        x, y = aim.spot
    if aim.indirect:
        changes["blind"] = (g.turn, x, y)
    unit = g.pieces[aim.shooter]
    if aim.wagon >= 0:
        changes = {"wagons": with_wagon(unit, aim.wagon, **changes)}
    g.change(unit.id, **changes)


def with_wagon(train: Unit, index: int, **changes: object) -> tuple[Wagon, ...]:
    """The wagons of a train, one of them changed."""
    return tuple(replace(w, **changes) if i == index else w for i, w in enumerate(train.wagons))


# ------------------------------------------------------------------ return fire


def why_no_return_fire(g: RedActions, aim: Aim) -> str:
    """RA-PRE.5, RA-PRE.6 The rule that keeps the target from answering, or ""."""
    target = g.pieces.get(aim.target)
    if target is None or aim.speculative or aim.indirect:
        return "RA-PRE.6"
    if target.acted or target.hidden:
        return "RA-PRE.5"
    refusal = why_cannot_shoot(g, target)
    if refusal is not None:
        return refusal.rule
    if target.kind != "rifles" or target.carts or not at_most(aim.inches, REACH.return_fire):
        return "RA-PRE.6"
    return ""


class ShootBack(Deed, frozen=True):
    """RA-PRE.5 The fire is returned."""

    stored = Press("return fire")

    def do(self, g: RedActions, by: ReturnFire) -> None:
        back = by.reply(g)
        g.done()
        if back is not None:
            g.tell("RA-PRE.5", "{unit} returns the fire", unit=g.pieces[back.shooter].name)
            declare(g, back, reaction=True)
            g.returning = {**g.returning, by.aim.shooter: back}

    def preview(self, g: RedActions, by: ReturnFire) -> Working | None:
        back = by.reply(g)
        return working(g, back) if back is not None else None


class HoldFire(Deed, frozen=True):
    """RA-PRE.5 Nobody must shoot back: the shot that is let pass is the enemy's."""

    stored = HOLD_FIRE

    def do(self, g: RedActions, by: ReturnFire) -> None:
        g.done()

    def hides_odds(self, g: RedActions, by: ReturnFire) -> bool:
        return True


class ReturnFire(ChoiceStep, frozen=True):
    """RA-PRE.5 to RA-PRE.8 Rifles shot at from close range may shoot back, both shots at once."""

    aim: Aim

    deeds = (ShootBack, HoldFire)

    def run(self, g: RedActions) -> None:
        back = None if why_no_return_fire(g, self.aim) else self.reply(g)
        if back is None:
            return g.done()
        target = g.pieces[self.aim.target]
        shooter = g.pieces[self.aim.shooter]
        text = "{unit} is shot at by {shooter}: return the fire?"
        prompt = asked(text, unit=target.name, shooter=shooter.name)
        offered = self.offered(g)
        g.ask(target.side, prompt, offered[::-1] if is_futile(back) else offered, "RA-PRE.5")

    def passes(self, g: RedActions) -> Passing:
        return Passing(HOLD_FIRE, "nobody returns fire")

    def interrupts(self, g: RedActions) -> Interruption:
        return window(g, self.aim.shooter, HOLD_FIRE, (g.pieces[self.aim.target],))

    def reply(self, g: RedActions) -> Aim | None:
        """RA-PRE.5 The shot of those who are shot at, if they have one."""
        target, shooter = g.pieces[self.aim.target], g.pieces[self.aim.shooter]
        stance = best_stance(g, target, shooter)
        return None if stance is None else make_aim(g, stance, shooter)


# ------------------------------------------------------------------ the dice


class Volley(Step, frozen=True):
    """RA-SHO.6, RA-SHO.7, RA-TRN.15 Direct hits, then the table; then both shots take effect."""

    aim: Aim

    def run(self, g: RedActions) -> None:
        back = g.returning.get(self.aim.shooter)
        g.returning = without(g.returning, self.aim.shooter)
        if not self._still_there(g):
            return g.done()
        shots = [self.aim, back] if back is not None and back.target in g.pieces else [self.aim]
        impacts = [self._roll(g, aim) for aim in shots]
        g.outcome(impacts[-1].words)  # of the return fire, if there is any: it was the answer given last
        remember_aim(g, self.aim)
        g.swap(*impacts)

    def _still_there(self, g: RedActions) -> bool:
        """RA-AMB.8 An ambush on its last inches may have cost the shooter its shot, or the target its life.

        Whoever has left by an edge (RA-MOV.26) had shot before, as he stood (RA-SHO.8).
        """
        shooter = g.pieces.get(self.aim.shooter)
        left = g.gone.get(self.aim.shooter) == "exited" and not self.aim.speculative
        shot = left or (shooter is not None and not shooter.routing)
        return shot and (not self.aim.target or self.aim.target in g.pieces)

    def _roll(self, g: RedActions, aim: Aim) -> Impact:
        if aim.speculative:
            return self._roll_speculative(g, aim)
        hits, fallen = roll_direct(g, aim)
        if fallen:
            return Impact(aim, NOTHING, 0, True)
        cell = NOTHING
        unit = aim.name
        if aim.column > NO_COLUMN:
            faces = g.cast(2, lambda faces: SHOOTING.result(aim.column, sum(faces)))
            cell = SHOOTING.result(aim.column, sum(faces))
            rolled = working(g, aim).rolled(faces, cell, CELLS[cell].words)
            text, target = "{unit} shoots at {target}, column {column}: {result}", g.pieces[aim.target].name
            result = CELLS[cell].words + (f" ({cell})" if cell != NOTHING else "")
            g.tell("RA-SHO.7", text, working=rolled, unit=unit, target=target, column=rolled.column, result=result)
        elif not aim.section or aim.target:
            g.tell("RA-TRN.19", "{unit} shoots without effect", unit=unit)
        return Impact(aim, cell, hits, False)

    def _roll_speculative(self, g: RedActions, aim: Aim) -> Impact:
        """RA-SHO.19, RA-SHO.53 The dice are rolled whether anybody is there or not: they give nothing away."""
        unit = g.pieces[aim.shooter]
        found = victim(g, unit.side, Spot(*aim.spot).point)
        shells = self._blind_shells(g, unit)
        hits = 0
        if found is not None and shells:
            number = direct_number(g, unit, found, aim.inches, indirect=aim.indirect, wagon=aim.wagon)
            hits = sum(sum(faces) >= number for faces in shells)
            if found.inside and any(_collapses(g, found.inside, found.side) for _ in range(hits)):
                return Impact(replace(aim, section=found.inside), NOTHING, 0, True)
        dice = g.cast(2)
        rolled = Working("Speculative fire", dice=2).rolled(dice, "fired")  # the result is nobody's to know
        g.tell("RA-SHO.19", "{unit} searches the ground with fire", working=rolled, unit=unit.name)
        if found is None:
            return Impact(aim, NOTHING, 0, False)
        column = column_for(aim.total, net(shifts(g, weapon_of(unit, aim.wagon), found, aim.inches, aim.origin)))
        cell = SHOOTING.result(column, sum(dice)) if column > NO_COLUMN else NOTHING
        return Impact(replace(aim, target=found.id), cell, 0 if found.inside else hits, False)

    def _blind_shells(self, g: RedActions, unit: Unit) -> list[tuple[int, ...]]:
        """RA-ART.7, RA-SHO.53 2d6 for each gun or mortar; what they need is told to nobody, nor whether they hit."""
        count = self.aim.bases if rolls_direct_hits(weapon_of(unit, self.aim.wagon)) else 0
        shells = []
        for _ in range(count):
            shells.append(g.cast(2))
            rolled = Working("Direct hit", dice=2).rolled(shells[-1], "fired")
            g.tell("RA-ART.7", "{unit} rolls for a direct hit", working=rolled, unit=unit.name)
        return shells


def roll_direct(g: RedActions, aim: Aim) -> tuple[int, bool]:
    """RA-ART.7, RA-ART.11 2d6 for each gun; a building that is hit may fall."""
    hits = 0
    for number in aim.direct:
        working, unit = against("Direct hit", number, dice=2), aim.name
        words = ("{unit} needs {n} or more for a direct hit: {result}", "a hit", "no hit")
        if not decide(g, working, "RA-ART.7", *words, unit=unit, n=number):
            continue
        if not aim.section:
            hits += 1
        elif _collapses(g, aim.section):
            return 0, True
    return hits, False


def _collapses(g: RedActions, name: str, secret: str = "") -> bool:
    """RA-ART.11 2d6: 9 or more brings down wood, 11 or more stone; of a hit by chance the side inside alone is told."""
    working = against("Collapse", int(COLLAPSE[g.table.features[name].type]), dice=2)
    sees = (secret,) if secret else None
    return decide(g, working, "RA-ART.11", "{name} {result}", "falls", "stands", sees=sees, name=g.called(name))


# ------------------------------------------------------------------ the effect


class Impact(Step, frozen=True):
    """RA-SHO.39 to RA-SHO.46 What one shot does to its target, in the order of RA-SHO.45."""

    aim: Aim
    cell: str
    hits: int
    falls: bool

    @property
    def words(self) -> str:
        """What the shot has come to."""
        if self.falls:
            return f"{spaced(self.aim.section)} falls"
        found = [with_count(self.hits, "direct hit")] if self.hits else []
        found += [CELLS[self.cell].words] if self.cell != NOTHING or not found else []
        return ", ".join(found)

    def run(self, g: RedActions) -> None:
        g.done()
        new_event(g)
        if self.falls:
            return collapse(g, self.aim.section)
        target = g.pieces.get(self.aim.target)
        if target is None:
            return
        cell = CELLS[self.cell]
        if is_vehicle(target):
            return self._on_vehicle(g, target, cell)
        lost = min(self.hits + cell.base_loss, target.bases)
        if lost and lose_bases(g, target.id, lost):
            return
        parts = self._parts(cell, lost)
        if parts:
            g.call(Effects(target.id, self.aim.x, self.aim.y, True, parts))

    def _parts(self, cell: Cell, lost: int) -> tuple[str, ...]:
        parts = [f"terror:{cell.terror}"] if cell.terror else []
        parts += ["pin"] if cell.pinned else []
        parts += ["officers"] if cell.officer_test else []
        parts += ["fear:lost a base"] if lost else []
        parts += ["fear:gassed"] if self.aim.gas and self.cell != NOTHING else []
        parts += ["serious:serious result"] if cell.serious else []
        parts += ["retire"] if cell.retire else []
        return tuple(parts)

    def _on_vehicle(self, g: RedActions, target: Unit, cell: Cell) -> None:
        """RA-VEH.1, RA-VEH.2, RA-ART.10 Only direct hits harm vehicles; close MG fire may stop a car."""
        if target.kind == "train":
            g.call(*(TrainHit(target.id) for _ in range(self.hits)))
        elif self.hits:
            lose_bases(g, target.id, self.hits)
        elif self.aim.mg_close and cell.base_loss and target.kind == "ac" and not target.stuck:
            g.change(target.id, stuck="broken")
            g.tell("RA-VEH.2", "{unit} breaks down under fire", unit=target.name)


def collapse(g: RedActions, name: str) -> None:
    """RA-ART.11, RA-TER.46 A section falls: everybody inside is lost, and it is rough ground."""
    g.collapsed = {**g.collapsed, name: True}
    g.owner = without(g.owner, name)
    g.tell("RA-TER.46", "{name} collapses", name=g.called(name))
    for unit in [u for u in g.troops() if u.inside == name]:
        end_of(g, unit.id, "destroyed")


class TrainHit(UnitEffect, frozen=True):
    """RA-VEH.8 A direct hit on a train: the locomotive on 1-2, else a wagon at random."""

    def befall(self, g: RedActions, unit: Unit) -> None:
        die = g.d6()
        wagons = [i for i, w in enumerate(unit.wagons) if w.type != LOCOMOTIVE]
        locos = [i for i, w in enumerate(unit.wagons) if w.type == LOCOMOTIVE]
        index = locos[0] if (die <= 2 and locos) or not wagons else g.choose(wagons)
        what = "the locomotive" if index in locos else "a wagon"
        hit_wagon(g, unit, index, Working("Hit on a train", dice=1).rolled((die,), what))


def hit_wagon(g: RedActions, train: Unit, index: int, rolled: Working | None = None) -> None:
    """RA-VEH.8 First, second and third hits on the locomotive or a wagon."""
    wagon = train.wagons[index]
    hits = wagon.hits + 1
    text, name = "{unit}: hit {n} on the {wagon}", wagon.what.name
    g.tell("RA-VEH.8", text, working=rolled, unit=train.name, n=hits, wagon=name)
    if wagon.type == LOCOMOTIVE and hits >= 3:
        return wreck_train(g, train)
    if wagon.type != LOCOMOTIVE and hits >= 2:
        return destroy_wagon(g, train, index)
    silent = g.turn + 1 if wagon.type != LOCOMOTIVE else 0
    g.change(train.id, wagons=with_wagon(train, index, hits=hits, silent=silent))


def wreck_train(g: RedActions, train: Unit) -> None:
    """RA-VEH.14 The train is destroyed; riders are thrown out."""
    throw_out(g, train)
    end_of(g, train.id, "destroyed")


def destroy_wagon(g: RedActions, train: Unit, index: int) -> None:
    """RA-VEH.8, RA-VEH.11 One wagon is gone."""
    left: tuple[Wagon, ...] = (*train.wagons[:index], *train.wagons[index + 1 :])
    throw_out(g, train)
    if not left:
        return end_of(g, train.id, "destroyed")
    g.change(train.id, wagons=left, bases=len(left))


def throw_out(g: RedActions, train: Unit) -> None:
    """RA-VEH.14 Riders lose a base, test for fear and stand within 2 inches of the rails, as near to it as they can."""
    tests = []
    for rider in g.riders(train.id):
        ends = (train.rail + way * step * 400 for step in range(10) for way in (1, -1))
        if not alight(g, rider, *(replace(train, rail=max(0, end)) for end in ends)):
            end_of(g, rider.id, "destroyed")
        elif not lose_bases(g, rider.id, 1):
            tests.append(MoraleTest(rider.id, kind="fear", cause="lost a base"))
    g.call(*tests)
