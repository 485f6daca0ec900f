"""The papers a board or its cards are printed on."""

from typing import Final, NamedTuple

from carrozza.atlas.print_error import PrintError
from carrozza.boards.faults import did_you_mean

FULL: Final = "full"
"""No paper of a printer's: one page, as large as the board."""

MARGIN: Final = 8.0
"""What stays free at the edges of a sheet, but for cut marks: printers cannot print there."""

MAX_BLEED: Final = 5.0


class Paper(NamedTuple):
    """A sheet in millimetres."""

    name: str
    width: float
    height: float

    @property
    def turned(self) -> "Paper":
        """The same sheet on its side."""
        return Paper(self.name, self.height, self.width)


PAPERS: Final = {
    paper.name: paper
    for paper in (
        Paper("a4", 210.0, 297.0),
        Paper("a3", 297.0, 420.0),
        Paper("a2", 420.0, 594.0),
        Paper("a1", 594.0, 841.0),
        Paper("letter", 215.9, 279.4),
        Paper("tabloid", 279.4, 431.8),
    )
}


def paper_named(name: str) -> Paper | None:
    """The paper of that name; None for `full`."""
    wanted = name.strip().lower()
    if wanted != FULL and wanted not in PAPERS:
        message = did_you_mean(wanted, (*PAPERS, FULL))
        raise PrintError(f"no paper '{name}'{message}; choose {', '.join(PAPERS)} or {FULL}")
    return PAPERS.get(wanted)


def checked_bleed(bleed: float) -> float:
    """The bleed, when it is one that can be printed."""
    if not 0 <= bleed <= MAX_BLEED:
        raise PrintError(f"a bleed is 0 to {MAX_BLEED:g} mm, not {bleed:g}; 3 is what most printers ask for")
    return bleed
