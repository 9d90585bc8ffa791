"""A match at the keyboard: show, read a line, do it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.console import Console
from rich.text import Text

from grognard.board.ground import InchGround, hexmap_of
from grognard.engine import Action, Ask, GrognardError, Match, PieceView, Refusal, SealedDice
from grognard.engine.core.wording import capital
from grognard.engine.match.auto_answers import auto_answer, redo_choice, take_back_choice
from grognard.engine.match.gesture import point_of
from grognard.engine.match.standing_orders import StandingOrder, pass_window, read_order, unexpired
from grognard.home import data_folder
from grognard.players import HINTING, Player, SearchPlayer, advise, play_out
from grognard.players.auto_setup import apply_setup, suggest_setup
from grognard.terminal import guide, pages, routes
from grognard.terminal.choices import (
    Choice,
    Examples,
    NoSuchChoice,
    Numbers,
    conceivable,
    examples,
    find_choice,
    list_choices,
    reads_like,
)
from grognard.terminal.commanding import Headquarters
from grognard.terminal.map_window import ZOOMS, marker_kinds
from grognard.terminal.pages import signs_on
from grognard.terminal.screen import ACCENT, DIM, ViewSettings, draw_screen, event_line
from grognard.terminal.table_window import inches_of, what_lies

Read = Callable[[str], str]
THINKER = SearchPlayer(HINTING)  # who is asked for a hint
MOST = 6  # units of a name that are looked at together
RECENT = 8  # lines of the log that count as new when a match is taken up again


class Left(Exception):
    """The player leaves the table."""


class Session:
    """One match, its people at this keyboard and its other players."""

    def __init__(self, match: Match, players: Mapping[str, Player], console: Console, read: Read = input) -> None:
        self.match, self.players, self.console, self.read = match, players, console, read
        self.rng = random.Random()
        self.looks = ViewSettings()
        self.choices: list[Choice] = []
        self.numbers = Numbers()
        self.told = {side: max(0, len(match.log(side)) - RECENT) for side in match.sides}  # lines each side has read
        self.fresh = 0  # how many are new to the side asked
        self.last_side = ""
        self.briefed = set(match.sides) if match.number else set()
        self.saved_at = match.number
        self.orders: dict[str, list[StandingOrder]] = {}
        self.staff = Headquarters(match, console)

    # ------------------------------------------------------------ the loop

    def play(self) -> None:
        """Until the match is over or the player leaves."""
        while not self.match.over:
            play_out(self.match, self.players, self.rng)
            if not self.match.over:
                self._decide()
        self._end()

    def play_on(self) -> None:
        """The same; a fault of the program costs nobody the match."""
        try:
            self.play()
        except (Left, EOFError):
            raise
        except Exception:
            if (kept := keep(self.match)) is not None:
                self.console.print(f"The match is kept: grognard play --load {kept}")
            raise

    def _decide(self) -> None:
        """One question: show it, and read lines until it is answered."""
        number = self.match.number
        ask = next(ask for ask in self.match.decision.asks if ask.side not in self.players)
        self._curtain(ask.side)
        self._brief_once(ask)
        if (only := auto_answer(self.match, ask)) is not None:
            return self._answer_for(ask, only)
        self.orders[ask.side] = unexpired(self.match, self.orders.get(ask.side, ()))
        if (passed := pass_window(self.match, ask, self.orders[ask.side])) is not None:
            return self._let_pass(ask, *passed)
        lines = len(self.match.log(ask.side))
        self.fresh = max(0, lines - self.told[ask.side])
        self.looks.page = 0
        self._show(ask)
        while not self.match.over and self.match.number == number:
            try:
                self._obey(self.read("› ").strip(), ask)
            except GrognardError as error:
                self.console.print(Text(str(error), "#ff8f5e"))
        self.told[ask.side] = lines

    def _brief_once(self, ask: Ask) -> None:
        """Before its first decision a side is told what this is about."""
        if ask.side in self.briefed:
            return
        self.briefed.add(ask.side)
        self._brief("", ask)
        if self.console.is_terminal and self.read("\n  Press Enter to begin ").strip() in ("quit", "exit"):
            raise Left

    def _answer_for(self, ask: Ask, action: Action) -> None:
        """The one possible answer decides nothing: it is given, and said."""
        text = self.match.describe(action)
        self.match.take(action, ask.side)
        self.console.print(Text(f"{ask.prompt}: {text}, the one possible answer.", DIM))

    def _let_pass(self, ask: Ask, action: Action, order: StandingOrder) -> None:
        """A window that goes by, because the player has said so."""
        self.console.print(Text(f"{ask.prompt} {self.match.describe(action)}: you {order.says()}.", DIM))
        self.match.take(action, ask.side)

    def _hold(self, rest: str, ask: Ask) -> None:
        """Standing orders: give one, list them, or take them all back."""
        orders = self.orders.setdefault(ask.side, [])
        if rest == "off":
            orders.clear()
        elif rest:
            orders.append(read_order(self.match, ask, rest))
        told = "; ".join(order.says() for order in orders) or "You are asked in every window."
        self.console.print(Text(f"Standing orders: {told}" if orders else told, DIM))
        if (passed := pass_window(self.match, ask, orders)) is not None:
            self._let_pass(ask, *passed)

    def _staff(self, rest: str, ask: Ask) -> None:
        self.staff.obey(rest, ask)

    def _show(self, ask: Ask) -> None:
        view = self.match.view(ask.side)
        self.choices = self.numbers.kept(self.match, ask, view, list_choices(self.match, ask, view))
        stands = guide.aims_line(self.match, ask.side, view)
        if self.console.is_terminal:
            self.console.clear()
        self.console.print(draw_screen(self.console, self.match, ask, self.choices, self.looks, self.fresh, stands))

    def _curtain(self, side: str) -> None:
        """Several people at one keyboard: where sides have secrets, nobody sees another's side of the table."""
        people = tuple(s for s in self.match.sides if s not in self.players)
        if side != self.last_side and self.match.game.rules.has_secrets(self.match.state, people):
            if self.console.is_terminal:
                self.console.clear()
            people_of = self.match.game.face.people
            self.console.print(Text(f"\n  Pass the keyboard to {people_of(side)}: they are to decide.", ACCENT))
            self.read("  Press Enter when ready ")
        self.last_side = side

    def _end(self) -> None:
        self.console.print()
        for event in self.match.log(self.last_side or None)[-12:]:
            self.console.print(event_line(event))
        self.console.print(pages.result_page(self.match))
        self.console.print(guide.score_page(self.match))
        self.console.print(Text("Keep the record (every die can be verified)? File name, or Enter for no.", DIM))
        name = self.read("› ").strip()
        if name:
            self._save(name)

    # ------------------------------------------------------------ what is typed

    def _obey(self, line: str, ask: Ask) -> None:
        word, _, rest = line.partition(" ")
        command = self.COMMANDS.get(word.lower())
        if not line:
            self.looks.page += 1
            self._show(ask)
        elif command is not None and not reads_like(line, self.choices):
            command(self, rest.strip(), ask)
        else:
            self._take(line, ask)

    def _take(self, typed: str, ask: Ask) -> None:
        """An answer: a choice of the list, or something else the question is open to."""
        try:
            self.match.take(find_choice(typed, self.choices).action, ask.side)
        except NoSuchChoice:
            if self._by_way(typed, ask) or self._carried(typed, ask):
                return
            action = next((a for a in self._conceivable(typed, ask) if a in ask.actions), self._as_told(typed, ask))
            if action is None:
                if not self._named(typed, ask):
                    raise
                self._why(typed, ask)
                return
            self.match.take(action, ask.side)

    def _as_told(self, typed: str, ask: Ask) -> Action | None:
        """An allowed point that reads like the one typed: they are told more roughly than they are measured."""
        for action in self._conceivable(typed, ask) if point_of(typed) is not None else ():
            near = self.match.instead(action, ask.side)
            if near is not None and self.match.describe(near) == self.match.describe(action):
                return near
        return None

    def _by_way(self, typed: str, ask: Ask) -> bool:
        """Several hexes in one line, "2010 2014": the mover goes by the first to the last, until something happens."""
        actions, legs = routes.ways_to(self.match, ask.side, self._hexes(typed)) if " " in typed else ([], [])
        if actions:
            whole = routes.go(self.match, ask.side, routes.steps(actions, legs))
            said = f"{routes.route_text(legs)}." if whole else "Halted: something has happened on the way."
            self.console.print(Text(said, DIM))
        return bool(actions)

    def _carried(self, typed: str, ask: Ask) -> bool:
        """A unit and where it goes in one line, "7 0805": picked up and put down."""
        words = typed.split()
        for cut in (-1, -2):
            who, to = " ".join(words[:cut]), " ".join(words[cut:])
            found = next((c.action for c in self.choices if who and who == str(c.number)), None)
            piece = getattr(found, "piece", who)
            if piece in self.match.state.pieces and self._known(to):
                self.match.carry(piece, to, ask.side, found)
                return True
        return False

    def _hexes(self, typed: str) -> list[str]:
        """Hexes of the map, one after the other; none if something else was typed."""
        hexmap = hexmap_of(self.match.game, self.match.state.scenario_id)
        words = typed.split()
        return words if hexmap is not None and all(word in hexmap.grid for word in words) else []

    def _known(self, place: str) -> bool:
        """Is this a hex, a point of the table, or a piece?"""
        ground = self.match.game.face.ground(self.match.state.scenario_id)
        by_inches = hexmap_of(self.match.game, self.match.state.scenario_id) is None and point_of(place) is not None
        return by_inches or place in self.match.state.pieces or (ground is not None and ground.knows(place))

    def _named(self, typed: str, ask: Ask) -> bool:
        """Is this a hex of the map, or a point of the table, that could be asked about?"""
        hexmap = hexmap_of(self.match.game, self.match.state.scenario_id)
        if hexmap is None:
            return point_of(typed) is not None
        return typed in hexmap.grid and not any(c.place == typed for c in self.choices)

    def _conceivable(self, typed: str, ask: Ask) -> list[Action]:
        hexmap = hexmap_of(self.match.game, self.match.state.scenario_id)
        hexes = hexmap.grid.hexes if hexmap is not None else ()
        return conceivable(self.match, typed, self.match.view(ask.side), hexes)

    def _choice(self, typed: str) -> Choice:
        if not typed:
            raise NoSuchChoice("Of which answer? Type its number too, for example: odds 1")
        return find_choice(typed, self.choices)

    def _such(self, ask: Ask) -> Examples:
        """Examples of what can be typed here."""
        return examples(self.match, self.match.view(ask.side))

    # ------------------------------------------------------------ commands

    def _help(self, rest: str, ask: Ask) -> None:
        game, scenario, view = self.match.game, self.match.state.scenario_id, self.match.view(ask.side)
        signs = signs_on(game, scenario, view)
        self.console.print(pages.help_page(self._such(ask), hexmap_of(game, scenario), view, signs))

    def _odds(self, rest: str, ask: Ask) -> None:
        choice = self._choice(rest)
        try:
            odds = self.match.odds(choice.action, ask.side)
        except KeyboardInterrupt:  # a long chain of dice: the player has waited enough
            return self.console.print(Text("Given up: too much may come of it.", DIM))
        hidden = self.match.state.steps[-1].hides_odds(self.match.state, choice.action)
        self.console.print(pages.odds_page(choice.text, odds, hidden))

    def _why(self, rest: str, ask: Ask) -> None:
        if not rest:
            example = f"why {self._such(ask).there}"
            raise NoSuchChoice(f"Why not what? Type a hex, a unit or an answer too, for example: {example}")
        try:
            choice = find_choice(rest, self.choices)
            return self.console.print(Text(f"It is allowed: answer {choice.number}, {choice.text}."))
        except NoSuchChoice:
            conceived = self._conceivable(rest, ask)
        asked = {type(action) for action in ask.actions} | {*ask.actions.open_kinds}
        actions = [action for action in conceived if type(action) in asked] or conceived
        found: dict[Refusal, None] = {}
        for action in actions:
            refusal = self.match.why_not(action, ask.side)
            if refusal is None:
                return self.console.print(Text(f"It is allowed: {self.match.describe(action)}."))
            found[refusal] = None
        if not found:
            raise NoSuchChoice(f"{rest!r} is no hex, unit or answer of this game.")
        telling = [refusal for refusal in found if not refusal.rule.startswith("GR-")] or list(found)[:1]
        self.console.print(pages.refusal_page(self.match.game.rulebook, telling[:3]))
        nearest = next(filter(None, (self.match.instead(action, ask.side) for action in actions)), None)
        if nearest is not None:
            self.console.print(Text(f"The nearest that is allowed: {self.match.describe(nearest)}.", ACCENT))

    def _hint(self, rest: str, ask: Ask) -> None:
        try:
            hint = advise(self.match, ask, THINKER)
        except Exception:  # whatever is wrong with the advice, the match goes on
            return self.console.print(Text("No hint this time.", DIM))
        number = next((c.number for c in self.choices if c.action == hint.action), None)
        text = Text(f"{number} " if number else "", ACCENT).append(capital(hint.text), "bold")
        self.console.print(text.append(f"  {hint.why}" if hint.why else ""))
        if hint.expects:
            self.console.print(Text(hint.expects, DIM))

    def _suggested(self, rest: str, ask: Ask) -> None:
        """Set up as a sensible player would, for those who would rather begin."""
        if self.match.view(ask.side).turn:
            raise NoSuchChoice("The first turn has begun: nobody is set up any more.")
        apply_setup(self.match, ask.side, suggest_setup(self.match, ask.side)())

    def _rule(self, rest: str, ask: Ask) -> None:
        what = rest or ask.cite
        self.console.print(pages.rules_page(self.match.game.rulebook.find(what), what))

    def _sight(self, rest: str, ask: Ask) -> None:
        sight, such, state = self.match.game.face.sight, self._such(ask), self.match.state
        ground = self.match.game.face.ground(state.scenario_id)
        if ground is None or sight is None:
            raise NoSuchChoice("This game has no line of sight between two places.")
        if isinstance(ground, InchGround):
            return self.console.print(
                routes.tape_text(sight(state, *routes.ends(ground, self.match.view(ask.side), rest)))
            )
        hexes = rest.split()
        if len(hexes) != 2 or not all(map(ground.knows, hexes)):
            raise NoSuchChoice(f"Name two hexes of the map, for example: sight {such.here} {such.there}")
        self.console.print(pages.sight_page(sight(state, *hexes), self.match.game.rulebook))

    def _way(self, rest: str, ask: Ask) -> None:
        """The way to a hex, by others if they are named, and its price; nobody moves."""
        actions, legs = routes.ways_to(self.match, ask.side, self._hexes(rest))
        if not legs:
            raise NoSuchChoice(f"Nobody that is moving now can go there. For example: way {self._such(ask).there}")
        self.console.print(Text("\n".join(routes.out_of_sight(self.match, ask.side, actions, legs))))

    def _brief(self, rest: str, ask: Ask) -> None:
        self.console.print(guide.briefing_page(self.match, ask.side))

    def _aims(self, rest: str, ask: Ask) -> None:
        page = guide.aims_page(self.match, ask.side)
        self.console.print(page or Text("This game does not say how one wins; its rules do: rule victory.", DIM))

    def _look(self, rest: str, ask: Ask) -> None:
        """A hex with everything in it, a point of the table or a piece of terrain, or a unit by its name."""
        if (lies := self._lies(rest, ask)) is not None:
            return self.console.print(Text("\n".join(lies)))
        hexmap, view = hexmap_of(self.match.game, self.match.state.scenario_id), self.match.view(ask.side)
        on_map = hexmap is not None and rest in hexmap.grid
        pieces = [p for p in view.pieces if (p.place == rest if on_map else rest and self._named_so(p, rest))]
        if not on_map and not pieces:
            raise NoSuchChoice(f"Name a hex of the map or a unit, for example: look {self._such(ask).here}")
        if on_map:
            self.console.print(
                pages.look_page(hexmap, view, rest, self.match.game.face.reading(self.match.state, rest))
            )
        for piece in pieces[:MOST]:
            self.console.print(guide.dossier_page(self.match.game.face.dossier(self.match.state, ask.side, piece)))

    def _lies(self, place: str, ask: Ask) -> list[str] | None:
        """What lies at a point or a feature of a table of inches; None if this is none."""
        ground = self.match.game.face.ground(self.match.state.scenario_id)
        if not isinstance(ground, InchGround):
            return None
        feature = ground.table.features.get(place.lower().replace(" ", "_"))
        point = feature.centre if feature is not None else inches_of(place)
        return what_lies(ground.table, self.match.view(ask.side), point) if point is not None else None

    def _named_so(self, piece: PieceView, words: str) -> bool:
        return words.lower() in (piece.place.lower(), piece.id.lower()) or words.lower() in piece.name.lower()

    def _units(self, rest: str, ask: Ask) -> None:
        self.console.print(pages.units_page(self.match.view(ask.side), self.match.sides, rest))

    def _tracks(self, rest: str, ask: Ask) -> None:
        self.console.print(pages.tracks_page(self.match.view(ask.side)))

    def _log(self, rest: str, ask: Ask) -> None:
        count = int(rest) if rest.isdecimal() and len(rest) < 6 else 20
        for event in self.match.log(ask.side)[-count:]:
            self.console.print(event_line(event))

    def _chart(self, rest: str, ask: Ask) -> None:
        self.console.print(pages.chart_page(self.match.game.face.charts, rest))

    def _cards(self, rest: str, ask: Ask) -> None:
        self.console.print(pages.cards_page(self.match.view(ask.side)))

    def _map(self, rest: str, ask: Ask) -> None:
        hexmap = hexmap_of(self.match.game, self.match.state.scenario_id)
        if rest and (point_of(rest) is None if hexmap is None else rest not in hexmap.grid):
            raise NoSuchChoice(f"Name a place of the map, for example: map {self._such(ask).there}")
        self.looks.centre = rest
        self._show(ask)

    def _zoom(self, rest: str, ask: Ask) -> None:
        zoom = next((z for z in ZOOMS if z == rest), None)
        if zoom is None and rest != "auto":
            raise NoSuchChoice("Type zoom near, zoom middle, zoom far or zoom auto.")
        self.looks.zoom = zoom
        self._show(ask)

    def _zone(self, rest: str, ask: Ask) -> None:
        kinds = marker_kinds(self.match.view(ask.side))
        if rest and rest not in kinds:
            raise NoSuchChoice(f"There is no {rest} on the map now. There are: {', '.join(kinds) or 'no zones'}.")
        if not rest and not self.looks.zone:
            return self.console.print(Text(f"The zones are: {', '.join(kinds) or 'none now'}.", DIM))
        self.looks.zone = rest
        self._show(ask)

    def _undo(self, rest: str, ask: Ask) -> None:
        take_back_choice(self.match)

    def _redo(self, rest: str, ask: Ask) -> None:
        redo_choice(self.match)

    def _save_as(self, rest: str, ask: Ask) -> None:
        if not rest:
            raise NoSuchChoice("Name the file too, for example: save tonight.grog")
        self._save(rest)

    def _save(self, name: str) -> None:
        try:
            self.match.save(name)
        except OSError as error:
            self.console.print(Text(f"{name} cannot be written: {error.strerror}. Try another name.", "#ff8f5e"))
            return
        self.saved_at = self.match.number
        how = "See it again with: grognard replay" if self.match.over else "Go on any time with: grognard play --load"
        self.console.print(Text(f"Saved. {how} {name}", DIM))

    def _quit(self, rest: str, ask: Ask) -> None:
        if self.saved_at != self.match.number:
            self.console.print(Text("Save first? File name, or Enter to leave without.", DIM))
            name = self.read("› ").strip()
            if name:
                self._save(name)
                if self.saved_at != self.match.number:
                    return
        raise Left

    COMMANDS: Mapping[str, Callable[[Session, str, Ask], None]] = {
        "help": _help,
        "?": _help,
        "odds": _odds,
        "hold": _hold,
        "staff": _staff,
        "why": _why,
        "hint": _hint,
        "setup": _suggested,
        "set-up": _suggested,
        "rule": _rule,
        "rules": _rule,
        "sight": _sight,
        "way": _way,
        "brief": _brief,
        "briefing": _brief,
        "aims": _aims,
        "look": _look,
        "units": _units,
        "tracks": _tracks,
        "log": _log,
        "chart": _chart,
        "charts": _chart,
        "cards": _cards,
        "map": _map,
        "zoom": _zoom,
        "show": _zone,
        "undo": _undo,
        "redo": _redo,
        "save": _save_as,
        "quit": _quit,
        "exit": _quit,
    }


def keep(match: Match) -> Path | None:
    """Save an interrupted match in the user's data folder, so that nothing is lost; None if that fails."""
    seal = match.dice.seal[:8] if isinstance(match.dice, SealedDice) else "match"
    target = data_folder() / f"interrupted-{match.game.id}-{seal}.grog"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        match.save(target)
    except OSError:
        return None
    return target
