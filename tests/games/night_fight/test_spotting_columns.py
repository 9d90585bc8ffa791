"""10.4, 13.1 Columns that spot, are spotted, or must fire."""

from __future__ import annotations

import pytest

from grognard.engine import Refusal, Step
from grognard.games.night_fight.rules.fire import why_not_fire
from grognard.games.night_fight.rules.soviet_fire import SovietActs, SovietFire
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.spotting import german_attempt
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.unit_acts import Spot, UnitActs
from grognard.testing import logged, offered, roll, unrolled

from .situations import column, german, pieces, places, position, soviet


def halted_column(*kinds: str) -> NightFight:
    """A column marker in 2316, a German two hexes ahead of it."""
    return position(
        german("stug_iii", "2318"), column(1, kinds, ["2316", "2315", "2314", "2313"], ahead="2317"), vegetation="clear"
    )


def begin(g: NightFight, step: Step, *faces: int) -> None:
    g.steps = (step,)
    roll(g, *faces)
    g.advance()


@pytest.mark.rule("NF-10.4.1", "NF-10.4.2", "NF-8.4.3", "NF-10.2.4")
def test_a_spotted_marker_deploys_and_only_its_lead_is_spotted() -> None:
    g = halted_column("t34", "kv1", "t26")
    roll(g, 6)
    german_attempt(g, g.pieces["stug_iii"], "2316")
    assert places(g, "c1", "1.1", "1.2", "1.3") == ["gone", "2316", "2315", "2314"]
    assert [g.pieces[i].spotted for i in ("1.1", "1.2", "1.3")] == [True, False, False]
    assert [g.pieces[i].up for i in ("1.1", "1.2", "1.3")] == [True, False, False]


@pytest.mark.rule("NF-10.4.1", "NF-10.4.3", "NF-10.1.7")
def test_a_marker_that_spots_deploys_and_its_lead_fires_then_the_others_act() -> None:
    g = halted_column("t34", "kv1")
    begin(g, SovietFire(), 4, 1, 1, 1, 1)
    assert places(g, "c1", "1.1", "1.2") == ["gone", "2316", "2315"]
    assert g.fired == {"1.1": 1, "1.2": 1}
    assert g.pieces["1.2"].up


@pytest.mark.rule("NF-10.4.1")
def test_a_marker_that_fails_stays_a_marker() -> None:
    g = halted_column("t34", "kv1")
    begin(g, SovietFire(), 3)
    assert places(g, "c1", "1.1") == ["2316", "box-1"]


@pytest.mark.rule("NF-10.4.3")
def test_deployed_units_look_and_can_be_looked_at_one_by_one() -> None:
    g = position(
        german("stug_iii", "2318"),
        column(1, ["t34", "kv1"], ["2316", "2315"], ahead="2317", deployed=True),
        step=UnitActs("stug_iii"),
    )
    assert {a for a in offered(g) if isinstance(a, Spot)} == {Spot("2316"), Spot("2315")}
    begin(g, SovietFire(), 1, 1)
    assert g.tried == {"1.1": True, "1.2": True}


@pytest.mark.rule("NF-10.4.4", "NF-10.3.15")
def test_a_dummy_in_the_lead_is_removed_and_the_next_leads() -> None:
    g = halted_column("dummy", "kv1", "t26")
    roll(g, 6)
    german_attempt(g, g.pieces["stug_iii"], "2316")
    assert places(g, "c1", "1.1", "1.2", "1.3") == ["gone", "gone", "2315", "2314"]
    assert not g.pieces["1.2"].up
    assert not g.pieces["1.2"].spotted
    assert g.columns["1"].deployed
    assert g.columns["1"].units == ("1.2", "1.3")
    assert g.tried == {"stug_iii": True}


@pytest.mark.rule("NF-10.4.4", "NF-10.3.14")
def test_a_marker_led_by_a_dummy_that_spots_has_seen_nothing() -> None:
    g = halted_column("dummy", "kv1", "t26")
    begin(g, SovietFire(), 6, 1, 1)  # the marker; then the KV-1 and the T-26 try for themselves and fail
    assert places(g, "c1", "1.1", "1.2") == ["gone", "gone", "2315"]
    assert not g.pieces["stug_iii"].spotted
    assert unrolled(g) == []


@pytest.mark.rule("NF-10.4.3", "NF-10.4.4")
def test_what_deploys_behind_a_dummy_looks_for_a_moving_german_itself() -> None:
    """R31 One piece in one hex, as before, but another one."""
    g = halted_column("dummy", "kv1")
    begin(g, SovietActs(("stug_iii",)), 6, 1)
    assert places(g, "c1", "1.1", "1.2") == ["gone", "gone", "2315"]
    assert g.tried == {"c1": True, "1.2": True} and unrolled(g) == []


@pytest.mark.rule("NF-10.4.5")
def test_a_deployed_column_stays_on_the_map() -> None:
    g = halted_column("t34", "kv1")
    begin(g, SovietFire(), 4, 1, 1, 1, 1)
    g.drop("stug_iii")
    g.put(german("infantry", "3936", id="infantry"))
    begin(g, SovietMovement())
    assert all(place.isdigit() for place in places(g, "1.1", "1.2"))
    assert "c1" not in g.pieces


@pytest.mark.rule("NF-13.1.2", "NF-10.4.1")
def test_a_marker_with_a_spotted_german_in_view_deploys_to_fire() -> None:
    g = position(
        german("stug_iii", "2318", spotted=True),
        column(1, ["t34", "kv1"], ["2316", "2315"], ahead="2317"),
        step=SovietFire(),
        dice=[1, 1, 1, 1],
    )
    assert places(g, "c1", "1.1", "1.2") == ["gone", "2316", "2315"]
    assert g.fired == {"1.1": 1, "1.2": 1}


@pytest.mark.rule("NF-13.1.2", "NF-10.4.4")
def test_a_marker_obliged_to_fire_led_by_a_dummy_gives_the_fire_to_the_next_at_once() -> None:
    g = position(
        german("stug_iii", "2318", spotted=True),
        column(1, ["dummy", "kv1"], ["2316", "2315"], ahead="2317"),
        soviet("m42", "2321"),
        vegetation="clear",
        step=SovietFire(),
        dice=[1, 1, 1, 1],
    )
    assert places(g, "1.1", "1.2") == ["gone", "2315"]
    assert list(g.fired) == ["1.2", "m42"]


@pytest.mark.rule("NF-10.1.2", "NF-10.4.1")
def test_the_attempt_of_the_marker_was_the_attempt_of_its_lead() -> None:
    g = position(
        *pieces("infantry 2318 spotted, pzkpfw_vi 2319"),
        column(1, ["t34"], ["2316"], ahead="2317"),
        step=SovietFire(),
        dice=[1, 1, 1],  # the marker fails to find the tank, then its lead fires at the infantry
    )
    assert g.tried == {"c1": True, "1.1": True}
    assert len(logged(g, "NF-10.3.1")) == 1


@pytest.mark.rule("NF-8.5.2", "NF-10.2.4")
def test_pieces_in_their_box_are_neither_seen_nor_shot_at_with_another_column() -> None:
    g = position(
        german("stug_iii", "2318"),
        column(1, ["t34", "kv1"], ["2316", "2315"], ahead="2317"),
        column(2, ["t34", "kv1"], ["2320"], ahead="2319"),
        vegetation="clear",
        dice=[6],
    )
    german_attempt(g, g.pieces["stug_iii"], "2316")
    assert places(g, "2.1", "2.2") == ["box-2", "box-2"]
    assert not any(g.pieces[i].up or g.pieces[i].spotted for i in ("2.1", "2.2"))
    assert why_not_fire(g, g.pieces["stug_iii"], g.pieces["2.1"]) == Refusal("NF-9.0.1", "Nobody has spotted it yet.")
