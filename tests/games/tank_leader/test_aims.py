"""15.5 What the sides are told they must reach is what they are judged by; briefings and dossiers."""

from __future__ import annotations

import random
import re
from typing import cast

import pytest

from grognard.engine import Match
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.face.dossier import SIGNS
from grognard.games.tank_leader.rules.data import GERMAN, SIDES, SOVIET, other
from grognard.games.tank_leader.rules.morale import eliminate, remove
from grognard.games.tank_leader.rules.opportunity_fire import Window
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.terrain_chart import CHART
from grognard.games.tank_leader.rules.victory import aims, leaves_for_points, points, standing
from grognard.games.tank_leader.rules.view import view
from grognard.players import make_player

from .table import act, field, play, put


def played(scenario: str, answers: int, seed: int) -> Match:
    match, rng, player = Match.new(GAME, scenario, seed=seed), random.Random(seed), make_player("random")
    while not match.over and match.number < answers:
        ask = match.decision.asks[0]
        match.take(player.choose(match, ask, rng), ask.side)
    return match


@pytest.mark.rule("TL-15.5.1", "TL-15.5.5")
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_every_side_of_every_scenario_is_briefed_and_has_aims(scenario: str) -> None:
    match = played(scenario, 0, 1)
    for side in match.sides:
        told = match.briefing(side)
        assert told.situation and told.force and told.enemy and told.special and told.first and told.length
        text = " ".join((told.situation, told.force, told.enemy, *told.special, *told.first))
        assert all(rule in GAME.rulebook for rule in re.findall(r"TL-[\d.]*\d", text))
        assert all(h in GAME.face.ground(scenario).places for h in re.findall(r"\b\d{4}\b", text) if h[:2] != "19")  # type: ignore[union-attr]
        lead, *lines = match.aims(side)
        assert lead.need in (0, 2) and lines and len({line.text for line in lines}) == len(lines)
        assert all(line.hexes == ("0117",) for line in lines if "off the map at 0117" in line.text)
        assert all("off the map" not in line.text or line.hexes for line in lines)


@pytest.mark.rule("TL-15.5.1", "TL-15.5.5")
@pytest.mark.parametrize("scenario", ["steppe-patrol", "the-elbe-river-blues", "ambush", "a-midsummer-days-dream"])
@pytest.mark.parametrize("answers", [60, 400])
def test_the_lines_of_the_aims_add_up_to_the_lead_that_is_judged(scenario: str, answers: int) -> None:
    match = played(scenario, answers, 3)
    for side in SIDES:
        lead, *lines = match.aims(side)
        assert sum(line.points or 0 for line in lines) == lead.have
        g = cast(TankLeader, match.state)
        assert lead.have == points(g, side) - points(g, other(side))
        assert lead.met == (side in match.standing().winners)  # type: ignore[union-attr]


@pytest.mark.rule("TL-15.5.5")
def test_the_standing_after_the_last_turn_is_the_result() -> None:
    match = played("steppe-patrol", 20_000, 2)
    assert match.over and standing(cast(TankLeader, match.state)) == match.result


@pytest.mark.rule("TL-15.5.5")
@pytest.mark.parametrize(("lost", "level"), [(5, "German decisive"), (4, "German marginal"), (0, "draw")])
def test_the_levels_of_the_lead_are_those_of_the_verdict(lost: int, level: str) -> None:
    g = field()
    for _ in range(lost):
        eliminate(g, g.pieces[put(g, "t34_76", "2117", "206")])
    for side in SIDES:
        lead = aims(g, side)[0]
        assert [least for _, least in lead.levels] == [-99, -14, -1, 2, 15]
        assert [name for name, least in lead.levels if least <= (lead.have or 0)][-1] == level


@pytest.mark.rule("TL-15.5.5")
def test_who_wins_a_tie_wins_with_a_lead_of_one_too() -> None:
    g = field(year=1941, scenario="the-thin-red-line")
    put(g, "pz3s", "2117", "106")
    eliminate(g, g.pieces[put(g, "g_fo", "2117", "119")])
    assert (points(g, SOVIET), points(g, GERMAN)) == (1, 0)
    assert (standing(g).winners, standing(g).level) == ((SOVIET,), "marginal")
    assert aims(g, SOVIET)[0].need == 0 and aims(g, SOVIET)[0].met and aims(g, GERMAN)[0].need == 2
    for _ in range(9):
        eliminate(g, g.pieces[put(g, "pz3s", "2117", "106")])
    assert (standing(g).winners, standing(g).level) == ((SOVIET,), "decisive")  # no less for winning ties as well


@pytest.mark.rule("TL-15.5.4", "TL-8.4.2", "TL-15.5.6")
def test_every_line_counts_for_one_and_against_the_other() -> None:
    g = field(year=1945, scenario="the-elbe-river-blues")
    remove(g, g.pieces[put(g, "panther", "0110", "114")], "exit 0110")
    put(g, "panther", "2117", "114")
    g.control = {**g.control, "3719": SOVIET}
    german = {aim.text.split(":")[0]: (aim.points, aim.met) for aim in aims(g, GERMAN)[1:]}
    assert german["Bring tanks and self-propelled guns off the west edge"][0] == 3
    assert german["Hold 3719 at the end"] == (-2, False)
    assert german["Leave nobody behind"][0] == -1
    soviet = {aim.text.split(":")[0]: aim for aim in aims(g, SOVIET)[1:]}
    assert soviet["Hold 3719 at the end"].hexes == ("3719",) and soviet["Hold 3719 at the end"].met
    assert "0117" in soviet["Let no tank or self-propelled gun off the west edge"].hexes


@pytest.mark.rule("TL-8.4.2", "TL-15.5.6")
def test_leaving_by_the_other_sides_edge_counts_for_nothing() -> None:
    g = field(scenario="steppe-patrol")
    german, soviet = g.pieces[put(g, "pz4l", "0133", "106")], g.pieces[put(g, "t34_76", "6333", "206")]
    west, east = "0117", "6420"
    assert [leaves_for_points(g, german, h) for h in (west, east, "2117")] == [False, True, False]
    assert [leaves_for_points(g, soviet, h) for h in (west, east, "2117")] == [True, False, False]


# ------------------------------------------------------------------ dossiers


@pytest.mark.rule("TL-2.11.5", "TL-10.1.1", "TL-9.35.1")
def test_a_dossier_names_every_number_and_what_it_comes_to_now() -> None:
    g = field()
    tank = put(g, "pz4l", "3804", "106", separated=True)
    g.losses = {**g.losses, "106": 1}
    piece = next(p for p in view(g, GERMAN).pieces if p.id == tank)
    told = GAME.face.dossier(g, GERMAN, piece)
    values = {value.name: (value.value, value.note) for value in told.values}
    assert values["anti-vehicle fire"] == ("8", "at vehicles, 10 hexes far")
    assert values["morale"] == ("9", "two dice, +4, must not come to more")
    assert values["experience"] == ("seasoned", "a quick kill on 12 or more")
    assert values["worth"][0] == "3" and "separated" in told.states
    assert all(value.cite in GAME.rulebook for value in told.values)


@pytest.mark.rule("TL-7.1", "TL-9.4.1", "TL-8.55.1")
def test_a_dossier_says_what_a_unit_may_do_now_to_its_owner_alone() -> None:
    g = field()
    tank, foe = put(g, "pz4l", "3804", "106"), put(g, "t34_76", "3808", "206")
    put(g, "t34_76", "3808", "206")
    act(g, tank)
    own = {p.id: GAME.face.dossier(g, GERMAN, p) for p in view(g, GERMAN).pieces}
    assert own[tank].can == ("fire or move",) and not own[foe].can
    assert own[foe].values == () and own[foe].title == "Tank"  # it lies under another
    spectator = {p.id: GAME.face.dossier(g, None, p) for p in view(g, None).pieces}
    assert not spectator[tank].can
    play(g, Window(tank))
    theirs = {p.id: GAME.face.dossier(g, SOVIET, p) for p in view(g, SOVIET).pieces}
    assert theirs[foe].can == ("fire at A/2 Pz IV in 3804, AV",)


@pytest.mark.rule("TL-2.11.5", "TL-13.33.1")
def test_a_dossier_names_signs_and_passengers() -> None:
    g = field()
    track, rider = put(g, "halftrack", "3804", "103"), put(g, "g_inf", "3804", "103")
    g.change(rider, carrier=track)
    told = {p.id: GAME.face.dossier(g, GERMAN, p) for p in view(g, GERMAN).pieces}
    assert told[track].carries == (g.pieces[rider].name,)
    assert any("soft" in words for words in told[track].abilities)
    assert any("face-down" in words for words in told[rider].abilities)


@pytest.mark.rule("TL-15.5.3")
@pytest.mark.parametrize(("scenario", "kind", "worth"), [("ambush", "t34_76", "6"), ("ambush", "rifle", "2")])
def test_a_dossier_says_what_a_unit_is_worth_in_this_battle(scenario: str, kind: str, worth: str) -> None:
    g = field(year=1942, scenario=scenario)
    unit = put(g, kind, "5420", "206" if kind == "t34_76" else "222")
    before = points(g, GERMAN)
    (piece,) = view(g, SOVIET).pieces
    told = GAME.face.dossier(g, SOVIET, piece)
    assert next(value.value for value in told.values if value.name == "worth") == worth
    eliminate(g, g.pieces[unit])
    assert points(g, GERMAN) - before == int(worth)


@pytest.mark.rule("TL-14.11.1")
def test_a_dossier_names_ruins_where_infantry_assaults() -> None:
    assert all(word in SIGNS["infantry"] for word in ("cover", "ruins")) and CHART["ruins"].assault


@pytest.mark.rule("TL-13.34.2", "TL-9.21.1")
def test_a_loaded_vehicle_covers_no_hex() -> None:
    g = field()
    track = put(g, "halftrack", "3808", "103")
    assert [reach.how for reach in GAME.face.reach(g, GERMAN, track)] == ["fire"]
    put(g, "g_inf", "3808", "103", carrier=track, up=False)
    assert not GAME.face.reach(g, GERMAN, track)
