"""One case for each reason in each function that says why not, where no chapter's tests have it."""

from __future__ import annotations

import pytest

from grognard.engine import Pick
from grognard.games.panzer_blitz.rules.air_support import why_not_attack
from grognard.games.panzer_blitz.rules.anti_aircraft import why_not_flak
from grognard.games.panzer_blitz.rules.artillery_requests import FireShells, FireSmoke, Observe, RequestFire
from grognard.games.panzer_blitz.rules.combat_results import Losses
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.declared_fire import FireAt
from grognard.games.panzer_blitz.rules.direct_fire import ChooseTarget, Fire, why_not_fire_at, why_not_shoot
from grognard.games.panzer_blitz.rules.efficiency import Recover, why_not_recover
from grognard.games.panzer_blitz.rules.engineers import ClearBlock, why_not_clear
from grognard.games.panzer_blitz.rules.indirect_fire import why_not_gun
from grognard.games.panzer_blitz.rules.movement import why_not_go
from grognard.games.panzer_blitz.rules.movement_costs import ROAD
from grognard.games.panzer_blitz.rules.reinforcements import Aboard, EnterAt, EnterMap
from grognard.games.panzer_blitz.rules.setup import why_not_set_up
from grognard.games.panzer_blitz.rules.state import Mine, Op, Unit
from grognard.games.panzer_blitz.rules.unit_moves import BringOn
from grognard.testing import begin, refusing_rule

from .helpers import SWAMP, TOWN, WOODS, field, operation, put, refusal, rule


@pytest.mark.rule("PB-16.1.5", "PB-16.2.1", "PB-16.1.10", "PB-7.1.13", "PB-16.1.11")
def test_every_reason_why_an_aircraft_may_not_attack() -> None:
    g = field()
    typhoon, auster = put(g, "br_typhoon", "air-2420"), put(g, "br_auster", "air-2420")
    mitchell = put(g, "br_mitchell", "air-2520")
    put(g, "ge_gren", "2520")
    assert why_not_attack(g, g.pieces[typhoon], "2520") is None
    assert rule(why_not_attack(g, g.pieces[auster], "2520")) == "PB-16.2.1"
    assert rule(why_not_attack(g, g.pieces[mitchell], "2520")) == "PB-16.1.10"
    assert rule(why_not_attack(g, g.pieces[typhoon], "2421")) == "PB-7.1.13"
    assert rule(why_not_attack(g, g.pieces[typhoon], "4820")) == "PB-16.1.5"
    far = g.pieces[put(g, "br_typhoon", "air-2620")]
    g.change("g4", place="2420")
    g.smoke = {**g.smoke, "2520": 1}
    g.smoke = {**g.smoke, "2521": 1}
    assert rule(why_not_attack(g, far, "2420")) == "PB-16.1.11"
    g.change(typhoon, spent=True)
    assert rule(why_not_attack(g, g.pieces[typhoon], "2520")) == "PB-16.1.5"


@pytest.mark.rule("PB-16.4.2", "PB-16.4.3", "PB-16.4.4", "PB-16.1.11")
def test_every_reason_why_flak_may_not_fire() -> None:
    g = field()
    plane = g.pieces[put(g, "br_typhoon", "air-2420")]

    def refused(kind: str = "ge_20mm", h: str = "2620", **values: object) -> str:
        return rule(why_not_flak(g, g.pieces[put(g, kind, h, **values)], plane))

    assert refused() == "" and refused("ge_gren") == "PB-16.4.2" and refused(h="4820") == "PB-16.4.4"
    assert refused(spent=True) == refused(disrupted=True) == refused(carrier="g9") == "PB-16.4.3"
    g.smoke = {**g.smoke, "2520": 1}
    g.smoke = {**g.smoke, "2521": 1}
    assert refused() == "PB-16.1.11"


@pytest.mark.rule("PB-3.1.18", "PB-11.1.2")
def test_who_is_not_on_the_map_neither_observes_nor_fires() -> None:
    g = field()
    gun = put(g, "br_25pdr", "")
    g.op = Op("british", "", 0, (gun,), ())
    assert rule(why_not_gun(g, g.pieces[gun])) == refusal(g, Observe(gun)) == "PB-3.1.18"
    by = RequestFire(gun, battery="br_25pdr-1")
    assert refusal(g, FireShells(), by) == "GR-1"
    assert refusal(g, FireSmoke(), RequestFire(gun, battery="br_25pdr-1", smoke=True)) == "GR-1"


@pytest.mark.rule("PB-7.7.6")
def test_losses_fall_on_the_targets_and_as_equally_as_possible() -> None:
    g = field()
    one, two = put(g, "br_rifle", "2420"), put(g, "br_mg", "2420")
    other = put(g, "br_engineer", "2420")
    begin(g, Losses((one, two), (), 1))
    assert refusing_rule(g, Pick(other)) == "PB-7.7.6"


@pytest.mark.rule("PB-7.1.4", "PB-4.3.33", "PB-17.0.2", "PB-2.3.15")
def test_every_reason_why_a_unit_may_not_shoot() -> None:
    g = field()

    def refused(kind: str = "br_engineer", **values: object) -> str:
        return rule(why_not_shoot(g, g.pieces[put(g, kind, "2420", **values)]))

    assert refused() == "" and refused(spent=True) == refused(disrupted=True) == "PB-7.1.4"
    assert refused(carrier="b9") == "PB-4.3.33" and refused(labor="block") == "PB-17.0.2"
    assert refused("br_truck") == "PB-2.3.15"


@pytest.mark.rule("PB-SIT.6", "PB-7.1.13", "PB-7.1.6", "PB-7.1.4", "PB-2.3.4", "PB-5.0.1", "PB-7.2.3")
def test_every_reason_why_nobody_may_fire_at_a_hex() -> None:
    g = field()
    rifle = g.pieces[put(g, "br_rifle", "2417")]
    put(g, "ge_gren", "2419"), put(g, "ge_gren", "2410"), put(g, "ge_pz4", "2416")
    near = put(g, "ge_gren", "2517")
    expected = {"0000": "PB-SIT.6", "2617": "PB-7.1.13", "2419": "PB-5.0.1", "2410": "PB-2.3.4", "2416": "PB-7.2.3"}
    assert {h: rule(why_not_fire_at(g, "british", h, (rifle,))) for h in expected} == expected
    assert why_not_fire_at(g, "british", "2517", (rifle,)) is None
    assert rule(why_not_fire_at(g, "british", "2517", ())) == "PB-3.1.9"
    operation(g, "british", "2417", 0)
    assert rule(why_not_fire_at(g, "british", "2517", ())) == "PB-7.1.4"
    g.attacked = {**g.attacked, f"fire:{near}": True}
    assert rule(why_not_fire_at(g, "british", "2517", (rifle,))) == "PB-7.1.6"


@pytest.mark.rule("PB-15.5.4", "PB-7.3.3", "PB-7.3.2", "PB-14.4.10", "PB-14.2.10", "PB-7.1.13", "PB-7.1.6")
def test_every_reason_why_a_unit_is_no_target_of_its_own() -> None:
    g = field()
    g.forts = {**g.forts, "2520": "bunker"}
    inside, tank = put(g, "ge_gren", "2520", inside="fort"), put(g, "ge_pz4", "2520")
    track = put(g, "ge_sdkfz251", "2520")
    aboard, soft = put(g, "ge_gren", "2520", carrier=track), put(g, "ge_gren", "2520")
    more, away = put(g, "ge_gren", "2520"), put(g, "ge_gren", "2620")
    gun = put(g, "br_sherman", "2420")
    begin(g, ChooseTarget("fire", "british", "2520", (gun,), (soft,)))
    assert [refusing_rule(g, Pick(i)) for i in (inside, tank, aboard, away, more)] == [
        *("PB-15.5.4", "PB-7.3.2", "PB-7.3.3", "PB-7.1.13", ""),
    ]
    g.attacked = {**g.attacked, f"fire:{more}": True}
    begin(g, ChooseTarget("fire", "british", "2520", (gun,), (soft,)))
    assert refusing_rule(g, Pick(more)) == "PB-7.1.6"
    for h, expected in ((WOODS, "PB-14.4.10"), (TOWN, "PB-14.2.10")):
        g = field()
        target, gun = put(g, "ge_gren", h), put(g, "br_sherman", GRID.neighbours[h][0])
        put(g, "ge_pz4", h)
        begin(g, ChooseTarget("fire", "british", h, (gun,)))
        assert refusing_rule(g, Pick(target)) == expected


@pytest.mark.rule("PB-13.1.1", "PB-13.1.4", "PB-13.1.8")
def test_every_reason_why_a_unit_may_not_recover() -> None:
    g = field()
    fresh, shaken = put(g, "br_rifle", "2420"), put(g, "br_rifle", "2420", disrupted=True)
    operation(g, "british", "2420", 0)
    assert (
        refusal(g, Recover(fresh)) == refusal(g, Recover("nobody")) == "PB-13.1.1" and refusal(g, Recover(shaken)) == ""
    )
    assert rule(why_not_recover(g, g.pieces[fresh])) == "PB-13.1.1"
    g.attacked = {**g.attacked, f"recover:{shaken}": True}
    assert refusal(g, Recover(shaken)) == "PB-13.1.8"
    g.hit = {**g.hit, shaken: True}
    assert refusal(g, Recover(shaken)) == "PB-13.1.4"


@pytest.mark.rule("PB-15.2.7", "PB-17.1.1", "PB-17.0.2", "PB-4.1.11", "PB-4.1.9", "PB-4.2.1", "PB-17.3.3", "PB-4.1.4")
def test_every_reason_why_engineers_may_not_clear_mines() -> None:
    g = field()
    g.mines = {**g.mines, "2520": Mine("german", "2-1")}
    g.mines = {**g.mines, "2421": Mine("german", "2-1")}
    g.mines = {**g.mines, "2320": Mine("german", "2-1")}
    engineer, rifle = put(g, "br_engineer", "2420"), put(g, "br_rifle", "2420")
    put(g, "ge_gren", "2421")
    for _ in range(3):
        put(g, "br_rifle", "2320")

    def refused(h: str, unit: str = engineer) -> str:
        return rule(why_not_clear(g, g.pieces[unit], h))

    assert refused("2520") == "" and refused("2520", rifle) == "PB-15.2.7"
    assert refused("2419") == refused("2720") == "PB-17.1.1"
    assert refused("2421") == "PB-4.1.11" and refused("2320") == "PB-4.1.9"
    g.change(engineer, inside="ip")
    g.moved = {**g.moved, engineer: 8}
    assert refused("2520") == "PB-4.2.1"
    g.change(engineer, labor="block")
    assert refused("2520") == "PB-17.0.2"
    free = put(g, "br_engineer", "2620")
    operation(g, "british", "2620", 0)
    assert refusal(g, ClearBlock(free)) == "PB-17.3.3"
    assert rule(why_not_go(g, g.pieces[free], "2820", "2620", ROAD)) == "PB-4.1.4"


@pytest.mark.rule("PB-3.1.18", "PB-3.1.19", "PB-7.1.4")
def test_who_has_not_come_in_cannot_fire_because_he_is_not_there() -> None:
    """Nobody of a Reinforcement Operation is marked before he comes in: that is not what bars his fire."""
    g = field("maltot", turn=2)
    for i in ("g90", "g91"):
        g.put(Unit(i, "german", type="ge_tiger", arrives=2))
    target = put(g, "br_rifle", "3520")
    g.op = Op("german", "", 0, ("g90", "g91"), (), "reinforcement")
    shots = (FireAt(target), Fire("3520"))
    assert [refusal(g, shot) for shot in shots] == ["PB-3.1.18"] * 2
    g.change("g90", place="3518", spent=True)
    assert [refusal(g, shot) for shot in shots] == ["PB-7.1.4"] * 2


@pytest.mark.rule("PB-3.1.18", "PB-3.1.21", "PB-2.3.14", "PB-4.3.19", "PB-4.3.2", "PB-15.3.4", "PB-SIT.6")
def test_every_reason_why_a_reinforcement_may_not_come_in() -> None:
    g = field("maltot", turn=2)
    for i, kind in (("g90", "ge_tiger"), ("g91", "ge_pak40"), ("g92", "ge_motorcycle"), ("g93", "ge_ss_gren")):
        g.put(Unit(i, "german", type=kind, arrives=2))
    here = put(g, "ge_gren", "3520")
    g.op = Op("german", "", 0, ("g90", "g91", "g92"), (), "reinforcement")
    assert refusal(g, BringOn("g90")) == "" and refusal(g, BringOn(here)) == refusal(g, BringOn("g93")) == "PB-3.1.18"
    assert refusal(g, BringOn("g91")) == "PB-2.3.14" and refusal(g, BringOn("g92")) == "PB-4.3.19"
    by = EnterMap("g90")
    entry = g.situation.hexes("south_edge")
    assert refusal(g, EnterAt(entry[0]), by) == "" and refusal(g, EnterAt("0101"), by) == "PB-SIT.6"
    assert refusal(g, EnterAt("3415"), by) == "PB-3.1.21"
    g.blocks = {**g.blocks, entry[0]: True}
    assert refusal(g, EnterAt(entry[0]), by) == "PB-15.3.4"
    assert refusal(g, EnterAt(entry[1]), EnterMap("g92")) == "PB-4.3.19"
    assert refusal(g, Aboard("g90"), by) == refusal(g, Aboard(here), by) == "PB-3.1.18"
    for h in entry:
        g.blocks = {**g.blocks, h: True}
        for n in GRID.neighbours[h]:
            g.blocks = {**g.blocks, n: True}
    assert refusal(g, BringOn("g90")) == "PB-3.1.21"


@pytest.mark.rule("PB-2.3.22", "PB-14.5.1", "PB-15.3.4")
def test_every_reason_why_a_unit_may_not_be_set_up_in_a_hex() -> None:
    g = field()
    tank, rifle = g.pieces[put(g, "br_sherman", "")], g.pieces[put(g, "br_rifle", "")]
    assert why_not_set_up(g, tank, "2420") is None and why_not_set_up(g, rifle, SWAMP) is None
    assert rule(why_not_set_up(g, tank, SWAMP)) == "PB-14.5.1"
    g.blocks = {**g.blocks, "2520": True}
    assert rule(why_not_set_up(g, tank, "2520")) == "PB-15.3.4" and why_not_set_up(g, rifle, "2520") is None
    put(g, "ge_gren", "2420")
    for _ in range(3):
        put(g, "br_rifle", "2620")
    assert rule(why_not_set_up(g, tank, "2420")) == rule(why_not_set_up(g, rifle, "2620")) == "PB-2.3.22"
