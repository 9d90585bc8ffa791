"""20.0 Optional rules: Waffen SS, and several players on the German side."""

from __future__ import annotations

import pytest

from grognard.engine import Match, Pick, Press, To
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.artillery import scatters_on
from grognard.games.night_fight.rules.combat_table import shifts
from grognard.games.night_fight.rules.fire import Blast
from grognard.games.night_fight.rules.german_fire import GermanFire
from grognard.games.night_fight.rules.german_movement import GermanMovement, MoveStack
from grognard.games.night_fight.rules.rally import GermanRally, in_command, rally_modifiers
from grognard.games.night_fight.rules.sequence import Begin, FirstPlayer, GameTurn
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.stacking import why_not_stop
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.unit_acts import use_supply
from grognard.games.night_fight.rules.victory import decide
from grognard.testing import begin, offered

from .situations import column, german, pieces, places, play, position, refused, soviet

SS = {"waffen-ss": "yes"}


@pytest.mark.rule("NF-20.1.1", "NF-22.5.6")
def test_e57_waffen_ss_by_choice() -> None:
    pieces = (german("pzkpfw_iv", "1935", pinned=True), soviet("t34", "1939", spotted=True))
    army, elite = position(*pieces), position(*pieces, options=SS)

    def elite_shift(g: NightFight) -> int:
        found = shifts(g, g.pieces["pzkpfw_iv"], g.pieces["t34"])
        return sum(m.value for m in found if m.cite == "NF-22.5.6")

    assert [elite_shift(g) for g in (army, elite)] == [0, 1]
    assert [sum(m.value for m in rally_modifiers(g, g.pieces["pzkpfw_iv"])) for g in (army, elite)] == [1, 2]
    back = shifts(elite, elite.pieces["t34"], elite.pieces["pzkpfw_iv"])
    assert not any(m.cite == "NF-22.5.6" for m in back)


@pytest.mark.rule("NF-20.1.1", "NF-15.4.1")
def test_e57_artillery_gains_nothing_from_the_ss() -> None:
    for options in ({}, SS):
        g = position(soviet("t34", "1939", up=True), options=options, step=Blast("t34", 6), dice=[1, 5])
        assert not g.pieces["t34"].pinned  # 6 against 3, outgunned: column 0/1, a 6 does nothing


@pytest.mark.rule("NF-20.1.2", "NF-21.3.1")
def test_the_germans_at_kharkov_are_always_ss() -> None:
    assert position(scenario="kharkov").ss
    assert not position(scenario="kiev").ss
    assert position(scenario="kiev", options=SS).ss


# ------------------------------------------------------------------ 20.2


@pytest.mark.rule("NF-20.2.1")
@pytest.mark.parametrize(("players", "intensity", "share"), [(1, "low", 100), (3, "low", 33), (4, "high", 75)])
def test_recruit_points_are_divided_evenly_without_fractions(players: int, intensity: str, share: int) -> None:
    g = position(players=players, options={"intensity": intensity}, turn=0)
    g.steps = (Begin(),)
    g.steps[-1].run(g)
    assert g.points == dict.fromkeys(g.players, share)


@pytest.mark.rule("NF-20.2.1")
def test_each_player_buys_for_himself() -> None:
    match = Match.new(GAME, "ghost-column", {"players": "2"}, seed=1)
    assert match.decision.side == "german"
    match.take(Press("suggested force"))
    while match.decision.side == "german":
        match.take(match.decision.actions[0])
    assert match.decision.side == "german-2"
    assert {u.side for u in match.state.pieces.values() if u.side != "soviet"} == {"german"}
    assert match.state.points["german-2"] == 50  # type: ignore[attr-defined]


@pytest.mark.rule("NF-20.2.2")
@pytest.mark.parametrize(
    ("face", "first", "told"), [(1, "german", "The Germans go first"), (2, "german-2", "German player 2 goes first")]
)
def test_e58_a_die_decides_who_goes_first_and_the_order_alternates(face: int, first: str, told: str) -> None:
    pieces = (german("infantry", "1935"), german("engineers", "1940", side="german-2"))
    g = position(*pieces, players=2, turn=1)
    g.steps = (FirstPlayer(),)
    g.dice.faces = [face]  # type: ignore[attr-defined]
    g.advance()
    assert g.players[0] == first
    assert [str(event) for event in g.events or ()] == [told]
    order = []
    for turn in (1, 2, 3):
        g.steps = (GameTurn(turn),)
        g.steps[-1].run(g)
        order.append(g.players[0])
        phases = [step for step in g.steps if isinstance(step, GermanFire | GermanMovement)]
        assert {step.sides for step in phases} == {g.players}  # one order for all phases of the turn
    second = ({"german", "german-2"} - {first}).pop()
    assert order == [first, second, first]


@pytest.mark.rule("NF-20.2.3")
def test_units_of_two_players_do_not_end_a_move_together() -> None:
    g = position(
        german("pzkpfw_iv", "1935"),
        german("infantry", "1936", side="german-2"),
        players=2,
        step=GermanMovement(("german", "german-2")),
    )
    found = why_not_stop(g, (g.pieces["pzkpfw_iv"],), "1936")
    assert found is not None
    assert found.rule == "NF-20.2.3"
    play(g, Pick("pzkpfw_iv"))
    assert To("1937") in offered(g)  # passing through is allowed, at the usual price
    play(g, To("1937"))
    assert g.spent["pzkpfw_iv"] in (2 + 1 + 2, 2 + 2 + 2)


@pytest.mark.rule("NF-20.2.3", "NF-4.0.4")
@pytest.mark.parametrize(("side", "rule"), [("german-2", "NF-20.2.3"), ("german", "NF-4.0.4")])
def test_why_a_stack_that_could_not_go_on_does_not_go_to_a_hex(side: str, rule: str) -> None:
    there = [german("infantry", "1936", side=side, pinned=True) for _ in range(3)]
    g = position(german("pzkpfw_iv", "1935"), *there, players=2, step=MoveStack(("pzkpfw_iv",)), spent={"pzkpfw_iv": 3})
    assert refused(g, To("1936")) == rule


@pytest.mark.rule("NF-20.2.4")
def test_command_is_for_the_players_own_units() -> None:
    g = position(
        german("infantry", "1935", pinned=True),
        german("command_car", "1936", side="german-2"),
        german("engineers", "1937", side="german-2", pinned=True),
        players=2,
    )
    assert not in_command(g, g.pieces["infantry"])
    assert in_command(g, g.pieces["engineers"])


@pytest.mark.rule("NF-20.2.4", "NF-11.0.4")
def test_a_command_unit_directs_the_strikes_of_its_own_player() -> None:
    g = position(german("command_car", "1935", side="german-2"), soviet("t34", "1938"), players=2)
    assert scatters_on(g, "german-2", "1938") == 1
    assert scatters_on(g, "german", "1938") == 2


@pytest.mark.rule("NF-20.2.4", "NF-16.6.1")
def test_supply_is_for_the_players_own_units() -> None:
    g = position(*pieces("truck_supply 1935, stug_iii 1936"), german("pzkpfw_iv", "1937", side="german-2"), players=2)
    use_supply(g, "truck_supply")
    assert "stug_iii" in g.supplied
    assert "pzkpfw_iv" not in g.supplied


@pytest.mark.rule("NF-20.2.4", "NF-10.3.12")
def test_one_player_may_fire_at_what_the_other_spotted() -> None:
    g = position(
        german("pzkpfw_iv", "1935"),
        german("infantry", "1936", side="german-2"),
        soviet("t34", "1939", spotted=True),
        players=2,
        step=GermanFire(("german", "german-2")),
    )
    assert g.asks[0].side == "german"
    assert Pick("pzkpfw_iv") in offered(g)
    assert refused(g, Pick("infantry")) == "NF-20.2.4"
    play(g, Press("end"))
    assert g.asks[0].side == "german-2"
    assert Pick("infantry") in offered(g)


@pytest.mark.rule("NF-20.2.2")
def test_who_is_first_this_turn_reacts_first_to_a_column() -> None:
    g = position(
        german("pzkpfw_iv", "2315"),
        german("infantry", "2316", side="german-2"),
        column(1, ["t34"], ["2311"], ahead="2312"),
        players=2,
    )
    g.players = ("german-2", "german")
    begin(g, SovietMovement(), dice=[1])
    assert [ask.side for ask in g.asks] == ["german-2"]
    play(g, Press("pass"))
    assert [ask.side for ask in g.asks] == ["german"]


@pytest.mark.rule("NF-20.2.2")
def test_players_rally_together_in_the_german_rally_phase() -> None:
    g = position(
        german("pzkpfw_iv", "1935", pinned=True),
        german("infantry", "1939", side="german-2", pinned=True),
        players=2,
        step=GermanRally(),
        dice=[6, 6],
    )
    assert not any(u.pinned for u in g.pieces.values())


@pytest.mark.rule("NF-20.2.5")
@pytest.mark.parametrize(
    ("mine", "yours", "winners"),
    [(3, 2, ("german",)), (2, 3, ("german-2",)), (3, 3, ("german", "german-2")), (1, 1, ("soviet",))],
)
def test_the_units_count_together_and_the_player_with_more_wins(
    mine: int, yours: int, winners: tuple[str, ...]
) -> None:
    hexes = ("1212", "1112", "1113")
    units = [german("infantry", hexes[i]) for i in range(mine)]
    units += [german("pzkpfw_iv", h, side="german-2") for h in ("1219", "1220", "1218")[:yours]]
    g = position(*units, players=2, turn=8, dice=[2, 2])
    decide(g)
    assert g.result is not None
    assert g.result.winners == winners


def test_places_of_two_players_are_kept_apart_on_entry() -> None:
    g = position(german("infantry"), german("pzkpfw_iv", "3911", side="german-2"), players=2, turn=1)
    found = why_not_stop(g, (g.pieces["infantry"],), "3911")
    assert found is not None
    assert found.rule == "NF-20.2.3"
    assert places(g, "infantry") == [""]
