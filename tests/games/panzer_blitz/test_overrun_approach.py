"""8.1.1, 8.2.1 How an overrun comes up: the way there, the target, riders, and the odds."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, enumerate_odds
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.movement import Go, Stop
from grognard.games.panzer_blitz.rules.opportunity_fire import NO_REACTION
from grognard.games.panzer_blitz.rules.overrun import (
    OverrunTargets,
    Split,
    preview_overrun,
    why_not_overrun,
    why_not_target,
)
from grognard.games.panzer_blitz.rules.overrun_approach import (
    CALL_OFF,
    CHARGE,
    ChargeHome,
    Overrun,
    OverrunNow,
    find_target,
    overrun_chances,
)
from grognard.games.panzer_blitz.rules.sight import surely_spotted
from grognard.games.panzer_blitz.rules.transport import Unload
from grognard.games.panzer_blitz.rules.unit_moves import Move, MoveUnit
from grognard.testing import begin, offered, play, refusing_rule
from tests.games.panzer_blitz.helpers import SIGHT

from .helpers import ORCHARD, WOODS, field, let_pass, operate, operation, put, refusal, rule, state_of


@pytest.mark.rule("PB-8.1.1", "PB-4.1.4")
def test_an_overrunner_chooses_its_way() -> None:
    for way, seen in (("1602", False), ("1601", True)):
        g = field()
        tank = put(g, "br_sherman", "1502")
        put(g, "ge_truck", "1801"), put(g, "ge_pak40", "0802")
        operate(g, "british", "1502")
        play(g, Overrun("1801"), Pick(tank), Go(way))
        assert g.pieces[tank].place == way and (g.asks[0].side == "german") == seen
    let_pass(g, "german")
    play(g, Go("1702"))
    let_pass(g, "german")
    play(g, ChargeHome("1801"), dice=[1, 1])
    assert g.asks[0].cite == "PB-8.1.13"


@pytest.mark.rule("PB-8.1.2", "PB-8.1.17")
def test_an_overrunner_that_gives_up_is_spent_where_it_stands_and_the_others_go_on() -> None:
    g = field()
    one, two = put(g, "ge_pz4", "2420"), put(g, "ge_pz4", "2420")
    put(g, "br_truck", "2720")
    operate(g, "german", "2420")
    play(g, Overrun("2720"), Pick(one), Go("2520"), Stop())
    assert state_of(g, one) == "spent" and g.pieces[one].place == "2520"
    assert offered(g) == [Pick(two), Press(CALL_OFF)], "nobody has to follow"
    play(g, Press(CALL_OFF))
    assert state_of(g, two) == "fresh" and Move(two) in offered(g) and Overrun("2720") in offered(g)


@pytest.mark.rule("PB-8.2.1")
def test_an_approach_leads_to_no_other_overrun() -> None:
    g = field()
    tank = put(g, "ge_pz4", "2420")
    put(g, "br_truck", "2520"), put(g, "br_truck", "2421")
    operate(g, "german", "2420")
    play(g, Overrun("2520"), Pick(tank))
    assert (
        refusing_rule(g, ChargeHome("2421")) == "PB-8.2.1"
        and refusal(g, ChargeHome("2520"), MoveUnit(tank, "2420")) == "PB-8.2.1"
    )
    assert refusing_rule(g, ChargeHome("2720")) == "PB-8.1.1"


# ------------------------------------------------------------------ spotting the target


@pytest.mark.rule("PB-8.2.2", "PB-6.1.6")
def test_a_gun_that_has_fired_is_spotted_and_can_be_overrun() -> None:
    g = field()
    tank = put(g, "br_cromwell", "1302")
    put(g, "br_cromwell", "0801")
    put(g, "ge_pak40", "1402", unspotted=True, spent=True, named=True)
    g.drop(tank)
    assert why_not_target(g, "british", "1402") is None


@pytest.mark.rule("PB-8.2.2", "PB-6.1.2")
@pytest.mark.parametrize("spent", [True, False])
def test_whether_what_hides_in_an_orchard_is_spotted_shows_when_the_overrun_is_declared(spent: bool) -> None:
    g = field()
    tank = put(g, "ge_panther", "0801")
    put(g, "br_truck", "1402", unspotted=True, spent=spent)
    operate(g, "german", "0801")
    assert refusal(g, Overrun("1402")) in ("", "PB-8.1.2"), "whether it is spotted is not told"
    assert find_target(g, "german", "1402") == spent
    assert (why_not_target(g, "german", "1402") is None) == spent and state_of(g, tank) == "fresh"


@pytest.mark.rule("PB-8.2.2", "PB-6.1.5", "PB-12.2.5")
def test_smoke_in_an_orchard_hides_from_four_hexes_away() -> None:
    g = field()
    put(g, "br_rifle", ORCHARD, unspotted=True)
    seen_from = next(h for h in GRID.within(ORCHARD, 5) if GRID.distance(h, ORCHARD) == 4 and SIGHT.sees(h, ORCHARD))
    put(g, "ge_gren", seen_from)
    assert surely_spotted(g, "german", ORCHARD)
    g.smoke = {**g.smoke, ORCHARD: 1}
    assert not surely_spotted(g, "german", ORCHARD)


# ------------------------------------------------------------------ decided on the way


@pytest.mark.rule("PB-8.2.5", "PB-4.3.9")
def test_riders_get_down_and_the_tank_overruns_in_the_same_move() -> None:
    g = field()
    tank = put(g, "ge_panther", "2420")
    riders = put(g, "ge_ss_gren", "2420", carrier=tank)
    put(g, "br_truck", "2520", steps=1)
    operate(g, "german", "2420")
    assert refusing_rule(g, Overrun("2520")) == "PB-8.2.5"
    play(g, Move(tank))
    assert refusing_rule(g, OverrunNow("2520")) == "PB-8.2.5"
    play(g, Unload(riders))
    let_pass(g, "british")
    play(g, OverrunNow("2520"), dice=[1, 1])
    assert g.moved[tank] == 2 * (4 + 3) and g.asks[0].cite == "PB-8.1.13"


@pytest.mark.rule("PB-8.2.2")
def test_only_what_was_seen_and_spotted_before_the_move_can_be_overrun_in_it() -> None:
    g = field()
    tank = put(g, "ge_pz4", "2417")
    put(g, "br_truck", "2419")  # behind a wood
    operate(g, "german", "2417")
    play(g, Move(tank), Go("2519"))
    assert "2419" in GRID.neighbours["2519"] and refusing_rule(g, OverrunNow("2419")) == "PB-8.2.2"


@pytest.mark.rule("PB-8.2.2", "PB-8.2.9", "PB-8.2.10")
def test_what_can_never_be_overrun_is_not_kept_in_mind_for_the_move() -> None:
    g = field()
    tank = g.pieces[put(g, "ge_pz4", "2419")]
    put(g, "br_rifle", "2420"), put(g, "br_rifle", WOODS)
    assert overrun_chances(g, tank) == ("2420",)
    g.blocks = {**g.blocks, "2420": True}
    assert overrun_chances(g, tank) == ()


@pytest.mark.rule("PB-8.2.3", "PB-14.2.3")
def test_no_overrun_in_a_move_that_used_a_road_or_the_half_rate() -> None:
    g = field()
    tank = put(g, "ge_panther", "2720")
    put(g, "br_truck", "2620")
    by = MoveUnit(tank, "2720", chances=("2620",))
    assert refusal(g, OverrunNow("2620"), by) == ""
    g.half_rate = {**g.half_rate, tank: True}
    assert refusal(g, OverrunNow("2620"), by) == "PB-14.2.3"
    assert rule(why_not_overrun(g, g.pieces[tank], "2620")) == "PB-14.2.3"
    g.road_used = {**g.road_used, tank: True}
    assert refusal(g, OverrunNow("2620"), by) == "PB-8.2.3"


@pytest.mark.rule("PB-8.2.1", "PB-8.2.6")
def test_others_join_an_overrun_decided_on_the_way() -> None:
    g = field()
    one, two = put(g, "ge_pz4", "2420"), put(g, "ge_pz4", "2619")
    put(g, "br_rifle", "2520")
    operate(g, "german", "2520", 2)
    play(g, Move(one), OverrunNow("2520"))
    assert set(offered(g)) == {Pick(two), Press(CHARGE)}
    play(g, Pick(two), ChargeHome("2520"), Press(NO_REACTION), dice=[6, 5])
    assert state_of(g, one) == state_of(g, two) == "spent"


# ------------------------------------------------------------------ weapons and riders


@pytest.mark.rule("PB-2.3.3")
def test_no_overrun_without_a_weapon_against_what_is_there() -> None:
    g = field()
    track, tank = put(g, "ge_sdkfz251", "2420"), put(g, "br_sherman", "2520")
    operate(g, "german", "2420")
    assert refusing_rule(g, Overrun("2520")) == "PB-2.3.3"
    assert refusal(g, OverrunNow("2520"), MoveUnit(track, "2420", chances=("2520",))) == "PB-2.3.3"
    g.change(tank, unspotted=True)
    assert refusal(g, Overrun("2520")) == "", "of what is hidden it can only guess"
    operate(g, "german", "2420")
    play(g, Overrun("2520"))
    assert Overrun("2520") not in offered(g) and state_of(g, track) == "fresh", "it sees the tank and lets it be"


@pytest.mark.rule("PB-2.3.3", "PB-8.1.13")
def test_who_could_not_attack_does_not_enter_and_the_log_says_so() -> None:
    g = field()
    track, tank = put(g, "ge_sdkfz251", "2420"), put(g, "ge_tiger", "2420")
    put(g, "br_stuart", "2520", steps=1)
    begin(g, OverrunTargets("2520", (track, tank)), dice=[1, 1])
    assert set(offered(g)) == {Pick(tank), Press("stay")} and refusing_rule(g, Pick(track)) == "PB-8.1.13"
    g = field()
    track = put(g, "ge_sdkfz251", "2420")
    put(g, "br_stuart", "2520")
    begin(g, OverrunTargets("2520", (track,)))
    assert "The overrunners cannot harm what is in 2520" in [str(e) for e in g.events or ()]


@pytest.mark.rule("PB-7.3.4", "PB-8.1.4")
def test_riders_are_unarmored_defenders_of_defense_one() -> None:
    g = field()
    tank = put(g, "br_sherman", "2420")
    panzer = put(g, "ge_pz4", "2520")
    riders = put(g, "ge_gren", "2520", carrier=panzer)
    begin(g, OverrunTargets("2520", (tank,)))
    assert set(offered(g)) == {Press("unarmored"), Pick(panzer), Split(panzer)}
    play(g, Press("unarmored"), dice=[6, 5])
    assert state_of(g, riders) == "spent/disrupted" and not g.pieces[riders].carrier and state_of(g, panzer) == "fresh"
    assert "AP 6 : 1, column 6:1" in "\n".join(str(e) for e in g.events or ())


@pytest.mark.rule("PB-7.3.4", "PB-4.3.27", "PB-7.7.5")
def test_a_split_attack_finds_riders_as_they_were_before_it() -> None:
    g = field()
    tank = put(g, "br_firefly", "2420")
    panzer = put(g, "ge_pz4", "2520", steps=1)
    riders = put(g, "ge_gren", "2520", carrier=panzer)
    begin(g, OverrunTargets("2520", (tank,)))
    play(g, Split(panzer), dice=[4, 5])
    told = "\n".join(str(e) for e in g.events or ())
    assert "column 3:2 | +1" in told and ": D, disrupted" in told and ": DD, disrupted" in told
    assert g.pieces[riders].steps == 2, "the second result does not find it disrupted before the attack"


# ------------------------------------------------------------------ odds


@pytest.mark.rule("PB-8.1.11", "PB-8.1.16")
def test_an_overrun_shows_its_odds_before_it_is_rolled() -> None:
    g = field()
    tank, target = put(g, "br_sherman", "2420"), put(g, "ge_gren", "2520")
    operate(g, "british", "2420")
    declared = g.steps[-1].preview(g, Overrun("2520"))
    play(g, Overrun("2520"), Pick(tank))
    charged = g.steps[-1].preview(g, ChargeHome("2520"))
    assert declared == charged is not None
    rows = {m.text: m.value for m in charged.modifiers}
    assert rows["Reaction fire comes first"] == 0 and rows["Overrun"] == rows["Infantry overrun in the open"] == -1
    assert charged.column == "1:1 | +0"
    odds = enumerate_odds(g, "british", ChargeHome("2520"))
    assert odds is not None and set(odds) <= {"2X", "1X", "DD", "D", "-"}
    g.change(target, unspotted=True)
    assert g.steps[-1].preview(g, ChargeHome("2520")) is None and g.steps[-1].hides_odds(g, ChargeHome("2520"))


@pytest.mark.rule("PB-8.1.16", "PB-2.3.3")
@pytest.mark.parametrize(("target", "has_odds"), [("br_rifle", True), ("br_sherman", False)])
def test_the_odds_of_an_overrun_count_the_value_that_its_target_asks_for(target: str, has_odds: bool) -> None:
    g = field()
    track = put(g, "ge_sdkfz251", "2420")  # machine guns alone
    put(g, target, "2520")
    assert (preview_overrun(g, "2520", (track,)) is not None) == has_odds


@pytest.mark.rule("PB-8.1.16")
def test_points_short_stand_in_the_preview() -> None:
    g = field()
    tank = put(g, "br_crocodile", "2823")
    g.smoke = {**g.smoke, "2822": 1}
    g.wrecks = {**g.wrecks, "2822": 1}
    put(g, "ge_gren", "2822")
    operate(g, "british", "2823")
    play(g, Overrun("2822"), Pick(tank))
    found = g.steps[-1].preview(g, ChargeHome("2822"))
    assert found is not None and {m.text: m.value for m in found.modifiers}["Movement points short"] == 1


@pytest.mark.rule("PB-SIT.6", "PB-7.1.13", "PB-15.5.10", "PB-8.2.4", "PB-8.2.2", "PB-4.1.2")
def test_every_reason_not_to_declare_an_overrun() -> None:
    g = field()
    tank = put(g, "ge_pz4", "2420")
    put(g, "ge_jgpz4", "2420")
    operation(g, "german", "2420", 0)
    assert refusal(g, Overrun("0000")) == "PB-SIT.6" and refusal(g, Overrun("2520")) == "PB-7.1.13"
    g.forts = {**g.forts, "2620": "bunker"}
    put(g, "br_rifle", "2620", inside="fort")
    assert refusal(g, Overrun("2620")) == "PB-15.5.10"
    put(g, "br_rifle", "2520")
    assert refusal(g, Overrun("2520")) == ""
    g.change(tank, spent=True)
    assert refusal(g, Overrun("2520")) == "PB-4.1.2"
    g.drop(tank)
    assert refusal(g, Overrun("2520")) == "PB-8.2.4"
    far = put(g, "ge_pz4", "0101")
    operation(g, "german", "0101", 0)
    assert refusal(g, Overrun("2520")) in ("PB-8.2.2", "PB-8.1.2") and far in g.pieces
