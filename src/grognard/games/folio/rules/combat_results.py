"""7.3, 7.6 The die, the result, and what it does."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import side
from grognard.engine import ChoiceStep, Modifier, Pick, Refusal, Step, Working, net
from grognard.engine.core.wording import with_count
from grognard.games.folio.rules.advance import Advance
from grognard.games.folio.rules.clauses import Folio, Path
from grognard.games.folio.rules.data import BOMBARDED, CRT, FIRST_COLUMN, RESULTS
from grognard.games.folio.rules.movement import PICK, ChooseUnit
from grognard.games.folio.rules.retreat import Retreat, paths, ways
from grognard.games.folio.rules.state import Battle
from grognard.games.folio.rules.terrain_chart import CHART, WATER
from grognard.games.folio.rules.units import eliminate, lose_step, total

# -------------------- 7.3 to 7.5 The terrain line, the strengths of both sides and the column of the table


def line(g: Folio, battle: Battle) -> Modifier:
    """7.4, R17 The terrain line of the defender: how many columns it stands to the left of clear."""
    ground = g.rules.ground
    best = _ground_line(ground.terrain[battle.hex])
    if battle.bombardment or battle.hex not in ground.beside_water:
        return best
    sides = [side(g.pieces[u].place, battle.hex) for u in battle.attackers]
    if not all(pair in ground.water for pair in sides):
        return best
    if battle.engineer or any(pair in ground.bridged for pair in sides):
        water = Modifier("FO-7.4.5", -CHART.bridge, "bridge")
    else:
        weakest = min((ground.water[pair] for pair in sides), key=WATER.index)
        row = CHART.hexside[weakest]
        water = Modifier(row.cite, -row.line, weakest.replace("_", " "))
    return water if water.value < best.value else best


@cache
def _ground_line(terrain: str) -> Modifier:
    """7.4 The line of some terrain."""
    return Modifier("FO-7.4.1", -CHART.hex[terrain].line, terrain)


def strengths(g: Folio, battle: Battle) -> tuple[list[Modifier], list[Modifier]]:
    """7.3, 7.5 Everything on the attacker's and on the defender's side."""
    attack = [part for u in battle.attackers for part in g.rules.attack(g, battle, g.pieces[u])]
    attack += [fired(g, battle.hex, value, by) for value, by in _markers(battle.attack, battle.attack_by)]
    defense = list(g.rules.defense(g, battle, g.pieces[battle.target]))
    defense += [Modifier("FO-8.3.8", value, by) for value, by in _markers(battle.defense, battle.defense_by)]
    return attack, defense


def fired(g: Folio, h: Hex, value: int, by: str) -> Modifier:
    """7.5, 8.3 What a marker of the attacker counts at a hex: half, fractions down, at a fortification."""
    if h in g.rules.ground.works:
        return Modifier("FO-7.5.2", value // 2, f"{by} +{value} halved")
    return Modifier("FO-8.3.8", value, by)


def _markers(values: tuple[int, ...], by: tuple[str, ...]) -> list[tuple[int, str]]:
    """Markers and whose they are."""
    return [(value, by[i] if i < len(by) else "support") for i, value in enumerate(values)]


def totals(g: Folio, battle: Battle) -> tuple[int, int]:
    """7.3, 7.5 The sums of both sides, without the words for what they are made of."""
    rules, pieces = g.rules, g.pieces
    attack = sum([rules.strength(g, battle, pieces[u]) for u in battle.attackers])
    for value in battle.attack:
        attack += fired(g, battle.hex, value, "").value
    return attack, rules.resistance(g, battle, pieces[battle.target]) + sum(battle.defense)


def differential(g: Folio, battle: Battle) -> int:
    """7.3 Attack less defense."""
    attack, defense = totals(g, battle)
    return attack - defense


def column(g: Folio, battle: Battle) -> int:
    """7.3 The place of the column in the table."""
    return column_of(differential(g, battle), line(g, battle))


def column_of(value: int, on: Modifier) -> int:
    """7.3, R20 The column of a differential on a terrain line; the ends hold for everything beyond them."""
    return CRT.clamp(value + on.value - FIRST_COLUMN)


def preview(g: Folio, battle: Battle) -> Working:
    """The working of a combat as it stands: from column 0 by every strength and the terrain line."""
    (attack, defense), on = strengths(g, battle), line(g, battle)
    against = [Modifier(part.cite, -part.value, part.text) for part in defense]
    shifts = [replace(part, on="column") for part in (*attack, *against, on)]
    target = g.pieces[battle.target]
    what = "Bombardment of" if battle.bombardment else "Attack on"
    return Working(
        f"{what} {g.name(target)} in {battle.hex}",
        (*shifts, *g.rules.die_modifiers(g, battle)),
        CRT.key,
        CRT.columns[column_of(net(attack) - net(defense), on)],
        1,
        base=CRT.columns[-FIRST_COLUMN],
    )


def summary(g: Folio, battle: Battle) -> str:
    """A combat in a phrase as it stands now."""
    attack, defense = map(net, strengths(g, battle))
    value, on = attack - defense, line(g, battle)
    return f"{attack} against {defense}: column {CRT.columns[column_of(value, on)]}, {on.text} ground"


# -------------------- 7.3, 7.6 The die, the result, and what it does


class Resolve(Step, frozen=True):
    """4.1 D Differential, terrain line, die; the result is applied at once."""

    battle: Battle

    def run(self, g: Folio) -> None:
        battle = self.battle
        die = g.d6()
        extra = net(g.rules.die_modifiers(g, battle))
        result = CRT.result(column(g, battle), min(6, die + extra))
        if g.events is not None:
            self._tell(g, die, result)
        if g.watching:
            g.outcome(meaning(g, battle, result))
        if battle.bombardment:
            bombardment_result(g, battle, result)
        else:
            combat_result(g, battle, result)

    def _tell(self, g: Folio, die: int, result: str) -> None:
        """7.3 The whole sum, so that anybody can do it again."""
        battle = self.battle
        attack, defense = strengths(g, battle)
        g.tell(
            "FO-7.3.3",
            "{what} {target} in {hex}: {attack} against {defense} = {value} on the {line}, column {column}; "
            "{roll}: {printed}{means}",
            working=preview(g, battle).rolled((die,), result, meaning(g, battle, result)),
            hexes=(battle.hex,),
            what="Bombardment of" if battle.bombardment else "Attack on",
            target=g.name(g.pieces[battle.target]),
            hex=battle.hex,
            attack=total(attack),
            defense=total(defense),
            value=f"{net(attack) - net(defense):+}",
            line=self._line(g),
            column=CRT.columns[column(g, battle)],
            roll=f"die {die}" + "".join(f" {part.value:+} {part.text}" for part in g.rules.die_modifiers(g, battle)),
            printed="" if result == "dot" else f"{result}, ",
            means=meaning(g, battle, result),
        )

    def _line(self, g: Folio) -> str:
        """7.4 The terrain line, and who bridges the river."""
        battle = self.battle
        bridged = f" ({g.name(g.pieces[battle.engineer])} bridging)" if battle.engineer else ""
        return f"{line(g, battle).text} line{bridged}"


def meaning(g: Folio, battle: Battle, result: str) -> str:
    """7.6, 8.4 A result in words: most do nothing in a bombardment."""
    if not battle.bombardment:
        return RESULTS[result]
    nothing = RESULTS["dot"]
    if result == "Ex" and not g.rules.exchange_hits_target():
        return nothing
    if result == "(A)" and not g.rules.friendly_fire(g, battle):
        return nothing
    return BOMBARDED.get(result, nothing)


def combat_result(g: Folio, battle: Battle, result: str) -> None:
    """7.6 What a result of an attack does."""
    attackers = battle.attackers
    match result:
        case "De":
            eliminate(g, g.pieces[battle.target], "FO-7.6.1")
            g.swap(Advance((battle.hex,), attackers))
        case "D2" | "D3":
            away = tuple(g.pieces[u].place for u in attackers)
            g.swap(Retreat(battle.target, int(result[1]), away, pursuers=attackers))
        case "Ex":
            lose_step(g, g.pieces[battle.target], "FO-7.6.3")
            g.swap(Loss(attackers, "FO-7.6.3"))
        case "A1" | "A2" | "A3":
            g.swap(AttackersRetreat(attackers, int(result[1]), battle.hex, attackers))
        case "(A)":
            g.swap(Loss(attackers, "FO-7.6.5"))
        case "Ae":
            for unit in attackers:
                eliminate(g, g.pieces[unit], "FO-7.6.6")
            g.done()
        case _:
            g.done()


def bombardment_result(g: Folio, battle: Battle, result: str) -> None:
    """8.4 What a result of a bombardment does; nobody advances, and most results do nothing."""
    target, by = g.pieces[battle.target], g.rules.bombarding
    match result:
        case "De":
            eliminate(g, target, by.result)
            g.done()
        case "D2" | "D3":
            g.swap(Retreat(target.id, int(result[1]), (battle.hex,), bombardment=True))
        case "Ex" if g.rules.exchange_hits_target():
            lose_step(g, target, by.result)
            g.done()
        case "(A)":
            g.swap(Loss(tuple(u.id for u in g.rules.friendly_fire(g, battle)), by.friendly_fire))
        case _:
            g.done()


class LoseStep(ChooseUnit, frozen=True):
    """7.6 This unit is the one that loses a step."""

    @classmethod
    def answers(cls, g: Folio, by: Loss) -> list[Pick]:
        return [PICK[u] for u in by.units]

    def why_not(self, g: Folio, by: Loss) -> Refusal | None:
        return None if self.piece in by.units else Refusal(by.cite)

    def do(self, g: Folio, by: Loss) -> None:
        lose_step(g, g.pieces[self.piece], by.cite)
        g.done()


class Loss(ChoiceStep, frozen=True):
    """7.6, 8.4.2 One of these units loses a step, by the choice of their owner."""

    units: tuple[str, ...]
    cite: str

    deeds = (LoseStep,)

    def run(self, g: Folio) -> None:
        if len(self.units) > 1:
            friendly = self.cite == g.rules.bombarding.friendly_fire
            words = "Friendly fire: which unit loses a step?" if friendly else "Which attacker loses a step?"
            return g.ask(g.current, words, self.offered(g), self.cite)
        for unit in self.units:
            lose_step(g, g.pieces[unit], self.cite)
        g.done()


class RetreatNext(ChooseUnit, frozen=True):
    """7.6, R22 This unit is the next to retreat or to stand."""

    @classmethod
    def answers(cls, g: Folio, by: AttackersRetreat) -> list[Pick]:
        return [PICK[u] for u in by.units]

    def why_not(self, g: Folio, by: AttackersRetreat) -> Refusal | None:
        return None if self.piece in by.units else Refusal("FO-7.6.4")

    def do(self, g: Folio, by: AttackersRetreat) -> None:
        by.retreat(g, self.piece)


class AttackersRetreat(ChoiceStep, frozen=True):
    """7.6, R22 Every attacker retreats or stands, one by one in the owner's order."""

    units: tuple[str, ...]
    count: int
    defender: str  # the hex
    fellows: tuple[str, ...]

    deeds = (RetreatNext,)

    def run(self, g: Folio) -> None:
        if not self.units:
            g.done()
        elif not self._in_each_others_way(g):
            self.retreat(g, self.units[0])
        else:
            g.ask(g.current, self._words, self.offered(g), "FO-7.6.4")

    def _words(self) -> str:
        return f"Every attacker retreats {with_count(self.count, 'hex')} or stands: who is next?"

    def _in_each_others_way(self, g: Folio) -> bool:
        """7.6 Does it matter who goes first? Not if no two could come to the same hexes, nor push a friend there."""
        if len(self.units) == 1:
            return False
        found = [ways(g, self._of(unit)) for unit in self.units]
        if any(way.displaces for some in found for way in some):
            return True
        ground = [{g.pieces[u].place, *chain.from_iterable(self._paths(g, u))} for u in self.units]
        return any(one & other for one, other in combinations(ground, 2))

    def _paths(self, g: Folio, unit: str) -> list[Path]:
        return paths(g, g.pieces[unit], self.count, (self.defender,))

    def _of(self, unit: str) -> Retreat:
        """The retreat of one of them."""
        return Retreat(unit, self.count, (self.defender,), fellows=self.fellows)

    def retreat(self, g: Folio, unit: str) -> None:
        """7.6 One of them retreats or stands, then the others."""
        rest = tuple(u for u in self.units if u != unit)
        g.swap(self._of(unit), AttackersRetreat(rest, self.count, self.defender, self.fellows))
