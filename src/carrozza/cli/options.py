"""Options that several commands share: one name for one thing."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

BoardName = Annotated[
    str, typer.Argument(help="A board's name, or a file of your own: a board file (.toml) or a .carrozza-board.")
]
BOARD_HELP = "The board to play on: a name, or a file (.toml or .carrozza-board)."
Board = Annotated[str, typer.Option("--board", help=BOARD_HELP)]


def _use_folders(ctx: typer.Context, given: list[Path]) -> list[Path]:
    """Find boards in these folders and in those of CARROZZA_BOARDS, until the command ends."""
    if given and not ctx.resilient_parsing:
        from carrozza.boards import folders, use_folders

        before = folders()
        use_folders([*given, *before])
        ctx.call_on_close(lambda: use_folders(before))
    return given


Boards = Annotated[
    list[Path],
    typer.Option(
        "--boards",
        metavar="DIR",
        callback=_use_folders,
        is_eager=True,
        help="A folder with boards of your own, which are then found by name; CARROZZA_BOARDS names more.",
    ),
]
Variants = Annotated[
    list[str], typer.Option("--variant", help="Play with a variant of the board, such as alvin on old-west.")
]
Players = Annotated[int, typer.Option("--players", help="How many players.")]
Threads = Annotated[int | None, typer.Option("--threads", help="How many games at once; by default one per core.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", "--force", help="Write over files that are there.")]
Strict = Annotated[bool, typer.Option("--strict", help="Stop at the first fault of a bot, with its traceback.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]
Language = Annotated[str, typer.Option("--language", help="The language: en or it.")]
Picture = Annotated[
    Path | None,
    typer.Option("--out", "-o", help="The file to write: .svg, .png or .pdf; - writes SVG to standard output."),
]
Theme = Annotated[str, typer.Option("--theme", help="light, dark, auto (follows the reader's screen), or print.")]
Pixels = Annotated[int, typer.Option("--width", help="The width of a .png in pixels.", min=1)]


def names_in(text: str) -> list[str]:
    """The names of a list with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def print_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))
