"""11 Tactical doctrine."""

from __future__ import annotations

import pytest

from grognard.engine import To
from grognard.games.tank_leader.rules.areas import (
    Areas,
    BattalionArea,
    CompanyArea,
    battalion_centres,
    battalions,
    legal_centres,
    separated_by,
)
from grognard.games.tank_leader.rules.move_paths import why_not_move

from .table import act, field, offered, play, put, rule, say


@pytest.mark.rule("TL-11.1.1", "TL-11.2.1")
def test_german_units_within_two_hexes_of_the_centre_are_together() -> None:
    g = field()
    units = [put(g, "pz4l", h, "106") for h in ("3804", "3806", "3808")]
    play(g, Areas("german"))
    assert not any(g.pieces[u].separated for u in units) and g.centres["106"] == "3806"
    far = put(g, "pz4l", "3812", "106")
    assert separated_by(g, "106", "3806") == {far}
    assert separated_by(g, "106", "3807") == {units[0], far}  # three hexes are too far
    play(g, Areas("german"))
    say(g, To("3806"))
    assert g.pieces[far].separated and not g.pieces[units[0]].separated


@pytest.mark.rule("TL-11.1.1", "TL-11.12.1")
def test_areas_are_designated_anew_in_every_morale_phase_for_every_formation() -> None:
    g = field(year=1943)
    stray = put(g, "pz4l", "3812", "106")
    put(g, "pz4l", "3804", "106")
    put(g, "churchill", "2020", "204")
    put(g, "t34_76", "2021", "205")
    g.centres = {"106": "0101", "204": "0101", "216": "0101"}  # of the turn before
    play(g, Areas("soviet"), Areas("german"))
    assert isinstance(g.steps[-1], CompanyArea) and g.asks[0].side == "german"
    say(g, To("3804"))
    assert g.pieces[stray].separated
    assert g.centres.keys() == {"106", "204", "205", "201"} and g.centres["106"] == "3804"
    g.change(stray, place="3805")
    play(g, Areas("german"))
    assert not g.pieces[stray].separated and g.centres["106"] != "0101"


@pytest.mark.rule("TL-11.1.1")
def test_how_many_are_separated_is_told_to_their_own_side_alone() -> None:
    g = field()
    put(g, "pz4l", "3804", "106")
    put(g, "pz4l", "3812", "106")
    play(g, CompanyArea("106"))
    say(g, To("3804"))
    assert g.events is not None
    line = g.events[-1]
    assert "1 unit separated" in str(line)
    assert line.visible_to("german") and not line.visible_to("soviet") and not line.visible_to(None)


@pytest.mark.rule("TL-11.1.2")
def test_dispersing_in_operations_separates_nobody_yet() -> None:
    g = field()
    tank = put(g, "t34_76", "3804", "206")
    put(g, "t34_76", "3804", "206")
    act(g, tank)
    say(g, To("3808"))
    assert not g.pieces[tank].separated


@pytest.mark.rule("TL-11.1.3")
def test_the_centre_may_be_any_hex_of_the_map() -> None:
    g = field()
    put(g, "pz4l", "3804", "106")
    put(g, "pz4l", "3812", "106")
    play(g, CompanyArea("106"))
    assert To("3805") in g.asks[0].actions  # unoccupied
    assert To("0101") in g.asks[0].actions  # pointless, but legal
    assert rule(g, To("9999")) == "TL-11.1.3"


@pytest.mark.rule("TL-11.11.1")
def test_nobody_is_freed_at_the_price_of_another() -> None:
    g = field()
    lost, found = put(g, "t34_76", "3804", "206", separated=True), put(g, "t34_76", "3808", "206")
    assert legal_centres(g, "206") == {"3808": frozenset({lost})}
    play(g, CompanyArea("206"))
    assert g.pieces[lost].separated and not g.pieces[found].separated
    g.change(lost, separated=True)
    third = put(g, "t34_76", "3810", "206")
    play(g, CompanyArea("206"))
    assert rule(g, To("3804")) == "TL-11.11.1"
    assert offered(g) == [To("3808"), To("3810")]
    assert not g.pieces[third].separated


@pytest.mark.rule("TL-11.11.1")
def test_if_every_centre_of_a_battalion_swaps_the_fewest_are_separated() -> None:
    """R-59."""
    g = field(year=1943)
    small = {put(g, "churchill", "2020", "204", separated=True), put(g, "churchill", "2020", "204")}
    large = {put(g, "t34_76", "2720", "205", separated=True), *(put(g, "t34_76", "2720", "205") for _ in range(2))}
    assert set(battalion_centres(g, "201").values()) == {frozenset(small)}
    refusal = BattalionArea("201").why_not(g, "soviet", To("2020"))
    assert refusal is not None and refusal.rule == "TL-11.11.1"
    play(g, Areas("soviet"))
    assert not g.asks and g.centres["201"] == "2720"  # all choices come to the same
    assert {u.id for u in g.pieces.values() if u.separated} == small and large


@pytest.mark.rule("TL-11.12.1")
def test_a_unit_back_in_the_area_loses_its_marker() -> None:
    g = field()
    unit = put(g, "t34_76", "3804", "206", separated=True)
    put(g, "t34_76", "3804", "206")
    play(g, Areas("soviet"))
    assert not g.pieces[unit].separated


@pytest.mark.rule("TL-11.2.2")
def test_headquarters_and_trucks_are_exempt() -> None:
    g = field()
    units = [put(g, "pz4l", "3804", "101"), put(g, "ac222", "0133", "101"), put(g, "g_truck", "6333")]
    units += [put(g, "t34_76", "0601", "219"), put(g, "t60", "6301", "219")]
    play(g, Areas("soviet"), Areas("german"))
    assert not any(g.pieces[u].separated for u in units) and not g.steps


@pytest.mark.rule("TL-11.3.1")
def test_soviet_units_must_be_in_the_central_hex_itself() -> None:
    g = field()
    put(g, "t34_76", "3804", "206")
    put(g, "t34_76", "3804", "206")
    beside = put(g, "t34_76", "3805", "206")
    assert separated_by(g, "206", "3804") == {beside}


@pytest.mark.rule("TL-11.3.2", "TL-11.3.3")
def test_a_company_two_hexes_from_its_battalion_is_not_separated() -> None:
    g = field(year=1943)
    units = {put(g, "t34_76", "2020", "205"), put(g, "t34_76", "2020", "205")}
    assert legal_centres(g, "205", "2022")["2020"] == set()
    assert legal_centres(g, "205", "2023")["2020"] == units


@pytest.mark.rule("TL-11.3.2", "TL-11.3.3")
def test_the_example_of_tactical_doctrine() -> None:
    """Example E-16."""
    g = field(year=1943)
    a = [put(g, "churchill", h, "204") for h in ("2019", "2019", "2018")]
    b = [put(g, "t34_76", h, "205") for h in ("2121", "2121", "2222")]
    c = [put(g, "kv1s", h, "208") for h in ("1920", "1723", "1722")]
    assert battalions(g) == {"201": ["204", "205", "208"]}
    assert separated_by(g, "204", "2019", "2020") == {a[2]}
    assert separated_by(g, "205", "2121", "2020") == {b[2]}
    assert separated_by(g, "208", "1920", "2020") == {c[1], c[2]}
    assert separated_by(g, "205", "2222", "2020") == set(b)
    assert separated_by(g, "208", "1723", "2020") == separated_by(g, "208", "1722", "2020") == set(c)
    play(g, Areas("soviet"))
    say(g, To("2020"))
    chosen = {"204": "2019", "205": "2121", "208": "1920"}
    while g.asks:
        company = g.steps[-1]
        assert isinstance(company, CompanyArea)
        say(g, To(chosen[company.card]))
    assert {u for u in (*a, *b, *c) if g.pieces[u].separated} == {a[2], b[2], c[1], c[2]}
    assert g.centres == {"201": "2020", "204": "2019", "205": "2121", "208": "1920"}


@pytest.mark.rule("TL-11.3.4")
def test_a_formation_without_a_parent_has_no_battalion_and_hidden_observers_are_not_tested() -> None:
    g = field()
    units = [put(g, "smg", "3804", "228"), put(g, "smg", "3804", "228")]
    put(g, "s_mortar82", "3812", "225")
    hidden = put(g, "s_fo", "", "225", recorded="0601")
    play(g, Areas("soviet"))
    assert not battalions(g)
    assert not any(g.pieces[u].separated for u in (*units, hidden)) and not g.steps


@pytest.mark.rule("TL-11.4.4")
def test_separated_green_infantry_may_not_move() -> None:
    g = field()
    men = put(g, "rifle", "3804", "222", separated=True, exp=0)
    refusal = why_not_move(g, g.pieces[men])
    assert refusal is not None and refusal.rule == "TL-11.4.4"
    act(g, men)
    assert not [x for x in offered(g) if isinstance(x, To)]
    g.change(men, exp=1)
    assert why_not_move(g, g.pieces[men]) is None


def test_a_single_company_of_a_battalion_is_judged_alone() -> None:
    g = field()
    put(g, "t34_76", "3804", "206")
    assert not battalions(g)
    put(g, "t34_76", "0601", "207")
    assert battalions(g) == {"202": ["206", "207"]}


@pytest.mark.rule("TL-11.1.1", "TL-11.3.3")
def test_no_question_is_put_where_every_central_hex_separates_the_same_units() -> None:
    g = field(year=1943)
    lost = [put(g, "t34_76", h, "205") for h in ("2020", "2020")]
    play(g, CompanyArea("205", "2030"))
    assert not g.asks and all(g.pieces[u].separated for u in lost)


@pytest.mark.rule("TL-11.1.1")
@pytest.mark.parametrize("up", [True, False])
def test_an_area_that_hangs_on_units_face_down_cannot_be_taken_back(up: bool) -> None:
    g = field(year=1943)
    seen, unseen = put(g, "t34_76", "2020", "205"), put(g, "t34_76", "2020", "205")
    g.change(seen, up=True)
    g.change(unseen, up=up)
    play(g, CompanyArea("205", "2030"))
    assert g.pieces[seen].separated and g.revealed is not up


@pytest.mark.rule("TL-11.2.1", "TL-11.3.2")
def test_only_soviet_battalions_with_two_companies_on_the_map_have_an_area() -> None:
    g = field(year=1943)
    put(g, "pz4l", "3804", "106")
    put(g, "pz4l", "0133", "109")  # the same Kampfgruppe, far away
    put(g, "t34_76", "2020", "205")
    assert battalions(g) == {}
    play(g, Areas("soviet"), Areas("german"))
    assert not g.asks and not any(u.separated for u in g.pieces.values())
    put(g, "churchill", "2720", "204")
    assert battalions(g) == {"201": ["205", "204"]}


@pytest.mark.rule("TL-11.11.1", "TL-11.1.1")
def test_a_centre_that_separates_more_may_be_chosen_for_what_it_frees_next_turn() -> None:
    """R-59."""
    g = field()
    first, second, third = (put(g, "pz4l", h, "106") for h in ("2018", "2020", "2024"))
    g.change(third, separated=True)
    play(g, CompanyArea("106"))
    assert g.asks[0].prompt == "Choose the central hex of A/2: 2018 separates the fewest, 1 unit"
    assert To("2021") in g.asks[0].actions  # the first and the third would be separated
    say(g, To("2021"))
    assert [g.pieces[i].separated for i in (first, second, third)] == [True, False, True]
    g.change(second, place="2021")
    freeing = {h for h, away in legal_centres(g, "106").items() if third not in away}
    assert freeing == {"2022", "1922", "2023", "2122"}


@pytest.mark.rule("TL-11.1.1")
def test_a_centre_that_separates_nobody_is_taken_without_a_question() -> None:
    g = field()
    units = [put(g, "pz4l", h, "106") for h in ("2018", "2021")]
    assert len(set(legal_centres(g, "106").values())) == 3
    play(g, CompanyArea("106"))
    assert not g.asks and not any(g.pieces[u].separated for u in units)
