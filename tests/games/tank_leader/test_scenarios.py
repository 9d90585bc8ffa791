"""15.1 The scenarios, their forces and their words."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.data import CARDS, TYPES
from grognard.games.tank_leader.rules.forces import Begin, Draft, scenario_cards, unit_price
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.setup import READY
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.victory import points

from .table import begun, field, put, say, told

TITLES = [
    *("Prokhorovka", "Steppe Patrol", "The Elbe River Blues", "Battle for the Berlin-Seelowe Highway"),
    *("The Belikowo Pocket", "On the Road to Moscow", "The Border", "Liberating Rostov", "Ambush"),
    *("Tolochino: The T-34", "Bridgehead on the Astrika", "Counterattack on the Chir"),
    *("A Midsummer Day's Dream", "Summer of '42", "The Thin Red Line"),
]


@pytest.mark.rule("TL-15.1.1")
def test_all_fifteen_scenarios_and_their_cards() -> None:
    assert [row["title"] for row in SCENARIOS.values()][:15] == TITLES
    for name, row in list(SCENARIOS.items())[:15]:
        g = TankLeader(scenario_id=name, year=row["year"])
        for side in ("german", "soviet"):
            for key in scenario_cards(g, side):
                card = CARDS[key]
                assert card.side == side and card.rating(row["year"]), (name, key)
                assert card.type != "combat" or card.line_up(row["year"]) is not None


@pytest.mark.rule("TL-15.1.1")
def test_forces_are_the_line_ups_of_the_year() -> None:
    g = begun("prokhorovka")
    kinds = [u.type for u in g.pieces.values() if u.card == "109"]
    assert kinds == ["pz4l"] * 3
    assert {u.exp for u in g.pieces.values() if u.card == "205"} == {0}
    assert not [u for u in g.pieces.values() if not u.vehicle or u.what.truck]


def test_a_free_battle_is_drafted_within_its_points() -> None:
    g = begun("free-battle", [3, 3, 3, 3], year="1944")
    assert isinstance(g.steps[-1], Draft) and g.asks[0].side == "soviet"
    say(g, Play("236"))
    say(g, Play("214"))
    assert {"236", "235", "214", "211", "209"} <= g.cards.keys()
    say(g, READY)
    assert g.asks[0].side == "german"
    assert any("The Soviets take A/9" in line for line in told(g))
    assert unit_price(TYPES["s_truck"]) == 0 and unit_price(TYPES["g_fo"]) == 1


def test_every_scenario_starts_and_saves() -> None:
    for name in GAME.scenarios:
        match = Match.new(GAME, name, seed=1, record=False)
        state = GAME.rules.codec.read_state(match.state.to_json())
        assert state.digest() == match.state.digest()
    assert Begin() == Begin()


@pytest.mark.rule("TL-12.21.1", "TL-15.5.7")
def test_scenario_9_an_observer_that_was_never_placed_is_not_on_the_map_at_the_end() -> None:
    g = field(year=1942, scenario="ambush")
    for _ in range(3):
        put(g, "t34_76", "5420", "206")
    put(g, "rifle", "5420", "222")
    observer = put(g, "s_fo", "", "221", recorded="3020")
    assert points(g, "german") == (3 * 3 + 2) // 4 == 2
    g.change(observer, place="3020", recorded="")
    assert points(g, "german") == 3
