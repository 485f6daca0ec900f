"""`carrozza simulate` and `carrozza arena`."""

from pathlib import Path
from typing import Annotated

import typer

from carrozza.cli.options import Board, Boards, Json, Players, Strict, Threads, Variants


def simulate(
    board: Board = "usa",
    players: Players = 2,
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 10_000,
    bots: Annotated[
        str, typer.Option("--bots", help="One bot for all seats, or one per seat, separated by commas.")
    ] = "random",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 1,
    threads: Threads = None,
    variant: Variants = [],  # noqa: B006  (typer copies it)
    as_json: Json = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Write every game to this file (.parquet or .csv), or tables of games to this folder."
        ),
    ] = None,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="With a folder: write a table of all decisions too.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="With a folder: replace the tables that are in it.")
    ] = False,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; local starts one.")
    ] = None,
    strict: Strict = False,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Play many games between bots, and count.

    Exit status: 0 all games were played, 1 the file could not be written, 2 an argument cannot be used, 3 a bot
    committed a fault (with --strict), 130 interrupted (the games played so far are reported).
    """
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
            decisions=decisions,
            overwrite=overwrite,
            cluster=cluster,
            strict=strict,
        )
    )


def arena(
    bots: Annotated[
        str, typer.Option("--bots", help="The bots, separated by commas: planner,search:500ms,my_bot.py:MyBot.")
    ] = "planner,random",
    board: Board = "usa",
    players: Players = 2,
    games: Annotated[int, typer.Option("--games", help="How many games, rounded up to whole deals.")] = 2000,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stop when it is clear whether the first bot is stronger.")
    ] = False,
    margin: Annotated[
        float, typer.Option(help="With --until-sure: how far above one half a share of wins counts as stronger.")
    ] = 0.05,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Store every game in this file (SQLite); games already in it are reused."),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; local starts one.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a record of every game to this folder.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the results into this file (.svg, .png, .pdf).")] = None,
    strict: Strict = False,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same deals.")] = 1,
    threads: Threads = None,
    variant: Variants = [],  # noqa: B006
    as_json: Json = False,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Measure bots against each other: the same deals for all, from every seat.

    Exit status: 0 all games were played (or it is clear who is stronger), 1 a file could not be written, 2 an argument
    cannot be used, 3 a bot committed a fault (with --strict), 130 interrupted (the games played so far are reported).
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
            strict=strict,
            as_json=as_json,
        )
    )
