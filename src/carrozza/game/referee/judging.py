"""Judging a case: read it, play its moves, compare what came of them."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from carrozza.boards import Board
from carrozza.game.errors import IllegalMove
from carrozza.game.game import Game
from carrozza.game.positions.flaws import FlawedInput
from carrozza.game.referee.expectations import differences, with_ids
from carrozza.game.referee.model import Case, CaseMove, Failure, Illegal, RefusedMove, Verdict
from carrozza.game.referee.playing import RefereedGame
from carrozza.game.referee.reading import read_case

DEEPEST = 64


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


def judge(raw: object, file: str = "-", board: Board | None = None) -> Verdict:
    """The verdict on a case given as JSON values; its board is looked for by its name, unless it is given."""
    try:
        case, game = read_case(raw, board)
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


class _Trial:
    """One case being judged."""

    def __init__(self, case: Case, game: Game, file: str) -> None:
        self.case = case
        self.refereed = RefereedGame(game)
        self.file = file

    def verdict(self) -> Verdict:
        illegal = self._play_moves()
        pending = self.refereed.copy()
        self.refereed.skip_marker()
        verdict = _report(self.refereed.game, self.file, illegal)
        verdict.failed = list(self._failures(verdict, pending))
        expected_refusal = self.case.expect.get("illegal") is not None
        verdict.ok = not verdict.failed and (illegal is None or expected_refusal)
        return verdict

    def _play_moves(self) -> Illegal | None:
        for index, move in enumerate(self.case.moves):
            try:
                self.refereed.play(move)
            except IllegalMove as refused:
                return Illegal(move=index, rule=refused.rule, message=str(refused))
        return None

    def _failures(self, verdict: Verdict, pending: RefereedGame) -> Iterator[Failure]:
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
                yield from differences(with_ids(self.refereed.game.board, expected), found[key], key)


def _refused(pending: RefereedGame, moves: list[Any]) -> Iterator[Failure]:
    for index, raw in enumerate(moves):
        try:
            pending.copy().play(CaseMove.model_validate(raw))
        except IllegalMove as refused:
            yield Failure(path=f"legal[{index}]", expected="legal", found=f"{refused.rule}: {refused}")


def _accepted(pending: RefereedGame, moves: list[Any]) -> Iterator[Failure]:
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
