"""What the sides may know: nothing leaks in views, questions or dealt-anew positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from grognard.engine import Action, Match, Pick, Press, To
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.areas import CompanyArea
from grognard.games.tank_leader.rules.card_play import CardPlay, Interrupts
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.combined_fire import Combine
from grognard.games.tank_leader.rules.data import TYPES
from grognard.games.tank_leader.rules.declarations import PASS, WAIT
from grognard.games.tank_leader.rules.fire import FireAt
from grognard.games.tank_leader.rules.indirect_fire import GatherGuns
from grognard.games.tank_leader.rules.operations import Activate, Lift
from grognard.games.tank_leader.rules.opportunity_fire import React, Window
from grognard.games.tank_leader.rules.overrun import Overrun
from grognard.games.tank_leader.rules.reinforcements import ROAD, EnterMap
from grognard.games.tank_leader.rules.stack_orders import StackActs
from grognard.games.tank_leader.rules.state import TankLeader, Zone
from grognard.games.tank_leader.rules.view import determinize, view

from .table import act, deal, field, offered, play, put, say, told

RNG = random.Random(5)


def asked(g: TankLeader, side: str) -> list[tuple[str, list[Action]]]:
    """What the step on top would ask a side, worked out anew."""
    twin = g.clone()
    twin.asks = twin.asks[:0]
    twin.steps[-1].run(twin)
    return [(a.prompt, list(a.actions)) for a in twin.asks if a.side == side]


def positions(scenario: str, seed: int, intelligence: str) -> Iterator[TankLeader]:
    rng = random.Random(seed)
    match = Match.new(GAME, scenario, {"intelligence": intelligence}, seed=seed, record=False)
    while not match.over and match.view().turn < 4:
        ask = rng.choice(match.state.asks)
        match.take(rng.choice(ask.actions), ask.side)
        if not match.over:
            assert isinstance(match.state, TankLeader)
            yield match.state


@pytest.mark.parametrize(
    ("scenario", "intelligence"), [("prokhorovka", "limited"), ("ambush", "open"), ("the-thin-red-line", "limited")]
)
def test_dealing_the_unknown_anew_changes_nothing_a_side_sees(scenario: str, intelligence: str) -> None:
    for i, g in enumerate(positions(scenario, 3, intelligence)):
        if i % 9:
            continue
        for side in ("german", "soviet"):
            twin = determinize(g, side, RNG)
            assert view(twin, side) == view(g, side)
            if any(a.side == side for a in g.asks):
                assert asked(twin, side) == asked(g, side)


def test_a_central_hex_shows_whom_it_concerns_and_how_many_it_would_separate() -> None:
    g = field()
    put(g, "pz4l", "3804", "106")
    put(g, "pz4l", "3812", "106")
    put(g, "pz4l", "3808", "109")
    play(g, CompanyArea("106"))
    assert view(g, "german").focus == ("3804", "3812")
    shown = GAME.face.labels(g)
    assert shown[To("3804")] == "1" and set(shown) == set(offered(g))


def test_a_move_shows_what_it_costs() -> None:
    g = field()
    act(g, put(g, "pz4l", "3804", "106"))
    shown = GAME.face.labels(g)
    assert shown[To("3805")] == "1" and shown[To("3806")] == "2"
    say(g, To("3805"))
    assert GAME.face.labels(g)[To("3806")] == "1"


@pytest.mark.rule("TL-5.3.2", "TL-14.2.2")
def test_entries_and_overruns_show_what_they_cost() -> None:
    g = field()
    tank = put(g, "t34_76", "", "206")
    g.entry = {**g.entry, "206": (ROAD, "6420")}
    put(g, "g_inf", "6420", "103")
    play(g, EnterMap(tank))
    shown = GAME.face.labels(g)
    assert (shown[To("6420")], shown[Overrun("6420")]) == ("½", "4") and set(shown) == set(offered(g)[:-1])
    g = field()
    tank = put(g, "pz4l", "2318", "106")  # MA 7
    put(g, "rifle", "2419", "222")
    act(g, tank)
    assert GAME.face.labels(g)[Overrun("2419")] == "4"


def test_an_enemy_who_may_not_be_examined_is_named_by_its_kind() -> None:
    g = field()
    under = put(g, "smg", "3807", "228")
    put(g, "t34_76", "3807", "206")
    men = [put(g, "g_inf", h, "107") for h in ("3806", "3806")]
    act(g, men[0])
    for action in (FireAt(under, "AI"), Combine(under)):
        assert action in offered(g)
        assert "infantry in 3807" in GAME.face.describe(g, action)
    say(g, Combine(under))
    assert g.asks[0].prompt == "Who joins the fire at infantry?"


def test_all_see_which_units_are_suppressed() -> None:
    """13.27 The strength of a fire zone tells it of its guns, the log of all others."""
    g = field()
    gun, other_gun = put(g, "s_mortar82", "2117", "225", suppressed=True), put(g, "s_mortar82", "2217", "225")
    for _ in range(3):
        put(g, "s_mortar82", "2117", "225")
    g.zones = {**g.zones, "3019": (Zone("soviet", 4, 8, (gun, other_gun)),)}
    for n in range(10):
        dealt = determinize(g, "german", random.Random(n))
        assert view(dealt, "german").markers == view(g, "german").markers
        assert dealt.pieces[gun].suppressed
    assert next(p.marks for p in view(g, "german").pieces if p.id == gun) == ("suppressed",)


def test_units_under_the_top_are_dealt_among_their_kind() -> None:
    g = field()
    low, lower = put(g, "t34_76", "2117", "206"), put(g, "kv1s", "2217", "208")
    put(g, "t34_76", "2117", "206")
    put(g, "t34_76", "2217", "206")
    kinds = {determinize(g, "german", random.Random(n)).pieces[low].type for n in range(20)}
    assert kinds == {"t34_76", "kv1s"}
    assert determinize(g, "soviet", RNG).pieces[lower].type == "kv1s"


@pytest.mark.rule("TL-8.2.1")
def test_who_is_about_to_act_is_not_dealt_to_a_formation_that_has_not_rolled() -> None:
    g = field()
    pair = put(g, "t34_76", "2117", "207"), put(g, "t34_76", "2117", "207")
    put(g, "t34_76", "2217", "206")
    for place in ("2117", "2217"):
        put(g, "t70", place, "216")  # on top of them
    g.active, g.active_side, g.rolled = ("207",), "soviet", {"207": 2}
    play(g, StackActs(pair))
    for n in range(20):
        dealt = determinize(g, "german", random.Random(n))
        dealt.advance()
        assert [a.prompt for a in dealt.asks] == [a.prompt for a in g.asks]


@pytest.mark.rule("TL-6.52.2")
def test_in_every_deal_those_are_asked_to_interrupt_of_whom_all_see_it() -> None:
    g = field(visibility=3)
    near, far = put(g, "t34_76", "2117", "206"), put(g, "t34_76", "3713", "208")
    for place in ("2117", "3713"):
        put(g, "t70", place, "216")
    put(g, "pz4l", "2118", "106")
    deal(g, "228")
    g.cards = {**g.cards, "208": "aside", "216": "aside", "106": "aside", "228": "pile"}
    g.pile, g.waits = ("228",), ("soviet",)
    play(g, Interrupts())
    assert [a.side for a in g.asks] == ["soviet"]  # of its tank beside an enemy
    for n in range(40):
        dealt = determinize(g, "german", random.Random(n))
        dealt.advance()
        assert [a.prompt for a in dealt.asks] == [a.prompt for a in g.asks]
        assert (dealt.pieces[near].card, dealt.pieces[far].card) == ("206", "208")


def test_hidden_observers_are_dealt_elsewhere() -> None:
    g = field()
    fo = put(g, "s_fo", "", "221", recorded="2622")
    places = {determinize(g, "german", random.Random(n)).pieces[fo].recorded for n in range(20)}
    assert len(places) > 10
    assert determinize(g, "soviet", RNG).pieces[fo].recorded == "2622"


def test_the_other_hand_shows_backs() -> None:
    g = field()
    deal(g, "206", "207", "106")
    mine = [c for c in view(g, "soviet").cards if c.side == "german"]
    assert [(c.hidden, c.id, c.place) for c in mine] == [(True, "", "hand")]
    assert {c.id for c in view(g, "soviet").cards if not c.hidden} == {"206", "207"}
    nobody = view(g, None).cards
    assert all(c.hidden for c in nobody) and len(nobody) == 3


def test_face_down_cards_of_one_rating_could_be_one_another() -> None:
    g = field(intelligence="limited")
    deal(g, "109", "110", "207")
    g.pile, g.cards = ("207",), {**g.cards, "207": "pile"}
    play(g, CardPlay())
    say(g, Play("109"), side="german")
    tops = {determinize(g, "soviet", random.Random(n)).pile[-1] for n in range(20)}
    assert tops == {"109", "110"}


def test_a_sealed_answer_is_dealt_anew() -> None:
    g = field()
    deal(g, "207", "206", "110", "106")
    play(g, CardPlay())
    say(g, Play("106"), side="german")
    assert g.sealed == {"german": Play("106")}
    answers = {repr(determinize(g, "soviet", random.Random(n)).sealed["german"]) for n in range(40)}
    begin = {repr(Pick(u.id)) for card in ("106", "110") for u in g.members(card)}
    assert answers == {repr(PASS), repr(WAIT), repr(Play("106")), repr(Play("110"))} | begin
    assert determinize(g, "german", RNG).sealed == g.sealed
    assert offered(g, "soviet") and Press("no interrupt") == PASS


def test_active_formations_are_lit_on_the_map() -> None:
    g = field()
    put(g, "t34_76", "2117", "206")
    g.active, g.active_side = ("206",), "soviet"
    assert view(g, "german").focus == ("2117",)
    put(g, "t70", "2117", "216")
    assert view(g, "german").focus == ()  # it lies under another unit now
    assert view(g, "soviet").focus == ("2117",)


@pytest.mark.parametrize(("scenario", "intelligence"), [("ambush", "limited"), ("the-thin-red-line", "open")])
def test_the_same_view_and_generator_give_the_same_deal(scenario: str, intelligence: str) -> None:
    """Whatever is true of the hidden: dealing from another deal ends in the same position."""
    for i, g in enumerate(positions(scenario, 4, intelligence)):
        if i % 40:
            continue
        for side in ("german", "soviet", None):
            truths = [g, *(determinize(g, side, random.Random(n)) for n in range(2))]
            assert len({determinize(truth, side, random.Random(9)).digest() for truth in truths}) == 1


def test_it_is_shown_who_may_interrupt() -> None:
    g = field()
    deal(g, "207", "206", "110")
    play(g, CardPlay())
    tracks = {t.title: t.value for t in view(g, None).tracks}
    assert tracks["May interrupt"] == "Soviet and German"
    say(g, Play("110"), side="german")
    assert {t.title: t.value for t in view(g, "soviet").tracks} == tracks  # nobody learns of a sealed answer
    say(g, PASS, side="soviet")
    assert "May interrupt" not in {t.title for t in view(g, None).tracks}


def test_a_card_names_its_units_as_far_as_they_are_known() -> None:
    g = field()
    deal(g, "206")
    low = put(g, "t34_76", "2117", "206")
    put(g, "t70", "2117", "216")
    g.pile, g.cards = ("206",), {**g.cards, "206": "pile"}
    known = {side: next(c.pieces for c in view(g, side).cards if c.id == "206") for side in ("german", "soviet")}
    assert low in known["soviet"] and low not in known["german"]


def test_areas_of_operations_and_separated_units_are_shown() -> None:
    g = field()
    near, far = put(g, "pz4l", "3806", "106"), put(g, "pz4l", "3812", "106", separated=True)
    g.centres = {**g.centres, "106": "3806"}
    assert [(m.place, m.text) for m in view(g, "soviet").markers if m.kind == "centre"] == [("3806", "A/2")]
    area = next(r for r in GAME.face.reach(g, "german", near) if r.how == "area of operations")
    assert "3808" in area.hexes and "3809" not in area.hexes
    assert "separated" in next(p.marks for p in view(g, "german").pieces if p.id == far)
    lit = {m.place for m in view(g, "soviet").markers if m.kind == "area of operations"}
    g.active = ("106",)
    now = {m.place for m in view(g, "soviet").markers if m.kind == "area of operations"}
    assert not lit and now == {"3806", *area.hexes}


@pytest.mark.rule("TL-8.54.1", "TL-8.55.1", "TL-9.21.4")
def test_pieces_of_a_hex_are_shown_from_the_bottom_to_the_top() -> None:
    g = field()
    low, top = put(g, "t34_76", "3808", "206"), put(g, "kv1s", "3808", "208")
    truck = put(g, "s_truck", "3808")
    men = put(g, "rifle", "3808", "222", carrier=truck, up=False)
    for side in ("soviet", "german"):
        assert [p.id for p in view(g, side).pieces] == [low, top, men, truck]
        assert not view(g, side).pieces[-1].hidden  # the top unit may always be examined
    play(g, Activate(("206",)))
    say(g, Lift(low))
    for side in ("soviet", "german"):
        assert [p.id for p in view(g, side).pieces] == [top, men, truck, low]
        assert not view(g, side).pieces[-1].hidden


@pytest.mark.rule("TL-2.11.5", "TL-9.16.6", "TL-14.11.4")
def test_a_counter_names_its_numbers_and_wears_every_mark() -> None:
    g = field()
    tank = put(g, "pz4l", "3808", "106", no=2, noted=True)
    men = put(g, "g_schreck", "3809", "120", bound=("x",))
    shown = {p.id: p for p in view(g, "soviet").pieces}
    assert shown[tank].name == "A/2 Pz IV 2"
    assert shown[tank].values == "AV 8, AI 3, defense 6, MA 7, range 10"
    assert shown[men].values == "AV 4, AI 4, defense 1, MA 1, range 2, AV 1"
    assert "spotted" in shown[tank].marks and "may not leave" in shown[men].marks


@pytest.mark.rule("TL-15.5.4")
def test_hexes_that_count_are_marked_though_nobody_holds_them() -> None:
    g = field(scenario="prokhorovka")
    g.control = {"3019": "german"}
    found = {(m.kind, m.place, m.text) for m in view(g, None).markers}
    assert found == {("control", "3019", "German"), ("objective", "3114", "")}


@pytest.mark.rule("TL-6.52.2", "TL-6.6.1")
def test_the_question_whether_to_interrupt_says_whom_and_lights_him() -> None:
    g = field()
    put(g, "t70", "4120", "216")
    put(g, "t70", "4121", "216")
    put(g, "t34_76", "4121", "217")  # it hides the other
    deal(g, "106")
    g.cards = {**g.cards, "203": "hand"}
    g.pile, g.cards = ("216",), {**g.cards, "216": "pile"}
    play(g, CardPlay())
    prompts = {a.side: a.prompt for a in g.asks}
    assert prompts["german"] == "Soviet A/3/6 (E; 2 T-70 in 4120) is on top: interrupt?"
    assert (
        prompts["soviet"]
        == "Soviet A/3/6 (E; 2 T-70 in 4120, 4121) is on top: begin with one of its units, or interrupt?"
    )
    assert view(g, "german").focus == ("4120",) and view(g, "soviet").focus == ("4120", "4121")
    say(g, Play("203"), side="soviet")
    say(g, PASS, side="german")
    assert g.asks[0].prompt == "Soviet 3/6 (D; for A/3/6 or B/3/6) is on top: interrupt?"
    g.options = {**g.options, "intelligence": "limited"}
    play(g, CardPlay())
    assert g.asks[-1].prompt == "A Soviet card rated D is on top: interrupt?" and view(g, "german").focus == ()


@pytest.mark.rule("TL-8.55.1", "TL-9.22.2", "TL-10.1.1")
def test_who_fires_at_a_unit_he_may_not_examine_reads_its_kind_and_no_numbers() -> None:
    g = field()
    under = put(g, "smg", "3807", "228", suppressed=True)
    put(g, "t34_76", "3807", "206")
    put(g, "smg", "6333", "228")
    firer = put(g, "pz4l", "3805", "106")
    act(g, firer)
    say(g, FireAt(under, "AI"), dice=[6, 6, 5, 4, 5, 5])
    assert told(g, "german")[1:] == [
        "A/2 Pz IV looks for infantry in 3807: spotted",
        "A/2 Pz IV fires at infantry in 3807: Hit",
        "Infantry in 3807 checks morale",
        "Infantry in 3807 is eliminated: it was suppressed already",
    ]
    assert "B/2/6" not in "".join(told(g, "german"))
    assert any("= 15, Hit+2" in line for line in told(g, "soviet"))


@pytest.mark.rule("TL-9.36.3", "TL-8.55.1")
def test_answers_tell_apart_units_that_look_alike() -> None:
    g = field()
    low, top = (put(g, "pz3s", "3807", "106", no=n, quick=n == 1) for n in (1, 2))
    lone = put(g, "pz3s", "3809", "106", no=3)
    g.steps = (Window(put(g, "t34_76", "3812", "217")),)
    words = [GAME.face.describe(g, React(unit, "AV")) for unit in (low, top, lone)]
    assert words == [
        "fire with A/2 Pz III 1 in 3807, after its quick kill, AV",
        "fire with A/2 Pz III 2 in 3807, on top, AV",
        "fire with A/2 Pz III 3 in 3809, AV",
    ]


def test_every_armoured_car_has_a_readable_kind() -> None:
    assert {what.back for what in TYPES.values()} == {
        *("tank", "self-propelled gun", "soft self-propelled gun", "soft armoured car", "soft halftrack", "truck"),
        *("infantry", "gun", "observer"),
    }


def test_the_charts_are_those_of_the_rules() -> None:
    charts = {chart.key: dict(chart.rows) for chart in GAME.face.charts}
    assert charts["area"]["arid"] == ("brush", "brush") and charts["contour"]["rolling"] == ("0", "0", "1", "2")
    assert charts["season"]["spring"] == ("flooded",)
    assert charts["urbanization"]["normal"] == ("stone building", "wood building")
    assert charts["stacking"]["woods"] == ("6", "2") and charts["spotting"]["the spotter is Green"][0] == "-1"
    assert charts["separation"]["green vehicle"][:2] == ("+4", "-4")
    assert charts["quick kill"]["veteran"] == ("10 or more",)
    assert charts["movement"]["mud, off the road"] == ("+1 (on wheels +2)", "+0")
    assert charts["combat results"]["17"] == ("Kill", "Hit+3")
    assert charts["fire modifiers"]["same hex"][0] == "+6"
    assert charts["movement"]["forest"] == ("no entry", "1") and charts["movement"]["road"] == ("½", "½")
    assert charts["movement"]["shallows low"] == ("all that is left", "1")
    assert charts["terrain"]["woods"] == ("soft", "yes", "-", "yes") and charts["stacking"]["bridge"] == ("3", "1")
    assert charts["movement"]["out of a flooded stream"] == ("one hex only", "one hex only")
    assert "bridge" in charts["movement"]


@pytest.mark.rule("TL-6.61.1", "TL-13.25.1")
def test_guns_and_spotters_that_fire_together_are_not_dealt_anew() -> None:
    g = field()
    guns = [put(g, kind, "4120", "217") for kind in ("t34_76", "t70", "t34_76", "t70")]
    put(g, "t34_76", "4120", "217")
    g.steps = (GatherGuns("4121", ((guns[0], guns[1]),)),)
    deals = [determinize(g, "german", RNG) for _ in range(20)]
    assert all([d.pieces[i].type for i in guns[:2]] == ["t34_76", "t70"] for d in deals)
    assert len({d.pieces[guns[2]].type for d in deals}) == 2


@pytest.mark.rule("TL-6.1")
def test_a_deal_tells_the_true_position_nothing_of_who_belongs_to_whom() -> None:
    """In a deal counters change formations; a hint once left that behind in the match itself."""
    match, rng = Match.new(GAME, "lipki", seed=1, record=False), random.Random(1)
    while not match.over:
        g = match.state
        assert isinstance(g, TankLeader)
        g.facts, g.books = {}, {}
        for side in match.sides:
            determinize(g, side, rng)
        fresh = g.clone()
        fresh.facts, fresh.books = {}, {}
        assert [g.members(card) for card in g.cards] == [fresh.members(card) for card in g.cards]
        ask = match.decision.asks[0]
        match.take(rng.choice(list(ask.actions)), ask.side)
