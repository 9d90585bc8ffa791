"""What must not tell what a side holds, time that stands still, mail addresses, and the studio."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("matches", sa.Column("known", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE matches SET known = touched")
    op.add_column("snapshots", sa.Column("apart", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("relieved", sa.String(64), nullable=False, server_default=""))
    hours = op.create_table(
        "hours",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("away", sa.Float, nullable=False),
    )
    op.bulk_insert(hours, [{"id": 1, "seen": 0.0, "away": 0.0}])
    _letters()
    _studio()


def _letters() -> None:
    op.create_table(
        "addresses",
        sa.Column("address", sa.String(254), primary_key=True),
        sa.Column("asked", sa.Float, nullable=False, index=True),
        sa.Column("asks", sa.Integer, nullable=False),
        sa.Column("never", sa.Boolean, nullable=False),
        sa.Column("token", sa.String(64), nullable=False, index=True),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), primary_key=True, index=True),
        sa.Column("side", sa.String(80), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )


def _studio() -> None:
    op.create_table(
        "scenarios",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "papers",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Float, nullable=False, index=True),
    )


def downgrade() -> None:
    for table in ("papers", "scenarios", "presence", "addresses", "hours"):
        op.drop_table(table)
    op.drop_column("seats", "relieved")
    op.drop_column("snapshots", "apart")
    op.drop_column("matches", "known")
