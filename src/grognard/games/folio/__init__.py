"""The Folio series: standard rules for many battles, and Sidi Zahran, which uses them alone."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from grognard.board.ground import HexGround
from grognard.board.hexes.map import HexMap
from grognard.engine import Face, Game, Mind, Rules
from grognard.games.folio.face.counters import CHARTS, FACES
from grognard.games.folio.face.dossier import briefing, dossier
from grognard.games.folio.face.words import labels, reach
from grognard.games.folio.mind.doctrine import stretch
from grognard.games.folio.mind.sidi_zahran import DOCTRINE, moods, value, weighs
from grognard.games.folio.mind.weights import FITTED
from grognard.games.folio.rules.data import RULEBOOK
from grognard.games.folio.rules.invariants import check, complete
from grognard.games.folio.rules.reasons import REASONS
from grognard.games.folio.rules.scenarios import SCENARIOS
from grognard.games.folio.rules.setup import SETUP
from grognard.games.folio.rules.sidi_zahran import Zahran, aims, desert, standing, start
from grognard.games.folio.rules.state import Unit, sides
from grognard.games.folio.rules.view import battle_glance, battle_view, determinize


@lru_cache(maxsize=256)
def shown(hexmap: HexMap) -> HexGround:
    """A map for whoever shows it."""
    return HexGround(hexmap)


GAME = Game(
    id="folio",
    title="Folio Battles",
    blurb="The standard rules of the Folio series: small battles in the desert and before Arras.",
    version=9,
    rulebook=RULEBOOK,
    scenarios=SCENARIOS,
    options={"setup": SETUP},
    rules=Rules(
        state=Zahran,
        piece=Unit,
        start=start,
        sides=sides,
        view=battle_view,
        glance=battle_glance,
        determinize=determinize,
        complete=complete,
        check=check,
        boxes=("eliminated", "turn *"),
        aims=aims,
        reasons=REASONS,
        standing=standing,
    ),
    mind=Mind(
        judge=DOCTRINE.judge,
        judge_all=DOCTRINE.judge_all,
        advice=DOCTRINE.advice,
        value=value,
        weighs=weighs,
        moods=moods,
        stretch=stretch,
        fitted=FITTED,
        policy=Path(__file__).parent / "mind" / "policy.npz",
        overlooks=(0.65, 0.3, 0.0),
    ),
    face=Face(
        labels=labels,
        ground=lambda scenario: shown(desert(scenario).ground.map),
        counters=FACES,
        charts=CHARTS,
        reach=reach,
        briefing=briefing,
        dossier=dossier,
    ),
)
