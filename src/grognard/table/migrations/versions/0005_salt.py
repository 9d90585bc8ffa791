"""The secret of a match comes from a salt and the server's key; matches begun before keep theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("matches", sa.Column("salt", sa.LargeBinary))


def downgrade() -> None:
    op.drop_column("matches", "salt")
