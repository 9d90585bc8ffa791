"""7.4 to 7.6 The working of an attack: strengths, column, every shift and modifier, before the roll and after it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.engine import Given, Modifier, Working
from grognard.engine.core.wording import in_halves
from grognard.games.panzer_blitz.rules.charts import FIRE
from grognard.games.panzer_blitz.rules.data import FIRE_TABLE, RESULT_WORDS
from grognard.games.panzer_blitz.rules.fire_table import (
    Attack,
    Hit,
    Part,
    column,
    column_of,
    defense,
    firers_modifiers,
    modifiers,
    shift,
    strength,
    unspotted_modifier,
)
from grognard.games.panzer_blitz.rules.state import PanzerBlitz

NO_COLUMN = "left of the table: no effect"
NOT_TOLD = "what came of it is for its owner to know"


def reading(g: PanzerBlitz, attack: Attack, part: Part, title: str, *, unseen: bool = False) -> Working:
    """One part of an attack, as targets that are Spotted, or Unspotted ones, read the roll (7.1.7)."""
    col = column(g, attack, part)
    rows = (*_shifts(g, attack, part), *modifiers(g, attack, part), *([unspotted_modifier()] if unseen else []))
    if col is None:
        return Working(title, rows, given=_strengths(g, attack, part), result="-", words=NO_COLUMN)
    base = FIRE_TABLE[_base(g, attack, part, col)].label
    return Working(title, rows, FIRE.key, FIRE_TABLE[col].label, 2, given=_strengths(g, attack, part), base=base)


def _strengths(g: PanzerBlitz, attack: Attack, part: Part) -> tuple[Given, ...]:
    """7.4, 7.5 Attack and defense; a Minefield has neither."""
    if attack.kind == "mine":
        return ()
    cite = "PB-7.4.1" if part.line == "AP" else "PB-7.5.2"
    power, against = strength(g, attack, part), defense(g, attack, part)
    return Given(part.line, in_halves(power), cite), Given("Defense", str(against), cite)


def _base(g: PanzerBlitz, attack: Attack, part: Part, col: int) -> int:
    """The column before it is shifted."""
    if attack.kind == "mine":
        return col
    found = column_of(part.line, strength(g, attack, part), defense(g, attack, part))
    assert found is not None
    return found


def _shifts(g: PanzerBlitz, attack: Attack, part: Part) -> list[Modifier]:
    """7.9c, 7.10.2"""
    moved = shift(g, attack, part)
    cite, text = ("PB-7.10.3", "Assault fire") if attack.kind == "assault" else ("PB-7.9.6", "Disrupted firers")
    return [Modifier(cite, moved, text, "column")] if moved else []


def rolled(g: PanzerBlitz, attack: Attack, part: Part, title: str, dice: tuple[int, ...], hit: Hit) -> Working:
    """One part of an attack after its roll."""
    found = reading(g, attack, part, title, unseen=hit.unseen)
    if not found.column:
        return replace(found, dice=len(dice), faces=dice)
    return found.rolled(dice, hit.result, RESULT_WORDS[hit.result])


def rolled_blind(g: PanzerBlitz, attack: Attack, part: Part, title: str, dice: tuple[int, ...]) -> Working:
    """6.2.1 What everybody may know of fire at the unseen: neither what was hit nor what came of it."""
    if attack.kind == "mine":
        return Working(title, dice=2).rolled(dice, NOT_TOLD)
    given = Given(part.line, in_halves(strength(g, attack, part)), "PB-7.4.1" if part.line == "AP" else "PB-7.5.2")
    rows = (*_shifts(g, attack, part), *firers_modifiers(g, attack, part), unspotted_modifier())
    return Working(title, rows, dice=2, given=(given,)).rolled(dice, NOT_TOLD)


def preview(g: PanzerBlitz, attack: Attack, title: str, *notes: Modifier) -> Working:
    """An attack before its roll: the first part on the table, and whatever else the same dice are read on."""
    found = [
        reading(g, attack, part, _title(g, title, attack, part), unseen=unseen)
        for part in attack.parts
        for unseen in _shades(g, part)
    ]
    first, *rest = sorted(found, key=lambda working: not working.column)
    return replace(first, modifiers=(*notes, *first.modifiers), further=tuple(rest))


def _shades(g: PanzerBlitz, part: Part) -> Sequence[bool]:
    """7.1.7 Whether Spotted targets read the roll, and whether Unspotted ones do."""
    return sorted({g.pieces[i].unspotted for i in part.targets}) or [False]


def _title(g: PanzerBlitz, title: str, attack: Attack, part: Part) -> str:
    """Which part of an attack it is, if there are several."""
    return title if len(attack.parts) == 1 else f"{title}, {'the fortification' if part.fort else part.line}"
