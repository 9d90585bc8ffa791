"""What the page of the studio sends."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.engine.game.scenario import LARGEST
from grognard.server.api.requests import Name, Number, Secret
from grognard.studio import AnyEdit

MOST_MATCHES = 200  # of a trial at each strength
Text = Annotated[str, Meta(max_length=LARGEST)]


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of the studio."""


class Begin(Wish, frozen=True):
    """A scenario to begin with; from nothing, if none is named."""

    game: Name
    scenario: Name = ""


class Read(Wish, frozen=True):
    """A text to be laid out, with changes to be made first."""

    text: Text
    edits: Annotated[tuple[AnyEdit, ...], Meta(max_length=200)] = ()


class Sent(Wish, frozen=True):
    """A text that others may open."""

    text: Text


class PlayIt(Wish, frozen=True):
    """A text to be played at once; as this side, or the first."""

    text: Text
    side: Name = ""


class TryOut(Wish, frozen=True):
    """A text to be tried out: so many matches at each strength."""

    text: Text
    matches: Annotated[int, Meta(ge=1, le=MOST_MATCHES)] = 50


class Keep(Wish, frozen=True):
    """A person's drawer, by a secret that the browser has made up; with a text it is kept, with a name opened."""

    person: Secret
    text: Text = ""
    name: Name = ""
    away: bool = False  # is it thrown away?


class Moment(Wish, frozen=True):
    """A position of a match."""

    frame: Number
