"""Orders as macro actions."""

from __future__ import annotations

from grognard.engine.match.command import Command, Intent
from grognard.env import GrognardEnv, Macros


def test_an_order_to_a_formation_is_as_many_steps_as_its_plan_has_answers() -> None:
    env = GrognardEnv("korsun", "campaign")
    env.reset(seed=1)
    macros = Macros(env)
    offered = macros.offered()
    assert Command(Intent("finish")) in offered
    corps = next(order for order in offered if "S-5MC-2" in order.units)
    before = {unit: piece.place for unit, piece in env.match.state.pieces.items()}
    answers = len(env.match.command("Soviet", corps).answers)
    assert macros.step(corps) is None
    assert env.match.number == answers > 0
    moved = {unit for unit, piece in env.match.state.pieces.items() if piece.place != before[unit]}
    assert moved and moved <= set(corps.units)


def test_macros_play_a_turn_to_its_end() -> None:
    env = GrognardEnv("folio", "bir-salem")
    env.reset(seed=1)
    macros = Macros(env)
    for _ in range(60):
        number = env.match.number
        if env.match.over or env.match.view().turn > 1:
            break
        macros.step(Command(Intent("finish")))
        if env.match.number == number:
            env.answer(env.match.decision.asks[0].actions[0])
    assert env.match.view().turn > 1
