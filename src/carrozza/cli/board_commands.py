"""`carrozza boards` and `carrozza board`."""

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from carrozza.cli import board_check, board_new, board_pack, board_playtest, board_suggest
from carrozza.cli.options import BoardName, Boards, Json, Language, Picture, Pixels, Theme, names_in, print_json


def boards(
    as_json: Json = False,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """List the boards."""
    from carrozza.boards import folder_faults, show

    if as_json:
        print_json(show.list_as_json())
    else:
        show.show_list(_console())
    for error in folder_faults():
        typer.echo(f"carrozza: not listed: {error}", err=True)


def _console() -> Any:
    """Prints names as they are: no markup, no emoji codes."""
    from rich.console import Console

    return Console(markup=False, emoji=False)


class BoardGroup(TyperGroup):
    """`carrozza board usa` shows that board: a first word that is no command is a board's name."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        words = [word for word in args if not word.startswith("-")]
        asks_help = not words and {"-h", "--help"} & set(args)
        if not asks_help and not (words and (words[0] in self.commands or self._is_misspelt(words[0]))):
            self._check_order(words)
            args = ["show", *args]
        return super().parse_args(ctx, args)

    def _is_misspelt(self, word: str) -> bool:
        """Whether it looks like a command, and is neither a board nor a file."""
        if not get_close_matches(word, list(self.commands)):
            return False
        from carrozza.boards import names, own_names

        return word not in (*names(), *own_names()) and not Path(word).suffix and not Path(word).exists()

    def _check_order(self, words: list[str]) -> None:
        if len(words) > 1 and words[1] in self.commands:
            raise ValueError(f"the command comes first: write `carrozza board {words[1]} {words[0]}`")


board_app = typer.Typer(
    cls=BoardGroup,
    help="Show one board, or check it, lay it out, draw it, print it, pack it to give away.",
    subcommand_metavar="NAME | COMMAND [ARGS]...",
)


@board_app.command("show")
def board_show(
    name: BoardName,
    as_json: Json = False,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Show its facts, rules, routes and tickets; the word show may be left out."""
    from carrozza.boards import load
    from carrozza.boards.facts import as_json as board_as_json
    from carrozza.boards.show import show_board

    shown = load(name)
    if as_json:
        print_json(board_as_json(shown))
    else:
        show_board(_console(), shown)


@board_app.command("layout")
def board_layout(
    name: BoardName,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the layout to this file (.json).")] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Compute it even if the board has not changed.")] = False,
    as_json: Json = False,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Compute where everything goes on its drawing, keep that beside the board, and measure it.

    Exit status: 0 all measures are within their limits, 1 some are not, 2 the board cannot be laid out.
    """
    from carrozza.atlas.commands import layout_command

    raise typer.Exit(layout_command(name, out, anew=anew, as_json=as_json))


@board_app.command("draw")
def board_draw(
    name: BoardName,
    out: Picture = None,
    theme: Theme = "light",
    width: Pixels = 2800,
    language: Language = "en",
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Draw it."""
    from carrozza.atlas.commands import draw_board_command

    raise typer.Exit(draw_board_command(name, out, theme, width, language))


@board_app.command("print")
def board_print(
    name: BoardName,
    paper: Annotated[str, typer.Option(help="a4, a3, a2, a1, letter, tabloid, or full for one large page.")] = "a4",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file to write (.pdf).")] = None,
    bleed: Annotated[float, typer.Option(metavar="MM", help="How far colour runs over the cut, 0 to 5.")] = 0.0,
    parts: Annotated[
        str, typer.Option(help="What to print, separated by commas: board,tickets,trains,backs,rules.")
    ] = "board,tickets,trains",
    language: Language = "en",
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Print it at true size, with its tickets and train cards, into a PDF to cut and glue."""
    from carrozza.atlas.commands import print_board_command

    raise typer.Exit(print_board_command(name, paper, out, bleed, names_in(parts), language))


board_app.command("new")(board_new.new)
board_app.command("pack")(board_pack.pack)
board_app.command("unpack")(board_pack.unpack)
board_app.command("check")(board_check.check)
board_app.add_typer(board_suggest.suggest_app, name="suggest")
board_app.command("playtest")(board_playtest.board_playtest)
