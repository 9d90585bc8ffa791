"""What a unit is offered is what has no refusal, and nothing else is accepted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest

from grognard.engine import Deed, Match
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.acting import DEEDS, Acting, Announced
from grognard.games.red_actions.rules.ambush import Scout
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.formations import ALL, Divide, Form
from grognard.games.red_actions.rules.mounting import Limber
from grognard.games.red_actions.rules.moving import Go
from grognard.games.red_actions.rules.rally import RallyFromTerror
from grognard.games.red_actions.rules.scenarios import Hidden
from grognard.games.red_actions.rules.segment import Hold, Order, Segment
from grognard.games.red_actions.rules.seniors import Attach, Detach, Join
from grognard.games.red_actions.rules.shot_orders import Fire, Lob, Search
from grognard.games.red_actions.rules.state import RedActions, Wagon
from grognard.games.red_actions.rules.works import Dig
from grognard.testing import offered, play

from .situations import area, battle, line, run, senior, unit

WOOD = area("wood", "woods", 25, 24, 10, 6)
KINDS: list[type[Deed]] = [kind for part in DEEDS for kind in part]
KINDS.append(Join)


def conceivable(g: RedActions, kind: type[Deed]) -> Iterator[Deed]:
    """Every deed of a kind that somebody could try."""
    values: dict[str, list[object]] = {
        "piece": list(g.pieces),
        "place": [*g.table.features, *g.things, "nowhere"],
        "formation": [*ALL, "square"],
        "bases": list(range(7)),
        "wagon": [-1, 0, 1, 2, 3],
        "officer": [False, True],
        "formed": [False, True],
        "facing": [0, 450, 3600],
        "under": ["", *g.pieces],
        "end": ["first", "last", "nowhere"],
        "x": [0, 3000],
        "y": [0, 2000],
    }
    fields = [values[name] for name in kind.__struct_fields__]
    yield from (kind(*chosen) for chosen in product(*fields))


def differences(g: RedActions) -> list[str]:
    """Where the list of the question on top, its acceptance and its refusals do not say the same."""
    step, ask = g.steps[-1], g.asks[0]
    listed = list(ask.actions)
    found = [f"{a!r} is listed and refused" for a in listed if step.why_not(g, ask.side, a) is not None]
    for deed in (deed for kind in step.all_kinds() for deed in conceivable(g, kind)):  # type: ignore[attr-defined]
        refused = step.why_not(g, ask.side, deed) is not None
        if refused is (deed in ask.actions):
            found.append(f"{deed!r} is {'refused and accepted' if refused else 'neither refused nor accepted'}")
        if not deed.is_open and refused is (deed in listed):
            found.append(f"{deed!r} is {'refused and listed' if refused else 'neither refused nor listed'}")
    return found


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_offered_is_what_has_no_refusal_all_through_random_matches(scenario: str) -> None:
    match, rng = Match.new(GAME, scenario, seed=4, record=False, log=False), random.Random(scenario)
    seen = 0
    while not match.over and seen < 6:
        g, ask = match.state, match.decision.asks[0]
        assert isinstance(g, RedActions)
        if isinstance(g.steps[-1], Segment) and rng.random() < 0.06:
            assert not differences(g), (scenario, match.number)
            seen += 1
        match.take(rng.choice(ask.actions), ask.side)
    assert seen == 6


@pytest.mark.parametrize(
    "more",
    [
        {"pinned": True, "terror": 2},
        {"hidden": True},
        {"hidden": True, "pinned": True},
        {"lying": True},
        {"terror": 4},
        {"formation": "road_column"},
        {"formation": "skirmish"},
    ],
)
def test_offered_is_what_has_no_refusal_in_every_state(more: dict[str, Any]) -> None:
    kinds = ("white_plastun", "white_mg", "kuban_cossack", "white_gun", "white_horse_gun", "white_tachanka")
    foe, friend = unit("reds", "red_rifle", 4, 30, 33, 180, name="r"), unit("whites", "white_plastun", 2, 36, 20)
    chief, house = senior("whites", 2, 30, 17), area("house", "building_wood", 24, 19, 4, 3)
    hides = (Hidden("reds", ("wood",), 3),)
    lurker = unit("reds", "red_mg", 1, 30, 27, 180, name="h", hidden=True, unseen=True)
    for kind in kinds:
        mine = unit("whites", kind, 4, 30, 20, name="w", officer=1, **more)
        g = battle(mine, friend, foe, lurker, chief, terrain=(WOOD, house), hidden=hides)
        assert not differences(run(g, Acting("whites-w"))), kind


def test_every_kind_of_deed_is_in_the_box_and_has_words() -> None:
    assert set(KINDS) <= set(GAME.rules.actions)
    rail = line("rail", "railway", (0, 30), (72, 30))
    g = battle(unit("whites", "white_volunteer", 4, 30, 20, name="w"), terrain=(WOOD, rail))
    for kind in KINDS:
        deed = next(d for d in conceivable(g, kind) if getattr(d, "formation", "") != "square")
        assert deed.says(g)


# ------------------------------------------------------------------ what used to be accepted without being offered


def why(g: RedActions, order: Order) -> str:
    refusal = g.steps[-1].why_not(g, g.asks[0].side, order)
    return refusal.rule if refusal else ""


@pytest.mark.rule("RA-ACT.18", "RA-ACT.19")
def test_scouting_comes_before_the_change_of_formation() -> None:
    lurker = unit("reds", "red_rifle", 4, 30, 27, 180, name="r", hidden=True, unseen=True)
    mine = unit("whites", "white_volunteer", 4, 30, 20.5, name="w")
    g = battle(mine, lurker, terrain=(WOOD,), hidden=(Hidden("reds", ("wood",), 3),))
    run(g, Acting("whites-w"))
    assert Scout("wood") in offered(g)
    play(g, Form("column"))
    assert Scout("wood") not in g.asks[0].actions
    assert why(g, Scout("wood")) == "RA-ACT.18"
    assert why(g, Form("line")) == "RA-ACT.19"


@pytest.mark.rule("RA-ART.15")
def test_no_indirect_fire_at_a_target_the_gun_sees() -> None:
    gun = unit("whites", "white_gun", 1, 30, 10, name="g", officer=1)
    g = run(battle(gun, unit("reds", "red_rifle", 4, 30, 30, 180, name="r")), Acting("whites-g"))
    assert Fire("reds-r") in offered(g)
    assert Lob("reds-r") not in g.asks[0].actions
    assert why(g, Lob("reds-r")) == "RA-ART.15"
    house, chief = area("house", "building_stone", 28, 15, 4, 3), senior("whites", 1, 33.5, 11)
    g = run(
        battle(gun, chief, unit("reds", "red_rifle", 4, 30, 30, 180, name="r"), terrain=(house,)), Acting("whites-g")
    )
    assert Fire("reds-r") not in offered(g)
    assert Lob("reds-r") in offered(g)


@pytest.mark.rule("RA-ACT.6")
def test_no_officer_no_part_with_one() -> None:
    g = run(battle(unit("whites", "white_tachanka", 2, 30, 20, name="w")), Acting("whites-w"))
    assert Divide(1) in offered(g)
    assert why(g, Divide(1, True)) == "RA-ACT.6"


@pytest.mark.rule("RA-AMB.15")
def test_a_hidden_unit_is_left_its_ambush() -> None:
    lurker = unit("whites", "white_volunteer", 4, 30, 29.5, name="w", hidden=True)
    foe = unit("reds", "red_rifle", 4, 30, 34, 180, name="r")
    g = run(battle(lurker, foe, terrain=(WOOD,)), Acting("whites-w"))
    assert {type(a) for a in offered(g)} == {Hold, Fire, Charge}
    assert [why(g, order) for order in (Form("column"), Go(3000, 2600), Dig())] == ["RA-AMB.15"] * 3


@pytest.mark.rule("RA-MOR.34", "RA-TER.21", "RA-FRM.2")
@pytest.mark.parametrize(("kind", "pinned", "rule"), [("white_mg", False, ""), ("white_volunteer", True, "RA-MOR.34")])
def test_who_digs(kind: str, pinned: bool, rule: str) -> None:
    g = run(battle(unit("whites", kind, 2, 30, 20, name="w", pinned=pinned), digging=True), Acting("whites-w"))
    assert why(g, Dig()) == rule
    assert (Dig() in offered(g)) is not bool(rule)


@pytest.mark.rule("RA-TRN.10")
def test_routers_rally_and_are_asked_nothing() -> None:
    router = unit("whites", "white_volunteer", 4, 30, 20, name="w", routing=True, terror=1)
    g = run(battle(router, dice=(1, 1)), Acting("whites-w"))
    assert not g.asks
    assert not g.pieces["whites-w"].routing


@pytest.mark.rule("RA-VEH.10")
def test_a_train_that_has_shot_shoots_on_or_moves() -> None:
    rail = line("rail", "railway", (0, 30), (72, 30))
    wagons = (Wagon("train_gun_wagon"), Wagon("train_loco"), Wagon("train_mg_wagon"))
    train = unit("reds", "train_loco", 3, 40, 30, 90, name="t", wagons=wagons, rail=4000)
    foe = unit("whites", "white_volunteer", 4, 36, 12, name="w", acted=True)
    g = run(battle(train, foe, terrain=(rail,), dice=(1, 1, 1, 1)), Acting("reds-t"))
    play(g, Fire("whites-w", 0))
    assert {type(a) for a in offered(g)} == {Hold, Fire, Go}
    assert why(g, Divide(1)) == "RA-VEH.10"
    assert Search(2000, 2000, 2) in g.asks[0].actions  # any point will do


@pytest.mark.rule("RA-OFF.6", "RA-ACT.17", "RA-ACT.19")
def test_one_senior_joins_or_leaves_once() -> None:
    mine = unit("whites", "white_volunteer", 4, 30, 20, name="w")
    near, far = senior("whites", 2, 30, 20.2), senior("whites", 1, 40, 20, name="far")
    g = run(battle(mine, near, far), Acting("whites-w"))
    assert [why(g, Attach(i)) for i in (near.id, far.id, mine.id)] == ["", "RA-OFF.6", "RA-OFF.6"]
    assert why(g, Detach(near.id)) == "RA-OFF.6"
    play(g, Attach(near.id))
    assert why(g, Detach(near.id)) == "RA-ACT.19"


@pytest.mark.rule("RA-ACT.16")
def test_after_limbering_horse_artillery_may_only_drive() -> None:
    g = run(battle(unit("whites", "white_horse_gun", 1, 30, 20, name="w")), Acting("whites-w"))
    play(g, Limber())
    assert {type(a) for a in offered(g)} == {Hold, Go}
    assert why(g, Divide(1)) == "RA-ACT.16"


def test_orders_of_older_records_are_still_carried_out() -> None:
    g = battle(unit("whites", "white_volunteer", 4, 30, 20, name="w", terror=2))
    run(g, Announced(Acting("whites-w"), RallyFromTerror()))
    assert g.pieces["whites-w"].terror == 1
    old = b'{"type":"Acting","unit":"whites-w","done":["form"],"mob":"","reaction":false,"half":false,"fired":[]}'
    assert msgspec.json.decode(old, type=Acting) == Acting("whites-w", ("form",))
