"""13.4 What the player is asked when a unit retreats: where to, and by which way where that makes a difference."""

from __future__ import annotations

import pytest

from grognard.engine import To
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.fire import Result, Retreat
from grognard.games.night_fight.rules.german_movement import GermanMovement
from grognard.games.night_fight.rules.retreat import Ways, choices
from grognard.games.night_fight.rules.sight import seen_from
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.state import NightFight
from grognard.testing import begin, offered, roll

from .situations import german, pieces, places, play, position, refused, soviet


def ways_of(g: NightFight, unit: str, away: str, left: int) -> Ways:
    piece = g.pieces[unit]
    return choices(g, piece, away, piece.place, left, False)


def retreat(g: NightFight, unit: str, away: str, die: int) -> None:
    """The unit has suffered Retreat by fire from this hex."""
    begin(g, Result(unit, "R", away), dice=[die])


@pytest.mark.rule("NF-13.4.5")
def test_where_the_way_makes_no_difference_only_the_end_is_asked() -> None:
    g = position(german("infantry", "1937"), vegetation="clear")
    retreat(g, "infantry", "1935", 3)
    assert "retreats 3 hexes: where to?" in g.asks[0].prompt
    ways = ways_of(g, "infantry", "1935", 3)
    end = next(h for h in ways.ends if len(ways.first_steps(h)) > 1)
    play(g, To(end))
    assert not g.asks and places(g, "infantry") == [end]


@pytest.mark.rule("NF-13.4.5", "NF-13.4.11")
def test_where_enemies_see_one_way_and_not_the_other_the_way_is_asked_too() -> None:
    g = position(german("infantry", "1937"), soviet("m42", "2138"), vegetation="clear", visibility=2)
    g.phase = "German movement"
    g.steps = (GermanMovement(("german",), begun=True), Result("infantry", "R", "1935"))
    roll(g, 2)
    g.advance()
    play(g, To("1839"))
    assert g.asks[0].prompt == "Infantry Platoon in 1937 falls back to 1839: by which hex?"
    assert set(offered(g)) == {To("1838"), To("1938")} and "1938" in seen_from(g, "2138")
    by_the_rule = {"1936": "NF-13.4.4", "2038": "NF-13.4.3", "1942": "NF-13.4.3", "2138": "NF-13.4.6"}
    assert {h: refused(g, To(h)) for h in by_the_rule} == by_the_rule
    play(g, To("1838"))
    assert places(g, "infantry") == ["1839"] and g.tried == {}  # nobody saw it


@pytest.mark.rule("NF-13.4.5", "NF-19.0.1")
@pytest.mark.parametrize(("kind", "asked"), [("pzkpfw_vi", True), ("pzkpfw_iv", False)])
def test_a_super_heavy_unit_is_asked_whether_it_goes_by_a_bridge(kind: str, asked: bool) -> None:
    g = position(german(kind, "2311"))
    retreat(g, kind, "2211", 2)
    play(g, To("2413"))
    assert bool(g.asks) is asked
    if asked:
        assert set(offered(g)) == {To("2312"), To("2412")}
        play(g, To("2412"))
    assert places(g, kind) == ["2413"] and g.bridges_out == {}


@pytest.mark.rule("NF-20.2.3", "NF-13.4.6")
def test_no_retreat_ends_in_another_player_s_hex() -> None:
    near = GRID.neighbours["1937"]
    away = [h for h in near if GRID.distance("1936", h) == 2]
    g = position(
        german("pzkpfw_iv", "1937", spotted=True),
        *[german("infantry", h, side="german-2") for h in away],
        *[soviet("dummy", h) for h in near if h not in away],
        players=2,
    )
    retreat(g, "pzkpfw_iv", "1936", 1)
    assert places(g, "pzkpfw_iv") == ["1937"] and g.pieces["pzkpfw_iv"].pinned
    retreat(g, "pzkpfw_iv", "1936", 2)  # through their hexes it may go
    assert offered(g) and not {To(h) for h in away} & set(offered(g))


@pytest.mark.rule("NF-13.4.6", "NF-13.4.12")
def test_the_log_says_when_there_is_nowhere_to_go() -> None:
    g = position(german("t34r", "3922", spotted=True), soviet("soviet_infantry", "3422", up=True), visibility=6)
    retreat(g, "t34r", "3422", 1)
    assert [str(e) for e in g.events or []] == [
        "T-34 (r) in 3922 must retreat 1 hex",
        "T-34 (r) in 3922 has nowhere to go and stays",
        "T-34 (r) in 3922 is pinned",
    ]


@pytest.mark.rule("NF-5.6.2", "NF-13.4.4")
def test_a_german_driven_back_by_an_exploding_depot_while_the_soviets_move_is_no_target_for_his_own_side() -> None:
    g = position(*pieces("infantry 2318 spotted, stug_iii 2320, t34 2315"), phase="Soviet movement")
    g.steps = (SovietMovement(begun=True),)
    g.call(Retreat("infantry", "2316", "2318", 1, 1))
    g.retreats = {**g.retreats, "infantry": 1}
    g.advance()
    while g.asks and offered(g) and isinstance(offered(g)[0], To):
        play(g, offered(g)[0])
    assert g.pieces["infantry"].place != "2318"
    assert not any("react" in str(ask.prompt) for ask in g.asks)
