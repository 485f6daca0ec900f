"""`carrozza board check`."""

from typing import TYPE_CHECKING

import typer

from carrozza.cli.options import BoardName, Boards, Json, Language, print_json

if TYPE_CHECKING:
    from carrozza.workshop.advice import BoardCheck


def check(
    name: BoardName,
    as_json: Json = False,
    language: Language = "en",
    boards: Boards = [],  # noqa: B006  (typer copies it)
) -> None:
    """Look for faults and, where there are none, for what sets the board apart from the printed ones.

    Exit status: 0 it is good, 1 there are warnings, 2 it has faults.
    """
    from carrozza.boards import BoardError
    from carrozza.words import languages
    from carrozza.workshop.advice import check as check_document
    from carrozza.workshop.advice.checking import EXIT_STATUS, faulty
    from carrozza.workshop.editing import BoardFile

    if language not in languages():
        raise ValueError(f"no language '{language}'; choose {' or '.join(languages())}")
    try:
        file = BoardFile.read(name)
        found = check_document(file.document, name, language, ruleset_in(name))
    except BoardError as wrong:
        found = faulty(wrong.faults, language=language)
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        _show(name, found, language)
    raise typer.Exit(EXIT_STATUS[found.status])


def ruleset_in(name: str) -> str | None:
    """The ruleset that is named behind a path, or by a board's name."""
    from carrozza.boards import own_boards
    from carrozza.boards.shipped import SHIPPED

    if "#" in name:
        return name.rpartition("#")[2]
    if name in SHIPPED:
        return SHIPPED[name][1]
    board = own_boards().get(name)
    return board.ruleset if board else None


def _show(name: str, found: "BoardCheck", language: str) -> None:
    from rich.console import Console
    from rich.text import Text

    from carrozza.words import say

    console = Console(markup=False, emoji=False, highlight=False)
    warnings = sum(advice.severity == "warning" for advice in found.advice)
    counts = {"faults": len(found.faults), "warnings": warnings, "notes": len(found.advice) - warnings}
    said = {key: say(f"advice.{key}", language, number=number) for key, number in counts.items()}
    console.print(Text(say("advice.title", language, board=name, **said), style="bold"))
    if found.status == "good":
        console.print(_indented(say("advice.good", language), console.width))
    for fault in found.faults:
        console.print(_indented(f"{_at(fault.place, fault.name)}: {fault.message}", console.width))
    for advice in found.advice:
        subject = advice.subjects[0] if advice.place.endswith("]") and advice.subjects else None
        head = f"{say(f'advice.{advice.severity}', language)}  {_at(advice.place, subject)}  "
        console.print()
        console.print(Text.assemble((head, "bold"), (advice.code, "dim")))
        console.print(_indented(f"{advice.what} {advice.mend}", console.width))


def _at(place: str, name: str | None) -> str:
    return f"{place} ({name})" if name else place


def _indented(text: str, width: int) -> str:
    from textwrap import TextWrapper

    indent = "  "
    return TextWrapper(width, indent, indent, break_long_words=False, break_on_hyphens=False).fill(text)
