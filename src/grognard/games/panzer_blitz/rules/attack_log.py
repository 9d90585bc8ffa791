"""7.1.1, 6.2.1, R-73 What is told of an attack: who fires at whom, strengths, column, modifiers, roll and result."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes.grid import Hex
from grognard.engine import Modifier, Working
from grognard.engine.core import wording
from grognard.games.panzer_blitz.rules.attack_report import rolled, rolled_blind
from grognard.games.panzer_blitz.rules.data import RESULT_WORDS
from grognard.games.panzer_blitz.rules.fire_table import BEST, MISS, Attack, Hit, Part
from grognard.games.panzer_blitz.rules.state import AIR, PanzerBlitz, Unit

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
        working = rolled(g, attack, part, _title(attack, names), dice, hit)
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
    working = rolled_blind(g, attack, part, _title(attack, names), dice)
    power = "".join(f"{given.name} {given.value}, " for given in working.given)
    told = f"{power}roll {sum(dice)}{wording.bracketed(_on_die(working))}"
    _tell(g, attack, part, names, told, working, None)


def _title(attack: Attack, targets: str) -> str:
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
    return wording.listed(u.name for u in units) or FORTIFICATION


def listed(units: Sequence[Unit]) -> str:
    """Units with their hexes: "2 × Sherman troop in 2420 and Churchill troop in 2421"."""
    by_hex: dict[Hex, list[str]] = {}
    for unit in units:
        by_hex.setdefault(unit.place, []).append(unit.name)
    return wording.listed(f"{wording.listed(names)} {where(place)}" for place, names in by_hex.items())


def where(place: str) -> str:
    """ "in 2420", "over 2420" for an aircraft."""
    return f"over {place.removeprefix(AIR)}" if place.startswith(AIR) else f"in {place}"
