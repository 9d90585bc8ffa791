"""7.2 to 7.7 Who may be fired at from how far, by whom, and what comes of it, as it is played."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press
from grognard.games.panzer_blitz.rules.combat_results import Damage, Losses
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.declared_fire import FireAtAll
from grognard.games.panzer_blitz.rules.direct_fire import ChooseTarget, Fire
from grognard.games.panzer_blitz.rules.fire_table import Attack, Hit, Part, modifiers
from grognard.games.panzer_blitz.rules.movement_costs import MODES, Price, _price
from grognard.games.panzer_blitz.rules.opportunity_fire import Reaction
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.targets import ALL_SOFT, THESE, UNSEEN_ARMOR, UNSEEN_SOFT
from grognard.games.panzer_blitz.rules.terrain_chart import CHART
from grognard.testing import begin, offered, play, refusing_rule
from tests.games.panzer_blitz.helpers import LAND, TERRAIN

from .helpers import CITY, ORCHARD, SWAMP, TOWN, WOODS, field, operate, pair, put, state_of

LEVELLED = ("fire", "opportunity", "assault", "reaction", "overrun", "cat")


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
    assert refusing_rule(g, Fire(b)) == why and (Fire(b) in offered(g)) != bool(why)
    if not why:
        play(g, Fire(b), dice=[6, 5])
        told = str((g.events or [])[-1])
        assert state_of(g, unit) == "spent" and ("AP 2½ : 6" if distance == 3 else "AP 5 : 6") in told


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
    assert offered(g) == [Pick(two), Pick(three)] and refusing_rule(g, Pick(one)) == "PB-7.7.6"
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
@pytest.mark.parametrize("kind", [*LEVELLED, "indirect", "bomb", "fighter", "rocket", "mine"])
def test_height_counts_in_every_attack_of_the_direct_kind_and_in_no_other(kind: str) -> None:
    high, low = pair(2, 1)
    g = field()
    plane = kind in ("bomb", "fighter", "rocket")
    firer = put(g, "ge_fw190f", f"air-{high}") if plane else put(g, "ge_mg", high)
    attack = Attack(kind, low, (Part("AP", (firer,), (put(g, "br_rifle", low),)),))
    found = [m.value for m in modifiers(g, attack, attack.parts[0]) if m.cite in ("PB-14.9.4", "PB-14.9.5")]
    assert found == ([-1] if kind in LEVELLED else [])


@pytest.mark.rule("PB-14.8.2")
def test_a_beach_is_heavy_going_for_vehicles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The map of Hill 112 has no such hex."""
    monkeypatch.setitem(TERRAIN, "2520", "beach")
    monkeypatch.setitem(LAND.effects, "2520", CHART["beach"])
    costs = [_price(LAND, mode, False, "2420", "2520", "", False, True) for mode in MODES]
    assert costs == [Price(2), Price(4), Price(6)]


@pytest.mark.rule("PB-7.3.1", "PB-7.1.1", "PB-7.1.2", "PB-7.6.3")
def test_in_the_open_any_unarmored_units_may_be_chosen() -> None:
    g = field()
    one, two, three = (put(g, k, "2520") for k in ("br_rifle", "br_mg", "br_engineer"))
    firer = put(g, "ge_mg", "2420")
    begin(g, ChooseTarget("fire", "german", "2520", (firer,)))
    play(g, Pick(one), Pick(two))
    assert Press(THESE) in offered(g) and Pick(three) in offered(g)
    play(g, Press(THESE), dice=[2, 3])
    assert state_of(g, three) == "fresh" and state_of(g, firer) == "spent"
    assert state_of(g, one) != "fresh" and state_of(g, two) != "fresh"


@pytest.mark.rule("PB-7.3.2")
def test_one_attack_hits_one_armored_unit() -> None:
    g = field()
    one, two = put(g, "br_sherman", "2520"), put(g, "br_churchill", "2520")
    firer = put(g, "ge_pz4", "2420")
    begin(g, ChooseTarget("fire", "german", "2520", (firer,)))
    play(g, Pick(one), dice=[2, 2])
    assert state_of(g, one) != "fresh" and state_of(g, two) == "fresh"


@pytest.mark.rule("PB-14.2.10", "PB-14.4.10", "PB-7.3.1")
@pytest.mark.parametrize(("place", "expected"), [(TOWN, "PB-14.2.10"), (CITY, "PB-14.2.10"), (WOODS, "PB-14.4.10")])
def test_e27_targets_in_woods_and_towns(place: str, expected: str) -> None:
    g = field()
    one, two, armor = (put(g, k, place) for k in ("br_rifle", "br_rifle", "br_carrier"))
    firer = put(g, "ge_pz4", GRID.neighbours[place][0])
    begin(g, ChooseTarget("fire", "german", place, (firer,)))
    assert set(offered(g)) == {Pick(armor), Press(ALL_SOFT)} and refusing_rule(g, Pick(one)) == expected
    play(g, Press(ALL_SOFT), dice=[1, 1])
    assert state_of(g, one) != "fresh" and state_of(g, two) != "fresh" and state_of(g, armor) == "fresh"
    g = field()
    alone, _ = put(g, "br_rifle", ORCHARD), put(g, "br_rifle", ORCHARD)
    firer = put(g, "ge_pz4", GRID.neighbours[ORCHARD][0])
    begin(g, ChooseTarget("fire", "german", ORCHARD, (firer,)))
    assert Pick(alone) in offered(g)


@pytest.mark.rule("PB-7.7.2", "PB-7.7.3", "PB-7.7.4", "PB-7.7.5")
@pytest.mark.parametrize(
    ("result", "before", "after", "steps"),
    [("-", False, "fresh", 2), ("D", False, "spent/disrupted", 2), ("D", True, "spent/disrupted", 2),
     ("DD", False, "spent/disrupted", 2), ("DD", True, "spent/disrupted", 1), ("1X", False, "spent/disrupted", 1)],
)  # fmt: skip
def test_e10_results(result: str, before: bool, after: str, steps: int) -> None:
    g = field()
    unit = put(g, "br_rifle", "2420", disrupted=before)
    begin(g, Damage((Hit((unit,), result),), "2420"))
    assert (state_of(g, unit), g.pieces[unit].steps) == (after, steps)


@pytest.mark.rule("PB-7.7.6")
def test_the_owner_chooses_who_bears_the_odd_loss() -> None:
    g = field()
    rifle, mg = put(g, "br_rifle", "2420"), put(g, "br_mg", "2420")
    begin(g, Losses((rifle, mg), (), 1))
    assert offered(g) == [Pick(rifle), Pick(mg)] and g.asks[0].side == "british"
    play(g, Pick(mg))
    assert (g.pieces[rifle].steps, g.pieces[mg].steps) == (2, 1)
    begin(g, Losses((rifle, mg), (), 2))
    assert mg not in g.pieces and g.pieces[rifle].steps == 1


@pytest.mark.rule("PB-6.2.2", "PB-7.1.9", "PB-7.3.1")
def test_one_seen_and_the_unseen_of_an_orchard_are_fired_at_together_or_apart() -> None:
    """The whole group reads one roll: 3 + 3 of defense, and 4 more on the die for the unseen."""

    def asked() -> tuple[PanzerBlitz, str, str]:
        g = field()
        gun, seen = put(g, "br_mg", "0801"), put(g, "ge_gren", "1402", spent=True)
        hidden = put(g, "ge_mg", "1402", unspotted=True)
        begin(g, ChooseTarget("fire", "british", "1402", (gun,)))
        return g, seen, hidden

    g, seen, hidden = asked()
    both, unseen = Press(ALL_SOFT), Press(UNSEEN_SOFT)
    assert offered(g) == [Pick(seen), unseen, Press(UNSEEN_ARMOR), both] or offered(g) == [Pick(seen), unseen, both]
    play(g, Pick(seen))
    assert offered(g) == [Pick(seen), unseen, Press(THESE)]
    play(g, unseen, dice=[1, 1])
    assert "fresh" not in (state_of(g, seen), state_of(g, hidden))
    g, seen, hidden = asked()
    play(g, Pick(seen), Press(THESE), dice=[1, 1])
    assert (state_of(g, seen) == "fresh", state_of(g, hidden)) == (False, "fresh")
    g, seen, hidden = asked()
    play(g, both, dice=[1, 1])
    assert "fresh" not in (state_of(g, seen), state_of(g, hidden))
    assert "fire:1402:unseen unarmored" in g.attacked, "what was said is not said again"


@pytest.mark.rule("PB-7.3.1", "PB-6.2.2")
def test_everything_unarmored_in_a_hex_includes_the_unseen() -> None:
    g = field()
    put(g, "br_mg", "0801")
    hexful = [put(g, "ge_gren", "1402", spent=True), put(g, "ge_mg", "1402", unspotted=True)]
    operate(g, "british", "0801")
    play(g, FireAtAll("1402"), dice=[1, 1])
    assert all(state_of(g, i) != "fresh" for i in hexful)


@pytest.mark.rule("PB-7.9.2", "PB-14.4.10", "PB-14.2.10", "PB-7.3.1")
@pytest.mark.parametrize(("place", "hit"), [(WOODS, 2), ("2420", 1)])
def test_reaction_fire_at_woods_is_at_all_unarmored_attackers(place: str, hit: int) -> None:
    g = field()
    put(g, "ge_mg", "2419")
    attackers = tuple(put(g, "br_rifle", place) for _ in range(2))
    begin(g, Reaction("2419", attackers))
    play(g, Pick(attackers[0]), *([] if place == WOODS else [Press(THESE)]), dice=[1, 1])
    assert sum(state_of(g, i) != "fresh" for i in attackers) == hit
