"""What each side reads: who fired, with what, on which column, how the roll was made up, and what came of it."""

from __future__ import annotations

import random

import pytest

from grognard.engine import Press
from grognard.games.panzer_blitz.rules.air_support import AfterAttack, Bomb
from grognard.games.panzer_blitz.rules.anti_aircraft import AaShot
from grognard.games.panzer_blitz.rules.artillery_requests import AimAt, RequestFire
from grognard.games.panzer_blitz.rules.combat_results import Strike, disrupt, lose_step, mine_attack
from grognard.games.panzer_blitz.rules.direct_fire import ChooseTarget, Fire
from grognard.games.panzer_blitz.rules.efficiency import Recovery
from grognard.games.panzer_blitz.rules.engineers import Demolish
from grognard.games.panzer_blitz.rules.field_works import HullDown
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part
from grognard.games.panzer_blitz.rules.indirect_fire import Barrage
from grognard.games.panzer_blitz.rules.movement import Go
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.sequence import EndOfTurn
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz, Request
from grognard.games.panzer_blitz.rules.targets import UNSEEN_ARMOR, UNSEEN_SOFT
from grognard.games.panzer_blitz.rules.unit_moves import Move
from grognard.games.panzer_blitz.rules.view import determinize, view
from grognard.testing import begin, play

from .helpers import ORCHARD, SWAMP, WOODS, field, operation, pair, put, state_of


def read(g: PanzerBlitz, side: str | None) -> str:
    """The log as a side reads it."""
    return "\n".join(str(event) for event in g.events or () if event.visible_to(side))


def counters(g: PanzerBlitz, viewer: str, owner: str) -> list[tuple[str, tuple[str, ...]]]:
    """The counters of a side as the other sees them: names and marks."""
    return [(p.name, p.marks) for p in view(g, viewer).pieces if p.side == owner]


@pytest.mark.rule("PB-7.1.1", "PB-7.4.3", "PB-6.2.1")
def test_both_sides_read_the_whole_of_a_shot_at_a_spotted_target() -> None:
    a, b = pair(2)
    g = field()
    put(g, "br_sherman", a, unspotted=True)
    put(g, "ge_gren", b)
    operation(g, "british", a, 0)
    begin(g, Operation())
    play(g, Fire(b), dice=[3, 4])
    line = f"Direct fire: Sherman troop in {a} at Grenadier platoon (Heer) in {b}: AP 6 : 6, column 1:1 | +0, roll 7: D"
    assert line in read(g, "british") and line in read(g, "german")


@pytest.mark.rule("PB-7.6.5", "PB-8.1.10", "PB-7.1.10", "PB-7.1.11")
def test_a_line_holds_strengths_every_modifier_and_the_total() -> None:
    def told(*dice: int) -> str:
        g = field()
        tank, target = put(g, "br_sherman", "2420"), put(g, "ge_ss_gren", "2520")
        begin(g, Strike(Attack("overrun", "2520", (Part("AP", (tank,), (target,)),))), dice=dice)
        return read(g, None)

    assert "AP 6 : 7, column 2:3 | -1, roll 5" in told(2, 3)
    assert "(Range 1: -1, Overrun: -1, Infantry overrun in the open: -1) = 2: 1X, one step lost" in told(2, 3)
    assert "natural 2: 1X" in told(1, 1) and "natural 12: -, no effect" in told(6, 6)


@pytest.mark.rule("PB-7.4.5")
def test_an_attack_off_the_table_says_so() -> None:
    g = field()
    mg, target = put(g, "br_carrier", "2420"), put(g, "ge_ss_gren", "2520")
    g.change(mg, steps=1)
    more = [put(g, "ge_ss_gren", "2520") for _ in range(2)]
    begin(g, Strike(Attack("fire", "2520", (Part("AP", (mg,), (target, *more)),))))
    assert "AP 1 : 21, no column: -" in read(g, "german") and state_of(g, mg) == "spent"


@pytest.mark.rule("PB-7.8.5", "PB-6.2.1")
def test_who_fires_from_hiding_is_named_with_type_and_hex_and_its_spent_marker_lies_open() -> None:
    g = field()
    put(g, "br_cromwell", "0801")
    mover, gun = put(g, "br_sherman", "0701"), put(g, "ge_pak40", "1402", unspotted=True)
    put(g, "ge_gren", "1402", unspotted=True)
    operation(g, "british", "0701", 9)
    begin(g, Operation())
    play(g, Move(mover), Go("0801"))
    assert counters(g, "british", "german") == [("Unspotted", ())]
    play(g, Press("fire"), dice=[6, 5])
    assert "Opportunity fire: 7.5 cm Pak 40 platoon in 1402 at Sherman troop in 0801" in read(g, "british")
    shown = counters(g, "british", "german")
    assert sorted(shown) == [("7.5 cm Pak 40 platoon", ("spent", "unspotted")), ("Unspotted", ())]
    assert g.pieces[gun].unspotted, "it is named, not spotted"


@pytest.mark.rule("PB-6.2.1")
def test_who_was_named_is_not_dealt_away_and_is_hidden_again_without_a_marker() -> None:
    g = field()
    gun = put(g, "ge_pak40", "1402", unspotted=True, named=True, spent=True)
    for place in ("1403", "1502", "1602"):
        put(g, "ge_gren", place, unspotted=True)
    deals = [determinize(g, "british", random.Random(seed)) for seed in range(20)]
    assert {deal.pieces[gun].place for deal in deals} == {"1402"}
    begin(g, EndOfTurn())
    assert not g.pieces[gun].named and g.pieces[gun].hidden
    shaken = field()
    gun = put(shaken, "ge_pak40", "1402", unspotted=True, named=True, disrupted=True)
    begin(shaken, EndOfTurn())
    assert shaken.pieces[gun].named, "its Disrupted marker lies open"


@pytest.mark.rule("PB-6.2.1", "PB-6.2.3")
@pytest.mark.parametrize("said", [UNSEEN_SOFT, UNSEEN_ARMOR])
def test_what_fire_does_to_the_unseen_is_read_by_their_owner_alone(said: str) -> None:
    g = field()
    tank = put(g, "br_sherman", "0801", unspotted=True)
    targets = [put(g, "ge_gren", "1402", unspotted=True) for _ in range(2)]
    begin(g, ChooseTarget("fire", "british", "1402", (tank,)))
    play(g, Press(said), dice=[1, 1])
    line = "AP 6" if said == UNSEEN_SOFT else "AT 5"
    assert f"Sherman troop in 0801 at unspotted units in 1402: {line}, roll 2 (Range: +1" in read(g, "british")
    assert "Unspotted target: +4" in read(g, "british")
    assert "Grenadier" not in read(g, "british") and "disrupted" not in read(g, "british")
    hit = said == UNSEEN_SOFT
    assert ("natural 2: 1X" in read(g, "german")) == hit
    assert [state_of(g, i) for i in targets] == ["spent/disrupted" if hit else "fresh"] * 2


@pytest.mark.rule("PB-7.1.9", "PB-6.2.2")
def test_of_a_mixed_group_everybody_reads_what_happens_to_the_spotted() -> None:
    g = field()
    firers = tuple(put(g, "ge_mg", "4101") for _ in range(2))
    put(g, "br_rifle", "4501", unspotted=True)
    seen = put(g, "br_rifle", "4501", spent=True)
    begin(g, ChooseTarget("fire", "german", "4501", firers), dice=[2, 3])
    assert state_of(g, seen) == "spent/disrupted"
    assert "Rifle platoon and unspotted units in 4501: AP 16, roll 5" in read(g, "german")
    assert "Rifle platoon in 4501 is disrupted" in read(g, "german") and "16 : 14" not in read(g, "german")
    assert "AP 16 : 14" in read(g, "british")


@pytest.mark.rule("PB-6.2.1", "PB-7.7.3", "PB-7.7.6")
def test_losses_of_hidden_units_are_read_by_their_owner_alone() -> None:
    for spotted in (True, False):
        g = field()
        unit = put(g, "ge_gren", ORCHARD, unspotted=not spotted)
        disrupt(g, unit)
        lose_step(g, unit)
        assert (read(g, "british").count("is disrupted"), read(g, "british").count("is reduced")) == (spotted, spotted)
        assert "is disrupted" in read(g, "german") and "is reduced" in read(g, "german")


@pytest.mark.rule("PB-15.2.10", "PB-6.2.1")
def test_a_minefield_tells_its_column_and_roll() -> None:
    g = field()
    g.mines = {**g.mines, "2420": Mine("german", "2-1", shown=True)}
    unit = put(g, "br_rifle", "2420")
    begin(g, Strike(mine_attack("2420", (unit,))), dice=[4, 4])
    assert "Minefield: Rifle platoon in 2420: column 2:1 | +2, roll 8: D" in read(g, "german")
    g.events = []
    hidden = put(g, "br_rifle", "2420", unspotted=True)
    begin(g, Strike(mine_attack("2420", (hidden,))), dice=[4, 4])
    assert "Minefield: unspotted units in 2420: roll 8" in read(g, "german") and ": D" not in read(g, "german")


@pytest.mark.rule("PB-13.1.1", "PB-13.1.5", "PB-13.1.6")
def test_a_recovery_roll_is_told_with_its_modifiers() -> None:
    g = field()
    unit = put(g, "ge_gren", WOODS, spent=True, disrupted=True)
    begin(g, Recovery(unit), dice=[3, 4])
    told = "Grenadier platoon (Heer) in 2418: 7 (Spent and Disrupted: +3, In cover: -1) = 9 against 8: stays disrupted"
    assert told in read(g, "british")
    g.events = []
    hidden = put(g, "ge_gren", WOODS, disrupted=True, unspotted=True)
    begin(g, Recovery(hidden), dice=[3, 4])
    assert read(g, "british") == "An unspotted unit in 2418 tries to recover"
    assert "recovers" in read(g, "german")


@pytest.mark.rule("PB-13.2.1", "PB-17.2.6")
def test_efficiency_rolls_and_charges_are_told_with_what_they_need() -> None:
    g = field()
    begin(g, HullDown(put(g, "br_sherman", "2420")), dice=[4, 4])
    assert "Sherman troop fails its efficiency roll (hull-down): 8 against 7" in read(g, "german")
    engineer = put(g, "br_engineer", "4105", labor="bridge", stage=2, target="4104", failed=1)
    begin(g, Demolish(engineer), dice=[4, 5])
    assert "The charges in 4104 go off: 9 - 1 for earlier tries against 8" in read(g, "german")


@pytest.mark.rule("PB-11.3.2", "PB-11.3.15", "PB-11.3.18")
def test_accuracy_names_every_die() -> None:
    def told(target: str, *dice: int) -> str:
        g = field()
        observer = put(g, "br_rifle", "2420")
        g.requests = {**g.requests, "0": Request("british", target, True, observer, (), "br_25pdr-1")}
        begin(g, Barrage("0"), dice=dice)
        return read(g, "german")

    assert "The fire on 2620 is on target: accuracy 6 (Off-board battery: +1) = 7" in told("2620", 3, 3)
    assert "lands in 2720: accuracy 8 (Off-board battery: +1) = 9, 1 astray to the north-east (2)" in told(
        "2620", 3, 5, 2
    )
    assert "The fire on 0101 is lost off the map" in told("0101", 6, 6, 1)
    assert f"Smoke has no effect in {SWAMP}" in told(SWAMP, 1, 1)


@pytest.mark.rule("PB-11.1.2", "PB-11.1.6", "PB-6.2.1")
def test_guns_on_the_map_are_named_when_they_are_called() -> None:
    a, b = pair(4)
    g = field()
    observer = put(g, "br_rifle", a, unspotted=True)
    mortar = put(g, "br_3in_mortar", a, unspotted=True)
    put(g, "ge_gren", b)
    operation(g, "british", a, 0)
    begin(g, RequestFire(observer, (mortar,)))
    play(g, AimAt(b), dice=[3, 3, 3, 3])
    assert f"Artillery is requested on {b} from 3-inch mortar platoon in {a}" in read(g, "german")
    assert f"Indirect fire: 3-inch mortar platoon in {a} at Grenadier platoon (Heer) in {b}" in read(g, "german")
    assert g.pieces[mortar].named and g.pieces[observer].hidden, "an observer is not named"
    assert ("3-inch mortar platoon", ("spent", "unspotted")) in counters(g, "german", "british")


@pytest.mark.rule("PB-16.4.9", "PB-16.4.5", "PB-6.2.1")
def test_flak_is_named_and_told_with_factor_and_range() -> None:
    g = field()
    gun, plane = put(g, "ge_20mm", "2420", unspotted=True), put(g, "br_typhoon", "air-2421")
    begin(g, AaShot(gun, plane), dice=[3, 3])
    assert "2 cm Flak section in 2420 fires at Typhoon (rocket): factor 2, roll 6 (Range: -1): D2" in read(g, "british")
    assert g.pieces[gun].named


@pytest.mark.rule("PB-16.3.4", "PB-16.3.6", "PB-16.3.1")
def test_a_recall_is_told_when_all_bombs_have_fallen_and_bombers_fly_home() -> None:
    for kind, words in (("ge_fw190f", "is recalled"), ("br_mitchell", "flies home")):
        g = field()
        plane = put(g, kind, "air-2421")
        targets = [put(g, "br_rifle" if kind.startswith("ge") else "ge_gren", "2420") for _ in range(2)]
        g.change(plane, target="2420")
        bombs = [Bomb(plane, (target,), first=n == 0) for n, target in enumerate(targets)]
        begin(g, *bombs, AfterAttack(plane), dice=[6, 5, 6, 5])
        lines = [line.partition(":")[0] for line in read(g, None).splitlines()]
        assert lines[0] == lines[1] == "Bombs" and words in lines[-1] and len(lines) == 3
