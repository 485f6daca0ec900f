"""Options that several commands share: one name for one thing."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

BoardName = Annotated[str, typer.Argument(help="A board's name, or a board file (.toml) of your own.")]
Board = Annotated[str, typer.Option("--board", help="The board to play on: a name, or a board file (.toml).")]
Variants = Annotated[
    list[str], typer.Option("--variant", help="Play with a variant of the board, such as alvin on old-west.")
]
Players = Annotated[int, typer.Option("--players", help="How many players.")]
Threads = Annotated[int | None, typer.Option("--threads", help="How many games at once; by default one per core.")]
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
