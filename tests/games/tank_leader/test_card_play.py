"""6.51 to 6.6 Card play: the lead, interrupts, limited intelligence."""

from __future__ import annotations

import pytest

from grognard.engine import Pick
from grognard.games.tank_leader.rules.card_play import CardPlay, Idle, Interrupts, leads, placed
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.declarations import PASS, WAIT
from grognard.games.tank_leader.rules.operations import END
from grognard.games.tank_leader.rules.sequence import OperationsBegin
from grognard.games.tank_leader.rules.view import view

from .table import deal, field, offered, play, put, rule, say, told

# ------------------------------------------------------------------ the lead (6.51)


@pytest.mark.rule("TL-6.51.1", "TL-6.52.1")
def test_the_lowest_combat_card_of_both_hands_is_led() -> None:
    g = field()
    deal(g, "207", "206", "110", "106")  # F, E, C, B
    assert leads(g) == ("soviet", ["207"])
    play(g, CardPlay())
    assert list(g.pile) == ["207"]
    g = field(year=1944)
    deal(g, "231", "103", "116")  # C against D and A
    assert leads(g) == ("german", ["103"])


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
    g.cards = {**g.cards, "202": "hand", "200": "hand"}
    play(g, CardPlay())
    assert rule(g, Play("202")) == "TL-6.51.4"
    g = field()
    put(g, "t34_76", "2117", "207")
    g.cards = {**g.cards, "207": "aside", "202": "hand", "100": "hand"}
    play(g, CardPlay())
    assert not g.steps and g.cards["202"] == "hand"


@pytest.mark.rule("TL-6.51.5", "TL-6.51.10")
def test_only_a_strictly_higher_card_in_hand_interrupts() -> None:
    g = field()
    deal(g, "206", "204", "212", "213", "214")  # E, E, D, E, E
    g.cards = {**g.cards, "210": "hand", "209": "hand", "212": "shaken"}
    g.pile, g.cards = ("206",), {**g.cards, "206": "pile"}
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
        (1943, "202", "110", "110"),  # combat C v parent D: the rating before the type
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
