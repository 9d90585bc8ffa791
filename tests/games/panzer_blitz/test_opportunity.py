"""7.8, 7.9, 7.10 Opportunity fire, reaction fire, assault fire."""

from __future__ import annotations

import pytest

from grognard.engine import Action, Pick, Press
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.close_assault import Assault
from grognard.games.panzer_blitz.rules.combat_results import Strike
from grognard.games.panzer_blitz.rules.data import FIRE_TABLE
from grognard.games.panzer_blitz.rules.declared_fire import AssaultFire, AwaitFire, why_not_assault_fire
from grognard.games.panzer_blitz.rules.field_works import BuildPosition, SeekHullDown
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part, column, modifiers, shift, strength
from grognard.games.panzer_blitz.rules.movement import Go, Stop
from grognard.games.panzer_blitz.rules.operation import Operation, begin_ops
from grognard.games.panzer_blitz.rules.opportunity_fire import (
    HOLD,
    HOLD_ALL,
    NO_REACTION,
    Opportunity,
    OpportunityTarget,
    Reaction,
    firing_pool,
    reaction_pool,
)
from grognard.games.panzer_blitz.rules.overrun_approach import ChargeHome, Overrun
from grognard.games.panzer_blitz.rules.sight import sees
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.targets import NAME, THESE
from grognard.games.panzer_blitz.rules.transport import Load
from grognard.games.panzer_blitz.rules.unit_moves import Move, MoveUnit
from grognard.testing import begin, logged, offered, play, refusing_rule

from .helpers import GULLY, ORCHARD, WOODS, field, operate, operation, pair, put, rule, state_of

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


@pytest.mark.rule("PB-7.8.5", "PB-2.3.3")
def test_whoever_would_fire_is_told_alone_that_nobody_can_harm_the_mover() -> None:
    a, b = pair(3)
    g = field()
    put(g, "ge_mg", a)
    begin(g, OpportunityTarget(put(g, "br_sherman", b), False, ()))
    assert [(str(event), event.sees) for event in logged(g, "PB-7.8.5")] == [("Nobody can harm the mover", ("german",))]
    assert not g.asks and not g.steps


@pytest.mark.rule("PB-7.8.4")
@pytest.mark.parametrize(("lies", "place"), [("wrecks", "2420"), ("smoke", "2420"), ("ips", "2420"), ("", GULLY)])
def test_infantry_behind_anything_is_not_in_the_open(lies: str, place: str) -> None:
    g = field()
    mg, rifle = put(g, "ge_mg", "2520"), put(g, "br_rifle", place)
    bare = opportunity(g, mg, rifle)
    if lies:
        getattr(g, lies)[place] = 1
        g.change(rifle, inside="ip" if lies == "ips" else "")
    covered = opportunity(g, mg, rifle)
    assert "PB-7.8.4 -1" not in covered and ("PB-7.8.4 -1" in bare) == bool(lies)


@pytest.mark.rule("PB-7.8.7", "PB-7.8.11")
def test_loading_digging_in_and_looking_for_a_fold_of_the_ground_open_a_window_each_but_a_start_does_not() -> None:
    def asked_after(kind: str, *deeds: Action) -> list[str]:
        """Who is asked after each of these deeds."""
        g = field()
        put(g, kind, "2420"), put(g, "ge_gren", "2420"), put(g, "br_mg", "2620"), put(g, "br_6pdr", "2620")
        operate(g, "german", "2420")
        found = []
        for deed in deeds:
            play(g, deed)
            found.append(g.asks[0].side)
        return found

    assert asked_after("ge_sdkfz251", Move("g1"), Load("g2")) == ["german", "british"]
    assert asked_after("ge_pz4", Move("g1"), SeekHullDown()) == ["german", "british"]
    assert asked_after("ge_gren", BuildPosition("g1")) == ["british"]


@pytest.mark.rule("PB-7.8.5", "PB-7.1.7")
def test_who_sees_nothing_of_the_mover_or_is_too_far_takes_no_part_and_stays_fresh() -> None:
    g = field()
    mover = put(g, "br_rifle", "2420")
    near, blind, far = put(g, "ge_mg", "2421"), put(g, "ge_mg", "2417"), put(g, "ge_gren", "2820")
    operation(g, "british", "2420", 0)
    assert not sees(g, "2417", "2420") and sees(g, "2820", "2420")
    begin(g, Opportunity(mover))
    play(g, Press("fire"), dice=[6, 6])
    assert [state_of(g, i) for i in (near, blind, far)] == ["spent", "fresh", "fresh"]


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
    play(g, Press(NAME), Pick(first), Press("fire"), dice=[6, 6])
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
    assert state_of(g, mg) == "spent" and firing_pool(g, g.pieces[mover], ()) == []
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
    assert [u.id for u in firing_pool(g, g.pieces[mover], ())] == [observer]
    begin(g, Opportunity(mover))
    assert refusing_rule(g, Pick(tank)) == "PB-7.8.9"


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
    g.ips = {**g.ips, WOODS: True}
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
    assert set(offered(g)) == {Pick(one), Pick(two), Pick(elsewhere), Press(NO_REACTION), Press(NAME)}
    play(g, Pick(one))
    assert Pick(two) in offered(g) and Pick(elsewhere) not in offered(g)
    play(g, Pick(two), Press(THESE), dice=[6, 6])
    assert state_of(g, fresh) == "spent" and state_of(g, spent) == "spent" and not g.steps


@pytest.mark.rule("PB-7.9.4", "PB-7.9.6", "PB-7.9.13")
def test_a_spent_unit_reacts_at_half_and_half_of_the_steps_disrupted_are_enough_to_shift() -> None:
    g, attack = react(("br_mg", {"spent": True}), target="ge_gren", line="AP")
    assert strength(g, attack, attack.parts[0]) == 4 and shift(g, attack, attack.parts[0]) == 0
    g, attack = react(("br_mg", {"disrupted": True}), ("br_mg", {}), target="ge_gren", line="AP")
    assert shift(g, attack, attack.parts[0]) == -1
    begin(g, Strike(attack), dice=[6, 6])
    assert [state_of(g, i) for i in attack.parts[0].firers] == ["disrupted", "spent"]


@pytest.mark.rule("PB-7.9.1")
def test_who_is_carried_does_not_react() -> None:
    g = field()
    track = put(g, "br_halftrack", "2420")
    put(g, "br_rifle", "2420", carrier=track)
    assert reaction_pool(g, "2420", "AP") == (track,)


@pytest.mark.rule("PB-7.9.9", "PB-7.9.2")
def test_shell_holes_and_smoke_count_in_reaction_fire_too() -> None:
    g, attack = react(("br_mg", {}), target="ge_gren", line="AP")
    g.he = {**g.he, "2420": True}
    g.smoke = {**g.smoke, "2520": 1}
    found = {m.cite: m.value for m in modifiers(g, attack, attack.parts[0])}
    assert found == {"PB-7.6.6": -1, "PB-11.3.7": 1, "PB-12.2.7": 1}


@pytest.mark.rule("PB-9.1.9", "PB-7.9.11", "PB-9.1.5")
def test_an_assaulter_disrupted_by_reaction_fire_takes_no_part_and_the_others_attack_without_it() -> None:
    g = field()
    one, two = put(g, "ge_gren", "2420"), put(g, "ge_gren", "2619")
    rifle = put(g, "br_rifle", "2520")
    operation(g, "german", "2520", 1)
    begin(g, Operation())
    play(g, Move(one), Assault("2520"), Move(two), Assault("2520"))
    assert g.asks[0].side == "british" and g.asks[0].cite == "PB-7.9.1"
    play(g, Pick(one), dice=[1, 2, 1, 2])
    assert state_of(g, one) == "spent/disrupted" and state_of(g, two) == "spent"
    assert "AP 5 : 7" in str(logged(g, "PB-9.1.13")[-1]) and state_of(g, rifle) != "fresh"


@pytest.mark.rule("PB-8.1.9", "PB-8.1.6")
def test_an_overrun_is_fired_at_before_its_targets_are_named() -> None:
    g = field()
    tank = put(g, "ge_pz4", "2420")
    put(g, "br_rifle", "2520"), put(g, "br_sherman", "2520")
    operate(g, "german", "2420")
    play(g, Overrun("2520"), Pick(tank), ChargeHome("2520"))
    assert g.asks[0].side == "british" and set(offered(g)) == {Pick(tank), Press(NO_REACTION), Press(NAME)}
    play(g, Press(NO_REACTION))
    assert g.asks[0].side == "german" and g.asks[0].cite == "PB-8.1.7"


@pytest.mark.rule("PB-7.1.1", "PB-7.9.1")
def test_who_reacts_can_be_named() -> None:
    g = field()
    one, two = put(g, "br_mg", "2420"), put(g, "br_rifle", "2420")
    attacker = put(g, "ge_gren", "2520")
    begin(g, Reaction("2420", (attacker,)))
    play(g, Press(NAME))
    assert Press(NAME) not in offered(g)
    play(g, Pick(attacker), Pick(one), Press("fire"), dice=[6, 6])
    assert state_of(g, one) == "spent" and state_of(g, two) == "fresh"


# ------------------------------------------------------------------ assault fire


@pytest.mark.rule("PB-7.10.1", "PB-7.10.2")
def test_only_afvs_that_moved_half_their_allowance() -> None:
    g = field()
    panther, truck = put(g, "ge_panther", "2420"), put(g, "ge_truck", "2420")
    g.moved = {**g.moved, panther: 8}
    assert why_not_assault_fire(g, g.pieces[panther]) is None
    g.moved = {**g.moved, panther: 9}
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
    play(g, AssaultFire("2720"), dice=[3, 3])
    assert {state_of(g, t) for t in tanks} == {"spent"} and state_of(g, target) == "spent/disrupted"
    g2 = field()
    tank = put(g2, "ge_pz4", "2420")
    operation(g2, "german", "2420", 0)
    begin(g2, Operation())
    play(g2, Move(tank), Go("2520"), Stop())
    assert state_of(g2, tank) == "spent"


@pytest.mark.rule("PB-7.8.1")
def test_the_two_ways_of_not_firing_say_what_they_are_good_for() -> None:
    a, b = pair(3)
    g = field()
    put(g, "ge_mg", a)
    mover = put(g, "br_rifle", b)
    begin(g, Opportunity(mover))
    assert GAME.face.describe(g, Press(HOLD)) == "hold fire, and be asked again in its next hex"
    assert GAME.face.describe(g, Press(HOLD_ALL)) == "let it pass, for the rest of its move"
    assert GAME.face.describe(field(), Press(HOLD)) == "hold fire", "elsewhere there is no next hex"
