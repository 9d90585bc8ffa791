"""7.0 to 7.2 Combat: who may attack whom, and how an attack is declared."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import side
from grognard.engine import Action, Actions, Group, Passing, Pick, Press, Refusal, Step, Working
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import join_words
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.combat_results import preview
from grognard.games.folio.rules.movement import BACK, END, PICK
from grognard.games.folio.rules.state import Battle, Bombard, Unit
from grognard.games.folio.rules.support import Support
from grognard.games.folio.rules.units import does, title

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


class CombatPhase(Step, frozen=True):
    """4.1 The Combat Phase, or the Mobile Combat Phase."""

    mobile: bool = False

    def run(self, g: Folio) -> None:
        guns = [] if self._silent(g) else [BOMBARD[u.id] for u in g.rules.bombardment_targets(g)]
        attacks = may_target(g, mobile=self.mobile)
        if not guns and not attacks:
            return self._end(g)
        words = "Pick an enemy unit to attack" + (" or to bombard" if guns else "")
        answers = Actions(attacks, guns, [*g.rules.combat_aids(g), END])
        g.ask(g.current, words, answers, "FO-4.1.7" if self.mobile else "FO-4.1.4")

    def _silent(self, g: Folio) -> bool:
        """8.4 No bombardment in Mobile Combat, nor after the first attack of the phase."""
        return self.mobile or bool(g.defended)

    def _end(self, g: Folio) -> None:
        """7.0 A phase in which nobody can be attacked passes by itself."""
        if not g.defended and not g.shelled:
            g.tell("FO-7.0.1", "{phase}: nobody to attack", phase=g.phase)
        g.done()

    def take(self, g: Folio, action: Action) -> None:
        match action:
            case Pick(piece):
                able = attackers_of(g, g.pieces[piece], mobile=self.mobile)
                g.call(Declare(piece, self.mobile, (able[0].id,) if len(able) == 1 else ()))
            case Bombard(piece):
                g.call(g.rules.bombardment(g, Battle(piece, g.pieces[piece].place, bombardment=True)))
            case Press() if action == END:
                g.done()
            case _:
                g.rules.aid(g, action)

    def why_not(self, g: Folio, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick(piece) if piece in g.pieces:
                target = g.pieces[piece]
                return why_not_target(g, target) or self._why_nobody(g, target)
            case Bombard(piece) if piece in g.pieces:
                if self._silent(g):
                    return Refusal("FO-8.4.1")
                return g.rules.why_not_bombard(g, g.pieces[piece])
        return g.rules.why_not_aid(g, action)

    def _why_nobody(self, g: Folio, target: Unit) -> Refusal | None:
        """7.1 Why no unit of the current player may attack this one."""
        ours = [u for u in g.beside(target.place) if u.side == g.current]
        if not ours:
            return Refusal("FO-7.0.1")
        refusals = [why_not_reach(g, u, target.place) or why_not_attack(g, u, mobile=self.mobile) for u in ours]
        return refusals[0] if all(refusals) else None


class Declare(Step, frozen=True):
    """4.1 A The attacking units against one enemy unit; until they attack it may be called off."""

    target: str
    mobile: bool = False
    attackers: tuple[str, ...] = ()
    engineer: str = ""

    def battle(self, g: Folio) -> Battle:
        """The attack as declared so far."""
        return Battle(self.target, g.pieces[self.target].place, self.attackers, engineer=self.engineer)

    def run(self, g: Folio) -> None:
        actions: list[Action] = [PICK[u] for u in self._rest(g)]
        if actions:
            actions.append(ALL_IN)
        if self.attackers:
            actions += [*g.rules.attack_aids(g, self.battle(g)), ATTACK]
        g.ask(g.current, lambda: self._words(g), [*actions, BACK], "FO-7.1.1")

    def _words(self, g: Folio) -> str:
        target = g.pieces[self.target]
        return f"Who attacks {title(g, target)} in {target.place}?"

    def _rest(self, g: Folio) -> tuple[str, ...]:
        """The units that could still join."""
        able = attackers_of(g, g.pieces[self.target], mobile=self.mobile)
        return tuple(u.id for u in able if u.id not in self.attackers)

    def everybody(self, g: Folio) -> Declare:
        """The attack with all who can join it."""
        return self._joined(g, *self._rest(g))

    def _joined(self, g: Folio, *units: str) -> Declare:
        """The attack with these units more; an engineer it no longer needs is let go."""
        joined = replace(self, attackers=self.attackers + units)
        return replace(joined, engineer=g.rules.aid_kept(g, joined.battle(g)))

    def take(self, g: Folio, action: Action) -> None:
        match action:
            case Pick(piece):
                g.swap(self._joined(g, piece))
            case Press() if action == ALL_IN:
                everybody = self.everybody(g)
                if g.rules.attack_aids(g, everybody.battle(g)):
                    g.swap(everybody)
                else:
                    everybody._attack(g)
            case Press() if action == ATTACK:
                self._attack(g)
            case Press():
                g.done()
            case _:
                g.swap(replace(self, engineer=g.rules.aid_attack(g, self.battle(g), action)))

    def _attack(self, g: Folio) -> None:
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

    def why_not(self, g: Folio, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick(piece) if piece in self.attackers:
                return Refusal("FO-7.1.1", "It is attacking already.")
            case Pick(piece) if piece in g.pieces and g.pieces[piece].side != g.current and piece != self.target:
                return Refusal("FO-7.1.4", f"This attack is on {g.name(g.pieces[self.target])}.")
            case Pick(piece) if piece in g.pieces and piece != self.target:
                unit, place = g.pieces[piece], g.pieces[self.target].place
                return why_not_attack(g, unit, mobile=self.mobile) or why_not_reach(g, unit, place)
        return g.rules.why_not_attack_aid(g, self.battle(g), action)

    def passes(self, g: Folio) -> Passing | None:
        """The odds of a target are those of an attack by all, the odds of an attacker those with it so far."""
        return Passing(ATTACK) if self.attackers else Passing(ALL_IN, "all who can attack do")

    def preview(self, g: Folio, action: Action) -> Working | None:
        """The attack as declared, before anybody supports it."""
        if action == ATTACK:
            return preview(g, self.battle(g))
        everybody = self.everybody(g).battle(g) if action == ALL_IN else None
        return preview(g, everybody) if everybody and not g.rules.attack_aids(g, everybody) else None
