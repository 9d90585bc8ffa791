"""After a battle of a campaign: the next one, with the same players."""

from __future__ import annotations

from rich.text import Text

from grognard.engine import Match
from grognard.studio import onward
from grognard.terminal.screen import ACCENT, DIM
from grognard.terminal.session import Session


def following(session: Session) -> Session | None:
    """The next battle, if there is one and the player goes on."""
    coming = onward(session.match)
    if coming is None:
        return None
    session.console.print(Text(coming.says, ACCENT))
    if not coming.scenario:
        return None
    session.console.print(Text("Enter to go on; anything else leaves. The saved record goes on with --load.", DIM))
    if session.read("› ").strip():
        return None
    match = Match.new(session.match.game, coming.scenario, dict(session.match.state.options))
    return Session(match, session.players, session.console, session.read)
