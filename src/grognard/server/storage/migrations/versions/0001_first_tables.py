"""The first tables: matches, their record lines, snapshots, seats and chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _matches()
    _lines_and_snapshots()
    _seats_and_chat()


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("hotseat", sa.Boolean, nullable=False),
        sa.Column("pace", sa.Float, nullable=False),
        sa.Column("begun", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("rematch", sa.String(32), nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_matches_touched", "matches", ["touched"], if_not_exists=True)


def _lines_and_snapshots() -> None:
    op.create_table(
        "lines",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "snapshots",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("decision", sa.Integer, nullable=False),
        sa.Column("rolled", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )


def _seats_and_chat() -> None:
    op.create_table(
        "seats",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("side", sa.String(80), primary_key=True),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("invite", sa.String(64), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "chat",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        if_not_exists=True,
    )


def downgrade() -> None:
    for name in ("chat", "seats", "snapshots", "lines", "matches"):
        op.drop_table(name)
