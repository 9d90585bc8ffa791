"""13.4, 13.5 Combat results: eliminated, pinned, and what they do to others; depots that explode."""

from __future__ import annotations

import pytest

from grognard.engine import Pick
from grognard.games.night_fight.rules.combat_table import shifts
from grognard.games.night_fight.rules.fire import Blast, Explosion, Result, Shot, targets, why_not_fire
from grognard.games.night_fight.rules.soviet_fire import SovietFire
from grognard.games.night_fight.rules.stacking import height, overstacked
from grognard.testing import logged, offered, unrolled

from .situations import FIRE, MOVE, column, german, pieces, places, play, position, refused, soviet

# ------------------------------------------------------------------ eliminated and pinned


@pytest.mark.rule("NF-13.4.1", "NF-13.5.1", "NF-22.4.3", "NF-2.2.4")
@pytest.mark.parametrize(
    ("kind", "wrecks"), [("t34", 1), ("t26", 1), ("kv1", 1), ("zis3", 0), ("soviet_infantry", 0), ("truck", 0)]
)
def test_an_eliminated_unit_with_a_weight_leaves_a_wreck_where_it_died(kind: str, wrecks: int) -> None:
    g = position(
        german("pzkpfw_iv", "1935"), soviet(kind, "1938", spotted=True), step=Shot("pzkpfw_iv", kind), dice=[6, 6]
    )
    assert places(g, kind) == ["gone"]
    assert g.wrecks.get("1938", 0) == wrecks


@pytest.mark.rule("NF-13.4.1", "NF-13.5.1")
def test_german_losses_leave_wrecks_alike_and_a_block_house_none() -> None:
    g = position(german("pzkpfw_vi", "1935"), german("command_car", "1935"), soviet("block_house", "1938", up=True))
    for unit in ("pzkpfw_vi", "command_car", "block_house"):
        g.steps = (Result(unit, "E", "1930"),)
        g.advance()
    assert g.pieces == {}
    assert g.wrecks == {"1935": 1}


@pytest.mark.rule("NF-13.5.1")
def test_wrecks_count_as_one_unit_for_stacking() -> None:
    g = position(german("infantry", "1935"), german("infantry", "1935"), wrecks=["1935", "1935"])
    assert height(g, "1935") == 3
    assert not overstacked(g, "1935")
    g = position(*[german("infantry", "1935") for _ in range(3)], soviet("t34", "1938", spotted=True), wrecks=["1935"])
    assert overstacked(g, "1935") and not targets(g, g.pieces["infantry"])


@pytest.mark.rule("NF-13.4.13")
def test_a_pinned_unit_neither_fires_nor_spots_nor_moves() -> None:
    g = position(*pieces("pzkpfw_iv 1935 pinned, infantry 1935, t34 1938 spotted"), step=FIRE)
    found = why_not_fire(g, g.pieces["pzkpfw_iv"], g.pieces["t34"])
    assert found is not None
    assert found.rule == "NF-13.4.13"
    assert refused(g, Pick("pzkpfw_iv")) == "NF-13.4.13"
    g = position(german("pzkpfw_iv", "1935", pinned=True), german("infantry", "1935"), step=MOVE)
    assert refused(g, Pick("pzkpfw_iv")) == "NF-13.4.13"


@pytest.mark.rule("NF-13.4.13")
def test_a_pinned_soviet_unit_does_not_fire() -> None:
    g = position(
        german("pzkpfw_iv", "1935", spotted=True), soviet("zis3", "1938", pinned=True, spotted=True), step=SovietFire()
    )
    assert g.fired == {}


@pytest.mark.rule("NF-13.4.14")
def test_a_second_pin_adds_nothing() -> None:
    g = position(german("pzkpfw_iv", "1935", pinned=True))
    before = g.pieces["pzkpfw_iv"]
    g.steps = (Result("pzkpfw_iv", "P", "1938"),)
    g.advance()
    assert g.pieces["pzkpfw_iv"] == before
    assert logged(g, "NF-13.4.13") == []


@pytest.mark.rule("NF-17.0.12")
def test_panzerfausts_and_flares_share_the_fate_of_their_carrier() -> None:
    g = position(german("infantry", "1935", fausts=2), german("command_car", "1936", flares=1))
    for unit in ("infantry", "command_car"):
        g.steps = (Result(unit, "E", "1930"),)
        g.advance()
    assert g.pieces == {}
    assert g.loose == {}
    g = position(german("infantry", "1935", fausts=2), step=Result("infantry", "P", "1930"))
    assert (g.pieces["infantry"].pinned, g.pieces["infantry"].fausts) == (True, 2)


@pytest.mark.rule("NF-17.0.12", "NF-13.4.2")
def test_panzerfausts_retreat_with_their_carrier() -> None:
    g = position(german("infantry", "1937", fausts=2), step=Result("infantry", "R", "1935"), dice=[1])
    play(g, offered(g)[0])
    unit = g.pieces["infantry"]
    assert unit.place != "1937"
    assert unit.fausts == 2


# ------------------------------------------------------------------ depots


@pytest.mark.rule("NF-18.0.5", "NF-18.0.6", "NF-22.5.3")
def test_e41_depot_explosion() -> None:
    for second, pinned in ((2, False), (3, True)):
        g = position(
            *pieces("stug_iii 1935, pzkpfw_iii 1937, supply 1939 spotted, truck 1939"),
            step=Shot("stug_iii", "supply"),
            dice=[1, 2, 1, 6, second],  # column 5+: a 3 pins; it explodes; the tank is attacked on column -2
        )
        assert places(g, "supply", "truck") == ["gone", "gone"]
        assert g.pieces["pzkpfw_iii"].pinned is pinned
        assert unrolled(g) == []


@pytest.mark.rule("NF-18.0.5")
@pytest.mark.parametrize("die", [2, 6])
def test_a_depot_that_does_not_explode_takes_the_result(die: int) -> None:
    g = position(
        *pieces("stug_iii 1935, pzkpfw_iii 1937, supply 1939 spotted"),
        step=Shot("stug_iii", "supply"),
        dice=[1, 2, die],
    )
    assert g.pieces["supply"].pinned
    assert not g.pieces["pzkpfw_iii"].pinned


@pytest.mark.rule("NF-18.0.5")
def test_no_explosion_roll_without_a_result() -> None:
    g = position(
        german("stug_iii", "1935"), soviet("supply", "1939", spotted=True), step=Shot("stug_iii", "supply"), dice=[1, 1]
    )
    assert unrolled(g) == []
    assert not g.pieces["supply"].pinned


@pytest.mark.rule("NF-18.0.5", "NF-18.0.6")
def test_the_explosion_comes_before_an_elimination() -> None:
    g = position(
        *pieces("stug_iii 1935, supply 1939 spotted, zis3 1939"), step=Shot("stug_iii", "supply"), dice=[6, 6, 1]
    )
    assert places(g, "supply", "zis3") == ["gone", "gone"]
    assert logged(g, "NF-18.0.6")


@pytest.mark.rule("NF-18.0.6")
def test_an_explosion_reaches_two_hexes_for_both_sides_nearest_first() -> None:
    g = position(
        *pieces("supply 1937 up, infantry 1939, m42 1936 up, engineers 1940"),
        step=Explosion("supply"),
        dice=[6, 2, 5, 2],  # an 8 against the M-42 (0/1, outgunned: -2), a 7 against the platoon (0/1)
    )
    shelled = [event.hexes for event in logged(g, "NF-15.4.1")]
    assert shelled == [("1936",), ("1939",)]
    assert not g.pieces["m42"].pinned
    assert g.pieces["infantry"].pinned


@pytest.mark.rule("NF-18.0.6", "NF-22.5.9")
def test_an_explosion_hits_an_overstacked_hex_harder() -> None:
    crowd = [german("infantry", "1939") for _ in range(3)]
    g = position(
        soviet("supply", "1937", up=True), *crowd, wrecks=["1939"], step=Explosion("supply"), dice=[5, 1, 4, 1, 4, 1]
    )
    assert [g.pieces[i].pinned for i in ("infantry", "infantry-2", "infantry-3")] == [True, False, False]


@pytest.mark.rule("NF-18.0.6")
def test_depots_explode_in_chains() -> None:
    g = position(
        *pieces("supply 1935 up, supply 1937, truck 1937, stug_iii 1939, m42 1936"),
        step=Explosion("supply"),
        # the M-42 survives the first, then 3 against 0 pins the second depot, which explodes; then the rest again
        dice=[1, 1, 6, 1, 1, 1, 1, 1, 1],
    )
    assert places(g, "supply", "supply-2", "truck") == ["gone", "gone", "gone"]
    assert [e.hexes for e in logged(g, "NF-18.0.6")] == [("1935",), ("1937",)]
    assert places(g, "m42", "stug_iii") == ["1936", "1939"]
    assert unrolled(g) == []


@pytest.mark.rule("NF-18.0.6", "NF-10.4.1")
def test_an_explosion_under_a_column_marker_takes_its_lead() -> None:
    g = position(
        soviet("supply", "2316", up=True),
        column(1, ["t34", "kv1", "t26", "t26"], ["2316", "2315", "2314", "2313"], ahead="2317"),
        step=Explosion("supply"),
        dice=[1, 1, 1, 1],  # the two pieces next behind are attacked, without effect
    )
    assert places(g, "c1", "1.1", "supply") == ["gone", "gone", "gone"]
    assert places(g, "1.2", "1.3", "1.4") == ["2315", "2314", "2313"]
    assert g.wrecks == {"2316": 1}
    assert not g.pieces["1.2"].up


@pytest.mark.rule("NF-18.0.6", "NF-10.3.11")
def test_what_only_the_lost_pieces_saw_is_hidden_again() -> None:
    g = position(
        soviet("supply", "1937", up=True), german("stug_iii", "1940", spotted=True), step=Explosion("supply"), dice=[]
    )
    assert not g.pieces["stug_iii"].spotted


# ------------------------------------------------------------------ shelling of what is not seen


@pytest.mark.rule("NF-22.5.9", "NF-15.4.1")
def test_an_undeployed_marker_counts_once_when_its_hex_is_shelled() -> None:
    """Three pieces in the hex, the marker among them: it is not overstacked."""
    for third, deployed in (([], False), ([soviet("truck", "2316")], True)):
        g = position(
            *pieces("maxim 2316, guards 2316"),
            *third,
            column(1, ["t34", "kv1"], ["2316", "2315"], ahead="2317"),
            step=Blast("c1", 6),
            dice=[1, 5],  # 6 - 3 is column 3, outgunned 0/1: a 6 does nothing; overstacked it pins
        )
        assert ("c1" not in g.pieces) is deployed


@pytest.mark.rule("NF-4.3.3", "NF-22.5.9")
def test_e39_an_overstacked_hex_is_easier_to_hit_and_does_not_fire() -> None:
    g = position(
        *[german("pzkpfw_iv", "1935", spotted=True) for _ in range(3)],
        soviet("t34", "1939", spotted=True),
        wrecks=["1935"],
        step=FIRE,
    )
    assert not g.asks
    found = why_not_fire(g, g.pieces["pzkpfw_iv"], g.pieces["t34"])
    assert found is not None
    assert found.rule == "NF-4.3.2"
    assert ("NF-22.5.9", 1) in [(m.cite, m.value) for m in shifts(g, g.pieces["t34"], g.pieces["pzkpfw_iv"])]
