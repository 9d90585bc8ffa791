"""7.0 to 7.2 Combat: who may attack whom, and how an attack is declared."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.hexgrid import Hex
from grognard.board.hexmap import side
from grognard.engine import Action, Pick, Press, Refusal, Step, Working
from grognard.games.folio.rules.differential import preview
from grognard.games.folio.rules.movement import END, PICK
from grognard.games.folio.rules.state import Battle, Bombard, Folio, Unit
from grognard.games.folio.rules.support import Support

ATTACK = Press("Attack")
ALL_IN = Press("Attack with all")


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
    if h not in g.rules.ground.neighbours.get(unit.place, ()):
        return Refusal("FO-7.0.1")
    if side(unit.place, h) in g.rules.ground.prohibited:
        return Refusal("FO-7.1.2")
    return None


def attackers_of(g: Folio, target: Unit, *, mobile: bool) -> list[Unit]:
    """7.1 Every unit that may join an attack on this one."""
    around = (g.unit_at(h) for h in g.rules.ground.neighbours[target.place])
    return [
        u
        for u in around
        if u is not None and not why_not_attack(g, u, mobile=mobile) and not why_not_reach(g, u, target.place)
    ]


def targets(g: Folio, *, mobile: bool) -> list[Unit]:
    """7.1 Every enemy unit that somebody may attack now."""
    zone, ground = g.front(g.current).zone, g.rules.ground
    touched = [u for u in g.units(g.foe(g.current)) if zone >> ground.index[u.place] & 1 or u.place in ground.shut]
    return [u for u in touched if u.id not in g.defended and attackers_of(g, u, mobile=mobile)]


# ------------------------------------------------------------------ the phases


class CombatPhase(Step, frozen=True):
    """4.1 The Combat Phase, or the Mobile Combat Phase; `begun` once the first ground attack is declared."""

    mobile: bool = False
    begun: bool = False

    def run(self, g: Folio) -> None:
        actions: list[Action] = [PICK[u.id] for u in targets(g, mobile=self.mobile)]
        if not self.mobile and not self.begun:
            actions += [Bombard(u.id) for u in g.rules.bombardment_targets(g)]
        if not actions:
            return g.done()
        words = "Pick an enemy unit to attack" + ("" if self.mobile or self.begun else " or to bombard")
        g.ask(g.current, words, [*actions, END], "FO-4.1.7" if self.mobile else "FO-4.1.4")

    def take(self, g: Folio, action: Action) -> None:
        match action:
            case Pick(piece):
                g.swap(Declare(piece, self.mobile), replace(self, begun=True))
            case Bombard(piece):
                self._bombard(g, g.pieces[piece])
            case _:
                g.done()

    def _bombard(self, g: Folio, target: Unit) -> None:
        """8.4, 8.6 A hex once a game turn, a unit once a phase."""
        battle = Battle(target.id, target.place, bombardment=True)
        g.bombarded[battle.hex] = True
        g.shelled[target.id] = True
        name = g.name(target)
        g.tell("FO-8.4.2", "{side} bombards {target} in {hex}", side=g.current, target=name, hex=battle.hex)
        g.rules.declared(g, battle)
        g.call(g.rules.bombardment(g, battle))

    def why_not(self, g: Folio, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick(piece) if piece in g.pieces:
                target = g.pieces[piece]
                return why_not_target(g, target) or self._why_nobody(g, target)
            case Bombard(piece) if piece in g.pieces:
                if self.mobile or self.begun:
                    return Refusal("FO-8.4.1")
                return g.rules.why_not_bombard(g, g.pieces[piece])
        return None

    def _why_nobody(self, g: Folio, target: Unit) -> Refusal | None:
        """7.1 Why no unit of the current player may attack this one."""
        near = [u for h in g.rules.ground.neighbours.get(target.place, ()) if (u := g.unit_at(h))]
        ours = [u for u in near if u.side == g.current]
        if not ours:
            return Refusal("FO-7.0.1")
        refusals = [why_not_reach(g, u, target.place) or why_not_attack(g, u, mobile=self.mobile) for u in ours]
        return refusals[0] if all(refusals) else None


class Declare(Step, frozen=True):
    """4.1 A The attacking units against one enemy unit."""

    target: str
    mobile: bool = False
    attackers: tuple[str, ...] = ()
    engineer: str = ""

    def battle(self, g: Folio) -> Battle:
        """The attack as declared so far."""
        return Battle(self.target, g.pieces[self.target].place, self.attackers, engineer=self.engineer)

    def run(self, g: Folio) -> None:
        able = self._able(g)
        actions: list[Action] = [PICK[u.id] for u in able if u.id not in self.attackers]
        if actions:
            actions.append(ALL_IN)
        if self.attackers:
            actions += [*g.rules.attack_aids(g, self.battle(g)), ATTACK]
        target = g.pieces[self.target]
        g.ask(g.current, f"Who attacks {g.name(target)} in {target.place}?", actions, "FO-7.1.1")

    def _able(self, g: Folio) -> list[Unit]:
        return attackers_of(g, g.pieces[self.target], mobile=self.mobile)

    def take(self, g: Folio, action: Action) -> None:
        match action:
            case Pick(piece):
                g.swap(replace(self, attackers=(*self.attackers, piece)))
            case Press() if action == ALL_IN:
                rest = tuple(u.id for u in self._able(g) if u.id not in self.attackers)
                g.swap(replace(self, attackers=self.attackers + rest))
            case Press():
                self._attack(g)
            case _:
                g.swap(replace(self, engineer=g.rules.aid_attack(g, self.battle(g), action)))

    def _attack(self, g: Folio) -> None:
        battle = self.battle(g)
        for unit in battle.attackers:
            g.attacked[unit] = True
        g.defended[battle.target] = True
        names = ", ".join(g.name(g.pieces[u]) for u in battle.attackers)
        target, place = g.name(g.pieces[battle.target]), battle.hex
        g.tell("FO-4.1.5", "{names} attack {target} in {hex}", hexes=(place,), names=names, target=target, hex=place)
        g.rules.declared(g, battle)
        g.swap(Support(battle))

    def why_not(self, g: Folio, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick(piece) if piece in g.pieces and piece not in self.attackers:
                unit = g.pieces[piece]
                place = g.pieces[self.target].place
                return why_not_attack(g, unit, mobile=self.mobile) or why_not_reach(g, unit, place)
        return g.rules.why_not_attack_aid(g, self.battle(g), action)

    def preview(self, g: Folio, action: Action) -> Working | None:
        """The attack as declared, before anybody supports it."""
        return preview(g, self.battle(g)) if action == ATTACK else None
