"""Red Actions!: miniatures of the Russian Civil War, by inches on a table."""

from __future__ import annotations

from functools import lru_cache

from grognard.board.ground import InchGround
from grognard.engine import Face, Game, Mind, Option, Rules
from grognard.games.red_actions.face.counters import CHARTS, FACES
from grognard.games.red_actions.face.dossier import around, briefing, dossier, reach, sight
from grognard.games.red_actions.mind.candidates import best_orders, wishes
from grognard.games.red_actions.mind.doctrine import advice, judge
from grognard.games.red_actions.mind.prospects import in_turn, staying, stretch, value, weighs
from grognard.games.red_actions.mind.weights import FITTED
from grognard.games.red_actions.rules.data import ARMIES, RULEBOOK, people
from grognard.games.red_actions.rules.invariants import check
from grognard.games.red_actions.rules.muster import start
from grognard.games.red_actions.rules.reasons import REASONS
from grognard.games.red_actions.rules.scenarios import SCENARIOS, TABLES
from grognard.games.red_actions.rules.state import PICK_UP, RedActions, Unit, sides
from grognard.games.red_actions.rules.victory import aims, standing
from grognard.games.red_actions.rules.view import determinize, view

LISTS = tuple(ARMIES)


@lru_cache(maxsize=256)
def ground(scenario: str) -> InchGround:
    """The table of a battle; a pick-up game shows the first until one is chosen."""
    known = SCENARIOS.known.get(scenario)
    name = scenario if known is not None and not known.bought else next(iter(TABLES))
    return InchGround(TABLES[name], SCENARIOS.known[name].title)


GAME = Game(
    id="red-actions",
    title="Red Actions!",
    blurb="The Russian Civil War by inches: companies of bases, tachankas, armoured trains. Two players.",
    version=10,
    rulebook=RULEBOOK,
    scenarios=SCENARIOS,
    options={
        "commissar-terror": Option(
            "commissar-terror",
            "Commissar terror",
            ("on", "off"),
            "RA-TRT.18",
            about="A unit under a commissar that fails a test to charge takes a terror marker.",
        ),
        "ammunition": Option(
            "ammunition",
            "Gun rounds are counted",
            ("off", "on"),
            "RA-ART.17",
            about="A gun has so many rounds, and each shot takes one.",
        ),
        "gas": Option(
            "gas",
            "Gas shells",
            ("off", "on"),
            "RA-ART.18",
            about="Guns may fire gas: cover does not help, and those who are hit may flee.",
        ),
        "no-quarter": Option(
            "no-quarter",
            "No quarter",
            ("scenario", "yes", "no"),
            "RA-SCN.5",
            about="Whether prisoners are taken; the scenario says so, unless you do.",
        ),
        "points": Option(
            "points",
            "Points of a pick-up game",
            ("300", "450", "600"),
            "RA-SCN.4",
            (PICK_UP,),
            about="What each army may cost.",
        ),
        "south-army": Option(
            "south-army",
            "Army of the south",
            LISTS,
            "RA-SCN.4",
            (PICK_UP,),
            about="Which list the army at the southern edge is bought from.",
        ),
        "north-army": Option(
            "north-army",
            "Army of the north",
            LISTS[::-1],
            "RA-SCN.4",
            (PICK_UP,),
            about="Which list the army at the northern edge is bought from.",
        ),
        "ambushes": Option(
            "ambushes",
            "Units a side may hide",
            ("0", "1", "2", "3"),
            "RA-AMB.1",
            (PICK_UP,),
            about="Units that begin out of sight, where there is something to hide in.",
        ),
        "table": Option(
            "table",
            "Table of a pick-up game",
            tuple(TABLES),
            "RA-SCN.3",
            (PICK_UP,),
            about="The ground that is fought over.",
        ),
    },
    rules=Rules(
        state=RedActions,
        piece=Unit,
        start=start,
        sides=sides,
        view=view,
        determinize=determinize,
        check=check,
        aims=aims,
        standing=standing,
        reasons=REASONS,
        boxes=("*",),  # which houses there are is said by the table that was chosen: see `check`
    ),
    mind=Mind(
        judge=judge,
        advice=advice,
        wishes=wishes,
        best=best_orders,
        value=value,
        weighs=weighs,
        in_turn=in_turn,
        holds=staying,
        stretch=stretch,
        fitted=FITTED,
        overlooks=(0.85, 0.55, 0.25),
    ),
    face=Face(
        ground=ground,
        counters=FACES,
        charts=CHARTS,
        around=around,
        reach=reach,
        sight=sight,
        briefing=briefing,
        dossier=dossier,
        people=people,
    ),
)
