"""Matches: flow, errors, undo, simultaneous answers, odds, hints."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from grognard import conformance
from grognard.engine import (
    Action,
    Actions,
    Ask,
    Group,
    Illegal,
    Malformed,
    Match,
    NothingToUndo,
    Pick,
    Press,
    RiggedDice,
    Stale,
    Step,
    To,
    UnknownChoice,
    find_game,
)
from grognard.engine.core.dice import Branch, OutOfDice, ScriptedDice
from grognard.engine.core.state import BrokenFlow
from tests.engine.toy import TOY, Roll, ToyState


def toy(*faces: int) -> Match:
    """A toy match; rigged if faces are given."""
    match = Match.new(TOY, "plain", seed=1)
    if faces:
        match.dice = match.state.dice = RiggedDice(faces)
    return match


def scores(match: Match) -> dict[str, int]:
    assert isinstance(match.state, ToyState)
    return match.state.scores


def to_bids(match: Match) -> Match:
    match.take(Press("pass"))
    return match


def test_steps_run_until_one_asks() -> None:
    match = toy()
    assert match.decision.side == "red"
    assert match.decision.prompt == "Roll or pass?"
    assert list(match.decision.actions) == [Press("roll"), Press("pass")]
    assert match.view().turn == 1


def test_legal_actions_are_a_container() -> None:
    actions = toy().decision.actions
    assert len(actions) == 2
    assert actions
    assert Press("roll") in actions
    assert Press("dance") not in actions
    assert "2 actions" in repr(actions)


def test_a_roll_comes_from_the_injected_dice_and_is_logged() -> None:
    match = toy(6)
    match.take(Press("roll"))
    assert scores(match)["red"] == 3
    assert [str(e) for e in match.log()] == ["Red rolls 6"]
    assert match.events[0].dice == (6,)


def test_the_same_seed_gives_the_same_match() -> None:
    digests = set()
    for _ in range(2):
        match = Match.new(TOY, "plain", seed="tonight")
        conformance.play(match, random.Random(1))
        digests.add(match.state.digest())
    assert len(digests) == 1


def test_without_a_seed_the_secret_is_fresh() -> None:
    assert Match.new(TOY, "plain").record() != Match.new(TOY, "plain").record()


# ------------------------------------------------------------------ three kinds of error


def test_an_illegal_action_names_its_rule_and_changes_nothing() -> None:
    match = toy()
    before = match.state.digest()
    with pytest.raises(Illegal, match="GR-1") as caught:
        match.take(Press("dance"))
    assert caught.value.refusal.rule == "GR-1"
    assert match.state.digest() == before


def test_an_action_of_another_game_is_malformed() -> None:
    match = toy()
    with pytest.raises(Malformed):
        match.take("roll")  # type: ignore[arg-type]


def test_an_answer_to_another_decision_is_stale() -> None:
    match = toy()
    number = match.decision.number
    match.take(Press("pass"), decision=number)
    with pytest.raises(Stale):
        match.take(Press("0"), side="red", decision=number)


def test_the_wrong_side_is_refused() -> None:
    with pytest.raises(Illegal, match="GR-2"):
        toy().take(Press("roll"), side="blue")


def test_an_unknown_piece_is_refused_by_the_house() -> None:
    match = toy()
    refusal = match.why_not(Pick("nobody"))
    assert refusal is not None
    assert refusal.rule == "GR-5"


def test_after_the_end_nothing_can_be_taken() -> None:
    match = toy()
    conformance.play(match, random.Random(1))
    with pytest.raises(Illegal, match="GR-3"):
        match.take(Press("roll"))
    with pytest.raises(Stale):
        _ = match.decision


def test_a_fault_in_a_rule_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new(TOY, "plain", seed=1)
    before = match.state.digest(), match.number, list(match.lines), list(match.events), match.record()

    def faulty(self: Roll, g: ToyState, action: Action) -> None:
        g.scores["red"] += g.d6()
        g.tell("TY-1", "Red rolls")
        raise KeyError("a fault")

    with monkeypatch.context() as broken, pytest.raises(KeyError):
        broken.setattr(Roll, "take", faulty)
        match.take(Press("roll"))
    assert (match.state.digest(), match.number, list(match.lines), list(match.events), match.record()) == before
    same = Match.new(TOY, "plain", seed=1)
    for each in (match, same):
        each.take(Press("roll"))
    assert match.state.digest() == same.state.digest(), "the die that was rolled is rolled again"


def test_unknown_choices_list_what_there_is() -> None:
    with pytest.raises(UnknownChoice, match="plain"):
        Match.new(TOY, "fancy")
    with pytest.raises(UnknownChoice, match="turns"):
        Match.new(TOY, "plain", {"weather": "wet"})
    with pytest.raises(UnknownChoice, match="3, 5"):
        Match.new(TOY, "plain", {"turns": "4"})
    with pytest.raises(UnknownChoice, match="night-fight"):
        find_game("chess")


# ------------------------------------------------------------------ simultaneous answers


def test_sealed_answers_wait_for_each_other() -> None:
    match = to_bids(toy())
    assert [ask.side for ask in match.decision.asks] == ["red", "blue"]
    match.take(Press("2"), side="red")
    assert scores(match) == {"red": 0, "blue": 0}
    assert [ask.side for ask in match.decision.asks] == ["blue"]
    with pytest.raises(Illegal, match="GR-2"):
        match.take(Press("1"), side="red")
    match.take(Press("0"), side="blue")
    assert scores(match) == {"red": -2, "blue": 1}


def test_a_sealed_answer_survives_saving_and_stays_sealed() -> None:
    match = to_bids(toy())
    match.take(Press("2"), side="red")
    conformance.survives_json(match, random.Random(1))
    conformance.nothing_leaks(match, random.Random(2))


def test_a_sealed_answer_cannot_be_undone() -> None:
    match = to_bids(toy())
    match.take(Press("2"), side="red")
    assert not match.can_undo


# ------------------------------------------------------------------ undo


def to_look(match: Match) -> Match:
    to_bids(match)
    match.take(Press("1"), side="red")
    match.take(Press("1"), side="blue")
    return match


def test_a_roll_is_a_barrier() -> None:
    match = toy(3)
    match.take(Press("roll"))
    with pytest.raises(NothingToUndo):
        match.undo()


def test_a_reveal_is_a_barrier() -> None:
    match = to_look(toy())
    match.take(Pick("r1"))
    assert not match.can_undo


def test_another_sides_turn_is_a_barrier() -> None:
    match = to_look(toy())
    match.take(To("b2"))
    assert match.decision.side == "red"
    assert not match.can_undo


def test_redo_needs_something_undone() -> None:
    with pytest.raises(NothingToUndo):
        toy().redo()


# ------------------------------------------------------------------ open lists, odds, hints, clones


def test_an_open_list_accepts_what_no_rule_refuses() -> None:
    match = to_look(toy())
    assert To("b2") not in list(match.decision.actions)
    assert To("b2") in match.decision.actions
    refusal = match.why_not(To("z9"))
    assert refusal is not None
    assert TOY.rulebook.explain(refusal) == "TY-4: Rule 4 of the toy. The board has nine places."
    match.take(To("b2"))
    assert match.state.pieces["b1"].place == "b2"
    assert match.state.at == {"c3": ("r1",), "b2": ("b1",)}


def test_a_list_in_parts_is_worked_out_as_far_as_somebody_looks() -> None:
    worked: list[str] = []

    def later() -> Iterator[list[Action]]:
        for button in ("b", "c"):
            worked.append(button)
            yield [Press(button)]

    actions = Actions([Press("a")], paged=later())
    assert actions
    assert Press("a") in actions
    assert actions.part(0) == [Press("a")]
    assert not worked
    assert actions.part(1) == [Press("b")]
    assert worked == ["b"]
    assert list(actions) == [Press("a"), Press("b"), Press("c")]
    assert actions.part(3) is None
    assert Press("d") not in actions


def test_any_answer_may_be_chosen_each_as_likely_as_the_next() -> None:
    def offered() -> Actions:
        return Actions(Group([To(str(n)) for n in range(20)], lambda a: int(a.hex) % 2 == 0), [Press("end")])

    counts = Counter(offered().choice(random.Random(seed)) for seed in range(1100))
    assert set(counts) == {*(To(str(n)) for n in range(0, 20, 2)), Press("end")}
    assert 60 < min(counts.values()) <= max(counts.values()) < 145
    assert list(offered()) == [*(To(str(n)) for n in range(0, 20, 2)), Press("end")]
    assert To("3") not in offered() and To("2") in offered() and offered().first() == To("0")


def test_candidates_are_found_when_somebody_looks() -> None:
    asked: list[str] = []

    def find() -> list[To]:
        asked.append("found")
        return [To(str(n)) for n in range(9)]

    def is_late(action: To) -> bool:
        asked.append(action.hex)
        return action.hex not in "01"

    some = Actions([], Group(find, is_late))
    assert not asked and not some.is_known_empty
    assert some and asked == ["found", "0", "1", "2"]
    assert To("0") not in some and To("5") in some and asked[4:] == ["0", "5"]


def test_what_is_seldom_possible_is_found_all_the_same() -> None:
    rare = Group([To(str(n)) for n in range(500)], lambda action: action == To("77"))
    assert Actions(rare).choice(random.Random(1)) == To("77")
    assert not Actions(Group([To("1")], lambda _: False))


def test_words_are_found_when_somebody_reads_them() -> None:
    read: list[str] = []

    def words() -> str:
        read.append("once")
        return "Where to?"

    ask = Ask("red", words, Actions([To("1")]))
    assert not read
    assert ask.prompt == "Where to?"
    assert Ask("red", "Go?", Actions([To("1")])).prompt == "Go?"


def test_dice_of_which_only_the_worth_matters_are_run_once_for_each_worth() -> None:
    g, runs = toy().state.clone(), []
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        script, weight = waiting.pop()
        g.dice = ScriptedDice(script)
        try:
            runs.append((sum(g.cast(2)) >= 9, g.cast(1, lambda faces: faces[0] == 6) == (6,), weight))
        except Branch as branch:
            waiting += [((*script, *way), weight * share) for way, share in branch.ways]
    assert len(runs) == 11 * 2
    assert sum(weight for *_, weight in runs) == 1
    assert sum(weight for nine, six, weight in runs if nine and six) == Fraction(10, 36) * Fraction(1, 6)
    g.dice = RiggedDice([3, 5])
    assert g.cast(2) == (3, 5)


def test_odds_are_exact_fractions() -> None:
    odds = toy().odds(Press("roll"))
    assert odds is not None
    assert odds.chances == {"six": Fraction(1, 6), "nothing much": Fraction(5, 6)}
    assert str(odds) == "nothing much 83.3%, six 16.7%"
    assert toy().odds(Press("pass")) is None


def test_a_hint_is_the_best_judged_action() -> None:
    hint = toy().hint()
    assert hint.action == Press("roll") and hint.answers == (hint.action,)


def test_a_clone_has_dice_of_its_own() -> None:
    match = toy()
    twins = [match.clone(seed) for seed in range(40)]
    for twin in twins:
        twin.take(Press("roll"))
    assert {scores(twin)["red"] for twin in twins} == {0, 3}
    assert scores(match)["red"] == 0


def test_lines_for_one_side_stay_with_it() -> None:
    match = to_look(toy())
    match.take(Pick("r1"))
    assert "It is a 4" in [str(e) for e in match.log("blue")]
    assert "It is a 4" not in [str(e) for e in match.log("red")]
    assert "It is a 4" not in [str(e) for e in match.log()]


# ------------------------------------------------------------------ mistakes of a game's author


class Idle(Step, frozen=True):
    def run(self, g: ToyState) -> None:
        return None


class Mute(Step, frozen=True):
    def run(self, g: ToyState) -> None:
        g.ask("red", "?", [])


@pytest.mark.parametrize("step", [Idle(), Mute()])
def test_a_step_that_leads_nowhere_is_reported(step: Step) -> None:
    g = ToyState(steps=(step,))
    with pytest.raises(BrokenFlow):
        g.advance()


def test_a_state_without_dice_refuses_to_roll() -> None:
    with pytest.raises(OutOfDice):
        ToyState().d6()


def test_rigged_dice_refuse_impossible_faces() -> None:
    dice = RiggedDice([7])
    with pytest.raises(OutOfDice):
        dice.pick(6)
    with pytest.raises(OutOfDice):
        RiggedDice([]).pick(6)
