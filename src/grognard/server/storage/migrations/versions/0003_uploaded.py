"""Whether a match was brought along as a record."""

import sqlalchemy as sa
from alembic import op

from grognard.server.storage.migration import add_column

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    add_column("matches", sa.Column("uploaded", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("matches", "uploaded")
