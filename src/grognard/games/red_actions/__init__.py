"""Red Actions!: miniatures of the Russian Civil War, by inches on a table."""

from __future__ import annotations

from functools import cache

from grognard.board.ground import InchGround
from grognard.engine import Face, Game, Mind, Option, Rules
from grognard.games.red_actions.face.briefing import briefing
from grognard.games.red_actions.face.charts import CHARTS
from grognard.games.red_actions.face.dossier import dossier
from grognard.games.red_actions.face.faces import FACES
from grognard.games.red_actions.face.reach import reach
from grognard.games.red_actions.face.words import describe
from grognard.games.red_actions.mind.destinations import wishes
from grognard.games.red_actions.mind.doctrine import advice, judge
from grognard.games.red_actions.mind.prospects import stretch, value
from grognard.games.red_actions.rules.checks import check
from grognard.games.red_actions.rules.data import ARMIES, RULEBOOK
from grognard.games.red_actions.rules.muster import start
from grognard.games.red_actions.rules.scenarios import SCENARIOS, TABLES
from grognard.games.red_actions.rules.state import PICK_UP, RedActions, Unit, sides
from grognard.games.red_actions.rules.victory import aims, standing
from grognard.games.red_actions.rules.view import determinize, view

LISTS = tuple(ARMIES)


@cache
def ground(scenario: str) -> InchGround:
    """The table of a battle; a pick-up game shows the first until one is chosen."""
    known = SCENARIOS.known.get(scenario)
    name = scenario if known is not None and not known.bought else next(iter(TABLES))
    return InchGround(TABLES[name], SCENARIOS.known[name].title)


GAME = Game(
    id="red-actions",
    title="Red Actions!",
    blurb="The Russian Civil War by inches: companies of bases, tachankas, armoured trains. Two players.",
    version=3,
    rulebook=RULEBOOK,
    scenarios=SCENARIOS,
    options={
        "commissar-terror": Option("commissar-terror", "Commissar terror", ("on", "off"), "RA-TRT.18"),
        "ammunition": Option("ammunition", "Gun rounds are counted", ("off", "on"), "RA-ART.17"),
        "gas": Option("gas", "Gas shells", ("off", "on"), "RA-ART.18"),
        "no-quarter": Option("no-quarter", "No quarter", ("scenario", "yes", "no"), "RA-SCN.5"),
        "points": Option("points", "Points of a pick-up game", ("300", "450", "600"), "RA-SCN.4", (PICK_UP,)),
        "south-army": Option("south-army", "Army of the south", LISTS, "RA-SCN.4", (PICK_UP,)),
        "north-army": Option("north-army", "Army of the north", LISTS[::-1], "RA-SCN.4", (PICK_UP,)),
        "ambushes": Option("ambushes", "Units a side may hide", ("0", "1", "2", "3"), "RA-AMB.1", (PICK_UP,)),
        "table": Option("table", "Table of a pick-up game", tuple(TABLES), "RA-SCN.3", (PICK_UP,)),
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
        boxes=("table",),
    ),
    mind=Mind(judge=judge, advice=advice, wishes=wishes, value=value, stretch=stretch),
    face=Face(
        describe=describe,
        ground=ground,
        counters=FACES,
        charts=CHARTS,
        reach=reach,
        briefing=briefing,
        dossier=dossier,
    ),
)
