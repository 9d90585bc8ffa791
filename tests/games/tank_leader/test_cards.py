"""6.1 to 6.4 Formation cards."""

from __future__ import annotations

import pytest

from grognard.games.tank_leader.rules.cards import Play, combat_members
from grognard.games.tank_leader.rules.data import CARDS, COMMAND_OF, PARENT_OF, RATINGS

from .table import begun, offered, rule


@pytest.mark.rule("TL-6.1.1")
def test_there_are_three_types_of_cards() -> None:
    assert {c.type for c in CARDS.values()} == {"combat", "parent", "command"}
    assert {c.side for c in CARDS.values() if c.type == "command"} == {"german", "soviet"}


@pytest.mark.rule("TL-6.1.2")
def test_units_answer_to_combat_cards_and_these_to_parents_or_commands() -> None:
    assert (PARENT_OF["204"], COMMAND_OF["201"]) == ("201", "200")
    assert "228" not in PARENT_OF and COMMAND_OF["228"] == "200"
    assert set(combat_members("200")) == {"204", "205", "206", "207", "208", "216", "217", "218", "228"}


@pytest.mark.rule("TL-6.2.1")
def test_a_combat_card_gives_rating_morale_loss_modifier_and_line_ups() -> None:
    card = CARDS["205"]
    assert (card.rating(1943), card.morale, card.loss_mod) == ("F", 9, 3)
    assert RATINGS == "FEDCBA"
    for c in CARDS.values():
        assert (c.type == "combat") == bool(c.morale and c.loss_mod and c.lineup)


@pytest.mark.rule("TL-6.2.2")
def test_a_formation_without_an_entry_for_the_year_is_not_available() -> None:
    assert CARDS["208"].line_up(1944) is not None and CARDS["208"].line_up(1945) is None
    g = begun("free-battle", [3, 3, 3, 3], year="1945")
    assert Play("208") not in offered(g) and Play("204") in offered(g)
    assert rule(g, Play("208")) == "TL-6.2.2"


@pytest.mark.rule("TL-6.2.3")
def test_the_line_up_of_a_1_6() -> None:
    """Example E-2."""
    early, late = CARDS["204"].line_up(1941), CARDS["204"].line_up(1943)
    assert early is not None and late is not None
    assert (early.exp, early.units) == ("green", {"kv1": 2})
    assert (late.exp, late.units) == ("seasoned", {"churchill": 3})
    assert {CARDS["204"].rating(y) for y in range(1941, 1946)} == {"E"}
    assert (CARDS["204"].morale, CARDS["204"].loss_mod) == (8, 2)


@pytest.mark.rule("TL-6.3.1", "TL-6.3.2")
def test_the_parent_1_6_and_its_rating_by_year() -> None:
    """Example E-3."""
    assert combat_members("201") == ("204", "205", "208")
    assert [CARDS["201"].rating(y) for y in range(1941, 1946)] == ["D", "D", "D", "D", "C"]
    assert {c.side for c in CARDS.values() if c.type == "parent"} == {"soviet"}


@pytest.mark.rule("TL-6.4.1")
def test_command_cards_list_their_formations() -> None:
    assert CARDS["200"].members == (201, 202, 203, 228)
    assert set(CARDS["104"].members) == {102, 103, 105, 107, 108, 116}
    assert (CARDS["200"].rating(1942), CARDS["200"].rating(1943)) == ("C", "B")


@pytest.mark.rule("TL-6.5.1")
def test_a_player_starts_with_the_cards_of_the_scenario() -> None:
    g = begun("the-border")
    while g.asks:
        g.answer(g.asks[0].side, g.asks[0].actions[0])
    hand = {key for key, where in g.cards.items() if where == "hand"}
    assert hand == {"100", "106", "111", "118", "120", "124", "238", "225"}
    assert "220" not in g.cards  # W/73 without its regiment plays by its own card
