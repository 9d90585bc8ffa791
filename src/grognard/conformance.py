"""What every game must hold to, whatever its rules. The test suite and the fuzzer ask these of each installed game.

Each check raises AssertionError with a sentence that says what is wrong.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

from grognard.engine import Action, Game, Illegal, Match, Odds, Pick, Press, RandomDice, State, To, View
from grognard.engine.odds import answer_and_pass
from grognard.engine.state import OutcomeReached


def check_position(match: Match, rng: random.Random) -> None:
    """Everything that can be asked of a position without changing the match."""
    for check in (invariants, clone_is_independent, survives_json, asking_changes_nothing, actions_are_sound):
        check(match, rng)
    nothing_leaks(match, rng)
    refuses_the_rest(match, rng)


# ------------------------------------------------------------------ states


def invariants(match: Match, rng: random.Random) -> None:
    """The game's own invariants hold, and the state keeps to the shapes that make clones cheap."""
    match.game.rules.check(match.state)
    for name, value in match.state._saved().items():
        assert not isinstance(value, list | set), f"state field {name} must be a tuple or a dict"
    for step in match.state.steps:
        assert type(step) in match.game.rules.steps, f"{type(step).__name__} is not among the game's steps"


def clone_is_independent(match: Match, rng: random.Random) -> None:
    """Playing on in a clone leaves the original untouched."""
    before = match.state.digest()
    twin = match.clone(seed=rng.randrange(1 << 30))
    assert twin.state.digest() == before, "a clone is another position"
    for _ in range(3):
        if twin.over:
            break
        ask = rng.choice(twin.decision.asks)
        twin.take(rng.choice(ask.actions), ask.side)
    assert match.state.digest() == before, "playing in a clone changed the original"


def survives_json(match: Match, rng: random.Random) -> None:
    """A state read back from its JSON is the same position and asks the same."""
    again = match.game.rules.codec.read_state(match.state.to_json())
    assert again.digest() == match.state.digest(), "a state changes on its way through JSON"
    again.advance()
    assert questions(again) == questions(match.state), "a loaded state asks something else"


def asking_changes_nothing(match: Match, rng: random.Random) -> None:
    """A step that asks has no effect before it is answered."""
    twin = match.state.clone()
    twin.advance()
    assert twin.digest() == match.state.digest(), f"{match.state.steps[-1]!r} changes something before it asks"
    assert questions(twin) == questions(match.state), "asking again asks something else"


def questions(state: State[Any]) -> list[tuple[str, str, str, list[Action]]]:
    """What is asked of whom, in a form that can be compared."""
    return [(ask.side, ask.prompt, ask.cite, list(ask.actions)) for ask in state.asks]


# ------------------------------------------------------------------ actions


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


def refuses_the_rest(match: Match, rng: random.Random, count: int = 12) -> None:
    """Unlisted actions are refused with a rule of the ledger, and change nothing."""
    before = match.state.digest()
    ask = rng.choice(match.decision.asks)
    for action in conceivable(match, rng, count):
        if action in ask.actions:
            continue
        refusal = match.why_not(action, ask.side)
        assert refusal is not None, f"{action!r} is neither offered nor refused"
        assert refusal.rule in match.game.rulebook, f"the refusal of {action!r} cites unknown rule {refusal.rule}"
        try:
            match.take(action, ask.side)
        except Illegal as error:
            assert error.refusal == refusal
        else:
            raise AssertionError(f"{action!r} was taken although it is not offered")
    assert match.state.digest() == before, "a refused action changed the position"


def conceivable(match: Match, rng: random.Random, count: int) -> list[Action]:
    """Actions somebody could try: any piece, any place, any button, whatever is being asked."""
    state, game = match.state, match.game
    pieces = [*state.pieces, "nobody"]
    places = [*(p for p in state.at), "0000", ""]
    tries: list[Action] = []
    for _ in range(count):
        kind = rng.choice(list(game.rules.actions))
        fields = msgspec.structs.fields(kind)
        values: list[Any] = []
        for field in fields:
            if field.type is int:
                values.append(rng.randrange(-5, 5000))
            elif field.name == "hex":
                values.append(rng.choice(places))
            else:
                values.append(rng.choice([*pieces, "end", "back", "nonsense"]))
        try:
            tries.append(msgspec.convert(dict(zip((f.name for f in fields), values, strict=True)), kind))
        except msgspec.ValidationError:
            continue
    return tries or [Pick("nobody"), To("0000"), Press("nonsense")]


# ------------------------------------------------------------------ hidden information


def nothing_leaks(match: Match, rng: random.Random) -> None:
    """Dealing the unknown anew changes nothing a side can see, read or be asked."""
    for side in (*match.sides, None):
        seen = match.view(side)
        dealt = match.game.rules.determinize(match.state, side, rng)
        _same_view(match.game.rules.view(dealt, side), seen, side)
        for piece in rng.sample(seen.pieces, min(3, len(seen.pieces))):
            reach = match.game.face.reach
            there = reach(match.state, side, piece.id)
            assert reach(dealt, side, piece.id) == there, f"the reach of {piece.id} tells something hidden"
        ask = match.decision.of(side) if side else None
        if side is None or ask is None:
            continue
        dealt.advance()
        other = next((a for a in dealt.asks if a.side == side), None)
        assert other is not None, f"{side} is asked only because of something it may not know"
        assert other.prompt == ask.prompt, f"the prompt of {side} tells something hidden: {ask.prompt!r}"
        assert list(other.actions) == list(ask.actions), f"the choices of {side} tell something hidden"


def _same_view(a: View, b: View, side: str | None) -> None:
    if a == b:
        return
    for name in a.__struct_fields__:
        if getattr(a, name) != getattr(b, name):
            raise AssertionError(f"the view of {side} shows something hidden in {name}")


def undo_shows_nothing(match: Match, side: str, action: Action, rng: random.Random) -> None:
    """What can be undone freely has told its side nothing: in any deal it leads to the same view."""
    outcome = _try(match.game, match.state.clone(), side, action, seed=1)
    if outcome is None or outcome[0].outcomes or outcome[0].revealed:
        return
    dealt = match.game.rules.determinize(match.state, side, rng)
    dealt.advance()
    other = _try(match.game, dealt, side, action, seed=1)
    assert other is not None
    _same_view(match.game.rules.view(other[0], side), match.game.rules.view(outcome[0], side), side)


def log_tells_only_what_is_seen(match: Match, side: str, action: Action, rng: random.Random) -> None:
    """Where two deals end in the same view, their log lines for that side are the same."""
    dealt = match.game.rules.determinize(match.state, side, rng)
    dealt.advance()
    first = _try(match.game, match.state.clone(), side, action, seed=5)
    second = _try(match.game, dealt, side, action, seed=5)
    if first is None or second is None or first[0].outcomes != second[0].outcomes:
        return
    if match.game.rules.view(first[0], side) != match.game.rules.view(second[0], side):
        return
    lines = [[str(e) for e in events if e.visible_to(side)] for _, events in (first, second)]
    assert lines[0] == lines[1], f"the log of {side} tells something hidden: {lines}"


def _try(game: Game, state: State[Any], side: str, action: Action, seed: int) -> tuple[State[Any], list[Any]] | None:
    """The state after an answer with dice of its own, and the events on the way."""
    state.dice, state.events = RandomDice(random.Random(seed)), []
    events = state.events
    state.answer(side, action)
    return state, events


# ------------------------------------------------------------------ log and odds


def log_is_sound(match: Match) -> None:
    """Every line can be read and cites a rule of the ledger."""
    for event in match.events:
        assert event.cite in match.game.rulebook, f"the log cites unknown rule {event.cite}: {event}"
        assert str(event)


def odds_are_true(match: Match, side: str, action: Action, rng: random.Random, samples: int = 300) -> Odds | None:
    """Exact odds add up to one and agree with sampling."""
    odds = match.odds(action, side)
    if odds is None:
        return None
    assert sum(odds.chances.values()) == 1, f"odds of {action!r} add up to {sum(odds.chances.values())}"
    counted: Counter[str] = Counter()
    for _ in range(samples):
        trial = match.state.clone()
        trial.dice, trial.watching = RandomDice(rng), True
        try:
            answer_and_pass(trial, side, action)
            counted["nothing"] += 1
        except OutcomeReached as reached:
            counted[reached.name] += 1
    for name in {*counted, *odds.chances}:
        chance = float(odds.chances.get(name, Fraction(0)))
        spread = 5 * (chance * (1 - chance) / samples) ** 0.5 + 1 / samples
        assert abs(counted[name] / samples - chance) <= spread, f"{name}: odds {chance:.3f}, sampled {counted[name]}"
    return odds


# ------------------------------------------------------------------ whole matches


def play(match: Match, rng: random.Random, limit: int = 60_000) -> int:
    """Play a match at random to its end; returns the number of answers. AssertionError if it does not end."""
    for answers in range(limit):
        if match.over:
            return answers
        ask = rng.choice(match.decision.asks)
        match.take(rng.choice(ask.actions), ask.side)
    raise AssertionError(f"the match does not end within {limit} answers")


def scenarios(games: Iterable[Game]) -> list[tuple[Game, str]]:
    """Every scenario of every game."""
    return [(game, scenario) for game in games for scenario in game.scenarios]
