"""Night Fight: solitaire infiltration by night on the Eastern Front, 1943."""

from __future__ import annotations

from grognard.board.ground import HexGround
from grognard.board.hexes.maps import MapDataCache
from grognard.engine import Face, Game, Mind, Option, Rules
from grognard.games.night_fight.face.counters import CHARTS, FACES, labels
from grognard.games.night_fight.face.dossier import briefing, dossier, reach
from grognard.games.night_fight.mind.doctrine import advice, judge, judge_all
from grognard.games.night_fight.mind.prospects import in_turn, stretch, value, weighs
from grognard.games.night_fight.mind.weights import FITTED
from grognard.games.night_fight.rules.data import MAPS, RULEBOOK
from grognard.games.night_fight.rules.invariants import check
from grognard.games.night_fight.rules.reasons import REASONS
from grognard.games.night_fight.rules.scenarios import SCENARIOS
from grognard.games.night_fight.rules.sequence import sides, start
from grognard.games.night_fight.rules.sight import explain_sight
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.victory import aims, remains, standing
from grognard.games.night_fight.rules.view import determinize, view

GROUNDS = MapDataCache(MAPS, SCENARIOS.known.__getitem__, HexGround)

GAME = Game(
    id="night-fight",
    title="Night Fight",
    blurb="Lead a German column through the Soviet rear by night, 1943. Solitaire, or with friends.",
    version=8,
    rulebook=RULEBOOK,
    scenarios=SCENARIOS,
    options={
        "intensity": Option(
            "intensity",
            "Intensity",
            ("low", "medium", "high"),
            "NF-3.0.2",
            about="How strong both forces are: Soviet pieces on the map and in columns, and the points you buy with.",
        ),
        "events": Option(
            "events",
            "Random events",
            ("yes", "no"),
            "NF-6.0.1",
            about="Something unforeseen may happen at the beginning of a turn.",
        ),
        "waffen-ss": Option(
            "waffen-ss",
            "Waffen SS",
            ("no", "yes"),
            "NF-20.1.1",
            about="Your units rally more easily and fire one column better.",
            besides=tuple(name for name, scenario in SCENARIOS.items() if "waffen-ss" in scenario.rules),
        ),
        "players": Option(
            "players",
            "German players, at most four",
            ("1", "2", "3", "4"),
            "NF-20.2.1",
            about="Several share the German side; each buys and leads a part of it.",
        ),
        "optional-piece": Option(
            "optional-piece",
            "SdKfz 161 for sale",
            ("no", "yes"),
            "NF-22.1.2",
            about="An anti-aircraft tank that came later in the war.",
        ),
        "house-rule": Option(
            "house-rule",
            "House rule, for an evener fight",
            ("no", "yes"),
            scenarios=tuple(name for name, scenario in SCENARIOS.items() if scenario.house is not None),
            about="Not in the rulebook. At Kharkov the edge hexes you hold count, not the units on them; "
            "at Kiev only columns and pieces that lie face up watch the road.",
            decides=True,
        ),
    },
    rules=Rules(
        state=NightFight,
        piece=Unit,
        start=start,
        sides=sides,
        view=view,
        determinize=determinize,
        check=check,
        aims=aims,
        standing=standing,
        remains=remains,
        reasons=REASONS,
        boxes=("box-*", "wait-*"),
    ),
    mind=Mind(
        judge=judge,
        judge_all=judge_all,
        advice=advice,
        value=value,
        weighs=weighs,
        in_turn=in_turn,
        stretch=stretch,
        ahead=0,
        fitted=FITTED,
        ponders=False,
        tries=12,
        overlooks=(0.85, 0.6, 0.4),
    ),
    face=Face(
        labels=labels,
        ground=GROUNDS.__getitem__,
        by_night=True,
        counters=FACES,
        charts=CHARTS,
        reach=reach,
        sight=explain_sight,
        briefing=briefing,
        dossier=dossier,
    ),
)
