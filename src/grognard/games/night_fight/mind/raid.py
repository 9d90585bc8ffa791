"""21.4 Kiev as a raid: the road that is cleared, and which party deals with which of the pieces that watch it."""

from __future__ import annotations

from functools import cached_property, lru_cache

from grognard.board.hexgrid import Hex
from grognard.board.paths import points_to
from grognard.games.night_fight.mind.relief import least_watched, road_watched
from grognard.games.night_fight.mind.weights import BY_HAND
from grognard.games.night_fight.rules.columns import roams
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.land import Land
from grognard.games.night_fight.rules.stacks import ALLOWANCE
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit, on_map

NO_WAY = 99


def raids(g: NightFight) -> bool:
    return g.scenario.by_road and g.weighed_by(BY_HAND).raid > 0


def raid(g: NightFight) -> Raid:
    return g.recall("raid", lambda: Raid(g))


class Raid:
    def __init__(self, g: NightFight) -> None:
        self.g, self.weights = g, g.weighed_by(BY_HAND)
        self.seen = g.land.seen[g.vegetation][g.visibility]
        self.out = tuple(sorted(g.bridges_out))
        self.standing = tuple(sorted({u.place for u in g.soviets() if not roams(u)}))
        self.roaming = tuple(sorted({u.place for u in g.soviets() if roams(u)}))

    @cached_property
    def road(self) -> frozenset[Hex]:
        return _road(self.g.land, self.standing, self.roaming, self.g.vegetation, self.g.visibility, self.out, self.weights.columns)

    @cached_property
    def watchers(self) -> tuple[Hex, ...]:
        """Standing pieces that see the road, the easternmost first."""
        return tuple(h for h in sorted(self.standing, key=lambda h: (h[2:], h)) if not self.road.isdisjoint(self.seen[h]))

    @cached_property
    def to_the_end(self) -> dict[Hex, int]:
        end = min(self.road, key=lambda h: (h[2:], h), default="2900")
        return _far(self.g.land, (end,), self.g.vegetation, self.out, (), ())

    def way_to(self, target: Hex) -> dict[Hex, int]:
        """Movement points from every hex to where a piece can be seen from."""
        held = tuple(sorted(self.g.soviet_hexes))
        posts = tuple(sorted(h for h in self.seen[target] if h not in self.g.soviet_hexes))
        shunned = self.roaming if self.weights.shunning else ()
        eyes = frozenset(h for eye in shunned for h in self.seen[eye])
        return _far(self.g.land, posts, self.g.vegetation, self.out, held, tuple(sorted(eyes)))

    @cached_property
    def parties(self) -> list[tuple[Unit, ...]]:
        """Fighters by the hex they stand in, the foremost first; outside, every captured T-34 leads one."""
        g = self.g
        ours = [u for u in g.force() if u.what.fires and not u.pinned and fights(u)]
        found: dict[str, list[Unit]] = {}
        for u in ours:
            found.setdefault(u.place if on_map(u.place) else "outside" if not leads(u) else u.id, []).append(u)
        rest = found.pop("outside", [])
        leaders = [k for k in found if not on_map(k)]
        for i, u in enumerate(rest):
            found.setdefault(leaders[i % len(leaders)] if leaders else "outside", []).append(u)
        far = self.to_the_end
        return [tuple(units) for _, units in sorted(found.items(), key=lambda item: (far.get(item[0], NO_WAY), item[0]))]

    @cached_property
    def targets(self) -> dict[str, Hex]:
        """The foremost parties have the farthest watchers."""
        if not self.watchers:
            return {}
        found: dict[str, Hex] = {}
        n, w = len(self.parties), len(self.watchers)
        for i, party in enumerate(self.parties):
            target = self.watchers[min(w - 1, i * w // n)] if n >= w else self.watchers[w - n + i]
            for u in party:
                found[u.id] = target
        return found

    def target_of(self, unit: Unit) -> Hex | None:
        return self.targets.get(unit.id)


def leads(u: Unit) -> bool:
    return "captured_t34" in u.what.flags


def fights(u: Unit) -> bool:
    return u.what.kind != "gun" and (u.what.strength or 0) >= 2


@lru_cache(maxsize=512)
def _road(land: Land, standing: tuple[Hex, ...], roaming: tuple[Hex, ...], vegetation: str, visibility: int, out: tuple[Hex, ...], columns: float) -> frozenset[Hex]:
    eyes = {**dict.fromkeys(roaming, columns), **dict.fromkeys(standing, 1.0)}
    return least_watched(land, road_watched(eyes, land.seen[vegetation][visibility]), out)


@lru_cache(maxsize=512)
def _far(land: Land, ground: tuple[Hex, ...], vegetation: str, out: tuple[Hex, ...], held: tuple[Hex, ...], eyes: tuple[Hex, ...]) -> dict[Hex, int]:
    prices = {h: p for h, p in land.prices[vegetation, "vehicle"].items() if p is not None and h not in out and h not in held}
    for h in eyes:
        if h in prices:
            prices[h] += 1
    return points_to(GRID, ground, prices)
