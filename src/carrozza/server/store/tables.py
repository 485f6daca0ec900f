"""The tables. They change only together with a new file in `migrations/versions`."""

from typing import Final

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    text,
)

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

BOARDS: Final = Table(
    "boards",
    METADATA,
    Column("id", Text, primary_key=True),
    # The digests that records carry, one for each ruleset.
    Column("facts", Text, nullable=False),
    Column("bundle", Text, nullable=False),
    # Computed here, where the bundle has none.
    Column("layout", Text),
    Column("size", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("listed", Boolean, nullable=False),
    # A digest of the address that uploaded it.
    Column("payer", Text),
    Index("ix_boards_payer", "payer"),
    Index("ix_boards_listed_created", "listed", "created"),
)

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("created", Double, nullable=False),
    Column("board", Text, nullable=False),
    Column("facts", JSON(none_as_null=True)),
    Column("digest", Text),
    Column("variants", JSON, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("options", JSON, nullable=False),
    # As text: a seed may be larger than a database's integers.
    Column("seed", Text, nullable=False),
    Column("engine", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("begun_at", Double),
    Column("finished_at", Double),
    # A digest of the address that began the game; its key is not in the database.
    Column("payer", Text),
    # Where the board is none of those that come with the program.
    Column("own_board", Text, ForeignKey("boards.id")),
    Index("ix_games_state_created", "state", "created"),
    Index("ix_games_payer_state", "payer", "state"),
    Index("ix_games_own_board", "own_board"),
)

TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("role", Text, nullable=False),
    Column("seat", Integer),
    Column("revoked", Boolean, nullable=False),
    Index("ix_tokens_game", "game"),
)

EVENTS: Final = Table(
    "events",
    METADATA,
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, CheckConstraint("number > 0", name="number"), primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("body", Text, nullable=False),
    Column("client_id", Text),
    Column("at", Double, nullable=False),
)
# What nobody's seat did has no seat; two missing seats would never count as the same.
Index(
    "ix_events_client_id",
    EVENTS.c.game,
    text("coalesce(seat, -1)"),
    EVENTS.c.client_id,
    unique=True,
    sqlite_where=EVENTS.c.client_id.is_not(None),
    postgresql_where=EVENTS.c.client_id.is_not(None),
)

LEASES: Final = Table(
    "leases",
    METADATA,
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", Text, nullable=False),
    Column("until", Double, nullable=False),
    Index("ix_leases_owner", "owner"),
)

# Empty where one process serves alone.
PROCESSES: Final = Table(
    "processes",
    METADATA,
    Column("owner", Text, primary_key=True),
    Column("until", Double, nullable=False),
)

CONNECTIONS: Final = Table(
    "connections",
    METADATA,
    Column("owner", Text, ForeignKey("processes.owner", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)
