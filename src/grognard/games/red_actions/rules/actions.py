"""The action segment (RA-ACT): a unit's extra parts, then its one action, carried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from grognard.board.inches import hundredths
from grognard.engine import Action, Actions, Press, Preview, Refusal, Step
from grognard.games.red_actions.rules.ambush import (
    SPRING,
    AmbushWindow,
    Sprung,
    Stumble,
    come_upon,
    scout,
    tell_tale,
    why_not_scout,
)
from grognard.games.red_actions.rules.artillery import (
    as_gas,
    empty_section_aim,
    indirect_aim,
    speculative_aim,
    with_direct_hits,
)
from grognard.games.red_actions.rules.bodies import apart, centre, stored
from grognard.games.red_actions.rules.charging import ChargeTest
from grognard.games.red_actions.rules.choices import (
    Attach,
    Board,
    Charge,
    Claim,
    Combine,
    Detach,
    Divide,
    Fire,
    Form,
    Gas,
    Go,
    Lob,
    Main,
    Scout,
    Search,
    Shell,
)
from grognard.games.red_actions.rules.data import SHOOTING, TABLES_DATA
from grognard.games.red_actions.rules.fire import ReturnFire, Volley, declare
from grognard.games.red_actions.rules.formations import (
    alight_place,
    board,
    change_formation,
    change_mount,
    combine,
    divide,
    why_not_form,
)
from grognard.games.red_actions.rules.going import allowance_of
from grognard.games.red_actions.rules.losses import new_event, reveal_unit, say
from grognard.games.red_actions.rules.marching import Moving, Walk
from grognard.games.red_actions.rules.menu import (
    KEEPS_POSTURE,
    MOUNTS,
    charge_reach,
    extras,
    held_actions,
    main_actions,
    mob_obeys,
    mob_roll_due,
    move_points,
    ordered_out,
    starting_budget,
    why_not_main,
    why_not_while_held,
)
from grognard.games.red_actions.rules.movement import Budget, Leg, full_budget, plan
from grognard.games.red_actions.rules.nearest import nearest_legal
from grognard.games.red_actions.rules.preempt import CleverWindow, clever_units
from grognard.games.red_actions.rules.rally import RallyFromRout, rally_terror, unpin
from grognard.games.red_actions.rules.retire import MoraleTest, follow_seniors
from grognard.games.red_actions.rules.shooting import best_stance, make_aim, working
from grognard.games.red_actions.rules.state import Aim, RedActions, Unit
from grognard.games.red_actions.rules.trains import rail_at, rails, run_train
from grognard.games.red_actions.rules.works import claim, cross_wire, cut_wire, dig, tear_rails

MOVING = TABLES_DATA["moving_and_shooting"]
WIRE = "wire"  # the roll to come through it has failed in this segment
FREED_ON = int(TABLES_DATA["breakdown"]["free_on"])


class Acting(Step, frozen=True):
    """RA-ACT.1, RA-ACT.18 One unit's segment: extra parts in order, then one action."""

    unit: str
    done: tuple[str, ...] = ()
    mob: str = ""  # "", "ok", "failed"
    reaction: bool = False  # RA-PRE.16 a Clever pre-emption cannot itself be pre-empted
    half: bool = False  # RA-ACT.16 horse artillery has limbered with half its move
    fired: tuple[int, ...] = ()  # RA-VEH.10 wagons that have shot in this segment

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or not unit.place or (unit.acted and not self.fired):
            return g.done()
        parts = self._listed(g, unit)
        open_to = Actions(next(parts), lambda a: self.why_not(g, unit.side, a), parts, (Action,))
        g.ask(unit.side, f"{unit.name}: what does it do?", open_to, "RA-ACT.1")

    def _listed(self, g: RedActions, unit: Unit) -> Iterator[Sequence[Action]]:
        if unit.routing:
            yield [Press("rally from rout")]
            return
        budget = self._budget(g, unit)
        if self.half:
            yield [Press("hold"), *move_points(g, unit, budget)]
            return
        if WIRE in self.done:
            yield from held_actions(g, unit, budget)
            return
        found = list(extras(g, unit, self.done)) if self.mob != "failed" and not self.fired else []
        parts = main_actions(g, unit, budget, fresh=not self.fired, still=self.mob == "failed")
        yield [*found, *next(parts)]
        yield from parts

    def _budget(self, g: RedActions, unit: Unit) -> Budget:
        if self.half:
            return Budget(hundredths(allowance_of(unit) / 2), fresh=False)
        return starting_budget(g, unit, self.done)

    def why_not(self, g: RedActions, side: str, action: Action) -> Refusal | None:
        unit = g.pieces[self.unit]
        if unit.routing:
            return Refusal("RA-TRN.10", "It must attempt to rally.")
        shot = isinstance(action, Fire | Lob | Gas | Search | Shell)
        if self.mob == "failed" and not shot:
            return Refusal("RA-TRT.2")
        if self.half and not isinstance(action, Go):
            return Refusal("RA-ACT.16")
        if unit.hidden and not (shot or isinstance(action, Charge) or ordered_out(g, unit)):
            return Refusal("RA-AMB.15")
        if WIRE in self.done and (refusal := why_not_while_held(g, unit, action)) is not None:
            return refusal
        match action:
            case Form(formation, formed):
                return Refusal("RA-ACT.19") if "form" in self.done else why_not_form(g, unit, formation, formed)
            case Scout(place):
                return Refusal("RA-ACT.19") if "scout" in self.done else why_not_scout(g, unit, place)
        fresh = not self.fired
        return why_not_main(g, unit, action, self._budget(g, unit), fresh=fresh)

    def instead(self, g: RedActions, side: str, action: Action) -> Action | None:
        unit = g.pieces[self.unit]
        left = self._budget(g, unit).left / 100
        return nearest_legal(g, action, lambda a: self.why_not(g, side, a), centre(g, unit), left)

    def preview(self, g: RedActions, action: Action) -> Preview | None:
        if not isinstance(action, Fire):
            return None
        aim = _direct_aim(g, g.pieces[self.unit], action)
        column = SHOOTING.columns[aim.column] if aim.column >= 0 else "none"
        target = g.pieces[action.piece].name
        return Preview(f"Shoot at {target}", tuple(working(g, aim)), "shooting", column, 2)

    def hides_odds(self, g: RedActions, action: Action) -> bool:
        """RA-SHO.53, RA-AMB.4 Speculative fire and scouting must give nothing away."""
        if isinstance(action, Search | Scout | Go | Shell):
            return True
        return any(u.unseen for u in g.pieces.values())

    # ---------------------------------------------------------- answers

    def take(self, g: RedActions, action: Action) -> None:
        unit = g.pieces[self.unit]
        acting = self
        if not self.mob and mob_roll_due(g, unit, action, self._budget(g, unit)):
            obeys = mob_obeys(g, unit)
            acting = replace(self, mob="ok" if obeys else "failed", done=(*self.done, "mob"))
            if not obeys:
                return g.swap(acting)
        if not acting._extra(g, unit, action):
            g.swap(*acting.announce(g, unit, action))

    def announce(self, g: RedActions, unit: Unit, action: Action) -> tuple[Step, ...]:
        """RA-PRE.10 The action is named; a Clever enemy may forestall it."""
        done = Announced(self, action)  # type: ignore[arg-type]
        if self.reaction or (isinstance(action, Press) and action.button in ("hold", "rally from rout")):
            return (done,)
        return (CleverWindow(self.unit), done) if clever_units(g, g.enemy(unit.side)) else (done,)

    def _extra(self, g: RedActions, unit: Unit, action: Action) -> bool:
        """RA-ACT.17 Carry out an extra part; False if the action is a main one."""
        found: tuple[Step, ...] = ()
        match action:
            case Press("rally from pinned"):
                unpin(g, unit)
                kind = "unpin"
            case Press("free" | "repair"):
                free(g, unit)
                kind = "repair"
            case Scout(place):
                scout(g, unit, place)
                kind = "scout"
            case Form(formation, formed):
                room, found = come_upon(g, replace(unit, formation=formation, formed=formed))
                if not room:
                    g.swap(*found, self)
                    return True
                change_formation(g, unit, formation, formed)
                kind = "form"
            case Attach(piece):
                g.move_to(piece, centre(g, unit), attached=unit.id)
                g.tell("RA-OFF.6", "{name} joins {unit}", name=g.pieces[piece].name, unit=unit.name)
                kind = "attach"
            case Detach(piece):
                g.change(piece, attached="")
                g.tell("RA-OFF.6", "{name} leaves {unit}", name=g.pieces[piece].name, unit=unit.name)
                kind = "attach"
            case _:
                return False
        g.swap(*found, replace(self, done=(*self.done, kind)))
        return True


def free(g: RedActions, unit: Unit) -> None:
    """RA-TER.8, RA-TER.10, RA-VEH.3 4 or more frees or repairs a vehicle, which may then act."""
    die = g.d6()
    ok = die >= FREED_ON
    g.tell("RA-VEH.3", "{unit} {r}", dice=(die,), unit=unit.name, r="is free" if ok else "stays where it is")
    g.outcome("free" if ok else "still stuck")
    if ok:
        g.change(unit.id, stuck="")


class Announced(Step, frozen=True):
    """RA-PRE.11, RA-PRE.17 The named action, unless somebody came first."""

    acting: Acting
    action: Main

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.acting.unit)
        if unit is None or not unit.place:
            return g.done()
        if g.interrupted:
            clever, g.interrupted = g.interrupted, ""
            return g.swap(Acting(clever, reaction=True), Afterwards(self.acting))
        g.swap(*carry_out(g, self.acting, unit, self.action))


class Afterwards(Step, frozen=True):
    """RA-PRE.11, RA-PRE.17 The interrupted unit goes on with any action, if it still can."""

    acting: Acting

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.acting.unit)
        if unit is None or not unit.place:
            return g.done()
        if unit.routing or unit.pinned:
            g.change(unit.id, acted=True)
            return g.done()
        g.swap(replace(self.acting, reaction=True))


# ------------------------------------------------------------------ carrying out


def carry_out(g: RedActions, acting: Acting, unit: Unit, action: Action) -> list[Step]:
    """One main action as steps."""
    kept = (isinstance(action, Press) and action.button in KEEPS_POSTURE) or isinstance(action, Claim)
    changes: dict[str, object] = {"acted": True, "rolling": False}
    if not kept:
        changes["lying"] = False
    match action:
        case Charge(piece):
            reach = hundredths(charge_reach(unit, acting._budget(g, unit)))
            return [ChargeTest(unit.id, piece, unit.hidden, reach), acting]
        case Fire() | Lob() | Gas() | Search() | Shell():
            return _shoot(g, acting, unit, action, changes)
        case Go(x, y):
            g.change(unit.id, **changes)
            return _move(g, acting, g.pieces[unit.id], x, y)
        case Press("rally from rout"):
            return [RallyFromRout(unit.id)]
    unit = g.change(unit.id, **changes)
    return _stay(g, acting, unit, action)


def _move(g: RedActions, acting: Acting, unit: Unit, x: int, y: int) -> list[Step]:
    if unit.kind == "train":
        tell_tale(g, unit)
        start = stored(centre(g, unit))
        run_train(g, unit, round(rail_at(rails(g), (x / 100, y / 100)) * 100))
        return [AmbushWindow(unit.id, start), Stumble(unit.id)]
    budget = acting._budget(g, unit)
    leg = plan(g, unit, (x / 100, y / 100), budget)
    assert isinstance(leg, Leg), leg
    used = 0 if budget.fresh else budget.left
    return [Walk(unit.id, leg, Moving(unit.id, budget, used, mob=acting.mob == "ok"))]


def _direct_aim(g: RedActions, unit: Unit, action: Fire) -> Aim:
    target = g.pieces[action.piece]
    stance = best_stance(g, unit, target, action.wagon)
    assert stance is not None
    return with_direct_hits(g, make_aim(g, stance, target, action.wagon))


def _aim(g: RedActions, unit: Unit, action: Action) -> Aim | None:
    match action:
        case Fire():
            return _direct_aim(g, unit, action)
        case Lob(piece, wagon):
            return indirect_aim(g, unit, g.pieces[piece], wagon)
        case Gas(piece):
            return as_gas(g, _direct_aim(g, unit, Fire(piece)))
        case Search(x, y, wagon):
            return speculative_aim(g, unit, (x / 100, y / 100), wagon)
        case Shell(place, wagon):
            return empty_section_aim(g, unit, place, wagon)
    return None


def _shoot(g: RedActions, acting: Acting, unit: Unit, action: Action, changes: dict[str, object]) -> list[Step]:
    """RA-SHO.1 to RA-SHO.7 Aim, let the target answer, move, and roll."""
    new_event(g)
    if unit.hidden and isinstance(action, Fire):
        return _spring_by_fire(g, unit, action, changes)
    aim = _aim(g, unit, action)
    assert aim is not None
    if unit.wagons:
        declare(g, aim)
        g.change(unit.id, acted=True, rolling=False, fired=True)
        return [ReturnFire(aim), Volley(aim), replace(acting, fired=(*acting.fired, aim.wagon))]
    declare(g, aim)
    g.change(unit.id, **changes)
    step_five = StepFive(unit.id, acting.mob, "form" in acting.done)
    return [ReturnFire(aim), step_five, Volley(aim)]


def _spring_by_fire(g: RedActions, unit: Unit, action: Fire, changes: dict[str, object]) -> list[Step]:
    """RA-AMB.13 A hidden unit that shoots within 12 inches springs an ambush; farther off it is merely revealed."""
    target = g.pieces[action.piece]
    near = apart(g, unit, target) <= SPRING + 0.005
    x, y = stored(centre(g, unit))
    reveal_unit(g, unit.id)
    g.change(unit.id, **changes)
    tests: list[Step] = [MoraleTest(target.id, x, y, True, "fear", "ambushed")] if near else []
    return [*tests, Sprung(unit.id, target.id)]


class StepFive(Step, frozen=True):
    """RA-SHO.5, RA-MOV.7 to RA-MOV.13 The shooters move, if they are entitled to."""

    unit: str
    mob: str = ""  # its roll, if it made one
    halved: bool = False

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.pinned or unit.routing or self.mob == "failed" or unit.stuck or not unit.place:
            return g.done()
        budget = after_fire(g, unit)
        spent = hundredths(allowance_of(unit) / 2) if self.halved else 0
        budget = replace(budget, left=max(0, budget.left - spent))
        if budget.left <= 0:
            return g.done()
        g.swap(Moving(self.unit, budget, spent, after_fire=True, mob=self.mob == "ok"))


def after_fire(g: RedActions, unit: Unit) -> Budget:
    """RA-MOV.7 to RA-MOV.12 What a troop type may move after firing."""
    row = MOVING[unit.kind]
    if "prolong_inches" in row:
        return Budget(hundredths(row["prolong_inches"]), free_turn=False, road=False, prolong=True)
    budget = full_budget(g, unit, row["after"])
    return replace(budget, march=False)


def _stay(g: RedActions, acting: Acting, unit: Unit, action: Action) -> list[Step]:
    """Actions that move nobody over the ground."""
    match action:
        case Claim(place):
            claim(g, unit, place)
        case Divide(bases, officer):
            divide(g, unit, bases, with_officer=officer)
        case Combine(piece):
            combine(g, unit, g.pieces[piece])
        case Board(piece):
            board(g, unit, g.pieces[piece])
        case Press(button):
            return _press(g, acting, unit, button)
    return []


def _press(g: RedActions, acting: Acting, unit: Unit, button: str) -> list[Step]:
    simple = {"rally from terror": rally_terror, "dig": dig, "cut the wire": cut_wire, "tear up rails": tear_rails}
    if button in simple:
        simple[button](g, unit)
    elif button == "cross the wire":
        if not cross_wire(g, unit):
            g.change(unit.id, acted=False)
            return [replace(acting, done=(*acting.done, WIRE), reaction=True)]  # RA-TER.18
        follow_seniors(g, unit.id)
        return [Stumble(unit.id)]
    elif button == "hide":
        g.change(unit.id, hidden=True)
        say(g, unit, "RA-ACT.9", "{unit} hides")
    elif button == "lie down":
        g.change(unit.id, lying=True)
        say(g, unit, "RA-MOV.25", "{unit} lies down")
    elif button == "disembark":
        there = alight_place(g, unit)
        if there is not None:
            g.change(unit.id, place=there.place, x=there.x, y=there.y, facing=there.facing)
            g.tell("RA-ACT.15", "{unit} gets off the train", unit=unit.name)
    elif button in MOUNTS:
        change_mount(g, unit, button)
        if unit.kind == "gun" and unit.has("HorseArtillery") and button == "limber":
            g.change(unit.id, acted=False)
            return [replace(acting, half=True, reaction=True)]  # RA-ACT.16
    elif button == "hold":
        say(g, unit, "RA-ACT.20", "{unit} holds")
    return []
