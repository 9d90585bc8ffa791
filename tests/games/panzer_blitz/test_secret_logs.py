"""6.2.1, R-73 What shells, bombs, accuracy rolls and questions tell of those who hide: nothing."""

from __future__ import annotations

import pytest

from grognard.engine import Action, Match, Odds, Pick, Press, To
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.air_support import DONE, STATION, AirAttack, AirOperation, PlaceAircraft
from grognard.games.panzer_blitz.rules.anti_aircraft import HOLD, AaFire
from grognard.games.panzer_blitz.rules.combat_results import Losses, Overstack
from grognard.games.panzer_blitz.rules.data import other
from grognard.games.panzer_blitz.rules.direct_fire import ChooseTarget
from grognard.games.panzer_blitz.rules.field_works import HullDown
from grognard.games.panzer_blitz.rules.indirect_fire import (
    RESOLVE,
    Barrage,
    Cancel,
    CancelRequests,
    ResolveRequests,
    first_to_fire,
)
from grognard.games.panzer_blitz.rules.opportunity_fire import NO_REACTION, Reaction
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz, Request
from grognard.games.panzer_blitz.rules.targets import FORT, choices
from grognard.testing import begin, play

from .helpers import field, put

STACKS = (("ge_gren",), ("ge_gren", "ge_gren"), ("ge_88", "ge_tiger"), ("ge_tiger",))
TARGET, WATCHED_FROM = "3611", "4015"


def read(g: PanzerBlitz, side: str) -> list[str]:
    """The log as a side reads it."""
    return [str(event) for event in g.events or () if event.visible_to(side)]


def odds(g: PanzerBlitz, action: Action) -> Odds | None:
    """The odds of an answer to the question that is asked."""
    return Match.at(GAME, g).odds(action)


# ------------------------------------------------------------------ shells and bombs


def shelled(stack: tuple[str, ...], *dice: int, steps: int = 2) -> PanzerBlitz:
    """A stack that hides, under the shells of a battery."""
    g = field("jupiter", 2)
    observer = put(g, "br_rifle", WATCHED_FROM)
    for kind in stack:
        put(g, kind, TARGET, unspotted=True, steps=steps)
    g.requests = {**g.requests, "0": Request("british", TARGET, False, observer, (), "br_25pdr-1")}
    return begin(g, Barrage("0"), dice=[2, 2, *dice])


@pytest.mark.rule("PB-6.2.1", "PB-11.3.3")
def test_shells_tell_the_enemy_neither_number_nor_kind_of_the_unseen() -> None:
    """PB-11.3.3 has a roll for each unit; everybody reads one line for the hex."""
    missed = [shelled(stack, *[6, 5] * len(stack)) for stack in STACKS]
    found = {tuple(read(g, "british")) for g in missed}
    assert len(found) == 1 and len(read(missed[1], "german")) == 4
    assert f"Shells fall on what is unspotted in {TARGET}: nothing is seen of it" in found.pop()
    hurt = shelled(("ge_gren",), 1, 2)
    assert hurt.pieces["g2"].disrupted and read(hurt, "british") == read(missed[0], "british")
    killed = shelled(("ge_gren",), 1, 1, steps=1)
    assert "g2" not in killed.pieces and "something is hit" in read(killed, "british")[-1]


@pytest.mark.rule("PB-6.2.1", "PB-16.3.1")
def test_bombs_tell_no_more_of_the_unseen() -> None:
    found = set()
    for stack in STACKS:
        g = field()
        plane = put(g, "br_mitchell", "air-2417", target="2418")
        for kind in stack:
            put(g, kind, "2418", unspotted=True)
        begin(g, AirAttack(plane), dice=[6, 5] * len(stack))
        found.add(tuple(read(g, "british")))
    assert len(found) == 1 and "Bombs fall on what is unspotted in 2418: nothing is seen of it" in found.pop()


@pytest.mark.rule("PB-15.5.4", "PB-15.5.14", "PB-6.2.1")
@pytest.mark.parametrize("held", [True, False])
def test_where_anybody_hides_nothing_tells_whether_a_fortification_is_held(held: bool) -> None:
    g = field()
    g.forts = {**g.forts, "2420": "bunker"}
    put(g, "ge_mg", "2420", unspotted=True)
    inside = put(g, "ge_gren", "2420" if held else "2520", unspotted=True, inside="fort" if held else "")
    gun = put(g, "br_sherman", "2419")
    (fort,) = [c for c in choices(g, "british", "2420") if c.fort]
    assert fort.hidden and fort.targets == ((inside,) if held else ())
    begin(g, ChooseTarget("fire", "british", "2420", (gun,)))
    assert g.steps[-1].hides_odds(g, Press(FORT)) and g.steps[-1].preview(g, Press(FORT)) is None
    play(g, Press(FORT), dice=[5, 6])
    (line,) = [text for text in read(g, "british") if text.startswith("Direct fire")]
    assert (
        line.startswith("Direct fire: Sherman troop in 2419 at the fortification in 2420: AT") and "column" not in line
    )
    assert any("column" in text for text in read(g, "german"))


@pytest.mark.rule("PB-11.3.19", "PB-6.2.1")
def test_the_accuracy_roll_of_a_hidden_observer_is_read_by_its_owner_alone() -> None:
    """Its modifiers say whether he is hit, and how far away he is."""

    def fallen(**observer: bool) -> PanzerBlitz:
        g = field("jupiter", 2)
        put(g, "br_rifle", WATCHED_FROM)
        fo = put(g, "ge_gren", TARGET, **observer)
        g.requests = {**g.requests, "0": Request("german", "4014", False, fo, (), "ge_lefh-1")}
        return begin(g, Barrage("0"), dice=[1, 2])

    hidden, hit = fallen(unspotted=True), fallen(unspotted=True, disrupted=True)
    assert read(hidden, "british") == read(hit, "british") == ["The fire on 4014 is on target"]
    assert "Observer hit: +1" in read(hit, "german")[-1]
    assert "Observer hit: +1" in read(fallen(disrupted=True), "british")[-1]


@pytest.mark.rule("PB-13.2.1", "PB-15.6.1", "PB-6.2.1")
def test_what_a_hidden_unit_rolls_for_is_read_by_its_owner_alone() -> None:
    g = field()
    begin(g, HullDown(put(g, "ge_tiger", "2420", unspotted=True)), dice=[1, 1])
    assert read(g, "british") == ["An unspotted unit in 2420 makes an efficiency roll"]
    assert "Tiger I platoon passes its efficiency roll (hull-down): 2 against 8" in read(g, "german")


# ------------------------------------------------------------------ odds


def waiting(*requests: Request, **hider: bool) -> PanzerBlitz:
    """The Administration segment with requests, and a German who hides in the target of the British."""
    g = field("jupiter", 2)
    put(g, "br_rifle", WATCHED_FROM)
    put(g, "ge_gren", TARGET, unspotted=True, **hider)
    g.last_owner = "german"
    g.requests = {str(n): request for n, request in enumerate(requests)}
    sides = (first_to_fire(g), other(first_to_fire(g)))
    return begin(g, *map(CancelRequests, sides), ResolveRequests(sides))


BRITISH = Request("british", TARGET, False, "b1", (), "br_25pdr-1")
ELSEWHERE = Request("british", "4020", False, "b1", (), "br_25pdr-1")
GERMAN = Request("german", "4013", False, "g2", (), "ge_nebel-1")


@pytest.mark.rule("PB-11.3.10", "PB-6.1.2", "PB-11.3.19")
def test_the_accuracy_of_ones_own_first_mission_is_shown_where_nobody_hides() -> None:
    resolve = Press(RESOLVE)
    assert odds(waiting(BRITISH), resolve) is None, "it would tell whether blind fire has hit him"
    assert odds(waiting(BRITISH, disrupted=True), resolve) is None
    found = odds(waiting(ELSEWHERE), resolve)
    assert found is not None and found.preview is not None and not found.assumes
    assert [m.text for m in found.preview.modifiers] == ["Off-board battery"]
    assert odds(waiting(ELSEWHERE), Cancel("0")) is None


@pytest.mark.rule("PB-11.3.10", "PB-3.1.28")
def test_whose_fire_falls_second_sees_nothing_of_the_first() -> None:
    g = waiting(ELSEWHERE, GERMAN)
    assert g.asks[0].side == "german"
    first = odds(g, Press(RESOLVE))
    assert first is not None and first.assumes == ("the enemy cancels nothing",)
    play(g, Press(RESOLVE))
    assert g.asks[0].side == "british" and odds(g, Press(RESOLVE)) is None
    assert g.steps[-1].preview(g, Press(RESOLVE)) is None


@pytest.mark.rule("PB-15.2.3", "PB-2.3.27")
@pytest.mark.parametrize(
    ("owner", "shown", "told"), [("british", False, False), ("british", True, True), ("german", False, True)]
)
def test_a_push_into_a_face_down_minefield_tells_nothing_of_it(owner: str, shown: bool, told: bool) -> None:
    for strength in ("1-1", "3-1"):
        g = field("jupiter", 2)
        for _ in range(4):
            put(g, "br_rifle", "2420")
        put(g, "ge_gren", "2425")
        g.mines = {**g.mines, "2520": Mine(owner, strength, shown)}
        begin(g, Overstack("2420"))
        play(g, Pick("b1"))
        assert (odds(g, To("2520")) is not None) is told and odds(g, To("2419")) is None
    put(g, "br_rifle", "2520", unspotted=True)
    assert odds(g, To("2520")) is None, "nobody knows whether there is room"


@pytest.mark.rule("PB-6.2.1", "PB-7.7.6", "PB-16.4.1")
def test_odds_are_never_of_another_sides_roll() -> None:
    g = field()
    put(g, "ge_20mm", "2420")
    plane = put(g, "br_typhoon", "air-2421", target="2420")
    begin(g, AaFire("german", (plane,)), AirAttack(plane))
    assert odds(g, Press(HOLD)) is None
    g = field()
    gren, tank = put(g, "ge_gren", "2420"), put(g, "br_sherman", "2520")
    begin(g, Reaction("2420", (tank, put(g, "br_rifle", "2520"))))
    assert g.steps[-1].hides_odds(g, Press(NO_REACTION)) and not g.steps[-1].hides_odds(g, Pick(tank))
    begin(g, Losses((gren, put(g, "ge_mg", "2420")), (), 1), AirAttack(put(g, "br_typhoon", "air-2421")))
    assert odds(g, Pick(gren)) is None


@pytest.mark.rule("PB-16.3.8", "PB-6.2.1")
def test_a_second_aircraft_tells_nothing_of_what_the_first_will_hit() -> None:
    g = field()
    first, second = put(g, "br_mitchell", "air-2420", target="2421"), put(g, "br_mitchell", "air-2520")
    put(g, "ge_gren", "2421", unspotted=True)
    put(g, "ge_gren", "2620")
    begin(g, PlaceAircraft(second, placed=True), AirOperation("british", (first, second)))
    assert odds(g, To("2620")) is None and odds(g, Press(STATION)) is None
    play(g, Press(STATION))
    assert not g.asks or odds(g, Press(DONE)) is None
