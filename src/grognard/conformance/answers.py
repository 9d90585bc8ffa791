"""Answers: what is offered is what is accepted, and every refusal names a rule."""

from __future__ import annotations

import random
from collections import Counter

import msgspec

from grognard.conformance.attempts import Attempts, conceivable
from grognard.conformance.refusals import Refused
from grognard.conformance.spots import Broken
from grognard.engine import Action, Ask, ChoiceStep, Deed, Illegal, Match, Refusal

OPEN_TRIES = 5  # answers beyond the list that are carried out to see that they can be


def actions_are_sound(match: Match, rng: random.Random) -> None:
    """Listed actions are distinct, legal, have a phrase, and go through JSON."""
    game = match.game
    for ask in match.decision.asks:
        assert ask.side in match.sides, f"{ask.side} is asked but is no side: {match.sides}"
        assert not ask.cite or ask.cite in game.rulebook, f"the prompt cites unknown rule {ask.cite}"
        twice = [action for action, times in Counter(ask.actions).items() if times > 1]
        if twice:
            raise Broken(f"{ask.prompt!r} offers the same action twice: {twice[0]!r}", ask.side, twice[0])
        for action in ask.actions:
            _action_is_sound(match, ask, action)
        sample = rng.choice(ask.actions)
        again = game.rules.codec.read_action(msgspec.json.encode(sample))
        if again != sample:
            raise Broken(f"{sample!r} does not survive JSON: it is read as {again!r}", ask.side, sample)
        refusal = match.why_not(sample, ask.side)
        if refusal is not None:
            raise Broken(f"{sample!r} is offered and refused: {_told(match, refusal)}", ask.side, sample)


def _action_is_sound(match: Match, ask: Ask, action: Action) -> None:
    """A listed action is one of the game's, is found in its list, and has a phrase."""
    if not match.game.rules.codec.knows(action):
        raise Broken(f"{action!r} is not among the game's actions", ask.side, action)
    if action not in ask.actions:
        raise Broken(f"{action!r} is listed, and yet not in the list", ask.side, action)
    if not match.game.face.describe(match.state, action):
        raise Broken(f"{action!r} has no description", ask.side, action)


def offered_is_not_refused(match: Match, rng: random.Random) -> None:
    """The step itself, asked about what it offers, has nothing against it."""
    step = match.state.steps[-1]
    for ask in match.decision.asks:
        for action in ask.actions:
            refusal = step.why_not(match.state, ask.side, action)
            if refusal is not None:
                words = f"{type(step).__name__} offers {action!r}, but asked why not it answers {_told(match, refusal)}"
                raise Broken(words, ask.side, action)


def draws_what_is_offered(match: Match, rng: random.Random) -> None:
    """Whoever wants any one answer gets one of those listed; and each of them could be drawn, once."""
    state = match.state.clone()
    state.asks = ()
    state.steps[-1].run(state)
    asks: tuple[Ask, ...] = state.asks
    for ask in asks:
        drawn = ask.actions.choice(rng)
        assert drawn in list(ask.actions), f"{drawn!r} is drawn and not offered"


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
                if list(found) != best:
                    raise Broken(f"{found} are said to be the best and not {best}", ask.side, best[0])


def refuses_the_rest(match: Match, rng: random.Random, count: int = 12) -> None:
    """Unlisted actions are refused with a rule of the ledger, and change nothing."""
    before = match.state.digest()
    ask = rng.choice(match.decision.asks)
    for action in conceivable(match, rng, count):
        if action in ask.actions:
            continue
        refusal = _refusal(match, ask, action)
        if refusal is None:
            raise Broken(f"{action!r} is neither offered nor refused", ask.side, action)
        try:
            match.take(action, ask.side)
        except Illegal as error:
            if error.refusal != refusal:
                words = f"{action!r} is refused for two reasons: {refusal} or {error.refusal}"
                raise Broken(words, ask.side, action) from error
        else:
            raise Broken(f"{action!r} was taken although it is not offered", ask.side, action)
    assert match.state.digest() == before, "a refused action changed the position"


def nothing_else_is_accepted(
    match: Match, rng: random.Random, tries: Attempts, count: int = 400, refused: Refused | None = None
) -> int:
    """Of everything that could be tried, what is accepted is listed, or of a kind that the question is open for.

    A deed is asked itself too: one that nothing speaks against is offered. What is `refused` is told to whoever proves
    refusals. Returns how much was tried.
    """
    before, tried = match.state.digest(), 0
    for ask in match.decision.asks:
        listed, beyond = set(ask.actions), list[Action]()
        for action in tries.of(match, rng, count):
            tried += 1
            refusal = _refusal(match, ask, action)
            if action in listed:
                if refusal is not None:
                    raise Broken(f"{action!r} is offered and refused: {_told(match, refusal)}", ask.side, action)
            elif refusal is None:
                if not isinstance(action, ask.actions.open_kinds):
                    words = f"{action!r} is accepted, but neither offered nor of an open kind"
                    raise Broken(words, ask.side, action)
                beyond.append(action)
            else:
                _deed_has_a_word(match, ask, action)
                if refused is not None:
                    refused.hear(ask.side, action, refusal)
        for action in rng.sample(beyond, min(OPEN_TRIES, len(beyond))):
            match.clone(seed=1).take(action, ask.side)
    assert match.state.digest() == before, "asking about an action changed the position"
    return tried


def _deed_has_a_word(match: Match, ask: Ask, action: Action) -> None:
    """A deed that is not accepted has a refusal of its own, or one of the step that asks for it."""
    step = match.state.steps[-1]
    if not isinstance(step, ChoiceStep) or not isinstance(action, Deed) or step.deed_of(match.state, action) is None:
        return
    if getattr(action, "piece", None) not in (None, *match.state.pieces):
        return
    if step.why_not(match.state, ask.side, action) is None:
        words = f"nothing speaks against {action!r}, and yet it is not offered: its candidates leave it out"
        raise Broken(words, ask.side, action)


def _refusal(match: Match, ask: Ask, action: Action) -> Refusal | None:
    """Why not this; whatever is asked, there is an answer, and it names a rule."""
    try:
        refusal = match.why_not(action, ask.side)
    except Exception as error:
        words = f"asked why not {action!r}, {match.state.steps[-1]!r} fails with {error!r}"
        raise Broken(words, ask.side, action) from error
    if refusal is not None and refusal.rule not in match.game.rulebook:
        raise Broken(f"the refusal of {action!r} cites unknown rule {refusal.rule}", ask.side, action)
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
                        if refusal is not None and refusal.rule not in match.game.rulebook:
                            raise Broken(f"a click on {value} is refused by {refusal}, which is no rule", ask.side)
