"""4.0 Stacking."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.night_fight.rules.column_formation import deploy
from grognard.games.night_fight.rules.combat_table import shifts
from grognard.games.night_fight.rules.fire import why_not_fire
from grognard.games.night_fight.rules.german_movement import Drop, Join, MoveStack
from grognard.games.night_fight.rules.stacking import height, overstacked
from grognard.games.night_fight.rules.unit_acts import Spot
from grognard.testing import offered

from .situations import FIRE, MOVE, column, german, places, play, position, refused, soviet

PINNED = [german(kind, "2311", pinned=True) for kind in ("infantry", "stug_iii", "command_car")]
FRESH = [german(kind, "2311") for kind in ("infantry", "stug_iii", "command_car")]


@pytest.mark.rule("NF-4.0.1", "NF-4.0.4")
def test_a_fourth_unit_may_not_stay() -> None:
    g = position(german("pzkpfw_iv", "2310"), *PINNED, step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert refused(g, Press("stop")) == "NF-4.0.4"


@pytest.mark.rule("NF-4.0.1")
def test_a_third_unit_may_stay() -> None:
    g = position(german("pzkpfw_iv", "2310"), *PINNED[:2], step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2311"), Press("stop"))
    assert height(g, "2311") == 3 and not overstacked(g, "2311")


@pytest.mark.rule("NF-4.0.2")
def test_nobody_enters_an_enemy_hex() -> None:
    g = position(german("pzkpfw_iv", "2310"), soviet("dummy", "2311"), step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, To("2311")) == "NF-8.0.6"


@pytest.mark.rule("NF-4.0.3")
def test_a_full_hex_may_be_passed_at_a_price() -> None:
    g = position(german("pzkpfw_iv", "2310"), *PINNED, step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2313"))
    assert places(g, "pzkpfw_iv") == ["2313"]
    assert g.spent["pzkpfw_iv"] == 4


@pytest.mark.rule("NF-4.0.3", "NF-4.0.4")
def test_a_hex_too_full_to_be_left_again_cannot_be_entered() -> None:
    g = position(german("pzkpfw_iv", "2306"), *PINNED, step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, To("2311")) == "NF-4.0.4"


@pytest.mark.rule("NF-4.0.3", "NF-4.0.4")
def test_stacking_counts_at_the_end_of_the_phase_only() -> None:
    g = position(german("pzkpfw_iv", "2310"), *FRESH, step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2311"), Press("stop"))
    assert height(g, "2311") == 4
    assert refused(g, Press("end")) == "NF-4.0.4"
    play(g, Pick("infantry"), To("2313"), Press("stop"))
    assert refused(g, Press("end")) == ""


@pytest.mark.rule("NF-4.0.4", "NF-4.2.3")
def test_a_unit_dropped_in_a_full_hex_must_be_made_room_for_too() -> None:
    g = position(german("pzkpfw_iv", "2310"), german("t34r", "2310"), *FRESH, step=MOVE)
    play(g, Pick("pzkpfw_iv"), Pick("t34r"), To("2311"), Drop("t34r"), To("2313"), Press("stop"))
    assert refused(g, Press("end")) == "NF-4.0.4"


@pytest.mark.rule("NF-4.0.5", "NF-16.2.4")
def test_an_ace_takes_no_room() -> None:
    g = position(german("pzkpfw_iv", "2311", ace=True), german("stug_iii", "2311", ace=True))
    assert height(g, "2311") == 2
    g = position(german("pzkpfw_iv", "2310", ace=True), *PINNED[:2], step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2311"), Press("stop"))
    assert places(g, "pzkpfw_iv") == ["2311"] and not overstacked(g, "2311")


@pytest.mark.rule("NF-4.0.6")
def test_trailing_pieces_are_laid_past_germans() -> None:
    g = position(german("infantry", "2313"), column(1, ["t34", "kv1", "t26"], ["2314", "2313", "2312"], ahead="2315"))
    deploy(g, "1", spotted=True)
    assert places(g, "1.1", "1.2", "1.3") == ["2314", "2312", "2311"]


@pytest.mark.rule("NF-4.1.1")
def test_all_wrecks_of_a_hex_count_as_one_unit() -> None:
    g = position(german("infantry", "2311"), wrecks=["2311", "2311", "2311"])
    assert height(g, "2311") == 2


@pytest.mark.rule("NF-4.1.1", "NF-8.0.8")
def test_a_unit_joins_one_other_and_two_wrecks_for_three_points() -> None:
    g = position(german("pzkpfw_iv", "2310"), german("infantry", "2311"), wrecks=["2311", "2311"], step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert g.spent["pzkpfw_iv"] == 3
    play(g, Press("stop"))
    assert not overstacked(g, "2311")


@pytest.mark.rule("NF-4.1.1")
def test_a_wreck_leaves_room_for_two() -> None:
    g = position(german("pzkpfw_iv", "2310"), *PINNED[:2], wrecks=["2311"], step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert refused(g, Press("stop")) == "NF-4.0.4"


# ------------------------------------------------------------------ 4.2 stacks on the move


@pytest.mark.rule("NF-4.2.1")
def test_a_stack_moves_as_one() -> None:
    g = position(*FRESH, step=MOVE)
    play(g, Pick("infantry"), Pick("stug_iii"), To("2313"), Press("stop"))
    assert places(g, "infantry", "stug_iii", "command_car") == ["2313", "2313", "2311"]
    assert g.spent["infantry"] == g.spent["stug_iii"] == 2
    assert refused(g, Pick("stug_iii")) == "NF-8.0.5"


@pytest.mark.rule("NF-4.2.1")
def test_a_stack_of_four_does_not_move() -> None:
    g = position(*FRESH, german("t34r", "2311"), step=MOVE)
    play(g, Pick("infantry"), Pick("stug_iii"), Pick("command_car"))
    assert refused(g, Pick("t34r")) == "NF-4.2.1"


@pytest.mark.rule("NF-4.2.2", "NF-4.2.3")
def test_who_is_dropped_off_has_moved() -> None:
    g = position(*FRESH, step=MOVE)
    play(g, Pick("infantry"), Pick("stug_iii"), To("2313"), Drop("stug_iii"), To("2315"), Press("stop"))
    assert places(g, "infantry", "stug_iii") == ["2315", "2313"]
    assert refused(g, Pick("stug_iii")) == "NF-8.0.5"
    assert Pick("command_car") in offered(g)


@pytest.mark.rule("NF-4.2.4")
def test_who_joins_has_spent_as_much_as_the_stack() -> None:
    g = position(german("pzkpfw_iv", "2307"), german("t34r", "2309"), step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2309"), Pick("t34r"))
    assert g.spent["t34r"] == 3
    play(g, To("2312"))
    assert places(g, "pzkpfw_iv", "t34r") == ["2312", "2312"]
    assert not any(isinstance(a, To) for a in offered(g))


@pytest.mark.rule("NF-4.2.4")
def test_who_has_moved_does_not_join() -> None:
    g = position(german("pzkpfw_iv", "2307"), german("t34r", "2308"), step=MOVE)
    play(g, Pick("t34r"), To("2309"), Press("stop"), Pick("pzkpfw_iv"), To("2309"))
    assert refused(g, Pick("t34r")) == "NF-8.0.5"


@pytest.mark.rule("NF-4.2.1", "NF-4.0.4")
def test_a_stack_does_not_grow_into_a_dead_end() -> None:
    # the tank has one point left; alone it may stay, for the platoon can still leave, but together they may not
    g = position(
        german("pzkpfw_iv", "2308"), german("t34r", "2310"), FRESH[0], *PINNED[1:], wrecks=["2312", "2411"], step=MOVE
    )
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert g.spent["pzkpfw_iv"] == 5 and "pzkpfw_iv" in g.moved  # there was nothing but to stop
    refusal = Join("infantry").why_not(g, MoveStack(("pzkpfw_iv",)))
    assert refusal is not None and refusal.rule == "NF-4.0.4"


@pytest.mark.rule("NF-4.2.4")
def test_who_stands_elsewhere_does_not_join() -> None:
    g = position(german("pzkpfw_iv", "2307"), german("t34r", "2308"), step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, Pick("t34r")) == "NF-4.2.4"


# ------------------------------------------------------------------ 4.3 overstacking


@pytest.mark.rule("NF-4.3.1")
def test_a_hex_overstacked_by_a_retreat_may_stay_so() -> None:
    g = position(*FRESH, german("t34r", "2311", pinned=True), step=MOVE)
    assert overstacked(g, "2311")
    play(g, Pick("infantry"), Press("back"), Press("end"))
    assert height(g, "2311") == 4


@pytest.mark.rule("NF-4.3.2")
def test_nobody_spots_or_fires_from_an_overstacked_hex() -> None:
    target = soviet("zis3", "2314", spotted=True)
    g = position(*FRESH, german("t34r", "2311"), target, soviet("m42", "2313"), step=FIRE)
    assert offered(g) == []
    refusal = why_not_fire(g, g.pieces["t34r"], g.pieces["zis3"])
    assert refusal is not None and refusal.rule == "NF-4.3.2"


@pytest.mark.rule("NF-4.3.2")
def test_three_units_spot_and_fire() -> None:
    g = position(*FRESH, soviet("m42", "2313"), step=FIRE)
    play(g, Pick("infantry"))
    assert Spot("2313") in offered(g)


@pytest.mark.rule("NF-4.3.3")
def test_fire_into_an_overstacked_hex_gains_a_column() -> None:
    stack = [soviet("soviet_infantry", "2313", spotted=True) for _ in range(4)]
    g = position(german("pzkpfw_iv", "2311"), *stack)
    found = {m.cite: m.value for m in shifts(g, g.pieces["pzkpfw_iv"], g.pieces["soviet_infantry"])}
    assert found["NF-22.5.9"] == 1
    g.drop("soviet_infantry-4")
    assert "NF-22.5.9" not in {m.cite for m in shifts(g, g.pieces["pzkpfw_iv"], g.pieces["soviet_infantry"])}


# ------------------------------------------------------------------ 4.4 columns


@pytest.mark.rule("NF-4.4.1", "NF-4.4.2")
def test_a_marker_is_one_unit_whatever_its_box_holds() -> None:
    g = position(soviet("m42", "2309"), column(1, ["t34"] * 9, ["2309"], ahead="2310"))
    assert height(g, "2309") == 2
