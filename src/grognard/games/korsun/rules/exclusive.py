"""What Escape Hell's Gate changes in the standard rules, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import Side
from grognard.board.hexes.zone_moves import Rows
from grognard.engine import Action, Modifier, Refusal, Result, Step
from grognard.games.folio.rules.clauses import Bombarding, Fire, Path, Retreats
from grognard.games.folio.rules.combat import CombatPhase
from grognard.games.folio.rules.data import Counter
from grognard.games.folio.rules.movement import Movement
from grognard.games.folio.rules.sequence import GameTurn, Phase
from grognard.games.folio.rules.setup import set_up
from grognard.games.folio.rules.standard import Standard
from grognard.games.folio.rules.state import ELIMINATED, Battle, Unit
from grognard.games.korsun.rules import support, victory
from grognard.games.korsun.rules.air_supply import AirSupply, AirSupplyCheck, FlyIn, SupplyCheck
from grognard.games.korsun.rules.data import AIRFIELD, COUNTERS, DATA, GERMAN, GROUND, GROUPS, LUFTWAFFE, SOVIET
from grognard.games.korsun.rules.engineers import BridgeForAttack, BridgeRiver, crossings, rows_with, why_not_assist
from grognard.games.korsun.rules.map_data import LANDS
from grognard.games.korsun.rules.reserves import Rebuild, ReleaseRolls, alarm, awaken, put_to_sleep, wake
from grognard.games.korsun.rules.scenarios import CAMPAIGN, SCENARIOS, CampaignFile
from grognard.games.korsun.rules.state import Draw, Pocket, group
from grognard.games.korsun.rules.supply import fed, lacking
from grognard.games.korsun.rules.support import Weather, mud
from grognard.games.korsun.rules.victory import judge_victory


class Exclusive(Standard[Pocket]):
    """Sections 10.0 to 20.0."""

    movement_deeds = (BridgeRiver, FlyIn)
    combat_deeds = (FlyIn,)
    attack_deeds = (BridgeForAttack,)
    marker_deed = support.DrawCounter
    sides = DATA.sides
    bombarding = Bombarding("KP-17.0.5", "KP-17.0.6", "KP-17.0.8", "KP-17.0.8")

    def __init__(self, battle: CampaignFile = CAMPAIGN) -> None:
        self.ground = LANDS[battle.id]
        self.turns, self.areas, self.placement = battle.turns, battle.areas, battle.placement
        self.counters = {i: what for i, what in COUNTERS.items() if i in battle.placement}
        self.briefings = battle.briefing
        self.holdings = {AIRFIELD: GERMAN}  # R57

    # ------------------------------------------------------------ set-up

    def deal(self, g: Pocket, side: str) -> None:
        """20.0, R65 The Soviet staff shuts the ring if it can."""
        if side == SOVIET:
            victory.deal(g)
        else:
            Standard.deal(self, g, side)

    def area_name(self, what: Counter) -> str:
        """20.0 The division and its group."""
        return f"{what.division} ({GROUPS[what.group].name})"

    def formation(self, what: Counter) -> str:
        """15.1 A unit belongs to its group."""
        return GROUPS[what.group].name

    # ------------------------------------------------------------ sequence

    def begin_turn(self, g: Pocket) -> tuple[Step, ...]:
        """R1 Counters return to their pools, then the weather."""
        support.refill(g)
        g.airlift_declined = False
        return (Weather(),)

    def player_turn(self, side: str) -> tuple[Step, ...]:
        """R1 The four phases, release rolls before the Soviet Movement Phase, supply checked before Mobile Movement."""
        return (
            Phase("Movement"),
            *((ReleaseRolls(),) if side == SOVIET else ()),
            Movement(),
            *(Phase("Combat"), CombatPhase()),
            Phase("Mobile Movement"),
            *((AirSupplyCheck(),) if side == GERMAN else ()),
            *(SupplyCheck(), Movement(mobile=True)),
            *(Phase("Mobile Combat"), CombatPhase(mobile=True)),
            *(Phase("Rebuild"), Rebuild()),
        )

    def begin_phase(self, g: Pocket) -> None:
        """13.0 Engineers are free again for movement and for attacks."""
        g.crossings = {}
        g.assisted = {}
        if g.phase == "Movement":
            g.cut_off = {}

    def end_turn(self, g: Pocket) -> None:
        """12.2 The air supply marker leaves the game."""
        g.airlifted = ""

    def victory(self, g: Pocket) -> Result:
        return judge_victory(g)

    # ------------------------------------------------------------ units

    def why_not_act(self, g: Pocket, unit: Unit) -> Refusal | None:
        """12.3, 19.0 Unreleased units do nothing, units without supply nothing in the mobile phases."""
        if unit.id in g.asleep:
            return Refusal("KP-19.0.1")
        if unit.id in g.cut_off:
            return Refusal("KP-12.3.2")
        return None

    def idle(self, g: Pocket) -> Mapping[str, bool]:
        return {**g.asleep, **g.cut_off} if g.asleep and g.cut_off else g.asleep or g.cut_off

    def attack(self, g: Pocket, battle: Battle, unit: Unit) -> list[Modifier]:
        """12.3 Half the printed attack without supply."""
        parts = Standard.attack(self, g, battle, unit)
        return parts + self._hunger(g, battle, unit, parts[0].value)

    def defense(self, g: Pocket, battle: Battle, unit: Unit) -> list[Modifier]:
        """12.3 Half the printed defense without supply."""
        parts = Standard.defense(self, g, battle, unit)
        return parts + self._hunger(g, battle, unit, parts[0].value)

    def _hunger(self, g: Pocket, battle: Battle, unit: Unit, printed: int) -> list[Modifier]:
        """12.3, R50 Fractions up; all attackers are checked at the same moment."""
        less = self._less(g, battle, unit, printed)
        return [Modifier("KP-12.3.1", -less, "out of supply")] if less else []

    def _less(self, g: Pocket, battle: Battle, unit: Unit, printed: int) -> int:
        """12.3, R50 What hunger takes from a printed strength."""
        if unit.place not in lacking(g, unit.side):
            return 0
        together = battle.attackers if unit.id in battle.attackers else (unit.id,)
        return 0 if fed(g, together)[together.index(unit.id)] else printed // 2

    def strength(self, g: Pocket, battle: Battle, unit: Unit) -> int:
        """12.3 The same without words."""
        printed = g.printed(unit)[0]
        return printed - self._less(g, battle, unit, printed)

    def resistance(self, g: Pocket, battle: Battle, unit: Unit) -> int:
        """12.3 The same without words."""
        printed = g.printed(unit)[1]
        return printed * (2 if unit.place in self.ground.works else 1) - self._less(g, battle, unit, printed)

    def entered(self, g: Pocket, unit: Unit, path: Sequence[Hex]) -> None:
        """19.0 Coming near a sleeping corps wakes it."""
        alarm(g, unit, path)

    def eliminated(self, g: Pocket, unit: Unit) -> None:
        """12.2, 16.0 Air supply is lost with its unit; a group without units loses its counters for good."""
        g.cut_off = {u: True for u in g.cut_off if u != unit.id}
        if unit.id in g.asleep:
            awaken(g, [unit.id])
        if unit.id == g.airlifted:
            g.airlifted = ELIMINATED
        name = group(unit)
        if name not in g.gone and all(u.place == ELIMINATED for u in g.pieces.values() if group(u) == name):
            g.gone = {**g.gone, name: True}
            g.markers = {**g.markers, name: ()}
            g.tell("KP-16.0.3", "{name} has lost its last unit and its support", name=GROUPS[name].name)

    # ------------------------------------------------------------ engineers

    def bridged(self, g: Pocket, unit: Unit) -> tuple[Side, ...]:
        """13.0 Bridged hexsides cost Germans no river points."""
        return crossings(g) if g.crossings and unit.side == GERMAN else ()

    def rows(self, unit: Unit, bridged: tuple[Side, ...]) -> Rows:
        mobile = self.counters[unit.id].mobile
        if bridged:
            return rows_with(self.ground, bridged, "mobile" if mobile else "leg")
        return self.ground.mobile if mobile else self.ground.leg

    def aid_kept(self, g: Pocket, battle: Battle) -> str:
        """13.0 An engineer serves on if the attack still goes over unbridged rivers alone."""
        serves = battle.engineer and not why_not_assist(g, battle, g.pieces[battle.engineer])
        return battle.engineer if serves else ""

    # ------------------------------------------------------------ combat

    def launched(self, g: Pocket, battle: Battle) -> None:
        """13.0, 19.0 The engineer is used; attacking or bombarding a unit of a sleeping corps wakes it first."""
        if battle.engineer:
            g.assisted = {**g.assisted, battle.engineer: True}
        wake(g, group(g.pieces[battle.target]))

    def before_roll(self, g: Pocket, battle: Battle) -> tuple[Step, ...]:
        """12.2, R51 Air supply may be declared before the check is completed."""
        return (AirSupply(battle=battle),)

    def die_modifiers(self, g: Pocket, battle: Battle) -> list[Modifier]:
        return mud(g, battle)

    # ------------------------------------------------------------ support and bombardment

    def support(self, g: Pocket, battle: Battle, side: str) -> list[Action]:
        return [Draw(name) for name in support.pools(g, battle, side)]

    def best_support(self, g: Pocket, battle: Battle, side: str) -> Draw | None:
        names = support.pools(g, battle, side)
        return Draw(max(names, key=lambda name: support.mean(g, name))) if names else None

    def support_by_two(self, g: Pocket, battle: Battle, side: str) -> list[Action]:
        return support.pairs(g, support.pools(g, battle, side))

    def sure_support(self, g: Pocket, action: Action) -> list[int]:
        names = [name for name in (action.pool, action.also) if name] if isinstance(action, Draw) else []
        return [value for name in names if (value := support.sure(g, name)) is not None]

    def declared(self, action: Action) -> str:
        return action.also if isinstance(action, Draw) else ""

    def marker(self, word: str) -> Action:
        return Draw(word)

    def why_not_support(self, g: Pocket, battle: Battle, side: str, action: Action) -> Refusal | None:
        match action:
            case Draw(pool, also):
                alone = support.why_not_draw(g, battle, side, also) if also else None
                return support.why_not_draw(g, battle, side, pool) or support.why_not_also(g, action, alone)
        return None

    def apply(self, g: Pocket, battle: Battle, side: str, action: Action) -> Fire:
        assert isinstance(action, Draw)
        return support.draw(g, action.pool)

    def why_not_bombard(self, g: Pocket, target: Unit) -> Refusal | None:
        if target.side == g.current or target.place not in GROUND.index:
            return Refusal("FO-8.4.5")
        if target.place in g.bombarded or target.id in g.shelled:
            return Refusal("FO-8.6.4")
        return support.why_no_pool(g, target.place)

    def bombardment_targets(self, g: Pocket) -> list[Unit]:
        return support.targets(g)

    def bombardment(self, g: Pocket, battle: Battle) -> Step:
        return support.Barrage(battle)

    def exchange_hits_target(self) -> bool:
        """17.0 Ex is ignored."""
        return False

    def friendly_fire(self, g: Pocket, battle: Battle) -> list[Unit]:
        """17.0 Only a unit adjacent to the target."""
        return [u for u in g.beside(battle.hex) if u.side == g.current]

    def bombardment_retreats(self, g: Pocket, unit: Unit, paths: list[Path]) -> list[Retreats]:
        return support.retreats(g, unit, paths)


@lru_cache(maxsize=256)
def exclusive(scenario: str) -> Exclusive:
    """The rules of a battle."""
    return Exclusive(SCENARIOS.known[scenario])


class Campaign(Pocket):
    """A position of Escape Hell's Gate, played by its exclusive rules."""

    __slots__ = ()
    rules: Exclusive
    rules_of = staticmethod(exclusive)


def start(scenario: str, options: Mapping[str, str]) -> Campaign:
    """3.0 All counters in the box, to be set up as the players chose."""
    g = Campaign(scenario_id=scenario, options=dict(options))
    for what in g.rules.counters.values():
        g.put(Unit(what.id, what.side))
    g.control = dict(g.rules.holdings)
    g.luftwaffe = GROUPS[LUFTWAFFE].counters
    g.air_supply = g.battle.air_supply
    put_to_sleep(g)
    g.steps = (*set_up(options["setup"], DATA.sides), GameTurn(1))[::-1]
    return g
