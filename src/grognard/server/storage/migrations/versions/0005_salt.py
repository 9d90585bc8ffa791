"""The secret of a match comes from a salt and the server's key; matches begun before keep theirs."""

import sqlalchemy as sa
from alembic import op

from grognard.server.storage.migration import add_column

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    add_column("matches", sa.Column("salt", sa.LargeBinary))


def downgrade() -> None:
    op.drop_column("matches", "salt")
