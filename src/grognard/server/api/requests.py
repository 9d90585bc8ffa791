"""What goes over the wire: the orders a page may give, and the errors it may get. The schema is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec

from grognard.engine.game.plain_text import from_json
from grognard.engine.match.command import Command as Ordered
from grognard.engine.match.standing_orders import StandingOrder as Standing
from grognard.server.api.validation_messages import validation_message

T = TypeVar("T")
Name = Annotated[str, msgspec.Meta(max_length=80, pattern=r"^[^\x00]*$")]
Secret = Annotated[str, msgspec.Meta(max_length=80)]
Number = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Hash = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$", max_length=64)]
MaybeHash = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?$", max_length=64)]
Called = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[^\x00-\x1f]*(?!\n)$")]  # how a player is called
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"^[^\x00]*$")]


class RequestError(Exception):
    """A request that changes nothing. `status` is the HTTP status; a rule is named where one forbids it."""

    def __init__(
        self, status: int, message: str, rule: str = "", hint: str = "", instead: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.message, self.rule, self.hint = status, message, rule, hint
        self.instead = instead  # the nearest answer that is allowed, as a choice


FAULT = RequestError(500, "Something is wrong with the table; nothing has changed. Try again, or look at its log.")
AWAY = RequestError(503, "The table cannot reach its database; nothing has changed. Try again in a moment.")


class _Order(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """An order from the page. `ref` comes back with the answer."""

    ref: Number = 0


class _Seen(_Order, frozen=True, kw_only=True):
    """As a side sees it: the one that is named, where a key plays several."""

    side: Name = ""


class _Asked(_Seen, frozen=True, kw_only=True):
    """About the question with this number."""

    decision: Number


class _Own(_Order, frozen=True, kw_only=True):
    """For a side of one's own."""

    side: Name


class Take(_Asked, frozen=True, tag="take"):
    """Answer the question with this number."""

    action: dict[str, Any]


class Odds(_Asked, frozen=True, tag="odds"):
    """The exact chances of an action, with the working."""

    action: dict[str, Any]


class PreviewRoute(_Asked, frozen=True, tag="way"):
    """The way on which an answer sends somebody, and on which others would then, one after the other."""

    actions: Annotated[list[dict[str, Any]], msgspec.Meta(min_length=1, max_length=12)]
    unseen: bool = False  # to where the first of them leads, by whichever way is watched the least


class Why(_Asked, frozen=True, tag="why"):
    """Why a click on this piece, hex or point does nothing now."""

    piece: Name = ""
    hex: Name = ""


class Carry(_Asked, frozen=True, tag="carry"):
    """A piece picked up and put down: at a hex, at a point of the table, upon another piece."""

    piece: Name
    to: Name


class Arrange(_Asked, frozen=True, tag="arrange"):
    """Before the first turn: let a sensible player set up one's side."""


class Plan(_Asked, frozen=True, tag="plan"):
    """What a staff would do to carry out an order; nothing happens."""

    command: Ordered


class Command(_Asked, frozen=True, tag="command"):
    """Carry an order out, as it was planned, up to where something halts it."""

    command: Ordered


class Recall(_Asked, frozen=True, tag="recall"):
    """Take the last order back, as far as the rules allow."""


class Chances(_Asked, frozen=True, tag="chances"):
    """What every choice that leads to a roll comes to."""


class Brief(_Seen, frozen=True, tag="brief"):
    """The briefing of one's side."""


class Dossier(_Seen, frozen=True, tag="dossier"):
    """All that may be known of a piece in sight, or of a counter that is offered."""

    piece: Name = ""
    face: Name = ""


class Undo(_Asked, frozen=True, tag="undo"):
    """Take back the last answer, up to the barrier."""


class Redo(_Asked, frozen=True, tag="redo"):
    """Do again what was undone."""


class Hint(_Asked, frozen=True, tag="hint"):
    """What a sensible player would do."""


class Sight(_Order, frozen=True, tag="sight"):
    """The line of sight between two hexes, with the working; with one hex alone, what is seen from it nearby."""

    a: Name
    b: Name = ""


class Reach(_Order, frozen=True, tag="reach"):
    """Where every piece in sight makes itself felt: its fire and its zone of control."""


class Survey(_Order, frozen=True, tag="survey"):
    """What the places of the map are in this battle, where that is not what is printed there."""


class Sit(_Own, frozen=True, tag="sit"):
    """Several sides at one screen: show this one's view."""


class SendChat(_Order, frozen=True, tag="say"):
    """Chat."""

    text: Words


class Resign(_Own, frozen=True, tag="resign"):
    """Give up."""

    decision: Number


class RequestTakeback(_Own, frozen=True, tag="back"):
    """Ask the others to agree to a takeback of one's last answer; alone at the table it happens at once."""

    decision: Number


class Agree(_Own, frozen=True, tag="agree"):
    """Agree to the takeback with this number."""

    request: Number


class Decline(_Own, frozen=True, tag="decline"):
    """Decline the takeback with this number, or withdraw it if it is one's own."""

    request: Number


class ShowPast(_Seen, frozen=True, tag="at"):
    """How things stood after so many steps of the record; of a finished match, as any side saw it."""

    frame: Number


class Pace(_Order, frozen=True, tag="pace"):
    """Seconds between the answers of computer players."""

    seconds: Annotated[float, msgspec.Meta(ge=0, le=10)]


class SetStandingOrders(_Own, frozen=True, tag="hold"):
    """The standing orders of a side, instead of those it had."""

    orders: Annotated[tuple[Standing, ...], msgspec.Meta(max_length=40)]


class Remark(_Seen, frozen=True, tag="remark"):
    """What the coach of a first battle has to say now, beyond what he has said."""

    said: Annotated[tuple[Name, ...], msgspec.Meta(max_length=80)] = ()


class Turn(_Order, frozen=True, tag="turn"):
    """In a lesson: go on, be shown the next answer, skip the step, or begin again."""

    to: Literal["on", "show", "skip", "again"]


class Commit(_Order, frozen=True, tag="commit"):
    """Bind oneself to a number that goes into the dice, before the match begins."""

    commitment: Hash


class Nonce(_Order, frozen=True, tag="nonce"):
    """Show the number, when everybody is bound."""

    nonce: Hash


class Begin(_Order, frozen=True, tag="begin"):
    """Begin without those who have not come or not committed themselves."""


Staffing = Plan | Command | Recall  # what is done by a staff
# about the question put to a side
ForASide = Take | Carry | Arrange | Odds | Chances | Why | PreviewRoute | Undo | Redo | Hint | Staffing
Enquiry = (
    Odds | Chances | Why | PreviewRoute | Hint | Brief | Dossier | Sight | Reach | Survey | Remark | ShowPast
)  # change nothing
Share = Commit | Nonce | Begin  # orders about everybody's share in the dice
Answer = Take | Carry | Arrange | Undo | Redo  # what goes on with the match
GoBack = RequestTakeback | Agree | Decline  # takebacks
Driving = (
    Take | Command | Carry | Arrange | RequestTakeback | Agree | SetStandingOrders | Share
)  # after these others may have to answer
# whatever else, carried out one after the other
Doing = Enquiry | Share | Answer | Staffing | Sit | SendChat | Resign | Pace | SetStandingOrders
Order = (
    Enquiry
    | Share
    | Answer
    | Staffing
    | Sit
    | SendChat
    | Resign
    | RequestTakeback
    | Agree
    | Decline
    | Pace
    | SetStandingOrders
)
InLesson = Enquiry | Take | Carry | Undo | Redo | Turn | Plan | Command
Beforehand = Share | SendChat | Sit | Pace | Brief | Dossier | Sight | Reach | Survey  # before a match begins
_orders: msgspec.json.Decoder[Order] = msgspec.json.Decoder(Order)
_in_lesson: msgspec.json.Decoder[InLesson] = msgspec.json.Decoder(InLesson)


class ClockWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clock: so many minutes for the whole match, or days for a turn, and what happens to whoever has none left.

    At the `end` of time a side loses, nothing happens ("wait"), or a computer player of this name takes over.
    """

    minutes: Annotated[float, msgspec.Meta(ge=0, le=1440)] = 0.0
    days: Annotated[float, msgspec.Meta(ge=0, le=60)] = 0.0
    end: Name = "lose"


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set up a match. A side's player is "me", "friend" (by invitation) or a computer player's name.

    With a commitment, and if there is a friend, the dice are made of a number of everybody's: docs/explanation/dice.md.
    `player` is a secret that a browser has made up; who sends it is rated. Invitations that are `listed` stand in
    the lobby.
    """

    game: Name
    scenario: Name
    options: Annotated[dict[Name, Name], msgspec.Meta(max_length=40)] = {}
    seats: Annotated[dict[Name, Name], msgspec.Meta(max_length=16)] = {}
    pace: Annotated[float, msgspec.Meta(ge=0, le=10)] = 0.35
    commitment: MaybeHash = ""
    name: Called = ""
    player: Secret = ""
    listed: bool = False
    clock: ClockWish | None = None


class NewRematch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rematch."""

    commitment: MaybeHash = ""


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from an earlier position, in a match of its own. A side's player is "me" or a computer player's name."""

    frame: Number
    seats: Annotated[dict[Name, Name], msgspec.Meta(max_length=16)] = {}


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take up an invitation, or a side of a match whose invitations stand in the lobby."""

    invite: Secret = ""
    side: Name = ""
    name: Called = ""
    player: Secret = ""


class MyMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match and the key of one's seat in it, if any."""

    match: Name
    key: Secret = ""


class MyMatches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Matches to hear the state of."""

    matches: Annotated[list[MyMatch], msgspec.Meta(max_length=60)]


class Pupil(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whoever learns here, by a secret that the browser has made up; none to look at the paths alone."""

    pupil: Secret = ""


class Mailbox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where letters go, by a secret that the browser has made up."""

    box: Secret
    address: Annotated[str, msgspec.Meta(max_length=254)]


class Letters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mailbox that hears of one's turns in a match; none if no secret is named."""

    box: Secret = ""


class Confirmed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Does the owner of an address want letters?"""

    wanted: bool


class Removed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be removed, or one line that was said in it."""

    match: Annotated[str, msgspec.Meta(max_length=32)]
    number: Annotated[int, msgspec.Meta(ge=0)] = 0  # of the line; 0: the whole match


class Banned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An address to be shut out for so many hours; with none it may come again."""

    address: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    hours: Annotated[float, msgspec.Meta(ge=0, le=24 * 366)]


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first words over a WebSocket: the key of one's seat, or none to watch."""

    hello: Secret = ""


def read_order(data: bytes | str) -> Order:
    """An order, or a Refused that says what is wrong with it."""
    return _read(_orders, data)


def read_in_lesson(data: bytes | str) -> InLesson:
    """An order given in a lesson, or a Refused."""
    return _read(_in_lesson, data)


def _read(orders: msgspec.json.Decoder[T], data: bytes | str) -> T:
    try:
        return from_json(data, orders)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise RequestError(400, f"This is not an order: {validation_message(error)}.") from error


def answer(ref: int, **more: Any) -> bytes:
    """A good answer to an order."""
    return msgspec.json.encode({"re": ref, "ok": True, **more}, enc_hook=str)


def refusal(ref: int, refused: RequestError) -> bytes:
    """A bad one."""
    return msgspec.json.encode({"re": ref, "ok": False, **error_body(refused)})


def error_body(refused: RequestError) -> dict[str, Any]:
    """An error as the page gets it."""
    return {
        "status": refused.status,
        "error": refused.message,
        "rule": refused.rule,
        "hint": refused.hint,
        "instead": refused.instead,
    }
