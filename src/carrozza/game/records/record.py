"""Records: a game as a small text that people can read, and that replays exactly.

A record has headers, an empty line, and one line a turn. What a move drew stands in parentheses. With the seed, the
drawn cards are checked; without it (a game from a real table) they decide.

    Carrozza record 1
    Board: usa
    Seat: Ada
    Seat: Bruno
    Seed: 7

    1 Ada: keep boston-miami denver-el-paso
    2 Bruno: keep duluth-houston winnipeg-little-rock
    3 Ada: draw red (blue); draw deck (white)
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Self, TypeVar

from pydantic import ValidationError

from carrozza import boards
from carrozza.game.errors import IllegalMove
from carrozza.game.game import Game
from carrozza.game.moves import PlayedMove, parse_move
from carrozza.game.positions import PositionDocument
from carrozza.game.records.replaying import Replay
from carrozza.game.seating import seat_table
from carrozza.kernel.seeds import check_seed

FORMAT = "Carrozza record 1"
HEADERS = ("Board", "Variant", "Seat", "First", "Seed", "Position", "Digest", "Result")
_LINE = re.compile(r"(?P<number>\d+) (?P<rest>.+)")
_MOVE = re.compile(r"(?P<move>[^()]+?)(?: \((?P<drawn>[^()]*)\))?")


class RecordError(ValueError):
    """Something is wrong with a record: the line, what, and the game up to there."""

    def __init__(self, line: int, message: str, game: Game | None = None) -> None:
        self.line = line
        self.message = message
        self.game = game
        super().__init__(f"line {line}: {message}" if line else message)


@dataclass
class Record:
    board: str
    seats: tuple[str, ...]
    seed: int | None = None
    variants: tuple[str, ...] = ()
    first: str | None = None
    position: PositionDocument | None = None
    result: str | None = None
    version: boards.Version | None = None
    """Which version of the board it was played on; none for a board that comes with the game."""
    moves: list[PlayedMove] = field(default_factory=list)
    lines: list[int] = field(default_factory=list, compare=False, repr=False)
    """In which line of the text each move stands."""
    header_lines: dict[str, int] = field(default_factory=dict, compare=False, repr=False)
    """In which line each header stands (the last, where there are several)."""

    @classmethod
    def of(cls, game: Game) -> Self:
        return cls(
            board=game.board_name,
            seats=game.seats,
            seed=None if game.real_cards else game.seed,
            variants=game.variants,
            first=None if game.first_named is None else game.seats[game.first_named],
            position=game.opening_position() if game.real_cards else game.start_position,
            result=result_line(game) if game.finished else None,
            version=None if boards.is_shipped(game.board) else boards.Version.of(game.board),
            moves=list(game.history),
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        return _Reader(text).record(cls)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a record file; `RecordError` says what is wrong with it."""
        try:
            return cls.parse(Path(path).read_text(encoding="utf-8-sig"))
        except OSError as error:
            raise RecordError(0, f"{path} cannot be read: {error.strerror or error}") from None
        except UnicodeDecodeError:
            raise RecordError(0, f"{path} is not a text file") from None

    def __str__(self) -> str:
        return "\n".join((FORMAT, *self._headers(), "", *self._turns())) + "\n"

    def _headers(self) -> Iterator[str]:
        yield f"Board: {self.board}"
        if self.version is not None:
            yield f"Digest: {self.version}"
        yield from (f"Variant: {variant}" for variant in self.variants)
        yield from (f"Seat: {seat}" for seat in self.seats)
        if self.first is not None:
            yield f"First: {self.first}"
        if self.seed is not None:
            yield f"Seed: {self.seed}"
        if self.position is not None:
            written = self.position.model_dump(mode="json", exclude_defaults=True)
            yield f"Position: {json.dumps(written, ensure_ascii=False)}"
        if self.result is not None:
            yield f"Result: {self.result}"

    def _turns(self) -> Iterator[str]:
        for number, turn in enumerate(_turns(self.moves), 1):
            yield f"{number} {turn[0].player}: {'; '.join(map(_written, turn))}"

    def replay(self, moves: int | None = None, board: boards.Board | None = None) -> Game:
        """The game after so many moves (all, if left out). `RecordError` tells the first line that cannot be.

        The board is looked for by its name, unless it is given.
        """
        game = self._new_game(board)
        game.real_cards = self.seed is None
        wanted = self.moves[:moves]
        together = None if self.seed is None else Replay(game, wanted)
        while len(game.history) < len(wanted):
            if together is not None and together.play_on():
                continue
            index = len(game.history)
            self._replay_move(game, wanted[index], self._line(index))
        self._check_result(game, complete=moves is None)
        return game

    def _check_result(self, game: Game, *, complete: bool) -> None:
        if self.result is None:
            return
        if complete and not game.finished:
            last = self.lines[-1] if self.lines else 0
            raise RecordError(
                last, "there is a Result, but the moves do not come to the end: is the file cut off?", game
            )
        if game.finished and result_line(game) != self.result:
            message = f"Result: the record says {self.result!r}, the moves say {result_line(game)!r}"
            raise RecordError(self.header_lines.get("Result", 0), message, game)

    def _line(self, index: int) -> int:
        return self.lines[index] if self.lines else index + 1

    def _new_game(self, given: boards.Board | None) -> Game:
        header = "Board"
        try:
            board = given or self._board()
            header = "Digest"
            self._check_version(board)
            header = "Seat"
            seat_table(board, self.seats)
            header = "Variant"
            names = seat_table(board, self.seats, self.variants)
            header = "First"
            if self.first is not None:
                names.seat_number(self.first)
            header = "Position"
            game = Game(
                board, self.seats, self.seed or 0, variants=self.variants, first=self.first, position=self.position
            )
        except ValueError as error:
            raise RecordError(self.header_lines.get(header, 0), f"{header}: {error}") from None
        game.board_name = self.board
        return game

    def _board(self) -> boards.Board:
        """The board of that name, or the one of the folders that it was played on."""
        if self.version is None:
            return boards.load(self.board)
        return boards.with_digest(self.version.digest) or boards.load(self.board)

    def _check_version(self, board: boards.Board) -> None:
        if self.version is None or self.version.digest == board.digest:
            return
        at_hand = boards.Version.of(board)
        differ = self.version.differing_parts(at_hand)
        parts = f"its {' and '.join(differ)} {'differs' if differ == ('name',) else 'differ'}; " if differ else ""
        raise ValueError(
            f"this game was played on another version of {board.id}: {parts}the record has {self.version.digest}, "
            f"{board.file or 'the board at hand'} has {at_hand.digest}; replay it with the file it was played with"
        )

    def _replay_move(self, game: Game, played: PlayedMove, line: int) -> None:
        try:
            game.play(played.move, played.player, drawn=played.drawn if self.seed is None else ())
        except IllegalMove as refused:
            raise RecordError(line, f"{played.move}: {refused} ({refused.rule})", game) from None
        except ValueError as wrong:
            raise RecordError(line, f"{played.move}: {wrong}", game) from None
        wrong_draw = self._wrong_draw(played, game.history[-1].drawn)
        if wrong_draw:
            game.undo()
            raise RecordError(line, f"{played.move}: {wrong_draw}", game)

    def _wrong_draw(self, played: PlayedMove, drew: tuple[str, ...]) -> str | None:
        if drew and not played.drawn and self.seed is None:
            return "without a Seed, write what it drew in parentheses"
        if played.drawn and drew != played.drawn:
            return f"the record drew {' '.join(played.drawn)}, the deck gives {' '.join(drew) or 'nothing'}"
        return None


def result_line(game: Game) -> str:
    result = game.result()
    scores = ", ".join(f"{name} {score.total}" for name, score in result.scores.items())
    return f"{scores}; {' and '.join(result.winners)} won"


def _turns(moves: Iterable[PlayedMove]) -> Iterator[list[PlayedMove]]:
    turn: list[PlayedMove] = []
    for played in moves:
        if turn and (played.begins or played.player != turn[0].player):
            yield turn
            turn = []
        turn.append(played)
    if turn:
        yield turn


def _written(played: PlayedMove) -> str:
    return f"{played.move} ({' '.join(played.drawn)})" if played.drawn else str(played.move)


R = TypeVar("R", bound=Record)
_parsed = lru_cache(maxsize=1 << 14)(parse_move)
"""Moves are values, and the same few thousand stand in all records of a board."""


class _Reader:
    """Reads a record line by line, and says in which line it stops making sense."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.headers: dict[str, list[str]] = {}
        self.header_lines: dict[str, int] = {}
        self.moves: list[PlayedMove] = []
        self.move_lines: list[int] = []

    def record(self, kind: "type[R]") -> "R":
        body = self._read_headers()
        board, seats = self._one("Board"), tuple(self.headers.get("Seat", ()))
        if board is None or not seats:
            raise RecordError(body, "the headers must name the Board and every Seat")
        turns = 0
        for number, line in enumerate(self.lines[body:], body + 1):
            if line.strip():
                turns += 1
                self._read_turn(number, line.strip(), turns, seats)
        return kind(
            board=board,
            seats=seats,
            seed=self._seed(),
            variants=tuple(self.headers.get("Variant", ())),
            first=self._one("First"),
            position=self._position(),
            result=self._one("Result"),
            version=self._version(),
            moves=self.moves,
            lines=self.move_lines,
            header_lines=self.header_lines,
        )

    def _read_headers(self) -> int:
        """Returns the number of lines that belong to the headers."""
        if not self.lines or self.lines[0].strip() != FORMAT:
            raise RecordError(1, f"a record begins with the line {FORMAT!r}")
        for number, line in enumerate(self.lines[1:], 2):
            if not line.strip():
                return number
            name, colon, value = line.partition(":")
            if not colon or name.strip() not in HEADERS:
                raise RecordError(number, f"no header {line!r}: headers are {', '.join(HEADERS)}, then an empty line")
            self.headers.setdefault(name.strip(), []).append(value.strip())
            self.header_lines[name.strip()] = number
        return len(self.lines)

    def _one(self, name: str) -> str | None:
        values = self.headers.get(name, [])
        if len(values) > 1:
            raise RecordError(self.header_lines[name], f"the header {name} stands {len(values)} times")
        return values[0] if values else None

    def _seed(self) -> int | None:
        seed = self._one("Seed")
        if seed is None:
            return None
        try:
            number = int(seed)
        except ValueError:
            raise RecordError(self.header_lines["Seed"], f"Seed: {seed!r} is not a whole number") from None
        try:
            check_seed(number)
        except ValueError as wrong:
            raise RecordError(self.header_lines["Seed"], f"Seed: {wrong}") from None
        return number

    def _version(self) -> boards.Version | None:
        written = self._one("Digest")
        try:
            return None if written is None else boards.Version.parse(written)
        except ValueError as wrong:
            raise RecordError(self.header_lines["Digest"], f"Digest: {wrong}") from None

    def _position(self) -> PositionDocument | None:
        written = self._one("Position")
        if written is None:
            return None
        try:
            return PositionDocument.model_validate_json(written)
        except ValidationError as invalid:
            first = invalid.errors()[0]
            message = f"Position: {'.'.join(map(str, first['loc']))}: {first['msg']}"
            raise RecordError(self.header_lines["Position"], message) from None

    def _read_turn(self, number: int, line: str, turn: int, seats: tuple[str, ...]) -> None:
        found = _LINE.fullmatch(line)
        named = [seat for seat in seats if found and found["rest"].startswith(f"{seat}: ")]
        player = max(named, key=len, default=None)
        if found is None or player is None:
            raise RecordError(number, f"expected '{turn} NAME: moves', with a name among {', '.join(seats)}")
        if int(found["number"]) != turn:
            raise RecordError(number, f"this is turn {turn}, not {found['number']}: is a line missing?")
        for place, written in enumerate(found["rest"][len(player) + 2 :].split(";")):
            self.moves.append(self._read_move(number, player, written.strip(), begins=place == 0))
            self.move_lines.append(number)

    def _read_move(self, number: int, player: str, written: str, *, begins: bool) -> PlayedMove:
        found = _MOVE.fullmatch(written)
        if found is None:
            raise RecordError(number, f"no move {written!r}: expected a move, then what it drew in parentheses")
        try:
            move = _parsed(found["move"])
        except ValueError as wrong:
            raise RecordError(number, str(wrong)) from None
        return PlayedMove(player, move, tuple((found["drawn"] or "").split()), begins)
