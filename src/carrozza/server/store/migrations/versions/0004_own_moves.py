"""Bots' moves have no id: a client that had sent one of those ids could keep the bot from moving. When a game began."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("games", sa.Column("begun_at", sa.Double))
    # A client's move with such an id loses it too: it would be played anew only if it were sent again after this.
    op.execute("UPDATE events SET client_id = NULL WHERE kind = 'move' AND client_id LIKE 'bot %'")
