"""The screen: where we are, the map, what happened, what is asked and how to answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from grognard.board.ground import HexGround, InchGround
from grognard.board.hexes.map import HexMap
from grognard.engine import Ask, Event, Match, Playthrough, View
from grognard.engine.core.wording import typeset_numbers
from grognard.terminal.choices import TITLES, Choice, Kind, examples
from grognard.terminal.map_symbols import counter_colours, dice_faces, side_title
from grognard.terminal.map_window import Scene, Zoom, draw_map, fit
from grognard.terminal.table_window import TableView, choice_points, inches_of

WIDE = 118  # from here on the log stands beside the map
LOG_WIDTH = 44
ACCENT = "bold #ffd75f"
RULE = "#7fb0c4"
DIM = "#8a8f98"
LEFT = 6  # columns for the title of a group of answers
CITE = 10  # columns for a rule's number
REMINDER = "a number, hex or name · hint · odds 1 · why {} · aims · brief · undo · help · quit"


class ViewSettings:
    """What the player has chosen to look at: a middle and a zoom of the map, or none for automatic."""

    def __init__(self) -> None:
        self.centre = ""
        self.zoom: Zoom | None = None
        self.page = 0
        self.zone = ""  # the kind of marker shown as a zone


def banner(match: Playthrough, view: View) -> Text:
    """The game, the scenario and the turn."""
    scenario = match.game.scenarios[match.state.scenario_id]
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(f" {match.game.title} ", "bold #101823 on #ffd75f")
    text.append(f"  {scenario.title}", "bold")
    if view.turn:
        text.append(f"   turn {view.turn} of {view.turns}", ACCENT)
    return text


def phase_bar(view: View) -> Text:
    """The sequence of play with the present phase lit."""
    text = Text(no_wrap=True, overflow="ellipsis")
    phases = view.phases if view.phase in view.phases else (view.phase, *view.phases)
    for i, phase in enumerate(phases):
        if i:
            text.append(" › ", DIM)
        text.append(phase, "bold reverse" if phase == view.phase else DIM)
    return text


def tracks(view: View) -> Text:
    """The numbers to keep in sight."""
    text = Text(no_wrap=True, overflow="ellipsis")
    for i, track in enumerate(view.tracks):
        text.append("   " if i else "", DIM)
        text.append(f"{track.title} ", DIM)
        text.append(track.value, "bold")
    hand = [card for card in view.cards if card.place == "hand" and not card.hidden]
    if hand:
        text.append("   Hand ", DIM).append(", ".join(f"{card.title} {card.rating}".strip() for card in hand), "bold")
    return text


def event_line(event: Event, fresh: bool = True) -> RenderableType:
    """One line of the log: its rule, its dice, its sentence."""
    text = Text()
    if event.dice:
        text.append(f"{dice_faces(event.dice)} ", "bold" if fresh else DIM)
    return cited(event.cite, text.append(typeset_numbers(str(event)), "" if fresh else DIM), RULE if fresh else DIM)


def cited(cite: str, text: Text, colour: str = RULE) -> RenderableType:
    """A sentence with its rule before it; its further lines are set in."""
    row = Table.grid(padding=(0, 1))
    row.add_column(width=CITE)
    row.add_column()
    row.add_row(Text(cite, colour), text)
    return row


def briefing(match: Match) -> Text:
    """What the scenario is about."""
    scenario = match.game.scenarios[match.state.scenario_id]
    return Text(scenario.blurb, "italic").append(f"  {scenario.cite}\n", f"not italic {RULE}")


def log_lines(events: Sequence[Event], fresh: int, room: int, width: int) -> RenderableType:
    """The last lines of the log that fit; what is new is bright."""
    shown: list[RenderableType] = []
    used = 0
    for age, event in enumerate(reversed(events)):
        used += 1 + (len(str(event)) + 2 * bool(event.dice)) // max(1, width - CITE - 2)
        if used > room:
            break
        shown.append(event_line(event, age < fresh))
    return Group(*reversed(shown))


def question(ask: Ask, sides: tuple[str, ...]) -> Text:
    """Who is asked, what, and by which rule."""
    face, ink = counter_colours(ask.side, sides)
    text = Text()
    text.append(f" {side_title(ask.side)} ", f"bold {ink} on {face}")
    text.append(f" {typeset_numbers(ask.prompt)}", "bold #ffffff")
    if ask.cite:
        text.append(f"  {ask.cite}", RULE)
    return text


def choice_text(choice: Choice) -> Text:
    """One numbered answer; a hex needs no more words than its name."""
    text = Text(no_wrap=True)
    text.append(f"{choice.number:>3} ", ACCENT)
    text.append(choice.place if choice.kind == "hex" and choice.text.startswith("to ") else choice.text)
    if choice.label:
        text.append(f" ({choice.label})", DIM)
    return text


def choice_list(choices: Sequence[Choice], page: int, room: int, width: int) -> RenderableType:
    """The numbered answers in groups, as many as fit; `page` turns to the rest."""
    pages = paginate(choices, room, width)
    page %= len(pages)
    table = Table.grid(padding=(0, 1))
    table.add_column(width=LEFT)
    table.add_column(width=width - LEFT - 1, no_wrap=True)
    last = None
    for row in pages[page]:
        kind = row[0].kind
        title = "Choose" if kind == "button" and last is None else TITLES[kind]
        line = Text()
        for choice, broad in zip(row, columns(choices, kind, width), strict=False):
            cell = choice_text(choice)
            cell.truncate(broad - 1, overflow="ellipsis")
            cell.pad_right(broad - cell.cell_len)
            line.append_text(cell)
        table.add_row(Text(title if kind != last else "", DIM), line)
        last = kind
    if len(pages) > 1:
        table.add_row("", Text(f"page {page + 1} of {len(pages)}: press Enter for more", DIM))
    return table


def columns(choices: Sequence[Choice], kind: Kind, width: int) -> list[int]:
    """The widths of as many columns as the answers of a kind can be set in without one being cut; one if need be."""
    room = width - LEFT - 1
    lengths = [choice_text(c).cell_len + 2 for c in choices if c.kind == kind]
    for count in range(min(len(lengths), width // 8), 1, -1):
        widths = [max(lengths[i::count]) for i in range(count)]
        if sum(widths) <= room:
            return widths
    return [room]


def paginate(choices: Sequence[Choice], room: int, width: int) -> list[list[list[Choice]]]:
    """The answers cut into pages of so many lines, each a list of lines; buttons stand on every page."""
    lines: dict[bool, list[list[Choice]]] = {True: [], False: []}
    for kind in TITLES:
        group = [c for c in choices if c.kind == kind]
        per_line = len(columns(choices, kind, width))
        lines[kind == "button"] += [group[i : i + per_line] for i in range(0, len(group), per_line)]
    buttons, rest = lines[True], lines[False]
    if not rest or len(buttons) >= room:
        buttons, rest = [], rest + buttons
    size = max(1, room - len(buttons))
    if len(rest) > size:
        size = max(1, size - 1)  # a line to say that there are more
    return [rest[i : i + size] + buttons for i in range(0, max(1, len(rest)), size)]


def choice_hexes(choices: Sequence[Choice]) -> dict[str, str]:
    """What to type for each hex that can be chosen; a sign more where several answers share it."""
    found: dict[str, str] = {}
    for choice in choices:
        if choice.place:
            found[choice.place] = f"{found[choice.place].rstrip('+')}+" if choice.place in found else str(choice.number)
    return found


def show_map(
    hexmap: HexMap, scene: Scene, looks: ViewSettings, width: int, height: int, interest: Sequence[str]
) -> RenderableType:
    """The map around the action, or around what the player wants to see."""
    centre, zoom = fit(hexmap.grid, interest, width, height)
    return draw_map(hexmap, scene, looks.centre or centre, looks.zoom or zoom, width, height)


def draw_screen(
    console: Console,
    match: Match,
    ask: Ask,
    choices: Sequence[Choice],
    looks: ViewSettings,
    fresh: int,
    stands: Text | None,
) -> RenderableType:
    """Everything a player needs to decide."""
    view = match.view(ask.side)
    lines = [line for line in (banner(match, view), phase_bar(view), tracks(view), stands) if line is not None]
    width, height = console.width, max(20, console.height) + 3 - len(lines)
    top = Group(*lines)
    answers = choice_list(choices, looks.page, max(4, height // 4), width - 4)
    room = height - 7 - len(console.render_lines(answers, console.options.update(width=width - 4)))
    below = _framed(answers, question(ask, match.sides), examples(match, view).there)
    events = match.log(ask.side)
    draw = _picture(match, view, ask, choices, looks, events[max(0, len(events) - fresh) :])
    if draw is None:
        return Group(top, log_lines(events, fresh, room, width), below)
    if width < WIDE:
        log_room = max(3, room // 4)
        return Group(top, draw(width, max(6, room - log_room)), log_lines(events, fresh, log_room, width), below)
    story = [] if view.turn else [briefing(match)]
    row = Table.grid(padding=(0, 1))
    row.add_column(width=width - LOG_WIDTH - 2)
    row.add_column(width=LOG_WIDTH)
    beside = Group(*story, log_lines(events, fresh, room - 8 * len(story), LOG_WIDTH))
    row.add_row(draw(width - LOG_WIDTH - 2, room), beside)
    return Group(top, row, below)


def _picture(
    match: Match, view: View, ask: Ask, choices: Sequence[Choice], looks: ViewSettings, news: Sequence[Event]
) -> Callable[[int, int], RenderableType] | None:
    """The map or the table in so many characters across and down; None where the game has neither."""
    ground = match.game.face.ground(match.state.scenario_id)
    if isinstance(ground, InchGround):
        table, points = ground.table, choice_points(choices)
        zoom, centre = looks.zoom or "far", inches_of(looks.centre)
        return lambda width, height: TableView(table, width, height, zoom, centre).paint(view, match.sides, points)
    if not isinstance(ground, HexGround):
        return None
    scene, interest = _scene(ground.map, view, match.sides, ask, choices, news)
    scene = replace(scene, zone=looks.zone)
    zone = [marker.place for marker in view.markers if marker.kind == looks.zone]
    if zone and not set(zone) & set(interest):  # it lies elsewhere: both in the picture
        interest = [*interest, *zone]
    return lambda width, height: show_map(ground.map, scene, looks, width, height, interest)


def _framed(answers: RenderableType, title: Text, place: str) -> Panel:
    """The question and its answers in a frame, with a reminder of what else can be typed."""
    return Panel(
        answers,
        title=title,
        title_align="left",
        subtitle=Text(REMINDER.format(place), DIM),
        subtitle_align="right",
        border_style=RULE,
        padding=(0, 1),
    )


def _scene(
    hexmap: HexMap, view: View, sides: tuple[str, ...], ask: Ask, choices: Sequence[Choice], news: Sequence[Event]
) -> tuple[Scene, list[str]]:
    """What is drawn on the map, and the hexes that must be in the picture."""
    marked = choice_hexes(choices)
    asked = [word for word in re.findall(r"\w+", ask.prompt) if word in hexmap.grid]
    scene = Scene(view, sides, marked, [h for event in news for h in event.hexes], asked)
    wanted = [h for h in (*marked, *asked) if h in hexmap.grid]
    return scene, wanted or [h for h in view.focus if h in hexmap.grid]
