"""7.8, 7.9, 7.10 Opportunity fire, reaction fire, assault fire."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press
from grognard.games.panzer_blitz.rules.assault_fire import AssaultFire, AwaitFire, why_not_assault_fire
from grognard.games.panzer_blitz.rules.combat_results import Strike
from grognard.games.panzer_blitz.rules.data import FIRE_TABLE
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part, column, modifiers, shift, strength
from grognard.games.panzer_blitz.rules.fire_targets import THESE
from grognard.games.panzer_blitz.rules.movement import Go, Stop
from grognard.games.panzer_blitz.rules.operation import Operation, begin_ops
from grognard.games.panzer_blitz.rules.opportunity_fire import HOLD, HOLD_ALL, Opportunity, firing_pool
from grognard.games.panzer_blitz.rules.reaction_fire import NO_REACTION, Reaction, reaction_pool
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.unit_moves import Move, MoveUnit
from grognard.testing import begin, offered, play, refused

from .helpers import ORCHARD, WOODS, field, operation, pair, put, rule, state_of

MOVING_TARGET = ("PB-7.8.2", "PB-7.8.3", "PB-7.8.4", "PB-14.4.7", "PB-14.10.3")


def opportunity(g: PanzerBlitz, firer: str, target: str, *, road: bool = False) -> list[str]:
    """The modifiers of opportunity fire that are not range or height."""
    h = g.pieces[target].place
    line = "AT" if g.pieces[target].what.armored else "AP"
    attack = Attack("opportunity", h, (Part(line, (firer,), (target,)),), road=road)
    found = modifiers(g, attack, attack.parts[0])
    return sorted(f"{m.cite} {m.value}" for m in found if m.cite in MOVING_TARGET)


@pytest.mark.rule("PB-7.8.2", "PB-7.8.3", "PB-7.8.4", "PB-7.9.9")
def test_e29_opportunity_fire_modifiers() -> None:
    a, b = pair(3)
    g = field()
    mg, truck, rifle = put(g, "ge_mg", a), put(g, "br_truck", b), put(g, "br_rifle", b)
    assert opportunity(g, mg, truck, road=True) == ["PB-7.8.2 -1", "PB-7.8.3 1"]
    assert opportunity(g, mg, rifle, road=True) == ["PB-7.8.2 -1", "PB-7.8.4 -1"]
    hidden = put(g, "br_rifle", ORCHARD)
    assert opportunity(g, mg, hidden) == ["PB-14.10.3 1"]


@pytest.mark.rule("PB-7.8.1", "PB-4.1.5", "PB-7.8.5")
def test_the_mover_halts_under_fire_and_goes_on_unless_disrupted() -> None:
    a, b = pair(2)
    for dice, goes_on in (([6, 6], True), ([2, 2], False)):
        g = field()
        mover, mg = put(g, "br_rifle", a), put(g, "ge_mg", b)
        operation(g, "british", a, 0)
        begin(g, MoveUnit(mover, a))
        step = next(x for x in offered(g) if isinstance(x, Go) and x.hex != b)
        play(g, step)
        assert g.asks[0].side == "german" and g.pieces[mover].place == step.hex
        play(g, Press("fire"), dice=dice)
        assert state_of(g, mg) == "spent" and g.pieces[mover].place == step.hex
        assert bool(g.asks) == goes_on
        if goes_on:
            assert g.moved[mover] == 2


@pytest.mark.rule("PB-7.8.6")
def test_one_attack_for_each_hex_entered() -> None:
    a, b = pair(3)
    g = field()
    mover = put(g, "br_rifle", a)
    first, second = put(g, "ge_mg", b), put(g, "ge_mg", b)
    operation(g, "british", a, 0)
    begin(g, MoveUnit(mover, a))
    play(g, next(x for x in offered(g) if isinstance(x, Go)))
    play(g, Press("fire"), Pick(first), Press("fire"), dice=[6, 6])
    assert g.asks[0].side == "british" and state_of(g, second) == "fresh"
    play(g, next(x for x in offered(g) if isinstance(x, Go)))
    assert g.asks[0].side == "german"


@pytest.mark.rule("PB-7.8.8", "PB-7.8.10", "PB-3.1.9")
def test_opportunity_fire_spends_the_firer_for_the_turn() -> None:
    a, b = pair(2)
    g = field()
    mover, mg = put(g, "br_rifle", a), put(g, "ge_mg", b)
    operation(g, "british", a, 0)
    begin(g, Opportunity(mover))
    play(g, Press("fire"), dice=[6, 6])
    assert state_of(g, mg) == "spent" and firing_pool(g, g.pieces[mover], a) == []
    begin_ops(g, "german", b, 1)
    assert g.op is not None and mg not in g.op.active


@pytest.mark.rule("PB-7.8.9")
def test_who_may_not_opportunity_fire() -> None:
    a, b = pair(2)
    g = field()
    mover, tank = put(g, "br_rifle", a), put(g, "ge_pz4", b, spent=True)
    put(g, "ge_mg", b, disrupted=True), put(g, "ge_ss_gren", b, carrier=tank)
    observer = put(g, "ge_mg", b, no_move=True)
    operation(g, "british", a, 0)
    assert [u.id for u in firing_pool(g, g.pieces[mover], a)] == [observer]
    begin(g, Opportunity(mover))
    assert refused(g, Pick(tank)) == "PB-7.8.9"


@pytest.mark.rule("PB-7.8.1")
def test_the_watcher_may_hold_fire_for_this_hex_or_for_the_move() -> None:
    a, b = pair(3)
    for word, again in ((HOLD, True), (HOLD_ALL, False)):
        g = field()
        mover = put(g, "br_rifle", a)
        put(g, "ge_mg", b)
        operation(g, "british", a, 0)
        begin(g, MoveUnit(mover, a))
        play(g, next(x for x in offered(g) if isinstance(x, Go)))
        play(g, Press(word))
        play(g, next(x for x in offered(g) if isinstance(x, Go)))
        assert (g.asks[0].side == "german") == again


@pytest.mark.rule("PB-7.8.1", "PB-6.2.1")
def test_the_window_does_not_tell_what_an_unseen_mover_is() -> None:
    questions = []
    for kind in ("br_rifle", "br_churchill"):
        g = field()
        mover = put(g, kind, WOODS, unspotted=True)
        put(g, "ge_mg", "2424"), put(g, "ge_88", "2322")
        operation(g, "british", WOODS, 0)
        begin(g, Opportunity(mover))
        questions.append([(a.prompt, list(a.actions)) for a in g.asks])
    assert questions[0] == questions[1]


# ------------------------------------------------------------------ reaction fire


def react(
    *firers: tuple[str, dict[str, object]], target: str = "br_sherman", line: str = "AT"
) -> tuple[PanzerBlitz, Attack]:
    g = field()
    ids = tuple(put(g, kind, "2420", **values) for kind, values in firers)
    aim = put(g, target, "2520")
    return g, Attack("reaction", "2520", (Part(line, ids, (aim,)),))


@pytest.mark.rule("PB-7.9.4", "PB-7.9.5", "PB-7.9.6")
def test_e33_disrupted_defenders_react_at_a_quarter_and_one_column_left() -> None:
    g, attack = react(("br_rifle", {"disrupted": True}), ("br_rifle", {"disrupted": True}), target="ge_sdkfz251")
    part = attack.parts[0]
    assert strength(g, attack, part) == 1 and shift(g, attack, part) == -1
    assert FIRE_TABLE[column(g, attack, part) or 0].differential == (-2, -2)
    begin(g, Strike(attack), dice=[2, 3])
    assert state_of(g, part.targets[0]) == "spent/disrupted"
    assert {state_of(g, i) for i in part.firers} == {"disrupted"}


@pytest.mark.rule("PB-7.9.4")
def test_spent_and_disrupted_is_halved_once() -> None:
    g, attack = react(("br_mg", {"spent": True, "disrupted": True}), target="ge_gren", line="AP")
    assert strength(g, attack, attack.parts[0]) == 4


@pytest.mark.rule("PB-7.9.6")
def test_fewer_than_half_disrupted_steps_do_not_shift() -> None:
    g, attack = react(("br_mg", {"disrupted": True, "steps": 1}), ("br_mg", {}), target="ge_gren", line="AP")
    assert shift(g, attack, attack.parts[0]) == 0


@pytest.mark.rule("PB-7.9.7", "PB-7.9.8", "PB-7.9.2")
def test_reaction_fire_is_at_range_one_and_attackers_have_terrain_but_no_ip() -> None:
    g = field()
    firer, target = put(g, "br_mg", "2419"), put(g, "ge_gren", WOODS, inside="ip")
    g.ips[WOODS] = True
    attack = Attack("reaction", WOODS, (Part("AP", (firer,), (target,)),))
    assert sorted((m.cite, m.value) for m in modifiers(g, attack, attack.parts[0])) == [
        ("PB-14.4.7", 1),
        ("PB-7.6.6", -1),
    ]


@pytest.mark.rule("PB-7.9.1", "PB-7.9.12", "PB-7.9.13", "PB-8.1.9", "PB-9.1.9")
def test_every_unit_of_the_hex_may_react_once_against_one_hex() -> None:
    g = field()
    fresh, spent = put(g, "br_mg", "2420"), put(g, "br_rifle", "2420", spent=True)
    one, two, elsewhere = put(g, "ge_gren", "2520"), put(g, "ge_gren", "2520"), put(g, "ge_gren", "2419")
    assert reaction_pool(g, "2420", "AP") == (fresh, spent) and reaction_pool(g, "2420", "AT") == (spent,)
    begin(g, Reaction("2420", (one, two, elsewhere)))
    assert set(offered(g)) == {Pick(one), Pick(two), Pick(elsewhere), Press(NO_REACTION)}
    play(g, Pick(one))
    assert Pick(two) in offered(g) and Pick(elsewhere) not in offered(g)
    play(g, Pick(two), Press(THESE), Press("all fire"), dice=[6, 6])
    assert state_of(g, fresh) == "spent" and state_of(g, spent) == "spent" and not g.steps


# ------------------------------------------------------------------ assault fire


@pytest.mark.rule("PB-7.10.1", "PB-7.10.2")
def test_only_afvs_that_moved_half_their_allowance() -> None:
    g = field()
    panther, truck = put(g, "ge_panther", "2420"), put(g, "ge_truck", "2420")
    g.moved[panther] = 8
    assert why_not_assault_fire(g, g.pieces[panther]) is None
    g.moved[panther] = 9
    assert rule(why_not_assault_fire(g, g.pieces[panther])) == "PB-7.10.2"
    assert rule(why_not_assault_fire(g, g.pieces[truck])) == "PB-7.10.1"


@pytest.mark.rule("PB-7.10.3")
def test_e30_assault_fire() -> None:
    a, b = pair(6)
    g = field()
    panther, sherman = put(g, "ge_panther", a), put(g, "br_sherman", b)
    attack = Attack("assault", b, (Part("AT", (panther,), (sherman,)),))
    assert FIRE_TABLE[column(g, attack, attack.parts[0]) or 0].differential == (2, 2)
    begin(g, Strike(attack), dice=[3, 3])
    assert state_of(g, sherman) == "spent/disrupted" and g.pieces[sherman].steps == 2


@pytest.mark.rule("PB-7.10.4", "PB-7.10.5")
def test_assault_firers_fire_together_after_their_moves() -> None:
    g = field()
    tanks = [put(g, "ge_pz4", "2420") for _ in range(2)]
    target = put(g, "br_rifle", "2720")
    operation(g, "german", "2420", 1)
    begin(g, Operation())
    for tank in tanks:
        play(g, Move(tank), Go("2520"), *([] if g.asks[0].side == "german" else [Press(HOLD_ALL)]))
        if g.asks[0].side == "british":
            play(g, Press(HOLD_ALL))
        play(g, AwaitFire())
        assert Move(tank) not in offered(g)
    play(g, AssaultFire("2720"), Press("all fire"), dice=[3, 3])
    assert {state_of(g, t) for t in tanks} == {"spent"} and state_of(g, target) == "spent/disrupted"
    g2 = field()
    tank = put(g2, "ge_pz4", "2420")
    operation(g2, "german", "2420", 0)
    begin(g2, Operation())
    play(g2, Move(tank), Go("2520"), Stop())
    assert state_of(g2, tank) == "spent"
