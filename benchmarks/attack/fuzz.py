"""Every operation of the description, spoiled in every way: no answer may be a fault of the server's."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

import psutil

from benchmarks.attack.mutations import CANARY, garbage, live_messages, mutated
from benchmarks.attack.operations import Operation, Orderly, Request, operations
from benchmarks.attack.results import Effort, Finding, Result
from benchmarks.attack.targets import (
    PEOPLE,
    NoPostgres,
    bot,
    make_game,
    own_server,
    person,
    play_moves,
    view_of,
)
from benchmarks.attack.wire import CLOSE, PATIENCE, Answer, Live, Unanswered, Wire, close_code, opened, read_answer
from tools.local_server import Server

CONNECTIONS: Final = 8
ROUND: Final = 5_000
"""Requests after which new games are made: the old ones have been left, filled and played by then."""
GARBAGE, SOCKETS = 0.04, 0.04
"""The shares of requests that are no HTTP, and of connections by WebSocket."""
INTERNAL_ERROR: Final = 1011
MOST_GROWTH: Final = 256.0
"""Megabytes of memory that the server may take in addition: games stay in it."""
MOST_SHRINKING: Final = 150
FAULTS: Final = ("request_failed", "connection_failed")


def attack_with_nonsense(effort: Effort) -> Iterator[Result]:
    for kind in effort.databases:
        result = Result(f"fuzzer, {kind}")
        with result.timed():
            try:
                with own_server(kind) as server:
                    Fuzzer(server, effort, result).run(effort.requests // len(effort.databases))
            except NoPostgres as missing:
                result.skipped = str(missing)
        yield result


@dataclass
class Fuzzer:
    server: Server
    effort: Effort
    result: Result
    answers: Counter[int] = field(default_factory=Counter)
    faults: dict[str, Any] = field(default_factory=dict)
    """What was found, one of a kind."""
    secrets: set[str] = field(default_factory=lambda: {CANARY})
    sockets: int = 0
    sent: int = 0

    def run(self, requests: int) -> None:
        asyncio.run(self._run(requests))
        self._read_log()
        common = ", ".join(f"{number:,} x {status}" for status, number in self.answers.most_common(4))
        self.result.done = f"{self.sent:,} requests, {self.sockets:,} WebSockets; answers: {common}"
        self.result.figures |= {"requests": self.sent, "websockets": self.sockets}
        self.result.figures |= {f"answers {status}": number for status, number in sorted(self.answers.items())}
        self.result.findings += list(self.faults.values())

    async def _run(self, requests: int) -> None:
        before = 0.0
        while self.sent < requests:
            first, number = self.sent, min(ROUND, requests - self.sent)
            orderly = await self._games(first)
            waiting = iter(range(first, first + number))
            await asyncio.gather(*(self._send_all(orderly, waiting) for _ in range(CONNECTIONS)))
            await self._check_alive()
            before = before or memory(self.server)
        grown = memory(self.server) - before
        self.result.figures["megabytes grown"] = round(grown, 1)
        if grown > MOST_GROWTH:
            self.result.found(f"the server's memory grew by {grown:.0f} MB")

    async def _games(self, seed: int) -> Orderly:
        """A game that waits, two that are played, one that nobody may watch, and one that is over."""
        wire, dice = Wire(self.server.port), random.Random(f"{self.effort.seed} games {seed}")
        two = [person(name) for name in PEOPLE[:2]]
        games = [
            await make_game(wire, [person("Ada"), {"kind": "open"}, {"kind": "open"}], listed=True),
            await make_game(wire, two, "europe", watch="anyone", clock=600),
            await make_game(wire, [person("Ada"), bot("medium")], "usa"),
            await make_game(wire, two, watch="nobody"),
        ]
        finished = await make_game(wire, two, watch="anyone")
        assert await play_moves(wire, finished, dice, 1000)
        record = (await wire.ask("GET", f"{finished.path}/record", finished.tokens[0])).body.decode()
        view = await view_of(wire, games[1], games[1].tokens[0])
        description = (await wire.ask("GET", "/api/openapi.json")).json()
        boards = [board["id"] for board in (await wire.ask("GET", "/api/boards")).json()["boards"]]
        routes = [route["id"] for route in (await wire.ask("GET", "/api/boards/europe")).json()["routes"][:20]]
        wire.close()
        games.append(finished)
        for game in games:
            self.secrets |= set(game.secrets)
        moves = [*view["legal_moves"][:20], "draw deck", "pass", "draw red", f"claim {routes[0]}"]
        return Orderly(description, games, moves, routes, boards, record)

    async def _send_all(self, orderly: Orderly, waiting: Iterator[int]) -> None:
        wire, known = Wire(self.server.port), operations(orderly.description)
        for number in waiting:
            dice = random.Random(f"{self.effort.seed} {number}")
            kind = dice.random()
            if kind < GARBAGE:
                await self._send_garbage(garbage(dice), number)
            elif kind < GARBAGE + SOCKETS:
                await self._talk(orderly, dice, number)
            else:
                await self._send(wire, self._request(orderly, known, dice), number)
            self.sent += 1
            if self.sent % 200 == 0:
                self.effort.say(f"{self.result.part}: {self.sent:,} requests, {len(self.faults)} found")
        wire.close()

    def _request(self, orderly: Orderly, known: list[Operation], dice: random.Random) -> Request:
        operation = dice.choice(known)
        if operation.path in HEAVY and dice.random() < 0.8:
            operation = dice.choice(known)
        return mutated(orderly.request(operation, dice), dice)

    async def _send(self, wire: Wire, request: Request, number: int) -> None:
        try:
            answer = await wire.send(request.wire(self.server.port), head=request.method == "HEAD")
        except Unanswered as unanswered:
            if request.method != "HEAD":  # of which we cannot know where an answer ends that has a body
                self._note(f"no answer ({unanswered})", str(request), number)
            return
        self.answers[answer.status] += 1
        if wrong := fault_of(answer):
            key = f"{wrong} {request.method} {request.path.count('/')}"
            if key not in self.faults:
                self.faults[key] = None  # others go on meanwhile
                smallest = await self._shrunk(request, answer.status)
                self.faults[key] = self._finding(f"{wrong}: {answer.body[:120]!r}", str(smallest), number)

    async def _shrunk(self, request: Request, status: int) -> Request:
        """The smallest request found that is answered in the same way."""
        wire = Wire(self.server.port)
        tries, smaller = 0, True
        while smaller and tries < MOST_SHRINKING:
            smaller = False
            for candidate in simpler(request):
                tries += 1
                try:
                    answer = await wire.send(candidate.wire(self.server.port), head=candidate.method == "HEAD")
                except Unanswered:
                    continue
                if answer.status == status and fault_of(answer):
                    request, smaller = candidate, True
                    break
        wire.close()
        return request

    async def _send_garbage(self, sent: bytes, number: int) -> None:
        """Answered or hung up on, in time."""
        reader, writer = await opened(self.server.port)
        try:
            async with asyncio.timeout(PATIENCE):
                writer.write(sent)
                writer.write_eof()
                answer = await read_answer(reader)
            self.answers[answer.status] += 1
            if wrong := fault_of(answer):
                self._note(f"{wrong}: {answer.body[:80]!r}", f"bytes {sent[:300]!r}", number)
        except TimeoutError:
            self._note("bytes that are no request are neither answered nor hung up on", repr(sent[:300]), number)
        except (Unanswered, OSError):
            pass
        finally:
            writer.transport.abort()

    async def _talk(self, orderly: Orderly, dice: random.Random, number: int) -> None:
        game = dice.choice(orderly.games)
        messages = live_messages(dice.choice(game.secrets), orderly.moves, dice)
        try:
            live = await Live.open(self.server.port, f"{game.path}/live")
            if isinstance(live, Answer):
                self.answers[live.status] += 1
                if wrong := fault_of(live):
                    self._note(f"WebSocket: {wrong}", f"{game.path}/live", number)
                return
        except (Unanswered, TimeoutError, OSError) as unanswered:
            self._note(f"WebSocket: no answer ({unanswered})", f"{game.path}/live", number)
            return
        self.sockets += 1
        code = await _said(live, messages, dice)
        live.close()
        if code == INTERNAL_ERROR:
            self._note("WebSocket closed with 1011", f"messages {messages!r}", number)

    async def _check_alive(self) -> None:
        wire = Wire(self.server.port)
        try:
            answer = await wire.ask("GET", "/health")
            if answer.status != 200:
                self.result.found(f"/health answers {answer.status} after {self.sent:,} requests")
        except Unanswered:
            self.result.found(f"the server no longer answers after {self.sent:,} requests")
        wire.close()

    def _note(self, what: str, how: str, number: int) -> None:
        self.faults.setdefault(what[:60], self._finding(what, how, number))

    def _finding(self, what: str, how: str, number: int) -> Finding:
        return Finding(f"{what} (--seed {self.effort.seed}, request {number})", how)

    def _read_log(self) -> None:
        """No line quotes what was sent, none tells of a fault, and each is an object."""
        text = self.server.log()
        for secret in sorted(secret for secret in self.secrets if secret in text):
            line = next(line for line in text.splitlines() if secret in line)
            self.result.found("the log quotes what a client sent", line[:400])
        told: set[str] = set()
        for line in text.splitlines():
            try:
                fields = json.loads(line)
            except ValueError:
                self._note("a line of the log is no JSON", line[:200], 0)
                continue
            if fields["event"] in FAULTS or fields["level"] in ("error", "critical"):
                key = f"{fields['event']} {fields.get('exception')} {(fields.get('at') or [''])[-1]}"
                if key not in told:
                    told.add(key)
                    self.result.found(f"the log tells of a fault: {key}", line[:600])


HEAVY: Final = ("/api/boards/{board}/drawing.svg", "/api/replays", "/api/games/{game}/replay")
"""Operations that take long: asked for less often."""


def fault_of(answer: Answer) -> str | None:
    """What is wrong with an answer; 503 is honest where it says why."""
    if answer.status == 503:
        return None if says_why(answer) else "503 without a reason"
    if answer.status >= 500:
        return f"answered with {answer.status}"
    if b"Traceback (most recent" in answer.body:
        return "a traceback in the answer"
    return None


def says_why(answer: Answer) -> bool:
    """A refusal or a probe in JSON, or a sentence."""
    if not answer.header("content-type").startswith("application/json"):
        return bool(answer.body.strip())
    told = answer.json()
    return bool(told.get("message") or told.get("status"))


def simpler(request: Request) -> Iterator[Request]:
    """The same request with one thing less."""
    for place in range(len(request.headers)):
        yield replace(request, headers=request.headers[:place] + request.headers[place + 1 :])
    for place in range(len(request.query)):
        yield replace(request, query=request.query[:place] + request.query[place + 1 :])
    if request.body is None:
        return
    if request.chunked:
        yield replace(request, chunked=False)
    yield replace(request, body=None)
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        half = len(request.body) // 2
        if half:
            yield replace(request, body=request.body[:half])
            yield replace(request, body=request.body[half:])
        return
    if isinstance(body, dict):
        for name in body:
            yield replace(request, body=json.dumps({key: body[key] for key in body if key != name}).encode())


async def _said(live: Live, messages: list[bytes], dice: random.Random) -> int | None:
    """Say it all, listen for a while; the code with which the other side hung up, if it did."""
    try:
        for message in messages:
            kind = 0x1 if dice.random() < 0.93 else dice.choice((0x2, 0x0, 0x3, 0x8, 0x9, 0xB))
            await live.frame(kind, message, final=dice.random() < 0.97)
        await live.frame(CLOSE, b"\x03\xe8")
        while True:
            heard, content = await live.hear()
            if heard == CLOSE:
                return close_code(content)
    except (Unanswered, OSError):
        return None


def memory(server: Server) -> float:
    """Megabytes of all the server's processes."""
    assert server.process is not None
    first = psutil.Process(server.process.pid)
    return float(sum(process.memory_info().rss for process in (first, *first.children(recursive=True)))) / 2**20
