"""13.1 Anti-infantry fire."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, net
from grognard.games.tank_leader.rules.combined_fire import EVERYBODY, FIRE, Combine, CombinedFire, why_not_join
from grognard.games.tank_leader.rules.fire import AI, AV, FireAt, Shot, fire_modifiers, targets, why_not_fire
from grognard.games.tank_leader.rules.opportunity_fire import React, Window

from .table import act, field, offered, play, put, rule, say, told


@pytest.mark.rule("TL-13.1.1", "TL-9.22.2", "TL-9.23.2")
def test_av_strength_is_never_used_on_non_vehicles() -> None:
    g = field()
    tank, men = put(g, "pz4l", "3804", "106"), put(g, "rifle", "3806", "222")
    refusal = why_not_fire(g, g.pieces[tank], g.pieces[men], AV)
    assert refusal is not None and refusal.rule == "TL-13.1.1"
    act(g, tank)
    say(g, FireAt(men, AI), dice=[6, 3, 2, 2, 1, 2])  # 7 + 3 - 1 + 1 = 10: Hit in the non-vehicle column
    assert any("10, Hit" in line for line in told(g))


@pytest.mark.rule("TL-13.11.1", "TL-13.11.2")
def test_fire_into_a_stack_strikes_every_non_vehicle() -> None:
    """Example E-34."""
    g = field()
    tank, truck = put(g, "t34_76", "3808", "206"), put(g, "s_truck", "3808")
    low, top = put(g, "rifle", "3808", "222"), put(g, "rifle", "3808", "222")
    firer = put(g, "sturm_recon", "3804", "102")  # AI 4
    act(g, firer)
    say(g, FireAt(top, AI), dice=[6, 3, 3, 3, 1, 2, 4, 4, 4, 1, 2])  # 9 + 3 = 12 and 12 + 1 = 13
    fires = [line for line in told(g, "soviet") if "fires at" in line]
    assert "12, Hit" in fires[0] and "13, Hit+1" in fires[1] and len(fires) == 2
    assert not g.zones and {low, tank, truck} <= g.pieces.keys()  # a soft vehicle is struck only as the target
    assert sum("looks for" in line for line in told(g)) == 1


@pytest.mark.rule("TL-13.12.1", "TL-13.12.2", "TL-13.12.3", "TL-13.12.4", "TL-13.12.5")
def test_combined_fire_of_the_examples() -> None:
    """Example E-27."""
    g = field()
    target = put(g, "rifle", "1812", "222", exp=1)
    p1, p2 = put(g, "g_inf", "1813", "107"), put(g, "g_inf", "1811", "107")
    p3 = put(g, "g_inf", "1810", "107")
    assert not g.country.sight.sees("1810", "1812")  # buildings between
    g.change(p3, place="2012")
    g.change(p2, place="1711")
    assert g.country.sight.sees("2012", "1812")
    act(g, p1)
    say(g, Combine(target))
    say(g, Pick(p2))
    say(g, Pick(p3), dice=[3, 2, 5, 3, 3, 2, 1, 2])  # P2 fails to spot; 8 + 8 - 1 + 1 - 2 = 14
    assert any("14, Hit+1" in line for line in told(g))
    assert not any(g.pieces[p].up for p in (p1, p2, p3))


@pytest.mark.rule("TL-13.12.4", "TL-13.12.5")
def test_combined_fire_uses_the_farthest_range_and_the_worst_modifier() -> None:
    g = field()
    near, far = put(g, "g_mg", "3805", "102"), put(g, "g_mg", "3808", "102", separated=True)
    target = put(g, "rifle", "3804", "222")
    units = [g.pieces[near], g.pieces[far]]
    assert net(fire_modifiers(g, units, g.pieces[target], Shot(AI, 1, 4))) == -2
    assert net(fire_modifiers(g, units[:1], g.pieces[target], Shot(AI, 1, 1))) == 2


@pytest.mark.rule("TL-13.12.2", "TL-13.12.4")
def test_who_fails_to_spot_does_not_count_for_the_range_either() -> None:
    g = field()
    near, far = put(g, "g_mg", "3805", "102"), put(g, "g_mg", "3808", "102")
    target = put(g, "rifle", "3804", "222", exp=2)
    act(g, near)
    say(g, Combine(target))
    say(g, Pick(far), dice=[6, 1, 3, 3, 3, 1, 2])
    assert any("9 (strength 2 against defense 1: +1, adjacent: +2) = 12, Hit" in line for line in told(g))


@pytest.mark.rule("TL-13.12.1")
def test_everybody_who_can_joins_by_one_answer() -> None:
    g = field()
    men = [put(g, "g_mg", "3805", "102") for _ in range(3)]
    far = put(g, "g_mg", "3830", "102")
    target = put(g, "rifle", "3804", "222")
    act(g, men[0])
    say(g, Combine(target))
    assert offered(g) == [Pick(men[1]), Pick(men[2]), FIRE, EVERYBODY]
    say(g, EVERYBODY, dice=[6, 6, 6, 1, 1, 1, 1, 1])  # each spots; one roll, and a check
    assert not any(g.pieces[m].up for m in men) and g.pieces[far].up
    assert sum("fire at" in line for line in told(g)) == 1


@pytest.mark.rule("TL-13.12.6")
def test_opportunity_fire_is_not_combined() -> None:
    g = field()
    mover = put(g, "rifle", "3804", "222")
    one, two = put(g, "g_inf", "3805", "103"), put(g, "g_inf", "3805", "103")
    play(g, Window(mover))
    assert {type(a) for a in offered(g)[:-1]} == {React}
    assert {a.piece for a in offered(g) if isinstance(a, React)} == {one, two}


@pytest.mark.rule("TL-13.12.7", "TL-9.21.2")
def test_vehicles_do_not_combine() -> None:
    """Example E-38."""
    g = field()
    men = [put(g, "g_inf", "3804", "103") for _ in range(2)]
    carts = [put(g, "halftrack", "3804", "103") for _ in range(2)]
    target = put(g, "rifle", "3806", "222")
    act(g, men[0])
    say(g, Combine(target), dice=[])
    assert offered(g) == [Pick(men[1]), FIRE]
    assert rule(g, Pick(carts[0])) == "TL-13.12.7"
    assert isinstance(g.steps[-1], CombinedFire)
    shot = fire_modifiers(g, [g.pieces[m] for m in men], g.pieces[target], Shot(AI, 8, 2))
    alone = fire_modifiers(g, [g.pieces[carts[0]]], g.pieces[target], Shot(AI, 3, 2))
    assert (net(shot), net(alone)) == (8, 3)
    act(g, carts[0])
    assert Combine(target) not in offered(g)


@pytest.mark.rule("TL-13.13.1", "TL-13.14.3")
def test_ai_fire_at_a_soft_target() -> None:
    """Example E-26."""
    g = field()
    men, truck = put(g, "g_inf", "3804", "103"), put(g, "s_truck", "3806")
    tank = put(g, "t34_76", "3803", "206")
    refusal = why_not_fire(g, g.pieces[men], g.pieces[tank], AI)
    assert refusal is not None and refusal.rule == "TL-13.14.3"
    act(g, men)
    say(g, FireAt(truck, AI), dice=[6, 5, 4, 4, 3, 3])  # 13 + 3 + 1 - 2 = 15; 6 + 2 > 7
    assert any("15, Hit+2" in line for line in told(g))
    assert g.pieces[truck].suppressed
    g.change(men, up=True)
    act(g, men)
    say(g, FireAt(truck, AI), dice=[6, 3, 3, 2])  # 8 + 3 + 1 - 2 = 10: in the column of men it would be a Hit
    assert any("10, Miss" in line for line in told(g))
    gun = put(g, "pz4l", "3804", "106")
    assert {k for t, k in targets(g, g.pieces[gun]) if t.id == truck} == {AV, AI}


@pytest.mark.rule("TL-13.14.1")
def test_friendly_soft_vehicles_bar_ai_fire_from_outside() -> None:
    g = field()
    outside, inside = put(g, "g_inf", "3804", "103"), put(g, "g_inf", "3805", "103")
    target = put(g, "rifle", "3805", "222")
    g.change(inside, place="3804")
    assert why_not_fire(g, g.pieces[outside], g.pieces[target], AI) is None
    put(g, "halftrack", "3805", "103")
    refusal = why_not_fire(g, g.pieces[outside], g.pieces[target], AI)
    assert refusal is not None and refusal.rule == "TL-13.14.1"
    g.change(inside, place="3805")
    assert why_not_fire(g, g.pieces[inside], g.pieces[target], AI) is None


@pytest.mark.rule("TL-13.14.4")
def test_otherwise_ai_fire_follows_the_same_procedure() -> None:
    g = field()
    men, target = put(g, "g_inf", "3804", "103"), put(g, "rifle", "3808", "222")
    refusal = why_not_fire(g, g.pieces[men], g.pieces[target], AI)
    assert refusal is not None and refusal.rule == "TL-9.21.1"
    low = put(g, "rifle", "3806", "222")
    put(g, "rifle", "3806", "222")
    refusal = why_not_fire(g, g.pieces[men], g.pieces[low], AI)
    assert refusal is not None and refusal.rule == "TL-9.21.4"
    refusal = why_not_join(g, g.pieces[men], g.pieces[target])
    assert refusal is not None and refusal.rule == "TL-13.12.1"
