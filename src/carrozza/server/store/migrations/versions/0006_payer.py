"""Who began a game, as a digest: the bots of one's games take turns with those of others."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("games", sa.Column("payer", sa.Text))
    op.create_index("ix_games_payer_state", "games", ["payer", "state"])
