"""Campaigns: battles one after another, in which what survives goes on.

A campaign is a file in `data/campaigns` of its game. It names its battles, which are scenarios of the game, and into
which key of the next battle's file those are written who are left of the one before. A battle of a campaign is an
ordinary scenario with a `chapter`, which holds the story so far; so a finished match alone says what comes next, a
record is a saved campaign, and everything that plays scenarios plays campaigns.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.engine import SHELF, Game, Match, ScenarioError, ScenarioFile, UnknownChoice, find_game, suggest_choices
from grognard.engine.core.wording import with_count
from grognard.engine.game.scenario import Chapter, Fought, Name, parse, read_scenario
from grognard.studio.layout import text_of
from grognard.studio.toml_edit import to_toml

Changes = dict[str, Any]  # values of the next battle's file


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario of the game, with some values of its own."""

    scenario: Name
    set: Changes = {}


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign's file."""

    game: str
    id: Name
    title: Annotated[str, Meta(min_length=1, max_length=40)]
    blurb: Annotated[str, Meta(max_length=400)]
    enemy: Annotated[str, Meta(description="The side that must not win a battle.")]
    carry: Annotated[str, Meta(description="The key of the next battle's file that names those who are left.")]
    battle: Annotated[tuple[Battle, ...], Meta(min_length=2, max_length=99)]
    levels: Annotated[tuple[tuple[str, int], ...], Meta(description="What it comes to, by the battles won at least.")]
    after: dict[Literal["won", "lost"], Changes] = {}


class NextBattle(msgspec.Struct, frozen=True):
    """What follows a finished battle: the next one, or the end of the campaign."""

    scenario: str  # "" at the end
    says: str


@cache
def campaigns(game: Game) -> dict[str, Campaign]:
    """The campaigns of a game by their ids."""
    files = sorted((game.folder / "data" / "campaigns").glob("*.toml"))
    found = (msgspec.convert(parse(read_scenario(path), path.name), Campaign) for path in files)
    return {campaign.id: campaign for campaign in found}


def find_campaign(game: Game, name: str) -> Campaign:
    """A campaign of a game, or an UnknownChoice that lists them."""
    if name not in (known := campaigns(game)):
        raise UnknownChoice(f"{game.title} has no campaign {name!r}. {suggest_choices(known, name)}")
    return known[name]


def open_campaign(campaign: Campaign, *, listed: bool = False) -> str:
    """The id of the scenario with which a campaign begins."""
    return _chapter(campaign, Chapter(campaign.id, 1), {}, listed=listed)


def open_campaigns() -> None:
    """List the first battle of every campaign among the scenarios of its game."""
    for game in SHELF.values():
        try:
            for campaign in campaigns(game).values():
                open_campaign(campaign, listed=True)
        except Exception as error:  # files of somebody else's package
            SHELF.leave_out(game.id, error)


def onward(match: Match) -> NextBattle | None:
    """What follows a finished match; None if it is no battle of a campaign, or not over."""
    scenario = match.game.scenarios[match.state.scenario_id]
    if match.result is None or not isinstance(scenario, ScenarioFile) or scenario.chapter is None:
        return None
    now = scenario.chapter
    campaign = campaigns(match.game).get(now.campaign)
    if campaign is None or not len(now.story) < now.number <= len(campaign.battle):
        return None  # somebody's own file, which calls itself a battle that nobody knows
    left = match.game.rules.remains(match.state)
    won = bool(match.result.winners) and campaign.enemy not in match.result.winners
    named = campaign.battle[now.number - 1].scenario
    fought = Fought(match.game.scenarios[named].title, match.result.level, won, len(left))
    story = (*now.story, fought)
    if now.number == len(campaign.battle):
        return NextBattle("", _verdict(campaign, story))
    changes = campaign.after.get("won" if won else "lost", {}) | {campaign.carry: list(left)}
    chapter = Chapter(campaign.id, now.number + 1, story)
    coming = _next(match.game, campaign, chapter)
    try:
        return NextBattle(_chapter(campaign, chapter, changes), coming)
    except ScenarioError as error:
        return NextBattle("", f"{coming} It cannot be set up now: {error.problems[0].says}")


def _chapter(campaign: Campaign, chapter: Chapter, changes: Changes, *, listed: bool = False) -> str:
    """A battle of the campaign as a scenario of its own."""
    game, battle = find_game(campaign.game), campaign.battle[chapter.number - 1]
    data = parse(text_of(game, battle.scenario), battle.scenario)
    title = f"{campaign.title} {chapter.number}: {data['title']}"
    own = {"id": campaign.id, "title": title, "cite": "", "chapter": msgspec.to_builtins(chapter)}
    blurb = {"blurb": campaign.blurb} if chapter.number == 1 else {}
    return game.add_scenario(to_toml(data | battle.set | changes | own | blurb), campaign.id, listed=listed).id


def _next(game: Game, campaign: Campaign, chapter: Chapter) -> str:
    coming = game.scenarios[campaign.battle[chapter.number - 1].scenario].title
    where = f"battle {chapter.number} of {len(campaign.battle)}"
    return f"{campaign.title}, {where}: {coming}. {came_through(chapter.story[-1].left)}"


def _verdict(campaign: Campaign, story: tuple[Fought, ...]) -> str:
    won = sum(one.won for one in story)
    level = next(name for name, least in campaign.levels if won >= least)
    return f"{campaign.title} is over: {won} of {len(story)} battles won, {level}."


def came_through(left: int) -> str:
    """How many are left, in words."""
    who = "Nobody has" if not left else f"{with_count(left, 'unit')} {'has' if left == 1 else 'have'}"
    return f"{who} come through."
