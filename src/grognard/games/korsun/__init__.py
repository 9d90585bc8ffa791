"""Escape Hell's Gate: the Korsun pocket, February 1944, a game of the Folio series."""

from __future__ import annotations

from dataclasses import replace

from grognard.board.ground import HexGround
from grognard.board.hexes.maps import MapDataCache
from grognard.engine import Game, Mind
from grognard.games.folio import GAME as FOLIO
from grognard.games.folio.mind.doctrine import stretch
from grognard.games.korsun.face.counters import CHARTS, FACES
from grognard.games.korsun.face.dossier import dossier
from grognard.games.korsun.mind.doctrine import DOCTRINE
from grognard.games.korsun.mind.prospects import value, weighs
from grognard.games.korsun.mind.weights import FITTED
from grognard.games.korsun.rules.data import MAPS, RULEBOOK
from grognard.games.korsun.rules.exclusive import Campaign, start
from grognard.games.korsun.rules.invariants import check, complete
from grognard.games.korsun.rules.reasons import REASONS
from grognard.games.korsun.rules.scenarios import SCENARIOS
from grognard.games.korsun.rules.victory import aims, judge_victory
from grognard.games.korsun.rules.view import glance, view

GROUNDS = MapDataCache(MAPS, SCENARIOS.known.__getitem__, HexGround)

GAME = Game(
    id="korsun",
    title="Escape Hell's Gate",
    blurb="The Korsun pocket, February 1944: break out, break in, or shut the gate.",
    version=8,
    rulebook=RULEBOOK,
    scenarios=SCENARIOS,
    options=FOLIO.options,
    rules=replace(
        FOLIO.rules,
        state=Campaign,
        start=start,
        view=view,
        glance=glance,
        complete=complete,
        check=check,
        aims=aims,
        reasons=REASONS,
        standing=judge_victory,
    ),
    mind=Mind(
        judge=DOCTRINE.judge,
        judge_all=DOCTRINE.judge_all,
        advice=DOCTRINE.advice,
        value=value,
        weighs=weighs,
        stretch=stretch,
        fitted=FITTED,
        ponders=False,
        overlooks=(0.6, 0.3, 0.05),
    ),
    face=replace(FOLIO.face, ground=GROUNDS.__getitem__, counters=FACES, charts=CHARTS, dossier=dossier),
)
