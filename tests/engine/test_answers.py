"""Answers as people meet them: those that decide nothing, what odds come to in words, and lists that can be read."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from grognard.engine import (
    SHELF,
    Action,
    Actions,
    Ask,
    Chart,
    Game,
    Match,
    Odds,
    Pick,
    Piece,
    PieceView,
    Press,
    Rulebook,
    Rules,
    Scenario,
    State,
    Step,
    To,
    View,
    Working,
)
from grognard.engine.core.event import Event
from grognard.engine.core.odds import rolls_at_once
from grognard.engine.core.step import Passing
from grognard.engine.core.wording import (
    disambiguate,
    ends,
    in_halves,
    join_words,
    left_to_act,
    side_people,
    summed,
    typeset_numbers,
    victory,
    with_count,
)
from grognard.engine.game.scenario import fill
from grognard.engine.match.auto_answers import auto_answer, may_take_back, only_answer, redo_choice, take_back_choice
from grognard.engine.match.odds_summary import percent, summarize_odds

CHART = Chart.of(
    "fire",
    "Fire",
    ["1"],
    {"1": ["-"], "2": ["A"], "3": ["P"], "4": ["R"], "5": ["E"], "6": ["E"]},
    dice=1,
    results={"-": "no effect", "A": "attacker retreats", "P": "pinned", "R": "retreats", "E": "eliminated"},
    wanted="at least pinned",
    backfires=["A"],
)


def test_a_question_with_one_listed_answer_is_no_choice_unless_it_is_open() -> None:
    assert only_answer(Ask("red", "?", Actions([Press("go")]))) == Press("go")
    assert only_answer(Ask("red", "?", Actions([Press("go"), Press("stop")]))) is None
    assert only_answer(Ask("red", "?", Actions([To("0101")], open_to=lambda _: None, open_kinds=(To,)))) is None
    assert only_answer(Ask("red", "?", Actions([Press("go")], paged=iter([[Press("stop")]])))) is None
    assert only_answer(Ask("red", "?", Actions([Press("go")], paged=iter([[]])))) == Press("go")


@dataclass(slots=True, eq=False)
class Walk(State[Piece]):
    """Red walks: left or right, then on (there is no other way), then it stops or rolls; blue is asked after that."""


class Way(Step, frozen=True):
    """Red's choice, and what follows from it."""

    at: str = "fork"

    def run(self, g: Walk) -> None:
        side, answers = WAYS[self.at]
        g.ask(side, self.at, [Press(answer) for answer in answers])

    def take(self, g: Walk, action: Action) -> None:
        assert isinstance(action, Press)
        if action.button == "roll":
            g.d6()
        g.swap(Way(NEXT[action.button]))


WAYS = {
    "fork": ("red", ["left", "right", "stop"]),
    "lane": ("red", ["on"]),
    "gate": ("red", ["through", "roll"]),
    "end": ("red", ["hand over"]),
    "other": ("blue", ["back"]),
}
NEXT = {"left": "lane", "right": "lane", "on": "gate", "through": "end", "roll": "end", "stop": "end"} | {
    "hand over": "other",
    "back": "fork",
}


def walk(*answers: str) -> Match:
    """A match after some answers."""
    rules = Rules(
        state=Walk,
        piece=Piece,
        start=lambda scenario, options: Walk(scenario_id=scenario, steps=(Way(),)),
        sides=lambda g: ("red", "blue"),
        view=lambda g, side: View(side, 1, 1, (), "", ()),
    )
    scenario = Scenario("walk", "Walk", "", 1, "")
    match = Match.new(
        Game(id="walk", title="Walk", blurb="", rulebook=Rulebook([]), scenarios={"walk": scenario}, rules=rules),
        "walk",
        seed=1,
    )
    for answer in answers:
        match.take(Press(answer), match.decision.side)
    return match


def test_what_is_no_choice_is_given_and_taken_back_with_the_choice_before_it() -> None:
    match = walk("left")
    assert auto_answer(match, match.decision.asks[0]) == Press("on")
    match.take(Press("on"))
    assert auto_answer(match, match.decision.asks[0]) is None and may_take_back(match)
    take_back_choice(match)
    assert match.decision.prompt == "fork" and not may_take_back(match)
    redo_choice(match)
    assert match.decision.prompt == "gate"


def test_the_one_answer_left_is_asked_for_while_it_would_seal_a_choice() -> None:
    """Handing over cannot be taken back: whoever has a choice to take back is asked; after a roll there is none."""
    match = walk("left", "on", "through")
    assert only_answer(match.decision.asks[0]) and auto_answer(match, match.decision.asks[0]) is None
    match = walk("left", "on", "roll")
    assert auto_answer(match, match.decision.asks[0]) == Press("hand over")
    match.take(Press("hand over"))
    assert auto_answer(match, match.decision.asks[0]) == Press("back")


def test_a_die_falls_at_once_unless_whoever_rolls_is_asked_before() -> None:
    gate = walk("left", "on").state
    assert rolls_at_once(gate, "red", Press("roll")) and not rolls_at_once(gate, "red", Press("through"))
    assert rolls_at_once(walk("left", "on", "through").state, "red", Press("hand over"))  # what blue does is not told


def test_whether_others_may_react_on_the_way_does_not_change_what_falls_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who hides may be asked to react: the side that asked is then asked again all the same, and must not notice."""
    monkeypatch.setattr(Way, "passes", lambda way, g: Passing(Press("back")) if way.at == "other" else None)
    assert not rolls_at_once(walk("left", "on", "through").state, "red", Press("hand over"))


def test_odds_are_weighed_by_the_chart_and_summed_up_in_its_words() -> None:
    sixth = Fraction(1, 6)
    chances = {
        "no effect": sixth,
        "attacker retreats": sixth,
        "pinned": sixth,
        "retreats": sixth,
        "eliminated": 2 * sixth,
    }
    look = summarize_odds(Odds(chances, Working("Fire", chart="fire")), [CHART])
    assert str(look) == "at least pinned 67 %"
    assert (
        str(summarize_odds(Odds({"pinned": sixth}, Working("Fire", chart="fire")), [CHART])) == "at least pinned 17 %"
    )
    assert [(o.name, o.weight) for o in look.outcomes] == [
        ("eliminated", 3), ("retreats", 2), ("pinned", 1), ("no effect", 0), ("attacker retreats", -1)
    ]  # fmt: skip


def test_whoever_suffers_a_roll_hopes_that_nothing_comes_of_it() -> None:
    chances = {"no effect": Fraction(1, 2), "attacker retreats": Fraction(1, 6), "eliminated": Fraction(1, 3)}
    look = summarize_odds(Odds(chances, Working("Fire", chart="fire")), [CHART], suffers=True)
    assert str(look) == "no harm 67 %" and look.spread == (Fraction(1, 3), Fraction(0), Fraction(0))
    assert [o.name for o in look.outcomes] == ["attacker retreats", "no effect", "eliminated"]


def test_without_a_chart_names_speak_for_themselves() -> None:
    look = summarize_odds(Odds({"Spotted": Fraction(2, 3), "Not spotted": Fraction(1, 3)}), [])
    assert str(look) == "spotted 67 %"
    assert (
        percent(Fraction(1, 1000)) == "under 1 %"
        and percent(Fraction(999, 1000)) == "over 99 %"
        and percent(1) == "100 %"
    )


def unit(name: str, place: str, *marks: str) -> PieceView:
    return PieceView(name, "red", place, "tank", "Tank", marks=marks)


def test_answers_that_read_alike_are_told_apart_by_place_and_state() -> None:
    pieces = {view.id: view for view in (unit("a", "0101"), unit("b", "0202"), unit("c", "0202", "dug_in"))}
    picks = [Pick("a"), Pick("b"), Pick("c"), Press("end")]
    assert disambiguate(["Tank", "Tank", "Tank", "End"], picks, pieces) == [
        "Tank in 0101", "Tank in 0202", "Tank in 0202 (dug in)", "End"
    ]  # fmt: skip


def test_answers_about_one_stack_are_told_apart_by_their_height() -> None:
    pieces = {view.id: view for view in (unit("a", "0101"), unit("b", "0101"), unit("c", ""), unit("d", ""))}
    assert disambiguate(["Tank"] * 2, [Pick("a"), Pick("b")], pieces) == [
        "Tank in 0101, second from the top",
        "Tank in 0101, on top",
    ]
    assert disambiguate(["Tank"] * 2, [Pick("c"), Pick("d")], pieces) == ["Tank", "Tank"], "they lie in no stack"


def test_an_answer_that_ends_something_knows_what_is_left_undone() -> None:
    pieces = {view.id: view for view in (unit("a", "0101"), unit("b", "0202"))}
    ask = Ask("red", "Move", Actions([Pick("a"), Pick("b"), Press("End the phase")]))
    assert left_to_act(ask, pieces) == 2
    assert (
        ends(Press("End the phase"), "End the phase")
        and not ends(To("0101"), "end there")
        and not ends(Press("x"), "dig")
    )


def test_several_are_listed_and_those_of_one_name_counted() -> None:
    assert join_words(["T-34"]) == "T-34" and join_words([]) == ""
    assert join_words(["T-34", "Recon", "SdKfz 251"]) == "T-34, Recon and SdKfz 251"
    assert join_words(["T-34 (r)", "SdKfz 251", "SdKfz 251"]) == "T-34 (r) and 2 × SdKfz 251"


def test_halves_are_said_as_people_write_them() -> None:
    assert [in_halves(n) for n in (4, 4.5, 0.5, Fraction(3, 2), 0, -1.5, 0.4)] == [
        "4",
        "4½",
        "½",
        "1½",
        "0",
        "−1½",
        "0.4",
    ]
    assert [with_count(n, "point") for n in (0, 0.5, 1, 1.5)] == ["0 points", "½ point", "1 point", "1½ points"]


def test_a_text_written_for_several_is_said_of_one() -> None:
    lead = "Keep the German lead to {need} points or less after turn 4"
    assert fill(lead, need=1) == "Keep the German lead to 1 point or less after turn 4"
    assert fill(lead, need=11) == "Keep the German lead to 11 points or less after turn 4"


@pytest.mark.parametrize(("level", "winners", "said"), [
    ("marginal", ("soviet",), "Soviet marginal victory"),
    ("Soviet tactical", ("soviet",), "Soviet tactical victory"),
    ("victory", ("german-2",), "German 2 victory"),
    ("defeat", ("soviet",), "defeat"),
    ("flight of the Reds", ("whites",), "flight of the Reds"),
    ("victory of the Reds", ("reds",), "victory of the Reds"),
    ("draw", (), "draw"),
    ("", ("soviet",), ""),
])  # fmt: skip
def test_a_level_of_victory_says_who_has_won_and_that_it_is_one(
    level: str, winners: tuple[str, ...], said: str
) -> None:
    assert victory(level, winners, ("german-2", "soviet", "reds", "whites")) == said


def test_figures_are_printed_with_a_true_minus_and_nought_without_a_sign() -> None:
    assert (
        typeset_numbers("4 against 4, +0 on the ditch line, column -2") == "4 against 4, 0 on the ditch line, column −2"
    )
    assert typeset_numbers("column 1:4 | -4 (Range: -1)") == "column 1:4 | −4 (Range: −1)"
    assert (
        typeset_numbers("Flak 88 2-4-8, SdKfz 6-2, 1 or 2-4, 3+0 is 3")
        == "Flak 88 2-4-8, SdKfz 6-2, 1 or 2-4, 3+0 is 3"
    )


def test_a_roll_is_added_up_only_where_something_is_added() -> None:
    assert (summed(1, 0), summed(6, 1), summed(1, -3)) == ("1", "6+1 = 7", "1−3 = −2")


@pytest.mark.parametrize(("side", "told"), [
    ("german", "The Germans pass"),
    ("British", "The British pass"),
    ("Soviet-2", "Soviet player 2 passes"),
])  # fmt: skip
def test_a_line_about_a_side_speaks_of_its_people(side: str, told: str) -> None:
    assert str(Event("", "{side} passes", {"side": side_people(side)})) == told
    assert str(Event("", "{unit} passes", {"unit": "1/2 headquarters"})) == "1/2 headquarters passes"


def test_those_who_fight_on_a_side_are_called_as_people_say_it() -> None:
    said = [SHELF[game].face.people(side) for game, side in (("folio", "British"), ("korsun", "Soviet"))]
    assert said == ["the British", "the Soviets"]
    assert SHELF["night-fight"].face.people("german-2") == "German player 2"
    mixed = [SHELF["red-actions"].face.people(side) for side in ("reds", "czechs", "north", "makhno")]
    assert mixed == ["the Reds", "the Czechs", "the North", "the Makhnovists"]
