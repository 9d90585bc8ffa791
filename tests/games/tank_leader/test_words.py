"""What briefings and the page of the game say of forces, arrivals, points and numbers is what the data say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from grognard.games.tank_leader.face.dossier import briefing
from grognard.games.tank_leader.rules.data import CARDS, LOSS_VALUES, TABLES, TYPES
from grognard.games.tank_leader.rules.scenarios import SCENARIOS

from .table import field

PAGE = Path(__file__).parents[3] / "docs/games/tank-leader.md"
WORDS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
]
TENS = {19: "nineteen", 44: "forty-four"}


class Force:
    """How many units of some types (joined by two strokes) a side has, in words."""

    def __init__(self, scenario: str, cards: list[int]) -> None:
        year = SCENARIOS[scenario]["year"]
        lines = [line for n in cards if (line := CARDS[str(n)].line_up(year))]
        self.units = [kind for line in lines for kind, n in line.units.items() for _ in range(n)]

    def __getattr__(self, kinds: str) -> str:
        return word(sum(self.units.count(kind) for kind in kinds.split("__")))


def word(number: int) -> str:
    return TENS.get(number) or WORDS[number]


def facts(scenario: str) -> dict[str, Any]:
    """What the words may name: forces at the start and later, turns, points."""
    rows = SCENARIOS[scenario]
    found: dict[str, Any] = {"turns": word(rows["turns"])}
    for side in ("german", "soviet"):
        later = [row for row in rows.get("reinforcement", ()) if row["side"] == side]
        found[side] = Force(scenario, rows[side]["cards"])
        found[f"{side}_later"] = Force(scenario, [n for row in later for n in row["cards"]])
        for row in later:
            arrival = row["arrival"]
            if arrival["kind"] == "deck":
                found["first"] = arrival["first_turn"]
                found["last"] = arrival["first_turn"] + len(arrival["cards"] + arrival["blanks"]) - 1
                assert found["last"] <= arrival["last_turn"] and arrival["draws_per_turn"] == 1
            found |= {key: arrival[key] for key in ("turn", "first_turn") if key in arrival}
    for row in rows["aim"]:
        for h in row.get("hexes", ()):
            found[f"h{h}_{row['side']}"] = row["vp_each"]
        if row["kind"] == "exit":
            found[f"exit_{row['side']}"] = row["vp_each"]
    return found


SAID = {
    "prokhorovka": {
        "german": [
            *("C/2 with {german.stug_l} assault guns",),
            *("{soviet.churchill} slow infantry tanks", "three companies, two tanks"),
        ],
        "soviet": ["{german.pz4l} Panzer IV with the long gun, {german.stug_l} assault guns", "{turns} turns"],
    },
    "steppe-patrol": {
        "german": [
            *("B/2 with {german_later.pz3l} Panzer III", "C/2 with {german.pz4s} Panzer IV"),
            *("{soviet.t34_76} T-34s and {soviet.t70} T-70s", "B/2/6 with {soviet_later.t34_76} T-34s"),
            *("on turn {turn}", "a unit off the edge is {exit_german} point"),
        ],
        "soviet": [
            "{soviet.t70} T-70s and {soviet.t34_76} T-34s",
            "{soviet_later.t34_76} T-34s comes by road 2 on turn {turn}",
        ],
    },
    "the-elbe-river-blues": {
        "german": ["B/72 with three Panthers", "{soviet.is2} IS-2s", "{soviet_later.t34_76} T-34/76s on the west edge"],
        "soviet": ["{german.panther} Panthers and an armoured car"],
    },
    "battle-for-the-berlin-seelowe-highway": {
        "german": ["A/72 with four Panthers", "{german_later.tiger} Tigers of A/91 come from turn {first_turn} on"],
        "soviet": [
            "The {soviet_later.is2} \nIS-2s",
            "{german.panther} Panthers and an armoured car; {german_later.tiger} Tigers",
        ],
    },
    "the-belikowo-pocket": {
        "german": [
            *("A/2 with four Panzer IV", "C/2 with {german.stug_l} assault guns", "costs {h3019_soviet:w} points"),
            "A/91 with {german_later.tiger} Tigers on turn {turn}",
        ],
        "soviet": [
            "{german.pz4l} Panzer IV, {german.stug_l} assault guns",
            "{german_later.tiger} Tigers come on turn {turn}",
        ],
    },
    "on-the-road-to-moscow": {
        "german": [
            *("{german.pz3s} Panzer III, {german.pz38t} Panzer 38(t)", "{soviet.militia} platoons of militia"),
            *(
                "Two KVs on turn {turn}, {soviet_later.t34_76} T-34s from turn {first_turn} on",
                "is {exit_german:w} points",
            ),
        ],
        "soviet": ["{german.pz3s__pz38t} light and middling tanks and {german.g_inf} grenadier platoons"],
    },
    "the-border": {
        "german": [
            *("{german.pz3s} Panzer III and {german.pz2} Panzer II", "{german.g_inf} grenadier platoons"),
            *("{german.ac222} armoured cars of R/4", "{soviet.rifle} rifle platoons and a machine gun"),
            "{soviet_later.bt7} BT-7s and {soviet_later.t34_76} T-34s come between turn {first} and turn {last}",
            *(
                "worth {h1812_both:w} points",
                "{exit_german:w}. You have {turns} turns",
                "both are drawn by turn {last}",
            ),
        ],
        "soviet": [
            *(
                "{german.pz3s__pz2} light and middling tanks, {german.g_inf} grenadier platoons",
                "by turn {last} at the latest",
            ),
            *("From turn {first} on one card a turn", "both are drawn by turn {last}", "end of the {turns}h turn"),
        ],
    },
    "liberating-rostov": {
        "german": [
            "{german.pz2} Panzer II",
            "{german_later.pz3s} Panzer III come on turn {turn}",
            "4820, is {h4820_german:w} to you",
        ],
        "soviet": ["{soviet.kv1} KVs and {soviet.t26} T-26s", "{h4820_german:w} points of their own"],
    },
    "ambush": {
        "german": ["{soviet.t34_76} T-34s", "{german.g_inf} grenadier platoons", "{german.ac222} armoured cars"],
        "soviet": ["{soviet.t34_76} T-34s", "leave at 0117 are {exit_soviet} points", "{turns} turns"],
    },
    "tolochino-the-t-34": {
        "german": [
            "{soviet.t34_76} T-34s on turn 1, {soviet.bt7} BT-7s on turn 2, {soviet.kv1} KVs on turn 3",
            "{turns} turns",
        ],
        "soviet": ["{german.g_inf} grenadier platoons, a machine gun, an infantry gun"],
    },
    "bridgehead-on-the-astrika": {
        "german": [
            "{german.tiger} Tigers",
            "{german_later.panther} Panthers comes by road 2",
            "The bridge is {h3719_both:w} points",
        ],
        "soviet": ["{soviet_later.t34_85} T-34/85s comes by road 2 on turn {turn}", "{german.tiger} Tigers"],
    },
    "counterattack-on-the-chir": {
        "german": [
            "{soviet.t34_76} T-34s and {soviet.t70} T-70s, and {soviet.smg} platoons of submachine gunners",
            "On turn {turn} KG",
        ],
        "soviet": [
            "{german.pz3s__pz3l} Panzer III and an armoured car",
            "{soviet.t34_76} T-34s and {soviet.t70} T-70s",
        ],
    },
    "a-midsummer-days-dream": {
        "german": [
            *(
                "{german.g_inf} grenadier and {german.g_schreck} Panzerschreck platoons",
                "{h3019_soviet:w} points to them",
            ),
            *("each kept {h3019_german:w} to you", "From turn {first_turn} {german_later.panther} Panthers may come"),
            "{soviet.t34_85} T-34/85s and {soviet.su85} SU-85s",
        ],
        "soviet": ["with {soviet.t34_85} T-34/85s", "{turns} turns", "{german_later.panther} Panthers perhaps"],
    },
    "summer-of-42": {
        "german": [
            "{german.pz3l} Panzer III of the long gun",
            "{soviet.t34_76} T-34s and {soviet.t70} T-70s",
            "worth {h3019_both:w} points",
        ],
        "soviet": ["{german.g_inf} platoons of grenadiers", "{soviet_later.churchill} infantry tanks comes on turn 5"],
    },
    "the-thin-red-line": {
        "german": [
            *("{german.pz3s__pz38t} light and middling tanks", "{soviet.militia} platoons of militia"),
            "Two KVs and {soviet_later.t34_76} T-34s come between turn {first} and turn {last}",
        ],
        "soviet": [
            *("{german.pz3s__pz38t} tanks", "{german.g_inf} grenadier platoons", "From turn {first} on a card a turn"),
            *("both companies come by turn {last}", "as late as turn {last}"),
        ],
    },
    "lipki": {
        "german": [
            "{german.pz3s} Panzer III, C/2 with {german.pz4s} Panzer IV",
            "counts {h4627_both} points",
            "Green T-70s",
        ],
        "soviet": ["three T-34s each, Seasoned, and B/1/7 with {soviet.t70} T-70s, Green", "{german.pz3s} Panzer III"],
    },
    "krasny-kolkhoz": {
        "german": [
            *(
                "{german.g_inf} grenadier platoons and two trucks",
                "{soviet.rifle} rifle and {soviet.smg} submachine gun platoons",
            ),
            *("{soviet.t60} T-60s", "2827 counts {h2827_both} points, 2927 counts {h2927_both}", "{turns} turns"),
        ],
        "soviet": ["{german.g_inf} grenadier platoons with two trucks", "{soviet.t60} T-60s"],
    },
    "free-battle": {"german": ["for 110 points", "for 320 points"], "soviet": ["for 320 points", "for 110 points"]},
}


@pytest.mark.rule("TL-15.1.1", "TL-15.4.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_briefing_tells_the_forces_the_turns_and_the_points_of_the_data(scenario: str) -> None:
    known = facts(scenario)
    for side, lines in SAID[scenario].items():
        told = briefing(field(scenario=scenario), side)
        text = " ".join((told.situation, told.force, told.enemy, *told.special, *told.first)).replace("\n", "")
        for line in lines:
            filled = re.sub(r"\{(\w+):w\}", lambda m: word(known[m[1]]), line).format_map(known).replace("\n", "")
            assert filled.lower() in text.lower(), f"{side} is not told: {filled}"


@pytest.mark.rule("TL-13.1.1", "TL-13.14.3", "TL-9.21.1")
def test_the_advice_at_tolochino_is_that_of_the_counters() -> None:
    rows = SCENARIOS["tolochino-the-t-34"]
    german = set(Force("tolochino-the-t-34", rows["german"]["cards"]).units) | {"g_truck"}
    reaching = {kind for kind in german if TYPES[kind].av and TYPES[kind].range >= 3 and not TYPES[kind].infantry}
    assert reaching == {"g_infgun", "ac222"}
    best = {kind: 18 + (TYPES["g_infgun"].av or 0) - TYPES[kind].defense + 1 for kind in ("t34_76", "kv1", "bt7")}
    kill = TABLES["crt"]["vehicle"]["rows"][-1]["min"]
    assert best["bt7"] >= kill > best["t34_76"] > best["kv1"]
    assert not TYPES["g_infgun"].vehicle and TYPES["ac222"].soft and TYPES["g_truck"].soft
    assert TYPES["pz3s"].ma > TYPES["t34_76"].ma  # Lipki: a little faster
    assert {CARDS[n].line_up(1942).exp for n in ("206", "207", "218")} == {"seasoned"}  # type: ignore[union-attr]
    assert {CARDS[n].line_up(1942).exp for n in ("216", "217")} == {"green"}  # type: ignore[union-attr]
    assert (TYPES["pz3s"].av, TYPES["kv1"].defense) == (5, 9)  # On the Road to Moscow


def turns_of(value: Any) -> set[int]:
    """Every turn that stands somewhere in the arrivals of a scenario; a deck is empty when all of it was drawn."""
    if isinstance(value, Mapping):
        named = [value.get(key) for key in ("turn", "first_turn", "turns")]
        if value.get("kind") == "deck":
            named.append(value["first_turn"] + len((*value["cards"], *value["blanks"])) - 1)
        own = {n for each in named for n in (each if isinstance(each, list | tuple) else [each]) if isinstance(n, int)}
        return own.union(*map(turns_of, value.values()))
    return set[int]().union(*map(turns_of, value)) if isinstance(value, list | tuple) else set()


@pytest.mark.rule("TL-15.4.1", "TL-15.4.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_turns_that_a_briefing_names_are_those_of_its_arrivals(scenario: str) -> None:
    rows = SCENARIOS[scenario]
    known = turns_of({key: rows.get(key) for key in ("reinforcement", "german", "soviet", "turns")}) | {
        1,
        rows["turns"],
    }
    for side in ("german", "soviet"):
        told = briefing(field(scenario=scenario), side)
        text = " ".join((told.situation, told.force, told.enemy, *told.special))
        for named in re.findall(r"\bturns? (\d+(?:(?:, | or | and )\d+)*)", text):
            assert {int(turn) for turn in re.findall(r"\d+", named)} <= known, f"{side}: {named} in {text}"


@pytest.mark.rule("TL-5.2.2", "TL-15.4.2", "TL-14.1.1", "TL-3.2.4")
def test_dice_and_sight_that_a_briefing_quotes_are_those_of_the_data() -> None:
    def told(scenario: str, side: str) -> str:
        found = briefing(field(scenario=scenario), side)
        return " ".join((*found.special, *found.first))

    def dice(scenario: str) -> list[tuple[int, ...]]:
        rows = SCENARIOS[scenario]["reinforcement"]
        return [tuple(row["arrival"]["arrives_on"]) for row in rows if row["arrival"]["kind"] == "die_each_turn"]

    assert "on a 4, 5 or 6 from turn 6" in told("a-midsummer-days-dream", "german")
    assert dice("a-midsummer-days-dream") == [(4, 5, 6)]
    highway = "battle-for-the-berlin-seelowe-highway"
    assert "come on a 5 or 6" in told(highway, "german") and dice(highway) == [(5, 6)]
    assert "Visibility is five hexes" in told("the-belikowo-pocket", "soviet")
    assert "Twelve hexes of sight" in told("summer-of-42", "german")
    assert [SCENARIOS[name]["visibility"] for name in ("the-belikowo-pocket", "summer-of-42")] == [5, 12]


TUNED = {
    "steppe-patrol": "a unit that leaves is worth {exit_german} to the German, {exit_soviet} to the Soviet",
    "the-elbe-river-blues": "{exit_german} points for each vehicle that leaves, {h3719_both} for the highway bridge",
    "battle-for-the-berlin-seelowe-highway": "from turn {first_turn} on; each hex is worth {h3019_both}",
    "the-belikowo-pocket": "{exit_german} points for each vehicle that leaves; 3019 is worth {h3019_soviet} |",
    "on-the-road-to-moscow": "are worth {h3019_both} to whoever holds them; {exit_german} points for each unit",
    "the-border": "{exit_german} points for each unit that leaves, 1 for each that gets past",
    "liberating-rostov": "columns 54-64; 4820 is worth {h4820_german} to the German",
    "ambush": "a unit that leaves is worth {exit_soviet}",
    "tolochino-the-t-34": "{turns} turns; without C/2, W/12 and J/200; 1812 is worth {h1812_both}",
    "bridgehead-on-the-astrika": "without A/1/7, B/1/7 comes on turn {turn}; the bridge is worth {h3719_both}",
    "counterattack-on-the-chir": "2622 is worth {h2622_both}",
    "a-midsummer-days-dream": "the hexes are worth {h3019_soviet} to the Soviet, {h3019_german}",
    "the-thin-red-line": "a unit that leaves is worth {exit_german}",
}


@pytest.mark.rule("TL-15.5.1")
@pytest.mark.parametrize("scenario", TUNED)
def test_the_page_tells_the_points_of_the_data(scenario: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert TUNED[scenario].format_map(facts(scenario)) in page


def test_the_page_tells_the_levels_of_victory_and_every_scenario_with_other_points() -> None:
    draw, marginal, decisive = TABLES["victory_points"]["level_table"]
    words = f"a difference of 0 or {draw['max']} points is a draw, {marginal['min']} to {marginal['max']} marginal"
    assert f"{words}, {decisive['min']} or more decisive" in PAGE.read_text(encoding="utf-8")


@pytest.mark.rule("TL-15.5.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_blurb_tells_the_points_of_the_data(scenario: str) -> None:
    text = SCENARIOS[scenario]["blurb"]
    for row in SCENARIOS[scenario]["aim"]:
        if row["kind"] in ("control", "exit", "position"):
            assert re.search(rf"\b{row['vp_each']}\b", text), row
    assert (
        f"a tank or self-propelled gun {LOSS_VALUES['tank']}" in text or f"worth {LOSS_VALUES['tank']} points" in text
    )
