"""A staff: orders become plans of ordinary answers, which halt where something is known that was not known."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import pytest

import grognard
from bench.staff import drill
from grognard.engine import SHELF, Illegal, Match, Stale
from grognard.engine.core.decision import Unclear
from grognard.engine.game.mind import phase_now
from grognard.engine.match.command import Command, Intent, Past, Signed, able, formations, in_group, read_command
from grognard.engine.match.onward import comes_back
from grognard.engine.match.plan import LINES, take_back
from grognard.players.simple import DoctrinePlayer


def korsun() -> Match:
    return grognard.new("korsun", "campaign", seed=1)


def later(game: str, scenario: str, answers: int) -> Match:
    """A match that sensible players have begun."""
    match, rng, player = grognard.new(game, scenario, seed=1), random.Random(1), DoctrinePlayer()
    for _ in range(answers):
        ask = match.decision.asks[0]
        match.take(player.choose(match, ask, rng), ask.side)
    return match


def corps(match: Match) -> Sequence[str]:
    return formations(match, "Soviet", able(match, "Soviet"))["5th Mechanized Corps"]


@pytest.mark.parametrize("game", sorted(SHELF))
def test_random_orders_in_random_positions(game: str) -> None:
    """Every answer is legal, every halt says why, another deal of the same view gives the same plan, undo is exact."""
    for tried in drill([game], 6, seed=3):
        assert not tried.faults, tried


def test_a_plan_changes_nothing_and_is_the_same_twice() -> None:
    match = korsun()
    before = match.state.digest()
    first, second = (match.plan("Soviet", corps(match), "go", "Yurkovka") for _ in range(2))
    assert first == second
    assert match.state.digest() == before and match.number == 0


def test_a_formation_goes_where_it_is_sent_and_nobody_else_moves() -> None:
    match = korsun()
    units = set(corps(match))
    before = {unit: piece.place for unit, piece in match.state.pieces.items()}
    plan = match.plan("Soviet", ["5th Mechanized Corps"], "go", "Yurkovka")
    done = plan.carry_out(match)
    moved = {unit for unit, piece in match.state.pieces.items() if piece.place != before[unit]}
    assert moved == units
    assert match.state.pieces["S-5MC-2"].place == "1629", "it stands in Yurkovka"
    assert done.halt is None and done.left is None
    assert take_back(match, done) == done.answers
    assert {unit: piece.place for unit, piece in match.state.pieces.items()} == before


def test_a_plan_is_read_in_a_dozen_lines_that_stand_for_all_rows() -> None:
    plan = korsun().plan("Soviet")
    assert len(plan.rows) > LINES
    lines = plan.lines
    assert len(lines) <= LINES
    assert sorted(i for line in lines for i in line.rows) == list(range(len(plan.rows)))


def test_a_unit_can_be_taken_out_sent_elsewhere_and_put_first() -> None:
    match = korsun()
    plan = match.plan("Soviet", corps(match), "go", "Yurkovka")
    out = match.command("Soviet", plan.without("S-5MC-2"))
    assert all("S-5MC-2" not in row.units for row in out.rows)
    other = match.command("Soviet", plan.sending("S-5MC-2", "1623"))
    assert next(row for row in other.rows if row.units == ("S-5MC-2",)).to == "1623"
    first = match.command("Soviet", plan.first("S-5MC-1228"))
    assert first.rows[0].units == ("S-5MC-1228",)
    assert [match.command("Soviet", c).command.way for c in (plan.another(),)] == ["closer"]


def test_a_plan_of_yesterday_is_stale() -> None:
    match = korsun()
    plan = match.plan("Soviet", corps(match), "go", "Yurkovka")
    match.take(match.decision.actions[0])
    before = match.state.digest()
    with pytest.raises(Stale, match="Plan again"):
        plan.carry_out(match)
    assert match.state.digest() == before


def test_it_halts_when_a_die_falls_says_what_it_showed_and_goes_on() -> None:
    match = later("tank-leader", "steppe-patrol", 23)
    side = match.decision.side
    plan = match.plan(side, (), "shoot")
    assert plan.rows[0].halts == "a die falls"
    assert "%" in plan.rows[0].price
    done = plan.carry_out(match)
    assert done.halt is not None and done.halt.why == "die"
    assert "fires at" in done.halt.words
    assert done.left is not None and done.back == 0


def test_an_order_need_not_halt_for_dice_and_others_turns() -> None:
    match = later("tank-leader", "steppe-patrol", 23)
    side = match.decision.side
    once = match.clone(1).obey(side, Command(Intent("shoot")))
    assert once.halt is not None and once.halt.why == "die" and once.rows == 1
    done = match.obey(side, Command(Intent("shoot"), past=("die", "enemy")))
    assert done.answers > once.answers
    assert done.halt is None or done.halt.why not in ("die", "enemy") or done.left is None


def test_who_cannot_do_it_stays_behind_and_the_plan_says_why() -> None:
    match = korsun()
    plan = match.plan("Soviet", corps(match), "shoot")
    assert not plan.rows
    assert {stay.why for stay in plan.stays} == {"it has no target"}
    hold = match.plan("Soviet", corps(match), "hold")
    assert not hold.rows and {stay.why for stay in hold.stays} == {"it holds"}


def test_a_unit_that_must_be_told_to_hold_is_told() -> None:
    match = later("red-actions", "lezhanka", 3)
    plan = match.plan(match.decision.side, able(match, match.decision.side)[:2], "hold")
    assert [type(row.answers[-1]).__name__ for row in plan.rows] == ["Hold", "Hold"]


def test_a_purchase_and_an_entry_are_two_orders() -> None:
    match = grognard.new("night-fight", "kiev", seed=1)
    match.plan("german").carry_out(match)
    assert match.decision.prompt == "Bring your units onto the map"
    plan = match.plan("german", (), "go", "1635")
    assert {unit for row in plan.rows for unit in row.units} == set(able(match, "german"))
    plan.carry_out(match)
    assert all(piece.place for piece in match.state.pieces.values() if piece.side == "german")


def test_set_up_is_planned_too() -> None:
    match = later("panzer-blitz", "filandriers", 6)
    plan = match.plan("british")
    assert [len(row.units) for row in plan.rows] == [1] * 8
    plan.carry_out(match)
    assert match.view("british").turn == 1


def test_orders_are_typed() -> None:
    match = korsun()
    assert read_command(match, "Soviet", "finish") == Command(Intent("finish"))
    assert read_command(match, "Soviet", "all attack 2616") == Command(Intent("attack", "2616"))
    assert read_command(match, "Soviet", "5th mechanized corps withdraw to 1320").intent == Intent("withdraw", "1320")
    assert set(in_group(match, "Soviet", "5th Mechanized Corps")) == set(corps(match))


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (Command(Intent("go")), "Where to"),
        (Command(Intent("go", "9999")), "no place or enemy in sight"),
        (Command(Intent("hold"), ("nobody",)), "There is no unit 'nobody'"),
        (Command(Intent("hold"), ("G-72-105",)), "There is no unit 'G-72-105' on your side"),
    ],
)
def test_an_order_that_nobody_can_follow_says_why(command: Command, says: str) -> None:
    match = korsun()
    with pytest.raises(Unclear, match=says):
        match.command("Soviet", command)


def test_only_who_is_asked_gives_orders() -> None:
    with pytest.raises(Illegal):
        korsun().plan("German")
    with pytest.raises(Unclear, match="There is no intent"):
        korsun().plan("Soviet", (), "dance")


def test_a_plan_is_drawn_as_arrows() -> None:
    match = korsun()
    plan = match.plan("Soviet", corps(match), "go", "Yurkovka")
    drawn = plan.drawn("<svg></svg>")
    assert drawn.count("class='planned'") == len(plan.rows)


def past_set_up(game: str, scenario: str, side: str) -> Match:
    """A match in which the side has to choose its first fight."""
    match, rng, player = grognard.new(game, scenario, seed=1), random.Random(1), DoctrinePlayer()
    while not (match.decision.side == side and "attack" in match.decision.prompt):
        ask = match.decision.asks[0]
        match.take(player.choose(match, ask, rng), ask.side)
    return match


def test_all_fights_of_a_phase_are_foreseen_each_in_one_act() -> None:
    match = past_set_up("korsun", "campaign", "Soviet")
    before = match.state.digest()
    plan = match.plan("Soviet")
    fights = [row for row in plan.rows if row.halts == "a die falls" or row.halts == "the other side is asked"]
    assert len(fights) > 8
    assert len({row.mark for row in plan.rows}) == len(plan.rows)
    assert all(row.start and row.end for row in fights if row.text.startswith("attack")), "they are drawn as arrows"
    assert match.state.digest() == before


def stops(match: Match, side: str, past: tuple[Past, ...]) -> tuple[int, list[str]]:
    """How often an order to finish a phase stops its player, and what was told by the way; others follow doctrine."""
    rng, player, phase = random.Random(1), DoctrinePlayer(), phase_now(match.state)
    left: Command | None = Command(Intent("finish"), past=past)
    count, told = 0, list[str]()
    while left is not None and phase_now(match.state) == phase:
        if match.decision.of(side) is None:
            ask = match.decision.asks[0]
            match.take(player.choose(match, ask, rng), ask.side)
            continue
        done = match.obey(side, left)
        left, waits = done.left, comes_back(done)
        count += not waits
        told += [*done.told, *([done.halt.words] if waits and done.halt is not None else [])]
        left = left if waits or left is None else msgspec.structs.replace(left, signed=None)
    return count, told


def test_a_roll_that_was_expected_and_changes_nothing_is_told_and_does_not_halt() -> None:
    every, said = stops(past_set_up("korsun", "campaign", "Soviet"), "Soviet", ())
    fewer, told = stops(past_set_up("korsun", "campaign", "Soviet"), "Soviet", ("expected",))
    assert every > 12 and not said
    assert fewer < every / 3
    assert len(told) > 8 and any("Attack on" in words for words in told)


def test_it_halts_where_the_rest_is_no_longer_what_was_accepted_and_says_what() -> None:
    match = past_set_up("korsun", "campaign", "Soviet")
    before, seen = match.state.digest(), tuple(piece.id for piece in match.view("Soviet").pieces)
    signed = Signed(("0123 attack Shenderovka",), seen, 99, phase_now(match.state))
    done = match.obey("Soviet", Command(Intent("finish"), past=("expected",), signed=signed))
    assert done.answers == 0 and match.state.digest() == before
    assert done.halt is not None and done.halt.why == "changed"
    assert done.halt.words.startswith("No longer in the plan: attack Shenderovka. New in the plan:")
    assert done.left is not None and done.left.signed is None, "to go on is to accept it as it stands now"
    blind = msgspec.structs.replace(signed, acts=(), seen=(), depth=0)
    sighted = match.obey("Soviet", Command(Intent("finish"), past=("expected",), signed=blind))
    assert sighted.halt is not None and "In sight now" in sighted.halt.words


def test_what_is_left_of_an_order_ends_with_its_phase() -> None:
    match = korsun()
    plan = match.plan("Soviet", corps(match), "go", "Yurkovka")
    left = next(plan.carrying(match)).left
    assert left is not None and left.signed is not None and "Movement" in left.signed.phase
    elsewhere = past_set_up("korsun", "campaign", "Soviet")
    before = elsewhere.state.digest()
    done = elsewhere.obey("Soviet", left)
    assert done.answers == 0 and done.left is None
    assert done.halt is not None and "phase" in done.halt.words
    assert elsewhere.state.digest() == before


def test_orders_to_two_formations_are_one_plan() -> None:
    match = korsun()
    armour = formations(match, "Soviet", able(match, "Soviet"))["5th Guards Cavalry Corps"]
    first = Command(Intent("go", "Yurkovka"), tuple(corps(match)))
    second = Command(Intent("hold"), tuple(armour[:2]))
    third = Command(Intent("go", "2912"), tuple(armour[2:]))
    both = first.with_order(second).with_order(third)
    assert both.says() == "go to Yurkovka; 2 units hold where they are"
    assert both.goals["S-5MC-2"] == "Yurkovka" if "S-5MC-2" in both.goals else both.goal("S-5MC-2") == "Yurkovka"
    plan = match.command("Soviet", both)
    moving = {unit for row in plan.rows for unit in row.units}
    assert moving & set(corps(match)) and moving & set(armour[2:])
    assert not moving & set(armour[:2])
    with pytest.raises(Unclear, match="names its units"):
        first.with_order(Command(Intent("finish")))


def test_one_unit_of_a_plan_does_something_else() -> None:
    match = korsun()
    plan = match.plan("Soviet", corps(match), "go", "Yurkovka")
    holds = match.command("Soviet", plan.telling("S-5MC-2", "hold"))
    assert all("S-5MC-2" not in row.units for row in holds.rows)
    assert ("S-5MC-2", "it holds") in [(stay.unit, stay.why) for stay in holds.stays]
    sent = match.command("Soviet", match.command("Soviet", plan.telling("S-5MC-2", "hold")).sending("S-5MC-2", "1623"))
    assert next(row for row in sent.rows if row.units == ("S-5MC-2",)).to == "1623"
    with pytest.raises(Unclear, match="Where to"):
        match.command("Soviet", match.plan("Soviet", corps(match), "hold").telling("S-5MC-2", "go"))
