"""The numbers of a briefing are those of its situation: units, works, batteries, chits, turns and losses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from grognard.engine import Briefing
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.data import DRM, SIDES, SITUATIONS, Situation, Works, other, range_modifier
from grognard.games.panzer_blitz.rules.terrain_chart import CHART

NUMBERS = {
    **dict.fromkeys(("a", "an", "one", "another"), 1),
    **{word: n for n, word in enumerate(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 2)},
    "twelve": 12,
    "fourteen": 14,
    "sixteen": 16,
    "eighteen": 18,
    "twenty": 20,
}
UNITS = {
    r"rifle platoons": ("br_rifle",),
    r"SS grenadier platoons": ("ge_ss_gren",),
    r"Vickers platoons": ("br_mg",),
    r"Churchill troops": ("br_churchill",),
    r"platoons of assault guns": ("ge_stug",),
    r"(?:Tiger and|Tiger platoons)": ("ge_tiger",),
    r"(?:PzKw IV platoons|of PzKw IV)": ("ge_pz4",),
}
WORKS: dict[str, Callable[[Works], int]] = {
    r"improved positions": lambda w: w.ip,
    r"blocks": lambda w: w.blocks,
    r"smoke missions": lambda w: w.smoke_missions,
    r"pre-registered hexes": lambda w: w.pre_registered,
    r"minefields": lambda w: sum(n for kind, n in w.mines.items() if kind != "dummy"),
    r"(?:dummies|dummy)": lambda w: w.mines.get("dummy", 0),
}


def texts() -> Iterator[tuple[Situation, str, str]]:
    """What is said of a side, in its own briefing and in that of the other."""
    for s in SITUATIONS.values():
        for side in SIDES:
            own: Briefing = s.briefing[side]
            yield s, side, own.force
            yield s, other(side), own.enemy


def numbered(text: str, noun: str) -> list[int]:
    """Every number before a noun."""
    words = re.findall(rf"\b([A-Za-z]+) {noun}", text)
    return [NUMBERS[word.lower()] for word in words if word.lower() in NUMBERS]


def ever(s: Situation, side: str, kinds: tuple[str, ...]) -> set[int]:
    """How many of some kinds a side may be said to have: at the start, with each turn's reinforcements, or in all."""
    start = sum(f.count for f in s.force if f.side == side and f.type in kinds)
    later = [sum(n for kind, n in r.units if kind in kinds) for r in s.reinforcement if r.side == side]
    return {start, start + sum(later), *later}


def chits(s: Situation, side: str) -> set[tuple[int, int]]:
    """Every number of Op chits of a radius that a side has on some turn."""
    rows = [row.ops for row in s.chits if row.side == side]
    return {(radius, ops.count(radius)) for ops in rows for radius in ops}


@pytest.mark.rule("PB-SIT.1", "PB-SIT.2")
def test_units_and_works_of_a_briefing_are_those_of_its_situation() -> None:
    compared = 0
    for s, side, text in texts():
        works = s.works.get(side, Works())
        for noun, kinds in UNITS.items():
            for number in numbered(text, noun):
                assert number in ever(s, side, kinds), f"{s.id}: {number} {noun} of the {side} side: {text}"
                compared += 1
        for noun, count in WORKS.items():
            for number in numbered(text, noun):
                assert number in (count(works), 1 if "trade" in text else count(works)), f"{s.id}: {noun}: {text}"
                compared += 1
        batteries = {row.type: row.count for row in s.battery if row.side == side and row.count}
        for number in numbered(text, "batteries"):
            assert number in (sum(batteries.values()), *batteries.values()), f"{s.id}: batteries: {text}"
            compared += 1
    assert compared > 50


@pytest.mark.rule("PB-3.1.1")
def test_chits_of_a_briefing_are_those_of_its_situation() -> None:
    compared = 0
    for s, side, text in texts():
        for word, radius in re.findall(r"\b(\w+) Op(\d)", text):
            number = NUMBERS.get(word.lower())
            if number is not None and word.lower() != "another":
                assert (int(radius), number) in chits(s, side), (
                    f"{s.id}: {number} Op{radius} of the {side} side: {text}"
                )
                compared += 1
    assert compared > 20


@pytest.mark.rule("PB-3.2.1", "PB-SIT.7")
def test_turns_and_losses_of_a_briefing_are_those_of_its_situation() -> None:
    ordinals = {"seventh": 7, "eighth": 8}
    for s in SITUATIONS.values():
        for side in SIDES:
            text = s.briefing[side].situation
            ends = re.findall(r"turn (\d+) ends|(\w+) turn ends|have (\w+) turns", text)
            found = {int(n) if n else ordinals.get(o) or NUMBERS.get(o or t) for n, o, t in ends} - {None}
            assert found <= {s.turns}, f"{s.id}: {found}: {text}"
            for word, name in re.findall(r"(\w+) (infantry|tank) steps", text):
                limits = [g.steps for g in s.goal if g.kind == "losses_below" and g.name == name]
                assert [NUMBERS[word.lower()]] == limits, f"{s.id}: {word} {name} steps: {text}"


@pytest.mark.rule("PB-SIT.4")
def test_rows_that_a_briefing_names_are_in_the_ledger() -> None:
    for s in SITUATIONS.values():
        for side in SIDES:
            told = " ".join((*s.briefing[side].special, *s.briefing[side].first))
            assert set(re.findall(r"PB-[A-Z0-9.]*[A-Z0-9]", told)) <= {rule.id for rule in GAME.rulebook}


def changes(s: Situation) -> set[int]:
    """The turns on which something comes, ends or changes: units, batteries, aircraft, chits, the battle itself."""
    spans = [*(row.turns for row in s.battery), *(row.turns for row in s.chits)]
    found = {row.turn for row in s.reinforcement} | {turn for span in spans for turn in span}
    return found | {turn for air in s.air.values() for turn in air.turns} | {s.turns}


@pytest.mark.rule("PB-SIT.1", "PB-SIT.5")
def test_turns_on_which_a_briefing_says_that_something_comes_are_those_of_its_situation() -> None:
    compared = 0
    for s, _, text in texts():
        for named in re.findall(r"\bturns? (\d+(?:(?:, | and | to )\d+)*)", text):
            turns = {int(turn) for turn in re.findall(r"\d+", named)}
            assert turns <= changes(s), f"{s.id}: {sorted(turns - changes(s))}: {text}"
            compared += len(turns)
    assert compared > 40


@pytest.mark.rule("PB-SIT.7", "PB-3.2.2")
def test_hexes_that_a_briefing_is_about_are_those_it_is_judged_by() -> None:
    for s in SITUATIONS.values():
        judged = {h for goal in s.goal for h in goal.hexes}
        for side in SIDES:
            named = set(re.findall(r"\b\d{4}\b", s.briefing[side].situation))
            assert named <= judged and (named or s.points_needed), f"{s.id}: {named - judged}"


@pytest.mark.rule("PB-SIT.7")
def test_the_points_of_jupiter_are_those_of_its_goals() -> None:
    s = SITUATIONS["jupiter"]
    worth = sorted(goal.vp for goal in s.goal)
    assert (s.points_needed, sum(worth), worth) == (8, 12, [1, 1, 1, 2, 2, 2, 3])
    for side in SIDES:
        told = s.briefing[side].situation
        assert "ight of twelve points" in told and "the summit 3, Maltot, Eterville and the Orne bridge 2 each" in told
    assert "seven points at most" in " ".join(s.briefing["german"].first)  # without the summit and one of the twos
    assert "four points at most" in " ".join(s.briefing["british"].first) and 12 - 8 == 4


@pytest.mark.rule("PB-7.6.6", "PB-15.4.9", "PB-14.2.7", "PB-9.1.12")
def test_modifiers_that_a_briefing_quotes_are_those_of_the_tables() -> None:
    def told(situation: str, side: str) -> str:
        briefing = SITUATIONS[situation].briefing[side]
        return " ".join((*briefing.special, *briefing.first))

    assert "by two from seven hexes and by three from ten" in told("maltot", "german")
    assert [range_modifier(hexes) for hexes in (6, 7, 9, 10)] == [1, 2, 2, 3]
    assert "harder to hit by one on every attack" in told("filandriers", "german") and DRM["improved_position"] == 1
    assert "among houses is harder to hit by two" in told("les-duanes", "german") and CHART["town"].tem == 2
    assert "every close assault better by one" in told("chateau-de-fontaine", "british") and DRM["cat_engineer"] == -1
