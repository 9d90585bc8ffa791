"""13, 14 What the Advanced Game forbids, and by which rule: a case for each reason."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, To
from grognard.games.tank_leader.rules.assault import GatherAssault, why_not_assault
from grognard.games.tank_leader.rules.indirect_fire import (
    AimIndirect,
    ChooseSpotter,
    GatherGuns,
    why_not_direct,
    why_not_shell,
    why_not_shelling,
)
from grognard.games.tank_leader.rules.movement import why_not_overrun_now
from grognard.games.tank_leader.rules.operations import Activation
from grognard.games.tank_leader.rules.overrun import why_not_overrun
from grognard.games.tank_leader.rules.reinforcements import ROAD
from grognard.games.tank_leader.rules.stack_orders import ENTRENCH
from grognard.games.tank_leader.rules.state import Move
from grognard.games.tank_leader.rules.transport import why_not_drop, why_not_entrench, why_not_load
from grognard.games.tank_leader.rules.unit_operations import SHELL

from .table import act, cited, field, offered, play, put, rule, say

# ------------------------------------------------------------------ indirect fire (13.2)


@pytest.mark.rule("TL-13.21.1", "TL-13.21.2", "TL-13.22.1", "TL-13.34.2")
def test_why_a_gun_may_not_fire_indirectly() -> None:
    g = field(visibility=3)
    gun, plain = put(g, "s_mortar82", "2722", "225"), put(g, "s_at45", "2722", "225")
    g.active, g.active_side = ("225",), "soviet"
    assert cited(why_not_shelling(g, g.pieces[plain])) == "TL-13.21.1"
    put(g, "panther", "1020", "115")
    assert cited(why_not_shell(g, g.pieces[gun], "1020")) == "TL-13.21.1"  # out of range
    assert cited(why_not_shell(g, g.pieces[gun], "2721")) == "TL-13.21.1"  # nobody is there
    assert cited(why_not_shelling(g, g.pieces[gun])) == "TL-13.21.1"
    put(g, "panther", "2221", "115")
    assert why_not_shell(g, g.pieces[gun], "2221") is None
    assert cited(why_not_shelling(g, g.pieces[gun])) == "TL-13.22.1"  # nobody sees so far
    put(g, "t34_76", "2221", "206")
    assert cited(why_not_shell(g, g.pieces[gun], "2221")) == "TL-13.21.2"
    act(g, gun)
    assert rule(g, SHELL) == "TL-13.21.1"
    spg = put(g, "su76", "2722", "241")
    put(g, "rifle", "2722", "222", carrier=spg, up=False)
    act(g, spg)
    assert rule(g, SHELL) == "TL-13.34.2"


@pytest.mark.rule("TL-13.22.1", "TL-13.34.2", "TL-13.23.2", "TL-9.11.1", "TL-13.23.3")
def test_why_a_unit_may_not_spot_for_a_gun() -> None:
    g = field()
    gun, other = put(g, "s_mortar120", "2722", "221"), put(g, "s_mortar120", "2822", "221")
    fo = put(g, "s_fo", "2622", "221")
    put(g, "panther", "2120", "115")
    g.active, g.active_side = ("221", "229", "241"), "soviet"
    car = put(g, "t60", "2622", "229")
    put(g, "rifle", "2622", "222", carrier=car, up=False)

    def why(spotter: str, pairs: tuple[tuple[str, str], ...] = (), h: str = "2120") -> str | None:
        return cited(why_not_direct(g, g.pieces[spotter], g.pieces[gun], h, pairs))

    assert why(fo) is None and why(gun) is None
    assert why(put(g, "s_fo", "2622", "225")) == "TL-13.22.1"  # not active
    assert why(put(g, "s_fo", "2622", "221", up=False)) == "TL-13.22.1"
    assert why(put(g, "s_fo", "2622", "221", suppressed=True)) == "TL-13.22.1"
    assert why(put(g, "s_gun76", "2622", "221")) == "TL-13.22.1"  # no star
    assert why(car) == "TL-13.34.2"
    assert why(put(g, "s_fo", "2318", "221")) == "TL-13.23.2"  # farther than three hexes from the gun
    assert why(fo, ((other, fo),)) == "TL-13.23.2"  # it serves another hex
    assert why(fo, h="1812") == "TL-9.11.1"
    star = put(g, "t60", "2722", "229")
    assert why(star, ((star, fo),)) == "TL-13.23.3"  # it fires already
    assert why(fo, ((other, gun),)) == "TL-13.23.3"  # the gun spots already
    play(g, ChooseSpotter(gun, "2120"))
    assert rule(g, Pick(other)) == "TL-13.22.1"
    play(g, AimIndirect(gun))
    assert rule(g, To("2721")) == "TL-13.21.1"


@pytest.mark.rule("TL-13.25.1", "TL-13.23.3", "TL-13.21.1", "TL-13.22.1")
def test_why_a_gun_may_not_join_indirect_fire() -> None:
    g = field(visibility=6)
    gun, fo = put(g, "s_mortar120", "2722", "221"), put(g, "s_fo", "2622", "221")
    panther = put(g, "panther", "2120", "115")
    g.active, g.active_side = ("221",), "soviet"
    near, tired = put(g, "s_gun76", "2722", "221"), put(g, "s_mortar120", "2722", "221", up=False)
    out, blind = put(g, "s_gun76", "2822", "221"), put(g, "s_mortar120", "2822", "221")
    idle = put(g, "s_mortar82", "2722", "225")
    play(g, GatherGuns("2120", ((gun, fo),)))
    assert Pick(near) in offered(g)
    cases = {
        gun: "TL-13.23.3",
        tired: "TL-13.25.1",
        idle: "TL-13.25.1",
        panther: "TL-13.25.1",
        out: "TL-13.21.1",
        blind: "TL-13.22.1",
    }
    assert {unit: rule(g, Pick(unit)) for unit in cases} == cases


# ------------------------------------------------------------------ transport and entrenching (13.3, 13.4)


@pytest.mark.rule("TL-13.3.1", "TL-13.31.3", "TL-13.31.4", "TL-13.31.6", "TL-14.11.4", "TL-13.32.1", "TL-13.33.1")
def test_why_a_unit_may_not_be_loaded() -> None:
    g = field()
    truck, tank, men = put(g, "s_truck", "3804"), put(g, "t34_76", "3804", "206"), put(g, "rifle", "3804", "222")
    late = put(g, "rifle", "3804", "222")
    g.began = {**g.began, late: "3805"}
    full = put(g, "t34_76", "3804", "206")
    rider = put(g, "rifle", "3804", "222", carrier=full, up=False)
    came = put(g, "s_truck", "3804")
    g.began = {**g.began, came: "3805"}
    cases = {
        (truck, men): None,
        (truck, tank): "TL-13.3.1",
        (truck, put(g, "g_inf", "3804", "103")): "TL-13.3.1",
        (men, late): "TL-13.3.1",
        (truck, rider): "TL-13.31.3",
        (truck, put(g, "rifle", "3805", "222")): "TL-13.31.3",
        (truck, late): "TL-13.31.3",
        (came, men): "TL-13.31.3",
        (truck, put(g, "rifle", "3804", "222", up=False)): "TL-13.31.6",
        (truck, put(g, "rifle", "3804", "222", suppressed=True)): "TL-13.31.6",
        (truck, put(g, "rifle", "3804", "222", bound=("x",))): "TL-14.11.4",
        (tank, put(g, "s_at76", "3804", "227")): "TL-13.32.1",
        (full, men): "TL-13.33.1",
    }
    assert {(v, u): cited(why_not_load(g, g.pieces[v], g.pieces[u])) for v, u in cases} == cases
    g.move = Move(truck, hexes=2)
    assert cited(why_not_load(g, g.pieces[truck], g.pieces[men])) == "TL-13.31.4"
    g = field()
    off, here = put(g, "s_truck", ""), put(g, "rifle", "", "222")
    g.entry = {**g.entry, off: (ROAD, "6420"), "222": (ROAD, "6414")}
    assert cited(why_not_load(g, g.pieces[off], g.pieces[here])) == "TL-13.31.3"  # they wait at different entries


@pytest.mark.rule("TL-13.31.5")
def test_why_a_passenger_may_not_be_set_down() -> None:
    g = field()
    truck = put(g, "s_truck", "3804")
    rider, walker = put(g, "rifle", "3804", "222", carrier=truck, up=False), put(g, "rifle", "3804", "222")
    g.move = Move(truck, transport=True, hexes=1)
    assert why_not_drop(g, g.pieces[truck], g.pieces[rider]) is None
    assert cited(why_not_drop(g, g.pieces[truck], g.pieces[walker])) == "TL-13.31.5"
    g.move = Move(truck, transport=True)
    assert cited(why_not_drop(g, g.pieces[truck], g.pieces[rider])) == "TL-13.31.5"  # not where it began
    g.move = None
    assert cited(why_not_drop(g, g.pieces[truck], g.pieces[rider])) == "TL-13.31.5"


@pytest.mark.rule("TL-13.41.1", "TL-13.4.1")
def test_why_a_unit_may_not_entrench() -> None:
    g = field()
    cases = {
        put(g, "rifle", "3804", "222", trench=1): None,
        put(g, "s_at76", "3804", "227"): None,
        put(g, "t34_76", "3804", "206"): "TL-13.41.1",
        put(g, "s_fo", "3804", "221"): "TL-13.41.1",
        put(g, "rifle", "3804", "222", trench=2): "TL-13.4.1",
        put(g, "rifle", "3805", "222"): "TL-13.41.1",
    }
    put(g, "g_inf", "3805", "103")
    assert {unit: cited(why_not_entrench(g, g.pieces[unit])) for unit in cases} == cases
    g.active, g.active_side = ("206",), "soviet"
    play(g, Activation())
    say(g, Pick(next(u.id for u in g.pieces.values() if u.card == "206")))
    assert rule(g, ENTRENCH) == "TL-13.41.1"


# ------------------------------------------------------------------ same-hex combat (14)


@pytest.mark.rule("TL-14.1.1", "TL-14.1", "TL-14.11.1", "TL-14.11.2", "TL-14.11.4", "TL-11.4.4")
def test_why_a_unit_may_not_close_assault() -> None:
    g = field()
    for h in ("2319", "1820"):
        put(g, "panther", h, "115")
    put(g, "g_truck", "1812")
    men = put(g, "rifle", "2318", "222")

    def why(unit: str, h: str) -> str | None:
        return cited(why_not_assault(g, g.pieces[unit], h))

    assert why(men, "2319") is None
    assert why(put(g, "s_mortar82", "2318", "225"), "2319") == "TL-14.1.1"
    assert why(put(g, "s_fo", "2318", "221"), "2319") == "TL-14.1.1"
    assert why(put(g, "t34_76", "2318", "206"), "2319") == "TL-14.1.1"
    assert why(put(g, "rifle", "1813", "222"), "1812") == "TL-14.1"  # a truck is no vehicle here
    assert why(men, "2317") == "TL-14.1"
    assert why(put(g, "rifle", "1821", "222"), "1820") == "TL-14.11.1"
    assert why(put(g, "rifle", "2317", "222"), "2319") == "TL-14.11.2"
    g.came = {**g.came, men: "2316"}
    assert why(men, "2319") == "TL-14.11.2"  # it did not begin the activation beside it
    assert why(put(g, "rifle", "2318", "222", bound=("x",)), "2319") == "TL-14.11.4"
    assert why(put(g, "rifle", "2319", "222", bound=("x",)), "2319") is None  # it need not leave its hex
    assert why(put(g, "rifle", "2318", "222", separated=True), "2319") == "TL-11.4.4"
    mate = put(g, "rifle", "2318", "222")
    g.active, g.active_side = ("222",), "soviet"
    play(g, GatherAssault("2319", (men,)))
    assert Pick(mate) in offered(g)
    assert rule(g, Pick(next(u.id for u in g.pieces.values() if u.card == "206"))) == "TL-14.1.1"
    assert rule(g, Pick(men)) == "TL-14.11.2"


@pytest.mark.rule("TL-14.21.1", "TL-14.2.1", "TL-14.2.7", "TL-14.2.2", "TL-14.21.3")
def test_why_a_vehicle_may_not_overrun() -> None:
    g = field()
    tank, truck = put(g, "pz4l", "2318", "106"), put(g, "g_truck", "2318")
    men = put(g, "rifle", "2419", "222")

    def why(unit: str = tank, h: str = "2419", move: Move | None = None) -> str | None:
        return cited(why_not_overrun_now(g, g.pieces[unit], move or Move(unit), h))

    assert why() is None
    assert why(truck) == "TL-14.21.1" and why(put(g, "g_inf", "2318", "103")) == "TL-14.21.1"
    rider = put(g, "g_inf", "2318", "103", carrier=tank, up=False)
    assert why() == "TL-14.21.1"
    g.drop(rider)
    g.move = Move(tank, transport=True)
    assert why() == "TL-14.21.1"
    g.move = Move(tank, overran=True)
    assert why() == "TL-14.2.1"
    g.move = None
    assert why(h="2317") == "TL-14.2.7"
    put(g, "rifle", "2519", "222")
    assert why(h="2519") == "TL-14.2.2"  # not beside it
    assert why(move=Move(tank, spent=7, hexes=3)) == "TL-14.21.3"
    slow = put(g, "kv1s", "2318", "208")
    g.rolled = {**g.rolled, "208": 1}
    put(g, "g_inf", "2317", "103")
    assert why(slow, "2317", Move(slow, hexes=1)) == "TL-14.21.3" and why(slow, "2317") is None
    foe = put(g, "t34_76", "2419", "206")
    assert why() == "TL-14.21.1"
    g.drop(foe)
    g.change(men, place="2319")
    assert why(h="2319") == "TL-14.21.1"  # buildings
    assert why_not_overrun(g, g.pieces[tank], "2519") is None
