"""4.2, 5.3 Choosing who moves: a stack as it stands, and the next unit while another has points left."""

from __future__ import annotations

import pytest

from grognard.engine import Match, Pick, Press, To
from grognard.engine.match.match import Ambiguous
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.german_movement import GermanMovement, MoveStack, Together, whole_stack
from grognard.games.night_fight.rules.setup import Buy
from grognard.testing import offered
from tests.terminal.helpers import type_into

from .situations import MOVE, german, pieces, places, play, position, refused, soviet

TWO = GermanMovement(("german", "german-2"))


@pytest.mark.rule("NF-4.2.1", "NF-4.2.2")
def test_one_answer_takes_a_whole_stack_up_and_one_puts_it_down() -> None:
    g = position(*[german(kind, "2309") for kind in ("t34r", "infantry", "stug_iii")], step=MOVE)
    assert offered(g)[0] == Together("t34r")
    assert GAME.face.describe(g, Together("t34r")) == "T-34 (r), Infantry Platoon and StuG III in 2309, together"
    play(g, Together("t34r"))
    assert GAME.face.describe(g, To("2312")) == "together to 2312"
    play(g, To("2312"))
    assert places(g, "t34r", "infantry", "stug_iii") == ["2312"] * 3


@pytest.mark.rule("NF-4.2.1", "NF-8.7.1", "NF-13.4.13", "NF-8.1.1")
def test_who_cannot_come_stays_behind_and_a_gun_comes_with_its_carrier() -> None:
    g = position(
        *pieces("pak36r 2309, sdkfz_251 2309, infantry 2309 pinned, stug_iii 2311, pzkpfw_iv 2311"),
        fired_before={"pzkpfw_iv": True},
        step=MOVE,
    )
    assert whole_stack(g, g.pieces["sdkfz_251"]) == ("sdkfz_251", "pak36r")
    assert Together("sdkfz_251") in offered(g) and Together("pak36r") not in offered(g)
    assert refused(g, Together("pak36r")) == "NF-8.7.1"
    assert refused(g, Together("stug_iii")) == "NF-4.2.4"  # nobody could come along
    assert refused(g, Together("infantry")) == "NF-13.4.13" and refused(g, Together("pzkpfw_iv")) == "NF-8.1.1"


@pytest.mark.rule("NF-7.0.1", "NF-20.2.2", "NF-1.0.1", "NF-8.0.5")
def test_no_stack_off_the_map_of_another_player_or_with_nowhere_to_go() -> None:
    force = [german("infantry"), german("stug_iii"), *(german("t34r", "2309", side="german-2") for _ in range(2))]
    g = position(*force, soviet("dummy", "2340"), players=2, step=TWO)
    assert refused(g, Together("infantry")) == "NF-4.2.4" and refused(g, Together("t34r")) == "NF-20.2.2"
    assert refused(g, Together("dummy")) == "NF-1.0.1"
    fenced = position(
        *[german("command_car", "2315", flares=1), german("stug_iii", "2315"), german("infantry", "2305")],
        *[soviet("dummy", h) for h in ("2314", "2316", "2215", "2216", "2415", "2416")],
        visibility=2,
        step=MOVE,
    )
    play(fenced, Pick("command_car"))
    assert Press("put down flares") in offered(fenced) and not any(isinstance(a, To) for a in offered(fenced))


@pytest.mark.rule("NF-5.3.1", "NF-8.0.5")
def test_the_next_unit_is_chosen_without_a_word_and_that_ends_the_move() -> None:
    g = position(german("pzkpfw_iv", "2309"), german("stug_iii", "2305"), german("infantry", "2302"), step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert g.asks[0].prompt == "PzKpfw IV: choose where to move (4 points left), or another unit"
    assert {Pick("stug_iii"), Pick("infantry"), To("2313"), Press("stop"), Press("end")} <= set(offered(g))
    play(g, Pick("stug_iii"))
    assert g.steps[-1] == MoveStack(("stug_iii",)) and g.moved == {"pzkpfw_iv": True}
    play(g, To("2307"))
    assert refused(g, Pick("pzkpfw_iv")) == "NF-8.0.5"  # it has moved already
    play(g, Press("end"))
    assert g.phase == "German movement" and not g.asks


@pytest.mark.rule("NF-4.2.4", "NF-8.0.6")
def test_who_stands_with_the_stack_joins_it_and_who_has_not_set_out_is_sent_back_first() -> None:
    g = position(german("pzkpfw_iv", "2309"), german("stug_iii", "2311"), soviet("dummy", "2340"), step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, Pick("stug_iii")) == "NF-4.2.4"
    play(g, To("2311"))
    assert GAME.face.describe(g, Pick("stug_iii")) == "take along StuG III in 2311"
    assert refused(g, Pick("dummy")) == "NF-8.0.6"
    play(g, Pick("stug_iii"))
    assert g.steps[-1] == MoveStack(("pzkpfw_iv", "stug_iii"), bound="2311")


@pytest.mark.rule("NF-4.0.4", "NF-20.2.3")
def test_where_it_may_not_stay_no_other_unit_is_chosen_first() -> None:
    full = [german("infantry", "2311", side="german-2") for _ in range(3)]
    g = position(german("pzkpfw_iv", "2309"), german("stug_iii", "2305"), *full, players=2, step=TWO)
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert refused(g, Pick("stug_iii")) == refused(g, Press("stop")) == "NF-20.2.3"
    assert Press("end") not in offered(g)
    g = position(german("pzkpfw_iv", "2309"), *full, players=2, spent={"pzkpfw_iv": 3}, step=MoveStack(("pzkpfw_iv",)))
    assert refused(g, To("2311")) == "NF-20.2.3" and To("2311") not in offered(g)


@pytest.mark.rule("NF-4.0.4")
def test_a_hex_overfilled_by_choice_is_mended_before_the_phase_ends() -> None:
    full = [german("infantry", "2311") for _ in range(3)]
    g = position(german("pzkpfw_iv", "2309"), *full, step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert refused(g, Press("end")) == "NF-4.0.4" and Press("stop") in offered(g)


@pytest.mark.rule("NF-4.2.1")
@pytest.mark.parametrize(("typed", "there"), [("1 2312", ["2312", "2312"]), ("2 2312", ["2312", "2309"])])
def test_a_stack_or_one_of_it_goes_by_one_line(typed: str, there: list[str]) -> None:
    g = position(german("t34r", "2309"), german("infantry", "2309"), step=MOVE)
    match = Match.at(GAME, g, seed=1)
    _, printed = type_into(match, typed)
    assert [match.pieces[i].place for i in ("t34r", "infantry")] == there, printed
    twice = Match.at(GAME, g, seed=1)
    with pytest.raises(Ambiguous, match="together to 2312; to 2312"):
        twice.carry("t34r", "2312")


@pytest.mark.rule("NF-3.0.18")
@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_the_suggested_force_comes_first(scenario: str) -> None:
    match = Match.new(GAME, scenario, seed=1)
    first, *rest = match.decision.actions
    assert first == Press("suggested force") and isinstance(rest[0], Buy)


@pytest.mark.rule("NF-4.1.1", "NF-4.2.1", "NF-8.0.5")
def test_three_go_nowhere_together_where_only_a_wreck_leaves_room() -> None:
    # through the undergrowth there is only 1004, with room for two, and no points would be left to come back
    soviets = [soviet("dummy", h) for h in ("1002", "1005", "1102", "1103", "1104")]
    stack = [german(kind, "1003") for kind in ("infantry", "stug_iii", "command_car")]
    for wrecks, rule in ((["1004"], "NF-8.0.5"), ([], "")):
        g = position(*stack, *soviets, wrecks=wrecks, vegetation="dense", step=MOVE)
        assert refused(g, Together("infantry")) == rule
        assert Pick("infantry") in offered(g)
