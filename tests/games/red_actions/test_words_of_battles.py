"""What briefings and the page of the game state as facts agrees with the data: turns, flight, forces, victory."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import grognard
from grognard.games.red_actions.rules.data import ARMIES, TABLES_DATA, TYPES
from grognard.games.red_actions.rules.muster import UNITS_A_SENIOR
from grognard.games.red_actions.rules.scenarios import SCENARIOS, TABLES, ScenarioData

PAGE = Path(grognard.__file__).parents[2] / "docs" / "games" / "red-actions.md"
WORDS = (
    "no one two three four five six seven eight nine ten eleven twelve "
    "thirteen fourteen fifteen sixteen seventeen eighteen"
)
NUMBER = {word: n for n, word in enumerate(WORDS.split())} | {"eighth": 8, "a": 1, "an": 1}


def battle(name: str) -> ScenarioData:
    return SCENARIOS.known[name]


def told(name: str, side: str) -> str:
    """All that a side is told before a battle, in one text."""
    said = battle(name).briefing[side]
    return " ".join((said.situation, said.force, said.enemy, *said.special, *said.first)).lower()


def numbers(pattern: str, text: str) -> list[int]:
    """The numbers, in words or figures, where {} stands in a pattern."""
    found = re.findall(pattern.replace("{}", r"(\w+)"), text)
    return [int(word) if word.isdigit() else NUMBER[word] for word in found]


def count(name: str, side: str, *kinds: str) -> int:
    """How many units of some types a side has; guns and machine guns by their bases."""
    rows = [row for row in battle(name).unit if row.side == side and row.type in kinds]
    crews = [row for row in rows if TYPES[row.type].kind in ("gun", "mg")]
    return sum(row.bases for row in crews) + len(rows) - len(crews)


EVERY = [(name, side) for name in SCENARIOS for side in battle(name).briefing]


@pytest.mark.parametrize(("name", "side"), EVERY)
def test_the_turns_that_a_briefing_speaks_of(name: str, side: str) -> None:
    text, turns = told(name, side), battle(name).turns
    lengths = numbers(r"(?:by|to|after|the end of) turn {}", text) + numbers(r"(?:for|in|within) {} turns", text)
    dusk = max((row.from_turn - 1 for row in battle(name).weather_by_turn), default=0)
    lengths += numbers(r"before the {} turn", text)
    assert all(length == turns for length in lengths), lengths
    assert all(turn == dusk for turn in numbers(r"dusk until turn {}", text))
    arrivals = {row.arrives_turn for row in battle(name).unit if row.arrives_turn}
    from_turn = {test.from_turn for entry in battle(name).win for test in entry.all if test.from_turn}
    assert set(numbers(r"from turn {} on", text)) <= from_turn
    assert set(numbers(r"come on turn {}", text)) <= arrivals


@pytest.mark.parametrize(("name", "side", "pattern", "whose"), [
    ("lipyagi", "reds", "{} units lost and you flee", "reds"),
    ("lipyagi", "reds", "you flee, {} and they do", "czechs"),
    ("peregonovka", "makhno", "{} units lost and they flee", "whites"),
    ("peregonovka", "whites", "do not lose {} of your own", "whites"),
    ("peregonovka", "whites", "your flight number is {}", "whites"),
    ("peregonovka", "whites", "theirs {}", "makhno"),
    ("zadworze", "poles", "they flee when {} units are lost", "reds"),
    ("zadworze", "reds", "you flee when {} units are lost", "reds"),
])  # fmt: skip
def test_the_flight_numbers_that_a_briefing_speaks_of(name: str, side: str, pattern: str, whose: str) -> None:
    assert numbers(pattern, told(name, side)) == [battle(name).flight[whose]]


def test_the_poles_of_zadworze_never_flee() -> None:
    assert "poles" not in battle("zadworze").flight
    assert "you never flee" in told("zadworze", "poles") and "they never flee" in told("zadworze", "reds")


FORCES = [
    ("egorlyk", "reds", "reds", "{} regiments of the first cavalry army", ("red_first_cav",)),
    ("egorlyk", "reds", "reds", "and {} of divisional horse", ("red_cav",)),
    ("egorlyk", "reds", "reds", "{} pairs of tachankas", ("red_tachanka",)),
    ("egorlyk", "reds", "reds", "{} companies of rifles", ("red_rifle",)),
    ("egorlyk", "whites", "whites", "{} regiments of cossacks", ("don_cossack", "kuban_cossack")),
    ("egorlyk", "whites", "whites", "and {} regiment of hussars", ("white_cav",)),
    ("egorlyk", "whites", "whites", "{} companies of volunteers", ("white_volunteer",)),
    ("egorlyk", "whites", "reds", "{} regiments of red horse", ("red_first_cav", "red_cav")),
    ("lezhanka", "whites", "whites", "{} first-rate companies", ("white_colour", "white_officer")),
    ("lezhanka", "whites", "reds", "{} bodies of red guards", ("red_guard",)),
    ("lezhanka", "whites", "reds", "{} machine guns", ("red_mg",)),
    ("lezhanka", "reds", "whites", "{} officer companies", ("white_officer",)),
    ("lezhanka", "reds", "whites", "{} guns, cossacks", ("white_gun",)),
    ("lipyagi", "czechs", "czechs", "{} good companies of rifles", ("czech_rifle",)),
    ("lipyagi", "czechs", "czechs", "{} machine guns and", ("czech_mg",)),
    ("lipyagi", "czechs", "czechs", "machine guns and {} guns", ("czech_gun",)),
    ("lipyagi", "czechs", "reds", "{} bodies of red guards", ("red_guard",)),
    ("lipyagi", "reds", "czechs", "{} companies of disciplined infantry", ("czech_rifle", "czech_grenadier")),
    ("novodmitrovskaya", "whites", "whites", "{} officer companies", ("white_officer",)),
    ("novodmitrovskaya", "whites", "reds", "{} bodies of red guards", ("red_guard",)),
    ("peregonovka", "makhno", "makhno", "{} bodies of infantry", ("makhno_inf",)),
    ("peregonovka", "makhno", "makhno", "{} pairs of tachankas", ("makhno_tachanka",)),
    ("peregonovka", "makhno", "whites", "{} officer companies", ("white_officer",)),
    ("peregonovka", "makhno", "whites", "{} machine guns, two", ("white_mg",)),
    ("peregonovka", "makhno", "whites", "{} guns in the park", ("white_gun",)),
    ("peregonovka", "whites", "whites", "{} of volunteers", ("white_volunteer",)),
    ("peregonovka", "whites", "whites", "{} of conscripts", ("white_conscript",)),
    ("tsaritsyn", "whites", "whites", "{} colour companies", ("white_colour",)),
    ("tsaritsyn", "whites", "whites", "sappers, {} tanks", ("tank_heavy", "tank_whippet")),
    ("tsaritsyn", "whites", "whites", "tanks, {} machine guns", ("white_mg",)),
    ("tsaritsyn", "whites", "whites", "{} field guns", ("white_gun",)),
    ("tsaritsyn", "whites", "reds", "{} companies of rifles", ("red_rifle",)),
    ("tsaritsyn", "reds", "reds", "rifles, {} of conscripts", ("red_conscript",)),
    ("tsaritsyn", "reds", "reds", "{} machine guns,", ("red_mg",)),
    ("water-tower", "czechs", "czechs", "{} companies of the legion", ("czech_rifle",)),
    ("water-tower", "reds", "reds", "{} bodies of red guards", ("red_guard",)),
    ("zadworze", "poles", "poles", "{} companies of volunteers, one machine", ("polish_volunteer",)),
    ("zadworze", "poles", "reds", "{} regiments of cavalry", ("red_first_cav",)),
    ("zadworze", "poles", "reds", "{} pairs of tachankas", ("red_tachanka",)),
]


@pytest.mark.parametrize(("name", "side", "whose", "pattern", "kinds"), FORCES)
def test_the_forces_that_a_briefing_speaks_of(
    name: str, side: str, whose: str, pattern: str, kinds: tuple[str, ...]
) -> None:
    assert numbers(pattern, told(name, side)) == [count(name, whose, *kinds)]


@pytest.mark.parametrize(("name", "side"), EVERY)
def test_the_officers_that_a_briefing_speaks_of(name: str, side: str) -> None:
    """Every bonus after a name is that officer's, and who is called Clever is so."""
    text = told(name, side)
    for row in battle(name).unit:
        if row.type == "senior_officer" and row.officer is not None:
            short = row.id.removeprefix("senior_")
            assert set(numbers(rf"{short}(?: himself)?(?: leads)? with \+{{}}", text)) <= {row.officer.bonus}
            if f"{short} is clever" in text:
                assert "Clever" in row.officer.traits


def test_what_counts_for_victory_is_what_the_briefings_say() -> None:
    exits = {name: [t for e in battle(name).win for t in e.all if t.test == "exited"] for name in SCENARIOS}
    for name, side, pattern in (
        ("peregonovka", "makhno", "get {} sound units off"),
        ("peregonovka", "whites", "let no {} of their units"),
        ("tsaritsyn", "whites", "get {} sound units off"),
        ("tsaritsyn", "reds", "let no {} of them through"),
        ("zadworze", "poles", "lead {} companies out"),
        ("zadworze", "reds", "no {} of their companies"),
    ):
        (test,) = exits[name]
        assert numbers(pattern, told(name, side)) == [test.units], name
        assert set(numbers("with {} effective bases", told(name, side))) <= {test.min_effective_bases}
    score = battle("egorlyk").score
    assert score is not None
    assert (score.enemy_unit_lost, score.objects) == (1, {"church": 2, "stanitsa_5": 1, "stanitsa_6": 1})
    assert "the church 2, each of the two southern houses 1" in told("egorlyk", "reds")
    assert numbers("{} points lie there", told("egorlyk", "reds")) == [sum(score.objects.values())]


def test_who_may_hide_is_what_the_briefings_say() -> None:
    (makhno,), (reds,) = battle("peregonovka").hidden, battle("tsaritsyn").hidden
    assert numbers("up to {} units may start in ambush", told("peregonovka", "makhno")) == [makhno.units_max]
    assert numbers("up to {} of their units are somewhere", told("peregonovka", "whites")) == [makhno.units_max]
    assert numbers("up to {} of their units may lie in ambush", told("tsaritsyn", "whites")) == [reds.units_max]
    assert set(reds.units) == {"mg3", "r3"} and "rifle company 3 and machine gun 3" in told("tsaritsyn", "reds")


@pytest.mark.parametrize("name", list(SCENARIOS))
def test_quarter_and_the_first_segment_are_as_the_briefings_say(name: str) -> None:
    for side in battle(name).briefing:
        text = told(name, side)
        assert "no quarter" not in text or battle(name).no_quarter
        assert "quarter is given:" not in text or battle(name).no_quarter or "no quarter is given:" not in text
        if "you take the first segment" in text:
            assert battle(name).first_segment_turn_1 == side


def test_rules_that_briefings_quote_have_the_numbers_of_the_data() -> None:
    assert numbers("on {} or more", told("lezhanka", "reds")) == [TABLES_DATA["command"]["mob_roll"]]
    assert numbers(r"within {} inches; your trench", told("lezhanka", "reds")) == [TABLES_DATA["reach"]["return_fire"]]
    assert numbers("shot at {} columns lower", told("lezhanka", "reds")) == [
        -TABLES_DATA["shooting_modifiers"]["best_only"]["trenches"]
    ]
    assert numbers(r"have \+{} when they test", told("lezhanka", "reds")) == [
        TABLES_DATA["morale"]["trench_earthwork_stone_building"]
    ]
    assert numbers("up to {} inches a turn", told("lipyagi", "reds")) == [TYPES["train_loco"].move]
    assert numbers("within {} inches of a hidden unit", told("peregonovka", "whites")) == [
        TABLES_DATA["ambush"]["auto_reveal_range"]
    ]
    assert numbers("senior officer for every {} units", told("pick-up", "south")) == [UNITS_A_SENIOR]


# ------------------------------------------------------------------ the page of the game


def test_the_page_names_every_battle_and_counts_the_lists() -> None:
    page = PAGE.read_text("utf-8")
    for name in SCENARIOS:
        title = battle(name).title.split(",")[0]
        assert title.removeprefix("The ") in page.replace("\n", " ") or name == "pick-up", title
    assert f"from {WORDS.split()[len(ARMIES)]} lists" in page


def changed(page: str) -> dict[str, str]:
    """The table of what was changed for balance, by scenario."""
    rows = re.findall(r"^\| (\w[\w-]*) \| (.+) \|$", page.partition("## Changed for balance")[2], re.MULTILINE)
    return {name: text for name, text in rows if ";" in text or "turns" in text}


def test_the_page_has_the_turns_and_flight_numbers_of_the_data() -> None:
    titles = {battle(name).title.split()[0].rstrip(","): name for name in SCENARIOS}
    seen = Counter[str]()
    for title, text in changed(PAGE.read_text("utf-8")).items():
        one = battle(titles.get(title, title))
        for turns in re.findall(r"^(\d+) turns", text):
            seen["turns"] += 1
            assert int(turns) == one.turns, title
        for a, n, b, m in re.findall(r"flight numbers (\w+) (\d+) and (\w+) (\d+)", text):
            seen["flight"] += 1
            assert one.flight == {a.lower(): int(n), b.lower(): int(m)}, title
        for side, n in re.findall(r"(\w+) flight number (\d+)", text):
            assert one.flight == {f"{side.lower()}s": int(n)}, title
    assert seen["turns"] >= 5 and seen["flight"] >= 4
    assert set(TABLES) >= {row for row in titles.values() if row != "pick-up"}
