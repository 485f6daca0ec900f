"""Servers that are killed in a storm of moves: what was confirmed is in the log once, in its place, and games go on."""

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import psutil

from benchmarks.attack.results import Effort, Result
from benchmarks.attack.targets import (
    PEOPLE,
    WORKERS,
    MadeGame,
    NoPostgres,
    bot,
    chosen,
    make_game,
    own_server,
    person,
)
from benchmarks.attack.wire import Answer, Unanswered, Wire
from carrozza.game.records.record import Record
from carrozza.server import store as stores
from carrozza.server.store import Event, Kind
from tools.local_server import Server, is_alive, wait_for

GAMES: Final = 6
WATCHER: Final = -1
"""The seat of whoever looks at a game without people."""
RECORDS: Final = 20
"""Games that are over whose records are read."""
MORE: Final = 20
"""Moves that are confirmed between one kill and the next."""
LONGEST_PAUSE: Final = 0.3
"""Seconds, by chance, until the next kill after that."""
PATIENCE: Final = 600.0
RETRY: Final = 0.05
POLL: Final = 0.1
ALL_KILLED: Final = 0.3
"""The share of kills that end all processes of a server that has several."""
Playing = Sequence["asyncio.Task[None]"]
ENDING: Final = 60.0
"""Seconds in which a process that has lost its server ends."""


def attack_by_killing(effort: Effort) -> Iterator[Result]:
    """Both databases at once: a start keeps one core busy for seconds."""
    with ThreadPoolExecutor() as both:
        yield from both.map(partial(_storm, effort), effort.databases)


def _storm(effort: Effort, kind: str) -> Result:
    result = Result(f"storm, {kind}")
    with result.timed():
        try:
            with own_server(kind) as server:
                Storm(server, effort, result).run(effort.kills // len(effort.databases))
        except NoPostgres as missing:
            result.skipped = str(missing)
    return result


@dataclass(eq=False)
class Player:
    """Somebody at a seat who sends each move again, with the same id, until it is answered."""

    wire: Wire
    game: MadeGame
    seat: int
    dice: random.Random
    found: Callable[[str], None]
    confirmed: dict[int, str] = field(default_factory=dict)
    """Moves by their numbers."""
    asked: int = 0
    last: int = 0
    finished: bool = False

    async def play_on(self, until: asyncio.Event) -> None:
        while not until.is_set():
            answer = await self._ask("GET", "view?describe=false")
            if answer.status != 200:
                return self.found(f"a view is answered with {answer.status}: {answer.body[:100]!r}")
            view = answer.json()
            if view["number"] < self.last:
                self.found(f"game {self.game.id} went back from number {self.last} to {view['number']}")
            self.last = view["number"]
            self.finished = view["finished"]
            if self.finished:
                return
            if view["legal_moves"]:
                await self._play(view)
            else:
                await asyncio.sleep(POLL)

    async def _play(self, view: dict[str, Any]) -> None:
        self.asked += 1
        move = chosen(view["legal_moves"], self.dice)
        body = {"move": move, "id": f"m{self.asked}", "number": view["number"]}
        answer = await self._ask("POST", "moves", body)
        if answer.status == 200:
            number = answer.json()["number"]
            if number <= max(self.confirmed, default=0):
                self.found(f"game {self.game.id}: number {number} was confirmed after {max(self.confirmed)}")
            self.confirmed[number] = move
            self.last = max(self.last, number)
        elif answer.status != 409:
            self.found(f"a legal move is answered with {answer.status}: {answer.body[:100]!r}")

    async def _ask(self, method: str, what: str, body: Any = None) -> Answer:
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(Unanswered):
                    token = self.game.tokens.get(self.seat)
                    answer = await self.wire.ask(method, f"{self.game.path}/{what}", token, body)
                    if answer.status != 503:
                        return answer
                await asyncio.sleep(RETRY)


@dataclass
class Storm:
    server: Server
    effort: Effort
    result: Result
    players: list[Player] = field(default_factory=list)
    watchers: list[Player] = field(default_factory=list)
    """Of the games without people."""
    started: set[psutil.Process] = field(default_factory=set)
    """Whatever the server has started."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    kills: int = 0

    def run(self, kills: int) -> None:
        asyncio.run(self._run(kills))
        self.server.stop()
        asyncio.run(self._check_logs())
        self._check_processes()
        confirmed = sum(len(player.confirmed) for player in self.players)
        games = len({player.game.id for player in self.players}) + len(self.watchers)
        self.result.done = f"{self.kills:,} x kill -9, {confirmed:,} confirmed moves in {games:,} games"
        self.result.figures |= {"kills": self.kills, "confirmed moves": confirmed, "games": games}

    async def _run(self, kills: int) -> None:
        dice = random.Random(f"{self.effort.seed} storm")
        playing = [asyncio.create_task(self._play_games(random.Random(dice.random()))) for _ in range(GAMES)]
        playing.append(asyncio.create_task(self._watch_bots()))
        try:
            for _ in range(kills):
                await self._wait_for_moves(playing)
                await asyncio.sleep(dice.uniform(0, LONGEST_PAUSE))
                await asyncio.to_thread(self._kill, dice)
                self.kills += 1
                self.effort.say(f"{self.result.part}: {self.kills} kills, {len(self.result.findings)} found")
            await self._wait_for_every_game(playing)
            await self._check_records()
        except TimeoutError:
            self.result.found(f"after {self.kills} kills a game did not go on within {PATIENCE:g} s")
        except BaseException:
            for task in playing:  # they would wait for a server that does not come back
                task.cancel()
            raise
        finally:
            self.ended.set()
            for wrong in await asyncio.gather(*playing, return_exceptions=True):
                if wrong is not None and not isinstance(wrong, asyncio.CancelledError):
                    self.result.found(f"a player could not play on: {wrong!r}")

    async def _wait_for_moves(self, playing: Playing) -> None:
        enough = self._confirmed() + MORE
        await self._wait_until(lambda: self._confirmed() >= enough, playing)

    async def _wait_for_every_game(self, playing: Playing) -> None:
        """After the last kill each game goes on, or is over."""
        before = {player: player.last for player in (*self.players, *self.watchers) if not player.finished}
        await self._wait_until(lambda: all(one.finished or one.last > last for one, last in before.items()), playing)

    async def _wait_until(self, true: Callable[[], bool], playing: Playing) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                for task in playing:
                    if task.done():
                        task.result()
                await asyncio.sleep(RETRY)

    async def _check_records(self) -> None:
        """What is over can be read as a record, and replayed to its end."""
        wire = Wire(self.server.port)
        for player in [player for player in self.players if player.finished and player.seat == 0][:RECORDS]:
            answer = await wire.ask("GET", f"{player.game.path}/record", player.game.tokens[0])
            if answer.status != 200 or not is_whole(answer.body.decode()):
                self.result.found(f"game {player.game.id} is over, and its record ({answer.status}) is not whole")
        wire.close()

    def _confirmed(self) -> int:
        return sum(len(player.confirmed) for player in self.players)

    async def _play_games(self, dice: random.Random) -> None:
        """One game after the other, until the storm is over."""
        while not self.ended.is_set():
            seats = [person(name) for name in PEOPLE[:2]]
            if dice.random() < 0.7:
                seats.append(bot(dice.choice(("easy", "medium"))))
            game = await self._make(seats, clock=dice.choice((None, 600)))
            players = [
                Player(Wire(self.server.port), game, seat, dice, self.result.found) for seat in sorted(game.tokens)
            ]
            self.players += players
            await asyncio.gather(*(player.play_on(self.ended) for player in players))
            for player in players:
                player.wire.close()

    async def _watch_bots(self) -> None:
        """Games without people go on by themselves, and when one is over the next is begun."""
        while not self.ended.is_set():
            game = await self._make([bot("easy"), bot("medium")], watch="anyone")
            watcher = Player(Wire(self.server.port), game, WATCHER, random.Random(0), self.result.found)
            self.watchers.append(watcher)
            await watcher.play_on(self.ended)
            watcher.wire.close()

    async def _make(self, seats: list[dict[str, str]], **options: Any) -> MadeGame:
        """Made again where the answer was lost: nobody can know of the first one."""
        wire = Wire(self.server.port)
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(Unanswered, AssertionError):
                    return await make_game(wire, seats, **options)
                await asyncio.sleep(RETRY)

    def _kill(self, dice: random.Random) -> None:
        """The server, which is then started again, or one of its workers, which it starts again itself."""
        self._note_processes()
        if "--workers" not in self.server.options:
            self.server.kill()
            self.server.start()
        elif dice.random() < ALL_KILLED:
            self.server.kill_all()
            self.server.start()
        else:
            wait_for(lambda: len(self.server.workers()) == WORKERS)
            os.kill(dice.choice(self.server.workers()), signal.SIGKILL)

    def _note_processes(self) -> None:
        assert self.server.process is not None
        self.started |= set(psutil.Process(self.server.process.pid).children(recursive=True))

    def _check_processes(self) -> None:
        deadline = time.monotonic() + ENDING
        while alive := [process for process in self.started if is_alive(process)]:
            if time.monotonic() > deadline:
                return self.result.found(f"{len(alive)} processes, of bots or workers, outlived their server")
            time.sleep(RETRY)

    async def _check_logs(self) -> None:
        store = await stores.open(self.server.database)
        try:
            for game in dict.fromkeys(player.game.id for player in (*self.players, *self.watchers)):
                events = await store.events(game)
                players = [player for player in self.players if player.game.id == game]
                confirmed = {player.seat: player.confirmed for player in players}
                for wrong in (*faults_of_log(events, confirmed), *unasked_moves(events, confirmed)):
                    self.result.found(f"game {game}: {wrong}")
        finally:
            await store.close()


def faults_of_log(events: list[Event], confirmed: dict[int, dict[int, str]]) -> Iterator[str]:
    """What a log must hold: numbers without a gap, each confirmed move in its place, and no request twice."""
    if [event.number for event in events] != list(range(1, len(events) + 1)):
        yield "the numbers of the log have a gap"
    by_number = {event.number: event for event in events}
    for seat, moves in confirmed.items():
        for number, move in moves.items():
            event = by_number.get(number)
            if event is None:
                yield f"move {number} of seat {seat} was confirmed and is lost"
            elif (event.seat, event.kind, event.body) != (seat, Kind.MOVE, move):
                yield f"move {number} of seat {seat} was confirmed, and another stands in its place"
    asked = Counter((event.seat, event.client_id) for event in events if event.client_id)
    for (who, client_id), times in asked.items():
        if times > 1:
            yield f"the request {client_id!r} of seat {who} stands in the log {times} times"


def unasked_moves(events: list[Event], confirmed: dict[int, dict[int, str]]) -> Iterator[str]:
    """Whoever asks until there is an answer has at most one move in the log that was never confirmed: the last."""
    for seat, moves in confirmed.items():
        written = {event.number for event in events if (event.kind, event.seat) == (Kind.MOVE, seat)}
        if len(written - moves.keys()) > 1:
            yield f"seat {seat} has moves that were never confirmed: {sorted(written - moves.keys())}"


def is_whole(record: str) -> bool:
    return Record.parse(record).replay().finished
