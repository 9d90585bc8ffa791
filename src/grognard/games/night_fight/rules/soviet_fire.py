"""5.5, 10.1, 13.1, 13.2 The Soviets look and fire by rule: in their fire phase, and at Germans on the move."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import Step
from grognard.games.night_fight.rules.artillery import SovietStrike
from grognard.games.night_fight.rules.column_formation import deploy, divide_columns
from grognard.games.night_fight.rules.data import GRID, TYPES
from grognard.games.night_fight.rules.fire import Shot, supplied_by_depot
from grognard.games.night_fight.rules.losses import remove_dummy
from grognard.games.night_fight.rules.sight import seen_from, views, watched_hexes
from grognard.games.night_fight.rules.spotting import attempt, can_look, mark_spotted, may_react, quarry_of, turn_up
from grognard.games.night_fight.rules.stacking import overstacked
from grognard.games.night_fight.rules.state import NightFight, Phase, Unit, on_map


class SovietFire(Phase, frozen=True):
    """5.5 Every Soviet unit looks for the closest hidden German, then fires if it has a target."""

    begun: bool = False

    def run(self, g: NightFight) -> None:
        if self.begun:
            divide_columns(g)
            return g.done()
        g.new_phase("Soviet fire")
        g.swap(SovietFire(begun=True))
        g.call(SovietActs())

    def react(self, g: NightFight, movers: tuple[str, ...]) -> None:
        """R53 A German unit that falls back is looked for and fired at by those who still can."""
        soviets_react(g, movers)


def soviets_react(g: NightFight, movers: tuple[str, ...]) -> None:
    """5.3, R32 Soviet units with the moving Germans in view look for them and fire."""
    moving = [u for i in movers if (u := g.pieces.get(i))]
    if not may_react(g, moving, moving[0].place):
        return
    if queue := in_order(g, movers):
        g.call(SovietActs(movers, tuple([u.id for u in queue]), pieces_on_the_map(g)))


class SovietActs(Step, frozen=True):
    """R29, R31, R32 Soviet units act one after another, then again as long as one has gained something to do."""

    movers: tuple[str, ...] | None = None  # the Germans on the move; None in the Soviet Fire Phase
    queue: tuple[str, ...] = ()
    there: tuple[str, ...] = ()  # the Soviet pieces on the map when the queue was formed

    def run(self, g: NightFight) -> None:
        queue, there = self.queue, self.there
        if not queue:
            there = pieces_on_the_map(g)
            if there == self.there and not self._gained(g):
                return g.done()
            queue = tuple([u.id for u in in_order(g, self.movers)])
            if not queue:
                return g.done()
        for n, unit_id in enumerate(queue, 1):
            left = SovietActs(self.movers, queue[n:], there)
            g.swap(left)
            g.alarms += self.movers is not None
            act(g, unit_id, self.movers)
            if g.steps[-1] is not left:
                return None  # it fires, and those left act after that
        return None

    def _gained(self, g: NightFight) -> bool:
        """R31 May somebody have more to do now? Not while the movers are still unseen by all."""
        return self.movers is None or any((m := g.pieces.get(i)) and m.spotted for i in self.movers)


def pieces_on_the_map(g: NightFight) -> tuple[str, ...]:
    """The Soviet pieces on the map, hex by hex."""
    return tuple([i for h in g.soviet_hexes for i in g.at[h]])


def in_order(g: NightFight, movers: tuple[str, ...] | None = None) -> list[Unit]:
    """R31 Who can act, by distance to the nearest German in view, then hex number, then top of the stack first.

    While Germans move, only those with the movers in view.
    """
    seen, distance, pieces, at = views(g), GRID.distance, g.pieces, g.at
    hidden, shown = prey_among(g.germans() if movers is None else [u for i in movers if (u := pieces.get(i))])
    bits, index = watched_hexes(g), GRID.index
    watched = [h for h in hidden | shown if bits >> index[h] & 1]
    if not watched:
        return []
    around, found = seen[watched[0]], {}
    if len(watched) > 1:
        around = around.union(*[seen[h] for h in watched[1:]])
    for h in around.intersection(g.soviet_hexes):
        if able := [u for i in reversed(at[h]) if can_act(g, (u := pieces[i]), hidden, shown)]:
            found[h] = able
    if len(found) > 1:
        near = {h: min([distance(h, e) for e in g.german_hexes if e in seen[h]]) for h in found}
        return [u for h in sorted(found, key=lambda h: (near[h], h)) for u in found[h]]
    return [u for able in found.values() for u in able]


def prey_among(germans: list[Unit]) -> tuple[set[Hex], set[Hex]]:
    """10.1, 13.1 The hexes of those who may be looked for, being unspotted, and of those who may be fired at."""
    return {u.place for u in germans if not u.spotted}, {u.place for u in germans if u.spotted}


def can_act(g: NightFight, unit: Unit, hidden: set[Hex], shown: set[Hex]) -> bool:
    """Has a Soviet unit an attempt to make at Germans in these hexes, or a target to fire at in those?"""
    seen = seen_from(g, unit.place)
    if hidden and not seen.isdisjoint(hidden) and can_look(g, unit):
        return True
    if not shown or unit.id in g.fired or unit.pinned or seen.isdisjoint(shown):
        return False
    return may_have_to_fire(unit) and not overstacked(g, unit.place)


def may_have_to_fire(unit: Unit) -> bool:
    """13.1, R30 A face-down piece may turn out to be anything that fires; Artillery never does."""
    what = TYPES[unit.type]
    return what.fires if unit.up and what.kind != "marker" else what.kind != "strike"


def duty_targets(g: NightFight, unit: Unit, movers: tuple[str, ...] | None) -> list[Unit]:
    """13.1, R33 The spotted Germans a Soviet unit must choose from; on the move, only once the mover is spotted."""
    if unit.id in g.fired:
        return []
    seen = seen_from(g, unit.place)
    if movers is not None and not any((m := g.pieces.get(i)) and m.spotted and m.place in seen for i in movers):
        return []
    return [t for h in g.german_hexes if h in seen for t in g.here(h) if t.spotted]


def act(g: NightFight, unit_id: str, movers: tuple[str, ...] | None) -> None:
    """R29 First the one attempt, if a hidden German is in view; then fire at the best spotted one."""
    unit = g.pieces.get(unit_id)
    if unit is None or not on_map(unit.place) or unit.pinned or overstacked(g, unit.place):
        return
    quarry = quarry_of(g, unit, movers)
    if quarry is not None and attempt(g, unit, quarry.place, quarry):
        found = reveal_spotter(g, unit, quarry)
        if found is None:
            return
        unit = found
    if may_have_to_fire(unit) and (prey := duty_targets(g, unit, movers)):
        obey(g, unit, movers, prey)


def reveal_spotter(g: NightFight, unit: Unit, quarry: Unit) -> Unit | None:
    """10.1, 10.3, R20, R36 A successful spotter shows itself; a Dummy or a depot has seen nothing after all."""
    where = quarry.place
    if unit.what.kind == "strike":
        spot_germans(g, where)
        g.call(SovietStrike(unit.id, where))
        return None
    lead = deploy(g, unit.column, spotted=False) if unit.what.kind == "marker" else unit
    if lead is None or lead.type == "dummy":
        if lead is not None:
            remove_dummy(g, lead.id, "NF-10.3.14")
        g.tell("NF-10.3.14", "A dummy sees nothing: nobody in {hex} is spotted", hexes=(where,), hex=where)
        return None
    lead = turn_up(g, lead.id)
    if lead.type == "supply":
        g.tell("NF-13.3.2", "A depot sees nothing for its side: nobody in {hex} is spotted", hexes=(where,), hex=where)
        return None
    spot_germans(g, where)
    return lead


def spot_germans(g: NightFight, h: str) -> None:
    """10.3 Success spots every German unit in the hex."""
    for unit in g.here(h):
        mark_spotted(g, unit.id, "NF-10.3.2")


def obey(g: NightFight, unit: Unit, movers: tuple[str, ...] | None, prey: list[Unit]) -> None:
    """13.1, R20, R30 A unit that can fire must: a column deploys to do it, a hidden piece is turned up first."""
    if unit.what.kind == "marker":
        text = "Column {n} has a spotted German in view and must fire"
        g.tell("NF-13.1.2", text, hexes=(unit.place,), n=unit.column)
        following = g.columns[unit.column].units[1:2]
        lead = deploy(g, unit.column, spotted=False)
        if lead is None:  # R20: a Dummy; the next unit acts, if it sees the target
            for unit_id in following:
                act(g, unit_id, movers)
            return None
        unit = lead
    elif unit.type == "dummy":
        return remove_dummy(g, unit.id, "NF-10.0.2")
    unit = turn_up(g, unit.id)
    if not unit.what.fires:
        return g.tell("NF-10.1.7", "{unit} in {hex} cannot fire", unit=unit.name, hex=unit.place)
    target = best_target(g, unit, prey)
    shots = [Shot(unit.id, target.id)]
    if supplied_by_depot(g, unit):
        shots.append(Shot(unit.id, target.id, again=True))
    g.call(*shots)
    return None


# ------------------------------------------------------------------ target priority


def criteria(g: NightFight, firer: Unit, candidates: list[Unit]) -> dict[str, tuple[bool, ...]]:
    """13.2, R34 Which of the five criteria each candidate meets."""
    closest = min(GRID.distance(firer.place, c.place) for c in candidates)
    strongest = max(c.what.defends for c in candidates)
    return {
        c.id: (
            c.id not in g.shot_at,
            not c.pinned,
            GRID.distance(firer.place, c.place) == closest,
            firer.anti_tank and c.anti_tank,
            c.what.defends == strongest,
        )
        for c in candidates
    }


def best_target(g: NightFight, firer: Unit, candidates: list[Unit]) -> Unit:
    """13.2 Most criteria, then the higher-ranking ones, then the closer, the stronger, then at random."""
    if len(candidates) == 1:
        return candidates[0]
    met = criteria(g, firer, candidates)

    def rank(c: Unit) -> tuple[int, tuple[bool, ...], int, int]:
        return sum(met[c.id]), met[c.id], -GRID.distance(firer.place, c.place), c.what.defends

    best = max(map(rank, candidates))
    return g.choose([c for c in candidates if rank(c) == best])
