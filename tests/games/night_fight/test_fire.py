"""13.0, 13.1, 13.3 Fire: who shoots at whom and when, and the shot itself."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.engine import Pick, Press
from grognard.games.night_fight.rules.data import COMBAT
from grognard.games.night_fight.rules.fire import Result, Shot, preview_shot, targets, why_not_fire
from grognard.games.night_fight.rules.german_fire import Window
from grognard.games.night_fight.rules.german_movement import GermanMovement
from grognard.games.night_fight.rules.soviet_fire import SovietFire, in_order
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.stack_moves import Walk
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.unit_acts import Faust, Fire, UnitActs
from grognard.testing import begin, logged, offered, roll, unrolled

from .situations import FIRE, MOVE, column, german, pieces, places, play, position, refused, soviet

NONE, PINNED, RETREAT, ELIMINATED = "No effect", "Pinned", "Retreat", "Eliminated"
LETTERS = {NONE: "-", PINNED: "P", RETREAT: "R", ELIMINATED: "E"}


def working(g: NightFight, firer: str, target: str, *, faust: bool = False) -> str:
    """The column of the combat table a shot is resolved on."""
    return preview_shot(g, g.pieces[firer], g.pieces[target], faust=faust).column


def results(pieces: Sequence[Unit], firer: str, target: str, totals: Sequence[int], **situation: object) -> list[str]:
    """What a shot comes to for each of these dice totals, each from the same position."""
    found = []
    for total in totals:
        g = position(*pieces, **situation)  # type: ignore[arg-type]
        dice = (1, total - 1) if total <= 7 else (total - 6, 6)
        g.steps = (Shot(firer, target),)
        roll(g, *dice)
        Shot(firer, target).run(g)
        event, (after,) = logged(g, "NF-13.3.4")[0], g.steps
        assert event.dice == dice
        assert isinstance(after, Result) and (after.unit, after.letter) == (target, LETTERS[str(event.args["result"])])
        found.append(str(event.args["result"]))
    return found


# ------------------------------------------------------------------ worked examples


@pytest.mark.rule("NF-13.3.1", "NF-13.3.3", "NF-13.3.4", "NF-22.5.1")
def test_e27_basic_shot() -> None:
    pieces = [german("pzkpfw_iv", "2318"), soviet("t34", "2320", spotted=True)]
    g = position(*pieces)
    assert working(g, "pzkpfw_iv", "t34") == "4"
    assert results(pieces, "pzkpfw_iv", "t34", [3, 5, 6, 8]) == [NONE, PINNED, RETREAT, ELIMINATED]


@pytest.mark.rule("NF-13.3.1", "NF-22.4.1")
def test_e28_differential_nought() -> None:
    pieces = [german("pzkpfw_iii", "1935", spotted=True), soviet("t34", "1939", up=True)]
    g = position(*pieces)
    assert working(g, "t34", "pzkpfw_iii") == "0/1"
    assert results(pieces, "t34", "pzkpfw_iii", [6, 7, 9, 11]) == [NONE, PINNED, RETREAT, ELIMINATED]


@pytest.mark.rule("NF-13.3.3", "NF-22.5.1")
def test_e29_the_shifts_are_summed_before_the_end_of_the_table_holds() -> None:
    pieces = [german("pzkpfw_vi", "1120"), soviet("recon", "1121", spotted=True)]
    assert working(position(*pieces, vegetation="dense"), "pzkpfw_vi", "recon") == "5+"
    assert results(pieces, "pzkpfw_vi", "recon", [7], vegetation="dense") == [ELIMINATED]


@pytest.mark.rule("NF-13.3.3", "NF-22.5.3", "NF-22.5.11")
def test_e30_the_left_end_of_the_table() -> None:
    pieces = [german("pzkpfw_vi", "1121", spotted=True), soviet("maxim", "1125", up=True)]
    situation = {"vegetation": "dense", "quality": "recruits"}
    assert working(position(*pieces, vegetation="dense", quality="recruits"), "maxim", "pzkpfw_vi") == "-4"
    assert results(pieces, "maxim", "pzkpfw_vi", [10, 11], **situation) == [NONE, PINNED]


@pytest.mark.rule("NF-22.5.2", "NF-22.3.3", "NF-22.5.7")
def test_e31_a_partial_building_protects_foot_units_only() -> None:
    gun = soviet("m42", "1915", up=True)
    pieces = [german("infantry", "1917", spotted=True), gun]
    assert working(position(*pieces), "m42", "infantry") == "3"
    assert results(pieces, "m42", "infantry", [5]) == [PINNED]
    pieces = [german("pzkpfw_iv", "1917", spotted=True), gun]
    assert working(position(*pieces), "m42", "pzkpfw_iv") == "2"
    assert results(pieces, "m42", "pzkpfw_iv", [5, 6]) == [NONE, PINNED]


@pytest.mark.rule("NF-22.5.7")
def test_e32_the_armor_shift_counts_once() -> None:
    g = position(german("command_tank", "1935", spotted=True), soviet("kv1", "1939", up=True))
    assert working(g, "kv1", "command_tank") == "4"


@pytest.mark.rule("NF-17.0.9", "NF-17.0.10", "NF-17.0.11", "NF-13.3.5", "NF-13.4.1")
def test_e33_panzerfaust() -> None:
    g = position(
        german("infantry", "1935", fausts=1),
        *pieces("kv1 1936 spotted, t34 1936 spotted"),
        scenario="kiev",
        step=FIRE,
        dice=[3, 4],
    )
    assert working(g, "infantry", "kv1", faust=True) == "5+"
    play(g, Pick("infantry"), Faust("kv1"))
    assert places(g, "kv1") == ["gone"]
    assert g.wrecks == {"1936": 1}
    assert g.pieces["infantry"].fausts == 0
    assert not g.asks  # the platoon has had its shot


@pytest.mark.rule("NF-17.0.11")
def test_a_panzerfaust_is_used_up_by_a_miss_too() -> None:
    g = position(
        german("infantry", "1935", fausts=2),
        soviet("kv1", "1936", spotted=True),
        scenario="kiev",
        step=Shot("infantry", "kv1", faust=True),
        dice=[1, 1],
    )
    assert g.pieces["infantry"].fausts == 1


@pytest.mark.rule("NF-13.3.5", "NF-17.0.11", "NF-22.5.3")
def test_a_platoon_on_panzerfausts_is_anti_tank_capable_in_defence_too() -> None:
    for fausts, column_label in ((0, "2"), (1, "-1")):
        g = position(german("infantry", "1935", fausts=fausts, spotted=True), soviet("maxim", "1939", up=True))
        assert working(g, "maxim", "infantry") == column_label


@pytest.mark.rule("NF-17.0.9")
def test_panzerfausts_are_for_the_german_fire_phase() -> None:
    pieces = (german("infantry", "1935", fausts=1), soviet("kv1", "1936", spotted=True))
    g = position(*pieces, scenario="kiev", phase="Soviet movement", step=Window("german", ("kv1",)))
    play(g, Pick("infantry"))
    assert Fire("kv1") in offered(g)
    assert refused(g, Faust("kv1")) == "NF-17.0.9"
    g = position(*pieces, scenario="kiev", phase="German fire", step=Window("german", ("kv1",)))
    play(g, Pick("infantry"))
    assert Faust("kv1") in offered(g)  # a unit falling back in the German Fire Phase


@pytest.mark.rule("NF-17.0.8")
def test_no_panzerfaust_without_the_marker() -> None:
    g = position(german("infantry", "1935"), soviet("kv1", "1936", spotted=True), step=FIRE)
    play(g, Pick("infantry"))
    assert refused(g, Faust("kv1")) == "NF-17.0.8"


@pytest.mark.rule("NF-18.0.4", "NF-18.0.7", "NF-13.4.14")
def test_e34_a_block_house_beside_a_depot() -> None:
    g = position(
        *pieces("pzkpfw_iv 1937 spotted, block_house 1935 up, supply 1934 up"),
        step=SovietFire(),
        dice=[5, 2, 4, 2, 4, 4],
    )
    shots = logged(g, "NF-13.3.4")
    assert [(e.args["column"], e.args["result"]) for e in shots] == [("2", PINNED), ("-1", PINNED)]
    assert len(logged(g, "NF-13.4.13")) == 1
    assert unrolled(g) == []


# ------------------------------------------------------------------ 13.0


@pytest.mark.rule("NF-13.0.1", "NF-13.4.16")
def test_each_shot_is_resolved_before_the_next_is_chosen() -> None:
    g = position(*pieces("pzkpfw_iv 1935, stug_iii 1936, t34 1938 spotted, t26 1939 spotted"), step=FIRE, dice=[6, 6])
    play(g, Pick("pzkpfw_iv"), Fire("t34"))
    assert places(g, "t34") == ["gone"]
    play(g, Pick("stug_iii"))
    assert [a for a in offered(g) if isinstance(a, Fire)] == [Fire("t26")]


@pytest.mark.rule("NF-13.0.1", "NF-13.1.4")
def test_a_shot_at_a_stack_is_a_shot_at_one_unit_of_it() -> None:
    g = position(
        *pieces("pzkpfw_iv 1935, t34 1938 spotted, zis3 1938 spotted"), step=Shot("pzkpfw_iv", "zis3"), dice=[6, 6]
    )
    assert places(g, "t34", "zis3") == ["1938", "gone"]
    assert not g.pieces["t34"].pinned


@pytest.mark.rule("NF-13.1.4", "NF-13.2.1")
def test_units_of_a_stack_are_equally_close() -> None:
    g = position(
        *pieces("pzkpfw_iii 1935 spotted, pzkpfw_iv 1935 spotted, zis3 1938 up"), step=SovietFire(), dice=[1, 1]
    )
    assert g.shot_at == {"pzkpfw_iv": True}  # only strength tells them apart


@pytest.mark.rule("NF-13.0.2", "NF-13.0.7")
def test_germans_fire_at_any_spotted_soviet_in_their_fire_phase() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("t34", "1938", spotted=True), soviet("zis3", "1938"), step=FIRE)
    play(g, Pick("pzkpfw_iv"))
    assert [a for a in offered(g) if isinstance(a, Fire)] == [Fire("t34")]
    assert refused(g, Fire("zis3")) == "NF-9.0.1"
    assert Press("back") in offered(g)  # it need not fire


@pytest.mark.rule("NF-13.0.3", "NF-13.0.4")
def test_e24_a_soviet_unit_fires_once_in_each_of_two_phases() -> None:
    g = position(german("pzkpfw_iv", "1938", spotted=True), soviet("t34", "1935", up=True))
    g.steps = (GermanMovement(("german",), begun=True), Walk(("pzkpfw_iv",), ("1937", "1938")))
    roll(g, 1, 1)
    g.advance()
    assert g.fired == {"t34": 1}  # at the first hex, not again at the second
    begin(g, SovietFire(), dice=[1, 1])
    assert g.fired == {"t34": 1}
    assert unrolled(g) == []


@pytest.mark.rule("NF-13.0.4")
def test_a_german_unit_fires_once_a_phase() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("t34", "1938", spotted=True), step=FIRE, dice=[1, 1])
    play(g, Pick("pzkpfw_iv"), Fire("t34"))
    assert not g.asks
    found = why_not_fire(g, g.pieces["pzkpfw_iv"], g.pieces["t34"])
    assert found is not None
    assert found.rule == "NF-13.0.4"


@pytest.mark.rule("NF-13.0.4", "NF-16.6.1")
def test_supply_may_be_used_in_a_window_when_everybody_has_fired() -> None:
    pieces = (german("stug_iii", "1935"), soviet("t34", "1938", spotted=True))
    g = position(*pieces, german("truck_supply", "1933"), fired={"stug_iii": 1}, step=Window("german", ("t34",)))
    play(g, Pick("truck_supply"), Press("supply"), Pick("stug_iii"))
    assert Fire("t34") in offered(g)
    g = position(*pieces, german("truck_supply", "1931"), fired={"stug_iii": 1}, step=Window("german", ("t34",)))
    assert not g.asks  # four hexes off it helps nobody


@pytest.mark.rule("NF-13.0.5")
def test_fire_reaches_as_far_as_one_can_see() -> None:
    g = position(german("infantry", "1935"), soviet("t34", "1941", spotted=True), visibility=6)
    assert why_not_fire(g, g.pieces["infantry"], g.pieces["t34"]) is None
    assert targets(g, g.pieces["infantry"]) == [g.pieces["t34"]]


@pytest.mark.rule("NF-13.0.6", "NF-10.2.2")
def test_germans_do_not_fire_while_they_move() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("t34", "1938", spotted=True, pinned=True), step=MOVE)
    assert refused(g, Fire("t34")) == "GR-1"
    play(g, Pick("pzkpfw_iv"))
    assert not any(isinstance(a, Fire) for a in offered(g))


@pytest.mark.rule("NF-13.0.6")
def test_soviets_do_not_fire_while_they_move() -> None:
    g = position(
        german("infantry", "2318", spotted=True),
        column(1, ["t34"] * 3, ["2314", "2313", "2312"], ahead="2315", deployed=True, up=True),
        soviet("zis3", "2418", up=True),
        turn=1,
        dice=[1],
        step=SovietMovement(),
    )
    if g.asks:
        play(g, Press("pass all"))
    assert places(g, "1.1") == ["2317"]
    assert g.fired == {}


@pytest.mark.rule("NF-13.3.1")
@pytest.mark.parametrize("kind", ["truck_supply"])
def test_strength_nought_never_fires(kind: str) -> None:
    g = position(german(kind, "1935"), soviet("t34", "1938", spotted=True), step=UnitActs(kind))
    assert refused(g, Fire("t34")) == "NF-13.3.1"


# ------------------------------------------------------------------ 13.1


@pytest.mark.rule("NF-13.1.1", "NF-13.0.7")
def test_every_soviet_unit_with_a_target_fires() -> None:
    g = position(
        *pieces("pzkpfw_iv 1935 spotted, zis3 1937 up, m42 1938"),
        soviet("zis3", "1940"),  # five hexes off
        step=SovietFire(),
        dice=[1, 1, 1, 1],
    )
    assert g.fired == {"zis3": 1, "m42": 1}
    assert g.pieces["m42"].up
    assert not g.pieces["zis3-2"].up


@pytest.mark.rule("NF-13.1.1", "NF-10.0.2")
def test_hidden_pieces_that_cannot_fire_are_turned_up_and_artillery_is_not() -> None:
    g = position(
        *pieces("pzkpfw_iv 1935 spotted, dummy 1936, command_post 1937, supply 1938, truck 1938, artillery 1939"),
        step=SovietFire(),
    )
    assert places(g, "dummy") == ["gone"]
    assert [g.pieces[i].up for i in ("command_post", "supply", "truck", "artillery")] == [True, True, True, False]
    assert [g.pieces[i].spotted for i in ("command_post", "supply", "truck")] == [False] * 3
    assert g.fired == {}


@pytest.mark.rule("NF-13.1.3", "NF-10.1.7")
def test_a_soviet_unit_that_fires_is_spotted() -> None:
    g = position(
        german("pzkpfw_iv", "1935", spotted=True), soviet("zis3", "1938", up=True), step=SovietFire(), dice=[1, 1]
    )
    assert g.pieces["zis3"].spotted


@pytest.mark.rule("NF-13.1.3", "NF-10.3.11")
def test_a_soviet_unit_is_not_spotted_if_its_fire_leaves_nobody_to_see_it() -> None:
    g = position(
        german("pzkpfw_iv", "1935", spotted=True), soviet("zis3", "1938", up=True), step=SovietFire(), dice=[6, 6]
    )
    assert places(g, "pzkpfw_iv") == ["gone"]
    assert not g.pieces["zis3"].spotted


@pytest.mark.rule("NF-13.1.1", "NF-5.5.5")
def test_soviet_order_of_fire() -> None:
    g = position(
        *pieces("pzkpfw_iv 1935, zis3 1938"),
        soviet("m42", "1937", id="under"),
        soviet("m42", "1937", id="over"),
        *pieces("maxim 2035, guards 1934"),
    )
    assert [u.id for u in in_order(g)] == ["guards", "maxim", "over", "under", "zis3"]


@pytest.mark.rule("NF-13.1.1", "NF-10.3.13", "NF-5.5.5")
def test_units_that_gain_a_target_later_are_processed_again() -> None:
    g = position(
        *pieces("pzkpfw_iv 1935, zis3 1936, m42 1937"),
        step=SovietFire(),
        dice=[1, 4, 1, 1, 1, 1],  # the ZiS-3 fails, the M-42 spots and fires, then the ZiS-3 fires
    )
    assert list(g.fired) == ["m42", "zis3"]
    assert unrolled(g) == []


# ------------------------------------------------------------------ 13.3


@pytest.mark.rule("NF-13.3.2")
def test_a_depot_defends_with_strength_nought() -> None:
    g = position(german("stug_iii", "1935"), soviet("supply", "1939", spotted=True))
    preview = preview_shot(g, g.pieces["stug_iii"], g.pieces["supply"])
    assert [given.value for given in preview.given] == ["4", "0", "+4"] and preview.base == "4"
    assert preview.column == "5+"  # column 4, armor one right


@pytest.mark.rule("NF-18.0.4")
@pytest.mark.parametrize(("depot", "up", "shots"), [("1936", True, 2), ("1935", True, 1), ("1937", False, 1)])
def test_only_a_known_depot_within_three_hexes_gives_a_second_roll(depot: str, up: bool, shots: int) -> None:
    g = position(
        *pieces("pzkpfw_vi 1941 spotted, m42 1939 up"),
        soviet("supply", depot, up=up),
        visibility=2,
        step=SovietFire(),
        dice=[1, 1] * shots,
    )
    assert len(logged(g, "NF-13.3.4")) == shots
    assert unrolled(g) == []
    assert "supply" in g.pieces


@pytest.mark.rule("NF-18.0.4")
def test_a_pinned_depot_still_supplies() -> None:
    g = position(
        *pieces("pzkpfw_vi 1941 spotted, m42 1939 up, supply 1938 pinned"),
        visibility=2,
        step=SovietFire(),
        dice=[1, 1, 1, 1],
    )
    assert len(logged(g, "NF-13.3.4")) == 2


@pytest.mark.rule("NF-18.0.4", "NF-13.4.16")
def test_the_second_roll_is_lost_with_its_target() -> None:
    pieces = (soviet("kv1", "1939", up=True), soviet("supply", "1938", up=True))
    g = position(german("infantry", "1941", spotted=True), *pieces, visibility=2, step=SovietFire(), dice=[6, 6])
    assert places(g, "infantry") == ["gone"]
    assert len(logged(g, "NF-13.3.4")) == 1


@pytest.mark.rule("NF-18.0.4", "NF-13.4.10")
def test_the_second_roll_is_lost_when_the_target_falls_back_out_of_sight() -> None:
    g = position(
        *pieces("pzkpfw_iii 1941 spotted, m42 1939 up, supply 1938 up"),
        visibility=2,
        vegetation="clear",
        step=SovietFire(),
        dice=[3, 6, 1],  # column 2, a 9 is a retreat of one hex
    )
    while g.asks:
        play(g, offered(g)[0])
    assert g.pieces["pzkpfw_iii"].pinned
    assert not g.pieces["pzkpfw_iii"].spotted
    assert len(logged(g, "NF-13.3.4")) == 1


@pytest.mark.rule("NF-18.0.4")
def test_the_second_roll_needs_the_target_in_view_and_spotted_still() -> None:
    pieces = (soviet("m42", "1935", up=True), soviet("supply", "1936", up=True))
    g = position(german("pzkpfw_iii", "1940", spotted=True), *pieces, soviet("zis3", "1941"))
    g.steps = (Shot("m42", "pzkpfw_iii", again=True),)
    g.advance()
    assert g.fired == {}  # five hexes off, though another keeps it spotted
    g = position(german("pzkpfw_iii", "1938"), *pieces, step=Shot("m42", "pzkpfw_iii", again=True))
    assert g.fired == {}  # in view, but no longer spotted


def test_the_preview_gives_both_strengths_and_the_column_they_lead_to() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("t34", "1938", spotted=True))
    preview = preview_shot(g, g.pieces["pzkpfw_iv"], g.pieces["t34"])
    assert [(given.name, given.value) for given in preview.given] == [
        ("Strength", "4"),
        ("Strength of the target", "3"),
        ("Difference", "+1"),
    ]
    assert preview.base == "0/1" and [(m.cite, m.on) for m in preview.modifiers] == [("NF-22.5.5", "column")]
    assert (preview.chart, preview.column, preview.dice) == ("combat", "2", 2)
    assert preview.column in COMBAT.columns
