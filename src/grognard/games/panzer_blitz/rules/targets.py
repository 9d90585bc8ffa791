"""7.3 Target selection: what in a hex may be fired at, and what together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Passing, Pick, Press, Step, Working
from grognard.games.panzer_blitz.rules.attack_report import preview
from grognard.games.panzer_blitz.rules.data import other
from grognard.games.panzer_blitz.rules.fire_table import Attack
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit

FORT, ALL_SOFT, UNSEEN_SOFT, UNSEEN_ARMOR = "fortification", "all unarmored", "unseen unarmored", "unseen armor"
THESE, NAME = "fire at these", "name who fires"


class Choice(msgspec.Struct, frozen=True):
    """One thing in a hex that can be fired at."""

    action: Action
    line: str
    targets: tuple[str, ...]
    fort: bool = False
    hidden: bool = False


def choices(g: PanzerBlitz, side: str, h: Hex) -> list[Choice]:
    """7.3, 14.2.8, 14.4.8, 15.5.3 What the firing side may choose as its target in a hex, as far as it knows."""
    outside = [u for u in g.of(other(side), h) if u.inside != "fort"]
    seen = [u for u in outside if not u.hidden]
    unseen = len(seen) < len(outside)
    found = [Choice(Pick(u.id), "AT", (u.id,)) for u in seen if u.what.armored]
    soft, hidden_soft = unarmored(g, seen), unarmored(g, [u for u in outside if u.hidden])
    if not g.land.effects[h].one_target:
        found += [Choice(Pick(i), "AP", (i,)) for i in soft]
    elif soft or unseen:
        found.append(Choice(Press(ALL_SOFT), "AP", soft + hidden_soft, hidden=unseen))
    if unseen:
        if not g.land.effects[h].one_target:
            found.append(Choice(Press(UNSEEN_SOFT), "AP", hidden_soft, hidden=True))
        armor = tuple(u.id for u in outside if u.hidden and u.what.armored)[:1]
        found.append(Choice(Press(UNSEEN_ARMOR), "AT", armor, hidden=True))
    if h in g.forts and g.holder(h) != side:
        inside = tuple(u.id for u in g.here(h) if u.inside == "fort")
        unknown = any(u.hidden for u in g.here(h))  # where anybody hides, nobody knows whether it is held
        found.append(Choice(Press(FORT), "AT", inside, fort=True, hidden=unknown))
    return found


def empty_forts(g: PanzerBlitz) -> list[Hex]:
    """15.5.5, R-38 Fortifications in hexes that nobody is in: they may be attacked for their destruction."""
    return [h for h in g.forts if h not in g.at]


def unarmored(g: PanzerBlitz, units: Sequence[Unit]) -> tuple[str, ...]:
    """7.3.1, 7.3.3, R-29 Those of some units that are non-armored targets: riders on an AFV, not a Carrier's load."""
    return tuple(u.id for u in units if not u.what.armored and (not u.carrier or is_rider(g, u)))


def is_rider(g: PanzerBlitz, unit: Unit) -> bool:
    """4.3.7 Infantry on an AFV, not in a Carrier."""
    return bool(unit.carrier) and g.pieces[unit.carrier].what.transport_class == "afv"


def moving_choices(g: PanzerBlitz, mover: Unit, also: tuple[str, ...]) -> list[Choice]:
    """4.3.7.1, 4.3.10, 7.8, R-32 What opportunity fire may choose: the mover, its riders, what has just unloaded."""
    units = moving_units(g, mover, also)
    found = [Choice(Pick(u.id), line_against(u), (u.id,)) for u in units if not u.hidden]
    unseen = [u for u in units if u.hidden]
    for word, line in ((UNSEEN_SOFT, "AP"), (UNSEEN_ARMOR, "AT")) if unseen else ():
        first = tuple(u.id for u in unseen if line_against(u) == line)[:1]
        found.append(Choice(Press(word), line, first, hidden=True))
    return found


def moving_units(g: PanzerBlitz, mover: Unit, also: tuple[str, ...]) -> list[Unit]:
    """4.3.7.1, 4.3.10, R-32 The mover, its riders, what has just unloaded."""
    riders = (u for u in g.load(mover.id) if is_rider(g, u))
    return [mover, *riders, *(g.pieces[i] for i in also if i in g.pieces)]


def moving_lines(g: PanzerBlitz, mover: Unit, also: tuple[str, ...]) -> list[str]:
    """7.2.1, 7.2.2 The lines of the table on which these may be attacked: whoever is hidden, on either."""
    units = moving_units(g, mover, also)
    return ["AP", "AT"] if any(u.hidden for u in units) else sorted({line_against(u) for u in units})


def line_against(unit: Unit) -> str:
    """7.2.1, 7.2.2 The line of the table on which a unit is attacked."""
    return "AT" if unit.what.armored else "AP"


def menu(found: Sequence[Choice], picked: tuple[str, ...]) -> list[Action]:
    """7.3.1 What may be said: one target, or unarmored ones picked, and taken out again, until fire is opened."""
    if picked:
        return [*(c.action for c in found if c.line == "AP" and c.action != Press(ALL_SOFT)), Press(THESE)]
    everybody = [Press(ALL_SOFT)] if _singles(found) and len(_joined(found)) > 1 else []
    return [*(c.action for c in found), *everybody]


def decide(found: Sequence[Choice], picked: tuple[str, ...], action: Action) -> Choice | tuple[str, ...]:
    """What an answer to the menu comes to: the target that is fired at, or the units picked so far.

    6.2.2, 7.1.7 What is unseen is attacked with those picked, and "everything" includes it.
    """
    if action == Press(THESE):
        return Choice(action, "AP", picked)
    choice = next((c for c in found if c.action == action), None)
    if choice is None:
        return _everything(found, action)
    if choice in _singles(found) and len(_joined(found)) > 1:
        (unit,) = choice.targets
        return tuple(i for i in picked if i != unit) if unit in picked else (*picked, unit)
    return msgspec.structs.replace(choice, targets=picked + choice.targets)


def _everything(found: Sequence[Choice], action: Action) -> Choice:
    """7.3.1 Everything unarmored in the open; with what is unseen it is that which was said (7.1.5)."""
    targets = tuple(i for c in _joined(found) for i in c.targets)
    unseen = next((c for c in found if c.action == Press(UNSEEN_SOFT)), None)
    return Choice(action, "AP", targets) if unseen is None else msgspec.structs.replace(unseen, targets=targets)


def _singles(found: Sequence[Choice]) -> list[Choice]:
    """Unarmored units in the open that are seen."""
    return [c for c in found if isinstance(c.action, Pick) and c.line == "AP"]


def _joined(found: Sequence[Choice]) -> list[Choice]:
    """7.3.1 What may be attacked together in the open: those, and whatever unarmored is unseen."""
    return [*_singles(found), *(c for c in found if c.action == Press(UNSEEN_SOFT))]


def with_load(g: PanzerBlitz, ids: Sequence[str]) -> tuple[str, ...]:
    """7.3.3, R-13 Units with what is in their Carriers: one target; riders are targets of their own."""
    return (*ids, *(u.id for i in ids for u in g.load(i) if not is_rider(g, u)))


def marks(kind: str, h: Hex, choice: Choice) -> tuple[str, ...]:
    """7.1.5 The names under which a target is remembered as attacked in this Operation: what was said, and who."""
    said = (f"{kind}:{h}:{choice.action.button}",) if isinstance(choice.action, Press) else ()
    return (*said, *(f"{kind}:{i}" for i in choice.targets))


def mark_attacked(g: PanzerBlitz, kind: str, h: Hex, choice: Choice) -> None:
    """7.1.5, R-13 A target is none again in this Operation, and neither is what it carries."""
    carried = (f"{kind}:{i}" for i in with_load(g, choice.targets))
    g.attacked = {**g.attacked, **dict.fromkeys((*marks(kind, h, choice), *carried), True)}


def is_untouched(g: PanzerBlitz, kind: str, h: Hex, choice: Choice) -> bool:
    """7.1.5, R-69 May a target be attacked in this kind in this Operation? Of the unseen only what was said tells.

    14.4.8 Units that are one target are spared when all of them were attacked.
    """
    if not isinstance(choice.action, Press):
        return not any(name in g.attacked for name in marks(kind, h, choice))
    said, *who = marks(kind, h, choice)
    spared = not choice.hidden and who and all(name in g.attacked for name in who)
    return said not in g.attacked and not spared


# -------------------- 8.1, 9.1 Attackers in a hex are assigned to what they attack there

SOFT, ARMOR, FORT = "unarmored", "armor", "fortification"
TARGETS = {SOFT: "what is unarmored", ARMOR: "the armor", FORT: "the fortification"}


class Assigning(Step, frozen=True):
    """After Reaction Fire one attacker after the other is assigned; nobody is asked where there is but one way."""

    hex: Hex
    attackers: tuple[str, ...]
    assigned: tuple[tuple[str, str], ...] = ()  # attacker -> what it attacks
    asks: ClassVar[tuple[str, str]]  # what is asked, and by which rule
    called: ClassVar[str]  # the attack, over its working

    def run(self, g: PanzerBlitz) -> None:
        able = self._able(g)
        todo = self._todo(able)
        if not todo:
            return self.strike(g)
        options = self.options(g, todo[0], len(able))
        if len(options) == 1:
            return g.swap(self.given(todo[0], options[0]))
        unit, (prompt, cite) = g.pieces[todo[0]], self.asks
        return g.ask(unit.side, prompt.format(name=unit.name), options, cite)

    def _able(self, g: PanzerBlitz) -> list[str]:
        """7.9.1 Attackers Disrupted by Reaction Fire take no part."""
        alive = [i for i in self.attackers if i in g.pieces and not g.pieces[i].disrupted]
        return [i for i in alive if self.options(g, i, 2)]

    def _todo(self, able: list[str]) -> list[str]:
        return [i for i in able if i not in dict(self.assigned)]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        g.swap(self.given(self._todo(self._able(g))[0], action))

    def given(self, unit_id: str, action: Action) -> Self:
        """With one more attacker assigned."""
        return msgspec.structs.replace(self, assigned=(*self.assigned, (unit_id, self.word(action))))

    def passes(self, g: PanzerBlitz) -> Passing | None:
        """As in the preview of the whole: every attacker goes for what it is offered first."""
        able = self._able(g)
        unit = g.pieces[self._todo(able)[0]]
        first = self.options(g, unit.id, len(able))[0]
        target = g.pieces[first.piece].name if isinstance(first, Pick) else TARGETS[self.word(first)]
        return Passing(first, f"{unit.name} attacks {target}")

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        """The attack with this choice, once nobody else is left to assign."""
        todo = self._todo(self._able(g))
        attack = self.given(todo[0], action).attack(g) if len(todo) == 1 else None
        return preview(g, attack, f"{self.called} of {self.hex}") if attack else None

    def options(self, g: PanzerBlitz, unit_id: str, attackers: int) -> list[Action]:
        """What an attacker may be assigned to; a lone one may divide its strength."""
        raise NotImplementedError

    def word(self, action: Action) -> str:
        """What is attacked by such an answer."""
        raise NotImplementedError

    def attack(self, g: PanzerBlitz) -> Attack | None:
        """The attack as assigned so far, or None if nobody attacks."""
        raise NotImplementedError

    def strike(self, g: PanzerBlitz) -> None:
        """All are assigned: attack."""
        raise NotImplementedError
