"""Standing orders are kept with the seat."""

import sqlalchemy as sa
from alembic import op

from grognard.server.storage.migration import add_column

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    add_column("seats", sa.Column("orders", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("seats", "orders")
