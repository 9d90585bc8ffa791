"""15.1 to 15.3 Wrecks, minefields and blocks."""

from __future__ import annotations

import pytest

from grognard.engine import Marker, Pick, Press, Refusal, To
from grognard.games.panzer_blitz.rules.combat_results import Damage, Overstack, leave_wreck, mine_attack
from grognard.games.panzer_blitz.rules.data import FIRE_TABLE
from grognard.games.panzer_blitz.rules.engineers import ClearMines
from grognard.games.panzer_blitz.rules.field_works import SeekHullDown, why_not_ip_here
from grognard.games.panzer_blitz.rules.fire_table import Attack, Hit, Part, modifiers
from grognard.games.panzer_blitz.rules.indirect_fire import place_smoke
from grognard.games.panzer_blitz.rules.map_data import LANDS
from grognard.games.panzer_blitz.rules.movement import Go
from grognard.games.panzer_blitz.rules.sequence import PreOperations
from grognard.games.panzer_blitz.rules.setup import (
    KEEP,
    TRADE_DOWN,
    TRADE_UP,
    Begin,
    PlaceMines,
    TradeMines,
    why_not_block,
    why_not_fort,
    why_not_mine,
)
from grognard.games.panzer_blitz.rules.stacking import fits, total
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz
from grognard.games.panzer_blitz.rules.terrain_chart import CHART
from grognard.games.panzer_blitz.rules.transport import Load
from grognard.games.panzer_blitz.rules.unit_moves import MoveUnit
from grognard.games.panzer_blitz.rules.view import view
from grognard.testing import begin, offered, play, refusing_rule
from tests.games.panzer_blitz.helpers import ROADS, TERRAIN

from .helpers import STREAM, SWAMP, TOWN, field, operation, put, rule, state_of

ROAD = "2720"


@pytest.mark.rule("PB-15.1.1", "PB-15.1.2", "PB-15.1.7", "PB-15.1.6")
def test_e50_wreck_on_the_road() -> None:
    g = field()
    tanks = [put(g, "br_sherman", ROAD) for _ in range(3)]
    begin(g, Damage((Hit((tanks[0],), "2X"),), ROAD))
    assert tanks[0] not in g.pieces and g.wrecks == {ROAD: 2} and total(g, ROAD, g.here(ROAD)) == 6
    assert not g.steps


@pytest.mark.rule("PB-15.1.1", "PB-15.1.9", "PB-15.1.4")
def test_no_wreck_off_the_road_and_never_more_than_two_points() -> None:
    g = field()
    tank = put(g, "br_sherman", "2420")
    begin(g, Damage((Hit((tank,), "1X"),), "2420"))
    assert g.wrecks == {}
    for _ in range(4):
        leave_wreck(g, ROAD)
    assert g.wrecks == {ROAD: 2}
    rifle = put(g, "br_rifle", "2719")
    begin(g, Damage((Hit((rifle,), "2X"),), "2719"))
    assert "2719" not in g.wrecks


@pytest.mark.rule("PB-2.3.24", "PB-15.2.16", "PB-15.4.3", "PB-15.3.7")
def test_markers_and_stacking() -> None:
    g = field()
    g.mines = {**g.mines, "2420": Mine("german", "2-1")}
    g.ips = {**g.ips, "2420": True}
    g.smoke = {**g.smoke, "2420": 1}
    g.forts = {**g.forts, "2420": "bunker"}
    assert total(g, "2420", []) == 0
    g.wrecks = {**g.wrecks, "2420": 2}
    g.blocks = {**g.blocks, "2520": True}
    assert total(g, "2420", []) == 2 and total(g, "2520", []) == 4
    assert total(g, TOWN, []) == 0
    g.wrecks = {**g.wrecks, TOWN: 2}
    assert total(g, TOWN, []) == 4


# ------------------------------------------------------------------ minefields


def minefield(strength: str = "2-1", kind: str = "br_rifle", dice: tuple[int, ...] = ()) -> tuple[PanzerBlitz, str]:
    """A unit walks into a German minefield."""
    g = field()
    unit = put(g, kind, "2420")
    g.mines = {**g.mines, "2520": Mine("german", strength)}
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(unit, "2420"))
    play(g, Go("2520"), dice=dice)
    return g, unit


@pytest.mark.rule("PB-15.2.8", "PB-15.2.10", "PB-15.2.11", "PB-15.2.15", "PB-15.2.6", "PB-15.2.9")
def test_a_minefield_stops_and_attacks() -> None:
    g, unit = minefield(dice=(5, 5))
    assert g.pieces[unit].place == "2520" and state_of(g, unit) == "spent" and not g.pieces[unit].trapped
    assert g.mines["2520"].shown
    own = put(g, "ge_gren", "2620")
    operation(g, "german", "2620", 0)
    g.drop(unit)
    begin(g, MoveUnit(own, "2620"))
    play(g, Go("2520"), dice=[3, 3])
    assert state_of(g, own) == "spent/disrupted" and "2520" in g.mines


@pytest.mark.rule("PB-15.2.10", "PB-15.2.17")
def test_mines_have_no_modifiers_and_strike_armor_alike() -> None:
    g, tank = minefield(kind="br_churchill", dice=(3, 3))
    assert state_of(g, tank) == "spent/disrupted"  # 2:1, six: DD
    attack = mine_attack("2520", (tank,))
    assert modifiers(g, attack, attack.parts[0]) == []
    assert FIRE_TABLE[6].results[12] == "-"
    g, unit = minefield(dice=(6, 6))
    assert state_of(g, unit) == "spent"


@pytest.mark.rule("PB-15.2.9", "PB-15.2.1")
def test_a_dummy_is_removed_and_the_move_goes_on() -> None:
    g, _ = minefield("dummy")
    assert g.mines == {} and Go("2620") in offered(g)
    g = field()
    g.mines = {**g.mines, "2520": Mine("german", "dummy")}
    assert Marker("minefield", "2520", "?") in view(g, "british").markers
    assert Marker("dummy minefield", "2520") in view(g, "german").markers


@pytest.mark.rule("PB-15.2.12", "PB-15.2.18")
def test_e41_minefield_and_disruption() -> None:
    g, unit = minefield(dice=(4, 4))
    assert state_of(g, unit) == "spent/disrupted" and g.pieces[unit].trapped
    g.change(unit, spent=False, disrupted=False)
    operation(g, "british", "2520", 0)
    begin(g, MoveUnit(unit, "2520"))
    play(g, Go("2620"), dice=[5, 5])
    assert state_of(g, unit) == "fresh" and g.pieces[unit].place == "2520" and g.moved.get(unit, 0) == 0
    play(g, Go("2620"))
    assert g.pieces[unit].place == "2620"


@pytest.mark.rule("PB-15.2.12", "PB-15.2.17")
def test_a_trapped_passenger_does_not_ride_out_unharmed() -> None:
    g = field()
    g.mines = {**g.mines, "2420": Mine("german", "2-1", shown=True)}
    track, rifle = put(g, "br_halftrack", "2420"), put(g, "br_rifle", "2420", trapped=True)
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(track, "2420"))
    play(g, Load(rifle), Go("2520"), dice=[4, 4])
    assert state_of(g, track) == state_of(g, rifle) == "spent/disrupted" and g.pieces[rifle].place == "2420"


@pytest.mark.rule("PB-15.2.12", "PB-15.2.18")
def test_the_passengers_of_a_lost_carrier_are_trapped() -> None:
    g = field()
    track = put(g, "br_halftrack", "2420", steps=1)
    rifle = put(g, "br_rifle", "2420", carrier=track)
    g.mines = {**g.mines, "2520": Mine("german", "2-1")}
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(track, "2420"))
    play(g, Go("2520"), dice=[2, 3])
    assert track not in g.pieces and state_of(g, rifle) == "spent/disrupted"
    assert g.pieces[rifle].trapped and rifle in g.hit


@pytest.mark.rule("PB-15.2.12", "PB-17.1.1")
def test_trapped_engineers_are_attacked_before_they_clear_the_next_minefield() -> None:
    g = field()
    g.mines = {**g.mines, "2420": Mine("german", "2-1", shown=True)}
    g.mines = {**g.mines, "2520": Mine("german", "1-1")}
    engineer = put(g, "br_engineer", "2420", trapped=True)
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(engineer, "2420"))
    play(g, ClearMines("2520"), dice=[4, 4])
    assert state_of(g, engineer) == "spent/disrupted" and g.pieces[engineer].place == "2420"


@pytest.mark.rule("PB-15.2.8", "PB-2.3.27", "PB-4.3.34")
def test_a_unit_pushed_into_a_minefield_is_attacked_but_no_surplus_passenger() -> None:
    for unloaded, steps in ((False, 1), (True, 2)):
        g = field()
        g.mines = {**g.mines, "2520": Mine("german", "2-1", shown=True)}
        rifles = [put(g, "br_rifle", "2420") for _ in range(4)]
        begin(g, Overstack("2420", (rifles[0],) if unloaded else ()))
        play(g, Pick(rifles[0]), To("2520"), dice=[] if unloaded else [2, 3])
        assert g.pieces[rifles[0]].steps == steps


@pytest.mark.rule("PB-15.2.13", "PB-15.2.14", "PB-14.3.10", "PB-4.3.34")
def test_e42_mines_before_opportunity_fire() -> None:
    g = field()
    track = put(g, "br_halftrack", "2420")
    rifle = put(g, "br_rifle", "2420", carrier=track)
    gun = put(g, "ge_pak40", "2720")
    g.mines = {**g.mines, "2520": Mine("german", "2-1")}
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(track, "2420"))
    play(g, Go("2520"), dice=[5, 5])
    assert state_of(g, track) == "fresh" and g.asks[0].side == "german"  # the mine has struck, now the gun
    play(g, Press("fire"), dice=[4, 4, 2, 3])
    assert state_of(g, gun) == "spent" and state_of(g, rifle) == "spent/disrupted" and not g.pieces[rifle].carrier
    assert g.pieces[rifle].steps == 1 and g.pieces[track].steps == 2, "the mine strikes whoever had to get out"
    g = field()
    unit = put(g, "br_rifle", "2719")
    g.mines = {**g.mines, ROAD: Mine("german", "1-1")}
    operation(g, "british", "2719", 0)
    begin(g, MoveUnit(unit, "2719"))
    play(g, Go(ROAD), dice=[1, 2])
    assert g.pieces[unit].steps == 1


@pytest.mark.rule("PB-15.2.2", "PB-15.2.5", "PB-SIT.2")
def test_mines_are_traded_before_they_are_placed() -> None:
    assert begin(field("chateau-de-fontaine"), Begin()).asks[0].cite == "PB-15.2.2", "before anything is placed"
    g = field("chateau-de-fontaine")
    g.mine_pool = {**g.mine_pool, "german": ("2-1", "2-1", "2-1", "dummy")}
    begin(g, TradeMines("german"), PlaceMines("german"))
    play(g, Press(TRADE_UP), Press(TRADE_DOWN))
    assert sorted(g.mine_pool["german"]) == ["1-1", "1-1", "3-1", "dummy"]  # nothing left to trade
    place = offered(g)[0]
    play(g, place)
    assert isinstance(place, To) and g.mines[place.hex].strength == "dummy"
    assert refusing_rule(g, place) == "PB-15.2.3" and refusing_rule(g, To("2608")) == "PB-SIT.2"
    g.mine_pool = {**g.mine_pool, "german": ("2-1",)}
    begin(g, TradeMines("german"))
    assert Press(TRADE_UP) not in offered(g)
    play(g, Press(KEEP))


@pytest.mark.rule("PB-15.2.3", "PB-15.2.4")
def test_where_mines_may_lie() -> None:
    g = field()
    g.ips = {**g.ips, "2420": True}
    g.forts = {**g.forts, "2520": "bunker"}
    assert [rule(why_not_mine(g, h)) for h in ("2420", "2520", SWAMP, STREAM, "2620")] == ["PB-15.2.4"] * 4 + [""]
    g.mines = {**g.mines, "2620": Mine("german", "1-1")}
    assert rule(why_not_mine(g, "2620")) == "PB-15.2.3"


# ------------------------------------------------------------------ blocks


@pytest.mark.rule("PB-15.3.2", "PB-15.3.3")
def test_where_blocks_may_stand() -> None:
    g = field()
    g.ips = {**g.ips, "2420": True}
    g.forts = {**g.forts, "2520": "bunker"}
    g.blocks = {**g.blocks, "2620": True}
    assert [rule(why_not_block(g, h)) for h in ("2420", "2520", "2620", "2720")] == [
        "PB-15.3.2",
        "PB-15.3.2",
        "PB-15.3.3",
        "",
    ]


@pytest.mark.rule("PB-15.3.1", "PB-15.3.4", "PB-15.3.5", "PB-15.3.8", "PB-17.3.4")
def test_e48_block() -> None:
    g = field()
    g.blocks = {**g.blocks, ROAD: True}
    first, second, engineer = put(g, "br_rifle", "2719"), put(g, "br_rifle", "2719"), put(g, "br_engineer", "2719")
    tank = put(g, "br_sherman", "2620")
    operation(g, "british", "2719", 3)
    begin(g, MoveUnit(tank, "2620"))
    assert refusing_rule(g, Go(ROAD)) == "PB-15.3.4"
    begin(g, MoveUnit(first, "2719"))
    play(g, Go(ROAD))
    assert g.moved[first] == 2 and first in g.halted and state_of(g, first) == "spent"
    begin(g, MoveUnit(second, "2719"))
    assert refusing_rule(g, Go(ROAD)) == "PB-4.1.9"
    assert fits(g, ROAD, g.pieces[engineer])
    far = put(g, "br_rifle", "2518")
    begin(g, MoveUnit(far, "2518"))
    play(g, Go("2618"), *([Go("2719")] if Go("2719") in offered(g) else []))
    assert Go(ROAD) not in offered(g)
    g.change(first, spent=False)
    operation(g, "british", ROAD, 0)
    begin(g, MoveUnit(first, ROAD))
    assert Go("2820") in offered(g)


@pytest.mark.rule("PB-17.3.4", "PB-15.3.7", "PB-2.3.27")
def test_one_engineer_beside_a_block_is_never_too_many() -> None:
    g = field()
    g.wrecks = {**g.wrecks, TOWN: 2}
    pioneers = put(g, "ge_ss_pioneer", TOWN, labor="block", stage=2, since=0)
    begin(g, PreOperations())
    assert g.blocks == {TOWN: True} and not g.steps  # eight points without any unit
    assert fits(g, TOWN, g.pieces[pioneers]) and not fits(g, TOWN, g.pieces[put(g, "ge_gren", "2420")])
    g.drop(pioneers)
    begin(g, PreOperations(), Damage((), TOWN))
    assert not g.steps


# ------------------------------------------------------------------ one clause after the other


@pytest.mark.rule("PB-15.1.1")
def test_among_houses_a_wreck_stays_where_there_is_no_road_too() -> None:
    for house in ("2810", "4802"):
        g = field()
        tank = put(g, "br_sherman", house)
        assert house not in ROADS
        begin(g, Damage((Hit((tank,), "1X"),), house))
        assert g.wrecks == {house: 1}


@pytest.mark.rule("PB-15.2.11")
def test_who_came_through_unharmed_leaves_a_minefield_unharmed() -> None:
    g, unit = minefield(dice=(5, 5))
    g.change(unit, spent=False)
    operation(g, "british", "2520", 0)
    begin(g, MoveUnit(unit, "2520"))
    play(g, Go("2620"))
    assert g.pieces[unit].place == "2620" and "2520" in g.mines


@pytest.mark.rule("PB-15.3.6", "PB-15.3.5")
def test_a_block_neither_protects_nor_hinders_who_fires() -> None:
    g = field()
    mg, rifle = put(g, "ge_mg", "2520"), put(g, "br_rifle", "2420")
    attack = Attack("fire", "2420", (Part("AP", (mg,), (rifle,)),))
    bare = modifiers(g, attack, attack.parts[0])
    g.blocks = {**g.blocks, "2420": True}
    g.blocks = {**g.blocks, "2520": True}
    assert modifiers(g, attack, attack.parts[0]) == bare


@pytest.mark.rule("PB-15.2.4", "PB-15.3.2", "PB-15.4.2", "PB-15.5.1", "PB-12.2.4", "PB-15.6.6")
@pytest.mark.parametrize(
    ("ground", "refused"),
    [("lake", "mine block ip fort smoke hull"), ("river", "mine block ip fort smoke hull"), ("beach", "ip fort hull")],
)
def test_what_cannot_stand_in_water_or_on_a_beach(ground: str, refused: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The map of Hill 112 has no such hex."""
    monkeypatch.setitem(TERRAIN, "2420", ground)
    monkeypatch.setitem(LANDS.boxed().effects, "2420", CHART[ground])
    g = field()
    tank = put(g, "br_sherman", "2420")
    operation(g, "british", "2420", 0)
    place_smoke(g, "2420", scattered=False)
    found = {
        "mine": why_not_mine(g, "2420"),
        "block": why_not_block(g, "2420"),
        "ip": why_not_ip_here(g, "2420"),
        "fort": why_not_fort(g, "2420"),
        "smoke": None if g.smoke else Refusal("PB-12.2.4"),
        "hull": SeekHullDown().why_not(g, MoveUnit(tank, "2420")),
    }
    assert {name for name, why in found.items() if why} == set(refused.split())
