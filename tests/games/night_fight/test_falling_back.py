"""13.4 A unit on its way back: what the player is asked, who may interfere, and how it ends."""

from __future__ import annotations

import pytest

from grognard.engine import To
from grognard.games.night_fight.rules.bridges import cross_bridge
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.fire import Result, Retreat
from grognard.games.night_fight.rules.german_movement import GermanMovement, MoveStack
from grognard.games.night_fight.rules.retreat import Ways, choices
from grognard.games.night_fight.rules.sight import seen_from
from grognard.games.night_fight.rules.soviet_fire import SovietFire
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.stack_moves import Walk
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.terrain import features
from grognard.games.night_fight.rules.unit_acts import Fire
from grognard.testing import begin, logged, offered, roll, unrolled

from .situations import FIRE, german, pieces, places, play, position, refused, soviet


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


# ------------------------------------------------------------------ sight and fire on the way


@pytest.mark.rule("NF-13.4.10", "NF-10.3.11")
def test_spotted_only_while_seen_in_every_hex() -> None:
    g = position(german("stug_iii", "1935"), soviet("m42", "1938", spotted=True), vegetation="clear")
    retreat(g, "m42", "1935", 1)
    play(g, To("1939"))
    assert g.pieces["m42"].spotted  # four hexes off
    g = position(german("stug_iii", "1935"), soviet("m42", "1938", spotted=True), vegetation="clear")
    retreat(g, "m42", "1935", 2)
    play(g, To("1940"))
    assert not g.pieces["m42"].spotted
    assert logged(g, "NF-10.3.11")


def hit_on_the_march() -> NightFight:
    """E37: a tank and a platoon, spotted on the march by a ZiS-3 that makes the tank fall back two hexes."""
    g = position(german("pzkpfw_iv", "1940"), german("infantry", "1940"), soviet("zis3", "1935"), vegetation="clear")
    g.phase = "German movement"
    movers = ("pzkpfw_iv", "infantry")
    g.steps = (GermanMovement(("german",), begun=True), MoveStack(movers), Walk(movers, ("1939", "1938")))
    g.spent = {"pzkpfw_iv": 0, "infantry": 0}
    return g


@pytest.mark.rule("NF-13.4.2", "NF-13.4.13")
def test_e37_only_the_tank_falls_back_and_the_infantry_goes_on() -> None:
    g = hit_on_the_march()
    roll(g, 4, 6, 5, 2)  # 1939: spotted; 3 - 4 is -1: an 11 is a retreat of two hexes
    g.advance()
    assert logged(g, "NF-13.3.4")[0].args["result"] == "Retreat"
    while len(g.steps) > 2:
        play(g, offered(g)[0])
    tank, platoon = g.pieces["pzkpfw_iv"], g.pieces["infantry"]
    assert tank.pinned
    assert GRID.distance("1935", tank.place) == 6
    assert platoon.place == "1939"
    assert not platoon.pinned
    step = g.steps[-1]
    assert isinstance(step, MoveStack) and step.units == ("infantry",)
    assert To("1938") in offered(g)  # with the points it has left


def second_gun() -> NightFight:
    """E38: the tank of E37 comes into view of a second gun on its first retreat hex."""
    g = position(
        *pieces("pzkpfw_iv 1939 spotted, zis3 1935 spotted, m42 1842 up"),
        visibility=4,
        vegetation="clear",
        fired={"zis3": 1},
        tried={"zis3": True},
        retreats={"pzkpfw_iv": 1},
    )
    g.phase = "German movement"
    g.steps = (GermanMovement(("german",), begun=True), Retreat("pzkpfw_iv", "1935", "1939", 2, 1))
    g.advance()
    return g


@pytest.mark.rule("NF-13.4.11", "NF-13.4.13", "NF-13.4.16")
def test_e38_a_pin_on_the_way_does_not_stop_the_retreat() -> None:
    g = second_gun()
    roll(g, 4, 4)
    play(g, To("1941"))  # by 1940
    assert logged(g, "NF-13.3.4")[-1].args["result"] == "Pinned"
    while g.asks:
        play(g, offered(g)[0])
    assert g.fired["m42"] == 1
    tank = g.pieces["pzkpfw_iv"]
    assert tank.pinned
    assert GRID.distance("1935", tank.place) == 6  # both hexes were made


@pytest.mark.rule("NF-13.4.11")
def test_e38_a_new_retreat_replaces_the_rest_of_the_old() -> None:
    g = second_gun()
    roll(g, 6, 4, 4)
    play(g, To("1941"))  # by 1940
    shot = logged(g, "NF-13.3.4")[-1]
    assert shot.args["result"] == "Retreat"
    assert g.retreats["pzkpfw_iv"] == 2
    while g.asks:
        play(g, offered(g)[0])
    tank = g.pieces["pzkpfw_iv"]
    assert tank.pinned
    assert GRID.distance("1842", tank.place) == GRID.distance("1842", "1940") + 4
    assert unrolled(g) == []


@pytest.mark.rule("NF-13.4.11")
def test_elimination_on_the_way_ends_the_retreat() -> None:
    g = second_gun()
    roll(g, 6, 6)
    play(g, To("1941"))  # by 1940
    assert places(g, "pzkpfw_iv") == ["gone"]
    assert g.wrecks == {"1940": 1}


@pytest.mark.rule("NF-13.4.11")
def test_germans_may_fire_at_a_soviet_unit_that_falls_back() -> None:
    g = position(
        *pieces("stug_iii 1935, pzkpfw_iv 1936, m42 1938 spotted"), vegetation="clear", step=FIRE, retreats={"m42": 1}
    )
    g.steps = (*g.steps, Retreat("m42", "1935", "1938", 1, 1))
    g.fired = {"stug_iii": 1}
    g.retreats = {"m42": 1}
    g.advance()
    play(g, To("1939"))
    play(g, *[a for a in offered(g) if getattr(a, "piece", "") == "pzkpfw_iv"])
    assert Fire("m42") in offered(g)


@pytest.mark.rule("NF-13.4.8", "NF-13.4.11")
def test_a_german_that_falls_back_in_the_german_fire_phase_neither_spots_nor_opens_a_window() -> None:
    g = position(german("stug_iii", "1937"), soviet("zis3", "1940"), vegetation="clear", step=FIRE)
    g.steps = (*g.steps, Retreat("stug_iii", "1935", "1937", 1, 1))
    g.retreats = {"stug_iii": 1}
    g.advance()
    play(g, To("1938"))
    assert not g.asks
    assert g.tried == {}
    assert g.pieces["stug_iii"].pinned


@pytest.mark.rule("NF-13.4.8")
def test_a_soviet_unit_that_falls_back_does_not_spot() -> None:
    g = position(*pieces("stug_iii 1935, infantry 1941, m42 1938 spotted"), vegetation="clear", step=FIRE)
    g.steps = (*g.steps, Retreat("m42", "1935", "1938", 1, 1))
    g.retreats, g.passed = {"m42": 1}, {"german": True}
    g.advance()
    play(g, To("1939"))
    assert g.tried == {}
    assert not g.pieces["infantry"].spotted


@pytest.mark.rule("NF-13.4.11", "NF-13.1.1")
def test_soviet_units_fire_at_a_retreating_german_in_their_fire_phase() -> None:
    g = position(
        *pieces("pzkpfw_iv 1938 spotted, t34 1935 up"),
        soviet("m42", "1943"),  # five hexes off, four from where the tank falls back to
        vegetation="clear",
        step=SovietFire(),
        dice=[5, 5, 1],
    )
    shot = logged(g, "NF-13.3.4")[0]
    assert shot.args["result"] == "Retreat"
    roll(g, 1, 1)
    play(g, To("1939"))
    assert "m42" in g.fired


@pytest.mark.rule("NF-13.4.3", "NF-19.0.1")
def test_super_heavies_roll_for_bridges_as_they_fall_back() -> None:
    g = position(german("pzkpfw_vi", "2027"))
    assert "wood_bridge" in features(g, "2028")
    g.steps = (Retreat("pzkpfw_vi", "2026", "2027", 1, 1),)
    g.retreats = {"pzkpfw_vi": 1}
    roll(g, 1)
    g.advance()
    if g.asks:
        play(g, To("2028"))
    assert places(g, "pzkpfw_vi") == ["gone"]
    assert g.bridges_out == {"2028": True}
    cross_bridge(g, ("pzkpfw_vi",), "2028")  # a lost bridge asks for no more dice
    assert unrolled(g) == []


@pytest.mark.rule("NF-13.4.5", "NF-20.2.4")
def test_with_two_players_the_owner_chooses() -> None:
    g = position(german("infantry", "1937", side="german-2"), players=2)
    retreat(g, "infantry", "1935", 1)
    assert g.asks[0].side == "german-2"
    g = position(soviet("m42", "1937", spotted=True), german("infantry", "1935"), players=2)
    retreat(g, "m42", "1935", 1)
    assert g.asks[0].side == "german"


@pytest.mark.rule("NF-13.4.9")
def test_a_shelled_unit_goes_to_its_friends_and_not_to_whoever_is_nearest() -> None:
    g = position(german("stug_iii", "2518"), german("infantry", "3016"), soviet("m42", "2116"), vegetation="clear")
    tank = g.pieces["stug_iii"]
    near = {h: GRID.distance(h, "3016") for h in choices(g, tank, "2520", "2518", 3, False).ends}
    assert len(set(near.values())) > 1
    found = choices(g, tank, "2520", "2518", 3, True).ends
    assert set(found) == {h for h, gap in near.items() if gap == min(near.values())}
