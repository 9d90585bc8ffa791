"""7.0 to 7.2 Combat: who may attack whom, and how an attack is declared."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import side
from grognard.engine import ChoiceStep, Deed, Group, Passing, Pick, Press, Refusal, Working
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import join_words
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.combat_results import preview, summary
from grognard.games.folio.rules.movement import PICK, CallOff, ChooseUnit, EndPhase
from grognard.games.folio.rules.state import Battle, Bombard, Unit
from grognard.games.folio.rules.support import Support
from grognard.games.folio.rules.units import does, full, title

ATTACK = Press("Attack")
ALL_IN = Press("Attack with all")


class _Bombards(dict[str, Bombard]):
    """The action of bombarding each unit: one value each, made once."""

    def __missing__(self, piece: str) -> Bombard:
        return self.setdefault(piece, Bombard(piece))


BOMBARD = _Bombards()


# ------------------------------------------------------------------ who may attack whom


def why_not_attack(g: Folio, unit: Unit, *, mobile: bool) -> Refusal | None:
    """4.1, 7.2 Why a unit may not attack in this phase."""
    if unit.side != g.current:
        return Refusal("FO-7.0.3")
    if unit.id in g.attacked:
        return Refusal("FO-4.1.7" if mobile else "FO-7.2.1")
    if mobile and not g.what(unit).mobile:
        return Refusal("FO-4.1.7", "Leg units do not fight in the Mobile Combat Phase.")
    if unit.id in g.advanced:
        return Refusal("FO-7.9.7")
    if unit.id in g.retreated:
        return Refusal("FO-7.7.2.8")
    return g.rules.why_not_act(g, unit)


def why_not_target(g: Folio, target: Unit) -> Refusal | None:
    """7.1, 7.2 Why nobody may attack this unit now."""
    if target.side == g.current:
        return Refusal("FO-7.0.3", "It is on your own side. Pick the enemy unit first, then those that attack it.")
    if target.id in g.defended:
        return Refusal("FO-7.2.2")
    return None


def why_not_reach(g: Folio, unit: Unit, h: Hex) -> Refusal | None:
    """7.0, 7.1 Why a unit may not attack into a hex."""
    ground = g.rules.ground
    if h not in ground.neighbours.get(unit.place, ()):
        return Refusal("FO-7.0.1")
    if ground.prohibited and side(unit.place, h) in ground.prohibited:
        return Refusal("FO-7.1.2")
    return None


def attackers_of(g: Folio, target: Unit, *, mobile: bool) -> list[Unit]:
    """7.1 Every unit that may join an attack on this one."""
    ours = [u for u in g.beside(target.place) if u.side == g.current]
    able = [u for u in ours if not why_not_attack(g, u, mobile=mobile)]
    return [u for u in able if not why_not_reach(g, u, target.place)] if g.rules.ground.prohibited else able


def targets(g: Folio, *, mobile: bool) -> list[Unit]:
    """7.1 Every enemy unit that somebody may attack now."""
    return [g.pieces[pick.piece] for pick in may_target(g, mobile=mobile)]


def may_target(g: Folio, *, mobile: bool) -> Group[Pick]:
    """The same as answers; who may attack is asked only of those next to whom the current player stands."""
    defended = g.defended
    return Group(
        [pick for pick in touched(g) if pick.piece not in defended],
        lambda pick: bool(attackers_of(g, g.pieces[pick.piece], mobile=mobile)),
    )


@fact
def touched(g: Folio) -> list[Pick]:
    """7.0 The enemies next to whom the current player stands."""
    zone, index, shut = g.front(g.current).zone, g.rules.ground.index, g.rules.ground.close_all
    enemies = g.units(g.foe(g.current))
    return [PICK[u.id] for u in enemies if zone >> index[u.place] & 1 or u.place in shut]


# ------------------------------------------------------------------ the phases


class AttackUnit(ChooseUnit, frozen=True):
    """4.1, 7.1 An attack on an enemy unit is begun."""

    @classmethod
    def answers(cls, g: Folio, by: CombatPhase) -> Group[Pick]:
        return may_target(g, mobile=by.mobile)

    def why_not(self, g: Folio, by: CombatPhase) -> Refusal | None:
        target = g.pieces[self.piece]
        return why_not_target(g, target) or by.why_nobody(g, target)

    def do(self, g: Folio, by: CombatPhase) -> None:
        able = attackers_of(g, g.pieces[self.piece], mobile=by.mobile)
        g.call(Declare(self.piece, by.mobile, (able[0].id,) if len(able) == 1 else ()))

    def reads(self, g: Folio, by: CombatPhase) -> str:
        """How an attack with all who can reach it would stand."""
        target, named = g.pieces[self.piece], f"attack {self.says(g)}"
        attackers = tuple(u.id for u in attackers_of(g, target, mobile=by.mobile))
        return f"{named}: with all {summary(g, Battle(target.id, target.place, attackers))}" if attackers else named


class BombardUnit(Deed, frozen=True):
    """8.4 A bombardment of an enemy unit is begun."""

    stored = Bombard
    piece: str

    @classmethod
    def answers(cls, g: Folio, by: CombatPhase) -> list[Bombard]:
        return [] if by.is_silent(g) else [BOMBARD[u.id] for u in g.rules.bombardment_targets(g)]

    def why_not(self, g: Folio, by: CombatPhase) -> Refusal | None:
        return Refusal("FO-8.4.1") if by.is_silent(g) else g.rules.why_not_bombard(g, g.pieces[self.piece])

    def do(self, g: Folio, by: CombatPhase) -> None:
        g.call(g.rules.bombardment(g, Battle(self.piece, g.pieces[self.piece].place, bombardment=True)))

    def says(self, g: Folio) -> str:
        return f"bombard {full(g, g.pieces[self.piece])}"


class CombatPhase(ChoiceStep, frozen=True):
    """4.1 The Combat Phase, or the Mobile Combat Phase."""

    mobile: bool = False

    deeds = (AttackUnit, BombardUnit, EndPhase)

    def kinds(self, g: Folio) -> Sequence[type[Deed]]:
        return (*self.all_kinds()[:-1], *g.rules.combat_deeds, EndPhase)

    def run(self, g: Folio) -> None:
        offered = self.offered(g)
        if not isinstance(offered.first(), Pick | Bombard):
            return self._end(g)
        g.ask(g.current, lambda: self._words(g), offered, "FO-4.1.7" if self.mobile else "FO-4.1.4")

    def _words(self, g: Folio) -> str:
        return "Pick an enemy unit to attack" + (" or to bombard" if BombardUnit.answers(g, self) else "")

    def is_silent(self, g: Folio) -> bool:
        """8.4 No bombardment in Mobile Combat, nor after the first attack of the phase."""
        return self.mobile or bool(g.defended)

    def _end(self, g: Folio) -> None:
        """7.0 A phase in which nobody can be attacked passes by itself."""
        if not g.defended and not g.shelled:
            g.tell("FO-7.0.1", "{phase}: nobody to attack", phase=g.phase)
        g.done()

    def why_nobody(self, g: Folio, target: Unit) -> Refusal | None:
        """7.1 Why no unit of the current player may attack this one."""
        ours = [u for u in g.beside(target.place) if u.side == g.current]
        if not ours:
            return Refusal("FO-7.0.1")
        refusals = [why_not_reach(g, u, target.place) or why_not_attack(g, u, mobile=self.mobile) for u in ours]
        return refusals[0] if all(refusals) else None


class Join(ChooseUnit, frozen=True):
    """4.1 A One more unit attacks."""

    @classmethod
    def answers(cls, g: Folio, by: Declare) -> list[Pick]:
        return [PICK[u] for u in rest(g, by)]

    def why_not(self, g: Folio, by: Declare) -> Refusal | None:
        unit, target = g.pieces[self.piece], g.pieces[by.target]
        if unit.id in by.attackers:
            return Refusal("FO-7.1.1", "It is attacking already.")
        if unit.id == target.id:
            return None
        if unit.side != g.current:
            return Refusal("FO-7.1.4", f"This attack is on {g.name(target)}.")
        return why_not_attack(g, unit, mobile=by.mobile) or why_not_reach(g, unit, target.place)

    def do(self, g: Folio, by: Declare) -> None:
        g.swap(by.joined(g, self.piece))


class AttackWithAll(Deed, frozen=True):
    """4.1 A All who can join the attack do."""

    stored = ALL_IN

    @classmethod
    def answers(cls, g: Folio, by: Declare) -> list[Press]:
        return [ALL_IN] if rest(g, by) else []

    def do(self, g: Folio, by: Declare) -> None:
        """Where something else might be declared that is asked first."""
        everybody = by.everybody(g)
        if everybody.could_add(g):
            g.swap(everybody)
        else:
            everybody.launch(g)

    def reads(self, g: Folio, by: Declare) -> str:
        return f"{self.says(g)}: {summary(g, by.everybody(g).battle(g))}"

    def preview(self, g: Folio, by: Declare) -> Working | None:
        everybody = by.everybody(g)
        return None if everybody.could_add(g) else preview(g, everybody.battle(g))


class Attack(Deed, frozen=True):
    """4.1 A The attack as declared begins."""

    stored = ATTACK

    @classmethod
    def answers(cls, g: Folio, by: Declare) -> list[Press]:
        return [ATTACK] if by.attackers else []

    def do(self, g: Folio, by: Declare) -> None:
        by.launch(g)

    def reads(self, g: Folio, by: Declare) -> str:
        return f"{self.says(g)}: {summary(g, by.battle(g))}"

    def preview(self, g: Folio, by: Declare) -> Working | None:
        return preview(g, by.battle(g))


class Declare(ChoiceStep, frozen=True):
    """4.1 A The attacking units against one enemy unit; until they attack it may be called off."""

    target: str
    mobile: bool = False
    attackers: tuple[str, ...] = ()
    engineer: str = ""

    deeds = (Join, AttackWithAll, Attack, CallOff)

    def kinds(self, g: Folio) -> Sequence[type[Deed]]:
        return (Join, AttackWithAll, *g.rules.attack_deeds, Attack, CallOff)

    def battle(self, g: Folio) -> Battle:
        """The attack as declared so far."""
        return Battle(self.target, g.pieces[self.target].place, self.attackers, engineer=self.engineer)

    def run(self, g: Folio) -> None:
        g.ask(g.current, lambda: self._words(g), self.offered(g), "FO-7.1.1")

    def _words(self, g: Folio) -> str:
        target = g.pieces[self.target]
        return f"Who attacks {title(g, target)} in {target.place}?"

    def everybody(self, g: Folio) -> Declare:
        """The attack with all who can join it."""
        return self.joined(g, *rest(g, self))

    def joined(self, g: Folio, *units: str) -> Declare:
        """The attack with these units more; an engineer it no longer needs is let go."""
        joined = replace(self, attackers=self.attackers + units)
        return replace(joined, engineer=g.rules.aid_kept(g, joined.battle(g)))

    def could_add(self, g: Folio) -> bool:
        """Is there something else to be declared with the attack?"""
        return any(self.might(g, kind) for kind in g.rules.attack_deeds)

    def launch(self, g: Folio) -> None:
        """4.1 A The attack is declared and can no longer be called off."""
        battle = self.battle(g)
        for unit in battle.attackers:
            g.attacked = {**g.attacked, unit: True}
        g.defended = {**g.defended, battle.target: True}
        if g.heard:
            self._tell(g, battle)
        g.rules.launched(g, battle)
        g.swap(Support(battle))

    def _tell(self, g: Folio, battle: Battle) -> None:
        """Who attacks whom."""
        units = [g.pieces[u] for u in battle.attackers]
        g.tell(
            "FO-4.1.5",
            "{names} {verb} {target} in {hex}",
            hexes=(battle.hex,),
            names=join_words(g.name(u) for u in units),
            verb=does(g, units, "attacks"),
            target=g.name(g.pieces[battle.target]),
            hex=battle.hex,
        )

    def passes(self, g: Folio) -> Passing | None:
        """The odds of a target are those of an attack by all, the odds of an attacker those with it so far."""
        return Passing(ATTACK) if self.attackers else Passing(ALL_IN, "all who can attack do")


@fact
def rest(g: Folio, attack: Declare) -> tuple[str, ...]:
    """7.1 The units that could still join an attack."""
    able = attackers_of(g, g.pieces[attack.target], mobile=attack.mobile)
    return tuple(u.id for u in able if u.id not in attack.attackers)
