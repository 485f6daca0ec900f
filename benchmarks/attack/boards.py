"""Hostile uploads of boards: each refused in time with a reason, nothing stored, and a player beside it undisturbed."""

import asyncio
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import func, select

from benchmarks.attack.board_spoilings import LARGEST, SPOILINGS, Upload, sound
from benchmarks.attack.fuzz import FAULTS, fault_of
from benchmarks.attack.mutations import CANARY
from benchmarks.attack.results import Effort, Result
from benchmarks.attack.targets import MadeGame, NoPostgres, chosen, make_game, own_server, person, view_of
from benchmarks.attack.wire import Answer, Unanswered, Wire
from carrozza.server.store.database_url import address_of
from carrozza.server.store.engines import plain_engine
from carrozza.server.store.tables import BOARDS
from tools.local_server import Server

View = Mapping[str, Any]
SHARE: Final = 5
"""One upload for so many requests of the fuzzer."""
CONNECTIONS: Final = 4
SLOW: Final = 5.0
"""Seconds that no answer may take, on a machine of two cores that also makes the uploads."""
TRIES: Final = 3


def attack_with_boards(effort: Effort) -> Iterator[Result]:
    for kind in effort.databases:
        result = Result(f"boards, {kind}")
        with result.timed():
            try:
                with own_server(kind) as server:
                    Uploader(server, effort, result).run(effort.requests // SHARE // len(effort.databases))
            except NoPostgres as missing:
                result.skipped = str(missing)
        yield result


@dataclass
class Uploader:
    server: Server
    effort: Effort
    result: Result
    answers: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    stored: set[str] = field(default_factory=set)
    found: set[str] = field(default_factory=set)
    sent: int = 0

    def run(self, uploads: int) -> None:
        asyncio.run(self._run(uploads))
        self._count_stored()
        self._read_log()
        common = ", ".join(f"{number:,} x {status}" for status, number in self.answers.most_common(5))
        slowest = max(self.seconds)
        median = 1000 * statistics.median(self.seconds)
        self.result.done = (
            f"{self.sent:,} uploads, answered in {median:.0f} ms, at most {slowest:.2f} s; {common}; stored "
            f"{len(self.stored)}, all sound; {len(self.moves)} moves beside it, at most {max(self.moves):.2f} s"
        )
        self.result.figures |= {
            "uploads": self.sent,
            "median ms": median,
            "slowest s": slowest,
            "stored": len(self.stored),
        }
        self.result.figures |= {"moves": len(self.moves), "slowest move s": max(self.moves)}
        self.result.figures |= {f"answers {status}": number for status, number in sorted(self.answers.items())}

    async def _run(self, uploads: int) -> None:
        await self._upload_sound()
        waiting, over = iter(range(uploads)), asyncio.Event()
        playing = asyncio.create_task(self._play_meanwhile(over))
        await asyncio.gather(*(self._send_all(waiting) for _ in range(CONNECTIONS)))
        over.set()
        await playing

    async def _upload_sound(self) -> None:
        """A sound board is taken; the process that checks boards has been started then."""
        wire = Wire(self.server.port)
        answer = await wire.ask("POST", "/api/boards", body=sound())
        wire.close()
        if answer.status != 201:
            self.result.found(f"a sound board is answered with {answer.status}", answer.body[:300].decode())
            return
        self.stored.add(answer.json()["board"])

    async def _send_all(self, waiting: Iterator[int]) -> None:
        wire, base = Wire(self.server.port), json.dumps(sound())
        for number in waiting:
            dice = random.Random(f"{self.effort.seed} board {number}")
            spoiling = dice.choice(SPOILINGS)
            await self._send(wire, spoiling(json.loads(base), dice), f"{spoiling.__name__}, upload {number}")
            self.sent += 1
            if self.sent % 200 == 0:
                self.effort.say(f"{self.result.part}: {self.sent:,} uploads, {len(self.found)} found")
        wire.close()

    async def _send(self, wire: Wire, upload: Upload, which: str) -> None:
        began = time.perf_counter()
        try:
            answer = await wire.send(upload.wire(self.server.port))
        except Unanswered as unanswered:
            if len(upload.body) <= LARGEST:  # a larger one is refused while it is still being sent
                self._note(f"no answer ({unanswered})", which)
            return
        self.seconds.append(time.perf_counter() - began)
        self.answers[answer.status] += 1
        seconds = self.seconds[-1] if self.seconds[-1] <= SLOW else await self._seconds_again(wire, upload)
        for wrong in faults_of(answer, upload, seconds):
            self._note(wrong, which)
        if answer.status in (200, 201):
            self.stored.add(answer.json()["board"])

    async def _seconds_again(self, wire: Wire, upload: Upload) -> float:
        """What is slow by itself is slow again; a machine that did something else meanwhile is no fault."""
        times = []
        for _ in range(TRIES):
            began = time.perf_counter()
            await wire.send(upload.wire(self.server.port))
            times.append(time.perf_counter() - began)
        return min(times)

    async def _play_meanwhile(self, over: asyncio.Event) -> None:
        """Two people who play on, one game after another, as if nothing were."""
        wire, dice = Wire(self.server.port), random.Random(self.effort.seed)
        while not over.is_set():
            game = await make_game(wire, [person("Ada"), person("Bruno")])
            view: View = await view_of(wire, game, game.tokens[0])
            while not view["finished"] and not over.is_set():
                view = await self._move(wire, game, view, dice)
        wire.close()

    async def _move(
        self, wire: Wire, game: MadeGame, view: Mapping[str, Any], dice: random.Random
    ) -> Mapping[str, Any]:
        names = [player["name"] for player in view["players"]]
        token = game.tokens[names.index(view["undecided"][0])]
        seen = await view_of(wire, game, token)
        began = time.perf_counter()
        move = {"move": chosen(seen["legal_moves"], dice), "number": seen["number"]}
        answer = await wire.ask("POST", f"{game.path}/moves?view=true&describe=false", token, move)
        self.moves.append(time.perf_counter() - began)
        if answer.status != 200 or self.moves[-1] > SLOW:
            self._note(f"a move beside it was answered with {answer.status} in {self.moves[-1]:.1f} s", "player")
        await asyncio.sleep(0.05)
        found: View = answer.json()["view"]
        return found

    def _note(self, what: str, which: str) -> None:
        if what not in self.found:
            self.found.add(what)
            self.result.found(f"{what} (--seed {self.effort.seed}, {which})")

    def _count_stored(self) -> None:
        engine = plain_engine(address_of(self.server.database))
        with engine.connect() as connection:
            number = connection.execute(select(func.count()).select_from(BOARDS)).scalar_one()
        engine.dispose()
        if number != len(self.stored):
            self.result.found(f"{number} boards are stored; {len(self.stored)} were accepted")

    def _read_log(self) -> None:
        text = self.server.log()
        if CANARY in text:
            self.result.found("the log quotes what was uploaded")
        for line in text.splitlines():
            fields = json.loads(line)
            if fields["event"] in FAULTS or fields["level"] in ("error", "critical"):
                self._note(f"the log tells of a fault: {fields['event']} {fields.get('exception')}", line[:300])


def faults_of(answer: Answer, upload: Upload, seconds: float) -> Iterator[str]:
    """What is wrong with the answer to a hostile upload."""
    if seconds > SLOW:
        yield f"answered only after {seconds:.1f} s"
    if wrong := fault_of(answer):
        yield wrong
    elif answer.status >= 500:
        yield f"answered with {answer.status}"
    elif answer.status < 300:
        if not upload.is_board:
            yield "what is no board was taken"
    elif not answer.json().get("message"):
        yield f"{answer.status} without a reason"
    elif answer.status == 422 and not _tells_places(answer):
        yield "422 without the place of a fault"
    elif upload.is_board:
        yield f"a sound board was refused with {answer.status}"


def _tells_places(answer: Answer) -> bool:
    flaws = answer.json().get("flaws", [])
    return bool(flaws) and all(flaw["path"] and flaw["message"] for flaw in flaws)
