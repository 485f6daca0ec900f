"""Leases: which process plays the bots of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_leases"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_leases_game", ondelete="CASCADE"),
    )
    op.create_index("ix_leases_owner", "leases", ["owner"])
