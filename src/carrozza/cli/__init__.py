"""The command `carrozza` and its sub-commands. Nothing slow is imported before it is needed."""

import io
import os
import sys
from typing import Annotated

import typer

import carrozza
from carrozza.cli import (
    arena_commands,
    board_commands,
    database_commands,
    play_commands,
    record_commands,
    train_commands,
)
from carrozza.interrupts import exit_process

app = typer.Typer(
    name="carrozza",
    help="Play, simulate, check and study train games on five boards.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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


app.command()(board_commands.boards)
app.add_typer(board_commands.board_app, name="board")
app.add_typer(train_commands.train_app, name="train")
for _command in (
    play_commands.play,
    play_commands.serve,
    play_commands.terminal,
    database_commands.backup,
    database_commands.restore,
    arena_commands.simulate,
    arena_commands.arena,
    record_commands.referee,
    record_commands.record,
    record_commands.draw,
    record_commands.film,
    record_commands.schema,
):
    app.command()(_command)


def main() -> None:
    """Run the command; errors are printed as one line, without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A character that the terminal cannot show is printed as its code.
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except SystemExit as ended:
        exit_process(ended.code if isinstance(ended.code, int) else 1)
    except BrokenPipeError:
        # Whoever read our output has closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except ValueError as error:
        _fail(error, 2, str(error))
    except OSError as error:
        _fail(error, 2, f"{error.filename or ''}: {error.strerror or error}")
    except Exception as error:
        _fail(
            error,
            70,
            f"unexpected error: {type(error).__name__}: {error}",
            "This is a bug in Carrozza. Please report it, with the command and its output under CARROZZA_DEBUG=1.",
        )


def _fail(error: Exception, code: int, message: str, *more: str) -> None:
    """Print what went wrong and exit; with CARROZZA_DEBUG set, show the traceback instead."""
    if os.environ.get("CARROZZA_DEBUG"):
        raise error
    for line in (f"carrozza: {message}", *more):
        print(line, file=sys.stderr)
    sys.exit(code)
