"""The house rule for Kharkov and Kiev: another count, and no other difference; without it the rulebook's."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from grognard.engine import Match, To, UnknownChoice, verify
from grognard.games.night_fight import GAME
from grognard.games.night_fight.mind.doctrine import march
from grognard.games.night_fight.mind.routes import goals, has_use, overfull, value, watchers
from grognard.games.night_fight.rules.data import EDGE_ROADS
from grognard.games.night_fight.rules.german_movement import MoveStack
from grognard.games.night_fight.rules.scenarios import SCENARIOS, faults
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.victory import EndOfTurn, aims, free_route, standing
from grognard.players import make_player, play_out
from grognard.players.win_chance import win_chance

from .situations import column, german, position, soviet

EVEN = {"house-rule": "yes"}
WATCH = ["3411", "2910", "2310", "1610"]  # one on each road from west to east
FIRST, SECOND, THIRD = EDGE_ROADS[:3]


def at_kharkov(*, house: bool, dice: tuple[int, ...] = ()) -> NightFight:
    """Three units on one hex, two on another (one of them pinned), and a pinned one on a third."""
    force = [german("infantry", FIRST)] * 3 + [german("infantry", SECOND), german("stug_iii", SECOND, pinned=True)]
    force.append(german("pzkpfw_iv", THIRD, pinned=True))
    step = EndOfTurn() if dice else None
    return position(*force, scenario="kharkov", turn=12, options=EVEN if house else {}, step=step, dice=dice)


def test_at_kharkov_a_hex_counts_once_however_many_stand_there() -> None:
    by_the_book, even = at_kharkov(house=False), at_kharkov(house=True)
    assert (aims(by_the_book, "german")[0].have, aims(even, "german")[0].have) == (4, 2)
    assert standing(by_the_book).reason == "4 units count: 4 or less on two dice wins"
    assert standing(even).reason == "2 hexes count: 2 or less on two dice wins"
    assert "(house rule)" in aims(even, "german")[0].text and "(house rule)" not in aims(by_the_book, "german")[0].text


@pytest.mark.parametrize(("dice", "by_the_book", "even"), [((1, 1), True, True), ((1, 2), True, False)])
def test_the_dice_must_come_to_no_more_than_the_hexes(dice: tuple[int, int], by_the_book: bool, even: bool) -> None:
    for house, won in ((False, by_the_book), (True, even)):
        result = at_kharkov(house=house, dice=dice).result
        assert result is not None and ("german" in result.winners) == won


def test_players_who_share_the_germans_are_compared_by_the_hexes_they_hold() -> None:
    """20.2, R62 By the book three units on one hex are more than two on two; by the house rule less."""
    three, two = (
        [replace(german("infantry", FIRST), side="german-2")] * 3,
        [german("infantry", h) for h in (SECOND, THIRD)],
    )
    for options, winner in (({}, "german-2"), (EVEN, "german")):
        g = position(
            *three, *two, scenario="kharkov", turn=12, players=2, options=options, step=EndOfTurn(), dice=(1, 1)
        )
        assert g.result is not None and g.result.winners == (winner,)
        rivals = aims(position(*three, *two, scenario="kharkov", turn=12, players=2, options=options), "german")[-1]
        assert rivals.met == (winner == "german") and (rivals.have, rivals.need) == (2, 3 if not options else 1)


def test_one_hex_is_not_called_hexes() -> None:
    g = position(german("infantry", FIRST), scenario="kharkov", turn=12, options=EVEN)
    assert standing(g).reason == "1 hex counts: no roll is low enough"


@pytest.mark.parametrize("house", [False, True])
def test_at_kiev_what_lies_face_down_watches_the_road_by_the_book_alone(house: bool) -> None:
    eyes = [soviet("maxim", h) for h in WATCH]
    g = position(*eyes, scenario="kiev", turn=8, options=EVEN if house else {})
    assert free_route(g) == house
    assert bool(aims(g, "german")[0].hexes) != house
    assert bool(watchers(g)) != house
    after = position(*eyes, scenario="kiev", turn=8, options=EVEN if house else {}, step=EndOfTurn())
    assert after.result is not None and ("german" in after.result.winners) == house


def test_at_kiev_what_lies_face_up_watches_under_the_house_rule_too() -> None:
    g = position(*[soviet("maxim", h, up=True) for h in WATCH], scenario="kiev", turn=8, options=EVEN)
    assert not free_route(g) and watchers(g) <= set(WATCH) and watchers(g)


def test_and_so_does_a_column() -> None:
    roads = position(scenario="kiev").land.road_links
    marching = [column(n, ["t34"], [h], ahead=min(roads[h])) for n, h in enumerate(WATCH)]
    assert not free_route(position(*marching, scenario="kiev", turn=8, options=EVEN))


def test_a_piece_that_is_found_makes_the_night_worse_under_the_house_rule() -> None:
    down, up = (
        position(*[soviet("maxim", h, up=up) for h in WATCH], german("stug_iii", "1644"), scenario="kiev", options=EVEN)
        for up in (False, True)
    )
    assert value(down) > value(up)


def test_units_on_one_hex_are_worth_less_than_on_three_where_hexes_count() -> None:
    together, apart = [FIRST] * 3, [FIRST, SECOND, THIRD]

    def worth(options: dict[str, str], places: list[str]) -> float:
        force = [german("infantry", h) for h in places]
        return GAME.mind.value(position(*force, scenario="kharkov", turn=11, options=options), "german")

    assert worth(EVEN, together) < worth(EVEN, apart)
    assert worth({}, together) == pytest.approx(worth({}, apart))
    assert worth(EVEN, apart) == pytest.approx(worth({}, apart))


@pytest.mark.parametrize("house", [False, True])
def test_the_chance_that_is_told_is_not_that_of_matches_won_otherwise(house: bool) -> None:
    """By the book hardly anybody wins at Kiev; of the house rule there is no record, so the value itself is told."""
    g = position(german("infantry", "1644"), scenario="kiev", turn=4, options=EVEN if house else {})
    assert (win_chance(GAME, g, "german", 0.7) == pytest.approx(0.7)) == house


def test_doctrine_makes_for_hexes_that_are_not_held_yet() -> None:
    force = (german("infantry", FIRST), german("infantry", SECOND), german("infantry", SECOND))
    by_the_book = position(*force, scenario="kharkov")
    even = position(*force, scenario="kharkov", options=EVEN)
    assert {FIRST, SECOND} <= set(goals(by_the_book)) and {FIRST, SECOND}.isdisjoint(goals(even))
    assert [has_use(g, FIRST) for g in (by_the_book, even)] == [True, False]
    assert [[overfull(g, h) for h in (FIRST, SECOND)] for g in (by_the_book, even)] == [[False, False], [False, True]]


def test_a_hint_speaks_of_the_goals_that_are_left() -> None:
    for options, goal in (({}, "the nearest goal with room"), (EVEN, "the nearest goal that nobody holds")):
        step = MoveStack(("infantry",))
        g = position(german("infantry", "3414"), scenario="kharkov", options=options, step=step)
        nearer = min((a for a in g.asks[0].actions if isinstance(a, To)), key=lambda a: march(g).get(a.hex, 99))
        assert goal in GAME.mind.advice(g, "german", nearer)


@pytest.mark.parametrize("scenario", ["kharkov", "kiev"])
def test_the_briefing_tells_how_it_is_judged(scenario: str) -> None:
    by_the_book, even = (
        " ".join(Match.new(GAME, scenario, {"house-rule": chosen}, seed=1).briefing("german").special)
        for chosen in ("no", "yes")
    )
    assert "House rule" in even and "House rule" not in by_the_book
    assert ("Three units fit into a hex" in by_the_book) == (scenario == "kharkov")
    assert ("Dummies too" in by_the_book) == (scenario == "kiev")
    assert "Three units" not in even and "Dummies" not in even


def test_it_is_offered_where_there_is_one() -> None:
    option = GAME.options["house-rule"]
    assert {name for name in GAME.scenarios if option.fits(name)} == {"kharkov", "kiev"} and option.values[0] == "no"
    assert GAME.choose_options("kiev", {})["house-rule"] == "no"
    with pytest.raises(UnknownChoice, match="house-rule"):
        GAME.choose_options("kiev", {"house-rule": "perhaps"})


def test_the_ss_are_no_choice_where_they_always_are() -> None:
    assert [name for name in GAME.scenarios if not GAME.options["waffen-ss"].fits(name)] == ["kharkov"]


def test_a_house_rule_does_not_move_the_aim() -> None:
    kiev = SCENARIOS["kiev"]
    assert kiev.house is not None
    wrong = replace(kiev, house=replace(kiev.house, kind="edges"))
    assert [fault.path for fault in faults(wrong)] == [("house", "kind")]


@pytest.mark.parametrize("scenario", ["kharkov", "kiev"])
def test_matches_by_the_house_rule_are_played_to_the_end_and_their_records_verify(scenario: str) -> None:
    match = Match.new(GAME, scenario, EVEN, seed=5)
    play_out(match, {"german": make_player("fitted")}, random.Random(5))
    assert match.over and match.state.options["house-rule"] == "yes"
    found = verify(match.record())
    assert found.whole and found.result == match.result
