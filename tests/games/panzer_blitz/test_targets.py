"""7.2 to 7.7 Who may be fired at from how far, by whom, and what comes of it, as it is played."""

from __future__ import annotations

import pytest

from grognard.engine import Pick
from grognard.games.panzer_blitz.rules.combat_results import Damage, Losses
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.direct_fire import Fire
from grognard.games.panzer_blitz.rules.fire_table import DIRECT, Attack, Hit, Part, modifiers
from grognard.games.panzer_blitz.rules.movement_costs import MODES, Price, _price
from grognard.games.panzer_blitz.rules.terrain import TERRAIN
from grognard.testing import begin, offered, play, refused

from .helpers import SWAMP, field, operate, pair, put, state_of


@pytest.mark.rule("PB-7.2.4", "PB-2.3.4")
@pytest.mark.parametrize(
    ("kind", "distance", "why"),
    [("br_rifle", 2, ""), ("br_rifle", 3, ""), ("br_rifle", 4, "PB-2.3.4"), ("br_carrier", 3, "PB-2.3.4")],
)
def test_infantry_fires_one_hex_farther_than_its_range_and_nobody_else_does(kind: str, distance: int, why: str) -> None:
    a, b = pair(distance)
    g = field()
    unit = put(g, kind, a)
    put(g, "ge_gren", b)
    operate(g, "british", a)
    assert refused(g, Fire(b)) == why and (Fire(b) in offered(g)) != bool(why)
    if not why:
        play(g, Fire(b), dice=[6, 5])
        told = str((g.events or [])[-1])
        assert state_of(g, unit) == "spent" and ("AP 2.5 : 6" if distance == 3 else "AP 5 : 6") in told


@pytest.mark.rule("PB-7.7.7", "PB-7.7.6")
def test_who_took_none_of_the_losses_is_disrupted_and_loses_a_step_only_if_it_was_before() -> None:
    for before, steps in ((False, 2), (True, 1)):
        g = field()
        one, other = put(g, "br_rifle", "2420"), put(g, "br_mg", "2420", disrupted=before)
        begin(g, Damage((Hit((one, other), "1X"),), "2420"))
        play(g, Pick(one))
        assert (g.pieces[one].steps, g.pieces[other].steps) == (1, steps)
        assert state_of(g, one) == state_of(g, other) == "spent/disrupted"


@pytest.mark.rule("PB-7.7.6")
def test_nobody_loses_a_second_step_before_everybody_has_lost_one() -> None:
    g = field()
    one, two, three = (put(g, kind, "2420") for kind in ("br_rifle", "br_mg", "br_engineer"))
    begin(g, Losses((one, two, three), (), 2))
    play(g, Pick(one))
    assert offered(g) == [Pick(two), Pick(three)] and refused(g, Pick(one)) == "PB-7.7.6"
    play(g, Pick(three))
    assert [g.pieces[i].steps for i in (one, two, three)] == [1, 2, 1]


@pytest.mark.rule("PB-7.6.3", "PB-14.5.5", "PB-15.4.9")
@pytest.mark.parametrize(("kinds", "more"), [(("br_rifle", "br_truck"), 1), (("br_rifle", "br_truck", "br_truck"), 0)])
def test_what_protects_half_of_the_targets_protects_them_all(kinds: tuple[str, ...], more: int) -> None:
    g = field()
    firer = put(g, "ge_mg", GRID.neighbours[SWAMP][0])
    units = tuple(put(g, kind, SWAMP) for kind in kinds)
    attack = Attack("fire", SWAMP, (Part("AP", (firer,), units),))
    found = [m.value for m in modifiers(g, attack, attack.parts[0]) if m.cite == "PB-14.5.5"]
    assert sum(found) == more


@pytest.mark.rule("PB-14.9.6", "PB-14.9.4", "PB-16.1.8")
@pytest.mark.parametrize("kind", [*DIRECT, "indirect", "bomb", "fighter", "rocket", "mine"])
def test_height_counts_in_every_attack_of_the_direct_kind_and_in_no_other(kind: str) -> None:
    high, low = pair(2, 1)
    g = field()
    plane = kind in ("bomb", "fighter", "rocket")
    firer = put(g, "ge_fw190f", f"air-{high}") if plane else put(g, "ge_mg", high)
    attack = Attack(kind, low, (Part("AP", (firer,), (put(g, "br_rifle", low),)),))
    found = [m.value for m in modifiers(g, attack, attack.parts[0]) if m.cite in ("PB-14.9.4", "PB-14.9.5")]
    assert found == ([-1] if kind in DIRECT else [])


@pytest.mark.rule("PB-14.8.2")
def test_a_beach_is_heavy_going_for_vehicles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The map of Hill 112 has no such hex."""
    monkeypatch.setitem(TERRAIN, "2520", "beach")
    costs = [_price.__wrapped__(mode, False, "2420", "2520", "", False, True) for mode in MODES]
    assert costs == [Price(2), Price(4), Price(6)]
