"""`carrozza play`, `carrozza serve` and `carrozza terminal`."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from carrozza.cli.options import BOARD_HELP, Boards, Language, Variants, names_in

Port = Annotated[int, typer.Option("--port", help="The port to serve at; 0 takes any free one.", min=0, max=65535)]


class LogForm(StrEnum):
    json = "json"
    text = "text"
    quiet = "quiet"


class UploadsOption(StrEnum):
    off = "off"
    link = "link"
    listed = "listed"


def play(
    port: Port = 0,
    database: Annotated[
        str | None, typer.Option(help="Keep games in this file; by default in your data folder.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser, or only print the page's address.")] = True,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Play in the browser, against bots or friends: the page opens when it is ready."""
    from carrozza.server.serve import play_command

    raise typer.Exit(play_command(port, database, open_browser=browser))


def serve(
    host: Annotated[str, typer.Option(help="The address to serve at; 0.0.0.0 is every one of this machine.")] = (
        "127.0.0.1"
    ),
    port: Port = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|URL",
            help="Keep games in this file, or at postgresql://...; by default in your data folder.",
            envvar="CARROZZA_DATABASE",
        ),
    ] = None,
    workers: Annotated[int, typer.Option(help="How many processes serve; more than one needs PostgreSQL.")] = 1,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", "--open", help="Open the browser, or only print the address.")
    ] = False,
    origin: Annotated[
        list[str], typer.Option(help="Another site whose pages may play here, such as https://example.org.")
    ] = [],  # noqa: B006  (typer copies it)
    host_name: Annotated[
        list[str],
        typer.Option(metavar="NAME", help="A name that leads here besides this machine's own: a reverse proxy's."),
    ] = [],  # noqa: B006  (typer copies it)
    proxy_headers: Annotated[
        bool, typer.Option("--proxy-headers", help="Take client addresses from the headers of a reverse proxy.")
    ] = False,
    proxies: Annotated[
        str, typer.Option(metavar="ADDRESSES", help="With --proxy-headers: the proxies to trust.")
    ] = "127.0.0.1,::1",
    log: Annotated[
        LogForm | None, typer.Option(help="json lines, short text, or quiet; by default text in a terminal, else json.")
    ] = None,
    bot_pause: Annotated[float, typer.Option(help="The least time a bot takes for a turn, in seconds.", min=0)] = 0.5,
    limits: Annotated[bool, typer.Option(help="Limit the requests of each address.")] = True,
    uploads: Annotated[
        UploadsOption,
        typer.Option(help="Whether people may upload boards: off, link (for those who know it), or listed (for all)."),
    ] = UploadsOption.link,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Serve games to browsers and programs, until Ctrl-C.

    Exit status: 0 ended by a signal; 1 the server failed; 2 an argument cannot be used: the port is taken, the database
    does not answer or is served already.
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
            host_names=host_name,
            proxies=proxies if proxy_headers else None,
            form=None if log is None else log.value,
            bot_pause=bot_pause,
            guarded=limits,
            uploads=uploads.value,
        )
    )


def terminal(
    board_name: Annotated[str | None, typer.Argument(metavar="[BOARD]", help="The same as --board.")] = None,
    board: Annotated[str | None, typer.Option("--board", help=BOARD_HELP)] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="N", help="How many players; bots take the remaining seats.")
    ] = None,
    people: Annotated[
        str | None, typer.Option("--people", help="The people at this keyboard, separated by commas: Ada,Bruno.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option("--bots", help="The bots, separated by commas: hard,search:1s,my_bot.py:MyBot."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="The same seed gives the same deal.")] = None,
    variant: Variants = [],  # noqa: B006  (typer copies it)
    language: Language = "en",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Keep the game's record in this file, move by move.")
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", hidden=True)] = None,
    load: Annotated[Path | None, typer.Option("--load", help="Continue the game of this record.")] = None,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Play in this terminal, against bots or around one keyboard."""
    from carrozza.bots import split_specs
    from carrozza.terminal import play_command

    number, named = _players(players, people)
    raise typer.Exit(
        play_command(
            board=_board(board_name, board),
            players=named,
            bots=split_specs(bots or ""),
            number=number,
            seed=seed,
            variants=variant,
            language=language,
            save=out or save,
            load=load,
        )
    )


def _board(argument: str | None, option: str | None) -> str:
    if argument and option and argument != option:
        raise ValueError(f"two boards: {argument} and --board {option}; name one")
    return option or argument or "usa"


def _players(players: str | None, people: str | None) -> tuple[int | None, list[str] | None]:
    """`--players 3` is a number; `--players Ada,Bruno` is the earlier form of `--people Ada,Bruno`."""
    if players is not None and not players.strip().isdecimal():
        if people is not None:
            raise ValueError(f"--players {players} and --people {people} both name people; use --people alone")
        return None, names_in(players)
    return (None if players is None else int(players)), (None if people is None else names_in(people))
