"""What is asked and in what words, what is offered and what is not, and what the log says."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine import Action, Match, Pick, Press, RiggedDice, RouteStep, To
from grognard.games.folio import GAME
from grognard.games.folio.rules.combat import ALL_IN, ATTACK, CombatPhase, Declare
from grognard.games.folio.rules.combat_results import AttackersRetreat, Loss, Resolve
from grognard.games.folio.rules.movement import BACK, END, Movement
from grognard.games.folio.rules.retreat import GIVE_WAY, STAND, Displace, Retreat, ways
from grognard.games.folio.rules.sequence import GameTurn, Phase
from grognard.games.folio.rules.setup import STAFF, SetUp
from grognard.games.folio.rules.sidi_zahran import DESERT, Zahran
from grognard.games.folio.rules.state import ELIMINATED, Apply, Battle, Bombard
from grognard.games.folio.rules.support import PASS, Support
from tests.games.folio.situation import asked, chosen, desert, offered, places, play, told, why_not

OPEN = {"B-01": "0412", "B-02": "0312", "A-03": "0411"}
NONE_LEFT: dict[str, tuple[int, ...]] = {"British": (), "German": ()}


def prompt(g: Zahran) -> str:
    return g.asks[0].prompt


def moving(g: Zahran) -> Movement:
    """The Movement Phase, which is being asked about."""
    step = g.steps[-1]
    assert isinstance(step, Movement)
    return step


def said(g: Zahran, action: Action) -> str:
    """What an offered answer is called."""
    assert action in offered(g)
    return GAME.face.describe(g, action)


# ------------------------------------------------------------------ units by their names


@pytest.mark.rule("FO-2.3.1.1", "FO-2.3.2.1")
def test_a_unit_in_a_list_has_name_values_and_place() -> None:
    g = desert({"B-05": "0412", "B-12": "turn 2"}, Movement(), depleted=["B-05"], turn=2)
    assert said(g, Pick("B-05")) == "1 Rifle 2-2-5 in 0412"
    assert said(g, Pick("B-12")) == "Commando 3-3-6, due on turn 2"
    g = desert({"A-01": "", "A-02": "0607"}, SetUp("German"))
    assert prompt(g) == "Place I Panzer 5-3-10 in the area of Reserve"


@pytest.mark.rule("FO-5.0.1")
def test_verbs_agree_with_their_units() -> None:
    g = desert({"B-04": "0412", "A-03": "0606"}, Movement())
    play(g, Pick("B-04"), To("0413"))
    assert told(g) == ["Armoured Cars move to 0413"]
    g = desert({"B-04": "0412", "B-11": "0312", "A-03": "0411"}, CombatPhase(), markers=NONE_LEFT, dice=[6])
    play(g, Pick("A-03"), Pick("B-04"), ATTACK)
    assert told(g)[0] == "Armoured Cars attack I Schuetzen in 0411"
    assert "Armoured Cars in 0412 are eliminated" in told(g)
    g = desert({"B-03": "0412", "A-03": "0411"}, CombatPhase(), markers=NONE_LEFT, dice=[6])
    play(g, Pick("A-03"), ATTACK)
    assert told(g)[0] == "3 Army Tank attacks I Schuetzen in 0411"


# ------------------------------------------------------------------ movement


@pytest.mark.rule("FO-4.1.2", "FO-5.1.6")
def test_a_unit_that_can_go_no_farther_is_not_spoken_of() -> None:
    g = desert({"B-05": "0415", "B-06": "0215", "A-01": "0412"}, Movement())
    assert prompt(g) == "Move a unit (2 unmoved)"
    play(g, Pick("B-05"))
    assert prompt(g) == "Move 1 Rifle 3-4-5 in 0415, 5 points left, or another unit (1 unmoved)"
    play(g, To("0413"))  # in an enemy zone
    assert prompt(g) == "Move a unit (1 unmoved)"
    play(g, Pick("B-06"), To("0214"))
    assert prompt(g) == "Move 2 Rifle 3-4-5 in 0214, 4 points left"
    assert END in offered(g)


@pytest.mark.rule("FO-4.1.6", "FO-4.1.2", "FO-7.0.1")
def test_a_phase_in_which_nothing_can_be_done_passes_by_itself() -> None:
    g = desert({"B-05": "0412"}, Phase("Mobile Movement"), Movement(mobile=True))
    assert not g.asks and told(g) == ["Mobile Movement: nobody can move"]
    g = desert({"B-05": "0412", "A-01": "0606"}, Phase("Mobile Combat"), CombatPhase(mobile=True))
    assert not g.asks and told(g) == ["Mobile Combat: nobody to attack"]


@pytest.mark.rule("FO-4.1.11")
def test_a_reinforcement_waits_while_its_entry_hexes_are_held() -> None:
    units = {"B-13": "turn 4", "B-01": "0412", "A-01": "2005", "A-02": "2012"}
    g = desert(units, Phase("Movement"), Movement(), turn=4)
    assert told(g) == ["5 Rifle waits: every entry hex is held"]
    assert why_not(g, Pick("B-13")) == "FO-4.1.11"
    g = desert({**units, "A-02": "2010"}, Phase("Movement"), Movement(), turn=4)
    assert told(g) == [] and Pick("B-13") in offered(g)


@pytest.mark.rule("FO-5.1.3", "FO-5.1.4")
def test_a_unit_with_the_enemy_all_round_is_not_offered() -> None:
    ring = dict(zip(("A-01", "A-02", "A-03", "A-04", "A-05", "A-06"), DESERT.ground.neighbours["0412"], strict=True))
    g = desert({"B-01": "0412", "B-05": "1412", **ring}, Movement())
    assert why_not(g, Pick("B-01")) == "FO-5.1.3"
    del ring["A-06"]
    assert Pick("B-01") in offered(desert({"B-01": "0412", "B-05": "1412", **ring}, Movement()))


@pytest.mark.rule("FO-5.0.1")
def test_a_click_on_the_next_hex_goes_straight_there() -> None:
    """From 1208 into the rough ground of 1209 there is a cheaper way round by the trail; the player chooses."""
    ground = DESERT.ground
    rough, road = "1209", "1310"
    assert ground.cost(road, rough, "mobile") == 2  # along the trail
    g = desert({"B-01": "1208"}, Movement())
    play(g, Pick("B-01"))
    route = moving(g).route(g, To(rough))
    assert route is not None and route.stretches == (RouteStep("1208", 0), RouteStep(rough, 3))
    play(g, To(rough))
    assert [event.hexes for event in g.events or ()] == [(rough,)]
    assert moving(g).spent == 6  # rough ground off the trail


@pytest.mark.rule("FO-5.1.5", "FO-5.1.6")
def test_whoever_moved_last_may_be_taken_up_again_until_another_moves() -> None:
    g = desert({"B-01": "1208", "B-05": "0412"}, Movement())
    play(g, Pick("B-01"), To("1209"), Pick("B-05"))
    assert Pick("B-01") in offered(g) and moving(g).why_not(g, "British", Pick("B-01")) is None
    play(g, To("0413"))
    assert Pick("B-01") not in offered(g) and why_not(g, Pick("B-01")) == "FO-5.1.6"


# ------------------------------------------------------------------ combat


@pytest.mark.rule("FO-7.1.1", "FO-8.3.7", "FO-8.4.1")
def test_an_attack_may_be_called_off_until_it_is_made() -> None:
    g = desert(OPEN, CombatPhase(), markers={"British": (1,), "German": ()})
    play(g, Pick("A-03"), Pick("B-01"), BACK)
    assert {Pick("A-03"), Bombard("A-03"), END} == set(offered(g)) and told(g) == []
    assert not g.attacked and not g.defended
    play(g, Pick("A-03"), ALL_IN)
    assert why_not(g, BACK) == "FO-8.3.7"


@pytest.mark.rule("FO-8.4.1", "FO-8.4.1.2")
def test_a_bombardment_may_be_called_off_until_the_first_marker() -> None:
    g = desert(OPEN, CombatPhase(), markers={"British": (1, 2), "German": (3,)})
    play(g, Bombard("A-03"))
    assert set(offered(g)) == {Apply(1), Apply(2), Apply(1, 2), BACK}
    play(g, BACK)
    assert Bombard("A-03") in offered(g) and told(g) == [] and not g.bombarded and not g.shelled
    play(g, Bombard("A-03"), Apply(2))
    assert told(g) == ["British bombardment of I Schuetzen in 0411", "For the attack on 0411: British support +2"]
    assert g.bombarded == {"0411": True} and g.shelled == {"A-03": True}
    assert why_not(g, BACK) == "FO-8.3.7"


@pytest.mark.rule("FO-7.1.1")
def test_one_possible_attacker_is_chosen_by_itself_and_all_attack_at_once() -> None:
    g = desert({"B-01": "0412", "A-03": "0411"}, CombatPhase(), markers=NONE_LEFT)
    play(g, Pick("A-03"))
    assert chosen(g) == ("B-01",) and set(offered(g)) == {ATTACK, BACK}
    g = desert(OPEN, CombatPhase(), markers=NONE_LEFT, dice=[5])
    play(g, Pick("A-03"), ALL_IN)
    assert set(g.attacked) == {"B-01", "B-02"}
    assert told(g)[0] == "1 Tank and 2 Tank attack I Schuetzen in 0411"


@pytest.mark.rule("FO-7.1.1", "FO-7.1.4", "FO-7.0.3", "FO-7.2.1", "FO-7.0.1", "FO-7.2.2")
def test_the_one_refusal_that_belongs_to_the_question() -> None:
    units = {**OPEN, "B-05": "0512", "B-06": "0915", "A-09": "0313"}
    g = desert(units, CombatPhase(), markers={"British": (1,), "German": ()})
    assert why_not(g, Pick("B-01")) == "FO-7.0.3"
    g.attacked = {**g.attacked, "B-05": True}
    play(g, Pick("A-03"), Pick("B-01"))
    assert why_not(g, Pick("B-01")) == "FO-7.1.1"  # it attacks already
    assert why_not(g, Pick("A-09")) == "FO-7.1.4"
    assert g.steps[-1].why_not(g, "British", Pick("A-03")) is None  # the target of this very attack
    assert why_not(g, Pick("B-05")) == "FO-7.2.1"
    assert why_not(g, Pick("B-06")) == "FO-7.0.1"
    assert g.steps[-1].why_not(g, "British", Bombard("A-03")) is None  # left to the house rule


@pytest.mark.rule("FO-7.3.1", "FO-7.4.3")
def test_a_target_is_offered_with_the_attack_of_all_and_its_odds() -> None:
    g = desert({**OPEN, "A-03": "0410", "B-02": "0310", "B-01": "0411"}, CombatPhase(), markers={"British": (1,)})
    words = "attack I Schuetzen 3-4-10 in 0410: with all 8 against 4: column +1, rough ground"
    assert said(g, Pick("A-03")) == words
    odds = Match(GAME, g, RiggedDice([])).odds(Pick("A-03"))
    assert odds is not None
    assert odds.chances["defender retreats 2"] == Fraction(1, 6)  # column +1
    play(g, Pick("A-03"))
    one = Match(GAME, g, RiggedDice([])).odds(Pick("B-01"))  # 4 - 4 - 3: column -3, by that unit alone
    assert one is not None and one.chances["every attacker retreats 3"] == Fraction(1, 6)


@pytest.mark.rule("FO-8.3.2", "FO-8.3.8")
def test_a_support_question_says_how_the_combat_stands() -> None:
    g = desert(OPEN, Support(Battle("A-03", "0411", ("B-01",))), markers={"British": (1, 3), "German": (2,)})
    stands = "4 against 4: column 0, clear ground"
    assert prompt(g) == f"First support marker, attack on I Schuetzen 3-4-10 in 0411: {stands}"
    play(g, Apply(3))
    assert prompt(g).startswith("First support marker, defense of I Schuetzen 3-4-10 in 0411: 7 against 4")
    play(g, PASS)
    assert prompt(g).startswith("Second support marker, attack on")


@pytest.mark.rule("FO-8.4.1.2", "FO-8.4.1.1", "FO-7.5.2")
def test_the_markers_of_a_bombardment_are_asked_for_as_such() -> None:
    g = desert({"A-11": "1006", "B-05": "1206"}, CombatPhase(), markers={"British": (2, 3), "German": (1,)})
    play(g, Bombard("A-11"))
    assert prompt(g) == "First support marker, bombardment of 1 Oasis 2-3-5 in 1006"
    assert said(g, Apply(3)) == "apply +3 (counts +1: fortification)"
    assert said(g, Apply(2)) == "apply +2 (counts +1: fortification)"
    play(g, Apply(3))
    assert prompt(g).startswith("First support marker, counter-battery fire for 1 Oasis 2-3-5 in 1006: 1 against 6")
    assert said(g, Apply(1)) == "apply +1"


@pytest.mark.rule("FO-7.3.3", "FO-7.3.1")
def test_the_log_of_a_combat_can_be_computed_again() -> None:
    markers = {"British": (3, 2), "German": (2,)}
    units = {"A-09": "1107", "B-03": "1206", "B-05": "1207"}
    g = desert(units, CombatPhase(), markers=markers, dice=[3])
    play(g, Pick("A-09"), ALL_IN, Apply(3), Apply(2), Apply(2))
    assert told(g)[1:5] == [
        "For the attack on 1107: British support +3",
        "For the defense of 1107: German support +2",
        "For the attack on 1107: British support +2",
        "Attack on 1 Garrison in 1107: 10 (3 Army Tank 5, 1 Rifle 3, British support +3 halved 1, British support +2"
        " halved 1) against 8 (1 Garrison 3, doubled by the fortification 3, German support 2) = +2 on the clear line,"
        " column +2; die 3: Ex, one attacker of the attacker's choice and the defender each lose a step",
    ]


# ------------------------------------------------------------------ results


@pytest.mark.rule("FO-7.7.6", "FO-7.8.1", "FO-7.8.2")
def test_every_answer_of_a_retreat_says_its_price() -> None:
    shut = {"A-03": "0412", "B-01": "0411", "B-02": "0413"}
    g = desert(shut, Retreat("A-03", 2, ("0411", "0413"), pursuers=("B-01",)))
    assert prompt(g) == "I Schuetzen 3-4-10 in 0412 must retreat 2 hexes"
    assert said(g, STAND) == "Stiff resistance: loses a step"
    words = "Give way: cannot retreat, is eliminated and the enemy may advance (no better than stiff resistance)"
    assert said(g, GIVE_WAY) == words
    g = desert(shut, Retreat("A-03", 2, ("0411", "0413")), depleted=["A-03"])
    assert said(g, STAND) == "Stiff resistance: is eliminated"
    g = desert({"B-12": "0902", "A-01": "0903"}, Retreat("B-12", 2, ("0903",), pursuers=("A-01",)), current="German")
    assert said(g, GIVE_WAY) == "Give way: cannot retreat, loses a step (no better than stiff resistance)"


@pytest.mark.rule("FO-7.7.5", "FO-7.7.2.1", "FO-7.7.2.5")
def test_a_short_retreat_and_a_push_are_called_so() -> None:
    crowd = {"A-03": "0412", "B-01": "0411", "B-02": "0312", "B-03": "0512", "A-04": "0414"}
    g = desert(crowd, Retreat("A-03", 2, ("0411", "0312", "0512")))
    assert said(g, To("0413")) == "to 0413 (1 hex short: loses a step)"
    assert said(g, To("0414")) == "to 0414 (pushes II Schuetzen back)"
    free = desert({"A-03": "0413", "B-01": "0412"}, Retreat("A-03", 2, ("0412",)))
    assert said(free, To("0415")) == "to 0415"


@pytest.mark.rule("FO-7.7.1.2")
def test_a_bombarded_unit_that_gets_no_farther_is_told_that_it_loses_a_step() -> None:
    units = {"A-01": "0612", "B-01": "0912", "B-02": "0312", "B-03": "0609", "B-05": "0615"}
    g = desert(units, Retreat("A-01", 2, ("0612",), bombardment=True))
    tos = [action for action in offered(g) if isinstance(action, To)]
    assert tos and all(said(g, action).endswith("(loses a step)") for action in tos)


@pytest.mark.rule("FO-7.7.1.1", "FO-7.7.1.2")
def test_a_farther_end_on_a_friend_who_cannot_make_room_is_no_end() -> None:
    """R74"""
    units = {"A-12": "0613", "A-02": "0615", "B-07": "0812", "B-03": "0413", "B-05": "0914"}
    g = desert(units)
    found = ways(g, Retreat("A-12", 2, ("0613",), bombardment=True))
    assert {way.path[-1] for way in found} == {"0611", "0512", "0715", "0515"}
    assert all(way.loss and len(way.path) == 2 and not way.displaces for way in found)


@pytest.mark.rule("FO-7.6.3", "FO-7.6.4", "FO-7.6.5", "FO-8.4.2.1")
def test_losses_and_retreats_of_attackers_are_asked_of_the_units_concerned() -> None:
    g = desert({**OPEN, "B-05": "0915"}, Loss(("B-01", "B-02"), "FO-7.6.3"))
    assert prompt(g) == "Which attacker loses a step?" and why_not(g, Pick("B-05")) == "FO-7.6.3"
    g = desert({**OPEN, "B-05": "0915"}, Loss(("B-01", "B-02"), "FO-8.4.2.1"))
    assert prompt(g) == "Friendly fire: which unit loses a step?" and why_not(g, Pick("B-05")) == "FO-8.4.2.1"
    g = desert({**OPEN, "B-05": "0915"}, AttackersRetreat(("B-01", "B-02"), 2, "0411", ("B-01", "B-02")))
    assert prompt(g) == "Every attacker retreats 2 hexes or stands: who is next?"
    assert why_not(g, Pick("B-05")) == "FO-7.6.4"


@pytest.mark.rule("FO-7.7.2.2", "FO-7.7.2.6")
def test_why_a_displaced_unit_may_not_go_there() -> None:
    g = desert({"A-04": "0408", "A-01": "0409", "B-01": "0406"}, Displace("A-04", ("0406",), ()))
    assert why_not(g, To("0409")) == "FO-7.7.2.6"  # a friend there, and vacant hexes are open
    assert why_not(g, To("0407")) == "FO-6.2.1"
    assert why_not(g, To("0411")) == "FO-7.7.2.2"  # not a neighbour


@pytest.mark.rule("FO-3.0.4")
def test_set_up_by_hand_any_unit_that_waits_may_be_placed_next() -> None:
    g = desert({"A-01": "", "A-02": "", "A-03": "0607", "B-05": ""}, SetUp("German"), dice=[1])
    assert why_not(g, Pick("B-05")) == why_not(g, Pick("A-03")) == "FO-3.0.4"
    play(g, Pick("A-02"))
    assert prompt(g).startswith("Place II Panzer")
    play(g, To("0608"))
    assert places(g)["A-02"] == "0608" and places(g)["A-01"] == ""
    assert prompt(g).startswith("Place I Panzer")
    play(g, STAFF)
    assert places(g)["A-01"] in DESERT.areas["Reserve"] and asked(g) == ""


# ------------------------------------------------------------------ the score


@pytest.mark.rule("FO-4.0.1", "FO-4.1.11")
def test_points_level_and_reinforcements_are_in_sight() -> None:
    g = desert({"A-09": ELIMINATED, "A-10": ELIMINATED, "B-11": ELIMINATED, "B-13": "turn 4", "A-13": "turn 5"})
    g.control = {**g.control, "0905": "British", "1004": "British"}
    now = GAME.rules.standing(g)
    assert now is not None and now.level == "German marginal"
    assert now.reason == "British 7 (0905 3, 1004 2, units 2), German 1 (units 1)"
    shown = {track.title: track.value for track in GAME.rules.view(g, None).tracks}
    assert shown["To come"] == "turn 4: 5 Rifle (British), turn 5: March column (German)"


@pytest.mark.rule("FO-4.0.1")
@pytest.mark.parametrize(
    ("lost", "level", "winners"),
    [
        (12, "British decisive", ("British",)),
        (11, "British marginal", ("British",)),
        (9, "British marginal", ("British",)),
        (8, "Draw", ()),
        (7, "Draw", ()),
        (6, "German marginal", ("German",)),
        (0, "German marginal", ("German",)),
        (-1, "German decisive", ("German",)),
    ],
)
def test_the_five_levels_and_who_wins_them(lost: int, level: str, winners: tuple[str, ...]) -> None:
    dead = [f"A-{n:02}" for n in range(1, lost + 1)] if lost >= 0 else ["B-01"]
    g = desert(dict.fromkeys(dead, ELIMINATED), GameTurn(9), turn=8)
    assert g.result is not None
    assert (g.result.level, g.result.winners) == (level, winners)
    assert g.result.reason == (f"British {lost} (units {lost}), German 0" if lost > 0 else g.result.reason)


def test_a_unit_that_attacked_is_marked_so() -> None:
    g = desert({"B-01": "0412", "A-03": "0606"})
    g.attacked = {**g.attacked, "B-01": True}
    assert {piece.id: piece.marks for piece in GAME.rules.view(g, None).pieces}["B-01"] == ("attacked",)


def test_a_press_that_is_no_answer_is_left_to_the_house() -> None:
    g = desert(OPEN, Declare("A-03", attackers=("B-01",)))
    assert g.steps[-1].why_not(g, "British", Press("nonsense")) is None
    g = desert(OPEN, Resolve(Battle("A-03", "0411", ("B-01", "B-02"))), dice=[5])
    assert not g.asks
