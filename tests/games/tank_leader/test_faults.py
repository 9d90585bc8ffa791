"""Every mistake that a battle may have beyond its types is named with its place."""

from __future__ import annotations

import pytest

import grognard
from tests.faulty import printed, problems, spoilt

CHIR = printed("tank-leader", "counterattack-on-the-chir")
AMBUSH = printed("tank-leader", "ambush")
BORDER = printed("tank-leader", "the-border")
MOSCOW = printed("tank-leader", "on-the-road-to-moscow")
HELD = 'kind="control", side="both", hexes=["2622"], vp_each=6, when="end"'
TOLOCHINO = printed("tank-leader", "tolochino-the-t-34")
WHERE = "columns=[10, 20], rows=[1, 33]"
ONE_WAY = "german.placement[1]: Say where in one way"
TOGETHER = "german.placement[1]: 'place' goes with 'margin', 'columns' goes with 'rows'."


def named(told: str, text: str) -> None:
    found = problems(text, "tank-leader")
    assert any(told in problem for problem in found), found


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[briefing.soviet]", "[briefing.russian]", "briefing: There is a briefing for 'german' and one for 'soviet'."),
        ("[german]\n", "[draft]\ngerman = 9\n\n[german]\n", "draft: Both sides have points to draft with."),
        ("[100, 101, 106, 109]", "[100, 101, 106, 206]", "german.cards[4]: There is no german card 206."),
        ("[100, 101, 106, 109]", "[100, 101, 106, 999]", "german.cards[4]: There is no german card 999."),
        ("[104, 102, 103, 105]", "[104, 102, 203, 105]", "reinforcement[1].cards[3]: There is no german card 203."),
        ("{cards=[101, 106, 109]", "{cards=[101, 106]", "german.placement: Where does card 109 (B/2) set up?"),
        ("{cards=[101, 106, 109]", "{cards=[101, 106, 109, 110]", "Card 110 is not among the side's 'cards'."),
        ("{cards=[101, 106, 109]", '{cards="drafted"', "german.placement[1].cards: Cards are drafted where there is"),
        (WHERE, 'hexes=["3804"], columns=[10, 20], rows=[1, 33]', ONE_WAY),
        (WHERE, "company_in_one_hex=true", ONE_WAY),
        (WHERE, 'place="belikowo"', TOGETHER),
        (WHERE, "columns=[10, 20], rows=[1, 33], margin=2", TOGETHER),
        (WHERE, "columns=[10, 20]", TOGETHER),
        (WHERE, "rows=[1, 33]", TOGETHER),
        (WHERE, 'place="belikovo", margin=2', "placement[1].place: There is no place 'belikovo'. Did you mean"),
        (WHERE, f'{WHERE}, road="moon"', "german.placement[1].road: There is no road 'moon'."),
        (WHERE, 'hexes=["9999"]', "german.placement[1].hexes[1]: There is no hex '9999' on this map."),
        (WHERE, 'within={hex="9999", distance=3}', "german.placement[1].within.hex[1]: There is no hex '9999'"),
        (WHERE, f'{WHERE}, entrenched={{mode="all", units=4}}', "entrenched: 'units' belongs to the mode 'up_to'"),
        (WHERE, f'{WHERE}, entrenched={{mode="up_to"}}', "entrenched: 'units' belongs to the mode 'up_to'"),
        ('neutral=["2622", "3019"]', 'neutral=["2622", "9999"]', "initial_control.neutral[2]: There is no hex '9999'"),
        (HELD, HELD.replace("2622", "9999"), "aim[2].hexes[1]: There is no hex '9999' on this map."),
        (HELD, HELD.replace('hexes=["2622"], ', ""), "aim[2]: Say which: 'hexes', or the name of a 'place'."),
        (HELD, f'{HELD}, place="belikowo"', "aim[2]: Say which: 'hexes', or the name of a 'place'."),
        (HELD, HELD.replace('hexes=["2622"]', 'place="belikovo"'), "aim[2].place: There is no place 'belikovo'."),
    ],
)
def test_a_mistake_is_named_with_its_place(old: str, new: str, told: str) -> None:
    named(told, spoilt(CHIR, old, new))


DECK = "cards=[206, 207], blanks=[243, 244]"
COMING = 'entry = [{turn=2, cards=[101], hexes=["9999"]}]\n\n[soviet]\n'
LEFT = 'from_hexes=["0117"]'


@pytest.mark.parametrize(
    ("battle", "old", "new", "told"),
    [
        (BORDER, DECK, DECK.replace("207", "208"), "arrival.cards[2]: Card 208 is not among those that come."),
        (BORDER, DECK, DECK.replace("243", "206"), "arrival.blanks[1]: 206 is no blank card of this side."),
        (CHIR, "[soviet]\n", COMING, "german.entry[1].hexes[1]: There is no hex '9999' on this map."),
        (AMBUSH, LEFT, 'from_hexes=["9999"]', ".from_hexes[1]: There is no hex '9999' on this map."),
        (AMBUSH, LEFT, f"{LEFT}, from_column=1", "Say where they leave: 'from_column', or 'from_hexes'."),
        (TOLOCHINO, '["t34_76", "kv1"]', '["t34_76", "kv9"]', ".types[2]: There is no unit 'kv9'. Did you mean"),
        (AMBUSH, f"{LEFT}, ", "", "Say where they leave: 'from_column', or 'from_hexes'."),
    ],
)
def test_who_comes_and_goes_does_so_by_hexes_and_cards_that_exist(battle: str, old: str, new: str, told: str) -> None:
    named(told, spoilt(battle, old, new))


def test_a_battle_without_mistakes_is_taken_in() -> None:
    game = grognard.game("tank-leader")
    for where in ('place="belikowo", margin=2', 'within={hex="2622", distance=3}', 'hexes=["2622"]'):
        assert game.add_scenario(spoilt(CHIR, WHERE, where)).turns == 9
    assert game.add_scenario(spoilt(MOSCOW, "units=4}", "units=3}")).title == "On the Road to Moscow"
