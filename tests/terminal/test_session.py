"""A match at the keyboard: what is typed, what is printed, what happens."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

import grognard
from grognard.board.ground import hexmap_of
from grognard.cli import sit_down
from grognard.engine import Action, AtWorst, Match, Odds, Pick, To
from grognard.engine.match.auto_answers import auto_answer
from grognard.engine.match.odds_summary import actions_with_odds
from grognard.games.night_fight.rules.german_movement import GermanMovement
from grognard.games.night_fight.rules.rally import GermanRally
from grognard.players import make_player, play_out
from grognard.terminal.choices import list_choices
from grognard.terminal.pages import odds_page
from grognard.terminal.screen import choice_list
from grognard.terminal.session import Left, Session, keep
from tests.games.night_fight.situations import german, position
from tests.terminal.helpers import Keyboard, bought, screen, type_into


def last_lines(text: str, count: int = 12) -> str:
    return "\n".join(text.rstrip().splitlines()[-count:])


def broken(*_: object) -> None:
    """What is at fault somewhere."""
    raise KeyError("1310")


def at_movement() -> Match:
    """A match in which a unit is about to enter."""
    match = bought()
    match.take(match.decision.actions[0])
    return match


def test_a_question_is_shown_with_its_rule_and_numbered_answers() -> None:
    _, printed = type_into(grognard.new("night-fight", "ghost-column", seed=7))
    assert "Ghost Column at Kursk" in printed
    assert "Buy units: 100 recruit points left" in printed
    assert "NF-3.0.18" in printed
    assert "2 Command tank, 8 points" in printed


def test_a_number_answers() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=7)
    type_into(match, "3")
    assert match.decision.prompt == "Buy units: 96 recruit points left"


def test_an_answer_keeps_its_number_while_the_same_question_is_put_again() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=7)
    before = {choice.text: choice.number for choice in type_into(match)[0].choices}
    after = {choice.text: choice.number for choice in type_into(match, "command car")[0].choices}
    assert all(before[text] == number for text, number in after.items() if text in before)
    new = [number for text, number in after.items() if text not in before]
    assert new and min(new) > max(before.values()), "what may be bought now comes behind"


def test_a_name_answers() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=7)
    type_into(match, "pzkpfw vi")
    assert match.decision.prompt == "Buy units: 86 recruit points left"


def test_a_hex_answers() -> None:
    match = at_movement()
    type_into(match, "3911")
    assert any(piece.place == "3911" for piece in match.view("german").pieces if piece.side == "german")


def test_an_ambiguous_name_lists_what_fits() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=7)
    _, printed = type_into(match, "command")
    assert "fits several answers: 2 Command tank, 8 points" in printed and "3 Command car, 4" in printed
    assert match.number == 0


def test_an_answer_is_not_cut_where_a_line_holds_it() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=7)
    ask = match.decision.asks[0]
    choices = list_choices(match, ask, match.view(ask.side))
    console, printed = screen(96)
    console.print(choice_list(choices, 0, 60, 92))
    held = [choice.text for choice in choices if len(choice.text) < 80]
    assert max(map(len, held)) > 50 and [text for text in held if text not in printed()] == []


def test_a_forbidden_hex_is_refused_with_its_rule_and_nothing_changes() -> None:
    match = at_movement()
    before = match.state.digest()
    _, printed = type_into(match, "2508")
    assert "NF-" in last_lines(printed)
    assert match.state.digest() == before


def test_nonsense_is_answered_with_what_to_type() -> None:
    match = at_movement()
    before = match.state.digest()
    typed = ("attack!", "9999", "odds", "why", "sight 1", "look nowhere", "zoom in", "map x", "save", "show x")
    _, printed = type_into(match, *typed)
    tail = " ".join(printed.split())
    assert "'attack!' is none of the answers. Type a number, a hex, a name, or help." in tail
    assert "There is no answer 9999. Type 1 to" in tail
    for example in ("odds 1", "zoom near", "save tonight.grog"):
        assert example in tail
    hexmap = hexmap_of(match.game, match.state.scenario_id)
    assert hexmap is not None
    named = re.findall(r"example: (?:why|look|map|sight (\d{4})) (\d{4})", tail)
    assert len(named) == 4 and all(h in hexmap.grid for pair in named for h in pair if h)
    assert "There is no x on the map now. There are: no zones." in tail
    assert match.state.digest() == before


def test_why_tells_the_rule_that_forbids() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=7)
    _, printed = type_into(match, "why done")
    assert "NF-3.0.19" in last_lines(printed)
    assert match.game.rulebook["NF-3.0.19"].text[:40] in printed


def test_a_point_of_the_table_can_be_typed_and_a_refused_one_offers_another() -> None:
    match = grognard.new("red-actions", "lezhanka", seed=7)
    match.take(next(action for action in match.decision.actions if isinstance(action, Pick)))
    before = match.number
    _, printed = type_into(match, "", "36 24")
    assert "RA-SCN.3" in printed
    assert "The nearest that is allowed: to " in printed
    assert match.number == before
    point = printed.split("The nearest that is allowed: to ")[1].split("\n")[0].removesuffix(".")
    type_into(match, "", point)
    assert match.number == before + 1


def test_why_of_something_allowed_says_so() -> None:
    _, printed = type_into(grognard.new("night-fight", "ghost-column", seed=7), "why 3")
    assert "It is allowed: answer 3, Command car, 4 points: strength 1" in printed


def test_undo_and_redo() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=7)
    type_into(match, "3", "undo")
    assert match.decision.prompt == "Buy units: 100 recruit points left"
    type_into(match, "redo")
    assert match.decision.prompt == "Buy units: 96 recruit points left"


def test_undo_with_nothing_to_undo_says_why() -> None:
    _, printed = type_into(grognard.new("night-fight", "ghost-column", seed=7), "undo")
    assert "Nothing can be undone" in printed


def test_hint_names_an_answer_by_its_number_and_what_it_promises() -> None:
    match = grognard.new("folio", "sidi-zahran", seed=7)
    choices = list_choices(match, match.decision.asks[0], match.view(match.decision.side))
    _, printed = type_into(match, "", "hint")
    assert any(f"{c.number} {c.text}  " in printed for c in choices)
    assert "A chance of victory of about" in printed


def test_a_fault_in_the_advice_does_not_end_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    match = grognard.new("folio", "sidi-zahran", seed=7)
    before = match.state.digest()
    monkeypatch.setattr("grognard.terminal.session.advise", broken)
    _, printed = type_into(match, "", "hint", "aims")
    assert "No hint this time." in printed and "If it ended now" in last_lines(printed, 1)
    assert match.state.digest() == before


def test_odds_show_every_result_and_modifier() -> None:
    match, action, odds = with_odds()
    assert odds.preview is not None
    choices = list_choices(match, match.decision.asks[0], match.view("german"))
    number = next(c.number for c in choices if c.action == action)
    _, printed = type_into(match, f"odds {number}")
    for result, chance in odds.chances.items():
        assert result in printed
        assert f"{float(chance):.1%}" in printed
    for modifier in odds.preview.modifiers:
        assert modifier.cite in printed
        assert modifier.text in printed


def test_odds_say_what_they_take_for_granted() -> None:
    hit = {"hit": Fraction(1, 3), "miss": Fraction(2, 3)}
    worse = AtWorst(("the enemy plays +4",), {"miss": Fraction(1)})
    console, printed = screen()
    console.print(odds_page("fire", Odds(hit, assumes=("nobody reacts",), worst=worse)))
    told = printed()
    assert told.index("If nobody reacts:") < told.index("33.3%") < told.index("If the enemy plays +4:")


def test_odds_that_are_not_told_say_for_which_reason() -> None:
    match = grognard.new("tank-leader", "steppe-patrol", seed=7)
    _, printed = type_into(match, "", "odds 1")
    assert "no dice are rolled for it at once" in printed and "for you to know" not in printed
    players = {side: make_player("doctrine") for side in match.sides}
    while not match.state.steps[-1].hides_odds(match.state, match.decision.asks[0].actions[-2]):
        play_out(match, players, random.Random(1), limit=1)
    hidden = match.decision.asks[0].actions[-2]
    number = next(
        choice.number
        for choice in list_choices(match, match.decision.asks[0], match.view(match.decision.side))
        if choice.action == hidden
    )
    _, printed = type_into(match, "", f"odds {number}")
    assert "what may come of it is not for you to know" in printed and "no dice are rolled" not in printed


def with_odds() -> tuple[Match, Action, Odds]:
    """A match at a decision in which some answer rolls on a chart."""
    match, rng = bought(seed=5), random.Random(2)
    while not match.over:
        for action in match.decision.actions:
            preview = match.state.steps[-1].preview(match.state, action)
            odds = match.odds(action) if preview is not None and preview.chart else None
            if odds is not None:
                return match, action, odds
        play_out(match, {"german": make_player("random")}, rng, limit=1)
    raise AssertionError("nobody fired")


def test_rules_sight_look_units_log_and_help() -> None:
    match = at_movement()
    _, printed = type_into(match, "rule 13.2", "sight 3812 3411", "look 3411", "units german", "log 5", "help")
    assert match.game.rulebook["NF-13.2.1"].text[:30] in printed
    assert "3812 to 3411, 4 hexes:" in printed
    assert "road (south highway)" in printed
    assert "Hidden piece" in printed
    assert "not on the map" in printed
    assert "take back (up to the last roll or reveal), do again" in printed


def test_help_names_the_signs_of_this_map_alone() -> None:
    printed = type_into(grognard.new("korsun", "campaign", seed=1), "", "help")[1]
    assert "„ marsh" in printed and "+ airfield" in printed
    assert "gully" not in printed and "pinned" not in printed
    printed = type_into(grognard.new("tank-leader", "steppe-patrol", seed=1), "", "help")[1]
    assert "close-built houses" in printed and "marsh" not in printed and "zoc" not in printed


def test_help_shows_the_tints_of_the_levels() -> None:
    printed = type_into(grognard.new("panzer-blitz", "filandriers", seed=1), "", "help")[1]
    assert "The ground by level:  1  2 " in printed
    printed = type_into(grognard.new("korsun", "campaign", seed=1), "", "help")[1]
    assert "The ground by level" not in printed, "its map knows none"


def test_a_hex_is_told_as_the_battle_reads_it() -> None:
    match = grognard.new("tank-leader", "steppe-patrol", seed=7)  # arid, flat, sparse
    printed = type_into(match, "", "look 2208", "look 1221", "look 3019")[1]
    assert "level 1" in printed and "level 3" not in printed
    assert "brush, level 0" in printed and "vegetation" not in printed
    assert "wood building, soft cover" in printed and "Belikowo" in printed and "Belikowo, belikowo" not in printed


def test_save_and_go_on(tmp_path: Path) -> None:
    file = tmp_path / "tonight.grog"
    match = grognard.new("night-fight", "ghost-column", seed=7)
    session, printed = type_into(match, "2", f"save {file}")
    assert "grognard play --load" in printed
    assert session.saved_at == match.number
    assert grognard.load(file).state.digest() == match.state.digest()


def test_saving_where_nothing_can_be_written_says_so(tmp_path: Path) -> None:
    _, printed = type_into(bought(), f"save {tmp_path}/no/such/folder.grog")
    assert "cannot be written" in printed


def test_quitting_offers_to_save(tmp_path: Path) -> None:
    match = grognard.new("night-fight", "ghost-column", seed=7)
    file = tmp_path / "left.grog"
    console, printed = screen()
    with pytest.raises(Left):
        Session(match, {}, console, Keyboard(["2", "quit", str(file)])).play()
    assert "Save first?" in printed()
    assert file.exists()


def test_an_interrupted_match_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match = bought()
    kept = keep(match)
    assert kept is not None
    assert grognard.load(kept).state.digest() == match.state.digest()


def test_a_fault_of_the_program_costs_nobody_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(Session, "_show", broken)
    match, (console, printed) = bought(), screen()
    with pytest.raises(KeyError):
        sit_down(Session(match, {}, console, Keyboard([])))
    (kept,) = (tmp_path / "grognard").glob("interrupted-night-fight-*.grog")
    assert "The match is kept: grognard play --load" in printed()
    assert grognard.load(kept).state.digest() == match.state.digest()


def test_several_people_at_one_keyboard_pass_it_behind_a_curtain_where_sides_have_secrets() -> None:
    match = grognard.new("panzer-blitz", "filandriers", seed=7)
    assert match.game.rules.has_secrets(match.state, match.sides)
    _, printed = type_into(match, "")
    assert "Pass the keyboard to the Germans: they are to decide." in printed


def test_no_curtain_falls_where_everybody_sees_the_same() -> None:
    match, rng = grognard.new("folio", "sidi-zahran", seed=7), random.Random(1)

    def keyboard(prompt: str) -> str:
        if match.decision.asks[0].side == "German":
            raise EOFError
        return str(rng.choice(session.choices).number)

    console, printed = screen()
    session = Session(match, {}, console, keyboard)
    with pytest.raises(EOFError):
        session.play()
    assert "German" in printed()
    assert "Pass the keyboard" not in printed()


def test_a_side_given_to_a_player_is_played() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=7)
    console, printed = screen()
    Session(match, {"german": make_player("random")}, console, Keyboard([""])).play()
    assert match.over
    assert re.search("The (Germans win \\(|Soviets win:)", printed())


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (100, 30), (200, 60)])
def test_the_screen_fits_terminals_of_every_size(width: int, height: int) -> None:
    match, rng = bought(), random.Random(4)
    for _ in range(6):
        _, printed = type_into(match, width=width, height=height)
        lines = printed.splitlines()
        assert max(map(len, lines)) <= width
        assert len(lines) <= height
        play_out(match, {"german": make_player("random")}, rng, limit=15)


def test_a_whole_match_by_typed_numbers(tmp_path: Path) -> None:
    match, rng = grognard.new("night-fight", "ghost-column", seed=11), random.Random(4)

    def keyboard(prompt: str) -> str:
        return f"{tmp_path}/night" if match.over else str(rng.choice(session.choices).number)

    console, printed = screen(80, 24)
    session = Session(match, {}, console, keyboard)
    session.play()
    assert match.over
    assert "Keep the record" in printed() and "See it again with: grognard replay" in printed()


def test_a_zone_is_shown_by_its_name_however_small_and_one_that_is_not_there_is_named() -> None:
    match = grognard.new("korsun", "campaign", seed=7)
    session, printed = type_into(match, "show pocket", "show wreck")
    assert session.looks.zone == "pocket"
    assert printed.count("░") > 40
    assert "There is no wreck on the map now. There are: " in printed
    assert "pocket" in last_lines(printed, 3)


def test_the_suggested_set_up_is_taken_before_the_first_turn_and_not_later() -> None:
    match = grognard.new("panzer-blitz", "filandriers", seed=3)
    _, printed = type_into(match, *["", "setup"] * 4)
    placed = [piece.place for piece in match.state.pieces.values() if piece.side == "british" and piece.place]
    assert len(placed) >= 8 and match.view("british").turn == 1 and "The first turn has begun" in printed


def test_the_signs_of_a_table_of_inches_are_explained_too() -> None:
    _, printed = type_into(grognard.new("red-actions", "lezhanka", seed=3), "help")
    assert "≈ stream" in printed and "■ building stone" in printed and "· road" in printed


def test_who_is_ahead_is_named() -> None:
    _, printed = type_into(grognard.new("panzer-blitz", "filandriers", seed=3), "aims")
    assert "If it ended now: German victory (British: the crossroads of Filandriers is not held)" in printed


def test_an_answer_that_begins_like_a_command_is_an_answer() -> None:
    match = grognard.new("red-actions", "lezhanka", seed=3)
    _, printed = type_into(match, "ready", "ready", "we go first", "officer company 1", "hold", "log 9")
    assert "Officer company 1 holds" in printed and "asked in every window" not in printed


def test_a_point_is_taken_for_the_allowed_one_that_reads_the_same() -> None:
    match = grognard.new("red-actions", "lezhanka", seed=3)
    typed = ("ready", "ready", "we go first", "officer company 1")
    _, printed = type_into(match, *typed, "24.5, 13.9", "24.5, 13.5", "stop")
    assert "The nearest that is allowed: to " in printed and "RA-VEH" not in printed
    assert any(piece.point == (24.52, 13.48) for piece in match.state.pieces.values())


def test_a_newcomer_is_briefed_and_told_how_to_win() -> None:
    match = grognard.new("folio", "sidi-zahran", seed=3)
    _, printed = type_into(match, "aims", "look 1711", "look 3 army")
    assert "The coast road west is barred" in printed
    assert "Be 9 points ahead after turn 8" in printed and "If it ended now: German marginal victory" in printed
    assert "8 turns left, this one included" in printed
    assert "British armor, battalion" in printed and "added up when it attacks" in printed
    assert "3 Army Tank" in last_lines(printed)
    assert "End the phase (11 can still act)" in printed


def test_a_match_taken_up_again_is_not_briefed_again() -> None:
    match = grognard.new("folio", "sidi-zahran", seed=3)
    match.take(match.decision.actions[0])
    _, printed = type_into(match)
    assert "First steps" not in printed
    _, printed = type_into(match, "brief")
    assert "First steps" in printed


def test_what_decides_nothing_is_answered_and_said() -> None:
    """Night Fight: a recovery vehicle with one pinned unit beside it rallies that one."""
    g = position(german("recovery_tank", "2315"), german("infantry", "2315", pinned=True))
    g.steps = (GermanMovement(("german",)), GermanRally())
    match = Match.at(grognard.game("night-fight"), g, seed=1)
    assert auto_answer(match, match.decision.asks[0]) is not None
    number = match.number
    _, printed = type_into(match)
    assert match.number > number and "the one possible answer" in printed


def test_the_odds_stand_beside_every_answer_that_rolls() -> None:
    match, player, rng = bought(), make_player("doctrine"), random.Random(3)
    while not actions_with_odds(match, match.decision.asks[0]):
        match.take(player.choose(match, match.decision.asks[0], rng))
    _, printed = type_into(match)
    assert " %)" in last_lines(printed, 20)


def test_a_unit_and_where_it_goes_are_typed_in_one_line() -> None:
    match = grognard.new("folio", "sidi-zahran", seed=7)
    piece = next(action.piece for action in match.decision.actions if isinstance(action, Pick))
    there = match.clone()
    there.take(Pick(piece))
    to = next(action.hex for action in there.decision.actions if isinstance(action, To))
    type_into(match, f"{piece} {to}")
    assert match.pieces[piece].place == to
    _, printed = type_into(match, f"{piece} 0101")
    assert "prohibited terrain" in printed and match.pieces[piece].place == to
    onward = next(action.hex for action in match.decision.actions if isinstance(action, To))
    type_into(match, f"{piece} {onward}")
    assert match.pieces[piece].place == onward
