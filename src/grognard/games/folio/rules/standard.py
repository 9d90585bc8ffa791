"""The standard rules where exclusive rules may differ: allotted support, bombardment, retreat from it; no supply."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TypeVar

from grognard.engine import Action, Deed, Refusal, Result, Step
from grognard.games.folio.rules.clauses import Clauses, Fire, Folio, Path, Retreats
from grognard.games.folio.rules.combat import CombatPhase
from grognard.games.folio.rules.combat_results import fired
from grognard.games.folio.rules.movement import Movement, due, why_not_enter
from grognard.games.folio.rules.sequence import Phase
from grognard.games.folio.rules.setup import room, waiting
from grognard.games.folio.rules.state import Apply, Battle, Unit
from grognard.games.folio.rules.support import PlayMarker, Support
from grognard.games.folio.rules.units import does

F = TypeVar("F", bound=Folio)


class ApplyMarker(PlayMarker, frozen=True):
    """8.3 A marker is applied, and perhaps another declared for the second slot."""

    stored = Apply
    value: int
    then: int = 0

    def reads(self, g: Folio, by: Support) -> str:
        both = [f"+{value}{self._halved(g, by, value)}" for value in (self.value, self.then) if value]
        return f"apply {', then '.join(both)}"

    def _halved(self, g: Folio, by: Support, value: int) -> str:
        """7.5 What a marker counts at a fortification."""
        counts = fired(g, by.battle.hex, value, "").value if by.side(g) == g.current else value
        return f" (counts +{counts}: fortification)" if counts != value else ""


class Standard(Clauses[F]):
    """1.0 to 9.0, nothing more."""

    marker_deed: type[Deed] = ApplyMarker

    track: tuple[str, ...] = ()  # 8.0 allotments, one a turn: "6/4", or one number for both
    pools: dict[str, tuple[int, ...]]

    # ------------------------------------------------------------ set-up

    def deal(self, g: F, side: str) -> None:
        """3.0 Each unit in a free hex of its area, by the dice."""
        for unit in waiting(g, side):
            g.place(unit, g.choose(room(g, unit)))

    # ------------------------------------------------------------ sequence

    def begin_turn(self, g: F) -> tuple[Step, ...]:
        """8.0 Each side is allotted its markers."""
        for side in self.sides:
            g.markers = {**g.markers, side: self.allotment(side, g.turn)}
            values = " ".join(f"+{value}" for value in g.markers[side])
            g.tell("FO-8.0.2", "{side} support for turn {turn}: {values}", side=side, turn=g.turn, values=values)
        return ()

    def allotment(self, side: str, turn: int) -> tuple[int, ...]:
        """8.0, 8.1 As many markers as the track says, the lowest values first."""
        numbers = self.track[turn - 1].split("/")
        count = int(numbers[self.sides.index(side)] if len(numbers) > 1 else numbers[0])
        return tuple(sorted(self.pools[side]))[:count]

    def player_turn(self, side: str) -> tuple[Step, ...]:
        """4.1 Movement, Combat, Mobile Movement, Mobile Combat."""
        return (
            *(Phase("Movement"), Movement()),
            *(Phase("Combat"), CombatPhase()),
            *(Phase("Mobile Movement"), Movement(mobile=True)),
            *(Phase("Mobile Combat"), CombatPhase(mobile=True)),
        )

    def begin_phase(self, g: F) -> None:
        """4.1, R81 Reinforcements that find every entry hex held wait."""
        for unit in due(g) if g.phase == "Movement" else ():
            if why_not_enter(g, unit, mobile=False):
                name, verb = g.name(unit), does(g, [unit], "waits")
                g.tell("FO-4.1.11", "{unit} {verb}: every entry hex is held", unit=name, verb=verb)

    def end_turn(self, g: F) -> None:
        """4.1, 8.6 Markers left over do not accumulate."""
        g.markers = {}

    def victory(self, g: F) -> Result:
        raise NotImplementedError("a battle says how it is won")

    # ------------------------------------------------------------ support

    def support(self, g: F, battle: Battle, side: str) -> Sequence[Action]:
        """8.1, 8.3 Any marker the side still has; it has two slots to apply one."""
        return _markers(g.markers.get(side, ()), 1)

    def best_support(self, g: F, battle: Battle, side: str) -> Action | None:
        at_hand = g.markers.get(side, ())
        return Apply(max(at_hand)) if at_hand else None

    def support_by_two(self, g: F, battle: Battle, side: str) -> Sequence[Action]:
        """8.3 Any two markers the side still has."""
        return _markers(g.markers.get(side, ()), 2)

    def declared(self, action: Action) -> str:
        return str(action.then) if isinstance(action, Apply) and action.then else ""

    def marker(self, word: str) -> Action:
        return Apply(int(word))

    def why_not_support(self, g: F, battle: Battle, side: str, action: Action) -> Refusal | None:
        if not isinstance(action, Apply):
            return None
        at_hand = Tally(g.markers.get(side, ()))
        for value in filter(None, (action.value, action.then)):
            at_hand[value] -= 1
            if at_hand[value] < 0:
                return self._why_not_at_hand(g, side, value)
        return None

    def _why_not_at_hand(self, g: F, side: str, value: int) -> Refusal:
        """8.1, 8.3 Why a side has no such marker, or not another one."""
        if value not in self.pools[side]:
            return Refusal("FO-8.1.3", "There is no such marker.")
        return Refusal("FO-8.3.1" if value in self.allotment(side, g.turn) else "FO-8.1.1")

    def apply(self, g: F, battle: Battle, side: str, action: Action) -> Fire:
        """8.3 The marker is spent for this game turn."""
        assert isinstance(action, Apply)
        at_hand = list(g.markers[side])
        at_hand.remove(action.value)
        g.markers = {**g.markers, side: tuple(at_hand)}
        return Fire(action.value, f"{side} support")

    # ------------------------------------------------------------ bombardment

    def why_not_bombard(self, g: F, target: Unit) -> Refusal | None:
        """8.4, 8.6 Any enemy unit anywhere, once a hex and game turn, while there are markers."""
        if target.side == g.current or target.place not in self.ground.index:
            return Refusal("FO-8.4.5")
        if target.place in g.bombarded or target.id in g.shelled:
            return Refusal("FO-8.6.4")
        if not g.markers.get(g.current):
            return Refusal("FO-8.3.1", "No marker is left.")
        return None

    def bombardment_targets(self, g: F) -> list[Unit]:
        """8.4, 8.6 The same of all of them."""
        if not g.markers.get(g.current):
            return []
        bombarded, shelled = g.bombarded, g.shelled
        return [u for u in g.units(g.foe(g.current)) if u.place not in bombarded and u.id not in shelled]

    def bombardment(self, g: F, battle: Battle) -> Step:
        """8.4.1 The four slots of combat, the first compulsory."""
        return Support(battle)

    def exchange_hits_target(self) -> bool:
        """8.4 Ex costs the target alone a step."""
        return True

    def friendly_fire(self, g: F, battle: Battle) -> list[Unit]:
        """8.4.2 The friendly unit closest to the target, at whatever distance."""
        units = g.units(g.current)
        distance = self.ground.grid.distance
        least = min((distance(u.place, battle.hex) for u in units), default=0)
        return [u for u in units if distance(u.place, battle.hex) == least]

    def bombardment_retreats(self, g: F, unit: Unit, paths: list[Path]) -> list[Retreats]:
        """7.7.1, R74 To end farther from the closest enemy; else as far for a step; nearer only if every path is."""
        enemies = [u.place for u in g.units(g.foe(unit.side))]
        if not enemies:
            return self._toward_friends(g, unit, paths)
        at_first = self.ground.nearest(unit.place, enemies)
        gaps = [(path, self.ground.nearest(path[-1], enemies) - at_first) for path in paths]
        farther = Retreats([path for path, gap in gaps if gap > 0], False)
        as_far = Retreats([path for path, gap in gaps if gap == 0], True)
        return [farther, as_far, Retreats([path for path, gap in gaps if gap < 0], True)]

    def _toward_friends(self, g: F, unit: Unit, paths: list[Path]) -> list[Retreats]:
        """7.7.1, R75 No enemy on the map: each step nearer to one friendly unit, or anywhere if there is none."""
        friends = [u.place for u in g.units(unit.side) if u.id != unit.id]
        distance = self.ground.grid.distance

        def approaches(path: Path, friend: str) -> bool:
            gaps = [distance(h, friend) for h in (unit.place, *path)]
            return all(then < now for now, then in pairwise(gaps))

        nearer = [path for path in paths if any(approaches(path, friend) for friend in friends)]
        return [Retreats(nearer if friends else paths, False)]


@lru_cache(1 << 10)
def _markers(at_hand: tuple[int, ...], many: int) -> tuple[Apply, ...]:
    """8.3 So many of the markers at hand, the lowest first; two of the same value are one choice."""
    return tuple(Apply(*values) for values in sorted(set(combinations(sorted(at_hand), many))))
