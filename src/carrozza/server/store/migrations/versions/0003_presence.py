"""Presence: which seats are connected to which process."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    # What they hold ends with the processes, so PostgreSQL need not keep it over a crash: nothing waits for the disk.
    prefixes = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "processes",
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("owner", name="pk_processes"),
        prefixes=prefixes,
    )
    op.create_table(
        "connections",
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("owner", "game", "seat", name="pk_connections"),
        sa.ForeignKeyConstraint(["owner"], ["processes.owner"], name="fk_connections_owner", ondelete="CASCADE"),
        prefixes=prefixes,
    )
