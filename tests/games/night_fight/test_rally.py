"""14.0 Rally."""

from __future__ import annotations

import pytest

from grognard.engine import Pick
from grognard.games.night_fight.rules.rally import GermanRally, SovietRally, rally_modifiers
from grognard.games.night_fight.rules.state import NightFight
from grognard.testing import logged, unrolled

from .situations import german, pieces, position, soviet


def bonus(g: NightFight, unit: str) -> int:
    return sum(m.value for m in rally_modifiers(g, g.pieces[unit]))


@pytest.mark.rule("NF-14.0.1", "NF-14.0.2", "NF-5.4.1")
@pytest.mark.parametrize(("die", "pinned"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_german_unit_rallies_on_four_or_more(die: int, pinned: bool) -> None:
    g = position(german("pzkpfw_iv", "1935", pinned=True), step=GermanRally(), dice=[die])
    assert g.pieces["pzkpfw_iv"].pinned is pinned


@pytest.mark.rule("NF-14.0.1", "NF-5.7.1")
@pytest.mark.parametrize(("die", "pinned"), [(4, True), (5, False)])
def test_a_soviet_unit_rallies_on_five_or_more(die: int, pinned: bool) -> None:
    g = position(soviet("t34", "1935", pinned=True), step=SovietRally(), dice=[die])
    assert g.pieces["t34"].pinned is pinned


@pytest.mark.rule("NF-14.0.1")
def test_each_side_rallies_in_its_own_phase_one_die_for_each_pinned_unit() -> None:
    units = pieces("pzkpfw_iv 1935 pinned, stug_iii 1935 pinned, infantry 1935, t34 1939 pinned")
    g = position(*units, step=GermanRally(), dice=[6, 1])
    assert [g.pieces[i].pinned for i in ("pzkpfw_iv", "stug_iii", "t34")] == [False, True, True]
    g = position(*units, step=SovietRally(), dice=[6])
    assert [g.pieces[i].pinned for i in ("pzkpfw_iv", "stug_iii", "t34")] == [True, True, False]
    assert unrolled(g) == []


@pytest.mark.rule("NF-14.0.1")
def test_a_unit_that_stays_pinned_tries_again_in_the_next_phase() -> None:
    g = position(german("pzkpfw_iv", "1935", pinned=True), step=GermanRally(), dice=[1])
    assert g.pieces["pzkpfw_iv"].pinned
    g = position(g.pieces["pzkpfw_iv"], step=GermanRally(), dice=[6])
    assert not g.pieces["pzkpfw_iv"].pinned


@pytest.mark.rule("NF-16.5.1")
def test_without_a_recovery_vehicle_nobody_is_picked() -> None:
    g = position(german("pzkpfw_iv", "1935", pinned=True))
    refusal = GermanRally().why_not(g, "german", Pick("pzkpfw_iv"))
    assert refusal is not None and refusal.rule == "NF-16.5.1"


@pytest.mark.rule("NF-14.0.2", "NF-20.1.1")
def test_waffen_ss_add_two_in_place_of_one() -> None:
    tank = german("pzkpfw_iv", "1935", pinned=True)
    assert bonus(position(tank), "pzkpfw_iv") == 1
    assert bonus(position(tank, options={"waffen-ss": "yes"}), "pzkpfw_iv") == 2
    assert bonus(position(tank, scenario="kharkov"), "pzkpfw_iv") == 2


@pytest.mark.rule("NF-14.0.2", "NF-14.0.3", "NF-14.0.4")
def test_e40_rally() -> None:
    pieces = (
        german("pzkpfw_iv", "1935", pinned=True),
        german("pzkpfw_v", "1935", ace=True),
        german("command_tank", "1938"),
    )
    g = position(*pieces, options={"waffen-ss": "yes"}, step=GermanRally(), dice=[1])
    assert not g.pieces["pzkpfw_iv"].pinned
    for die, pinned in ((1, True), (2, False)):
        g = position(*pieces, step=GermanRally(), dice=[die])
        assert g.pieces["pzkpfw_iv"].pinned is pinned
    assert bonus(position(german("command_tank", "1938", pinned=True)), "command_tank") == 1
    g = position(soviet("zis3", "1938", pinned=True), soviet("command_post", "1935", up=True), quality="guards")
    assert bonus(g, "zis3") == 2


@pytest.mark.rule("NF-14.0.3")
def test_the_ace_helps_his_own_vehicle_and_those_with_him_only() -> None:
    g = position(
        german("pzkpfw_v", "1935", ace=True, pinned=True), *pieces("infantry 1935 pinned, stug_iii 1936 pinned")
    )
    assert [bonus(g, i) for i in ("pzkpfw_v", "infantry", "stug_iii")] == [2, 2, 1]


@pytest.mark.rule("NF-14.0.5")
@pytest.mark.parametrize(("quality", "change"), [("recruits", 0), ("regulars", 0), ("guards", 1)])
def test_soviet_quality(quality: str, change: int) -> None:
    g = position(soviet("guards", "1935", pinned=True), german("pzkpfw_iv", "1939", pinned=True), quality=quality)
    assert bonus(g, "guards") == change
    assert bonus(g, "pzkpfw_iv") == 1


@pytest.mark.rule("NF-13.4.14", "NF-14.0.1")
def test_a_unit_pinned_twice_rallies_like_any_other() -> None:
    g = position(german("pzkpfw_iv", "1935", pinned=True), step=GermanRally(), dice=[4])
    assert not g.pieces["pzkpfw_iv"].pinned


@pytest.mark.rule("NF-14.0.4", "NF-11.0.3", "NF-11.0.1")
def test_command_units_try_first_and_then_command() -> None:
    g = position(
        *pieces("infantry 1935 pinned, command_car 1936 pinned"),
        step=GermanRally(),
        dice=[4, 3],  # the car needs four, the platoon then three
    )
    assert [g.pieces[i].pinned for i in ("command_car", "infantry")] == [False, False]


@pytest.mark.rule("NF-6.0.5")
def test_no_soviet_rally_during_a_command_breakdown() -> None:
    g = position(soviet("t34", "1935", pinned=True), breakdown=True, step=SovietRally())
    assert g.pieces["t34"].pinned
    assert logged(g, "NF-6.0.5")
