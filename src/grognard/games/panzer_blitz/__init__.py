"""Panzer Blitz: Hill of Death. Platoons around Hill 112 in Normandy, June and July 1944."""

from __future__ import annotations

from pathlib import Path

from grognard.board.ground import HexGround
from grognard.board.hexes.maps import MapDataCache
from grognard.engine import Face, Game, Mind, Rules
from grognard.games.panzer_blitz.face.charts import CHARTS
from grognard.games.panzer_blitz.face.counters import FACES, around, labels
from grognard.games.panzer_blitz.face.dossier import briefing, dossier, reach
from grognard.games.panzer_blitz.face.words import describe
from grognard.games.panzer_blitz.mind.doctrine import advice, best_deeds, judge, judge_all
from grognard.games.panzer_blitz.mind.prospects import stretch, value, weighs
from grognard.games.panzer_blitz.mind.weights import FITTED
from grognard.games.panzer_blitz.rules.data import MAPS, RULEBOOK, SITUATIONS
from grognard.games.panzer_blitz.rules.invariants import check
from grognard.games.panzer_blitz.rules.reasons import REASONS
from grognard.games.panzer_blitz.rules.sequence import sides
from grognard.games.panzer_blitz.rules.setup import start
from grognard.games.panzer_blitz.rules.sight import explain
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.victory import aims, standing
from grognard.games.panzer_blitz.rules.view import determinize, view

GROUNDS = MapDataCache(MAPS, SITUATIONS.known.__getitem__, HexGround)

GAME = Game(
    id="panzer-blitz",
    title="Panzer Blitz: Hill of Death",
    blurb="Platoons, chits and delayed artillery: the fight for Hill 112, Normandy 1944.",
    version=11,
    rulebook=RULEBOOK,
    scenarios=SITUATIONS,
    rules=Rules(
        state=PanzerBlitz,
        piece=Unit,
        start=start,
        sides=sides,
        view=view,
        determinize=determinize,
        check=check,
        aims=aims,
        standing=standing,
        boxes=("air-*",),
        reasons=REASONS,
    ),
    mind=Mind(
        judge=judge,
        judge_all=judge_all,
        best=best_deeds,
        advice=advice,
        value=value,
        weighs=weighs,
        stretch=stretch,
        varied=False,
        fitted=FITTED,
        policy=Path(__file__).parent / "mind" / "policy.npz",
        overlooks=(0.9, 0.65, 0.4),
    ),
    face=Face(
        describe=describe,
        labels=labels,
        around=around,
        ground=GROUNDS.__getitem__,
        counters=FACES,
        charts=CHARTS,
        reach=reach,
        sight=explain,
        briefing=briefing,
        dossier=dossier,
    ),
)
