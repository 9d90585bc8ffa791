"""The numbers of a briefing are those of its situation: units, works, batteries, chits, turns and losses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from grognard.engine import Briefing
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.data import SIDES, SITUATIONS, Situation, Works, other

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
