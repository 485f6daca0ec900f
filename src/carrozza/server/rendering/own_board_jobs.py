"""What is computed of own boards: whether an upload is one, and its layout."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from carrozza.boards import BoardError, Fault
from carrozza.boards.bundle import Bundle, read_bundle
from carrozza.boards.faults import place_in_words
from carrozza.server.own_boards.served_board import UPLOADED
from carrozza.server.refusals import Refused
from carrozza.server.workshop.render_job import RenderJob
from carrozza.words.phrases import Phrase

MOST_FAULTS: Final = 20
LONGEST_FAULT, LONGEST_PLACE = 250, 120
"""So many of an upload are told: they have to fit into one line of the process that finds them."""


@dataclass(frozen=True)
class CheckJob(RenderJob, kind="check"):
    """An uploaded bundle: every fault in it, or the bundle in its canonical form."""

    uploaded: str
    language: str

    def pieces(self) -> Iterable[bytes]:
        try:
            bundle = read_bundle(self.uploaded.encode(), UPLOADED)
            for ruleset in bundle.rulesets:
                bundle.board(ruleset)
        except BoardError as wrong:
            raise bad_board(wrong, self.language) from None
        return [bundle.to_bytes()]


@dataclass(frozen=True)
class LayoutJob(RenderJob, kind="layout"):
    """The layout of an own board, computed."""

    bundle: str

    def pieces(self) -> Iterable[bytes]:
        from carrozza.atlas.layout.errors import LayoutError
        from carrozza.atlas.layout.optimise import compute
        from carrozza.atlas.layout.store import check_places, digest

        bundle = _bundle(self.bundle)
        board = bundle.board(bundle.rulesets[0])
        try:
            check_places(board)
            layout = replace(compute(board), digest=digest(board))
            return [json.dumps(layout.as_json(), separators=(",", ":")).encode()]
        except LayoutError as wrong:
            raise no_layout(wrong.reason) from None


def _bundle(text: str) -> Bundle:
    return read_bundle(text.encode(), UPLOADED)


def bad_board(wrong: BoardError, language: str) -> Refused:
    """Every fault with its place and its remedy, up to a number of them."""
    told = wrong.faults[:MOST_FAULTS]
    flaws = [{"path": fault.place[:LONGEST_PLACE] or "file", "message": _message(fault, language)} for fault in told]
    first = f"{place_in_words(flaws[0]['path'], language)}: {flaws[0]['message']}" if flaws else ""
    refused = Refused("board", 422, "server.bad_board", fault=first.rstrip("."), number=len(wrong.faults))
    return refused.with_fields(flaws=flaws)


def _message(fault: Fault, language: str) -> str:
    named = f"{fault.name[:80]}: " if fault.name else ""
    return f"{named}{fault.reason.in_words(language)}"[:LONGEST_FAULT]


def no_layout(reason: Phrase) -> Refused:
    return Refused("layout", 422, "server.no_layout", reason=reason)
