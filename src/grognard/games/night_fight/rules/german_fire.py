"""5.2, 5.6, 10.2, 13.0, 16.6, 17.0 What German units do in their fire phase and in reaction windows."""

from __future__ import annotations

from collections.abc import Set

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, Group, Interruption, Pick, Press, Refusal, Step, Working
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.artillery import CallStrike
from grognard.games.night_fight.rules.column_formation import divide_columns, moving_now, shown_name
from grognard.games.night_fight.rules.data import GRID, LIMITS, TYPES
from grognard.games.night_fight.rules.fire import (
    Retreat,
    Shot,
    can_fire,
    preview_shot,
    shots_left,
    spotted_by_hex,
    targets,
    why_not_fire,
)
from grognard.games.night_fight.rules.losses import remove
from grognard.games.night_fight.rules.sight import (
    ThrowFlares,
    can_throw,
    has_line,
    lookouts,
    refresh_spotted,
    throwers,
    why_not_in_view,
)
from grognard.games.night_fight.rules.spotting import (
    NEEDS,
    can_look,
    german_attempt,
    hexes_to_look_at,
    hides,
    hiding_hexes,
    lookouts_for_hidden,
    spotting_modifiers,
)
from grognard.games.night_fight.rules.stacking import overstacked
from grognard.games.night_fight.rules.state import SOVIET, HidesOdds, NightFight, Phase, Unit, on_map
from grognard.games.night_fight.rules.transport import HandOver, why_not_hand_over

FIRE_PHASE = "German fire"  # the only one for Panzerfausts (17.0)
PASS, PASS_ALL, PASS_COLUMN, PASS_UNIT = map(Press, ("pass", "pass all", "pass column", "pass unit"))


class Fire(Action, frozen=True):
    """Fire the unit's own weapon at a piece."""

    piece: str


class Faust(Action, frozen=True):
    """Fire Panzerfausts at a piece."""

    piece: str


class Spot(Action, frozen=True):
    """Try to spot what is in a hex."""

    hex: str


# ------------------------------------------------------------------ the German Fire Phase


class GermanFire(Phase, frozen=True):
    """5.2 Units may spot and fire, call artillery, throw flares and use supply, in any order; players in turn."""

    sides: tuple[str, ...]
    begun: bool = False

    def run(self, g: NightFight) -> None:
        if not self.begun:
            g.new_phase(FIRE_PHASE)
            return g.swap(GermanFire(self.sides, begun=True))
        side = self.sides[0]
        strikes = g.strikes.get(side, 0)
        if not strikes and not worth_asking(g, side, None):
            return self._end(g)
        presses = [Press("strike")] if strikes else []
        if why_not_hand_over(g, side) is None:
            presses.append(Press("hand over"))
        actions = Actions(able_units(g, side, None), [*presses, Press("end")])
        g.ask(side, "Choose a unit to spot or fire, or end the phase", actions, "NF-5.2.1")

    def take(self, g: NightFight, action: Action) -> None:
        match action:
            case Pick(unit):
                g.call(UnitActs(unit))
            case Press("strike"):
                g.call(CallStrike(self.sides[0]))
            case Press("hand over"):
                g.call(HandOver(self.sides[0]))
            case _:
                self._end(g)

    def _end(self, g: NightFight) -> None:
        """The next player's turn, or the end of the phase."""
        if len(self.sides) > 1:
            return g.swap(GermanFire(self.sides[1:], begun=True))
        spend_supply(g)
        g.fired_before = {**g.fired_before, **dict.fromkeys(g.fired, True)}
        divide_columns(g)
        return g.done()

    def why_not(self, g: NightFight, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick(unit) if unit in g.pieces:
                return why_not_act(g, side, g.pieces[unit], None)
            case Press("strike") if not g.strikes.get(side):
                return Refusal("NF-15.5.1", "No strike is left.")
            case Press("hand over"):
                return why_not_hand_over(g, side)
        return None

    def react(self, g: NightFight, movers: tuple[str, ...]) -> None:
        watch_falling_back(g, movers)


def able_units(g: NightFight, side: str, movers: tuple[str, ...] | None) -> Group[Pick]:
    """The player's units that have something to do now."""
    pieces, looks, aims = g.pieces, lookouts_for_hidden(g), lookouts_for_fire(g, movers)
    ready = [u.id for u in ready_units(g, side)]
    return Group([Pick(name) for name in ready], lambda unit: _has_something(g, pieces[unit.piece], looks, aims))


def ready_units(g: NightFight, side: str) -> list[Unit]:
    """13.4 The player's units on the map that are not pinned."""
    return [u for u in g.germans() if u.side == side and not u.pinned]


def target_hexes(g: NightFight, movers: tuple[str, ...] | None) -> list[Hex]:
    """13.0 Hexes with spotted Soviet units that may be fired at; in a window only those that move."""
    if movers is None:
        return list(spotted_by_hex(g, soviet=True))
    return [u.place for i in movers if (u := g.pieces.get(i)) and u.spotted]


@fact
def lookouts_for_fire(g: NightFight, movers: tuple[str, ...] | None) -> Set[Hex]:
    """13.0 The German-held hexes that have any of the hexes with targets in view."""
    return lookouts(g, target_hexes(g, movers))


def _has_something(g: NightFight, unit: Unit, looks: Set[Hex], aims: Set[Hex]) -> bool:
    return _sees_something(g, unit, looks, aims) or can_throw(g, unit) or can_supply(g, unit)


def _sees_something(g: NightFight, unit: Unit, looks: Set[Hex], aims: Set[Hex]) -> bool:
    """Has the unit something to look for or to fire at? There are hexes from where it would have."""
    return (unit.place in looks and can_look(g, unit)) or (unit.place in aims and can_fire(g, unit))


def fire_targets(g: NightFight, unit: Unit, movers: tuple[str, ...] | None) -> list[Unit]:
    """13.0, R33 Spotted enemies; in a window only those that move."""
    found = targets(g, unit)
    return found if movers is None else [t for t in found if t.id in movers]


def why_not_act(g: NightFight, side: str, unit: Unit, movers: tuple[str, ...] | None) -> Refusal | None:
    """Why a piece cannot be chosen to spot or fire, throw flares or hand out supply."""
    if unit.side == SOVIET:
        return Refusal("NF-1.0.1", "Choose one of your own units first.")
    if unit.side != side:
        return Refusal("NF-20.2.4", "It belongs to the other player.")
    if not on_map(unit.place):
        return Refusal("NF-7.0.5")
    if unit.pinned:
        return Refusal("NF-13.4.13")
    if _has_something(g, unit, lookouts_for_hidden(g), lookouts_for_fire(g, movers)):
        return None
    if overstacked(g, unit.place):
        return Refusal("NF-4.3.2")
    if shots_left(g, unit) < 1:
        return Refusal("NF-13.0.4")
    if unit.id in g.tried:
        return Refusal("NF-10.2.1", "It has looked already, and has no spotted enemy in view.")
    return Refusal("NF-9.0.1", "It has no spotted enemy and nothing to look for in view.")


class UnitActs(Step, frozen=True):
    """What one chosen unit does. In a window (`movers` given) it fires only at what moves (13.0)."""

    unit: str
    movers: tuple[str, ...] | None = None
    sure: bool = False  # asked once more whether supply is to be spent on nobody

    def run(self, g: NightFight) -> None:
        unit = g.pieces[self.unit]
        if self.sure:
            prompt = f"Nobody near {unit.name} in {unit.place} has anything to fire at: use it up all the same?"
            return g.ask(unit.side, prompt, [Press("supply"), Press("back")], "NF-16.6.1")
        actions: list[Action] = [Fire(t.id) for t in fire_targets(g, unit, self.movers)]
        if unit.fausts and g.phase == FIRE_PHASE:
            actions += [Faust(t.id) for t in fire_targets(g, unit, self.movers)]
        actions += [Spot(h) for h in hexes_to_look_at(g, unit)]
        if can_throw(g, unit):
            actions.append(Press("flares"))
        if can_supply(g, unit):
            actions.append(Press("supply"))
        prompt = f"What shall {unit.name} in {unit.place} do?"
        return g.ask(unit.side, prompt, [*actions, Press("back")], "NF-13.0.2")

    def take(self, g: NightFight, action: Action) -> None:
        unit = g.pieces[self.unit]
        if action == Press("supply") and not self.sure and not supply_helps(g, unit, self.movers):
            return g.swap(UnitActs(self.unit, self.movers, sure=True))
        g.done()
        match action:
            case Fire(piece):
                g.call(Shot(self.unit, piece))
            case Faust(piece):
                g.call(Shot(self.unit, piece, faust=True))
            case Spot(hex):
                german_attempt(g, g.pieces[self.unit], hex)
            case Press("flares"):
                g.call(ThrowFlares(self.unit))
            case Press("supply"):
                use_supply(g, self.unit)
        return None

    def why_not(self, g: NightFight, side: str, action: Action) -> Refusal | None:
        unit = g.pieces[self.unit]
        match action:
            case Fire(piece) | Faust(piece) if piece in g.pieces:
                return self._why_not_fire(g, unit, g.pieces[piece], isinstance(action, Faust))
            case Spot(hex):
                return why_not_look(g, unit, hex)
            case Press("flares") if not can_throw(g, unit):
                return Refusal("NF-11.0.5" if unit.pinned else "NF-11.0.2", "It carries no flares.")
            case Press("supply") if not can_supply(g, unit):
                return Refusal(
                    "NF-16.6.1", "It has handed it out." if unit.id in g.emptied else "It carries no supply."
                )
        return None

    def _why_not_fire(self, g: NightFight, unit: Unit, target: Unit, faust: bool) -> Refusal | None:
        if faust and g.phase != FIRE_PHASE:
            return Refusal("NF-17.0.9")
        if faust and not unit.fausts:
            return Refusal("NF-17.0.8", "It has no Panzerfausts.")
        if self.movers is not None and target.id not in self.movers:
            hint = "In this phase only what is moving may be fired at."
            return why_not_fire(g, unit, target) or Refusal("NF-13.0.2", hint)
        return why_not_fire(g, unit, target)

    def preview(self, g: NightFight, action: Action) -> Working | None:
        unit = g.pieces[self.unit]
        match action:
            case Fire(piece):
                return preview_shot(g, unit, g.pieces[piece])
            case Faust(piece):
                return preview_shot(g, unit, g.pieces[piece], faust=True)
            case Spot(hex):
                return preview_look(g, unit, hex)
        return None

    def hides_odds(self, g: NightFight, action: Action) -> bool:
        return isinstance(action, Press)


def preview_look(g: NightFight, unit: Unit, h: Hex) -> Working:
    """10.3 The working of a spotting attempt."""
    return Working(f"{unit.name} looks at {h}", tuple(spotting_modifiers(g, unit, h)), dice=1, needs=NEEDS)


def why_not_look(g: NightFight, unit: Unit, h: Hex) -> Refusal | None:
    """10.2 Why a German unit may not try to spot a hex."""
    if unit.id in g.tried or unit.id in g.fired:
        return Refusal("NF-10.2.1", "This unit has used its attempt or has fired.")
    if not can_look(g, unit):
        return Refusal("NF-4.3.2" if overstacked(g, unit.place) else "NF-13.4.13")
    if h not in GRID or h not in g.soviet_hexes:
        return Refusal("NF-10.2.1", "No Soviet piece is there.")
    if (unseen := why_not_in_view(g, unit.side, unit.place, h)) is not None:
        return unseen
    if h in hiding_hexes(g):
        return None
    if any(u.what.kind == "strike" for u in g.here(h)):
        return Refusal("NF-18.0.1", "Everything else there is spotted." if len(g.at[h]) > 1 else "")
    return Refusal("NF-10.2.1", "Everything there is spotted already.")


# ------------------------------------------------------------------ supply


def can_supply(g: NightFight, unit: Unit) -> bool:
    """16.6, R46, R49 An unpinned supply vehicle that was not used yet."""
    return "supply" in TYPES[unit.type].flags and not unit.pinned and unit.id not in g.emptied


def use_supply(g: NightFight, unit_id: str) -> None:
    """16.6, 20.2 Every unit of its owner within three hexes may fire twice in this phase."""
    truck = g.pieces[unit_id]
    g.emptied, g.acted = {**g.emptied, unit_id: True}, {**g.acted, truck.side: True}
    supplied = [u for u in supplied_by(g, truck) if u.what.fires]
    g.supplied = {**g.supplied, **{unit.id: True for unit in supplied}}
    text = "{unit} in {hex} hands out ammunition: {n} within three hexes may fire twice in this phase"
    count = with_count(sum(not u.pinned for u in supplied), "unit")
    g.tell("NF-16.6.1", text, hexes=(truck.place,), unit=truck.name, hex=truck.place, n=count)


def supplied_by(g: NightFight, truck: Unit) -> list[Unit]:
    """16.6, 20.2 The units of a supply vehicle's owner within three hexes of it."""
    near = LIMITS["supply_radius"]
    return [u for u in g.germans() if u.side == truck.side and GRID.distance(u.place, truck.place) <= near]


def spend_supply(g: NightFight) -> None:
    """16.6, R46 At the end of the phase a supply vehicle that was used is removed, without a wreck."""
    for unit_id in g.emptied:
        if unit_id in g.pieces:
            g.tell("NF-16.6.2", "{unit} is spent and removed", unit=g.pieces[unit_id].name)
            remove(g, unit_id)
    g.emptied = {}
    refresh_spotted(g)


# ------------------------------------------------------------------ reaction windows


def windows(g: NightFight, movers: tuple[str, ...]) -> list[Step]:
    """5.6, 13.4, R66 Each player in order may react to a Soviet unit that has entered a hex."""
    return [Window(side, movers) for side in g.players] if movers else []


def open_windows(g: NightFight, movers: tuple[str, ...]) -> None:
    """R66 The windows open now, unless nobody has anything to do in one."""
    now = moving_now(g, movers)
    lead = g.pieces[now[0]] if now else None
    if lead and any(not has_passed(g, side, lead) and worth_asking(g, side, now) for side in g.players):
        g.call(*windows(g, movers))


def watch_falling_back(g: NightFight, movers: tuple[str, ...]) -> None:
    """R53 A Soviet unit that falls back may be spotted and fired at on the way; a German one concerns nobody here."""
    if g.pieces[movers[0]].side == SOVIET:
        open_windows(g, movers)


def worth_asking(g: NightFight, side: str, movers: tuple[str, ...] | None) -> bool:
    """5.6, 8.5, R66 Could a unit act now, or with supply or flares? In a window only against the movers."""
    hiding, shown = hexes_of_interest(g, movers)
    if not hiding and not shown:
        return False
    looks = lookouts(g, hiding) if movers else lookouts_for_hidden(g)
    aims, at, pieces = lookouts_for_fire(g, movers), g.at, g.pieces
    for h in looks | aims:
        for i in at[h]:
            if pieces[i].side == side and _sees_something(g, pieces[i], looks, aims):
                return True
    if aims and g.fired and any(can_supply(g, u) and _second_shot(g, u, aims) for u in ready_units(g, side)):
        return True
    return any(u.side == side and _flares_help(g, u, hiding, shown) for u in throwers(g))


def hexes_of_interest(g: NightFight, movers: tuple[str, ...] | None) -> tuple[list[Hex], list[Hex]]:
    """R66 Where something may be looked for, and where something may be fired at: of a mover, where the mover is."""
    if not movers:
        return hiding_hexes(g), target_hexes(g, movers)
    unseen = {u.place for i in movers if (u := g.pieces.get(i)) and not u.spotted}
    return [h for h in unseen if hides(g, h)], target_hexes(g, movers)


def supply_helps(g: NightFight, truck: Unit, movers: tuple[str, ...] | None) -> bool:
    """16.6 Is there a unit near that has something to fire at in this phase, or may have once it is spotted?"""
    hiding, shown = hexes_of_interest(g, movers)
    near = lookouts(g, hiding + shown)
    return any(
        u.what.fires and not u.pinned and not overstacked(g, u.place) and u.place in near for u in supplied_by(g, truck)
    )


def _second_shot(g: NightFight, truck: Unit, aims: Set[Hex]) -> bool:
    """16.6 Is there a unit that has fired and would fire again?"""
    return any(
        u.id in g.fired and u.id not in g.supplied and u.place in aims
        for u in supplied_by(g, truck)
        if not u.pinned and not overstacked(g, u.place)
    )


def _flares_help(g: NightFight, thrower: Unit, hiding: list[Hex], shown: list[Hex]) -> bool:
    """17.0 Is there a unit that could look or fire at one of these hexes if it were lit?"""
    reach = LIMITS["flare_throw"] + 1
    dark, seen = ([h for h in hexes if GRID.distance(thrower.place, h) <= reach] for hexes in (hiding, shown))
    if not dark and not seen:
        return False
    return any(
        (can_look(g, u) and any(has_line(g, u.place, h) for h in dark))
        or (can_fire(g, u) and any(has_line(g, u.place, h) for h in seen))
        for u in sorted(g.germans(), key=lambda u: GRID.distance(thrower.place, u.place))
    )


class Window(HidesOdds, frozen=True):
    """R66 Spot any hidden piece in view; fire at what moves. Empty movers: nothing may be fired at."""

    side: str
    movers: tuple[str, ...]

    def run(self, g: NightFight) -> None:
        movers = moving_now(g, self.movers)
        if movers != self.movers:
            return g.swap(*([Window(self.side, movers)] if movers else []))
        lead = next((g.pieces[i] for i in movers), None)
        if has_passed(g, self.side, lead) or not worth_asking(g, self.side, movers):
            return g.done()
        passes = [PASS, PASS_ALL] if lead is None else [PASS, PASS_COLUMN if lead.column else PASS_UNIT, PASS_ALL]
        actions = Actions(able_units(g, self.side, movers), passes)
        return g.ask(
            self.side, lambda: f"{what_moves(g, lead)}: react with a unit, or let it pass", actions, "NF-10.2.3"
        )

    def interrupts(self, g: NightFight) -> Interruption | None:
        """R66 The moves of one column, or of one unit, in a phase."""
        lead = next((g.pieces[i] for i in self.movers), None)
        if lead is None:
            return None
        able = Actions(able_units(g, self.side, self.movers))
        near = min(GRID.distance(g.pieces[unit.piece].place, lead.place) for unit in able if isinstance(unit, Pick))
        return Interruption(lead.id, f"{g.turn} {_passing(self.side, lead)}", Press("pass"), near)

    def take(self, g: NightFight, action: Action) -> None:
        match action:
            case Pick(unit):
                return g.call(UnitActs(unit, self.movers))
            case Press("pass all"):
                g.passed = {**g.passed, self.side: True}
            case Press("pass column" | "pass unit"):
                g.passed = {**g.passed, _passing(self.side, g.pieces[self.movers[0]]): True}
        return g.done()

    def why_not(self, g: NightFight, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick(unit) if unit in g.pieces:
                return why_not_act(g, side, g.pieces[unit], self.movers)
        return None


def has_passed(g: NightFight, side: str, lead: Unit | None) -> bool:
    """R66 Does a player let this go for the rest of the phase?"""
    return bool(g.passed) and (side in g.passed or (lead is not None and _passing(side, lead) in g.passed))


def _passing(side: str, lead: Unit) -> str:
    """The name of what a player lets go for the rest of the phase: a column, or a unit on its own."""
    return f"{side} {lead.column or lead.id}"


def what_moves(g: NightFight, lead: Unit | None) -> str:
    """R66 What a window is about, as far as it is known."""
    if lead is None:
        return "Before the Soviet movement ends"
    if any(isinstance(step, Retreat) and step.unit == lead.id for step in g.steps):
        return f"{shown_name(lead)} falls back to {lead.place}"
    return f"{f'Column {lead.column}' if lead.column else shown_name(lead)} moves to {lead.place}"
