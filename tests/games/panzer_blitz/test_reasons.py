"""A refusal names a rule that is really broken: said a second time in `rules/reasons`, compared over random matches."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.conformance.attempts import Attempts
from grognard.engine import Action, Match, Pick, Step, To
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules import reasons
from grognard.games.panzer_blitz.rules.air_support import PlaceAircraft
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire, Flak
from grognard.games.panzer_blitz.rules.artillery_requests import AddGun, AimAt, FireSmoke, Observe, RequestFire
from grognard.games.panzer_blitz.rules.close_assault import Advance, Assault
from grognard.games.panzer_blitz.rules.data import GRID, TYPES
from grognard.games.panzer_blitz.rules.declared_fire import AssaultFireAtAll, AwaitFire, FireAt, FireAtAll
from grognard.games.panzer_blitz.rules.direct_fire import Fire, Muster, why_not_fire_at
from grognard.games.panzer_blitz.rules.engineers import ClearMines
from grognard.games.panzer_blitz.rules.fire_table import Part
from grognard.games.panzer_blitz.rules.movement import Go, Stop
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.overrun_approach import Approach, ChargeHome, Overrun
from grognard.games.panzer_blitz.rules.panzer_blitz_assault import Blitz, BlitzMuster
from grognard.games.panzer_blitz.rules.reasons import REASONS
from grognard.games.panzer_blitz.rules.setup import PlaceMines, PlaceUnit, PlaceWork
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz
from grognard.games.panzer_blitz.rules.terrain_chart import CHART
from grognard.games.panzer_blitz.rules.transport import Load, Unload
from grognard.games.panzer_blitz.rules.unit_moves import MoveUnit
from grognard.players import make_player
from grognard.testing import begin, refusing_rule

from .helpers import DITCHES, LAND, PLAIN, ROADS, TERRAIN, field, operation, put, refusal, rule

RULES = Path(reasons.__file__).parents[1]
ON_THE_MAP = {"PB-14.4.2", "PB-14.6.5", "PB-8.1.13", "PB-9.1.14", "PB-10.1.6", "PB-3.1.11"}  # cited by name elsewhere


def cited() -> set[str]:
    """Every row that a Refusal of the rules names as a word, or the terrain chart names."""
    found = ON_THE_MAP | {row.one_target for row in CHART.values() if row.one_target}
    for path in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                words = [word.value for word in ast.walk(node.args[0]) if isinstance(word, ast.Constant)]
                found |= {word for word in words if isinstance(word, str) and word.startswith("PB-")}
    return found


def is_true(g: PanzerBlitz, side: str, action: Action, row: str) -> bool:
    """Is at least one reason of a row broken?"""
    return any(reason.broken(g, side, action) for reason in REASONS[row])


def test_every_row_that_a_refusal_names_has_a_reason_and_no_other() -> None:
    assert cited() == set(REASONS)
    assert all(reason.words for found in REASONS.values() for reason in found)


@pytest.mark.parametrize(("situation", "seed"), [("filandriers", 1), ("chateau-de-fontaine", 2), ("esquay", 3)])
def test_refusals_name_rules_that_are_really_broken(situation: str, seed: int) -> None:
    met = refusals(situation, seed, answers=180, each=30)
    assert len(met) > 12


def refusals(situation: str, seed: int, answers: int, each: int) -> set[str]:
    """The rows met when everything is tried along a match."""
    match, rng, tries = Match.new(GAME, situation, seed=seed), random.Random(seed), Attempts()
    players, met = [make_player("doctrine"), make_player("random")], set()
    for n in range(answers):
        if match.over:
            break
        g = match.state
        assert isinstance(g, PanzerBlitz)
        tries.learn(match)
        ask = match.decision.asks[0]
        for action in tries.of(match, rng, each) if n % 3 == 0 else ():
            refusal = match.why_not(action, ask.side)
            if refusal is not None and refusal.rule.startswith("PB-"):
                met.add(refusal.rule)
                assert is_true(g, ask.side, action, refusal.rule), (
                    f"{refusal} for {action} of {ask.side}: {g.steps[-1]}"
                )
        match.take(players[rng.random() < 0.5].choose(match, ask, rng), ask.side)
    return met


# ------------------------------------------------------------------ rows that such matches seldom meet

A, B, C = PLAIN
OUT_OF_PLAY = {  # no answer meets them
    "PB-4.1.4": "a hex that is not adjacent is gone to by a way, and the way is what is refused",
    "PB-14.6.1": "no map of this game has a hex of deep water",
}
Made = Callable[[], tuple[PanzerBlitz, Action, Step]]


def moving(kind: str, place: str, action: Action, **values: object) -> tuple[PanzerBlitz, Action, Step]:
    """A unit on the move that is to do something."""
    g = field()
    unit = put(g, kind, place, **values)
    operation(g, g.pieces[unit].side, place, 0)
    return g, action, MoveUnit(unit, place)


def loading(kind: str, passenger: str, act: type[Load] = Load, **values: object) -> tuple[PanzerBlitz, Action, Step]:
    """A carrier and a unit beside it."""
    g, _, step = moving(kind, A, Stop())
    other = put(g, passenger, values.pop("place", A), **values)  # type: ignore[arg-type]
    return g, act(other), step


def calling(
    action: Callable[[str], Action], gun: str = "br_25pdr", battery: str = "", **values: object
) -> tuple[PanzerBlitz, Action, Step]:
    """A request for artillery, and one more gun."""
    g = field()
    observer, called, more = put(g, "br_rifle", A), put(g, gun, A), put(g, "br_25pdr", A)
    operation(g, "british", A, 0)
    g.change(more, **values)
    return g, action(more), RequestFire(observer, () if battery else (called,), battery)


def in_operation(
    action: Callable[[str], Action], kind: str = "br_rifle", **values: object
) -> tuple[PanzerBlitz, Action, Step]:
    """An Operation of one unit that changes while it lasts, with an enemy beside it."""
    g = field("filandriers")
    unit = put(g, kind, "2414")
    put(g, "ge_pz4", "2515")
    operation(g, "british", "2414", 0)
    g.change(unit, **values)
    return g, action(unit), Operation()


def flying(kind: str, at: str, to: str, **smoke: int) -> tuple[PanzerBlitz, Action, Step]:
    """An aircraft that names its target."""
    g = field()
    plane = put(g, kind, f"air-{at}", spent=bool(smoke.pop("spent", 0)))
    put(g, "ge_gren", to)
    g.smoke = {h: 1 for h in ("2520", "2521", "2420") if smoke}
    return g, To(to), PlaceAircraft(plane, placed=True)


def shooting_up(kind: str, at: str = B, **values: object) -> tuple[PanzerBlitz, Action, Step]:
    """A gun and an aircraft over the next hex but one."""
    g = field()
    plane, gun = put(g, "br_typhoon", f"air-{A}"), put(g, kind, at, **values)
    return g, Flak(gun, plane), AaFire("german", (plane,))


def firing(kind: str, place: str, target: str = B, shot: str = "opportunity") -> tuple[PanzerBlitz, Action, Step]:
    """Firers are named, and one more is not among them."""
    g = field()
    one, enemy, other = put(g, "br_mg", A), put(g, "ge_gren", target), put(g, kind, place)
    operation(g, "british", A, 20)
    return g, Pick(other), Muster(shot, "british", target, Part("AP", (), (enemy,)), (one, "b9"))


def across(
    kind: str, water: str, deed: type[Go] | type[Assault], broken: bool = False
) -> tuple[PanzerBlitz, Action, Step]:
    """Over a hexside with water, or a bridge that is gone."""
    g = field()
    name, (river, _) = next((n, r) for n, r in LAND.rivers.items() if (n in LAND.bridge_sides) == broken)
    a, b = name.split("/")
    g.water = {**g.water, river: water}
    if broken:
        g.broken = {**g.broken, name: True}
    unit = put(g, kind, a)
    if deed is Assault:
        put(g, "ge_gren", b)
    operation(g, "british", a, 0)
    return g, deed(b), MoveUnit(unit, a)


def swum(spent: int) -> tuple[PanzerBlitz, Action, Step]:
    """An amphibious vehicle that has few points left at a river, and no way round."""
    kind = next(t for t in TYPES if TYPES[t].aquatic and TYPES[t].nation != "german")
    g, action, step = across(kind, "river", Go)
    (unit,) = g.pieces.values()
    g.moved = {**g.moved, unit.id: 2 * unit.face.ma - spent}
    assert isinstance(action, Go)
    for h in GRID.neighbours[unit.place]:
        if h in GRID and h != action.hex:
            put(g, "ge_gren", h)
    return g, action, step


def placing(what: str, mark: str) -> tuple[PanzerBlitz, Action, Step]:
    """A work in a hex that has one."""
    g = field("chateau-de-fontaine")
    h = next(h for h in sorted(g.situation.start_hexes("german")) if LAND.terrain[h] == "clear" and h not in DITCHES)
    getattr(g, mark)[h] = "bunker" if mark == "forts" else True
    g.mine_pool = {**g.mine_pool, "german": ("2-1",)}
    return g, To(h), PlaceMines("german") if what == "mine" else PlaceWork("german", what, "bunker")


def advancing(cite: str = "PB-9.1.14", joined: bool = True, **values: object) -> tuple[PanzerBlitz, Action, Step]:
    """Victors, and one who may not come along."""
    g = field()
    one, other = put(g, "ge_gren", A), put(g, "ge_gren", A, **values)
    return g, Pick(other), Advance(B, (one, other) if joined else (one,), cite)


def blitzing(kind: str, onward: bool = False, rider: str = "") -> tuple[PanzerBlitz, Action, Step]:
    """A Panzer Blitz assault of a hex, and who is to come along."""
    g = field()
    unit = put(g, kind, A)
    if rider:
        put(g, rider, A, carrier=unit)
    put(g, "ge_gren" if g.pieces[unit].side == "british" else "br_rifle", B)
    operation(g, g.pieces[unit].side, A, 0)
    g.onward = {**g.onward, **({unit: True} if onward else {})}
    return (
        g,
        Pick(unit) if rider or onward or kind != "ge_pz4" else Blitz(B),
        (BlitzMuster(g.pieces[unit].side, B, (unit,)) if rider or onward or kind != "ge_pz4" else Operation()),
    )


def next_to(kind: str) -> tuple[str, str]:
    """Two neighbours of one terrain, without a road between them."""
    return next(
        (a, b)
        for a in sorted(GRID.hexes)
        if TERRAIN[a] == kind and a not in ROADS
        for b in GRID.neighbours[a]
        if b in GRID and TERRAIN[b] == kind
    )


def changed(made: tuple[PanzerBlitz, Action, Step], **fields: object) -> tuple[PanzerBlitz, Action, Step]:
    """The same with something more on the map."""
    for name, value in fields.items():
        setattr(made[0], name, value)
    return made


def tired(made: tuple[PanzerBlitz, Action, Step]) -> tuple[PanzerBlitz, Action, Step]:
    """The same with one point left: there is no way round."""
    return changed(made, moved={i: 2 * u.face.ma - 2 for i, u in made[0].pieces.items()})


def facing(made: tuple[PanzerBlitz, Action, Step], *kinds: str, place: str = B) -> tuple[PanzerBlitz, Action, Step]:
    """The same with enemies."""
    for kind in kinds:
        put(made[0], kind, place)
    return made


def full(g: PanzerBlitz, kind: str, *aboard: str) -> tuple[PanzerBlitz, str]:
    """A carrier with its load."""
    carrier = put(g, kind, A)
    for rider in aboard:
        put(g, rider, A, carrier=carrier)
    operation(g, g.pieces[carrier].side, A, 0)
    return g, carrier


def overloaded() -> tuple[PanzerBlitz, Action, Step]:
    """One more rider than there is room for."""
    g, tank = full(field(), "ge_pz4", "ge_gren")
    return g, Load(put(g, "ge_gren", A)), MoveUnit(tank, A)


def nowhere_to_unload() -> tuple[PanzerBlitz, Action, Step]:
    """A rider in a hex that has no room for it."""
    g, tank = full(field(), "ge_pz4", "ge_gren")
    for _ in range(2):
        put(g, "ge_pz4", A)
    return g, Unload("g2"), MoveUnit(tank, A)


def crowd() -> tuple[PanzerBlitz, Action, Step]:
    """The set-up of a unit in a full hex."""
    g = field("filandriers")
    unit = put(g, "ge_ss_gren", "")
    h = next(h for h in sorted(g.situation.start_hexes("german")))
    for _ in range(6):
        put(g, "ge_ss_gren", h)
    return g, To(h), PlaceUnit(unit)


def aboard() -> tuple[PanzerBlitz, Action, Step]:
    """A passenger is named among those who fire."""
    g, _, step = firing("br_truck", A)
    return g, Pick(put(g, "br_rifle", A, carrier="b3")), step


def over_bridge() -> tuple[PanzerBlitz, Action, Step]:
    """8.2.1.7 The bridge of the rulebook's example."""
    g = field()
    tank = put(g, "ge_pz4", "4315")
    put(g, "br_rifle", "4316")
    operation(g, "german", "4315", 0)
    return g, ChargeHome("4316"), Approach(tank, "4315", against="4316")


MADE: dict[str, Made] = {
    "PB-10.1.1": lambda: blitzing("ge_pz4"),
    "PB-10.1.2": lambda: blitzing("ge_pz4", onward=True),
    "PB-10.1.6": lambda: advancing("PB-10.1.6", joined=False),
    "PB-10.2.3": lambda: blitzing("us_sherman", rider="us_rifle"),
    "PB-10.2.4": lambda: blitzing("ge_88"),
    "PB-11.0.1": lambda: in_operation(Observe),
    "PB-11.1.3": lambda: changed(calling(lambda _: AimAt("2423")), smoke={"2421": 1}),
    "PB-11.1.5": lambda: calling(AddGun, spent=True),
    "PB-11.2.3": lambda: in_operation(Observe, spent=True),
    "PB-11.3.13": lambda: firing("br_25pdr", "1820", "2620"),
    "PB-12.0.1": lambda: calling(lambda _: FireSmoke(), gun="ru_120mm"),
    "PB-14.4.2": lambda: tired(moving("br_truck", next_to("woods")[0], Go(next_to("woods")[1]))),
    "PB-14.5.1": lambda: tired(moving("br_sherman", next_to("swamp")[0], Go(next_to("swamp")[1]))),
    "PB-14.6.5": lambda: tired(across("br_sherman", "deep stream", Go)),
    "PB-14.6.6": lambda: tired(across("br_sherman", "river", Go)),
    "PB-15.2.4": lambda: placing("mine", "ips"),
    "PB-15.2.7": lambda: changed(moving("br_rifle", A, ClearMines(B)), mines={B: Mine("german", "2-1")}),
    "PB-15.2.8": lambda: changed(moving("br_rifle", A, Go(B)), halted={"b1": True}),
    "PB-15.3.2": lambda: placing("block", "ips"),
    "PB-15.3.3": lambda: placing("block", "blocks"),
    "PB-15.4.13": lambda: changed(loading("br_truck", "br_rifle", inside="ip"), ips={A: True}),
    "PB-15.5.1": lambda: placing("fort", "ips"),
    "PB-15.5.12": lambda: changed(loading("br_truck", "br_rifle", inside="fort"), forts={A: "bunker"}),
    "PB-15.5.9": lambda: placing("fort", "forts"),
    "PB-16.1.11": lambda: flying("br_typhoon", "2620", A, smoke=1),
    "PB-16.1.5": lambda: flying("br_typhoon", A, B, spent=1),
    "PB-16.2.1": lambda: flying("br_auster", A, B),
    "PB-16.4.2": lambda: shooting_up("ge_gren"),
    "PB-16.4.3": lambda: shooting_up("ge_20mm", spent=True),
    "PB-16.4.4": lambda: shooting_up("ge_20mm", at="4820"),
    "PB-17.1.1": lambda: moving("br_engineer", A, ClearMines(B)),
    "PB-2.3.15": lambda: firing("br_truck", A),
    "PB-2.3.22": crowd,
    "PB-3.1.10": lambda: changed(in_operation(Observe), ip_work={"b1": "build"}),
    "PB-4.3.1": lambda: loading("br_sherman", "br_truck"),
    "PB-4.3.11": lambda: in_operation(Observe, carrier="g2"),
    "PB-4.3.2": overloaded,
    "PB-4.3.3": lambda: loading("br_truck", "br_rifle", carrier="b9"),
    "PB-4.3.30": lambda: loading("br_truck", "br_rifle", disrupted=True),
    "PB-4.3.31": nowhere_to_unload,
    "PB-4.3.33": aboard,
    "PB-4.3.5": lambda: loading("br_truck", "br_rifle", place=B),
    "PB-4.3.7": lambda: loading("br_truck", "br_rifle", spent=True),
    "PB-4.4.3": lambda: swum(8),
    "PB-4.4.4": lambda: swum(0),
    "PB-5.0.1": lambda: changed(firing("br_mg", "2420", "2422"), smoke={"2421": 1}),
    "PB-7.1.4": lambda: in_operation(lambda _: Fire("2515"), kind="br_sherman", spent=True),
    "PB-7.10.1": lambda: moving("br_rifle", A, AwaitFire()),
    "PB-7.10.2": lambda: changed(moving("br_sherman", A, AwaitFire()), moved={"b1": 99}),
    "PB-7.2.3": lambda: in_operation(lambda _: Fire("2515")),
    "PB-7.3.1": lambda: facing(in_operation(lambda _: FireAtAll("2515"), kind="br_sherman"), "ge_pz4", place="2515"),
    "PB-7.9.1": lambda: firing("br_mg", C, shot="reaction"),
    "PB-7.9.11": lambda: advancing(disrupted=True),
    "PB-8.2.7": over_bridge,
    "PB-9.0.1": lambda: facing(moving("br_sherman", A, Assault(B)), "ge_gren"),
    "PB-9.2.1": lambda: changed(facing(moving("br_rifle", A, Assault(B)), "ge_gren"), rode={"b1": True}),
    "PB-9.2.4": lambda: changed(
        facing(moving("br_rifle", A, Assault(B)), "ge_gren"), mines={B: Mine("german", "2-1", True)}
    ),
    "PB-9.2.5": lambda: across("br_rifle", "river", Assault, broken=True),
    "PB-9.2.6": lambda: across("br_rifle", "river", Assault),
    "PB-SIT.5": lambda: calling(lambda _: FireSmoke(), battery="br_25pdr-1"),
}


@pytest.mark.parametrize("row", MADE)
def test_a_made_position_breaks_its_row(row: str) -> None:
    g, action, step = MADE[row]()
    names = [str(getattr(step, name, "")) for name in ("unit", "observer", "aircraft")]
    acting = next((g.pieces[i].side for i in (*names, *getattr(step, "units", ())) if i in g.pieces), "")
    side = str(getattr(step, "side", "")) or acting or (g.op.side if g.op is not None else "")
    g.steps = (step,)
    found = step.why_not(g, side, action)
    assert found is not None and found.rule == row and is_true(g, side, action, row)


def test_no_row_is_left_out() -> None:
    """Every other row is met by the tests beside this one, which prove each refusal they ask for (conftest.py)."""
    assert OUT_OF_PLAY.keys() | MADE.keys() <= REASONS.keys() and not OUT_OF_PLAY.keys() & MADE.keys()


def test_what_was_refused_for_a_rule_that_is_not_broken() -> None:
    g, _, step = in_operation(Observe)
    plane = put(g, "ge_fw190f", "air-2415")
    begin(g, Operation())
    assert refusing_rule(g, AssaultFireAtAll("2515")) == "PB-7.10.2" and refusing_rule(g, FireAt(plane)) == "PB-16.4.2"
    assert refusing_rule(g, FireAt("nobody")) == "GR-5"
    g, _, step = moving("br_rifle", A, Stop())
    assert refusing_rule(begin(g, step), Go(A)) == "GR-1", "it is there"
    g.forts = {**g.forts, B: "bunker"}
    assert refusal(g, Overrun(B)) == "PB-15.5.10", "an empty Fortification"
    g, _, _ = in_operation(Observe, kind="br_truck")
    begin(g, Operation())
    assert refusing_rule(g, Fire("2515")) == "PB-2.3.15", "trucks do not fire"
    operation(g, "british", "2020", 0)
    begin(g, Operation())
    assert not g.asks and rule(why_not_fire_at(g, "british", "2515", ())) == "PB-3.1.9", "nobody is active"
