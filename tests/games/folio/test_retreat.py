"""7.7 to 7.9 Retreat, displacement, stiff resistance, advance."""

from __future__ import annotations

import pytest

from grognard.board.hexes.map import side
from grognard.engine import Pick, To
from grognard.engine.game.face import say
from grognard.games.folio.rules.advance import STAY, Advance
from grognard.games.folio.rules.combat import CombatPhase
from grognard.games.folio.rules.combat_results import AttackersRetreat, Resolve
from grognard.games.folio.rules.movement import Movement
from grognard.games.folio.rules.retreat import GIVE_WAY, STAND, Displace, Retreat, displacements, paths, ways
from grognard.games.folio.rules.sidi_zahran import Zahran
from grognard.games.folio.rules.state import Battle
from grognard.testing import refusing_rule
from tests.games.folio.situation import asked, begin, desert, offered, places, play, told, why_not


def ends(g: Zahran, unit: str, count: int, *away: str, bombardment: bool = False) -> set[str]:
    """Where a retreat may end."""
    found = ways(g, Retreat(unit, count, away, bombardment=bombardment))
    return {way.path[-1] for way in found}


def hexes(g: Zahran) -> set[str]:
    """The hexes offered now."""
    return {action.hex for action in offered(g) if isinstance(action, To)}


@pytest.mark.rule("FO-7.7.1", "FO-7.7.2")
def test_the_owner_retreats_at_once_each_hex_farther_from_the_attackers() -> None:
    g = desert({"A-03": "0413", "B-01": "0412"}, Resolve(Battle("A-03", "0413", ("B-01",), (3,))), dice=[2])
    assert asked(g) == "German"
    assert hexes(g) == ends(g, "A-03", 2, "0412") == {"0415", "0515", "0315", "0614", "0214"}
    play(g, To("0415"))
    assert places(g)["A-03"] == "0415" and "I Schuetzen retreats to 0415" in told(g)


@pytest.mark.rule("FO-7.7.2")
@pytest.mark.parametrize("attackers", [("B-01", "B-02"), ("B-02", "B-01")])
def test_a_retreat_leads_away_from_every_attacker(attackers: tuple[str, ...]) -> None:
    """R25 0415 is three hexes from the one at 0412, and no farther than 0514 from the one at 0314."""
    units = {"A-03": "0413", "B-01": "0412", "B-02": "0314"}
    g = desert(units, Resolve(Battle("A-03", "0413", attackers)), dice=[2])
    assert hexes(g) == ends(g, "A-03", 2, "0412", "0314") and "0415" not in hexes(g)
    assert "0415" in ends(desert({"A-03": "0413", "B-01": "0412"}), "A-03", 2, "0412")


@pytest.mark.rule("FO-7.7.2", "FO-6.2.1", "FO-7.7.3")
def test_hexes_a_retreat_may_not_enter() -> None:
    units = {"A-03": "0413", "B-01": "0412", "B-02": "0315"}
    alone = desert({"A-03": "0413", "B-02": "0414"}, Retreat("A-03", 1, ("0412", "0414")))
    assert hexes(alone) == set()
    g = desert(units, Retreat("A-03", 2, ("0412",), pursuers=("B-01",)))
    assert why_not(g, To("0313")) == "FO-6.2.1"  # in the attacker's own zone
    assert why_not(g, To("0314")) == "FO-6.2.1"  # in the zone of 0315
    assert why_not(g, To("0412")) == "FO-7.7.3"  # the enemy himself
    assert why_not(g, To("0514")) == "FO-7.7.5"  # too near
    assert why_not(g, To("0613")) == "FO-7.7.2"  # no way leads there
    assert why_not(g, To("0415")) == "FO-6.2.1"
    assert why_not(g, To("0315")) == "FO-7.7.3"
    beach = desert({"A-03": "0403", "B-01": "0404"}, Retreat("A-03", 2, ("0404",)))
    assert why_not(beach, To("0402")) == "FO-7.7.3"  # the sea
    assert why_not(beach, To("9999")) == "FO-7.7.3"  # off the map


@pytest.mark.rule("FO-6.2.1", "FO-7.7.3")
def test_a_friend_does_not_open_an_enemy_zone_to_a_retreat() -> None:
    units = {"A-03": "0413", "B-01": "0412", "B-02": "0415", "A-04": "0414"}
    g = desert(units, Retreat("A-03", 1, ("0412",)))
    assert "0414" not in hexes(g)
    assert ("0414",) not in paths(g, g.pieces["A-03"], 1, ("0412",))  # nor is it passed


@pytest.mark.rule("FO-7.7.4", "FO-7.7.2.7")
def test_a_vacant_path_goes_before_one_through_friends_and_passing_displaces_nobody() -> None:
    units = {"A-03": "0413", "B-01": "0412", "A-04": "0414"}
    g = desert(units, Retreat("A-03", 2, ("0412",)))
    assert all("0414" not in way.path for way in ways(g, Retreat("A-03", 2, ("0412",))))
    assert why_not(g, To("0414")) == "FO-7.7.5"
    shut = {**units, "B-02": "0615", "B-03": "0215", "B-05": "0613", "B-06": "0213"}
    g = desert(shut, Retreat("A-03", 2, ("0412",)))
    play(g, To("0415"))
    assert places(g)["A-03"] == "0415" and places(g)["A-04"] == "0414"


@pytest.mark.rule("FO-7.7.1")
def test_a_retreat_takes_control_of_every_hex_it_passes() -> None:
    """R82"""
    g = desert({"B-05": "0907", "A-01": "0908"}, Retreat("B-05", 2, ("0908",)), current="German")
    play(g, To("0905"))
    assert places(g)["B-05"] == "0905"
    assert g.control["0906"] == g.control["0905"] == "British"


@pytest.mark.rule("FO-7.7.1", "FO-7.9.3")
def test_of_several_ways_to_a_hex_the_one_that_gives_least_away_is_offered_first() -> None:
    """R82 Not by a hex that counts if the enemy follows; otherwise by ground on which he would stand badly."""
    units = {"B-05": "0907", "A-01": "0908"}
    chased = Retreat("B-05", 2, ("0908",), pursuers=("A-01",))
    g = desert(units, chased, current="German")
    g.control = {**g.control, "0906": "British"}
    ways_there = [way for way in ways(g, chased) if way.path[-1] == "0805"]
    assert len(ways_there) > 1 and any("0906" in way.path for way in ways_there)
    assert "0906" not in chased.ends(g)["0805"].path
    assert "0906" in Retreat("B-05", 2, ("0908",)).ends(desert(units))["0805"].path  # taken in passing
    shore = desert({"A-03": "1602", "B-01": "1502"})
    assert Retreat("A-03", 2, ("1502",), pursuers=("B-01",)).ends(shore)["1704"].path == ("1603", "1704")


@pytest.mark.rule("FO-7.7.1", "FO-7.9.3", "FO-7.9.4")
def test_the_owner_says_by_which_way_he_retreats_where_it_matters() -> None:
    """R26 The pursuer follows along the way, so the hexes passed are the owner's choice."""
    units = {"A-03": "0413", "B-01": "0412"}
    chased = Retreat("A-03", 3, ("0412",), pursuers=("B-01",))
    g = desert(units, chased)
    there = {way.path for way in ways(g, chased) if way.path[-1] == "0615"}
    assert there == {("0514", "0614", "0615"), ("0514", "0515", "0615"), ("0414", "0515", "0615")}
    play(g, To("0615"))
    assert asked(g) == "German" and hexes(g) == {"0514", "0414"} and g.asks[0].prompt.endswith("0615: by which hex?")
    assert why_not(g, To("0412")) == "FO-7.7.3" and why_not(g, To("0313")) == "FO-6.2.1"
    play(g, To("0514"))
    assert hexes(g) == {"0614", "0515"}
    assert why_not(g, To("0414")) == "FO-7.7.2"  # no farther from the attacker than 0514
    play(g, To("0515"))
    step = g.steps[-1]
    assert places(g)["A-03"] == "0615" and isinstance(step, Advance) and step.path == ("0413", "0514", "0515")


@pytest.mark.rule("FO-7.7.1")
def test_nobody_is_asked_for_a_way_where_all_cost_the_same() -> None:
    """R26, R82 Without a pursuer the way matters only where it passes hexes that count and are not held."""
    g = desert({"A-03": "0413", "B-01": "0412"}, Retreat("A-03", 3, ("0412",)))
    play(g, To("0615"))
    assert places(g)["A-03"] == "0615" and not g.asks
    g = desert({"B-05": "0907", "A-01": "0908"}, Retreat("B-05", 2, ("0908",)), current="German")
    play(g, To("0805"))
    assert asked(g) == "British" and hexes(g) == {"0806", "0906"}
    assert [say(g, a) for a in offered(g)] == ["by 0906: village, it counts", "by 0806: clear"]
    play(g, To("0806"))
    assert places(g)["B-05"] == "0805" and g.control["0906"] == "German"
    g = desert({"B-05": "0907", "A-01": "0908"}, Retreat("B-05", 2, ("0908",)), current="German")
    g.control = {**g.control, "0906": "British"}
    play(g, To("0805"))
    assert places(g)["B-05"] == "0805" and not g.asks


@pytest.mark.rule("FO-7.7.5", "FO-7.7.7", "FO-7.9.3")
def test_a_short_retreat_costs_a_step_in_the_last_hex() -> None:
    units = {"A-03": "0412", "B-01": "0411", "B-02": "0312", "B-03": "0512", "B-05": "0415"}
    g = desert(units, Retreat("A-03", 2, ("0411", "0312", "0512"), pursuers=("B-01", "B-02")))
    play(g, To("0413"))
    assert places(g)["A-03"] == "0413" and g.pieces["A-03"].depleted
    step = g.steps[-1]
    assert isinstance(step, Advance) and step.path == ("0412",)
    g = desert(units, Retreat("A-03", 2, ("0411", "0312", "0512"), pursuers=("B-01", "B-02")), depleted=["A-03"])
    play(g, To("0413"))
    assert places(g)["A-03"] == "eliminated"
    play(g, Pick("B-01"), To("0413"), Pick("B-02"))
    assert places(g)["B-01"] == "0413" and places(g)["B-02"] == "0412"


@pytest.mark.rule("FO-7.7.5")
def test_a_retreat_that_must_stop_short_goes_as_far_as_it_can() -> None:
    """Three hexes are wanted and two can be had: it does not stop after one."""
    units = {"A-03": "0412", "B-01": "0411", "B-02": "0312", "B-03": "0512"}
    g = desert({**units, "A-04": "0415", "B-05": "0215", "B-06": "0615"})
    found = ways(g, Retreat("A-03", 3, ("0411", "0312", "0512"), fellows=("A-04",)))
    assert {(way.path, way.loss) for way in found} == {(("0413", "0414"), True)}


@pytest.mark.rule("FO-7.7.2.8")
def test_a_unit_that_retreats_is_known_to_have_retreated() -> None:
    g = desert({"B-01": "0412", "A-03": "0411"}, Retreat("B-01", 1, ("0411",)))
    play(g, To("0413"))
    assert g.retreated == {"B-01": True}


@pytest.mark.rule("FO-7.7.6", "FO-7.7.9", "FO-7.9.2", "FO-7.9.3")
def test_a_unit_that_cannot_enter_one_hex_is_eliminated_unless_it_stands() -> None:
    units = {"A-03": "0412", "B-01": "0411", "B-02": "0413"}
    g = desert(units, Retreat("A-03", 2, ("0411", "0413"), pursuers=("B-01", "B-02")))
    assert set(offered(g)) == {STAND, GIVE_WAY}
    play(g, GIVE_WAY)
    assert places(g)["A-03"] == "eliminated"  # from full strength
    play(g, Pick("B-01"))
    assert places(g)["B-01"] == "0412" and not g.asks
    g = desert(units, Retreat("A-03", 2, ("0411", "0413"), pursuers=("B-01", "B-02")))
    play(g, STAND)
    assert g.pieces["A-03"].depleted and places(g)["A-03"] == "0412" and not g.asks


@pytest.mark.rule("FO-7.7.8", "FO-7.7.9")
def test_back_to_the_sea() -> None:
    """KX-48"""
    g = desert({"B-12": "0902", "A-01": "0903"}, Retreat("B-12", 2, ("0903",), pursuers=("A-01",)), current="German")
    play(g, GIVE_WAY)
    assert g.pieces["B-12"].depleted and places(g)["B-12"] == "0902" and not g.asks
    g = desert({"B-05": "0902", "A-01": "0903"}, Retreat("B-05", 2, ("0903",), pursuers=("A-01",)), current="German")
    play(g, GIVE_WAY)
    assert places(g)["B-05"] == "eliminated"
    play(g, Pick("A-01"))
    assert places(g)["A-01"] == "0902"
    g = desert({"B-05": "0902", "A-01": "0903"}, Retreat("B-05", 2, ("0903",), pursuers=("A-01",)), current="German")
    play(g, STAND)
    assert places(g)["B-05"] == "0902" and g.pieces["B-05"].depleted


@pytest.mark.rule("FO-7.7.8")
def test_the_sea_saves_nobody_where_it_lies_no_farther_from_the_enemy() -> None:
    """R80"""
    units = {"B-12": "0802", "A-01": "0902", "A-02": "0703"}
    g = desert(units, Retreat("B-12", 1, ("0902", "0703"), pursuers=("A-01",)), current="German")
    play(g, GIVE_WAY)
    assert places(g)["B-12"] == "eliminated"


@pytest.mark.rule("FO-7.7.8", "FO-6.2.1")
def test_the_sea_saves_nobody_where_an_enemy_zone_covers_it() -> None:
    """R80 The one sea hex, 0801, lies in the zones of 0702 and 0902: nobody could have gone on over it."""
    units = {"B-12": "0802", "A-01": "0803", "A-02": "0702", "A-03": "0902"}
    g = desert(units, Retreat("B-12", 2, ("0803",), pursuers=("A-01",)), current="German")
    play(g, GIVE_WAY)
    assert places(g)["B-12"] == "eliminated"


@pytest.mark.rule("FO-7.7.8", "FO-5.1.7")
def test_the_sea_saves_nobody_beyond_a_shut_hexside(monkeypatch: pytest.MonkeyPatch) -> None:
    """R80 As in KX-48, on a map that shuts the hexsides to the sea."""
    g = desert({"B-12": "0902", "A-01": "0903"}, Retreat("B-12", 2, ("0903",), pursuers=("A-01",)), current="German")
    ground = g.rules.ground
    shut = {side("0902", h) for h in ground.neighbours["0902"] if not ground.can_enter(h)}
    monkeypatch.setattr(ground, "prohibited", ground.prohibited | shut)
    play(g, GIVE_WAY)
    assert places(g)["B-12"] == "eliminated"


@pytest.mark.rule("FO-7.7.1.1")
def test_a_bombarded_unit_ends_farther_from_the_closest_enemy() -> None:
    """KX-47 (a)"""
    g = desert({"A-05": "0612", "B-01": "0912"})
    found = ends(g, "A-05", 2, "0612", bombardment=True)
    assert found == {"0411", "0412", "0413", "0511", "0514", "0614"}


@pytest.mark.rule("FO-7.7.1.1", "FO-7.7.1.2", "FO-7.7.2.6", "FO-7.7.4")
def test_a_bombarded_unit_goes_nearer_only_if_every_way_is() -> None:
    """R74 Five hexes lead no nearer to an enemy; the loss is the same, so the others are shut."""
    units = {"A-05": "0612", "B-01": "0912", "B-02": "0312", "B-03": "0609"}
    g = desert(units, Retreat("A-05", 1, ("0612",), bombardment=True))
    gap = g.rules.ground.nearest
    found = {h: gap(h, ("0912", "0312", "0609")) for h in g.rules.ground.neighbours["0612"]}
    assert set(found.values()) == {2, 3} and hexes(g) == {h for h, far in found.items() if far == 3}
    assert all(why_not(g, To(h)) == "FO-7.7.1.2" for h, far in found.items() if far == 2)
    g = desert({"A-05": "0612", "B-01": "0912"}, Retreat("A-05", 2, ("0612",), bombardment=True))
    assert why_not(g, To("0713")) == "FO-7.7.5" and why_not(g, To("0813")) == "FO-7.7.1.1"
    g = desert({"A-05": "0612", "B-01": "0912", "A-04": "0813"}, Retreat("A-05", 2, ("0612",), bombardment=True))
    assert why_not(g, To("0813")) == "FO-7.7.1.1"  # a friend there, but the way is the wrong one
    g = desert({"A-05": "0612", "B-01": "0912", "A-04": "0412"}, Retreat("A-05", 2, ("0612",), bombardment=True))
    assert why_not(g, To("0412")) == "FO-7.7.2.6"


@pytest.mark.rule("FO-7.7.1.2")
def test_with_enemies_all_round_it_goes_anywhere_and_loses_a_step() -> None:
    """KX-47 (b)"""
    units = {"A-05": "0612", "B-01": "0912", "B-02": "0312", "B-03": "0609", "B-05": "0615"}
    g = desert(units, Retreat("A-05", 2, ("0612",), bombardment=True))
    assert ends(g, "A-05", 2, "0612", bombardment=True) == {"0413", "0511", "0514", "0711", "0714", "0813"}
    while g.asks:
        play(g, next(a for a in offered(g) if isinstance(a, To)))
    assert places(g)["A-05"] == "eliminated"  # one-sided: the step is its last
    strong = {**units, "A-01": units["A-05"]}
    del strong["A-05"]
    g = desert(strong, Retreat("A-01", 2, ("0612",), bombardment=True))
    while g.asks:
        play(g, next(a for a in offered(g) if isinstance(a, To)))
    assert g.pieces["A-01"].depleted and places(g)["A-01"] != "0612"


@pytest.mark.rule("FO-7.7.1.3")
def test_without_enemies_a_bombarded_unit_goes_towards_a_friend() -> None:
    g = desert({"A-05": "0612", "A-01": "0615"})
    assert ends(g, "A-05", 2, "0612", bombardment=True) == {"0614"}
    alone = desert({"A-05": "0612"})
    assert len(ends(alone, "A-05", 2, "0612", bombardment=True)) == 12


@pytest.mark.rule("FO-7.7.1.4", "FO-8.4.7")
def test_a_bombarded_unit_that_cannot_move_is_eliminated_or_stands() -> None:
    units = {"A-03": "0412", "B-01": "0411", "B-02": "0413"}
    g = desert(units, Retreat("A-03", 2, ("0412",), bombardment=True))
    assert set(offered(g)) == {STAND, GIVE_WAY}
    play(g, GIVE_WAY)
    assert places(g)["A-03"] == "eliminated" and not g.asks  # and nobody advances


CROWD = {"A-03": "0412", "B-01": "0411", "B-02": "0312", "B-03": "0512", "A-04": "0414"}
AWAY = ("0411", "0312", "0512")


@pytest.mark.rule("FO-7.7.2.1", "FO-7.7.2.2", "FO-7.7.2.4", "FO-7.7.2.5")
def test_a_friend_in_the_only_final_hex_may_be_displaced() -> None:
    g = desert(CROWD, Retreat("A-03", 2, AWAY))
    assert set(offered(g)) == {To("0414"), To("0413"), STAND}  # displacing is the owner's choice
    play(g, To("0414"))
    assert places(g)["A-03"] == "0414" and places(g)["A-04"] == "0415"
    assert not g.pieces["A-03"].depleted and not g.pieces["A-04"].depleted
    assert "A-04" in g.retreated
    g = desert(CROWD, Retreat("A-03", 2, AWAY))
    play(g, To("0413"))
    assert places(g)["A-03"] == "0413" and g.pieces["A-03"].depleted and places(g)["A-04"] == "0414"


@pytest.mark.rule("FO-7.7.2.1", "FO-7.7.2.3")
def test_units_of_one_attack_do_not_displace_one_another() -> None:
    """R22 Neither at once nor down a chain."""
    found = ways(desert(CROWD), Retreat("A-03", 2, AWAY, fellows=("A-04",)))
    assert [(way.path, way.displaces) for way in found] == [(("0413",), False)]
    chain = {**CROWD, "A-04": "0413", "A-01": "0414"}
    assert any(way.displaces for way in ways(desert(chain), Retreat("A-03", 1, AWAY)))
    assert ways(desert(chain), Retreat("A-03", 1, AWAY, fellows=("A-01",))) == []


@pytest.mark.rule("FO-7.7.2.1", "FO-7.7.2.4")
def test_a_displaced_unit_takes_control_as_one_that_retreats() -> None:
    """R82 It counts as having retreated."""
    units = {"B-05": "0907", "A-01": "0908", "B-06": "0906"}
    g = desert(units, Displace("B-06", ("0908",), ("B-05",)), current="German")
    play(g, To("0905"))
    assert places(g)["B-06"] == "0905" and g.control["0905"] == "British"


@pytest.mark.rule("FO-7.7.2.2", "FO-7.7.2.6")
def test_a_displaced_unit_pushes_nobody_while_a_vacant_hex_is_open() -> None:
    g = desert({"A-04": "0408", "A-01": "0409", "B-01": "0406"}, Displace("A-04", ("0406",), ()))
    assert "0409" in displacements(g, g.pieces["A-04"], ("0406",), ())
    assert hexes(g) == {"0309", "0509"}


@pytest.mark.rule("FO-7.7.2.2")
def test_a_displaced_unit_goes_only_where_it_could_retreat() -> None:
    g = desert({**CROWD, "B-05": "0515"})
    assert displacements(g, g.pieces["A-04"], AWAY, ()) == []  # 0415 lies in the zone of 0515
    g = desert(CROWD)
    assert displacements(g, g.pieces["A-04"], AWAY, ()) == ["0415"]


@pytest.mark.rule("FO-7.7.2.3")
def test_displacement_goes_down_a_chain() -> None:
    units = {"A-03": "0410", "B-01": "0409", "B-02": "0310", "B-03": "0510", "A-04": "0412", "A-01": "0413"}
    g = desert(units, Retreat("A-03", 2, ("0409", "0310", "0510")))
    play(g, To("0412"))
    assert places(g) | {"A-03": "0412", "A-04": "0413", "A-01": "0414"} == places(g)
    assert not any(g.pieces[u].depleted for u in ("A-03", "A-04", "A-01"))


@pytest.mark.rule("FO-7.7.2.6")
def test_no_displacement_while_a_vacant_hex_is_left() -> None:
    g = desert({"A-03": "0413", "B-01": "0412", "A-04": "0415"})
    found = ways(g, Retreat("A-03", 2, ("0412",)))
    assert found and not any(way.displaces for way in found)
    assert all(way.path[-1] != "0415" for way in found)


@pytest.mark.rule("FO-7.7.2.8", "FO-7.7.2.4")
def test_a_retreated_unit_does_not_attack_but_may_move_in_the_mobile_phase() -> None:
    g = desert({"B-01": "0412", "A-09": "0411"}, CombatPhase(), markers={})
    g.retreated = {**g.retreated, "B-01": True}
    g.steps = (CombatPhase(),)
    g.advance()
    assert not g.asks  # nobody else could attack: the phase is over
    g = desert({"B-01": "0412", "B-02": "0312", "A-09": "0411"}, markers={})
    g.retreated = {**g.retreated, "B-01": True}
    g.steps = (CombatPhase(),)
    g.advance()
    play(g, Pick("A-09"))
    assert why_not(g, Pick("B-01")) == "FO-7.7.2.8"
    g = desert({"B-01": "0412"})
    g.retreated = {**g.retreated, "B-01": True}
    begin(g, Movement(mobile=True))
    assert Pick("B-01") in offered(g)


@pytest.mark.rule("FO-7.8.1", "FO-7.8.3")
def test_stiff_resistance_costs_a_step_and_bars_the_advance() -> None:
    units = {"A-03": "0413", "B-01": "0412"}
    g = desert(units, Retreat("A-03", 3, ("0412",), pursuers=("B-01",)))
    play(g, STAND)
    assert g.pieces["A-03"].depleted and places(g)["A-03"] == "0413" and not g.asks


@pytest.mark.rule("FO-7.8.2", "FO-7.8.3")
def test_a_depleted_unit_may_stand_and_die_and_still_bar_the_advance() -> None:
    units = {"A-03": "0413", "B-01": "0412"}
    g = desert(units, Retreat("A-03", 3, ("0412",), pursuers=("B-01",)), depleted=["A-03"])
    play(g, STAND)
    assert places(g)["A-03"] == "eliminated" and not g.asks


@pytest.mark.rule("FO-7.8.4", "FO-7.9.1")
def test_attackers_stand_or_retreat_one_by_one_and_the_defender_never_advances() -> None:
    units = {"A-03": "0411", "B-01": "0412", "B-02": "0312"}
    g = desert(units, AttackersRetreat(("B-01", "B-02"), 1, "0411", ("B-01", "B-02")))
    play(g, Pick("B-01"))
    assert hexes(g) == {"0413", "0513", "0313"}
    play(g, To("0413"), STAND)
    assert places(g) | {"B-01": "0413", "B-02": "0312"} == places(g)
    assert g.pieces["B-02"].depleted and not g.asks
    eliminated = desert(units, Resolve(Battle("A-03", "0411", ("B-01", "B-02"), (), (8,))), dice=[6])
    assert not eliminated.asks  # Ae leaves nothing to declare


@pytest.mark.rule("FO-7.6.4")
def test_who_goes_first_is_asked_only_where_it_matters() -> None:
    """R22 Not of units that cannot come to the same hexes."""
    apart = {"A-03": "0411", "B-01": "0412", "B-02": "0410"}
    g = desert(apart, AttackersRetreat(("B-01", "B-02"), 2, "0411", ("B-01", "B-02")))
    assert "B-01" in repr(g.steps[-1]) and isinstance(g.steps[-1], Retreat)
    play(g, STAND, STAND)
    assert all(g.pieces[u].depleted for u in ("B-01", "B-02")) and not g.asks
    near = {"A-03": "0411", "B-01": "0412", "B-02": "0512"}
    g = desert(near, AttackersRetreat(("B-01", "B-02"), 1, "0411", ("B-01", "B-02")))
    assert set(offered(g)) == {Pick("B-01"), Pick("B-02")}
    pushed = {"A-03": "0411", "B-01": "0412", "B-02": "0410", "B-05": "0413", "A-01": "0312", "A-02": "0512"}
    g = desert(pushed, AttackersRetreat(("B-01", "B-02"), 1, "0411", ("B-01", "B-02")))
    assert set(offered(g)) == {Pick("B-01"), Pick("B-02")}  # a friend is pushed out of the way
    assert (refusing_rule(g, Pick("A-03")), refusing_rule(g, To("0413"))) == ("FO-7.6.4", "GR-1")
    alone = desert(pushed, AttackersRetreat(("B-01",), 1, "0411", ("B-01",)))
    assert isinstance(alone.steps[-1], Retreat), "nobody else is left to go first"


@pytest.mark.rule("FO-7.9.1", "FO-7.9.4", "FO-7.9.5", "FO-7.9.6")
def test_attackers_follow_the_path_one_a_hex_as_far_as_they_like() -> None:
    units = {"B-01": "0411", "B-02": "0312", "B-05": "0512", "A-03": "0414", "A-04": "0515"}
    g = desert(units, Advance(("0412", "0413"), ("B-01", "B-02")))
    assert STAY in offered(g)
    assert why_not(g, Pick("B-05")) == "FO-7.9.1"
    play(g, Pick("B-01"))
    assert hexes(g) == {"0412", "0413"}
    assert why_not(g, To("0513")) == "FO-7.9.4"
    play(g, To("0412"), Pick("B-02"))
    assert places(g)["B-02"] == "0413"  # through a friend, into the one free hex
    assert not g.asks
    held = desert({"B-01": "0411", "A-04": "0412"}, Advance(("0412", "0413"), ("B-01",)))
    assert not held.asks  # the first hex of the path is held: nobody may pass


@pytest.mark.rule("FO-7.9.1", "FO-7.9.3", "FO-7.9.7")
def test_only_who_attacked_follows_up_to_the_hex_of_the_loser_and_does_no_more() -> None:
    units = {"A-03": "0413", "B-01": "0412", "B-02": "0312"}
    g = desert(units, Resolve(Battle("A-03", "0413", ("B-01",), (3,))), dice=[2])
    play(g, To("0415"))
    step = g.steps[-1]
    assert isinstance(step, Advance) and len(step.path) == 2 and step.path[0] == "0413" and "0415" not in step.path
    assert why_not(g, Pick("B-02")) == "FO-7.9.1"  # it took no part
    play(g, Pick("B-01"), To(step.path[1]))
    begin(g, Movement(mobile=True))
    assert why_not(g, Pick("B-01")) == "FO-7.9.7" and Pick("B-02") in offered(g)


@pytest.mark.rule("FO-7.9.7")
def test_who_advanced_does_nothing_more_this_player_turn() -> None:
    g = desert({"B-01": "0412", "B-02": "0312", "A-09": "0411"}, markers={})
    g.advanced = {**g.advanced, "B-01": True}
    g.steps = (CombatPhase(mobile=True),)
    g.advance()
    play(g, Pick("A-09"))
    assert why_not(g, Pick("B-01")) == "FO-7.9.7"
    g.steps = (Movement(mobile=True),)
    g.advance()
    assert why_not(g, Pick("B-01")) == "FO-7.9.7"


@pytest.mark.rule("FO-7.9.8")
def test_an_advanced_unit_may_be_attacked_in_the_next_enemy_combat_phase() -> None:
    g = desert({"B-01": "0412", "A-01": "0411"}, current="German", markers={})
    g.advanced = {**g.advanced, "B-01": True}
    g.steps = (CombatPhase(),)
    g.advance()
    assert Pick("B-01") in offered(g)
