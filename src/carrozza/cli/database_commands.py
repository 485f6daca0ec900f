"""`carrozza backup` and `carrozza restore`."""

from pathlib import Path
from typing import Annotated

import typer

Database = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="The database; by default the one in your data folder.", envvar="CARROZZA_DATABASE"
    ),
]


def backup(
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write; it appears when it is complete.")],
    database: Database = None,
) -> None:
    """Copy the database of a server, while it serves, and check the copy.

    Exit status: 0 the copy is sound, 2 there is none.
    """
    from carrozza.server.store.sqlite_file.backup import back_up

    copied = back_up(_database(database), out)
    typer.echo(f"{out}: {copied.games} games with {copied.events} events, checked")


def restore(
    copy: Annotated[Path, typer.Option("--from", help="A file that carrozza backup wrote.")],
    database: Database = None,
) -> None:
    """Put a copy in the place of a database, while no server runs. What was there is kept as FILE.before-restore.

    Exit status: 0 it is in place, 2 nothing was changed.
    """
    from carrozza.server.store.sqlite_file.backup import restore as put_back

    restored = put_back(_database(database), copy)
    typer.echo(f"{restored.games} games with {restored.events} events are in place")


def _database(given: str | None) -> str:
    from carrozza.folders import data_folder

    return given or str(data_folder() / "games.sqlite")
