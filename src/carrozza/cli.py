"""The command `carrozza` and its sub-commands. Nothing slow is imported before it is needed."""

import io
import json
import os
import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import carrozza

app = typer.Typer(
    name="carrozza",
    help="All aboard: play, simulate, check and study train games on five boards.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class LogForm(StrEnum):
    json = "json"
    text = "text"
    quiet = "quiet"


Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]
Variants = Annotated[
    list[str], typer.Option("--variant", help="Play with a variant of the board, such as alvin on old-west.")
]


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"carrozza {carrozza.__version__}")
        raise typer.Exit


@app.callback()
def carrozza_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    pass


@app.command()
def boards(as_json: Json = False) -> None:
    """List the boards."""
    from rich.console import Console

    from carrozza.boards import show

    if as_json:
        _print_json(show.list_as_json())
    else:
        show.show_list(Console())


class BoardGroup(TyperGroup):
    """`carrozza board usa` shows that board: a first word that is no sub-command is a board's name."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        first = next((word for word in args if not word.startswith("-")), None)
        asks_help = first is None and {"-h", "--help"} & set(args)
        if first not in self.commands and not asks_help:
            args = ["show", *args]
        return super().parse_args(ctx, args)


board_app = typer.Typer(
    cls=BoardGroup,
    help="Show one board, or lay it out, draw it, print it.",
    subcommand_metavar="NAME | COMMAND [ARGS]...",
)
app.add_typer(board_app, name="board")

BoardName = Annotated[str, typer.Argument(help="A board's name, or a board file (.toml) of your own.")]
Language = Annotated[str, typer.Option(help="en or it.")]
Theme = Annotated[str, typer.Option(help="light, dark, or auto (as the reader's screen).")]
Pixels = Annotated[int, typer.Option(help="The width of a .png in pixels.", min=1)]


@board_app.command("show")
def board_show(name: BoardName, as_json: Json = False) -> None:
    """Show its facts, the rules in use, its routes and tickets; the word show may be left out."""
    from rich.console import Console

    from carrozza.boards import load
    from carrozza.boards.facts import as_json as board_as_json
    from carrozza.boards.show import show_board

    shown = load(name)
    if as_json:
        _print_json(board_as_json(shown))
    else:
        show_board(Console(), shown)


@board_app.command("layout")
def board_layout(
    name: BoardName,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Keep the layout in this file (.json).")] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Compute it even if the board has not changed.")] = False,
    as_json: Json = False,
) -> None:
    """Find a place for everything on its drawing, keep it beside the board, and measure it.

    Exit status: 0 all measures are kept, 1 some are not, 2 the board cannot be laid out.
    """
    from carrozza.atlas.commands import layout_command

    raise typer.Exit(layout_command(name, out, anew=anew, as_json=as_json))


@board_app.command("draw")
def board_draw(
    name: BoardName,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file: .svg, .png or .pdf; - writes SVG to standard output.")
    ] = None,
    theme: Theme = "light",
    width: Pixels = 2800,
    language: Language = "en",
) -> None:
    """Draw it."""
    from carrozza.atlas.commands import draw_board_command

    raise typer.Exit(draw_board_command(name, out, theme, width, language))


@board_app.command("print")
def board_print(
    name: BoardName,
    paper: Annotated[str, typer.Option(help="a4, a3, a2, a1, letter, tabloid, or full for one large page.")] = "a4",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file (.pdf).")] = None,
    bleed: Annotated[float, typer.Option(metavar="MM", help="How far colour runs over the cut, 0 to 5.")] = 0.0,
    parts: Annotated[
        str, typer.Option(help="What to print, out of board,tickets,trains,backs.")
    ] = "board,tickets,trains",
    language: Language = "en",
) -> None:
    """Print it at true size, with its tickets and train cards, into a PDF to cut and glue."""
    from carrozza.atlas.commands import print_board_command

    raise typer.Exit(print_board_command(name, paper, out, bleed, _names(parts), language))


@app.command()
def play(
    port: Annotated[int, typer.Option(help="Serve at this port; any free one, if left out.", min=0, max=65535)] = 0,
    database: Annotated[
        str | None, typer.Option(help="Keep games in this file; in your data folder, if left out.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser, or only say where the page is.")] = True,
) -> None:
    """Play in the browser, against bots or friends: the page opens when it is ready."""
    from carrozza.server.serve import play_command

    raise typer.Exit(play_command(port, database, open_browser=browser))


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to serve at; 0.0.0.0 is every one of this machine.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(help="0 for any that is free.", min=0, max=65535)] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|URL",
            help="Keep games in this file, or at postgresql://...; in your data folder, if left out.",
            envvar="CARROZZA_DATABASE",
        ),
    ] = None,
    workers: Annotated[int, typer.Option(help="How many processes serve; more than one needs PostgreSQL.")] = 1,
    browser: Annotated[bool, typer.Option("--open", help="Open the browser when the page is ready.")] = False,
    origin: Annotated[
        list[str], typer.Option(help="Another site whose pages may play here, such as https://example.org.")
    ] = [],  # noqa: B006  (typer copies it)
    proxy_headers: Annotated[
        bool, typer.Option("--proxy-headers", help="A reverse proxy in front tells the true addresses.")
    ] = False,
    proxies: Annotated[
        str, typer.Option(metavar="ADDRESSES", help="Which proxies are believed, with --proxy-headers.")
    ] = "127.0.0.1,::1",
    log: Annotated[
        LogForm | None, typer.Option(help="json lines, short text, or quiet; text in a terminal, if left out.")
    ] = None,
    bot_pause: Annotated[float, typer.Option(help="Seconds a bot takes for a turn, at least.", min=0)] = 0.5,
    limits: Annotated[bool, typer.Option(help="Limit how much one address may ask for.")] = True,
) -> None:
    """Serve games to browsers and programs, until Ctrl-C.

    Exit status: 0 ended by a signal, 2 something asked for cannot be: a port that is taken, a database that does not
    answer.
    """
    from carrozza.server.serve import serve_command

    raise typer.Exit(
        serve_command(
            host=host,
            port=port,
            database=database,
            workers=workers,
            open_browser=browser,
            origins=origin,
            proxies=proxies if proxy_headers else None,
            form=None if log is None else log.value,
            bot_pause=bot_pause,
            guarded=limits,
        )
    )


@app.command()
def terminal(
    board: Annotated[str, typer.Argument(help="The board to play on.")] = "usa",
    players: Annotated[
        str | None, typer.Option(help="People at this keyboard, separated by commas: Ada,Bruno.")
    ] = None,
    bots: Annotated[str | None, typer.Option(help="Bots for the other seats: hard,planner,search:1s.")] = None,
    seed: Annotated[int | None, typer.Option(help="Play a certain deal again.")] = None,
    variant: Variants = [],  # noqa: B006  (typer copies it)
    language: Annotated[str, typer.Option(help="en or it.")] = "en",
    save: Annotated[Path | None, typer.Option(help="Keep the game's record in this file, turn by turn.")] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with the game of this record.")] = None,
) -> None:
    """Play in this terminal, against bots or around one keyboard."""
    from carrozza.bots import split_specs
    from carrozza.terminal import play_command

    people = None if players is None else _names(players)
    raise typer.Exit(play_command(board, people, split_specs(bots or ""), seed, variant, language, save, load))


@app.command()
def simulate(
    board: Annotated[str, typer.Option(help="The board to play on.")] = "usa",
    players: Annotated[int, typer.Option(help="How many seats.")] = 2,
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    bots: Annotated[str, typer.Option(help="Who plays: one bot for all seats, or one a seat, with commas.")] = "random",
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 1,
    threads: Annotated[int | None, typer.Option(help="How many at once; all cores if left out.")] = None,
    variant: Variants = [],  # noqa: B006
    as_json: Json = False,
    out: Annotated[Path | None, typer.Option(help="Keep every game in this file (.parquet or .csv).")] = None,
) -> None:
    """Play many games of bots against each other, and count."""
    from carrozza.arena import simulate_command
    from carrozza.bots import split_specs

    raise typer.Exit(
        simulate_command(
            board=board,
            players=players,
            games=games,
            bots=split_specs(bots),
            seed=seed,
            threads=threads,
            variants=variant,
            as_json=as_json,
            out=out,
        )
    )


@app.command()
def arena(
    bots: Annotated[str, typer.Option(help="Who plays, with commas: planner,search:500ms,random.")] = "planner,random",
    board: Annotated[str, typer.Option(help="The board to play on.")] = "usa",
    players: Annotated[int, typer.Option(help="How many seats.")] = 2,
    games: Annotated[int, typer.Option(help="How many games, rounded up to whole deals.")] = 2000,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stop when it is clear whether the first bot is stronger.")
    ] = False,
    margin: Annotated[float, typer.Option(help="With --until-sure: the share above a half that matters.")] = 0.05,
    out: Annotated[Path | None, typer.Option(help="Keep every game in this file (SQLite); go on with it.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; local starts one.")
    ] = None,
    records: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep a record of every game here.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the results into this file (.svg, .png, .pdf).")] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same deals.")] = 1,
    threads: Annotated[int | None, typer.Option(help="How many games at once; all cores if left out.")] = None,
    variant: Variants = [],  # noqa: B006
    as_json: Json = False,
) -> None:
    """Measure bots against each other: the same deals for all, from every seat.

    Exit status: 0 all was played (or it is clear who is stronger), 1 a file could not be written, 2 something asked for
    cannot be, 130 interrupted.
    """
    from carrozza.arena import arena_command
    from carrozza.bots import split_specs

    raise typer.Exit(
        arena_command(
            board=board,
            players=players,
            games=games,
            bots=split_specs(bots),
            seed=seed,
            threads=threads,
            variants=variant,
            until_sure=until_sure,
            margin=margin,
            out=out,
            cluster=cluster,
            records=records,
            plot=plot,
            as_json=as_json,
        )
    )


@app.command()
def referee(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Cases to judge; - reads standard input.")],
    as_json: Json = False,
) -> None:
    """Judge positions, moves and games written as JSON.

    Exit status: 0 every case holds, 1 a move was illegal or an expectation failed, 2 a file is malformed.
    """
    from carrozza.game.referee.referee import judge_bytes, judge_file
    from carrozza.game.referee.report import report

    worst = 0
    for file in files:
        verdict = judge_bytes(sys.stdin.buffer.read(), "-") if file == "-" else judge_file(Path(file))
        worst = max(worst, verdict.exit_status)
        typer.echo(json.dumps(verdict.as_json(), ensure_ascii=False) if as_json else report(verdict))
    raise typer.Exit(worst)


@app.command()
def record(
    file: Annotated[Path, typer.Argument(help="A record.")],
    move: Annotated[int | None, typer.Option(help="Stop after so many moves.", min=0)] = None,
    language: Annotated[str, typer.Option(help="en or it.")] = "en",
    as_json: Json = False,
) -> None:
    """Replay a record, check every move of it, and show where it stands."""
    from carrozza.game.records.record import Record, RecordError
    from carrozza.game.sentences.description import describe

    try:
        game = Record.load(file).replay(move)
    except RecordError as wrong:
        raise ValueError(f"{file}: {wrong}" if wrong.line else str(wrong)) from None
    if as_json:
        position = game.position().model_dump(mode="json", exclude_none=True)
        scores = {name: score.as_json() for name, score in game.scores().items()} if game.finished else None
        _print_json({"moves": len(game.history), "position": position, "scores": scores, "winners": game.winners})
    else:
        typer.echo(describe(game, language))


@app.command()
def draw(
    record: Annotated[Path, typer.Argument(help="A record.")],
    move: Annotated[
        int | None, typer.Option(help="Draw it after so many moves; at the end, if left out.", min=0)
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file: .svg, .png or .pdf; - writes SVG to standard output.")
    ] = None,
    theme: Theme = "light",
    width: Pixels = 2800,
    language: Language = "en",
) -> None:
    """Draw a position of a game."""
    from carrozza.atlas.commands import draw_record_command

    raise typer.Exit(draw_record_command(record, move, out, theme, width, language))


@app.command()
def schema(
    of: Annotated[str, typer.Argument(help="board, case or verdict.")],
) -> None:
    """Print the JSON Schema of a file format."""
    if of == "board":
        from carrozza.boards import json_schema

        _print_json(json_schema())
    elif of in ("case", "verdict"):
        from carrozza.game.referee.referee import json_schema as referee_schema

        _print_json(referee_schema(of))
    else:
        raise typer.BadParameter(f"no schema of {of!r}: there are those of board, case and verdict")


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        print(line, file=sys.stderr)


def main() -> None:
    """Run the command; whatever goes wrong is said in words."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot write a letter gets its code instead.
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except ValueError as wrong:
        if os.environ.get("CARROZZA_DEBUG"):
            raise
        _say([f"carrozza: {wrong}"])
        sys.exit(2)
    except OSError as wrong:
        _say([f"carrozza: {wrong.filename or ''}: {wrong.strerror or wrong}"])
        sys.exit(2)
    except Exception as unexpected:
        if os.environ.get("CARROZZA_DEBUG"):
            raise
        _say(
            [
                f"carrozza: something unforeseen: {type(unexpected).__name__}: {unexpected}",
                "This is a fault of Carrozza. Please report it, with the command and CARROZZA_DEBUG=1's output.",
            ]
        )
        sys.exit(70)


if __name__ == "__main__":
    main()
