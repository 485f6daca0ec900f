"""`carrozza referee`, `carrozza record`, `carrozza draw`, `carrozza film` and `carrozza schema`."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from carrozza.cli.options import Boards, Json, Language, Picture, Pixels, Theme, print_json

RecordFile = Annotated[Path, typer.Argument(help="A record.")]


def referee(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Cases to judge; - reads standard input.")],
    as_json: Json = False,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Judge positions, moves and games written as JSON.

    Exit status: 0 every case holds, 1 a move was illegal or an expectation failed, 2 a file is malformed.
    """
    from carrozza.game.referee import judge_bytes, judge_file
    from carrozza.game.referee.report import report

    worst = 0
    for file in files:
        verdict = judge_bytes(sys.stdin.buffer.read(), "-") if file == "-" else judge_file(Path(file))
        worst = max(worst, verdict.exit_status)
        typer.echo(json.dumps(verdict.as_json(), ensure_ascii=False) if as_json else report(verdict))
    raise typer.Exit(worst)


def record(
    file: RecordFile,
    move: Annotated[
        int | None, typer.Option("--move", help="Stop after this many moves; by default at the end.", min=0)
    ] = None,
    language: Language = "en",
    as_json: Json = False,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Replay a record, check every move, and describe the position."""
    from carrozza.game.records.record import Record, RecordError
    from carrozza.game.sentences.description import describe

    try:
        game = Record.load(file).replay(move)
    except RecordError as wrong:
        raise ValueError(f"{file}: {wrong}" if wrong.line else str(wrong)) from None
    if as_json:
        position = game.position().model_dump(mode="json", exclude_none=True)
        scores = {name: score.as_json() for name, score in game.scores().items()} if game.finished else None
        print_json({"moves": len(game.history), "position": position, "scores": scores, "winners": game.winners})
    else:
        typer.echo(describe(game, language))


def draw(
    record: RecordFile,
    move: Annotated[
        int | None, typer.Option("--move", help="Draw the position after this many moves; by default the last.", min=0)
    ] = None,
    out: Picture = None,
    theme: Theme = "light",
    width: Pixels = 2800,
    language: Language = "en",
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Draw a position of a recorded game."""
    from carrozza.atlas.commands import draw_record_command

    raise typer.Exit(draw_record_command(record, move, out, theme, width, language))


def film(
    record: RecordFile,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file to write: .gif, .webp or .png, all animated.")
    ] = None,
    theme: Theme = "light",
    width: Annotated[int, typer.Option("--width", help="The width of the film in pixels.", min=1)] = 1000,
    language: Language = "en",
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Make a film of a recorded game: the map after every move that changes it."""
    from carrozza.atlas.commands import film_command

    raise typer.Exit(film_command(record, out, theme, width, language))


def schema(
    of: Annotated[str, typer.Argument(metavar="FORMAT", help="board, bundle, case or verdict.")],
) -> None:
    """Print the JSON Schema of a file format."""
    if of in ("board", "bundle"):
        from carrozza.boards import bundle_schema, json_schema

        print_json(json_schema() if of == "board" else bundle_schema())
    elif of in ("case", "verdict"):
        from carrozza.game.referee import json_schema as referee_schema

        print_json(referee_schema(of))
    else:
        raise typer.BadParameter(f"there is no schema of {of!r}; choose board, bundle, case or verdict")
