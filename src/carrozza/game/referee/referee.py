"""The referee: reads a case, plays its moves, and gives a verdict."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from carrozza import boards
from carrozza.game.cards import DECK, Cards
from carrozza.game.errors import IllegalMove, UnknownName
from carrozza.game.game import Game, seat_table
from carrozza.game.moves import (
    BuildStation,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Finish,
    Keep,
    Move,
    MoveAlvin,
    NoMarker,
    Pass,
    PayTunnel,
    PlaceMarker,
    Start,
)
from carrozza.game.names import Names
from carrozza.game.positions.document import CardCounts, Flaw, FlawedInput, PositionDocument

CHOICES = ("keep", "start", "draw", "claim", "draw_tickets", "station", "tunnel", "marker", "alvin", "pass", "finish")
DEEPEST = 64
COUNTS = ("hand", "discard", "laid", "turned")
UNORDERED = frozenset(
    ("row", "routes", "stations", "markers", "offered", "tickets_completed", "tickets_failed", "borrowed")
)
"""Lists of a verdict whose order means nothing. (`tickets` is one in a player's position, a deck at the table.)"""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Payment(_Model):
    pay: CardCounts


class MarkerChoice(_Model):
    city: str
    cards: CardCounts | None = None


class KeepChoice(_Model):
    keep: tuple[str, ...]


class CaseMove(_Model):
    """One choice of one player."""

    player: str
    keep: tuple[str, ...] | None = None
    start: str | None = None
    draw: Annotated[tuple[str, ...], Field(min_length=1)] | None = None
    claim: str | None = None
    station: str | None = None
    cards: CardCounts | None = None
    tunnel: Payment | Literal["decline"] | None = None
    draw_tickets: Literal[True] | KeepChoice | None = None
    marker: MarkerChoice | None = None
    alvin: str | None = None
    passing: Literal[True] | None = Field(default=None, alias="pass")
    finish: Literal[True] | None = None

    @property
    def named(self) -> tuple[str, ...]:
        """The choices this move makes, `"marker": null` included."""
        given = {"pass" if name == "passing" else name for name in self.model_fields_set if self._chooses(name)}
        return tuple(name for name in CHOICES if name in given)

    def _chooses(self, name: str) -> bool:
        """Null is no choice, but for the marker, which it skips."""
        return name == "marker" or getattr(self, name) is not None

    @property
    def choice(self) -> str:
        """The one that names the move; a claim may carry tunnel, marker and Alvin along."""
        return "claim" if "claim" in self.named else self.named[0]


class RefusedMove(_Model):
    move: CaseMove
    rule: str | None = None


class Case(_Model):
    """A position, moves, and what is expected of them."""

    name: str | None = None
    rules: tuple[str, ...] = ()
    why: str | None = None
    board: str
    variants: tuple[str, ...] = ()
    seats: tuple[str, ...]
    seed: Annotated[int, Field(strict=True)] = 0
    position: PositionDocument | None = None
    moves: tuple[CaseMove, ...] = ()
    expect: dict[str, Any] = Field(default_factory=dict)


class Illegal(_Model):
    move: int
    rule: str
    message: str


class Failure(_Model):
    path: str
    expected: Any
    found: Any


class Verdict(BaseModel):
    file: str
    ok: bool = True
    malformed: list[str] | None = None
    illegal: Illegal | None = None
    position: dict[str, Any] | None = None
    to_move: str | None = None
    finished: bool = False
    trains: dict[str, int] = Field(default_factory=dict)
    points: dict[str, int] = Field(default_factory=dict)
    scores: dict[str, dict[str, Any]] | None = None
    winners: list[str] | None = None
    failed: list[Failure] = Field(default_factory=list)

    @property
    def exit_status(self) -> int:
        """0 the case holds, 1 it does not, 2 it is malformed."""
        return 0 if self.ok else 2 if self.malformed else 1

    def as_json(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude=None if self.malformed else {"malformed"})


# Reading a case


def judge_file(path: Path) -> Verdict:
    try:
        raw = path.read_bytes()
    except OSError as error:
        return _malformed(str(path), [f"cannot be read: {error.strerror or error}"], None)
    return judge_bytes(raw, str(path))


def judge_bytes(raw: bytes, file: str = "-") -> Verdict:
    """The verdict on a case given as JSON in UTF-8."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return _malformed(file, [f"is not UTF-8 text: {error.reason} at byte {error.start}"], None)
    return judge_text(text, file)


def judge_text(text: str, file: str = "-") -> Verdict:
    """The verdict on a case given as JSON."""
    try:
        raw = json.loads(text, parse_constant=_no_constant)
        _check_depth(raw)
        json.dumps(raw, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return _malformed(file, ["is not JSON: half of a surrogate pair in a text"], None)
    except (ValueError, RecursionError) as error:
        return _malformed(file, [f"is not JSON: {error}"], None)
    return judge(raw, file)


def judge(raw: object, file: str = "-") -> Verdict:
    """The verdict on a case given as JSON values."""
    try:
        case, game = read_case(raw)
        return _Trial(case, game, file).verdict()
    except FlawedInput as flawed:
        return _malformed(file, [str(flaw) for flaw in flawed.flaws], raw)


def _check_depth(raw: object) -> None:
    level = [raw]
    for _ in range(DEEPEST):
        level = [inner for value in level for inner in _inside(value)]
        if not level:
            return
    raise ValueError(f"nested more than {DEEPEST} levels deep")


def _inside(value: object) -> Iterable[object]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a JSON number")


def _malformed(file: str, faults: list[str], raw: object) -> Verdict:
    expect = raw.get("expect") if isinstance(raw, dict) else None
    expected = isinstance(expect, dict) and expect.get("malformed") is True
    return Verdict(file=file, ok=expected, malformed=faults)


def read_case(raw: object) -> tuple[Case, Game]:
    """Check everything about a case before it is played; `FlawedInput` lists all that is wrong."""
    try:
        case = Case.model_validate(raw)
    except ValidationError as invalid:
        raise FlawedInput(list(dict.fromkeys(map(_flaw_of, invalid.errors())))) from None
    names = _seated(case)
    flaws = list(_flaws_of_moves(names, case))
    try:
        game = Game(names.board, names.seats, case.seed, variants=names.variants, first=0, position=case.position)
    except FlawedInput as flawed:
        flaws = [Flaw(_join("position", flaw.path), flaw.message) for flaw in flawed.flaws] + flaws
    if flaws:
        raise FlawedInput(flaws)
    return case, game


def _join(*path: str) -> str:
    return ".".join(part for part in path if part)


def _flaw_of(error: Mapping[str, Any]) -> Flaw:
    path = ""
    for part in error["loc"]:
        if isinstance(part, int):
            path += f"[{part}]"
        elif part not in _ALTERNATIVES and not part.startswith("literal["):
            path += f".{part}" if path else part
    return Flaw(path, _MESSAGES.get(error["type"], str(error["msg"])))


_ALTERNATIVES = frozenset((Payment.__name__, KeepChoice.__name__))
_MESSAGES = {
    "dict_type": "must be an object",
    "extra_forbidden": "unknown key; remove it or correct its name",
    "missing": "is missing",
    "model_attributes_type": "must be an object",
    "model_type": "must be an object",
}


def _seated(case: Case) -> Names:
    try:
        board = boards.load(case.board)
    except boards.BoardError as unknown:
        raise FlawedInput([Flaw("board", str(unknown))]) from None
    try:
        return seat_table(board, case.seats, case.variants)
    except UnknownName as unknown:
        raise FlawedInput([Flaw("variants", str(unknown))]) from None
    except ValueError as wrong:
        raise FlawedInput([Flaw("seats", str(wrong))]) from None


def _flaws_of_moves(names: Names, case: Case) -> Iterator[Flaw]:
    for index, move in enumerate(case.moves):
        yield from _flaws_of_move(names, move, f"moves[{index}]")
    for key in ("legal", "not_legal"):
        listed = case.expect.get(key, [])
        if not isinstance(listed, list):
            yield Flaw(f"expect.{key}", "is not a list of moves")
            continue
        for index, raw in enumerate(listed):
            yield from _flaws_of_expected(names, raw, key, f"expect.{key}[{index}]")


def _flaws_of_expected(names: Names, raw: object, key: str, path: str) -> Iterator[Flaw]:
    try:
        move = _expected_move(raw, key)
    except ValidationError as invalid:
        for error in invalid.errors():
            flaw = _flaw_of(error)
            yield Flaw(_join(path, flaw.path), flaw.message)
        return
    yield from _flaws_of_move(names, move, path if key == "legal" else f"{path}.move")


def _expected_move(raw: object, key: str) -> CaseMove:
    return CaseMove.model_validate(raw) if key == "legal" else RefusedMove.model_validate(raw).move


def _flaws_of_move(names: Names, move: CaseMove, path: str) -> Iterator[Flaw]:
    if not move.named:
        yield Flaw(path, f"makes no choice: name one of {', '.join(CHOICES)}")
        return
    companions = ("tunnel", "marker", "alvin") if move.choice == "claim" else ()
    strangers = [name for name in move.named if name != move.choice and name not in companions]
    if strangers:
        yield Flaw(path, f"a move is one choice, not {move.choice} and {', '.join(strangers)}")
    if move.cards is not None and move.choice not in ("claim", "station"):
        yield Flaw(f"{path}.cards", "cards are played with a claim or a station")
    yield from _unknown_in_move(names, move, path)


def _unknown_in_move(names: Names, move: CaseMove, path: str) -> Iterator[Flaw]:
    marker = move.marker
    kept = move.draw_tickets.keep if isinstance(move.draw_tickets, KeepChoice) else ()
    extra = move.tunnel.pay if isinstance(move.tunnel, Payment) else {}
    checks: list[tuple[str, Any, Any]] = [
        ("player", names.seat_number, [move.player]),
        ("keep", names.ticket_number, move.keep or ()),
        ("draw_tickets.keep", names.ticket_number, kept),
        ("start", names.city_number, [move.start] if move.start is not None else ()),
        ("station", names.city_number, [move.station] if move.station is not None else ()),
        ("alvin", names.city_number, [move.alvin] if move.alvin is not None else ()),
        ("marker.city", names.city_number, [marker.city] if marker else ()),
        ("claim", names.route_number, [move.claim] if move.claim is not None else ()),
        ("draw", names.kind_number, [card for card in move.draw or () if card != DECK]),
        ("cards", names.kind_number, move.cards or ()),
        ("marker.cards", names.kind_number, (marker.cards or ()) if marker else ()),
        ("tunnel.pay", names.kind_number, extra),
    ]
    for key, find, values in checks:
        for value in values:
            try:
                find(value)
            except UnknownName as unknown:
                yield Flaw(f"{path}.{key}", str(unknown))


# Playing a case


def _cards(counts: Mapping[str, int] | None) -> Cards | None:
    return None if counts is None else Cards(counts)


class Table:
    """A game under the referee's eye: plays whole choices, all or nothing."""

    def __init__(self, game: Game, claimer: str | None = None) -> None:
        self.game = game
        self.claimer = claimer
        """Who made the last choice, where it was a claim: a marker on it may still be asked for."""

    def copy(self) -> "Table":
        return Table(self.game.copy(), self.claimer)

    def play(self, move: CaseMove) -> None:
        """Play one choice of a case, or leave the game as it was and raise `IllegalMove`."""
        if self.game.finished:
            raise IllegalMove("E5")
        if move.choice == "marker" and move.player == self.claimer and self.game.phase in ("turn", "second"):
            _refuse_late_marker(self.game, move)
            return
        trial = self.game.copy()
        _skip_unnamed_marker(trial, move)
        for step in _steps(trial, move):
            trial.play(step, None if isinstance(step, Finish) else move.player)
        self.game = trial
        self.claimer = move.player if move.choice in ("claim", "tunnel", "alvin") else None

    def skip_marker(self) -> None:
        """W3: where nothing more names it, the marker is skipped."""
        if self.game.phase == "marker":
            self.game.play(NoMarker())


def _skip_unnamed_marker(game: Game, move: CaseMove) -> None:
    if game.phase == "marker" and (move.choice != "marker" or move.player != game.to_move):
        game.play(NoMarker())


def _steps(game: Game, move: CaseMove) -> Iterator[Move]:
    """The moves a choice stands for, each given after the one before it was played."""
    match move.choice:
        case "keep":
            yield Keep(move.keep or ())
        case "start":
            yield Start(move.start or "")
        case "draw":
            yield from _draws(game, move)
        case "claim":
            yield from _claims(game, move)
        case "draw_tickets":
            yield DrawTickets()
            if isinstance(move.draw_tickets, KeepChoice):
                yield Keep(move.draw_tickets.keep)
        case "station":
            yield BuildStation(move.station or "", _cards(move.cards))
        case "tunnel":
            yield _tunnel_answer(move)
        case "marker":
            yield from _marker(game, move)
        case "alvin":
            yield from _alvin(game, move)
        case "pass":
            yield Pass()
        case _:
            yield Finish()


def _draws(game: Game, move: CaseMove) -> Iterator[Move]:
    """D1: two cards; D2, D8: fewer where the turn is over after the first."""
    for number, card in enumerate(move.draw or ()):
        if number and (game.phase != "second" or game.to_move != move.player):
            alone = (move.draw or ())[0] == "locomotive"
            raise IllegalMove("D1" if number > 1 else "D2" if alone else "D8")
        yield Draw(card)


def _claims(game: Game, move: CaseMove) -> Iterator[Move]:
    holder_before = game.alvin[1] if game.alvin else None
    yield Claim(move.claim or "", _cards(move.cards))
    if "tunnel" in move.named:
        if game.phase == "tunnel":
            yield _tunnel_answer(move)
        elif move.tunnel != Payment(pay={}):
            route = game.board.routes[game.board.route_index[move.claim or ""]]
            raise IllegalMove("U4" if route.tunnel and game.board.rules.tunnels else "U1")
    if "alvin" in move.named:
        if game.phase != "move_alvin":
            raise IllegalMove("A3" if holder_before == move.player else "A2")
        yield from _alvin(game, move)
    if "marker" in move.named:
        yield from _marker(game, move)


def _tunnel_answer(move: CaseMove) -> Move:
    return PayTunnel(Cards(move.tunnel.pay)) if isinstance(move.tunnel, Payment) else Decline()


def _alvin(game: Game, move: CaseMove) -> Iterator[Move]:
    if move.alvin is None:
        raise IllegalMove("A2")
    yield MoveAlvin(move.alvin)


def _marker(game: Game, move: CaseMove) -> Iterator[Move]:
    if move.marker is None:
        if game.phase == "marker":
            yield NoMarker()
        return
    if game.phase not in ("marker", "move_alvin") and "claim" in move.named:
        _refuse_late_marker(game, move)
    yield PlaceMarker(move.marker.city, _cards(move.marker.cards))


def _refuse_late_marker(game: Game, move: CaseMove) -> None:
    """The claim's turn ended without room for a marker: none can be placed, none need be skipped."""
    if move.marker is not None:
        raise IllegalMove("A1" if _alvins_first_city(game) == move.marker.city else "W3")


def _alvins_first_city(game: Game) -> str | None:
    return game.board.variants["alvin"].city if "alvin" in game.variants else None


class _Trial:
    """One case being judged."""

    def __init__(self, case: Case, game: Game, file: str) -> None:
        self.case = case
        self.table = Table(game)
        self.file = file

    def verdict(self) -> Verdict:
        illegal = self._play_moves()
        pending = self.table.copy()
        self.table.skip_marker()
        verdict = _report(self.table.game, self.file, illegal)
        verdict.failed = list(self._failures(verdict, pending))
        expected_refusal = self.case.expect.get("illegal") is not None
        verdict.ok = not verdict.failed and (illegal is None or expected_refusal)
        return verdict

    def _play_moves(self) -> Illegal | None:
        for index, move in enumerate(self.case.moves):
            try:
                self.table.play(move)
            except IllegalMove as refused:
                return Illegal(move=index, rule=refused.rule, message=str(refused))
        return None

    def _failures(self, verdict: Verdict, pending: Table) -> Iterator[Failure]:
        found = verdict.as_json()
        for key, expected in self.case.expect.items():
            if key == "legal":
                yield from _refused(pending, expected)
            elif key == "not_legal":
                yield from _accepted(pending, expected)
            elif key == "malformed":
                if expected:
                    yield Failure(path=key, expected=True, found=False)
            elif key not in found:
                yield Failure(path=key, expected=expected, found="no such part of a verdict")
            else:
                yield from differences(expected, found[key], key)


def _refused(pending: Table, moves: list[Any]) -> Iterator[Failure]:
    for index, raw in enumerate(moves):
        try:
            pending.copy().play(CaseMove.model_validate(raw))
        except IllegalMove as refused:
            yield Failure(path=f"legal[{index}]", expected="legal", found=f"{refused.rule}: {refused}")


def _accepted(pending: Table, moves: list[Any]) -> Iterator[Failure]:
    for index, raw in enumerate(moves):
        expected = RefusedMove.model_validate(raw)
        path = f"not_legal[{index}]"
        try:
            pending.copy().play(expected.move)
        except IllegalMove as refused:
            if expected.rule not in (None, refused.rule):
                yield Failure(path=f"{path}.rule", expected=expected.rule, found=f"{refused.rule}: {refused}")
        else:
            yield Failure(path=path, expected=expected.rule or "illegal", found="legal")


def differences(expected: Any, found: Any, path: str) -> Iterator[Failure]:
    """What is expected and not found: objects as subsets, lists exactly but for those whose order means nothing."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            absent = 0 if _is_count(value) and path.endswith(COUNTS) else None
            yield from differences(value, found.get(key, absent), f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and _is_unordered(path):
        if sorted(map(str, expected)) != sorted(map(str, found)):
            yield Failure(path=path, expected=expected, found=found)
    elif expected != found or isinstance(expected, bool) != isinstance(found, bool):
        yield Failure(path=path, expected=expected, found=found)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_unordered(path: str) -> bool:
    *_, owner, key = ("", *path.split("."))
    return key in UNORDERED or (key == "tickets" and owner != "position")


def _report(game: Game, file: str, illegal: Illegal | None) -> Verdict:
    result = game.result() if game.finished else None
    return Verdict(
        file=file,
        illegal=illegal,
        position=game.position().model_dump(mode="json", exclude_none=True),
        to_move=game.to_move,
        finished=game.finished,
        trains={name: game.trains(name) for name in game.seats},
        points={name: game.points(name) for name in game.seats},
        scores=None if result is None else {name: score.as_json() for name, score in result.scores.items()},
        winners=None if result is None else list(result.winners),
    )


def json_schema(of: str) -> dict[str, Any]:
    """The JSON Schema of a case or of a verdict."""
    return (Case if of == "case" else Verdict).model_json_schema(by_alias=True)
