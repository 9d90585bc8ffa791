"""What a player reads: every answer in whole words, no two alike, and the page that tells of the situations."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from grognard.engine import Match, Pick
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire
from grognard.games.panzer_blitz.rules.artillery_requests import CallBattery, Observe
from grognard.games.panzer_blitz.rules.data import SITUATIONS
from grognard.games.panzer_blitz.rules.direct_fire import Fire
from grognard.games.panzer_blitz.rules.engineers import BuildBlock, ClearBlock, SetCharges
from grognard.games.panzer_blitz.rules.field_works import BuildPosition, RemovePosition, ShiftGun
from grognard.games.panzer_blitz.rules.setup import PlaceUnit
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.testing import begin, offered, play

from .helpers import field, operate, operation, pair, put

DOCS = Path(__file__).parents[3] / "docs" / "games"
PAGE, AUDIT = DOCS / "panzer-blitz.md", DOCS / "panzer-blitz-audit.tsv"


def words(g: PanzerBlitz) -> list[str]:
    return [GAME.face.describe(g, action) for action in offered(g)]


@pytest.mark.rule("PB-7.3.1", "PB-2.3.19")
def test_two_platoons_of_a_stack_are_told_apart() -> None:
    g = field()
    put(g, "br_sherman", "2420")
    put(g, "ge_ss_gren", "2520"), put(g, "ge_ss_gren", "2520", steps=1, disrupted=True)
    operate(g, "british", "2420")
    play(g, Fire("2520"))
    assert words(g) == [
        "SS-Panzergrenadier platoon in 2520",
        "SS-Panzergrenadier platoon (reduced, disrupted) in 2520",
        "all unarmored",
    ]
    put(g, "ge_ss_gren", "2520")
    assert words(g)[:1] == ["SS-Panzergrenadier platoon (first) in 2520"]


@pytest.mark.rule("PB-7.1.1")
@pytest.mark.parametrize("scenario", ["filandriers", "cornwall-wood", "chateau-de-fontaine"])
def test_no_two_answers_of_a_question_read_the_same(scenario: str) -> None:
    match, rng = Match.new(GAME, scenario, seed=4, record=False, log=False), random.Random(4)
    for _ in range(400):
        if match.over:
            break
        ask = match.decision.asks[0]
        said = [match.describe(action) for action in ask.actions]
        assert len(set(said)) == len(said), f"{ask.prompt}: {said}"
        match.take(rng.choice(ask.actions), ask.side)


@pytest.mark.rule("PB-17.2.2", "PB-17.3.1", "PB-17.3.3", "PB-15.4.5", "PB-15.4.8", "PB-15.4.14")
def test_works_are_named_in_whole_phrases() -> None:
    g = field()
    g.blocks = {**g.blocks, "2720": True}
    g.ips = {**g.ips, "2420": True}
    engineer, block = put(g, "br_engineer", "4104"), put(g, "br_engineer", "2720")
    gun, rifle = put(g, "br_6pdr", "2420"), put(g, "br_rifle", "2420")

    def say(action: object) -> str:
        return GAME.face.describe(g, action)  # type: ignore[arg-type]

    name = "Engineer (RE) platoon"
    assert say(SetCharges(engineer)) == f"{name} in 4104: prepare the bridge 4103/4104 for demolition"
    assert say(BuildBlock(engineer)) == f"{name} in 4104: build a block"
    assert say(ClearBlock(block)) == f"{name} in 2720: lay charges to remove the block"
    assert say(ShiftGun(gun)) == "push 6-pdr anti-tank platoon in 2420 into the position"
    assert say(BuildPosition(rifle)) == "dig in: Rifle platoon in 2420 builds a position"
    assert say(RemovePosition(rifle)) == "Rifle platoon in 2420 removes the position"


@pytest.mark.rule("PB-11.1.7", "PB-16.4.2")
def test_batteries_and_aircraft_have_names() -> None:
    g = field()
    assert GAME.face.describe(g, CallBattery("ge_nebel-2")) == "let 15 cm Nebelwerfer battery 2 fire"
    plane = put(g, "ge_fw190f", "air-2419", target="2420")
    put(g, "br_bofors", "2420")
    begin(g, AaFire("british", (plane,)))
    assert words(g)[0] == "40 mm Bofors platoon in 2420 fires at Fw 190F over 2419"


@pytest.mark.rule("PB-SIT.1", "PB-SIT.3")
def test_set_up_says_which_unit_it_is_and_what_is_still_to_come() -> None:
    g = field("filandriers")
    carrier = put(g, "br_carrier", "2513", unspotted=True)
    for i in ("b6", "b7", "b8", "b9"):
        g.put(Unit(i, "british", type="br_rifle" if i != "b9" else "br_mg", unspotted=True))
    begin(g, *map(PlaceUnit, ("b6", "b7", "b8", "b9")))
    assert g.asks[0].prompt == "Set up Rifle platoon (1 of 3); still to come: 2 × Rifle platoon and Vickers MG platoon"
    play(g, Pick(carrier))
    assert g.asks[0].prompt == "Set up Rifle platoon (2 of 3); still to come: Rifle platoon and Vickers MG platoon"
    begin(g, PlaceUnit("b7"))
    assert GAME.face.describe(g, Pick(carrier)) == "aboard Universal Carrier section in 2513"


@pytest.mark.rule("PB-6.2.1")
def test_a_hidden_unit_has_no_name_for_the_other_side() -> None:
    g = field()
    put(g, "ge_gren", "2520", unspotted=True)
    rifle = put(g, "br_rifle", "2420")
    operation(g, "british", "2420", 0)
    begin(g, *operate(g, "british", "2420").steps)
    assert GAME.face.describe(g, Pick("g1")) == "unspotted unit in 2520"
    assert GAME.face.describe(g, Observe(rifle)).startswith("request artillery: Rifle platoon")


@pytest.mark.rule("PB-3.2.1", "PB-SIT.7")
def test_the_page_of_the_game_agrees_with_its_situations() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \|[^|]*\| (\d+) \| (\w+): ([^|]*) \|$", PAGE.read_text("utf-8"), re.M)
    assert {name for name, *_ in rows} == set(SITUATIONS)
    for name, turns, attacker, task in rows:
        s = SITUATIONS[name]
        assert int(turns) == s.turns and attacker.lower() == s.attacker
        if s.points_needed:
            total = sum(goal.vp for goal in s.goal)
            assert task == f"{s.points_needed} of {total} points"
        for goal in s.goal:
            if goal.kind == "losses_below":
                assert f"fewer than {goal.steps} {goal.name} steps lost" in task


def test_the_audit_has_a_line_for_every_row_and_names_tests_that_exist() -> None:
    lines = [line.split("\t") for line in AUDIT.read_text("utf-8").splitlines()]
    assert lines[0] == ["id", "outcome", "proof", "seen"] and all(len(line) == 4 and all(line) for line in lines)
    assert [line[0] for line in lines[1:]] == [rule.id for rule in GAME.rulebook]
    folder = Path(__file__).parent
    tests = {f"{path.stem}::{name}" for path in folder.glob("test_*.py") for name in named(path)}
    assert {name for line in lines[1:] for name in line[2].split(", ")} <= tests


def named(path: Path) -> list[str]:
    return re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M)


@pytest.mark.rule("PB-6.2.1", "PB-7.8.1")
def test_of_an_unspotted_stack_everybody_sees_where_it_might_fire() -> None:
    a, b = pair(6)
    told = []
    for kind in ("ge_88", "ge_truck"):
        g = field()
        put(g, kind, a, unspotted=True)
        told.append(GAME.face.reach(g, "british", f"german?{a}"))
    (might,) = told[0]
    assert told[0] == told[1] and might.how == "might fire" and b in might.hexes


@pytest.mark.rule("PB-4.1.6", "PB-6.1.3")
def test_the_terrain_chart_says_what_is_played() -> None:
    chart = next(chart for chart in GAME.face.charts if chart.key == "terrain")
    cells = dict(chart.rows)
    assert cells["Woods"] == ("1", "2", "3", "+1", "3") and cells["Clear"] == ("1", "1", "2", "0", "20")
    assert cells["Swamp"][:3] == ("all", "road", "road") and cells["One level up"][:3] == ("0", "+1", "+2")
