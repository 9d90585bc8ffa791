"""A game that is broken on purpose is found out, and the failure names the cause."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from grognard.board.ground import HexGround
from grognard.board.hexes.map import parse_map
from grognard.conformance import Fault, cases
from grognard.conformance.suite import records_verify_elsewhere
from grognard.engine import Game, Passing, Reason, State
from grognard.engine.core.cache import Memory
from grognard.engine.core.fact import fact
from grognard.engine.game.rules import no_hidden_information
from tests.conformance.examples import EXAMPLES, installed

AGAIN = re.compile(r"To see it again: python -m grognard\.conformance beacons .*--check \w+")


def faults(game: Game) -> list[str]:
    """What the suite has against a game, but for what another process would find in the game that is installed."""
    found = []
    for case in cases(game):
        if case.check is not records_verify_elsewhere:
            try:
                case.run()
            except Fault as fault:
                found.append(str(fault))
    return found


def other(game: Game, *, face: Mapping[str, Any] | None = None, **rules: Any) -> Game:
    """A game with other rules; nothing of what was found out about the first holds for it."""
    return replace(game, rules=replace(game.rules, **rules), face=replace(game.face, **(face or {})))


def found(game: Game, words: str) -> str:
    """The failure that says these words; it names where it is and how to see it again."""
    told = faults(game)
    said = next((fault for fault in told if re.search(words, fault)), None)
    assert said is not None, f"{words!r} is in none of {told}"
    assert AGAIN.search(said) and "beacons, " in said
    return said


def test_the_example_itself_is_sound(beacons: ModuleType) -> None:
    assert faults(other(beacons.GAME)) == []


# ------------------------------------------------------------------ secrets


def test_a_deal_that_deals_nothing_anew(beacons: ModuleType) -> None:
    said = found(
        other(beacons.GAME, determinize=no_hidden_information), "determinize changes nothing: cards of (hill|shore)"
    )
    assert re.search(r"seed 1\d, decision \d+, side (hill|shore)", said)


def test_a_view_that_shows_the_hand(beacons: ModuleType) -> None:
    def open_hand(g: Any, side: str | None) -> Any:
        cards = [card for owner in ("hill", "shore") for card in beacons.secrets.hand(g, owner, seen=True)]
        return msgspec.structs.replace(beacons.secrets.view(g, side), cards=tuple(cards))

    found(other(beacons.GAME, view=open_hand), r"the view of (hill|shore) shows something hidden in cards: .*\btitle\b")


def test_a_window_that_opens_only_if_the_hand_holds_the_card(
    beacons: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = beacons.rules.Answer.run

    def run(step: Any, g: Any) -> None:
        if "Shields" in g.hands[g.pieces[step.target].side]:
            plain(step, g)
        else:
            g.swap(beacons.rules.Clash(step.attacker, step.target, step.charged))

    monkeypatch.setattr(beacons.rules.Answer, "run", run)
    found(other(beacons.GAME), r"who is asked (next )?tells (hill|shore|spectators) something hidden: ")


def test_a_log_that_tells_a_card(beacons: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(step: Any, g: Any) -> None:
        g.done()
        if g.turn > 1 and g.decks[g.side]:
            card, *rest = g.decks[g.side]
            g.hands[g.side], g.decks[g.side] = (*g.hands[g.side], card), tuple(rest)
            g.tell("BC-1.3", "A card is taken: {card}", card=card)

    monkeypatch.setattr(beacons.rules.Draw, "run", run)
    found(other(beacons.GAME), "the log of (hill|shore) tells something hidden: .*'A card is taken: ")


# ------------------------------------------------------------------ previews, outcomes, odds


def test_a_preview_that_lacks_a_modifier(beacons: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = beacons.rules.Attack.preview

    def preview(deed: Any, g: Any, by: Any) -> Any:
        return msgspec.structs.replace(plain(deed, g, by), modifiers=())

    monkeypatch.setattr(beacons.rules.Attack, "preview", preview)
    said = found(other(beacons.GAME), r"the roll is not the one announced: \.modifiers")
    assert re.search(r"answer (Attack|Charge)\(piece=", said)


def test_an_outcome_that_is_never_named(beacons: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacons.rules.Clans, "outcome", lambda g, name: None, raising=False)
    found(other(beacons.GAME), "a roll is announced, and in 12 of them no named outcome is reached")


def test_one_outcome_that_is_not_named(beacons: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def outcome(g: Any, name: str) -> None:
        if name != "No effect":
            State.outcome(g, name)

    monkeypatch.setattr(beacons.rules.Clans, "outcome", outcome, raising=False)
    found(other(beacons.GAME), r"some results reach no named outcome: .*nothing \d+\.\d% or .*No effect")


@pytest.mark.parametrize("wrong", ["x", "Broken"])
def test_an_outcome_that_is_named_wrongly(beacons: ModuleType, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setattr(beacons.rules.Clans, "outcome", lambda g, name: State.outcome(g, wrong), raising=False)
    found(other(beacons.GAME), f"the outcome is not what the log tells of the roll: '{wrong}' or ")


def test_odds_that_pass_another_sides_question_in_silence(beacons: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacons.rules.Answer, "passes", lambda step, g: Passing(beacons.rules.LetItCome()))
    found(
        other(beacons.GAME), r"the odds do not say what they assume: Answer is passed by LetItCome\(\) of (hill|shore)"
    )


def test_odds_that_look_into_the_hand(beacons: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def passes(step: Any, g: Any) -> Passing:
        held = "Shields" in g.hands[g.pieces[step.target].side]
        return Passing(beacons.rules.RaiseShields() if held else beacons.rules.LetItCome(), "the enemy does his best")

    monkeypatch.setattr(beacons.rules.Answer, "passes", passes)
    found(other(beacons.GAME), "the odds tell something hidden: ")


def test_odds_that_are_hidden_where_the_hand_is_good(beacons: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def hides(step: Any, g: Any, action: Any) -> bool:
        return any("Shields" in held for side, held in g.hands.items() if side != g.side)

    monkeypatch.setattr(beacons.rules.Turn, "hides_odds", hides)
    found(other(beacons.GAME), "odds are hidden in one deal and not in another: ")


def test_a_roll_that_takes_too_many_runs_for_its_odds(beacons: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = beacons.rules.Clash.run

    def run(step: Any, g: Any) -> None:
        for _ in range(7):
            g.d6()
        plain(step, g)

    monkeypatch.setattr(beacons.rules.Clash, "run", run)
    monkeypatch.setattr(beacons.rules.Attack, "preview", lambda deed, g, by: None)
    monkeypatch.setattr(beacons.rules.Answer, "run", lambda step, g: g.swap(clash_of(beacons, step)))
    said = found(other(beacons.GAME), "dice fall at once and may come to '[A-Z][a-z ]+', and no odds are given")
    assert re.search(r"answer (Attack|Charge)\(piece=", said)


def clash_of(beacons: ModuleType, step: Any) -> Any:
    """The clash that a window stands before."""
    return beacons.rules.Clash(step.attacker, step.target, step.charged)


# ------------------------------------------------------------------ refusals


def test_a_refusal_whose_reason_is_not_true(beacons: ModuleType) -> None:
    reasons = {**beacons.GAME.rules.reasons, "BC-1.2": (Reason("it is the turn of nobody", lambda *given: False),)}
    said = found(other(beacons.GAME, reasons=reasons), "refused by BC-1.2, though nothing of what breaks it is true")
    assert "'it is the turn of nobody'" in said and "answer Choose(piece=" in said


# ------------------------------------------------------------------ maps


def swamped(beacons: ModuleType, look: str) -> Game:
    """The game on a map with a bog in it."""
    text = (EXAMPLES / "beacons/beacons/data/map.toml").read_text("utf-8")
    text = text.replace('lake = ["0301"]', 'lake = ["0301"]\nbog = ["0205"]').replace("[look]", f"[look]\n{look}")
    ground = HexGround(parse_map(text))
    return other(beacons.GAME, face={"ground": lambda scenario: ground})


def test_a_map_that_cannot_be_drawn(beacons: ModuleType) -> None:
    found(swamped(beacons, ""), "the map 'The beacons' cannot be drawn: terrain \"bog\" has no drawing style")


def test_a_terrain_that_nobody_knows(beacons: ModuleType) -> None:
    found(
        swamped(beacons, 'marsh = ["bog"]'), "has terrain 'bog' in 0205, which no rule and no chart of the game names"
    )


# ------------------------------------------------------------------ minds and what is kept


def minded(beacons: ModuleType, judge: Callable[[Any, str, Any], float]) -> Game:
    """The game with another mind."""
    return replace(other(beacons.GAME), mind=replace(beacons.GAME.mind, judge=judge))


def test_a_computers_answer_that_hangs_on_how_the_position_came_about(beacons: ModuleType) -> None:
    def judge(g: Any, side: str, action: Any) -> float:
        return float(beacons.judge(g, side, action) + len(g.outcomes))

    found(minded(beacons, judge), "the computer's answer depends on how the position came about: .*or ")


class Lead:
    """What a mind keeps; it has no equality of its own."""

    def __init__(self, g: Any) -> None:
        self.strength = sum(band.strength if band.side == "hill" else -band.strength for band in g.pieces.values())


def test_a_kept_fact_that_has_gone_stale(beacons: ModuleType) -> None:
    memory = Memory()

    def judge(g: Any, side: str, action: Any) -> float:
        lead = memory.recall("lead", lambda: Lead(g))
        return float(beacons.judge(g, side, action) + lead.strength)

    found(minded(beacons, judge), r"'lead' is kept, and no longer true: \.strength: -?\d or -?\d")


def test_a_fact_that_hangs_on_more_than_the_position(beacons: ModuleType) -> None:
    asked: list[str] = []

    @fact
    def lead(g: Any) -> int:
        asked.append("once more")
        return len(g.pieces) + len(asked)

    def judge(g: Any, side: str, action: Any) -> float:
        return float(beacons.judge(g, side, action) + lead(g))

    found(minded(beacons, judge), r"lead\(\) is no longer true: \d+ or \d+. It read all pieces")


# ------------------------------------------------------------------ what another process finds


def spoilt(folder: Path, file: str, *changes: tuple[str, str]) -> Path:
    """A copy of the example with something in it changed."""
    copy = Path(shutil.copytree(EXAMPLES / "beacons", folder / "beacons"))
    path = copy / "beacons" / file
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text, f"{old!r} is not in {file}"
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    return copy


def asked(folder: Path, site: Path) -> str:
    """What the command says of a copy of the example, of which this process knows nothing."""
    site.mkdir()
    with installed(folder, site):
        command = [sys.executable, "-m", "grognard.conformance", "beacons", "--check", "records_verify_elsewhere"]
        done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout + done.stderr
    return " ".join(done.stdout.split())


def test_a_log_that_is_written_from_a_set(tmp_path: Path) -> None:
    line = 'g.tell("BC-2.1", "{unit} go to {hex}", hexes=(self.hex,), unit=band.name, hex=self.hex)'
    names = '" and ".join({b.name for b in g.pieces.values()})'
    changed = line.replace("unit=band.name", f"unit={names}")
    told = asked(spoilt(tmp_path, "rules.py", (line, changed)), tmp_path / "site")
    assert "the log is written otherwise in another process (an order of sets?): " in told
    assert " go to " in told and "--check records_verify_elsewhere" in told


def test_a_mind_that_remembers_other_matches(tmp_path: Path) -> None:
    changes = (
        ('    """Attack where the die', '    SEEN.append(g)\n    """Attack where the die'),
        ("def judge(", "SEEN: list[Clans] = []\n\n\ndef judge("),
        ("2.5 if", "2.5 + len(SEEN) if"),
    )
    told = asked(spoilt(tmp_path, "__init__.py", *changes), tmp_path / "site")
    assert "it is told otherwise in another process: " in told and "seed 11, decision " in told
