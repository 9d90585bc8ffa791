"""The tables of the database. Migrations in `migrations/` lead here; a test compares the two."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, LargeBinary, MetaData, String, Table, Text, false

META = MetaData()

MATCHES = Table(
    "matches",
    META,
    Column("id", String(32), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("hotseat", Boolean, nullable=False),
    Column("pace", Float, nullable=False),
    Column("begun", Float, nullable=False),
    Column("touched", Float, nullable=False, index=True),
    Column("over", Boolean, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("asked", Text, nullable=False),  # the sides waited for, separated by spaces
    Column("rematch", String(32), nullable=False),
    Column("uploaded", Boolean, nullable=False, server_default=false()),  # brought along as a record
    Column("listed", Boolean, nullable=False, server_default=false()),  # its invitations stand in the lobby
    Column("clock", Text, nullable=False, server_default=""),  # as JSON; empty for none
    Column("due", Float, nullable=False, server_default="0", index=True),  # when somebody's time is up
    Column("winners", Text, nullable=False, server_default=""),  # the sides that have won, separated by spaces
    Column("known", Float, nullable=False, server_default="0"),  # when it last went on, as every side may know
    Column("salt", LargeBinary),  # the secret comes from it and the server's key; where there is none, it is kept
)

LINES = Table(
    "lines",
    META,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

SNAPSHOTS = Table(
    "snapshots",
    META,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("lines", Integer, nullable=False),
    Column("decision", Integer, nullable=False),
    Column("rolled", Integer, nullable=False),
    Column("apart", Integer, nullable=False, server_default="0"),  # answers that left their question open
    Column("state", LargeBinary, nullable=False),
)

SEATS = Table(
    "seats",
    META,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("side", String(80), primary_key=True),
    Column("player", String(80), nullable=False),  # "human" or the name of a computer player
    Column("key", String(64), nullable=False),  # hash of the secret token; empty for a computer player
    Column("invite", String(64), nullable=False),  # hash of the invitation, while nobody has taken it up
    Column("orders", Text, nullable=False, server_default=""),  # standing orders as JSON; empty for none
    Column("name", String(40), nullable=False, server_default=""),  # as the player wants to be called
    Column("who", String(64), nullable=False, server_default="", index=True),  # hash of a secret; for the rating
    Column("relieved", String(64), nullable=False, server_default=""),  # who had no time left, and lost in the rating
)

CHAT = Table(
    "chat",
    META,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # "say"; a takeback is "back", "agree", "decline"
    Column("who", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

STUDIES = Table(
    "studies",
    META,
    Column("pupil", String(64), primary_key=True),  # hash of the secret that a browser has made up
    Column("lesson", String(160), primary_key=True),  # game/lesson
    Column("step", Integer, nullable=False),  # to go on with
    Column("learnt", Boolean, nullable=False),
    Column("at", Float, nullable=False),
)

SCENARIOS = Table(
    "scenarios",
    META,
    Column("owner", String(64), primary_key=True),  # hash of a secret that a browser has made up, or "links"
    Column("name", String(64), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

PAPERS = Table(
    "papers",
    META,
    Column("kind", String(16), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("at", Float, nullable=False, index=True),
)

HOURS = Table(
    "hours",
    META,
    Column("id", Integer, primary_key=True),
    Column("seen", Float, nullable=False),  # when a table was last there
    Column("away", Float, nullable=False),  # seconds it has been away, which no clock counts
)

MAILBOXES = Table(
    "mailboxes",
    META,
    Column("box", String(64), primary_key=True),  # hash of the secret that a browser has made up
    Column("address", String(254), nullable=False, index=True),
    Column("token", String(64), nullable=False, index=True),  # in every letter: it confirms, and stops
    Column("confirmed", Boolean, nullable=False),
    Column("asked", Float, nullable=False),  # when the address was asked to confirm
    Column("told", Float, nullable=False),  # when it was last written to
)

ADDRESSES = Table(
    "addresses",
    META,
    Column("address", String(254), primary_key=True),  # as one person may spell it in many ways
    Column("asked", Float, nullable=False, index=True),  # when it was last asked to confirm
    Column("asks", Integer, nullable=False),  # how often, since it last did
    Column("never", Boolean, nullable=False),  # its owner wants no letters
    Column("token", String(64), nullable=False, index=True),  # of the letter that he has answered so
)

PRESENCE = Table(
    "presence",
    META,
    Column("process", String(32), primary_key=True),
    Column("match", String(32), primary_key=True, index=True),
    Column("side", String(80), primary_key=True),
    Column("at", Float, nullable=False),
)

BANS = Table(
    "bans",
    META,
    Column("address", String(64), primary_key=True),  # or the network of an IPv6 visitor
    Column("until", Float, nullable=False),
)

MAILINGS = Table(
    "mailings",
    META,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("side", String(80), primary_key=True),
    Column("box", String(64), nullable=False, index=True),
)
