"""5, 6, 11, 15 What is forbidden before anybody operates, and by which rule: a case for each reason."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, To
from grognard.games.tank_leader.rules.areas import BattalionArea, CompanyArea
from grognard.games.tank_leader.rules.card_play import CardPlay, Interrupts
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.higher_cards import CommandChoice, ParentChoice
from grognard.games.tank_leader.rules.overrun import Overrun
from grognard.games.tank_leader.rules.reinforcements import EnterMap, why_not_come
from grognard.games.tank_leader.rules.setup import Board, DigIn, PlaceUnit
from grognard.games.tank_leader.rules.spotting import DeployObserver
from grognard.games.tank_leader.rules.transport import Load

from .table import HILLY, begun, cited, deal, field, offered, play, put, rule, say

# ------------------------------------------------------------------ entering the map (5)


@pytest.mark.rule("TL-8.1.4", "TL-8.12", "TL-5.3.4", "TL-13.33.2", "TL-5.2", "TL-5.2.1")
def test_why_a_waiting_unit_may_not_come_on() -> None:
    g = field(HILLY)
    tank, men = put(g, "pz4l", "", "106"), put(g, "g_inf", "", "103")
    forest = next(h for h in g.country.terrain if g.country.terrain[h] == "forest")
    river = next(h for h in g.country.terrain if g.country.terrain[h] == "river")
    g.entry = {**g.entry, "106": ("edge", "0116", "0118", forest, river), "103": ("edge", "0116")}

    def why(unit: str, h: str, *, transport: bool = False) -> str | None:
        return cited(why_not_come(g, g.pieces[unit], h, transport=transport))

    assert why(tank, "0116") is None and why(men, "0116") is None
    assert why(tank, forest) == "TL-8.1.4" and why(tank, river) == "TL-8.12"
    put(g, "t34_76", "0116", "206")
    assert why(tank, "0116") is None and why(men, "0116") == "TL-5.3.4"
    assert why(tank, "0116", transport=True) == "TL-13.33.2"
    play(g, EnterMap(tank))
    assert rule(g, To("0110")) == "TL-5.2.1" and rule(g, To(forest)) == "TL-8.1.4"
    assert rule(g, Load(men)) == "TL-13.31.3"
    assert rule(g, Overrun("0110")) == "TL-5.2.1"


@pytest.mark.rule("TL-12.21.1")
def test_an_observer_is_recorded_on_the_map() -> None:
    g = field()
    fo = put(g, "s_fo", "", "221")
    play(g, DeployObserver(fo))
    assert rule(g, To("0000")) == "TL-12.21.1"


# ------------------------------------------------------------------ cards (6)


@pytest.mark.rule("TL-6.51.1", "TL-6.51.4", "TL-6.51.5", "TL-6.51.10")
def test_why_a_card_may_not_be_played() -> None:
    g = field()
    deal(g, "207", "205", "206", "106", "212")
    g.cards = {**g.cards, "202": "hand", "212": "shaken"}
    play(g, CardPlay())
    assert [a for a in offered(g) if isinstance(a, Play)] == [Play("205"), Play("207")]
    assert rule(g, Play("206")) == rule(g, Play("106")) == "TL-6.51.1"
    assert rule(g, Play("202")) == "TL-6.51.4"
    say(g, Play("205"))
    assert isinstance(g.steps[-1], Interrupts)
    assert rule(g, Play("207")) == "TL-6.51.5"  # equal
    assert rule(g, Play("212")) == "TL-6.51.10"


@pytest.mark.rule("TL-6.62.1", "TL-6.63.1", "TL-6.64.1", "TL-10.14.1")
def test_why_a_formation_may_not_be_activated_by_a_higher_card() -> None:
    g = field()
    deal(g, "204", "205", "206", "217", "218", "219", "212", "213", "106", "109", "111", "103", "231", "232", "233")
    g.cards = {**g.cards, "205": "shaken"}
    play(g, ParentChoice("201"))
    assert rule(g, Play("205")) == "TL-10.14.1" and rule(g, Play("206")) == "TL-6.62.1"
    for card in ("219", "231", "111"):  # these would have to enter the map, so their owner is asked
        g.entry = {**g.entry, card: ("road", "0117")}
        for unit in g.members(card):
            g.change(unit.id, place="")
    play(g, CommandChoice("209", ("212",)))
    assert offered(g)[0] == Play("219")
    assert rule(g, Play("217")) == "TL-6.63.1"  # not under this card
    assert rule(g, Play("212")) == "TL-6.63.1"  # chosen already
    play(g, CommandChoice("209"))
    assert rule(g, Play("213")) == "TL-6.63.1"  # rated E
    play(g, CommandChoice("230", ("232",)))
    assert offered(g)[0] == Play("231") and rule(g, Play("233")) == "TL-6.63.1"  # one besides the headquarters
    g.cards = {**g.cards, "109": "shaken"}
    play(g, CommandChoice("100", ("106",)))
    assert rule(g, Play("109")) == "TL-10.14.1"
    assert rule(g, Play("106")) == rule(g, Play("103")) == rule(g, Play("110")) == "TL-6.64.1"


# ------------------------------------------------------------------ doctrine and set-up (11, 15)


@pytest.mark.rule("TL-11.1.3", "TL-11.11.1")
def test_why_a_central_hex_may_not_be_designated() -> None:
    g = field(year=1943)
    put(g, "t34_76", "3804", "206", separated=True)
    put(g, "t34_76", "3808", "206")
    put(g, "t34_76", "3810", "206")
    play(g, CompanyArea("206"))
    assert rule(g, To("9999")) == "TL-11.1.3" and rule(g, To("3804")) == "TL-11.11.1"
    g = field(year=1943)
    for h, away in (("2020", True), ("2020", True), ("2720", False), ("2720", False)):
        put(g, "churchill" if h == "2020" else "t34_76", h, "204" if h == "2020" else "205", separated=away)
    put(g, "t34_76", "2725", "205")
    play(g, BattalionArea("201"))
    assert rule(g, To("9999")) == "TL-11.1.3" and rule(g, To("2020")) == "TL-11.11.1"


@pytest.mark.rule("TL-15.1.1", "TL-6.2.2")
def test_why_a_card_may_not_be_drafted() -> None:
    g = begun("free-battle", [3, 3, 3, 3], year="1945")
    assert rule(g, Play("106")) == "TL-15.1.1"  # the enemy's
    assert rule(g, Play("200")) == "TL-15.1.1"  # no combat card
    assert rule(g, Play("208")) == "TL-6.2.2"  # not in 1945
    say(g, Play("236"))
    assert rule(g, Play("236")) == "TL-15.1.1"  # taken
    say(g, Play("214"))
    say(g, Play("215"))
    assert rule(g, Play("217")) == "TL-15.1.1"  # not enough points are left


@pytest.mark.rule("TL-15.3.1", "TL-15.3.3", "TL-13.33.1", "TL-15.3.4")
def test_why_a_unit_may_not_be_set_up_somewhere() -> None:
    g = field(HILLY, year=1942, scenario="ambush")
    truck = put(g, "s_truck", "")
    play(g, PlaceUnit(truck, 0))
    taken, free = [a.hex for a in offered(g) if isinstance(a, To)][:2]
    assert rule(g, To("3001")) == "TL-15.3.1"
    parked = [put(g, "s_truck", taken) for _ in range(2)]
    play(g, PlaceUnit(truck, 0))
    assert rule(g, To(taken)) == "TL-15.3.1"  # two vehicles to a hex
    men, tank = put(g, "rifle", "", "222"), put(g, "t34_76", taken, "206")
    play(g, Board(men))
    assert rule(g, Pick(tank)) == "TL-13.33.1"
    put(g, "s_truck", free)
    for _ in range(3):
        put(g, "rifle", taken, "222", carrier=parked[0], up=False)
    play(g, Board(men))
    assert rule(g, Pick(parked[0])) == "TL-13.33.1"  # no room aboard
    assert rule(g, Pick(parked[1])) == "TL-15.3.1"  # no room in the hex
    g = field(year=1941, scenario="on-the-road-to-moscow")
    men, lorry = put(g, "rifle", "3001", "222"), put(g, "s_truck", "3001")
    play(g, DigIn("soviet", 0))
    assert Pick(men) in offered(g) and rule(g, Pick(lorry)) == "TL-15.3.4"
