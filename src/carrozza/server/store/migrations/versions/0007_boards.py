"""Boards that people bring along: each bundle once, by its digest. A game on one of them refers to it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("bundle", sa.Text, nullable=False),
        sa.Column("layout", sa.Text),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("payer", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_boards"),
    )
    op.create_index("ix_boards_payer", "boards", ["payer"])
    op.create_index("ix_boards_listed_created", "boards", ["listed", "created"])
    # SQLite can add a constraint only together with its column.
    op.execute("ALTER TABLE games ADD COLUMN own_board TEXT CONSTRAINT fk_games_own_board REFERENCES boards (id)")
    op.create_index("ix_games_own_board", "games", ["own_board"])
