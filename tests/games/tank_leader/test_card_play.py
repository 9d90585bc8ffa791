"""6 Formation cards and card play."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.tank_leader.rules.card_play import (
    GO,
    NOTHING,
    PASS,
    WAIT,
    CardPlay,
    CommandChoice,
    Idle,
    Interrupts,
    ParentChoice,
    Recover,
    SetAside,
    TurnUp,
    leads,
    placed,
)
from grognard.games.tank_leader.rules.cards import Play, combat_members
from grognard.games.tank_leader.rules.data import CARDS, COMMAND_OF, PARENT_OF, RATINGS
from grognard.games.tank_leader.rules.losses import eliminate
from grognard.games.tank_leader.rules.operations import END, Activation, active_units
from grognard.games.tank_leader.rules.sequence import OperationsBegin, RecoverFormations
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.view import view

from .table import begun, deal, field, offered, play, put, rule, say, told

# ------------------------------------------------------------------ the cards (6.1 to 6.4)


@pytest.mark.rule("TL-6.1.1")
def test_there_are_three_types_of_cards() -> None:
    assert {c.type for c in CARDS.values()} == {"combat", "parent", "command"}
    assert {c.side for c in CARDS.values() if c.type == "command"} == {"german", "soviet"}


@pytest.mark.rule("TL-6.1.2")
def test_units_answer_to_combat_cards_and_these_to_parents_or_commands() -> None:
    assert (PARENT_OF["204"], COMMAND_OF["201"]) == ("201", "200")
    assert "228" not in PARENT_OF and COMMAND_OF["228"] == "200"
    assert set(combat_members("200")) == {"204", "205", "206", "207", "208", "216", "217", "218", "228"}


@pytest.mark.rule("TL-6.2.1")
def test_a_combat_card_gives_rating_morale_loss_modifier_and_line_ups() -> None:
    card = CARDS["205"]
    assert (card.rating(1943), card.morale, card.loss_mod) == ("F", 9, 3)
    assert RATINGS == "FEDCBA"
    for c in CARDS.values():
        assert (c.type == "combat") == bool(c.morale and c.loss_mod and c.lineup)


@pytest.mark.rule("TL-6.2.2")
def test_a_formation_without_an_entry_for_the_year_is_not_available() -> None:
    assert CARDS["208"].line_up(1944) is not None and CARDS["208"].line_up(1945) is None
    g = begun("free-battle", [3, 3, 3, 3], year="1945")
    assert Play("208") not in offered(g) and Play("204") in offered(g)
    assert rule(g, Play("208")) == "TL-6.2.2"


@pytest.mark.rule("TL-6.2.3")
def test_the_line_up_of_a_1_6() -> None:
    """Example E-2."""
    early, late = CARDS["204"].line_up(1941), CARDS["204"].line_up(1943)
    assert early is not None and late is not None
    assert (early.exp, early.units) == ("green", {"kv1": 2})
    assert (late.exp, late.units) == ("seasoned", {"churchill": 3})
    assert {CARDS["204"].rating(y) for y in range(1941, 1946)} == {"E"}
    assert (CARDS["204"].morale, CARDS["204"].loss_mod) == (8, 2)


@pytest.mark.rule("TL-6.3.1", "TL-6.3.2")
def test_the_parent_1_6_and_its_rating_by_year() -> None:
    """Example E-3."""
    assert combat_members("201") == ("204", "205", "208")
    assert [CARDS["201"].rating(y) for y in range(1941, 1946)] == ["D", "D", "D", "D", "C"]
    assert {c.side for c in CARDS.values() if c.type == "parent"} == {"soviet"}


@pytest.mark.rule("TL-6.4.1")
def test_command_cards_list_their_formations() -> None:
    assert CARDS["200"].members == (201, 202, 203, 228)
    assert set(CARDS["104"].members) == {102, 103, 105, 107, 108, 116}
    assert (CARDS["200"].rating(1942), CARDS["200"].rating(1943)) == ("C", "B")


@pytest.mark.rule("TL-6.5.1")
def test_a_player_starts_with_the_cards_of_the_scenario() -> None:
    g = begun("the-border")
    while g.asks:
        g.answer(g.asks[0].side, g.asks[0].actions[0])
    hand = {key for key, where in g.cards.items() if where == "hand"}
    assert hand == {"100", "106", "111", "118", "120", "124", "238", "225"}
    assert "220" not in g.cards  # W/73 without its regiment plays by its own card


# ------------------------------------------------------------------ the lead (6.51)


@pytest.mark.rule("TL-6.51.1", "TL-6.52.1")
def test_the_lowest_combat_card_of_both_hands_is_led() -> None:
    g = field()
    deal(g, "207", "206", "110", "106")  # F, E, C, B
    assert leads(g) == ("soviet", ["207"])
    play(g, CardPlay())
    assert list(g.pile) == ["207"]


@pytest.mark.rule("TL-6.51.2")
def test_of_equally_low_cards_the_owner_chooses() -> None:
    g = field()
    deal(g, "207", "205", "106")
    play(g, CardPlay())
    begins = {u.card: Pick(u.id) for u in g.pieces.values()}
    assert offered(g) == [Play("205"), Play("207"), begins["205"], begins["207"], Idle("205"), Idle("207")]
    assert rule(g, Play("106")) == rule(g, begins["106"]) == "TL-6.51.1"
    say(g, Play("207"))
    assert list(g.pile) == ["207"]


@pytest.mark.rule("TL-6.51.2", "TL-6.52.2", "TL-6.61.1")
def test_who_leads_by_naming_a_unit_has_declared_and_begins_with_it() -> None:
    g = field()
    deal(g, "207", "206", "205", "106")
    unit = next(u for u in g.pieces.values() if u.card == "207")
    play(g, CardPlay())
    say(g, Pick(unit.id))
    assert [a.side for a in g.asks] == ["german"] and g.pile == ("207",)  # 206 could have gone on top of it
    say(g, PASS, dice=[4])  # the first that may move of an F-rated formation rolls
    assert g.active == ("207",) and g.asks[0].prompt.startswith(unit.name)


@pytest.mark.rule("TL-6.52.2", "TL-6.61.1")
def test_a_unit_named_to_begin_does_not_if_the_card_is_interrupted() -> None:
    g = field()
    deal(g, "207", "206", "106")
    begins = next(u.id for u in g.pieces.values() if u.card == "207")
    play(g, CardPlay())
    say(g, Pick(begins), side="soviet")
    say(g, Play("106"), side="german")
    assert g.pile == ("207", "106") and "207" not in g.active
    g = field()
    deal(g, "207", "206")
    play(g, CardPlay())
    say(g, END, side="soviet")  # nobody of it shall act
    assert g.cards["207"] == "aside"


@pytest.mark.rule("TL-6.52.2", "TL-9.21.1")
def test_a_side_may_wait_until_somebody_of_it_has_a_target() -> None:
    g = field()
    deal(g, "207", "106")
    play(g, CardPlay())
    assert WAIT in offered(g, "german")
    say(g, WAIT, side="german")
    assert g.waits == ("german",) and g.active_side == "soviet"
    g.pile, g.active_side = ("207",), ""
    tank = next(u.id for u in g.pieces.values() if u.card == "106")
    g.revealed = False
    play(g, Interrupts())
    assert g.active_side == "soviet" and g.revealed  # nobody was asked, which tells something: no way back
    g.change(tank, place="3804")
    put(g, "t34_76", "3808", "206")
    play(g, Interrupts())
    assert Play("106") in offered(g, "german") and WAIT not in offered(g, "german")
    play(g, OperationsBegin())
    assert not g.waits


@pytest.mark.rule("TL-6.51.3")
def test_between_equals_the_soviet_leads() -> None:
    g = field()
    deal(g, "212", "103")  # both D
    assert leads(g) == ("soviet", ["212"])


@pytest.mark.rule("TL-6.51.4", "TL-6.52.6")
def test_parent_and_command_cards_are_never_led() -> None:
    g = field()
    deal(g, "205", "207")
    g.cards |= {"202": "hand", "200": "hand"}
    play(g, CardPlay())
    assert rule(g, Play("202")) == "TL-6.51.4"
    g = field()
    put(g, "t34_76", "2117", "207")
    g.cards |= {"207": "aside", "202": "hand", "100": "hand"}
    play(g, CardPlay())
    assert not g.steps and g.cards["202"] == "hand"


@pytest.mark.rule("TL-6.51.5", "TL-6.51.10")
def test_only_a_strictly_higher_card_in_hand_interrupts() -> None:
    g = field()
    deal(g, "206", "204", "212", "213", "214")  # E, E, D, E, E
    g.cards |= {"210": "hand", "209": "hand", "212": "shaken"}
    g.pile, g.cards["206"] = ("206",), "pile"
    play(g, CardPlay())
    begins = next(u.id for u in g.pieces.values() if u.card == "206")  # the card on top is one's own
    assert offered(g, "soviet") == [PASS, WAIT, Pick(begins), END, Play("209"), Play("210")]
    assert rule(g, Play("204")) == "TL-6.51.5"
    assert rule(g, Play("212")) == "TL-6.51.10"


@pytest.mark.rule("TL-6.51.6")
def test_an_interrupt_can_itself_be_interrupted() -> None:
    g = field()
    deal(g, "207", "110", "106")
    play(g, CardPlay())
    say(g, Play("110"), side="german")
    assert list(g.pile) == ["207", "110"]
    say(g, Play("106"), side="german")
    assert list(g.pile) == ["207", "110", "106"] and g.active == ("106",)


@pytest.mark.rule("TL-6.51.7", "TL-6.51.9")
def test_the_chance_comes_again_when_a_card_is_uncovered() -> None:
    g = field()
    deal(g, "207", "110", "106")
    play(g, CardPlay())
    say(g, Play("110"))
    say(g, PASS)
    assert g.active == ("110",)
    say(g, END)
    assert g.cards["110"] == "aside" and list(g.pile) == ["207"]
    assert Play("106") in offered(g, "german")


@pytest.mark.rule("TL-6.51.8")
def test_nothing_interrupts_a_formation_that_operates() -> None:
    g = field()
    deal(g, "207", "106")
    play(g, CardPlay())
    say(g, PASS)
    assert g.active == ("207",)
    assert [a.side for a in g.asks] == ["soviet"]
    assert Play("106") not in offered(g)


# ------------------------------------------------------------------ the program (6.52)


@pytest.mark.rule("TL-6.52.2", "TL-6.52.3", "TL-6.52.4")
def test_both_declare_and_a_sole_interrupter_plays_his_card() -> None:
    g = field()
    deal(g, "207", "206", "110")
    play(g, CardPlay())
    assert [a.side for a in g.asks] == ["soviet", "german"]
    say(g, PASS, side="german")
    assert list(g.pile) == ["207"]  # sealed until both have answered
    say(g, Play("206"), side="soviet")
    assert list(g.pile) == ["207", "206"]
    say(g, PASS)
    assert g.active == ("206",)


@pytest.mark.rule("TL-6.52.3")
def test_after_the_pile_comes_the_next_lead() -> None:
    g = field()
    deal(g, "207", "206")
    play(g, CardPlay())
    say(g, PASS)
    say(g, END)
    assert list(g.pile) == ["206"]


@pytest.mark.rule("TL-6.52.5", "TL-6.53.5")
def test_the_loser_of_a_double_interrupt_keeps_his_card() -> None:
    g = field()
    deal(g, "207", "212", "110")  # F, D, C
    play(g, CardPlay())
    say(g, Play("212"), side="soviet")
    say(g, Play("110"), side="german")
    assert list(g.pile) == ["207", "110"] and g.cards["212"] == "hand"
    assert g.active == ("110",)  # D does not beat C
    say(g, END)
    assert Play("212") in offered(g, "soviet")


@pytest.mark.rule("TL-6.53.1", "TL-6.53.2", "TL-6.53.3", "TL-6.53.4")
@pytest.mark.parametrize(
    ("year", "one", "two", "wins"),
    [
        (1944, "210", "103", "210"),  # (a) C v D: the higher
        (1943, "202", "111", "202"),  # (b) parent D v combat D
        (1944, "209", "104", "104"),  # (c) command B v command B: German
        (1941, "222", "103", "103"),  # (d) combat D Green v combat D Seasoned
        (1944, "222", "103", "103"),  # (e) combat D Seasoned both: German
        (1943, "212", "122", "212"),  # combat D Seasoned v combat D Green: experience before side
        (1944, "231", "118", "118"),  # (f) combat C Veteran v command C
        (1943, "237", "111", "111"),  # E v D
    ],
)
def test_tie_breaks(year: int, one: str, two: str, wins: str) -> None:
    """Example E-21."""
    g = field(year=year)
    assert placed(g, one, two) == placed(g, two, one) == wins


def test_a_whole_phase_of_card_play() -> None:
    """Example E-10: Soviet F, F, D, C against German D, B, A."""
    g = field(year=1944)
    deal(g, "207", "215", "212", "231", "111", "106", "116")
    order: list[str] = []

    def pass_until_active() -> None:
        while not g.active and g.asks:
            say(g, PASS)
        order.extend(g.active)

    play(g, CardPlay())
    say(g, Play("207"))
    pass_until_active()
    say(g, END)
    assert list(g.pile) == ["215"]
    say(g, PASS, side="soviet")
    say(g, Play("111"), side="german")
    say(g, Play("231"), side="soviet")
    say(g, PASS, side="german")
    say(g, Play("116"), side="german")
    pass_until_active()
    say(g, END)
    say(g, Play("106"))
    pass_until_active()
    say(g, END)
    pass_until_active()
    say(g, END)
    pass_until_active()
    say(g, END)
    say(g, Play("212"))
    pass_until_active()
    say(g, END)
    pass_until_active()
    say(g, END)
    assert order == ["207", "116", "106", "231", "111", "212", "215"]
    assert not g.steps


# ------------------------------------------------------------------ limited intelligence (6.6)


@pytest.mark.rule("TL-6.6.1")
def test_a_card_played_face_down_shows_only_its_rating() -> None:
    """Example E-35."""
    g = field(intelligence="limited")
    deal(g, "207", "206", "110", "106")
    play(g, CardPlay())
    say(g, PASS, side="soviet")
    say(g, Play("110"), side="german")
    theirs = next(c for c in view(g, "soviet").cards if c.place == "pile 2")
    assert (theirs.hidden, theirs.rating, theirs.id) == (True, "C", "")
    own = next(c for c in view(g, "german").cards if c.place == "pile 2")
    assert (own.hidden, own.id) == (False, "110")
    assert all("C/2" not in str(e) for e in g.events or () if e.visible_to("soviet"))
    assert Play("106") in offered(g, "german")  # a B interrupts it


@pytest.mark.rule("TL-6.6.1", "TL-6.52.5", "TL-6.53.2", "TL-6.53.3")
@pytest.mark.parametrize(
    ("year", "soviet", "german", "words"),
    [
        (1943, "212", "110", "Soviet D against German C"),
        (1943, "202", "111", "Soviet D parent against German D combat"),
        (1941, "222", "103", "Soviet D combat green against German D combat seasoned"),
        (1944, "222", "103", "Soviet D combat seasoned against German D combat seasoned"),
        (1944, "209", "104", "Soviet B command against German B command"),
    ],
)
def test_with_cards_face_down_two_interrupters_disclose_no_more_than_is_needed(
    year: int, soviet: str, german: str, words: str
) -> None:
    """R-12."""
    g = field(year=year, intelligence="limited")
    deal(g, "207", soviet, german)
    play(g, CardPlay())
    say(g, Play(soviet), side="soviet")
    say(g, Play(german), side="german")
    assert g.clash == words and any(words in line for line in told(g))


@pytest.mark.rule("TL-6.6.2")
def test_a_card_turned_up_cannot_be_interrupted() -> None:
    g = field(intelligence="limited")
    deal(g, "207", "106")
    play(g, CardPlay())
    say(g, PASS, side="german")
    assert g.shown and g.active == ("207",)
    assert [a.side for a in g.asks] == ["soviet"]
    assert next(c for c in view(g, "german").cards if c.place == "pile 1").id == "207"


# ------------------------------------------------------------------ activation (6.61 to 6.65)


@pytest.mark.rule("TL-6.61.1")
def test_active_are_the_face_up_units_that_are_not_suppressed() -> None:
    g = field()
    fit = put(g, "t34_76", "2117", "206")
    put(g, "t34_76", "2118", "206", up=False)
    put(g, "t34_76", "2119", "206", suppressed=True)
    put(g, "t34_76", "2116", "207")
    g.pile, g.cards["206"] = ("206",), "pile"
    play(g, TurnUp())
    assert [u.id for u in active_units(g)] == [fit]


@pytest.mark.rule("TL-6.62.1", "TL-6.62.2", "TL-6.5.2")
def test_a_parent_activates_one_formation_of_any_rating_named_late() -> None:
    g = field()
    deal(g, "206", "207")
    play(g, ParentChoice("202"))
    assert offered(g) == [Play("207"), Play("206"), NOTHING]
    assert rule(g, Play("204")) == "TL-6.62.1"
    say(g, Play("207"))
    assert g.active == ("207",)
    assert g.cards["207"] == "hand"  # its own card is still due


@pytest.mark.rule("TL-6.62.3", "TL-10.11.4", "TL-10.21.1")
def test_a_parent_recovers_a_shaken_formation() -> None:
    """Example E-15, for morale 8 (+2), and B/1/6 by its card."""
    g = field()
    put(g, "churchill", "2117", "204")
    put(g, "t34_76", "2118", "205")
    g.cards |= {"204": "shaken", "205": "shaken"}
    g.losses = {"204": 1, "205": 1}
    play(g, ParentChoice("201"))
    say(g, Recover("204"), dice=[3, 4])  # 7 + 2 - 2 = 7, at most 8
    assert g.cards["204"] == "hand" and leads(g) == ("soviet", ["204"])  # it must be played this turn
    assert not g.steps  # one attempt to an activation
    assert "7 against 8, passed" in told(g)[-2]
    play(g, ParentChoice("201"))
    say(g, Recover("205"), dice=[3, 4])  # 7 + 3 - 2 = 8, at most 9
    assert g.cards["205"] == "hand"
    g = field()
    put(g, "churchill", "2117", "204")
    g.cards["204"] = "shaken"
    play(g, ParentChoice("201"), dice=[3, 4])  # nothing else could be done with the card
    assert g.cards["204"] == "hand"


@pytest.mark.rule("TL-6.63.1", "TL-6.63.2")
def test_a_soviet_command_activates_one_formation_and_its_headquarters() -> None:
    """Example E-11 and R-9."""
    g = field(year=1943)
    deal(g, "216", "217", "218")
    g.cards["216"] = "shaken"
    play(g, CommandChoice("200"))
    assert offered(g) == [Play("217"), Play("218"), NOTHING]
    say(g, Play("217"))
    assert g.active == ("217",)
    g = field()
    deal(g, "212", "213", "219")
    play(g, CommandChoice("209"))  # 213 is rated E, and nothing is left to choose
    assert set(g.active) == {"212", "219"}


@pytest.mark.rule("TL-6.64.1", "TL-6.64.2")
def test_a_german_command_activates_any_number_together() -> None:
    g = field()
    deal(g, "106", "109", "111")
    for card in ("106", "109"):  # these would have to enter the map
        unit = next(u.id for u in g.pieces.values() if u.card == card)
        g.change(unit, place="")
        g.entry[card] = ("road", "0117")
    play(g, CommandChoice("100"))
    assert offered(g) == [Play("106"), Play("109"), GO]
    say(g, Play("106"))
    say(g, GO)
    assert set(g.active) == {"106", "111"}
    assert {u.card for u in active_units(g)} == {"106", "111"}
    g.entry = {}
    play(g, CommandChoice("100"))  # to be active costs nothing, so nobody is asked
    assert set(g.active) == {"106", "109", "111"}


@pytest.mark.rule("TL-6.65.1", "TL-6.65.2", "TL-6.65.3", "TL-6.65.4")
def test_a_buried_card_stays_in_the_pile_and_acts_again_with_who_is_face_up() -> None:
    g = field()
    deal(g, "206", "207")
    second = put(g, "t34_76", "2117", "207")
    g.cards |= {"202": "pile", "207": "pile"}
    g.pile = ("207", "202")
    play(g, TurnUp(), CardPlay())
    say(g, Play("207"))
    assert list(g.pile) == ["207", "202"] and g.active == ("207",)
    g.change(second, up=False)
    say(g, END)
    assert list(g.pile) == ["207"]
    while not g.active:
        say(g, PASS)
    assert [u.card for u in active_units(g)] == ["207"] and second not in [u.id for u in active_units(g)]
    g = field()
    put(g, "t34_76", "2117", "206")
    g.cards["206"] = "aside"
    play(g, ParentChoice("202"))
    assert g.active == ("206",)  # already activated this turn, and nobody else could be


@pytest.mark.rule("TL-6.5.2")
def test_every_combat_card_is_played_and_higher_cards_need_not_be() -> None:
    g = field()
    deal(g, "207", "206", "106")
    g.cards |= {"202": "hand", "100": "hand"}
    play(g, CardPlay())
    while g.asks:
        say(g, END if isinstance(g.steps[-1], Activation) else PASS)
    assert g.cards == {"207": "aside", "206": "aside", "106": "aside", "202": "hand", "100": "hand"}


def test_the_card_of_a_formation_that_dies_leaves_the_game() -> None:
    g = field()
    tank = put(g, "t34_76", "2117", "207")
    put(g, "t34_76", "2118", "206")
    g.cards |= {"202": "hand", "207": "pile"}
    g.pile, g.shown = ("207",), True
    eliminate(g, g.pieces[tank])
    play(g, SetAside())
    assert g.cards["207"] == "out" and g.cards["202"] == "hand"


def test_with_the_last_formation_its_superiors_leave_the_game_wherever_their_cards_are() -> None:
    """R-13."""
    g = field()
    tank = put(g, "t34_76", "2117", "207")
    g.cards |= {"200": "hand", "202": "pile", "207": "pile"}
    g.pile, g.shown = ("202", "207"), True  # it dies while it is active
    eliminate(g, g.pieces[tank])
    assert g.pile == ("202", "207")
    play(g, SetAside())
    assert g.cards == {"200": "out", "202": "out", "207": "out"} and not g.pile
    g = field()
    tank = put(g, "t34_76", "2117", "207")
    g.cards |= {"200": "aside", "202": "pile", "207": "aside"}
    g.pile, g.shown = ("202",), True  # its parent has activated it
    eliminate(g, g.pieces[tank])
    play(g, SetAside(), OperationsBegin())
    assert g.cards == {"200": "out", "202": "out", "207": "out"} and not g.pile


def test_nobody_is_asked_who_is_known_to_have_nothing() -> None:
    g = field()
    deal(g, "116")
    g.pile, g.cards["116"] = ("116",), "pile"
    play(g, Interrupts())
    assert g.active == ("116",)
    assert Press("no interrupt") == PASS


@pytest.mark.rule("TL-6.63.2")
def test_headquarters_rated_below_d_are_activated_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    g = field()
    deal(g, "212", "213", "219")
    ratings = {"212": "D", "213": "E", "219": "F", "209": "C"}
    monkeypatch.setattr(TankLeader, "rating", lambda self, key: ratings[key])
    play(g, CommandChoice("209"))
    assert set(g.active) == {"212", "219"}
    g.cards["212"] = "shaken"
    play(g, CommandChoice("209"))
    assert g.active == ("219",)


@pytest.mark.rule("TL-6.64.2", "TL-7.2.1")
def test_units_of_formations_activated_together_act_in_any_order() -> None:
    g = field()
    one, two = put(g, "pz4l", "3804", "106"), put(g, "pz4l", "3805", "106")
    other = put(g, "pz4l", "3806", "109")
    play(g, CommandChoice("100"))
    for unit, to in ((one, "3702"), (other, "3708"), (two, "3607")):
        say(g, Pick(unit))
        say(g, To(to))
    assert not any(g.pieces[u].up for u in (one, two, other))


@pytest.mark.rule("TL-6.65.1", "TL-6.65.4")
@pytest.mark.parametrize("where", ["hand", "aside", "pile"])
def test_a_command_card_activates_a_formation_wherever_its_card_is(where: str) -> None:
    g = field()
    deal(g, "106")
    g.cards |= {"106": where, "100": "pile"}
    g.pile = ("106", "100") if where == "pile" else ("100",)
    play(g, TurnUp())
    assert g.active == ("106",) and g.cards["106"] == where  # its own card stays where it is


@pytest.mark.rule("TL-10.23.1", "TL-10.23.2", "TL-6.51.10")
def test_a_shaken_parent_is_not_played_until_a_formation_of_it_recovers() -> None:
    g = field()
    deal(g, "206", "205")
    g.cards |= {"206": "shaken", "202": "shaken", "201": "hand"}
    play(g, CardPlay())
    assert Play("202") not in offered(g, "soviet") and rule(g, Play("202")) == "TL-6.51.10"
    play(g, RecoverFormations("soviet"), dice=[1, 2])
    assert g.cards["202"] == "hand"
