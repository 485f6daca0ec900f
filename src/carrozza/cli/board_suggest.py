"""`carrozza board suggest tickets` and `carrozza board suggest colors`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from carrozza.cli.board_check import ruleset_in
from carrozza.cli.options import BoardName, Boards, Json, print_json

if TYPE_CHECKING:
    from carrozza.workshop.editing import BoardFile

suggest_app = typer.Typer(help="Suggest a balanced set of tickets, or balanced colours, as printed boards have them.")

Seed = Annotated[int, typer.Option("--seed", help="Another number gives other suggestions.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", help="Write the board with them to this file (.toml or .carrozza-board)."),
]
Write = Annotated[bool, typer.Option("--write", help="Write them into the board's own file.")]


@suggest_app.command("tickets")
def tickets(
    name: BoardName,
    number: Annotated[
        int | None, typer.Option("--number", "-n", help="How many; by default as many as printed boards have.")
    ] = None,
    seed: Seed = 0,
    out: Out = None,
    write: Write = False,
    as_json: Json = False,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Suggest tickets: all cities about equally often, lengths and values as on printed boards.

    They are printed as a list for the board file; nothing is written without -o or --write.
    """
    from carrozza.workshop.suggest import suggest_tickets

    file, ruleset = _read(name, out, write)
    found = suggest_tickets(file.board(ruleset), number, seed)
    _tell(file, file.with_tickets(found), {"tickets": found}, out, write, as_json)


@suggest_app.command("colors")
def colors(
    name: BoardName,
    gray: Annotated[
        float | None, typer.Option("--gray", help="The share of gray spaces, 0 to 1; by default as on printed boards.")
    ] = None,
    seed: Seed = 0,
    out: Out = None,
    write: Write = False,
    as_json: Json = False,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Suggest colours: the same spaces for all, different ones where routes meet and in doubles.

    They are printed as a list for the board file; nothing is written without -o or --write.
    """
    from carrozza.workshop.suggest import suggest_colors

    file, ruleset = _read(name, out, write)
    found = suggest_colors(file.board(ruleset), seed, gray)
    _tell(file, file.with_colors([entry["color"] for entry in found]), {"routes": found}, out, write, as_json)


def _read(name: str, out: Path | None, write: bool) -> "tuple[BoardFile, str | None]":
    """The file, and the ruleset to suggest for: the one that is named, or else one that deals long tickets."""
    from carrozza.boards.building import rulesets_in
    from carrozza.boards.bundle import SUFFIX
    from carrozza.workshop.editing import BoardFile

    if out and write:
        raise ValueError("-o and --write name two files; give one of them")
    if out and out.suffix not in (".toml", SUFFIX):
        raise ValueError(f"{out}: a board is kept as .toml or {SUFFIX}; end the name with one of them")
    file = BoardFile.read(name)
    if write and not Path(file.source).exists():
        raise ValueError(f"'{name}' comes with Carrozza and cannot be changed; name a file of your own with -o")
    ruleset = ruleset_in(name)
    if ruleset is None:
        rulesets = rulesets_in(file.document)
        ruleset = max(rulesets, key=lambda known: file.board(known).rules.opening_long)
    return file, ruleset


def _tell(
    file: "BoardFile", changed: "BoardFile", found: dict[str, list[Any]], out: Path | None, write: bool, as_json: bool
) -> None:
    from carrozza.boards.toml_text import to_toml
    from carrozza.folders import write_named

    target = Path(file.source) if write else out
    if target is not None:
        write_named(target, changed.to_bytes(target.suffix))
    if as_json:
        print_json(found)
    elif target is not None:
        typer.echo(f"{target}  {', '.join(f'{len(entries)} {key}' for key, entries in found.items())}")
    else:
        typer.echo(to_toml(found), nl=False)
