"""`carrozza board playtest`."""

from pathlib import Path
from typing import Annotated

import typer

from carrozza.cli.options import BoardName, Boards, Json, Language, Threads, names_in


def board_playtest(
    name: BoardName,
    games: Annotated[int, typer.Option("--games", help="How many games, of all numbers of players together.")] = 20_000,
    players: Annotated[
        str, typer.Option("--players", help="The numbers of players, separated by commas; by default all.")
    ] = "",
    bots: Annotated[
        str,
        typer.Option(
            "--bots", help="Styles or compiled bots, separated by commas: planner,collector,builder,blocker by default."
        ),
    ] = "",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 1,
    threads: Threads = None,
    out: Annotated[
        list[Path],
        typer.Option("--out", "-o", help="Write the report to this file (.html or .json), or with --fix the board."),
    ] = [],  # noqa: B006  (typer copies it)
    fix: Annotated[
        bool, typer.Option("--fix", help="Give tickets the values that would be fair, write the board, play again.")
    ] = False,
    as_json: Json = False,
    language: Language = "en",
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Let bots of several styles play it thousands of times, and say what could be better.

    Exit status: 0 all games were played, 1 a file could not be written, 2 an argument cannot be used, 130 interrupted
    (the games played so far are reported).
    """
    from carrozza.bots import split_specs
    from carrozza.workshop.playtest.command import playtest_command

    raise typer.Exit(
        playtest_command(
            name=name,
            games=games,
            players=_numbers(players),
            bots=split_specs(bots),
            seed=seed,
            threads=threads,
            outs=out,
            as_json=as_json,
            fix=fix,
            language=language,
        )
    )


def _numbers(text: str) -> list[int]:
    """
    >>> _numbers("2, 4")
    [2, 4]
    """
    words = names_in(text)
    for word in words:
        if not word.isdecimal():
            raise ValueError(f"players '{text}': write numbers separated by commas, such as 2,4")
    return [int(word) for word in words]
