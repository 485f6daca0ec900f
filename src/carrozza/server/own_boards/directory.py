"""The one place where a name becomes a board: shipped with the program, of the server's own folders, or stored."""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakValueDictionary

from carrozza import boards
from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board, BoardError
from carrozza.boards.bundle import Bundle, read_bundle
from carrozza.server.board_names import OwnName
from carrozza.server.logs import get_logger
from carrozza.server.own_boards.layouts import usable_layout
from carrozza.server.own_boards.served_board import UPLOADED, OwnBoard, ServedBoard, board_name, served_board
from carrozza.server.processes.shared_results import LastUsed
from carrozza.server.refusals import Refused
from carrozza.server.store import BoardRow, Store

log = get_logger(__name__)

KEPT_BYTES: Final = 16 << 20
"""Of the bundles whose boards are kept in memory."""
DAY: Final = 86_400.0
"""How often it is noted that somebody has opened a board."""


@dataclass
class KnownBoard:
    """A board, and of an own one what it came in."""

    board: Board
    row: BoardRow | None = None
    credits: tuple[str, ...] = ()
    layout: Layout | None = None
    """Of an own board: computed here, or the bundle's where that can be used."""
    others: tuple[str, ...] = ()
    """The names of the same map with other rulesets."""

    @property
    def name(self) -> str:
        return board_name(self.board)

    def for_process(self, layout: Layout | None = None) -> OwnBoard | None:
        """What another process needs to know it; nothing, where it comes with the program."""
        if self.row is None:
            return None
        return OwnBoard(self.name, self.row.bundle, None if layout is None else layout.to_text())


class BoardDirectory:
    """Boards by their names. Those used last are kept in memory, up to a number of bytes."""

    def __init__(self, store: Store, folders: Iterable[Bundle] = ()) -> None:
        self.store = store
        self._kept: LastUsed[KnownBoard] = LastUsed(KEPT_BYTES, _weight)
        self._alive: WeakValueDictionary[str, ServedBoard] = WeakValueDictionary()
        """One object for each board for as long as a game or a cache holds it: caches compare boards by identity."""
        bundles = list(folders)
        self._of_folders = {bundle.digest: row_of(bundle) for bundle in bundles}
        self._by_id = dict(_names_by_id(bundles))

    @property
    def of_folders(self) -> tuple[str, ...]:
        """The names of the boards of the server's own folders, which everybody may see."""
        return tuple(dict.fromkeys(self._by_id.values()))

    async def get(self, name: str, status: int = 404) -> KnownBoard:
        """Refused, with this status, where no board has that name."""
        if name in boards.names():
            return KnownBoard(boards.load(name))
        wanted = OwnName.read(self._by_id.get(name, name))
        known = None if wanted is None else await self._own(wanted)
        if known is None:
            raise Refused("unknown", status, "server.unknown_board", board=name[:100])
        return known

    async def with_facts(self, facts: str) -> KnownBoard | None:
        """A board of this digest, which a record carries."""
        known = next((row for row in self._of_folders.values() if facts in row.facts), None)
        row = known or await self.store.board_with(facts)
        if row is None:
            return None
        place = row.facts.split().index(facts)
        first = await self._own(OwnName(row.id))
        return first if first is None or place == 0 else await self.get(first.others[place - 1])

    async def listed(self) -> list[KnownBoard]:
        """Own boards that everybody may see."""
        stored = [str(OwnName(board)) for board in await self.store.listed_boards()]
        found: dict[str, KnownBoard] = {}
        for name in (*self.of_folders, *stored):
            try:
                known = await self.get(name)
                for each in (known, *[await self.get(other) for other in known.others]):
                    found[each.name] = each
            except Refused:  # forgotten meanwhile, or unreadable by this version
                continue
        return list(found.values())

    async def keep(self, known: KnownBoard) -> None:
        """Before a game is made on it: a board of a folder is stored with its first game."""
        if known.row is not None:
            await self.store.write_board(known.row)

    async def keep_layout(self, known: KnownBoard, text: str) -> Layout | None:
        """Of a board that had none."""
        assert known.row is not None
        known.layout = usable_layout(text, known.board)
        await self.keep(known)
        await self.store.keep_layout(known.row.id, text)
        return known.layout

    async def _own(self, name: OwnName) -> KnownBoard | None:
        kept = self._kept.get(str(name))
        if kept is None:
            row = await self.store.board(name.stored) or self._of_folders.get(name.stored)
            kept = None if row is None else await self._known(name, row)
        if kept is not None and kept.row is not None:
            await self._note_seen(kept, kept.row)
        return kept

    async def _known(self, name: OwnName, row: BoardRow) -> KnownBoard | None:
        try:
            known = await asyncio.to_thread(_read, name, row)
        except BoardError:
            log.warning("board_unreadable", board=row.id)
            raise Refused("unreadable", 409, "server.unreadable_board") from None
        if known is None:
            return None
        assert isinstance(known.board, ServedBoard)
        known.board = self._alive.setdefault(known.name, known.board)
        self._kept.put(str(name), known)
        return known

    async def _note_seen(self, known: KnownBoard, row: BoardRow) -> None:
        now = self.store.now()
        if row.seen and now - row.seen > DAY:
            known.row = replace(row, seen=now)
            await self.store.see_board(row.id)


def row_of(bundle: Bundle, *, listed: bool = False, payer: str | None = None) -> BoardRow:
    text = bundle.to_bytes().decode()
    facts = " ".join(bundle.board(ruleset).digest for ruleset in bundle.rulesets)
    return BoardRow(bundle.digest, facts, text, len(text.encode()), listed=listed, payer=payer)


def _names_by_id(bundles: Iterable[Bundle]) -> Iterator[tuple[str, str]]:
    """What programs may call the boards of folders besides: by their own ids, where these are not ours."""
    for bundle in bundles:
        several = len(bundle.rulesets) > 1
        for name, ruleset in zip(bundle.names, bundle.rulesets, strict=True):
            yield name, str(OwnName(bundle.digest, ruleset if several else None))


def _read(name: OwnName, row: BoardRow) -> KnownBoard | None:
    bundle = read_bundle(row.bundle.encode(), UPLOADED)
    rulesets = bundle.rulesets
    if name.ruleset is not None and (name.ruleset not in rulesets or len(rulesets) < 2):
        return None
    chosen = rulesets[0] if name.ruleset is None else name.ruleset
    board = served_board(bundle, OwnName(name.stored, chosen if len(rulesets) > 1 else None), chosen)
    layout = usable_layout(row.layout, board) or usable_layout(bundle.layout, board)
    others = tuple(str(OwnName(name.stored, ruleset)) for ruleset in rulesets if ruleset != chosen)
    return KnownBoard(board, row, bundle.credits, layout, others)


def _weight(known: KnownBoard) -> int:
    return known.row.size if known.row is not None else 1
