"""SQL that both databases understand, and the way from rows back to values."""

from functools import cache
from typing import Any

from sqlalchemy import Insert, Row, Select, Table, bindparam, exists, func, or_, select, text
from sqlalchemy.dialects import postgresql, sqlite

from carrozza.server.store.rows import BoardRow, Event, GameRow, GameState, Role, TokenRow
from carrozza.server.store.tables import EVENTS, GAMES


def insert_into(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that knows ON CONFLICT."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


@cache
def insert_next(dialect: str) -> Insert:
    """Writes the event of the parameters if its number follows the last one, and gives the number back if it did."""
    new = {column.name: bindparam(f"new_{column.name}", type_=column.type) for column in EVENTS.c}
    before = EVENTS.alias()
    source = select(*new.values()).where(
        exists().where(GAMES.c.id == new["game"]),
        or_(new["number"] == 1, exists().where(before.c.game == new["game"], before.c.number == new["number"] - 1)),
    )
    insert = insert_into(dialect, EVENTS).from_select(list(new), source)
    return insert.on_conflict_do_nothing().returning(EVENTS.c.number)


def parameters(event: Event) -> dict[str, Any]:
    return {f"new_{name}": value for name, value in vars(event).items()}


def same_client(game: str, seat: int | None, client_id: str) -> Select[Any]:
    return select(EVENTS).where(
        EVENTS.c.game == game,
        func.coalesce(EVENTS.c.seat, text("-1")) == (-1 if seat is None else seat),  # as the index has it
        EVENTS.c.client_id == client_id,
    )


def game_of(row: Row[Any]) -> GameRow:
    values = dict(row._mapping)
    values["seed"] = int(values["seed"])
    values["state"] = GameState(values["state"])
    values["variants"] = tuple(values["variants"])
    values["seats"] = tuple(values["seats"])
    return GameRow(**values)


def board_of(row: Row[Any]) -> BoardRow:
    return BoardRow(**row._mapping)


def event_of(row: Row[Any]) -> Event:
    return Event(**row._mapping)


def token_of(row: Row[Any]) -> TokenRow:
    values = dict(row._mapping)
    values["role"] = Role(values["role"])
    return TokenRow(**values)
