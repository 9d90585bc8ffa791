"""Eastern Front Tank Leader: card-activated tank battles, 1941 to 1945."""

from __future__ import annotations

from grognard.board.ground import HexGround
from grognard.board.hexes.maps import MapDataCache
from grognard.engine import Face, Game, Mind, Option, Rules
from grognard.games.tank_leader.face.counters import CHARTS, FACES
from grognard.games.tank_leader.face.dossier import briefing, dossier, reach_of
from grognard.games.tank_leader.face.labels import labels
from grognard.games.tank_leader.face.map_look import guise, guises_of, in_guise, reading
from grognard.games.tank_leader.mind.candidates import best
from grognard.games.tank_leader.mind.doctrine import advice, judge, judge_all
from grognard.games.tank_leader.mind.prospects import chance_of_victory, stretch, weighs
from grognard.games.tank_leader.mind.weights import FITTED
from grognard.games.tank_leader.rules.data import MAPS, RULEBOOK
from grognard.games.tank_leader.rules.invariants import check
from grognard.games.tank_leader.rules.reasons import REASONS
from grognard.games.tank_leader.rules.scenarios import BATTLES, SCENARIOS
from grognard.games.tank_leader.rules.sequence import sides, start
from grognard.games.tank_leader.rules.spotting import explain_sight
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.victory import aims, standing
from grognard.games.tank_leader.rules.view import determinize, view

GROUNDS = MapDataCache(MAPS, BATTLES.known.__getitem__, HexGround)

GAME = Game(
    id="tank-leader",
    title="Eastern Front Tank Leader",
    blurb="Platoons, cards and nerve on the Eastern Front: who acts when is what decides.",
    version=15,
    rulebook=RULEBOOK,
    scenarios=BATTLES,
    options={
        "intelligence": Option(
            "intelligence",
            "Intelligence",
            ("open", "limited"),
            "TL-6.6.1",
            about="Limited: a formation's card is played face down and turned up only when it acts.",
        ),
        "year": Option(
            "year",
            "Year",
            ("1943", "1941", "1942", "1944", "1945"),
            "TL-6.2.2",
            ("free-battle",),
            about="Which formations there are, and how experienced.",
        ),
    },
    rules=Rules(
        state=TankLeader,
        piece=Unit,
        start=start,
        sides=sides,
        view=view,
        determinize=determinize,
        check=check,
        aims=aims,
        standing=standing,
        reasons=REASONS,
    ),
    mind=Mind(
        judge=judge,
        judge_all=judge_all,
        best=best,
        advice=advice,
        value=chance_of_victory,
        weighs=weighs,
        stretch=stretch,
        stretches=3,
        fitted=FITTED,
        ponders=False,
        overlooks=(0.9, 0.45, 0.15),
    ),
    face=Face(
        labels=labels,
        ground=GROUNDS.__getitem__,
        counters=FACES,
        charts=CHARTS,
        reach=reach_of,
        sight=explain_sight,
        reading=reading,
        guise=guise,
        in_guise=in_guise,
        guises=guises_of(next(iter(SCENARIOS.values()))),
        briefing=briefing,
        dossier=dossier,
    ),
)
