"""What each side is after, how it stands, what it is told before the first decision, and what a counter says."""

from __future__ import annotations

import random
import re

import pytest

from grognard.engine import Match
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.face.dossier import dossier
from grognard.games.panzer_blitz.rules.data import SIDES, SITUATIONS, TYPES, Goal, other
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.unit_moves import Move, MoveUnit
from grognard.games.panzer_blitz.rules.victory import Victory, aims, attacker_wins, standing
from grognard.games.panzer_blitz.rules.view import view
from grognard.testing import begin

from .helpers import PLAIN, field, operate, operation, put


def chances(seed: int, scenario: str) -> PanzerBlitz:
    """A position in which anything may be held, lost and broken."""
    rng, g = random.Random(seed), field(scenario)
    ahead = rng.choice(SIDES)
    for goal in g.situation.goal:
        g.control = {**g.control, **{h: rng.choice(("", *SIDES, ahead, ahead)) for h in goal.hexes}}
        if goal.bridge and rng.random() < 0.5:
            g.broken = {**g.broken, goal.bridge: True}
    g.lost = {"british-tank": rng.randrange(14)}
    return g


@pytest.mark.rule("PB-SIT.7", "PB-3.2.1")
@pytest.mark.parametrize("scenario", SITUATIONS)
def test_aims_standing_and_victory_agree(scenario: str) -> None:
    winners = set()
    for seed in range(40):
        g = chances(seed, scenario)
        attacker = g.situation.attacker
        stands = standing(g)
        for side in SIDES:
            found = aims(g, side)
            assert found and all(aim.text and aim.cite in GAME.rulebook and aim.met is not None for aim in found)
            if g.situation.points_needed:
                whole, *parts = found
                assert sum(aim.points or 0 for aim in parts) == (whole.have or 0) * (1 if side == attacker else -1)
                assert whole.met == (side in stands.winners)
            else:
                judged = all if side == attacker else any
                assert judged(aim.met for aim in found) == (side in stands.winners)
        begin(g, Victory())
        assert g.result == stands and stands.winners == ((attacker if attacker_wins(g) else other(attacker)),)
        winners.add(stands.winners)
    assert len(winners) == 2, "both sides can win"


@pytest.mark.rule("PB-3.2.2")
def test_the_defender_reads_how_many_hexes_he_must_keep() -> None:
    g = field("maltot")
    g.control = {"3616": "british", "3715": "german"}
    (mine, _), (_, theirs, _) = aims(g, "british"), aims(g, "german")
    assert (mine.have, mine.need, mine.met, mine.hexes) == (1, 2, False, ("3616", "3715", "3716"))
    assert (theirs.have, theirs.need, theirs.met) == (2, 2, True)


@pytest.mark.rule("PB-6.2.1", "PB-SIT.7")
def test_a_step_lost_in_hiding_counts_for_its_owner_alone_until_the_end() -> None:
    g = field("first-up-the-hill")
    g.control = dict.fromkeys(("2617", "2718"), "british")
    g.lost = {"british-tank": 14}
    tank = put(g, "br_sherman", PLAIN[0], unspotted=True, steps=1)
    assert [aims(g, side)[-1].have for side in SIDES] == [14, 13]
    assert standing(g).winners == ("british",), "as far as everybody knows"
    g.change(tank, unspotted=False)
    assert aims(g, "german")[-1].have == 14 and standing(g).winners == ("german",)
    g.change(tank, unspotted=True)
    begin(g, Victory())
    assert g.result is not None and g.result.winners == ("german",)


@pytest.mark.rule("PB-SIT.7")
def test_everybody_is_briefed_and_every_rule_named_there_exists() -> None:
    for scenario in SITUATIONS:
        match = Match.new(GAME, scenario, seed=1)
        for side in match.sides:
            told = match.briefing(side)
            assert told.situation and told.force and told.enemy and told.special and told.first and told.length
            cited = re.findall(r"PB-[\w.]*\w", " ".join((*told.special, *told.first)))
            assert cited and all(rule in GAME.rulebook for rule in cited)
            places = set(re.findall(r"\b\d{4}\b", told.situation))
            assert places <= {h for goal in SITUATIONS[scenario].goal for h in goal.hexes}
        assert match.aims("british") and match.aims("german") and match.standing()


@pytest.mark.rule("PB-2.3.3", "PB-2.3.4", "PB-2.3.5", "PB-2.3.6")
def test_a_dossier_names_every_number_of_every_counter() -> None:
    for kind in TYPES:
        g = field()
        unit = put(g, kind, f"air-{PLAIN[0]}" if TYPES[kind].aircraft else PLAIN[0])
        (piece,) = view(g, g.pieces[unit].side).pieces
        told = dossier(g, g.pieces[unit].side, piece)
        numbers = " ".join("-" if value.value == "none" else value.value for value in told.values[:5])
        assert numbers == piece.values and told.kind and told.states[0] == "fresh" and told.place == PLAIN[0]
        assert all(value.cite in GAME.rulebook and value.note for value in told.values)


@pytest.mark.rule("PB-6.2.1", "PB-4.3.2")
def test_a_dossier_tells_the_owner_what_may_be_done_and_the_enemy_nothing_hidden() -> None:
    g = field()
    track = put(g, "br_halftrack", PLAIN[0])
    put(g, "br_motor", PLAIN[0], carrier=track, unspotted=True)
    put(g, "ge_gren", PLAIN[2], unspotted=True)
    operate(g, "british", PLAIN[0])
    seen = {side: {piece.id: dossier(g, side, piece) for piece in view(g, side).pieces} for side in SIDES}
    assert seen["british"][track].carries == ("Motor (mechanized infantry) platoon",)
    assert seen["german"][track].carries == () and seen["german"][track].can == ()
    assert Move(track).says(g) in seen["british"][track].can
    hidden = seen["british"][f"german?{PLAIN[2]}"]
    assert hidden.note and not hidden.values and not hidden.can
    operation(g, "british", PLAIN[0])
    begin(g, MoveUnit(track, PLAIN[0]))
    assert "movement points left" in dossier(g, "british", view(g, "british").pieces[1]).can[-1]


def test_who_waits_off_the_map_is_shown_to_its_owner_alone() -> None:
    g = field()
    waiting = put(g, "br_rifle", "")
    assert [[piece.id for piece in view(g, side).pieces] for side in (*SIDES, None)] == [
        [waiting] if side == "british" else [] for side in (*SIDES, None)
    ]


@pytest.mark.rule("PB-SIT.7")
def test_an_aim_without_a_name_is_called_by_what_it_counts() -> None:
    assert Goal("control", hexes=("1812", "1913"), at_least=1).called == "1812 and 1913"
    assert Goal("losses_below", classes=("tank",), steps=3).called == "tank"
    assert Goal("control", "Les Duanes", ("1812",), 1).called == "Les Duanes"
