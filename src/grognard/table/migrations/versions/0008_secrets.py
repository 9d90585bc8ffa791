"""What must not tell what a side holds, time that stands still, mail addresses, and the studio."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("matches", sa.Column("known", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE matches SET known = touched")
    op.add_column("snapshots", sa.Column("apart", sa.Integer, nullable=False, server_default="0"))
    hours = op.create_table(
        "hours",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("away", sa.Float, nullable=False),
    )
    op.bulk_insert(hours, [{"id": 1, "seen": 0.0, "away": 0.0}])


def downgrade() -> None:
    op.drop_table("hours")
    op.drop_column("snapshots", "apart")
    op.drop_column("matches", "known")
