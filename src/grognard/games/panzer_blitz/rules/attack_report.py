"""7.4 to 7.6 The working of an attack: strengths, column, every shift and modifier, before the roll and after it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Given, Modifier, Working
from grognard.engine.core import wording
from grognard.engine.core.wording import in_halves
from grognard.games.panzer_blitz.rules.data import FIRE_TABLE, RESULT_WORDS
from grognard.games.panzer_blitz.rules.fire_table import (
    BEST,
    FIRE,
    MISS,
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
from grognard.games.panzer_blitz.rules.state import AIR, PanzerBlitz, Unit

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


# -------------------- 7.1.1, 6.2.1, R-73 What is told of an attack

FORTIFICATION = "the fortification"
KINDS = {
    "fire": ("Direct fire", "PB-7.4.3"),
    "opportunity": ("Opportunity fire", "PB-7.8.1"),
    "assault": ("Assault fire", "PB-7.10.2"),
    "reaction": ("Reaction fire", "PB-7.9.1"),
    "overrun": ("Overrun", "PB-8.1.10"),
    "cat": ("Close assault", "PB-9.1.13"),
    "fighter": ("Air attack", "PB-16.3.3"),
    "rocket": ("Rocket attack", "PB-16.3.7"),
    "bomb": ("Bombs", "PB-16.3.1"),
    "indirect": ("Indirect fire", "PB-11.3.3"),
    "mine": ("Minefield", "PB-15.2.10"),
}
FALLING = ("indirect", "bomb")  # R-73 on the unseen they are told of once, when all have fallen


def name_firers(g: PanzerBlitz, ids: Sequence[str]) -> None:
    """7.1.1, 7.8.3, R-73 Whoever attacks is named to everybody; an Unspotted marker stays on him."""
    for i in ids:
        if i in g.pieces and g.pieces[i].hidden:
            g.change(i, named=True)
            g.reveal()


def tell_part(g: PanzerBlitz, attack: Attack, part: Part, dice: tuple[int, ...], hits: Sequence[Hit]) -> None:
    """One part of an attack and what it does; of hidden targets only their owner reads it."""
    if g.events is None:
        return  # nobody reads it
    secret = attack.blind or is_secret(g, attack, part)
    if secret and attack.kind not in FALLING:
        tell_blind(g, attack, part, dice)
    for hit in hits:
        targets = [g.pieces[i] for i in hit.targets]
        names = _targets(targets)
        working = rolled(g, attack, part, _line_title(attack, names), dice, hit)
        told = f"{reckoned(working)}: {hit.result}, {RESULT_WORDS[hit.result]}"
        _tell(g, attack, part, names, told, working, (g.holder(attack.hex),) if secret else None)


def is_secret(g: PanzerBlitz, attack: Attack, part: Part) -> bool:
    """6.2.1 Is a target unseen? Where anybody is, nobody knows whether a Fortification is held."""
    return any(u.hidden for u in (g.here(attack.hex) if part.fort else [g.pieces[i] for i in part.targets]))


def tell_unseen_fire(g: PanzerBlitz, h: Hex, unseen: Sequence[str], what: str) -> None:
    """R-73 Shells or bombs have fallen on the unseen in a hex: neither how many they are, nor what, nor who was hit."""
    hit = any(i not in g.pieces or not g.pieces[i].hidden for i in unseen)
    text = "{what} fall on what is unspotted in {hex}: {result}"
    result = "something is hit" if hit else "nothing is seen of it"
    g.tell("PB-6.2.1", text, hexes=(h,), what=what, hex=h, result=result)


def tell_blind(g: PanzerBlitz, attack: Attack, part: Part, dice: tuple[int, ...]) -> None:
    """6.2.1 What everybody may read of fire at the unseen: not whether it hit, nor whom."""
    if g.events is None:
        return
    seen = ", ".join(g.pieces[i].name for i in part.targets if not g.pieces[i].hidden)
    names = FORTIFICATION if part.fort else f"{seen} and unspotted units" if seen else "unspotted units"
    working = rolled_blind(g, attack, part, _line_title(attack, names), dice)
    power = "".join(f"{given.name} {given.value}, " for given in working.given)
    told = f"{power}roll {sum(dice)}{wording.bracketed(_on_die(working))}"
    _tell(g, attack, part, names, told, working, None)


def _line_title(attack: Attack, targets: str) -> str:
    return f"{KINDS[attack.kind][0]} at {targets} in {attack.hex}"


def _tell(
    g: PanzerBlitz,
    attack: Attack,
    part: Part,
    targets: str,
    reckoned: str,
    working: Working,
    sees: tuple[str, ...] | None,
) -> None:
    title, cite = KINDS[attack.kind]
    firers = attack.by or listed([g.pieces[i] for i in part.firers if i in g.pieces])
    g.tell(
        cite,
        "{kind}: {firers}{targets} in {hex}: {reckoned}",
        working=working,
        hexes=(attack.hex,),
        sees=sees,
        kind=title,
        firers=f"{firers} at " if firers else "",
        targets=targets,
        hex=attack.hex,
        reckoned=reckoned,
    )


def reckoned(working: Working) -> str:
    """Strengths, column, every modifier, the roll and its total, so that anybody can reckon it again."""
    values = [given.value for given in working.given]
    strengths = f"{working.given[0].name} {' : '.join(values)}, " if values else ""
    if not working.column:
        return f"{strengths}no column"
    return f"{strengths}column {working.column}, {_roll(working)}"


def _roll(working: Working) -> str:
    """7.1.8, 7.1.9 A natural 2 and a natural 12 ask for no modifiers."""
    natural, found = sum(working.faces), _on_die(working)
    if natural in (BEST, MISS):
        return f"natural {natural}"
    return f"roll {natural}{wording.bracketed(found)} = {working.total}" if found else f"roll {natural}"


def _on_die(working: Working) -> list[Modifier]:
    return [modifier for modifier in working.modifiers if modifier.on == "die"]


def _targets(units: Sequence[Unit]) -> str:
    return wording.join_words(u.name for u in units) or FORTIFICATION


def listed(units: Sequence[Unit]) -> str:
    """Units with their hexes: "2 × Sherman troop in 2420 and Churchill troop in 2421"."""
    by_hex: dict[Hex, list[str]] = {}
    for unit in units:
        by_hex.setdefault(unit.place, []).append(unit.name)
    return wording.join_words(f"{wording.join_words(names)} {where(place)}" for place, names in by_hex.items())


def where(place: str) -> str:
    """ "in 2420", "over 2420" for an aircraft."""
    return f"over {place.removeprefix(AIR)}" if place.startswith(AIR) else f"in {place}"
