"""What one side may see, in a form that every table, terminal and environment can show.

Nothing here is true of the position beyond what the viewer may know: a game's `view` builds it, and the
conformance suite proves that dealing the unknown again leaves it unchanged.
"""

from __future__ import annotations

import msgspec


class PieceView(msgspec.Struct, frozen=True, cache_hash=True):
    """A counter as it lies: its face, or its back."""

    id: str  # id of the piece, or a stand-in for a hidden one
    side: str  # owner
    place: str  # where it lies
    face: str  # key of the counter drawing; the same for every hidden piece of a side
    name: str  # printed name
    values: str = ""  # printed numbers
    marks: tuple[str, ...] = ()  # pinned, spotted, fired, …
    hidden: bool = False  # only its back is shown
    note: str = ""  # line for the tooltip
    formation: str = ""  # to which it belongs, where units are listed by it
    boxes: tuple[tuple[float, float, float, float, float], ...] = ()  # bases on a table: x, y, facing, width, depth
    facing: float | None = None  # the way a counter on a hex looks, in degrees from the north, clockwise
    numbers: tuple[tuple[str, float], ...] = ()  # what is printed on it, named, for programs: ("strength", 5)


class Marker(msgspec.Struct, frozen=True):
    """A marker on the board: wreck, bridge out, flare, arrow."""

    kind: str  # what it shows, such as "wreck"
    place: str  # where it lies
    text: str = ""  # word or number on it
    to: str = ""  # a line from place to there


class Track(msgspec.Struct, frozen=True):
    """A number to keep in sight: turns, points, visibility."""

    title: str  # what is counted
    value: str  # current value
    cite: str = ""  # rule behind it
    group: str = ""  # numbers of one group stand behind its name


class CardView(msgspec.Struct, frozen=True):
    """A card in a hand, on a pile or laid aside; a hidden one shows its back and at most a rating."""

    id: str  # id of the card
    side: str  # owner
    place: str  # "hand", "aside", "pile 1", …
    title: str  # name of the card
    rating: str = ""  # number on its corner
    text: str = ""  # what the card does
    hidden: bool = False  # only its back is shown
    lit: bool = False  # the question is about it
    pieces: tuple[str, ...] = ()  # what it commands on the map, as far as it is known


class Arc(msgspec.Struct, frozen=True):
    """A sector of an inch table: a point, the way it faces (degrees from the north), its half-angle, and inches."""

    x: float  # inches from the left edge
    y: float  # inches from the top edge
    facing: float  # degrees from north, clockwise
    half: float  # half of the angle, in degrees
    near: float  # the end of the close band, 0 if there is none
    far: float  # radius in inches


class Reach(msgspec.Struct, frozen=True):
    """Where a piece makes itself felt from where it is: by its fire, or by its zone of control."""

    how: str  # "fire", "zone of control", …
    cite: str  # rule of the fire or zone
    hexes: tuple[str, ...] = ()  # hexes it covers
    arcs: tuple[Arc, ...] = ()  # on a table by inches
    watches: bool = False  # who comes there is seen, and can be fired at


class RouteStep(msgspec.Struct, frozen=True):
    """A place on a way, and what the mover has spent on the way when it is there."""

    place: str  # hex or point of the table
    spent: float  # cost from the start to here


class Route(msgspec.Struct, frozen=True):
    """The way a mover will take: where it sets out, every place it comes to, and what it has to spend."""

    stretches: tuple[RouteStep, ...]  # places on the way, in order
    budget: float  # before it sets out
    measure: str = "points"  # unit of the cost: "points" or "inches"
    ends: bool = False  # sent there at once, it stays there
    shunned: bool = False  # no way to a place beyond would lead there

    @property
    def price(self) -> float:
        """What the whole way costs."""
        return self.stretches[-1].spent


class SightCheck(msgspec.Struct, frozen=True):
    """One thing met on the way of a sight line, and the rule by which it blocks, or None."""

    hexes: tuple[str, ...]  # where the line meets it
    rule: str | None  # rule by which it blocks, or None


class SightLine(msgspec.Struct, frozen=True):
    """Whether two hexes, or two ends on a table, see each other, with the working."""

    viewer: str  # hex or point that looks
    target: str  # hex or point that is looked at
    distance: float  # hexes, or inches
    clear: bool  # can they see each other?
    ends: tuple[tuple[float, float], tuple[float, float]]  # where to draw the line, in page units of hex size 1
    blocked_by: tuple[str, ...] = ()  # on a table: what lies in the line, in words
    rule: str | None = None  # rule that blocks the line
    working: tuple[SightCheck, ...] = ()  # everything on the line, in order


class Aim(msgspec.Struct, frozen=True):
    """One thing a side must reach, keep or deny, and how far it is."""

    text: str  # what the side must do
    cite: str  # rule of the victory condition
    hexes: tuple[str, ...] = ()  # where, to be lit on the map
    have: float | None = None  # so much of
    need: float | None = None  # so much
    met: bool | None = None  # would it count if the match ended now? None: that cannot be said yet
    points: float | None = None  # what it is worth now, where victory goes by points
    levels: tuple[tuple[str, float], ...] = ()  # what `have` leads to: each level and the least for it, ascending


class Briefing(msgspec.Struct, frozen=True):
    """What a side is told before the first decision, in the scenario's own words."""

    situation: str = ""  # where things stand, for both sides
    force: str = ""  # the side's own troops and task
    enemy: str = ""  # as far as it is known
    special: tuple[str, ...] = ()  # rules of this scenario alone
    first: tuple[str, ...] = ()  # first steps for somebody who has never played it
    length: str = ""  # how long an evening it is


class Value(msgspec.Struct, frozen=True):
    """One number of a counter with its name."""

    name: str  # what the number is
    value: str  # the number
    cite: str = ""  # rule that explains it
    note: str = ""  # how it was changed


class Dossier(msgspec.Struct, frozen=True):
    """All that a side may know of a piece: every number on it named, its states, what it may do now."""

    piece: str  # id of the piece
    title: str  # its name
    kind: str = ""  # what sort of unit it is
    values: tuple[Value, ...] = ()  # printed and current numbers, each with a name
    states: tuple[str, ...] = ()  # conditions such as "disrupted"
    abilities: tuple[str, ...] = ()  # what it may do now
    can: tuple[str, ...] = ()  # what may be done with it now
    carries: tuple[str, ...] = ()  # units or cards it carries
    place: str = ""  # where it is, in words
    note: str = ""  # anything else a player should know


class View(msgspec.Struct, frozen=True):
    """The whole table from one chair."""

    side: str | None  # None: a spectator
    turn: int  # current turn
    turns: int  # last turn
    phases: tuple[str, ...]  # phases of a turn, in order
    phase: str  # current phase
    pieces: tuple[PieceView, ...]  # counters, as the side sees them
    markers: tuple[Marker, ...] = ()  # markers on the map
    tracks: tuple[Track, ...] = ()  # numbers to keep in sight
    focus: tuple[str, ...] = ()  # hexes where the action is
    cards: tuple[CardView, ...] = ()  # cards, as the side sees them
