"""Names, ratings, clocks and open invitations."""

import sqlalchemy as sa
from alembic import op

from grognard.server.storage.migration import add_column

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    add_column("matches", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    add_column("matches", sa.Column("clock", sa.Text, nullable=False, server_default=""))
    add_column("matches", sa.Column("due", sa.Float, nullable=False, server_default="0"))
    add_column("matches", sa.Column("winners", sa.Text, nullable=False, server_default=""))
    add_column("seats", sa.Column("name", sa.String(40), nullable=False, server_default=""))
    add_column("seats", sa.Column("who", sa.String(64), nullable=False, server_default=""))
    op.create_index("ix_matches_due", "matches", ["due"], if_not_exists=True)
    op.create_index("ix_seats_who", "seats", ["who"], if_not_exists=True)


def downgrade() -> None:
    op.drop_index("ix_seats_who", "seats")
    op.drop_index("ix_matches_due", "matches")
    for name in ("who", "name"):
        op.drop_column("seats", name)
    for name in ("winners", "due", "clock", "listed"):
        op.drop_column("matches", name)
