"""Your turn, by mail."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "mailboxes",
        sa.Column("box", sa.String(64), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False, index=True),
        sa.Column("token", sa.String(64), nullable=False, index=True),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("told", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "mailings",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("side", sa.String(80), primary_key=True),
        sa.Column("box", sa.String(64), nullable=False, index=True),
        if_not_exists=True,
    )


def downgrade() -> None:
    op.drop_table("mailings")
    op.drop_table("mailboxes")
