"""What a side is told: briefings, aims that agree with the judgement, how it stands, what is known of a unit."""

from __future__ import annotations

import random

import pytest

from grognard.engine import Aim, Briefing, Match
from grognard.games.red_actions import GAME
from grognard.games.red_actions.face.dossier import sight
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.data import TRAITS, TYPES
from grognard.games.red_actions.rules.scenarios import SCENARIOS, Hidden, Score, WinEntry, WinTest
from grognard.games.red_actions.rules.sequence import EndOfTurn, Segments
from grognard.games.red_actions.rules.state import RedActions
from grognard.games.red_actions.rules.victory import fulfilled, measure
from grognard.players import make_player

from .situations import area, battle, run, senior, unit

SIDES = [(name, side) for name in GAME.scenarios for side in SCENARIOS[name].sides]


def told(g: RedActions, side: str) -> dict[str, Aim]:
    """The aims of a side by their words."""
    return {aim.text: aim for aim in GAME.rules.aims(g, side)}


@pytest.mark.parametrize(("scenario", "side"), SIDES)
def test_every_side_of_every_scenario_has_a_briefing_and_aims(scenario: str, side: str) -> None:
    match = Match.new(GAME, scenario, seed=1)
    briefing = match.briefing(side)
    missing = [name for name in Briefing.__struct_fields__ if not getattr(briefing, name)]
    assert not missing, f"{scenario} tells {side} nothing of {missing}"
    own = [aim for aim in match.aims(side) if aim.text.startswith("You win")]
    assert own, f"{side} is not told how it wins {scenario}"
    assert all(GAME.face.ground(scenario).knows(place) for aim in own for place in aim.hexes)  # type: ignore[union-attr]


@pytest.mark.rule("RA-SCN.6")
@pytest.mark.parametrize("scenario", [name for name in GAME.scenarios if name != "pick-up"])
def test_the_words_of_a_test_hold_its_numbers(scenario: str) -> None:
    g = Match.new(GAME, scenario, seed=1).state
    assert isinstance(g, RedActions)
    for test in (test for entry in g.scenario.win for test in entry.all):
        numbers = [test.units, test.at_least, int(test.inches), test.from_turn, *map(int, test.span or ())]
        assert all(str(n) in test.text for n in numbers if n), f"{test.text!r} does not say {numbers}"


@pytest.mark.rule("RA-SCN.1", "RA-SCN.6")
def test_aims_and_standing_agree_with_the_judgement_all_through_a_match() -> None:
    match, player, rng = Match.new(GAME, "zadworze", seed=11), make_player("random"), random.Random(4)
    while not match.over:
        g = match.state
        assert isinstance(g, RedActions)
        won = {entry.side for entry in g.scenario.win if fulfilled(g, entry)}
        met = {s for s in g.sides for aim in match.aims(s) if aim.met and aim.text.startswith("You win") and aim.need}
        assert met == won
        ask = match.decision.asks[0]
        match.take(player.choose(match, ask, rng), ask.side)
    assert match.result is not None
    assert GAME.rules.standing(match.state) == match.result


@pytest.mark.rule("RA-SCN.6")
def test_an_entry_is_won_by_all_its_tests_and_denied_by_one() -> None:
    church = area("church", "building_stone", 40, 40, 4, 4)
    hold = WinTest("possess", "whites", ("church",), text="the church in White hands")
    clear = WinTest("none_near", "reds", object="church", inches=6, text="nobody near it")
    g = battle(
        unit("reds", "red_rifle", 4, 42, 37, name="r"),
        terrain=(church,),
        win=(WinEntry("whites", "at_once", (hold, clear)),),
    )
    text = "at once: the church in White hands, and nobody near it"
    assert (told(g, "whites")[f"You win {text}"].have, told(g, "whites")[f"You win {text}"].met) == (0, False)
    g.owner = {**g.owner, "church": "whites"}
    assert (told(g, "whites")[f"You win {text}"].have, told(g, "reds")[f"They win {text}"].met) == (1, True)
    assert told(g, "whites")[f"You win {text}"].hexes == ("church", "church")
    g.change("reds-r", y=1000)
    assert (told(g, "whites")[f"You win {text}"].met, told(g, "reds")[f"They win {text}"].met) == (True, False)
    result = GAME.rules.standing(g)
    assert result is not None and result.winners == ("whites",)


@pytest.mark.rule("RA-SCN.6", "RA-AMB.4")
def test_aims_and_standing_tell_nothing_of_who_is_in_ambush() -> None:
    church = area("church", "building_stone", 40, 40, 4, 4)
    clear = WinTest("none_near", "reds", object="church", inches=6, text="nobody near it")
    empty = WinTest("empty", "reds", ("church",), text="nobody in it")
    for test, place in ((clear, ""), (empty, "church")):
        entry = WinEntry("whites", "end_of_game", (test,))
        lurker = unit("reds", "red_rifle", 4, 42, 37, name="r", hidden=True, unseen=True, inside=place)
        g = battle(lurker, terrain=(church,), win=(entry,), turn=14)
        (ours, *_), (theirs, *_) = (GAME.rules.aims(g, side) for side in ("whites", "reds"))
        assert (ours.have, ours.met, theirs.have, theirs.met) == (1, True, 0, True)  # only the Reds know
        stood = GAME.rules.standing(g)
        assert stood is not None and stood.winners == ("whites",)
        run(g, EndOfTurn())
        assert g.result is not None and g.result.winners == ("reds",)


@pytest.mark.rule("RA-SCN.6")
def test_what_the_measures_count() -> None:
    sheds = area("a", "building_wood", 10, 10, 4, 4), area("b", "building_wood", 20, 10, 4, 4)
    g = battle(unit("reds", "red_rifle", 4, inside="a", name="r"), terrain=sheds)
    assert measure(g, WinTest("empty", "reds", ("a", "b"))) == (1, 2)
    assert measure(g, WinTest("no_units_left", "whites")) == (1, 1)
    assert measure(g, WinTest("no_units_left", "reds")) == (0, 1)
    g.put(senior("whites", 2, 50, 10))
    assert measure(g, WinTest("no_units_left", "whites")) == (1, 1)  # an officer alone is no combat unit
    g.owner = {**g.owner, "a": "reds", "b": "whites"}
    assert measure(g, WinTest("possess", "reds", ("a", "b"))) == (1, 2)


@pytest.mark.rule("RA-SCN.1", "RA-SCN.6")
def test_the_score_line_by_line_and_how_near_flight_is() -> None:
    church = area("church", "building_stone", 40, 40, 4, 4)
    troops = unit("whites", "white_volunteer", name="w", routing=True), unit("reds", "red_rifle", 4, 30, 40, name="r")
    g = battle(
        *troops, terrain=(church,), score=Score(1, {"church": 2}), flight={"whites": 3, "reds": 2}, otherwise="draw"
    )
    g.owner = {**g.owner, "church": "reds"}
    g.gone = {**g.gone, "whites-x": "destroyed", "reds-y": "exited"}
    ours, theirs = told(g, "whites"), told(g, "reds")
    assert [aim.points for aim in ours.values() if aim.points is not None] == [-2, 0, -1]
    assert [aim.points for aim in theirs.values() if aim.points is not None] == [2, 1, 0]
    flees = "You flee at the end of a turn with 3 units lost or routing"
    assert (ours[flees].have, ours[flees].need, ours[flees].met) == (2, 3, True)
    g.gone = {**g.gone, "whites-z": "fled"}
    assert not told(g, "whites")[flees].met
    assert told(g, "reds")["They flee at the end of a turn with 3 units lost or routing"].met


@pytest.mark.rule("RA-SCN.6")
def test_the_battle_ends_as_it_stood() -> None:
    g = battle(unit("whites", "white_volunteer", name="w"), unit("reds", "red_rifle", 4, 30, 40, name="r"), turn=14)
    stood = GAME.rules.standing(g)
    run(g, EndOfTurn())
    assert g.result == stood and stood is not None and stood.winners == ("reds",)


# ------------------------------------------------------------------ dossiers


def known(g: RedActions, piece: str, side: str | None) -> dict[str, object]:
    seen = next(p for p in GAME.rules.view(g, side).pieces if p.id == piece)
    found = GAME.face.dossier(g, side, seen)
    return {name: getattr(found, name) for name in found.__struct_fields__}


def test_every_trait_is_explained() -> None:
    assert {trait for what in TYPES.values() for trait in what.traits} <= set(TRAITS)
    assert all(TRAITS.values())


@pytest.mark.rule("RA-MOR.31", "RA-MOR.34")
def test_a_dossier_names_every_number_and_every_state() -> None:
    w = unit("whites", "white_officer", 4, 30, 20, name="w", officer=2, terror=1, pinned=True)
    chief = senior("whites", 3, 30, 18, "Clever", attached="whites-w")
    g = run(battle(w, chief, unit("reds", "red_rifle", 4, 30, 30, 180, name="r")), Segments("whites"))
    found = known(g, "whites-w", "whites")
    assert [(v.name, v.value) for v in found["values"]] == [  # type: ignore[attr-defined]
        ("bases", "4"), ("fire", "4"), ("fight", "4"), ("morale", "9"), ("move", "6")
    ]  # fmt: skip
    assert found["states"] == (
        "1 terror marker: as many bases count for nothing",
        "pinned: it may shoot, but neither move nor charge",
    )
    assert found["abilities"] == ("Specialist: may take a terror marker instead of retiring",)
    assert found["carries"] == ("officer +2", f"whites senior_chief +3, Clever: {TRAITS['Clever']}")
    assert found["can"] == ("shoot at reds r",)
    g.change("whites-w", pinned=False)
    assert known(g, "whites-w", "whites")["can"] == ("move up to 6 inches", "shoot at reds r")
    assert known(g, "whites-w", "reds")["can"] == ()
    assert known(g, "reds-r", "reds")["can"] == (), "it is not their segment"
    assert known(run(g, Acting("whites-w")), "whites-w", "whites")["can"] == ("move up to 6 inches", "shoot at reds r")


@pytest.mark.rule("RA-AMB.1")
def test_of_an_ambush_the_enemy_knows_that_it_is_there_and_no_more() -> None:
    hidden = unit("reds", "red_rifle", 4, 60, 44, 180, name="h", hidden=True, unseen=True, terror=2)
    forest = area("forest", "woods", 55, 40, 10, 6)
    g = battle(
        hidden, unit("whites", "white_mg", 1, 30, 20), terrain=(forest,), hidden=(Hidden("reds", ("forest",), 1),)
    )
    assert known(g, "reds-h", "reds")["values"] and known(g, "reds-h", "reds")["place"]
    seen = known(g, "reds-h", "whites")
    assert (seen["values"], seen["states"], seen["place"]) == ((), ("in ambush: somewhere out of sight",), "")


def test_a_train_names_its_wagons() -> None:
    g = Match.new(GAME, "lipyagi", seed=1).state
    assert isinstance(g, RedActions)
    assert known(g, "reds-train", "reds")["carries"] == ("Armoured train gun wagon", "Armoured train locomotive")


# ------------------------------------------------------------------ lines of sight


MG = unit("whites", "white_mg", 1, 30, 20, name="w")
SEEN = unit("reds", "red_rifle", 4, 30, 40, 180, name="r")
BEHIND = unit("reds", "red_mg", 1, 30, 45, 180, name="behind")
LYING = unit("reds", "red_rifle", 1, 45, 45, 180, name="low", lying=True)
WOODED = unit("reds", "red_rifle", 1, 10, 40, 180, name="beyond")
GROUND = (area("wood", "woods", 5, 25, 10, 6), area("house", "building_wood", 60, 20, 4, 4))


@pytest.mark.rule("RA-SHO.47", "RA-SHO.48", "RA-SHO.49")
@pytest.mark.parametrize(("ends", "inches", "clear", "words"), [
    (("whites-w", "reds-r"), 20.0, True, ("20.0 inches, made out at 48",)),
    (("whites-w", "reds-low"), 28.6, False, ("28.6 inches, made out at 24",)),
    (("whites-w", "reds-behind"), 25.0, False, ("25.0 inches, made out at 48", "other units are in the way")),
    (("10,20", "reds-beyond"), 20.0, False, ("6.00 inches of woods, 4 hide",)),
    (("reds-beyond", "10,20"), 20.0, False, ("6.00 inches of woods, 4 hide",)),
    (("whites-w", "house"), 29.4, True, ()),
    (("wood", "house"), 45.0, True, ()),
])  # fmt: skip
def test_a_line_of_sight_says_how_far_it_is_and_what_lies_in_it(
    ends: tuple[str, str], inches: float, clear: bool, words: tuple[str, ...]
) -> None:
    found = sight(battle(MG, SEEN, BEHIND, LYING, WOODED, terrain=GROUND), *ends)
    assert found.distance == pytest.approx(inches, abs=0.06)
    assert (found.clear, found.blocked_by) == (clear, words)
