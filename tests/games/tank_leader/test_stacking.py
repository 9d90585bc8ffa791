"""8.5 Stacking and what may be examined."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.tank_leader.rules.fire import AI, AV, targets, why_not_fire
from grognard.games.tank_leader.rules.movement import STOP
from grognard.games.tank_leader.rules.names import examinable
from grognard.games.tank_leader.rules.operations import END, Activate, Lift
from grognard.games.tank_leader.rules.opportunity_fire import HOLD
from grognard.games.tank_leader.rules.stacking import Overstacking, too_many
from grognard.games.tank_leader.rules.terrain import Conditions, country_of
from grognard.games.tank_leader.rules.view import view

from .table import act, field, offered, play, put, rule, say, told


@pytest.mark.rule("TL-8.5.1", "TL-8.51.1")
def test_six_units_of_which_three_vehicles_for_each_side() -> None:
    """Example E-7."""
    g = field()
    for _ in range(3):
        put(g, "t34_76", "2117", "207")
        put(g, "pz4l", "2117", "106")
    assert not too_many(g, "2117", "soviet") and not too_many(g, "2117", "german")
    extra = put(g, "t34_76", "2117", "207")
    assert too_many(g, "2117", "soviet") and not too_many(g, "2117", "german")
    play(g, Overstacking())
    assert Pick(extra) in offered(g, "soviet") and len(offered(g)) == 4
    for _ in range(4):
        put(g, "rifle", "2118", "222")
    for _ in range(3):
        put(g, "rifle", "2118", "223")
    assert too_many(g, "2118", "soviet")


@pytest.mark.rule("TL-8.5.2", "TL-8.5.3", "TL-8.5.4", "TL-8.5.5")
def test_limits_of_other_terrain() -> None:
    def limits(h: str, season: str = "summer", area: str = "wooded", urban: str = "normal") -> tuple[int, int]:
        return country_of(Conditions(season, "normal", urban, area, "flat")).limits(h)

    assert limits("3124") == limits("2319") == limits("1812") == (6, 2)
    assert limits("3024") == limits("2319", urban="devastated") == limits("3710", "winter") == (6, 3)
    assert limits("3124", area="forested") == (6, 0)
    assert limits("1519") == (4, 2)
    assert limits("3507") == limits("3605") == limits("3719") == (3, 1)


@pytest.mark.rule("TL-8.5.6")
def test_passengers_count_and_hidden_observers_do_not() -> None:
    g = field()
    truck = put(g, "s_truck", "2117")
    for _ in range(3):
        put(g, "rifle", "2117", "222", carrier=truck, up=False)
    for _ in range(2):
        put(g, "rifle", "2117", "222")
    hidden = put(g, "s_fo", "", "221", recorded="2117")
    assert not too_many(g, "2117", "soviet")
    extra = put(g, "rifle", "2117", "222")
    assert len(too_many(g, "2117", "soviet")) == 7
    play(g, Overstacking())
    say(g, Pick(extra))
    assert not g.steps and g.pieces[hidden].hex == "2117"


@pytest.mark.rule("TL-8.51.3", "TL-8.51.4", "TL-9.21.5", "TL-13.14.1")
def test_fire_out_of_a_shared_hex_is_free_and_into_one_is_barred() -> None:
    g = field()
    inside, outside = put(g, "t34_76", "2117", "206"), put(g, "t34_76", "2119", "206")
    beside, far = put(g, "pz4l", "2117", "106"), put(g, "pz4l", "2116", "106")
    men = put(g, "g_inf", "2117", "103")

    def why(firer: str, target: str, kind: str) -> str | None:
        refusal = why_not_fire(g, g.pieces[firer], g.pieces[target], kind)
        return refusal.rule if refusal else None

    assert why(inside, far, AV) is None
    assert why(inside, beside, AV) is None
    assert why(outside, beside, AV) == "TL-8.51.4"
    assert why(outside, men, AI) is None  # a tank does not bar AI fire
    put(g, "rifle", "2117", "222")
    assert why(outside, men, AI) == "TL-13.14.1"
    assert why(inside, men, AI) is None
    lone = put(g, "pz4l", "2220", "106")
    put(g, "rifle", "2220", "222")
    assert why(outside, lone, AV) is None  # nor do men bar AV fire


@pytest.mark.rule("TL-8.52.1")
def test_overstacking_is_free_in_operations() -> None:
    g = field()
    for _ in range(4):
        put(g, "t34_76", "2117", "206")
    play(g, Activate(("206",)))
    assert len(g.at["2117"]) == 4 and offered(g)


@pytest.mark.rule("TL-8.54.1", "TL-8.54.2")
def test_a_stack_is_reordered_while_one_of_its_units_is_active() -> None:
    g = field()
    low, top = put(g, "t34_76", "2117", "206", up=False, suppressed=True), put(g, "t34_76", "2117", "206")
    a, b = put(g, "t34_76", "2217", "207"), put(g, "t34_76", "2217", "207", suppressed=True)
    play(g, Activate(("206",)))
    assert Lift(low) in offered(g)
    assert rule(g, Lift(a)) == "TL-8.54.1"
    say(g, Lift(low))
    assert g.at["2117"] == (top, low) and g.at["2217"] == (a, b)
    assert g.pieces[top].up  # no operation
    assert told(g, "german")[-1] == "B/2/6 T-34/76 is put on top in 2117"
    assert rule(g, Lift(low)) == "TL-8.54.1"  # it is there already
    for _ in range(2):  # as often as one likes
        say(g, Lift(top))
        say(g, Lift(low))


@pytest.mark.rule("TL-8.54.1", "TL-8.54.2")
def test_stacks_are_changed_though_all_their_units_are_face_down() -> None:
    g = field()
    low, top = (put(g, "t34_76", "3808", "206", up=False, suppressed=down) for down in (False, True))
    play(g, Activate(("206",)))
    assert not g.steps  # nobody could fire at them
    foe = put(g, "pz4l", "3804", "106")
    play(g, Activate(("206",)))
    assert offered(g) == [Lift(low), END]
    say(g, Lift(low))
    assert g.at["3808"] == (top, low)
    say(g, END)
    assert not g.steps
    g.change(foe, up=False, suppressed=True)  # next turn it may have recovered, and fires at who is on top
    play(g, Activate(("206",)))
    assert offered(g) == [Lift(top), END]
    g.change(foe, place="3818", up=True)  # out of range
    play(g, Activate(("206",)))
    assert not g.steps
    g = field()
    put(g, "t34_76", "3808", "206", up=False, suppressed=True)
    driver = put(g, "t34_76", "3809", "206")
    put(g, "pz2", "3804", "111", up=False)
    act(g, driver)
    say(g, To("3808"))
    put(g, "pz2", "3804", "111")
    say(g, Press("stop here"))
    say(g, HOLD)  # the last to act need not stay on top
    assert g.asks[0].prompt == "All have operated: put units on top, or end the activation"
    assert len(offered(g)) == 2 and END in offered(g)


@pytest.mark.rule("TL-8.54.1", "TL-13.35.1")
def test_a_passenger_makes_its_stack_changeable_but_stays_under_its_vehicle() -> None:
    g = field()
    truck, other_truck = put(g, "s_truck", "3808", up=False), put(g, "s_truck", "3808", up=False)
    men = put(g, "rifle", "3808", "222", carrier=truck, up=False)
    put(g, "rifle", "3809", "222")
    play(g, Activate(("222",)))
    assert Lift(truck) in offered(g) and Lift(other_truck) not in offered(g)
    assert rule(g, Lift(men)) == "TL-13.35.1"


@pytest.mark.rule("TL-8.55.1", "TL-8.55.2")
def test_only_lone_and_top_units_may_be_examined_unless_one_is_beside_them() -> None:
    g = field()
    low, top = put(g, "t34_76", "2117", "206"), put(g, "kv1", "2117", "204", up=False)
    lone = put(g, "t70", "2217", "216", up=False)
    seen = {u: examinable(g, g.pieces[u], "german") for u in (low, top, lone)}
    assert seen == {low: False, top: True, lone: True}
    faces = {p.id: (p.hidden, p.face) for p in view(g, "german").pieces}
    assert faces[low] == (True, "soviet.back") and faces[top] == (False, "soviet.kv1")
    put(g, "pz4l", "2117", "106")
    assert examinable(g, g.pieces[low], "german")
    truck = put(g, "s_truck", "2317")
    rider = put(g, "rifle", "2317", "222", carrier=truck, up=False)
    assert not examinable(g, g.pieces[rider], "german")
    put(g, "pz4l", "2317", "106")
    assert examinable(g, g.pieces[rider], "german")  # who is aboard too


@pytest.mark.rule("TL-9.21.4")
def test_only_the_topmost_of_its_kind_is_fired_at() -> None:
    g = field()
    low = put(g, "t34_76", "2117", "206")
    tank = put(g, "t34_76", "2117", "206")
    men = put(g, "rifle", "2117", "222")
    firer = put(g, "pz4l", "2119", "106")
    assert {(t.id, k) for t, k in targets(g, g.pieces[firer])} == {(tank, AV), (men, AI)}
    refusal = why_not_fire(g, g.pieces[firer], g.pieces[low], AV)
    assert refusal is not None and refusal.rule == "TL-9.21.4"


@pytest.mark.rule("TL-8.5.6", "TL-8.52.2", "TL-15.5.7")
def test_units_in_ambush_count_against_the_limit() -> None:
    g = field(year=1942, scenario="ambush")
    cars = [put(g, "ac222", "", "124", recorded="2319") for _ in range(2)]
    seen = put(g, "ac222", "2319", "124")
    play(g, Overstacking())
    assert offered(g, "german") == [Pick(seen), *map(Pick, cars)]
    say(g, Pick(cars[0]))
    assert not g.steps and g.pieces[cars[1]].recorded == "2319"


@pytest.mark.rule("TL-8.54.1", "TL-8.54.2")
@pytest.mark.parametrize("up", [True, False])
def test_who_has_driven_onto_a_stack_last_may_go_under_whatever_the_face_of_the_enemy(up: bool) -> None:
    """The order lasts into the next turn, in which the enemy is face-up."""
    g = field()
    tank, car = put(g, "pz4l", "3808", "101", up=False), put(g, "ac222", "3807", "101")
    put(g, "t34_76", "3812", "206", up=up)
    act(g, car)
    for answer in (To("3808"), HOLD, STOP, HOLD):
        if answer in (offered(g) if g.asks else ()):
            say(g, answer)
    assert g.asks[0].side == "german" and offered(g) == [Lift(tank), END]


@pytest.mark.rule("TL-8.54.1", "TL-13.22.1")
def test_a_stack_is_exposed_to_guns_that_others_spot_for() -> None:
    g = field()
    for down in (False, True):
        put(g, "t34_76", "2117", "206", up=False, suppressed=down)
    put(g, "g_mortar", "2521", "108")
    assert not g.country.sight.sees("2117", "2521")
    play(g, Activate(("206",)))
    assert END in offered(g)


@pytest.mark.rule("TL-8.52.2", "TL-8.55.1")
def test_of_a_unit_removed_from_under_the_top_the_enemy_reads_the_kind() -> None:
    g = field()
    low, *_, top = [put(g, "t34_76", "3808", "206", no=n) for n in (1, 2, 3, 4, 5)]
    play(g, Overstacking())
    say(g, Pick(low))
    say(g, Pick(top))
    gone = "in 3808 is removed: too many units"
    assert told(g, "soviet")[:2] == [f"B/2/6 T-34/76 1 {gone}", f"B/2/6 T-34/76 5 {gone}"]
    assert told(g, "german")[:2] == [f"Tank {gone}", f"B/2/6 T-34/76 5 {gone}"]
