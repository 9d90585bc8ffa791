"""The ledger of a game: every rule as a row with an id, in our own words; and refusals that cite it."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from grognard.engine.core.action import Action


class Rule(msgspec.Struct, frozen=True):
    """One row of the ledger."""

    id: str  # number of the rule, with the game's prefix
    section: str  # chapter of the rulebook
    topic: str  # heading
    text: str  # the rule in our own words


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not allowed. The rule's own text is what the player reads; a hint may say what to do instead."""

    rule: str  # id of the broken rule
    hint: str = ""  # what to do instead


@dataclass(frozen=True)
class Reason:
    """One way to break a rule, said a second time to prove refusals: in words, and whether an answer breaks it now."""

    words: str  # how the rule is broken
    broken: Callable[[Any, str, Action], bool]  # the position, the side asked, the answer


class UnknownRule(KeyError):
    """No row of the ledger has this id."""

    def __str__(self) -> str:
        return str(self.args[0])


# What every game refuses for the same reason, whatever its rulebook says.
HOUSE_RULES = (
    Rule("GR-1", "1", "table", "Only what is being asked now can be answered; this is not one of the choices."),
    Rule("GR-2", "2", "table", "It is not this side's turn to decide."),
    Rule("GR-3", "3", "table", "The match is over."),
    Rule("GR-4", "4", "table", "A side may resign at any time; the other sides win."),
    Rule("GR-5", "5", "table", "There is no such piece or place."),
)


class Rulebook:
    """All rules of a game by id, in the order of the rulebook."""

    def __init__(self, rules: list[Rule]) -> None:
        self._rules = {rule.id: rule for rule in (*rules, *HOUSE_RULES)}

    @classmethod
    def load(cls, *paths: Path) -> Rulebook:
        """Read ledgers: tab-separated, with columns id, section, topic, rule."""
        rules = []
        for path in paths:
            with path.open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                    rules.append(Rule(row["id"], row["section"], row["topic"], row["rule"]))
        return cls(rules)

    def __getitem__(self, rule_id: str) -> Rule:
        try:
            return self._rules[rule_id]
        except KeyError:
            raise UnknownRule(f"no rule {rule_id!r} in this rulebook") from None

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return (rule for rule in self._rules.values() if rule not in HOUSE_RULES)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def find(self, what: str) -> list[Rule]:
        """Rules by id ("NF-13.2.1"), by section and all below it ("13", "13.2"), or by a word of their text."""
        what = what.strip()
        if what in self._rules:
            return [self._rules[what]]
        numbered = [rule for rule in self if _under(rule, what)]
        return numbered or [rule for rule in self if what.lower() in f"{rule.topic} {rule.text}".lower()]

    def explain(self, refusal: Refusal) -> str:
        """A refusal as a sentence: the rule's number, its text, and what could be done instead."""
        rule = self[refusal.rule]
        return f"{rule.id}: {rule.text}" + (f" {refusal.hint}" if refusal.hint else "")


def _under(rule: Rule, number: str) -> bool:
    bare = rule.id.split("-", 1)[1]
    number = number.removesuffix(".0")
    return any(n == number or n.startswith(number + ".") for n in (bare, rule.section)) and number != ""
