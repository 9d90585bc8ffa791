"""Every check by its name, for the command, for pytest and for this project's own tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.conformance.answers import (
    actions_are_sound,
    draws_what_is_offered,
    every_click_has_an_answer,
    finds_the_best,
    nothing_else_is_accepted,
    offered_is_not_refused,
    refuses_the_rest,
)
from grognard.conformance.attempts import Attempts
from grognard.conformance.dealt import MUST, some
from grognard.conformance.elsewhere import same_elsewhere
from grognard.conformance.faces import charts_are_printed, counters_are_drawn, words_are_sound
from grognard.conformance.facts import Distrust, what_is_kept_is_true
from grognard.conformance.inquiry import inquiry
from grognard.conformance.maps import ground_is_drawn, terrain_is_known
from grognard.conformance.matches import answers, results_are_cited, undo_leads_back
from grognard.conformance.minds import thinks_the_same
from grognard.conformance.odds import announced, compare_odds, rolls_with_odds
from grognard.conformance.odds_and_log import log_is_sound, odds_are_true
from grognard.conformance.package import cited_rules_exist, everything_is_found
from grognard.conformance.played import SEEDS, played
from grognard.conformance.reach import previews
from grognard.conformance.refusals import Refused, Tried
from grognard.conformance.secrets import log_tells_only_what_is_seen, nothing_leaks, undo_shows_nothing
from grognard.conformance.spots import ONLY, Fault, NoSuchThing, Place, Spot, at, each, words_of
from grognard.conformance.states import asking_changes_nothing, clone_is_independent, invariants, survives_json
from grognard.engine import Game, Match
from grognard.engine.game.mind import no_judgement

LOOKED_AT = 6  # positions of a scenario of which odds are compared, and as many whose kept facts are doubted
THOUGHT_OVER = 12  # positions of a scenario that a mind judges twice, and whose rolls are looked for
SAMPLES = 150  # rolls that exact odds are compared with
TOLD = 2  # positions of a scenario that are told in another process

Look = Callable[[Match, random.Random], object]

LOOKS: tuple[Look, ...] = (
    invariants,
    clone_is_independent,
    survives_json,
    asking_changes_nothing,
    actions_are_sound,
    draws_what_is_offered,
    finds_the_best,
    nothing_leaks,
    refuses_the_rest,
    every_click_has_an_answer,
)


def check_position(match: Match, rng: random.Random) -> None:
    """Everything that can be asked of a position without changing the match."""
    for look in LOOKS:
        look(match, rng)


def spots_of(game: Game, scenario: str) -> tuple[Spot, ...]:
    """Positions of a scenario; what was met on the way to them is noted, once."""
    found = played(game, scenario)
    about = inquiry(game)
    if scenario not in about.played:
        about.played.add(scenario)
        about.reach.add(found.reach)
    return found.positions


def look_at(spots: Iterable[Spot], look: Look) -> int:
    """Look at positions; returns how many they were."""
    seen = 0
    for spot in each(spots):
        with at(spot.match, spot.seed):
            look(spot.match, spot.rng)
        seen += 1
    return seen


def positions_are_sound(game: Game, scenario: str) -> int:
    """Positions all through a random match, and what its answers tell."""
    seen = look_at(spots_of(game, scenario), check_position)
    found = played(game, scenario)
    for spot in each(found.given):
        assert spot.action is not None
        with at(spot.match, spot.seed, spot.side, spot.action):
            undo_shows_nothing(spot.match, spot.side, spot.action, spot.rng)
            log_tells_only_what_is_seen(spot.match, spot.side, spot.action, spot.rng)
    with at(found.match, SEEDS[0]):
        log_is_sound(found.match)
    return seen


def records_verify_elsewhere(game: Game) -> int:
    """Matches of every scenario end; processes with other hash seeds replay every die, digest, word and thought."""
    matches = {scenario: played(game, scenario).match for scenario in game.scenarios}
    results_are_cited(game, matches)
    spots = [spot for scenario in game.scenarios for spot in some(spots_of(game, scenario), TOLD)]
    return same_elsewhere(game, matches, spots)


def secrets_are_dealt(game: Game) -> int:
    """What one side sees and another does not is dealt again where the unknown is dealt (`determinize`)."""
    secrets = inquiry(game).secrets
    for scenario in game.scenarios:
        for spot in each(some(spots_of(game, scenario))):
            with at(spot.match, spot.seed):
                secrets.look(spot)
    for secret in secrets.never_dealt if any(secrets.dealt.values()) else secrets.hidden:
        if secret.what in MUST or not any(secrets.dealt.values()):
            spot, times = secrets.last[secret], secrets.hidden[secret]
            with at(spot.match, spot.seed, secret.owner):
                raise AssertionError(f"determinize changes nothing: {secret}, {times} times, 0 of them dealt again")
    if not secrets.hidden:
        if not secrets.fields:
            raise NoSuchThing("Nothing is hidden: every side sees the same in every position.")
        raise NoSuchThing("Every side sees the same; what no side sees is dealt again.")
    return sum(secrets.dealt.values())


def offers_are_legal(game: Game, scenario: str) -> int:
    """A step that is asked about what it offers has nothing against it."""
    return look_at(spots_of(game, scenario), offered_is_not_refused)


@lru_cache(24)
def tried(game: Game, scenario: str, only: Place | None) -> tuple[int, list[Tried]]:
    """How much was tried in positions of a scenario, and all that was refused for a rule that has reasons."""
    tries, count, refused = Attempts(), 0, list[Tried]()
    for spot in spots_of(game, scenario):
        tries.learn(spot.match)
        if only in (None, spot.place):
            with at(spot.match, spot.seed):
                heard = Refused(game.rules.reasons)
                count += nothing_else_is_accepted(spot.match, spot.rng, tries, refused=heard)
            refused += [(spot, *row) for row in heard.doubtful]
            inquiry(game).refused.add(heard)
    return count, refused


def only_offers_are_accepted(game: Game, scenario: str) -> int:
    """Everything that could be tried, in positions all through a random match."""
    return tried(game, scenario, ONLY.get())[0]


def refusals_are_proven(game: Game, scenario: str) -> int:
    """Where a rule is named for a refusal and has reasons (`Rules.reasons`), one of them is broken."""
    if not game.rules.reasons:
        raise NoSuchThing("No rule has reasons (Rules.reasons): no refusal is proven.")
    refused = tried(game, scenario, ONLY.get())[1]
    for spot, side, action, refusal in refused:
        with at(spot.match, spot.seed, side, action):
            inquiry(game).refused.prove(spot.match, side, action, refusal)
    if not refused:
        raise NoSuchThing("No rule that has reasons was named for a refusal here.")
    return len(refused)


def charts_exist(game: Game, scenario: str) -> int:
    """The chart and the column that stand behind a roll can be looked up."""
    if not previews(game):
        raise NoSuchThing("No answer announces a roll.")
    return look_at(spots_of(game, scenario), charts_are_printed)


def faces_are_drawn(game: Game, scenario: str) -> int:
    """Every counter and marker on the table has been drawn, where any have."""
    if not game.face.counters:
        raise NoSuchThing("No counter is drawn: all are plain cards.")
    return look_at(spots_of(game, scenario), counters_are_drawn)


def maps_are_drawn(game: Game, scenario: str) -> int:
    """The ground of a scenario is drawn without a fault, and its rules know all terrain on it."""
    ground: Any = game.face.ground(scenario)
    if ground is None:
        raise NoSuchThing("There is no ground to draw.")
    ground_is_drawn(ground)
    return 1 + terrain_is_known(game, scenario)


def words_are_true(game: Game, scenario: str) -> int:
    """Labels, aims and dossiers speak of what there is."""
    return look_at(spots_of(game, scenario), words_are_sound)


def odds_agree_with_sampling(game: Game, scenario: str) -> int:
    """The exact odds of two rolls are what sampling finds: of announced ones, else of the first rolls of a match."""
    found = 0
    for spot in spots_of(game, scenario):
        for action in announced(spot):
            with at(spot.match, spot.seed, spot.match.decision.side, action):
                odds = odds_are_true(spot.match, spot.match.decision.side, action, spot.rng, SAMPLES)
            found += odds is not None
            if found == 2:
                return found
    for seed in (13, 14, 15):
        match, rng = Match.new(game, scenario, seed=seed), random.Random(6)
        for _, ask, action in answers(match, rng, 1500):
            with at(match, seed, ask.side, action):
                found += odds_are_true(match, ask.side, action, rng, SAMPLES) is not None
            if found >= 2:
                return found
    if not found and not previews(game):
        raise NoSuchThing("No answer announces a roll, and none has led to a named outcome.")
    return found


def odds_are_honest(game: Game, scenario: str) -> int:
    """Odds and previews are the same in every deal, say what they assume, and are what is rolled on the chart."""
    compared, found = inquiry(game).compared, 0
    for spot in each(spots_of(game, scenario)):
        if found == LOOKED_AT:
            break
        if announced(spot):
            with at(spot.match, spot.seed):
                compare_odds(spot, compared)
            found += 1
    if not found:
        words = "was met here" if previews(game) else "is there in the game"
        raise NoSuchThing(f"No answer that announces a roll {words}.")
    return found


def rolls_have_odds(game: Game, scenario: str) -> int:
    """Whoever answers before a named roll of his own is given its odds, unless something hidden speaks against it."""
    compared, found = inquiry(game).compared, 0
    for spot in each(some(spots_of(game, scenario), THOUGHT_OVER)):
        with at(spot.match, spot.seed):
            found += rolls_with_odds(spot, compared)
    if not found:
        raise NoSuchThing("No answer was met that is followed by a named roll at once.")
    return found


def kept_facts_are_true(game: Game, scenario: str) -> int:
    """What a position keeps of what was worked out is what would be found now."""
    distrust = Distrust()
    for spot in each(some(spots_of(game, scenario), LOOKED_AT)):
        with at(spot.match, spot.seed):
            what_is_kept_is_true(spot, distrust)
    inquiry(game).kept += distrust.asked
    if not distrust.asked:
        raise NoSuchThing("Nothing is kept on the positions.")
    return distrust.asked


def minds_are_steady(game: Game, scenario: str) -> int:
    """A computer player thinks the same of a position however it came about."""
    if game.mind.judge is no_judgement and game.mind.judge_all is None:
        raise NoSuchThing("The game has no mind: it is played at random.")
    seen = 0
    for spot in each(some(spots_of(game, scenario), THOUGHT_OVER)):
        with at(spot.match, spot.seed):
            thinks_the_same(spot)
        seen += 1
    return seen


OF_THE_GAME: tuple[Callable[[Game], int], ...] = (
    everything_is_found,
    cited_rules_exist,
    records_verify_elsewhere,
    secrets_are_dealt,
)
OF_A_SCENARIO: tuple[Callable[[Game, str], int], ...] = (
    positions_are_sound,
    offers_are_legal,
    only_offers_are_accepted,
    refusals_are_proven,
    charts_exist,
    faces_are_drawn,
    maps_are_drawn,
    words_are_true,
    undo_leads_back,
    odds_agree_with_sampling,
    odds_are_honest,
    rolls_have_odds,
    kept_facts_are_true,
    minds_are_steady,
)


class Found(NamedTuple):
    """What a check has looked at; or in words that the game has no such thing."""

    looked: int  # how many things it looked at
    words: str = ""  # why there was nothing to look at


class Case(NamedTuple):
    """One check of a game or of one of its scenarios."""

    game: Game  # the game
    scenario: str  # "" for the whole game
    check: Callable[..., int]  # function that runs the check

    @property
    def name(self) -> str:
        return self.check.__name__

    @property
    def about(self) -> str:
        """What is checked, in a sentence."""
        return (self.check.__doc__ or "").partition("\n")[0]

    def run(self, only: Place | None = None) -> Found:
        """Check it, everywhere or in one place: a Fault says what is wrong, where, and how to see it again."""
        token = ONLY.set(only)
        inquiry(self.game).checks.add(self.name)
        try:
            count = self.check(self.game, self.scenario) if self.scenario else self.check(self.game)
            if not (count or only):
                raise AssertionError("there was nothing to look at, so nothing is proven")
            return Found(count)
        except NoSuchThing as nothing:
            return Found(0, str(nothing))
        except Exception as error:
            raise self._fault(error) from error
        finally:
            ONLY.reset(token)

    def _fault(self, error: Exception) -> Fault:
        """What is wrong, with the command that shows it again."""
        command = f"python -m grognard.conformance {self.game.id}"
        if isinstance(error, Fault):
            _, _, options = error.again.partition(" ")
            return Fault(error.words, error.where, f"{command} {options} --check {self.name}".replace("  ", " "))
        where = f"{self.game.id}, {self.scenario or 'the whole game'}"
        return Fault(words_of(error), where, f"{command} {self.scenario} --check {self.name}".replace("  ", " "))


def cases(game: Game) -> Iterator[Case]:
    """Everything that a game is asked."""
    for check in OF_THE_GAME:
        yield Case(game, "", check)
    for scenario in game.scenarios:
        for each_of_them in OF_A_SCENARIO:
            yield Case(game, scenario, each_of_them)
