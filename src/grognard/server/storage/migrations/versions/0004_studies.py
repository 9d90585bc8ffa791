"""What a visitor has learnt."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("pupil", sa.String(64), primary_key=True),
        sa.Column("lesson", sa.String(160), primary_key=True),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("learnt", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        if_not_exists=True,
    )


def downgrade() -> None:
    op.drop_table("studies")
