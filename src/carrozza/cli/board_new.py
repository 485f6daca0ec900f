"""`carrozza board new`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from carrozza.cli.options import Boards, Overwrite

if TYPE_CHECKING:
    from carrozza.workshop.gazetteer import Place
    from carrozza.workshop.new_board import Lists, NewBoard, Question

LISTED = "one on each line, or a table with a header; - reads standard input"


def new(
    name: Annotated[str, typer.Argument(help="The board's title; its id and file are made of it.")],
    cities: Annotated[
        Path | None, typer.Option("--cities", help=f"Cities, such as `Portland, Oregon` or `Salò 45.6 10.5`: {LISTED}.")
    ] = None,
    routes: Annotated[
        Path | None, typer.Option("--routes", help=f"Routes, such as `Milano - Roma 3 red`: {LISTED}.")
    ] = None,
    tickets: Annotated[
        Path | None, typer.Option("--tickets", help=f"Tickets, such as `Milano - Roma 8`: {LISTED}.")
    ] = None,
    begin: Annotated[
        str | None,
        typer.Option("--from", metavar="BOARD", help="Copy this board; with lists of your own, only its rules."),
    ] = None,
    players: Annotated[int | None, typer.Option(help="The most players, 2 to 6.", min=2, max=6)] = None,
    near: Annotated[
        str | None, typer.Option(help="Where the board is: a country, a region, a town, or a latitude and longitude.")
    ] = None,
    first: Annotated[bool, typer.Option("--first", help="Take the likeliest place where a name is ambiguous.")] = False,
    ferries: Annotated[bool, typer.Option(help="Make ferries of proposed routes over water.")] = True,
    seed: Annotated[int, typer.Option(help="For suggested colours and tickets.", min=0)] = 0,
    note: Annotated[
        list[str], typer.Option("--note", metavar="TEXT", help="A remark to keep in the file, such as a source.")
    ] = [],  # noqa: B006  (typer copies it)
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file to write (.toml).")] = None,
    overwrite: Overwrite = False,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Begin a board of your own from lists of cities, routes and tickets; what is left out is suggested.

    Places come from a gazetteer of 7,300 towns. At a terminal you are asked where a name is ambiguous; elsewhere it is
    a fault, unless --near or --first decides. Exit status: 0 the file is written, 2 it is not.
    """
    from carrozza.boards.document import slug
    from carrozza.folders import write_named
    from carrozza.workshop.new_board import board_file_text

    id = slug(name)
    if not id:
        raise ValueError(f"{name!r} has no letters from a to z for an id; write a title that has some")
    file = out or Path(f"{id}.toml")
    _check(file, overwrite)
    lists = _lists(cities, routes, tickets, ask=begin is None)
    if begin is not None and not any(lists):
        document = _copy(begin, id, name, players)
    else:
        document = _begun(lists, id, name, begin, near, first, players, ferries, seed)
    if note:
        document = {"id": id, "title": name, **document, "notes": [*document.get("notes", ()), *note]}
    write_named(file, board_file_text(document, file.name).encode())
    counts = (len(document[key]) for key in ("cities", "routes", "tickets"))
    typer.echo("{}  {} cities, {} routes, {} tickets".format(file, *counts))


def _check(file: Path, overwrite: bool) -> None:
    if file.suffix != ".toml":
        raise ValueError(f"{file}: a board file is kept as .toml; end the name with it")
    if file.exists() and not overwrite:
        raise ValueError(f"{file} exists already; name another file with -o, or write over it with --overwrite")


def _lists(cities: Path | None, routes: Path | None, tickets: Path | None, *, ask: bool) -> "Lists":
    from carrozza.workshop.new_board import Lists

    lists = Lists(*("" if path is None else _read(path) for path in (cities, routes, tickets)))
    if any(lists) or not ask:
        return lists
    if not _at_a_terminal():
        raise ValueError("nothing to begin with; give --cities, --routes or --from")
    typer.echo("Type the cities, one on each line, and an empty line at the end.")
    return Lists(cities="\n".join(iter(lambda: str(typer.prompt("", default="", show_default=False)).strip(), "")))


def _read(path: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return data.decode("utf-8-sig")
    except OSError as wrong:
        raise ValueError(f"{path} cannot be read: {wrong.strerror}; check the path") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not UTF-8 text; save the file as UTF-8") from None


def _at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _copy(begin: str, id: str, title: str, players: int | None) -> dict[str, Any]:
    from carrozza.boards import bundle_of, from_document
    from carrozza.boards.building import rulesets_in

    document = {**bundle_of(begin).document, "id": id, "title": title}
    if players is not None:
        document["rules"] = {**document.get("rules", {}), "max_seats": players}
    for ruleset in rulesets_in(document):
        from_document(document, title, ruleset)
    return document


def _begun(
    lists: "Lists",
    id: str,
    title: str,
    begin: str | None,
    near: str | None,
    first: bool,
    players: int | None,
    ferries: bool,
    seed: int,
) -> dict[str, Any]:
    from carrozza.boards import load
    from carrozza.workshop.new_board import Near, new_board

    begun = new_board(
        lists,
        id=id,
        title=title,
        near=None if near is None else Near.read(near),
        choose=_first if first else _asked if _at_a_terminal() else None,
        rules=None if begin is None else load(begin).rules.model_dump(mode="json", exclude_defaults=True),
        seats=players,
        sea=ferries,
        seed=seed,
    )
    _tell(begun)
    if begun.document is None:
        faults = [*(asked.fault() for asked in begun.questions), *begun.faults]
        lines = [f"  {fault}" for fault in sorted(faults, key=lambda fault: (fault.listed, fault.line))]
        raise ValueError("\n".join([f"{title}: nothing is written; mend these lines:", *lines]))
    return begun.document


def _tell(begun: "NewBoard") -> None:
    """Where the gazetteer puts each city."""
    for city in begun.cities:
        if city.place is not None:
            typer.echo(f"  {city.name}: {city.place.full_name}")


def _first(asked: "Question") -> "Place | None":
    """The likeliest place by that very name."""
    return asked.places[0] if asked.known else None


def _asked(asked: "Question") -> "Place | None":
    if not asked.places:
        return None
    unknown = f"There is no {asked.city.asked} in the gazetteer. Which place do you mean?"
    typer.echo(f"Which {asked.city.name}?" if asked.known else unknown)
    for number, place in enumerate(asked.places, 1):
        typer.echo(f"  {number}  {place.full_name}")
    typer.echo("  0  none of these")
    number = -1
    while not 0 <= number <= len(asked.places):
        number = typer.prompt("Number", default=1, type=int)
    return asked.places[number - 1] if number else None
