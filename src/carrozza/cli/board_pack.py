"""`carrozza board pack` and `carrozza board unpack`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from carrozza.cli.options import BoardName, Boards, Overwrite

if TYPE_CHECKING:
    from carrozza.boards import Bundle


def pack(
    name: BoardName,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The file to write (.carrozza-board); by default here, under the map's id."),
    ] = None,
    credit: Annotated[
        list[str],
        typer.Option("--credit", metavar="TEXT", help="Who made it, or a source; may be repeated."),
    ] = [],  # noqa: B006  (typer copies it)
    layout: Annotated[
        bool, typer.Option(help="Put the layout of the drawing in, and compute it where it is not kept.")
    ] = True,
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Pack a board into one file to give away: its map, tickets and rules, its layout and its credits.

    Exit status: 0 the file is written, 2 the board has faults or the file cannot be written.
    """
    from carrozza.boards import Bundle, bundle_of
    from carrozza.boards.bundle import SUFFIX
    from carrozza.folders import write_named

    bundle = bundle_of(name)
    file = out or Path(f"{bundle.document['id']}{SUFFIX}")
    if file.suffix != SUFFIX:
        raise ValueError(f"{file}: a bundle is kept as {SUFFIX}; end the name with it")
    places = _layout(name, bundle) if layout else None
    packed = Bundle.of(bundle.document, places, dict.fromkeys((*bundle.credits, *credit)), name)
    write_named(file, packed.to_bytes())
    typer.echo(f"{file}  {len(packed.to_bytes()) / 1000:.0f} kB")
    for ruleset in packed.rulesets:
        board = packed.board(ruleset)
        typer.echo(f"  {board.id}  digest {board.digest}")


def unpack(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .carrozza-board file.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The board file to write (.toml); by default here, as FILE.toml.")
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Unpack a .carrozza-board into a board file to edit, and its layout beside it; credits are added to its notes.

    Exit status: 0 the files are written, 2 the bundle has faults, or a file is there already or cannot be written.
    """
    from carrozza.boards.bundle import SUFFIX, load_bundle
    from carrozza.boards.toml_text import to_toml
    from carrozza.folders import write_named

    if file.suffix != SUFFIX:
        raise ValueError(f"{file}: a bundle is kept as {SUFFIX}; name such a file")
    toml = out or Path(f"{file.stem}.toml")
    if toml.suffix != ".toml":
        raise ValueError(f"{toml}: a board file is kept as .toml; end the name with it")
    bundle = load_bundle(file)
    texts = {toml: to_toml(bundle.document_with_credits())}
    if bundle.layout is not None:
        from carrozza.atlas.layout.store import file_beside
        from carrozza.atlas.layout_model import Layout

        texts[file_beside(toml)] = Layout.from_json(bundle.layout).to_text()
    for path in texts:
        if path.exists() and not overwrite:
            raise ValueError(f"{path} exists already; name another file with -o, or write over it with --overwrite")
    for path, text in texts.items():
        write_named(path, text.encode())
        typer.echo(str(path))


def _layout(name: str, bundle: "Bundle") -> dict[str, Any]:
    """The layout of its map, which all its rulesets share."""
    from carrozza.atlas.commands import following
    from carrozza.atlas.layout.store import layout_of
    from carrozza.boards.loading import file_of

    with following(bundle.title) as follow:
        return layout_of(bundle.board(bundle.rulesets[0], name, file_of(name)), follow).as_json()
