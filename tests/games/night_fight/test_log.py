"""What the log says: every die with its answer, every column that stands with its reason, no success that is none."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.engine import Match, Pick, mistake_in
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.artillery import fall
from grognard.games.night_fight.rules.events import RandomEvents
from grognard.games.night_fight.rules.fire import Blast, Result, Shot
from grognard.games.night_fight.rules.german_movement import GermanMovement
from grognard.games.night_fight.rules.rally import GermanRally
from grognard.games.night_fight.rules.soviet_fire import SovietFire
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.spotting import german_attempt
from grognard.games.night_fight.rules.stack_moves import Walk
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.unit_acts import Fire, Spot, UnitActs
from grognard.games.night_fight.rules.victory import EndOfTurn
from grognard.players import make_player
from grognard.testing import begin, logged, offered, roll

from .situations import Formation, column, german, let_pass, march, pieces, play, position, soviet


def lines(g: NightFight) -> list[str]:
    return [str(event) for event in g.events or []]


# ------------------------------------------------------------------ spotting


@pytest.mark.rule("NF-13.3.2", "NF-10.3.1")
def test_a_depot_that_spots_has_spotted_nobody_and_the_log_says_so() -> None:
    g = position(german("pzkpfw_iv", "1934"), soviet("supply", "1937"))
    g.steps = (GermanMovement(("german",), begun=True), Walk(("pzkpfw_iv",), ("1935",)))
    roll(g, 6)
    g.advance()
    assert lines(g)[1:] == [
        "A hidden piece in 1937 looks at 1935, needs 4 and rolls 6: a success",
        "Supply #1 in 1937 is revealed",
        "A depot sees nothing for its side: nobody in 1935 is spotted",
    ]
    assert not g.pieces["pzkpfw_iv"].spotted


@pytest.mark.rule("NF-10.3.14", "NF-10.3.1")
@pytest.mark.parametrize(
    "thing", [soviet("dummy", "1937"), column(1, ["dummy", "t34"], ["1917", "1916"], ahead="1918")]
)
def test_a_dummy_that_spots_has_spotted_nobody_and_the_log_says_so(thing: Unit | Formation) -> None:
    where = thing.place if isinstance(thing, Unit) else "1917"
    near = str(int(where) + 1)
    g = position(german("pzkpfw_iv", near), thing, step=SovietFire(), dice=[6] if isinstance(thing, Unit) else [6, 1])
    assert f"A dummy sees nothing: nobody in {near} is spotted" in lines(g)
    assert not any("is spotted" in line and line.startswith("PzKpfw") for line in lines(g))


@pytest.mark.rule("NF-18.0.1", "NF-15.2.4")
def test_an_attempt_on_artillery_alone_finds_nothing_and_the_log_says_so() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("artillery", "1937"), dice=[6])
    german_attempt(g, g.pieces["pzkpfw_iv"], "1937")
    looks = "PzKpfw IV in 1935 looks at 1937, needs 4 and rolls 6+1 = 7: a success"
    assert lines(g) == [looks, "Nothing in 1937 can be spotted"]


@pytest.mark.rule("NF-18.0.1", "NF-15.2.4")
def test_artillery_known_as_such_is_no_object_of_attempts() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("artillery", "1937", up=True), step=UnitActs("pzkpfw_iv"))
    assert not any(isinstance(a, Spot) for a in offered(g))
    g = position(*pieces("pzkpfw_iv 1935, artillery 1937 up, m42 1937"), step=UnitActs("pzkpfw_iv"))
    assert Spot("1937") in offered(g)  # for the other piece there


# ------------------------------------------------------------------ fire, results, rally


@pytest.mark.rule("NF-13.3.1", "NF-13.3.4")
def test_a_shot_says_strength_against_strength_column_and_result() -> None:
    g = position(
        *pieces("t34r 1935 spotted, soviet_infantry 1938 up"), step=Shot("soviet_infantry", "t34r"), dice=[1, 1]
    )
    assert lines(g)[0] == "Infantry in 1938 fires at T-34 (r) in 1935: 2 against 3, column -2, No effect"


@pytest.mark.rule("NF-18.0.5")
@pytest.mark.parametrize(("die", "verdict"), [(1, "it explodes"), (2, "it does not explode")])
def test_a_depot_that_is_hit_says_whether_it_explodes(die: int, verdict: str) -> None:
    g = position(soviet("supply", "1937", spotted=True), german("stug_iii", "1931"), dice=[die])
    g.steps = (Result("supply", "P", "1931"),)
    g.advance()
    assert lines(g)[0] == f"The depot in 1937 is hit: {die}, {verdict}"


@pytest.mark.rule("NF-14.0.1")
@pytest.mark.parametrize(("die", "line"), [(3, "3+2 = 5: it rallies"), (2, "2+2 = 4: it stays pinned")])
def test_a_rally_says_what_it_needed(die: int, line: str) -> None:
    g = position(
        german("pzkpfw_iv", "1935", pinned=True), german("command_car", "1936"), step=GermanRally(), dice=[die]
    )
    assert lines(g) == [f"PzKpfw IV in 1935 needs 5 and rolls {line}"]


@pytest.mark.rule("NF-15.1.2", "NF-15.3.1")
def test_a_strike_says_who_sees_and_where_it_falls() -> None:
    g = position(german("command_car", "1935"), dice=[2])
    fall(g, "german", "1937")
    assert lines(g) == [
        "A strike is called on 1937, observed by a command unit: 2, it falls where it was called",
        "Nobody is in 1937",
    ]
    g = position(german("infantry", "1935"), dice=[2, 2, 1])
    fall(g, "german", "1937")
    assert lines(g)[:2] == [
        "A strike is called on 1937, observed by a German unit: 2, it scatters, as on 2 or less",
        "It goes astray by 1 hex and falls on 1938",
    ]
    g = position(german("infantry", "1935"), dice=[1, 2, 6])
    fall(g, "german", "3944")
    assert lines(g)[0].startswith("A strike is called on 3944, which no German unit observes: 1, it scatters")
    assert lines(g)[1] == "It goes astray by 6 hexes and leaves the map and is lost"


# ------------------------------------------------------------------ bridges


@pytest.mark.rule("NF-21.1.3")
def test_the_kursk_bridges_say_roll_verdict_and_what_they_fall_on() -> None:
    g = position(german("pzkpfw_iv", "2309"), turn=4, step=EndOfTurn(), dice=[1, 2, 3, 4, 6, 6])
    assert [str(e) for e in logged(g, "NF-21.1.3")] == [
        "The bridge at 1409: 3, lit (its charge is lit on less than 4)",
        "The bridge at 1409 is destroyed",
        "The bridge at 1411: 7, it stands (its charge is lit on less than 4)",
        "The bridge at 1429: 12, it stands (its charge is lit on less than 4)",
    ]


@pytest.mark.rule("NF-19.0.1")
@pytest.mark.parametrize(("die", "verdict"), [(1, "it gives way"), (2, "it holds")])
def test_a_bridge_under_a_tiger_says_whether_it_holds(die: int, verdict: str) -> None:
    g = position(german("pzkpfw_vi", "2027"), dice=[die])
    g.steps = (GermanMovement(("german",), begun=True), Walk(("pzkpfw_vi",), ("2028",)))
    g.advance()
    assert f"PzKpfw VI weighs on the bridge at 2028: {die}, {verdict}" in lines(g)


# ------------------------------------------------------------------ events


def event(*dice: int, things: tuple[Unit | Formation, ...] = (), **fields: Any) -> list[str]:
    return lines(position(*things, options={"events": "yes"}, step=RandomEvents(), dice=dice, **fields))


@pytest.mark.rule("NF-6.0.11", "NF-6.0.12", "NF-6.0.13")
def test_every_charge_says_which_bridge_it_was_for() -> None:
    assert event(3, 4, 4, 1, 1, 1, 1, 6, 6, 3, 1, 4, things=(german("engineers", "2915"),)) == [
        "Event: Bridges blown",
        "4 charges are lit",
        "Charge 1: the bridge at 3408",
        "The bridge at 3408 is destroyed",
        "Charge 2: the bridge at 3408",
        "The bridge at 3408 is out already: nothing more is lost",
        "Charge 3: the bridge at 1411",
        "The bridge at 1411 is destroyed",
        "Charge 4: the bridge at 2915",
        "German engineers save the bridge at 2915",
    ]
    assert event(3, 4, 1, 1, 1)[1] == "1 charge is lit"


@pytest.mark.rule("NF-6.0.4")
def test_breakdowns_say_who_and_whether() -> None:
    assert event(1, 2)[1:] == ["No heavy unit is known to be on the map: nothing happens"]
    tanks = (german("pzkpfw_v", "1935"), german("pzkpfw_vi", "1936"))
    assert event(1, 2, 1, 2, things=tanks)[1:] == [
        "PzKpfw V in 1935: 1, it breaks down",
        "PzKpfw V in 1935 is pinned",
        "PzKpfw VI in 1936: 2, it keeps going",
    ]


@pytest.mark.rule("NF-6.0.5", "NF-6.0.10")
def test_breakdown_of_command_and_alarm_say_what_they_do() -> None:
    assert event(1, 3)[1:] == ["No Soviet unit will rally this turn"]
    assert event(1, 5)[1:] == ["Soviet attempts to spot gain 2 for the rest of the scenario"]


@pytest.mark.rule("NF-6.0.6", "NF-6.0.7", "NF-6.0.8", "NF-6.0.9")
def test_soviet_reinforcements_say_where_why_and_how_many() -> None:
    rest = ("kv1", "t26")
    assert event(1, 4, 3, 4, 2, 1, 1, mobile_rest=rest)[1:] == [
        "They are to enter by 1011",
        "2 pieces come by 1011",
        "Column 1 of 2 pieces stands in 1011, facing 1110",
    ]
    things = (german("infantry", "1011"), soviet("zis3", "1000"))
    assert event(1, 4, 3, 4, 6, 1, 1, mobile_rest=rest, things=things)[1:3] == [
        "They are to enter by 1011, which is occupied",
        "2 pieces come by 1600, which is all that is left",
    ]
    assert event(1, 4, mobile_rest=())[1:] == ["None come: no mobile piece is left"]
    markers = tuple(column(n, ["t34"], [h], ahead=a) for n, h, a in PARKED)
    assert event(1, 4, mobile_rest=rest, things=markers)[1:] == ["None come: every column marker is in use"]


PARKED = [(1, "2309", "2310"), (2, "1608", "1609"), (3, "1219", "1220"), (4, "1636", "1635"), (5, "2336", "2335")]


@pytest.mark.rule("NF-6.0.7")
def test_with_every_edge_hex_held_none_come() -> None:
    edges = ("3400", "2900", "2300", "1600", "1000", "1011", "1029", "1644", "2344", "2944", "3444")
    held = tuple(german("infantry", h) for h in edges)
    assert event(1, 4, 3, 4, mobile_rest=("kv1",), things=held)[1:] == [
        "They are to enter by 1011, and every edge hex is occupied: none come"
    ]


@pytest.mark.rule("NF-6.0.15")
def test_a_report_with_nothing_to_report_says_so() -> None:
    assert event(2, 6)[1:] == ["No Soviet piece lies face down: there is nothing to report"]


# ------------------------------------------------------------------ Soviet movement


def moved(*things: Unit | Formation, dice: tuple[int, ...] = (), **fields: Any) -> list[str]:
    g = position(*things, step=SovietMovement(), dice=dice, **{"visibility": 2, **fields})
    let_pass(g)
    return lines(g)


@pytest.mark.rule("NF-8.3.1", "NF-8.3.2")
def test_a_column_says_its_points_how_it_came_by_them_and_where_it_goes() -> None:
    things = (german("infantry", "2340"), column(1, ["t34"], ["2309"], ahead="2310"))
    assert moved(*things, dice=(3,))[0] == "Column 1 has 3 points (3 by the die) and makes for 2340"
    medium = moved(*things, dice=(3,), options={"intensity": "medium"})
    assert medium[0] == "Column 1 has 4 points (3 by the die and 1 for medium intensity) and makes for 2340"
    assert moved(*things, dice=(1,))[0] == "Column 1 has 1 point (1 by the die) and makes for 2340"
    assert moved(*things, dice=(3,))[-1] == "Column 1 moves to 2312"  # all points are spent: nothing holds it
    assert moved(*things, turn=1)[0] == "Column 1 has 6 points (as on every first turn) and makes for 2340"


@pytest.mark.rule("NF-8.3.8")
@pytest.mark.parametrize(
    ("die", "answer"), [(4, "turns to the nearest spotted German"), (3, "keeps to the nearest German, spotted or not")]
)
def test_the_die_for_a_spotted_german_says_whose_and_what_it_decides(die: int, answer: str) -> None:
    things = (german("infantry", "2312"), german("stug_iii", "2305", spotted=True))
    told_of_column = moved(*things, column(1, ["t34"], ["2309"], ahead="2310"), dice=(1, die), visibility=4)
    assert told_of_column[0] == f"Column 1 has a spotted German in view: {die}, it {answer}"
    told_of_unit = moved(*things, soviet("t34", "2309", up=True), dice=(1, die), visibility=4)
    assert told_of_unit[0] == f"T-34 in 2309 has a spotted German in view: {die}, it {answer}"


@pytest.mark.rule("NF-8.6.9")
def test_a_unit_on_its_own_says_its_points_too() -> None:
    said = moved(german("infantry", "2340"), soviet("t34", "2309", up=True), dice=(2,))
    assert said[0] == "T-34 in 2309 has 2 points (2 by the die) and makes for 2340"


def holders() -> list[tuple[str, str, list[Unit | Formation], tuple[int, ...], dict[str, Any]]]:
    """Rule, words, pieces, dice and fields of everything that makes a column stand."""
    far = german("infantry", "2340")
    marker = column(1, ["t34"], ["2309"], ahead="2310")
    body = column(1, ["t34", "kv1"], ["2309", "2308"], ahead="2310", deployed=True, up=True)
    stopped = column(1, ["t34", "kv1"], ["2309", "2308"], ahead="2310", deployed=True, up=True, stopped=True)
    dead_end = column(1, ["t34", "kv1"], ["2300", "2201"], ahead="2300", deployed=True)
    full: list[Unit | Formation] = [soviet("soviet_infantry", "2310") for _ in range(3)]
    here = "Column 1 stands in 2309"
    return [
        ("NF-8.3.3", "Column 1 has fired and does not move", [far, body], (), {"fired": {"1.2": 1}}),
        ("NF-5.6.4", f"{here}: Germans are in 2310", [german("infantry", "2310"), marker], (3,), {}),
        ("NF-8.3.13", f"{here}: no road leads closer", [german("infantry", "2209"), marker], (3,), {}),
        ("NF-8.4.7", "Column 1 stands in 2300: it has no road on", [far, dead_end], (3,), {}),
        ("NF-8.0.2", f"{here}: 2310 is full", [far, marker, *full], (2,), {}),
        ("NF-8.0.5", f"{here}: its points are not enough for 2310", [far, marker], (1,), {"wrecks": ["2310"]}),
        ("NF-8.6.4", "Column 1 stands: T-34 is pinned", [far, body], (), {"pinned": "1.1"}),
        (
            "NF-8.5.9",
            "Column 1 was stopped and has a spotted German in view: it stands",
            [german("infantry", "2311", spotted=True), stopped],
            (),
            {},
        ),
    ]


@pytest.mark.rule("NF-8.0.2", "NF-8.3.3", "NF-8.5.9", "NF-8.6.4")
@pytest.mark.parametrize("case", holders(), ids=lambda case: case[0])
def test_a_column_that_stands_says_why(
    case: tuple[str, str, list[Unit | Formation], tuple[int, ...], dict[str, Any]],
) -> None:
    cite, words, things, dice, fields = case
    pinned = fields.pop("pinned", "")
    g = position(*things, visibility=2, phase="Soviet fire", **fields)
    if pinned:
        g.change(pinned, pinned=True)
    march(g, *dice)
    assert [str(e) for e in logged(g, cite)] == [words]


@pytest.mark.rule("NF-8.0.2")
def test_a_column_before_a_lost_bridge_says_so() -> None:
    g = position(
        german("infantry", "1309"), column(1, ["t34"], ["1509"], ahead="1409"), bridges_out=["1409", "1411", "1429"]
    )
    begin(g, SovietMovement(), dice=[3])
    assert "Column 1 stands in 1509: no road leads closer" in lines(g)


@pytest.mark.rule("NF-8.1.1", "NF-8.6.9")
def test_a_unit_on_its_own_that_fired_says_why_it_stands() -> None:
    g = position(german("infantry", "2340"), soviet("t34", "2309", up=True), fired={"t34": 1}, phase="Soviet fire")
    g.steps = (SovietMovement(),)
    g.advance()
    assert lines(g) == ["T-34 in 2309 has fired and does not move"]


@pytest.mark.rule("NF-13.1.2")
def test_a_column_that_deploys_to_fire_says_why() -> None:
    g = position(
        german("stug_iii", "2318", spotted=True),
        column(1, ["t34", "kv1"], ["2316", "2315"], ahead="2317"),
        step=SovietFire(),
        dice=[1, 1, 1, 1],
    )
    assert lines(g)[:2] == ["Column 1 has a spotted German in view and must fire", "Column 1 deploys in 2316"]


@pytest.mark.rule("NF-10.1.7", "NF-13.1.1")
def test_a_piece_obliged_to_fire_that_cannot_says_so() -> None:
    g = position(german("stug_iii", "2318", spotted=True), soviet("truck", "2316"), step=SovietFire())
    assert lines(g) == ["Truck #1 in 2316 is revealed", "Truck #1 in 2316 cannot fire"]


@pytest.mark.rule("NF-8.5.8")
def test_a_column_that_combat_stops_says_so() -> None:
    g = position(
        german("stug_iii", "2318"),
        column(1, ["t34", "kv1"], ["2313", "2312"], ahead="2314", deployed=True, up=True),
        step=SovietMovement(),
        dice=[3],
    )
    g.change("1.1", spotted=True)
    roll(g, 3, 3)  # column 2: a pin
    play(g, Pick("stug_iii"), Fire("1.1"))
    assert [str(e) for e in logged(g, "NF-8.5.8")] == ["Column 1 is stopped"]


# ------------------------------------------------------------------ victory


@pytest.mark.rule("NF-21.1.2")
@pytest.mark.parametrize(
    ("dice", "verdict"), [((1, 1), "the Germans have won"), ((1, 2), "the Germans have not done it")]
)
def test_the_end_says_count_dice_and_verdict(dice: tuple[int, int], verdict: str) -> None:
    units = [german("infantry", h) for h in ("1211", "1212", "1213")]
    g = position(*units, turn=8, step=EndOfTurn(), dice=[6, 6, 6, 6, 6, 6, *dice])
    assert lines(g)[-1] == f"3 units count, the dice show {sum(dice)}: {verdict}"


@pytest.mark.rule("NF-21.4.2")
def test_kiev_says_its_verdict() -> None:
    g = position(german("infantry", "2920"), scenario="kiev", turn=8, step=EndOfTurn())
    assert lines(g) == ["A road from west to east lies unseen: the Germans have won"]


@pytest.mark.rule("NF-20.2.5")
def test_with_several_players_it_says_who_and_by_how_many() -> None:
    units = [german("infantry", "1211"), german("infantry", "1212"), german("infantry", "1213", side="german-2")]
    g = position(*units, players=2, turn=8, step=EndOfTurn(), dice=[6, 6, 6, 6, 6, 6, 1, 1])
    assert lines(g)[-1] == "3 units count, the dice show 2: german has won (german 2 and german-2 1)"


# ------------------------------------------------------------------ workings


@pytest.mark.rule("NF-2.3.1", "NF-13.3.3", "NF-10.3.1", "NF-14.0.1")
def test_every_roll_told_of_in_a_whole_match_can_be_done_again_from_its_working() -> None:
    match = Match.new(GAME, "ghost-column", {"intensity": "medium"}, 5, record=False)
    player, rng = make_player("doctrine"), random.Random(5)
    while not match.over:
        ask = match.decision.asks[0]
        match.take(player.choose(match, ask, rng), ask.side)
    charts = {chart.key: chart for chart in GAME.face.charts}
    rolls = [event for event in match.events if event.dice]
    assert len(rolls) > 50
    for event in rolls:
        assert event.working is not None, event
        assert mistake_in(event.working, charts) is None, event


@pytest.mark.rule("NF-10.3.3", "NF-10.3.9", "NF-14.0.4")
def test_a_working_names_every_modifier() -> None:
    g = position(german("pzkpfw_iv", "2409"), soviet("m42", "2508"), dice=[3])
    german_attempt(g, g.pieces["pzkpfw_iv"], "2508")
    working = logged(g, "NF-10.3.1")[0].working
    assert working is not None and working.needs == 4 and working.result == "no"
    assert [(m.value, m.text) for m in working.modifiers] == [
        (1, "German spotter"),
        (1, "Adjacent"),
        (-2, "In a building or dense vegetation"),
    ]
    g = position(german("stug_iii", "1935", pinned=True), german("command_car", "1936"), step=GermanRally(), dice=[3])
    working = logged(g, "NF-14.0.1")[0].working
    assert working is not None and [m.text for m in working.modifiers] == ["German unit", "In command"]


@pytest.mark.rule("NF-15.4.1", "NF-22.5.3")
def test_soviet_fire_and_shells_have_their_working_too() -> None:
    g = position(
        german("pzkpfw_iv", "1917", spotted=True), soviet("maxim", "1919", up=True), step=SovietFire(), dice=[1, 1]
    )
    working = logged(g, "NF-13.3.4")[0].working
    assert working is not None
    assert [m.text for m in working.modifiers] == ["Target on a road", "Outgunned", "Range 2"]
    g = position(german("pzkpfw_iv", "1935"), dice=[1, 1])
    g.steps = (Blast("pzkpfw_iv", 3),)
    g.advance()
    assert lines(g) == ["PzKpfw IV in 1935 is shelled: 3 against 4, column -3, No effect"]
