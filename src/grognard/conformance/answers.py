"""Answers: what is offered is what is accepted, and every refusal names a rule."""

from __future__ import annotations

import random

import msgspec

from grognard.conformance.tries import Tries, conceivable
from grognard.engine import Action, Ask, Deed, Doing, Illegal, Match, Refusal

OPEN_TRIES = 5  # answers beyond the list that are carried out to see that they can be


def actions_are_sound(match: Match, rng: random.Random) -> None:
    """Listed actions are distinct, legal, have a phrase, and go through JSON."""
    game = match.game
    for ask in match.decision.asks:
        assert ask.side in match.sides, f"{ask.side} is asked but is no side"
        assert not ask.cite or ask.cite in game.rulebook, f"the prompt cites unknown rule {ask.cite}"
        assert len(set(ask.actions)) == len(ask.actions), f"{ask.prompt!r} offers the same action twice"
        for action in ask.actions:
            assert game.rules.codec.knows(action), f"{action!r} is not among the game's actions"
            assert action in ask.actions
            assert game.face.describe(match.state, action), f"{action!r} has no description"
        sample = rng.choice(ask.actions)
        assert game.rules.codec.read_action(msgspec.json.encode(sample)) == sample, f"{sample!r} does not survive JSON"
        assert match.why_not(sample, ask.side) is None, f"{sample!r} is offered and refused"


def offered_is_not_refused(match: Match, rng: random.Random) -> None:
    """The step itself, asked about what it offers, has nothing against it."""
    step = match.state.steps[-1]
    for ask in match.decision.asks:
        for action in ask.actions:
            refusal = step.why_not(match.state, ask.side, action)
            assert refusal is None, (
                f"{type(step).__name__} offers {action!r}, but asked why not it answers {_told(match, refusal)}"
            )


def draws_what_is_offered(match: Match, rng: random.Random) -> None:
    """Whoever wants any one answer gets one of those listed; and each of them could be drawn, once."""
    state = match.state.clone()
    state.asks = ()
    state.steps[-1].run(state)
    step = state.steps[-1]
    asks: tuple[Ask, ...] = state.asks
    for ask in asks:
        drawn = ask.actions.draw(rng)
        assert drawn in list(ask.actions), f"{drawn!r} is drawn and not offered"
        if isinstance(step, Doing):
            found = list(step.unsifted(state))
            assert len(set(found)) == len(found), f"{type(step).__name__} has two lots for one deed"
            assert set(found) == set(ask.actions), f"{type(step).__name__} draws from other deeds than it offers"


def finds_the_best(match: Match, rng: random.Random) -> None:
    """The answers that a mind finds best without judging all are those that judging all finds best, and allowed."""
    mind = match.game.mind
    if mind.best is None:
        return
    for weights in (None, mind.fitted):
        for ask in match.decision.asks:
            state = match.state.clone()
            state.judge_by(weights)
            found, answers = mind.best(state, ask), mind.considered(state, ask)
            if found is not None:
                worth = mind.judged(state, ask.side, answers)
                best = [answer for answer, value in zip(answers, worth, strict=True) if value == max(worth)]
                assert list(found) == best, f"{found} are said to be the best and not {best}"


def refuses_the_rest(match: Match, rng: random.Random, count: int = 12) -> None:
    """Unlisted actions are refused with a rule of the ledger, and change nothing."""
    before = match.state.digest()
    ask = rng.choice(match.decision.asks)
    for action in conceivable(match, rng, count):
        if action in ask.actions:
            continue
        refusal = _refusal(match, ask, action)
        assert refusal is not None, f"{action!r} is neither offered nor refused"
        try:
            match.take(action, ask.side)
        except Illegal as error:
            assert error.refusal == refusal
        else:
            raise AssertionError(f"{action!r} was taken although it is not offered")
    assert match.state.digest() == before, "a refused action changed the position"


def nothing_else_is_accepted(match: Match, rng: random.Random, tries: Tries, count: int = 400) -> int:
    """Of everything that could be tried, what is accepted is listed, or of a kind that the question is open for.

    A deed is asked itself too: one that nothing speaks against is offered. Returns how much was tried.
    """
    before, tried = match.state.digest(), 0
    for ask in match.decision.asks:
        listed, beyond = set(ask.actions), list[Action]()
        for action in tries.of(match, rng, count):
            tried += 1
            refusal = _refusal(match, ask, action)
            if action in listed:
                assert refusal is None, f"{action!r} is offered and refused"
            elif refusal is None:
                kinds = ask.actions.open_kinds
                assert isinstance(action, kinds), f"{action!r} is accepted, but neither offered nor of an open kind"
                beyond.append(action)
            else:
                _deed_has_a_word(match, ask, action)
        for action in rng.sample(beyond, min(OPEN_TRIES, len(beyond))):
            match.clone(seed=1).take(action, ask.side)
    assert match.state.digest() == before, "asking about an action changed the position"
    return tried


def _deed_has_a_word(match: Match, ask: Ask, action: Action) -> None:
    """A deed that is not accepted has a refusal of its own, or one of the step that asks for it."""
    step = match.state.steps[-1]
    if not (isinstance(step, Doing) and isinstance(action, Deed) and any(type(action) in part for part in step.deeds)):
        return
    if getattr(action, "piece", None) not in (None, *match.state.pieces):
        return
    assert step.why_not(match.state, ask.side, action) is not None, (
        f"nothing speaks against {action!r}, and yet it is not offered: its candidates leave it out"
    )


def _refusal(match: Match, ask: Ask, action: Action) -> Refusal | None:
    """Why not this; whatever is asked, there is an answer, and it names a rule."""
    try:
        refusal = match.why_not(action, ask.side)
    except Exception as error:
        raise AssertionError(f"asked why not {action!r}, {match.state.steps[-1]!r} fails with {error!r}") from error
    if refusal is not None:
        assert refusal.rule in match.game.rulebook, f"the refusal of {action!r} cites unknown rule {refusal.rule}"
    return refusal


def _told(match: Match, refusal: Refusal) -> str:
    return match.game.rulebook.explain(refusal) if refusal.rule in match.game.rulebook else repr(refusal)


def every_click_has_an_answer(match: Match, rng: random.Random, count: int = 12) -> None:
    """A click on any piece or place that a side can see is allowed, or refused with a rule; it is never a fault."""
    ground = match.game.face.ground(match.state.scenario_id)
    for ask in match.decision.asks:
        pieces = [piece.id for piece in match.view(ask.side).pieces]
        for field, values in (("piece", pieces), ("hex", ground.places if ground else ())):
            for value in rng.sample(values, min(count, len(values))):
                for kind in match.game.rules.actions:
                    if kind.__struct_fields__ == (field,):
                        refusal = match.why_not(kind(**{field: value}), ask.side)
                        assert refusal is None or refusal.rule in match.game.rulebook, f"{value}: {refusal}"
