"""What people are asked in a match, counted."""

from __future__ import annotations

import random

from grognard.engine import Action, Match, Press, RandomDice, Step
from tests.engine.toy import TOY, ToyState
from tools.answers_per_turn import Flow, _count

GO, STAY, END = Press("go"), Press("stay"), Press("end")


class Last(Step, frozen=True):
    """Nothing is left but to end."""

    def run(self, g: ToyState) -> None:
        g.ask("red", "All have moved", [END])

    def take(self, g: ToyState, action: Action) -> None:
        g.done()


class Choice(Step, frozen=True):
    """A choice, and then nothing is left but to end."""

    def run(self, g: ToyState) -> None:
        g.ask("red", "Go?", [GO, STAY])

    def take(self, g: ToyState, action: Action) -> None:
        g.swap(Last())


def asked(step: Step, *answers: Action) -> Flow:
    """What is counted when this is asked and so answered."""
    g = TOY.rules.start("plain", {"turns": "3"})
    g.steps = (*g.steps, step)
    g.advance()
    match, flow = Match(TOY, g, RandomDice(random.Random(1)), []), Flow()
    for action in answers:
        _count(flow, match, match.decision.asks[0], action, "")
        match.take(action, "red")
    return flow


def test_a_question_with_one_answer_is_a_fault_unless_a_choice_can_be_taken_back() -> None:
    lone, waits = asked(Last(), END), asked(Choice(), GO, END)
    assert (lone.lone, lone.waits) == (1, 0) and lone.faults
    assert (waits.lone, waits.waits) == (0, 1) and not waits.faults


def test_answers_that_leave_a_unit_where_it_is_are_counted() -> None:
    assert (asked(Choice(), STAY, END).stays, asked(Choice(), GO, END).stays) == (1, 0)
