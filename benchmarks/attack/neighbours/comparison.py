"""A player's moves alone, and beside a neighbour at its limits."""

import asyncio
import multiprocessing
import random
import statistics
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.attack.neighbours.greed import ATTACKS, BOARD, THAT_END, be_a_neighbour
from benchmarks.attack.results import SQLITE, Effort, Result
from benchmarks.attack.targets import MadeGame, bot, chosen, make_game, own_server, person
from benchmarks.attack.wire import Live, Wire
from tools.local_server import Server, wait_for

OPPONENT: Final = "hard"
PACE: Final = 0.25
"""Seconds between two moves, so that the player keeps far from the limits."""
MOST: Final = 2.0
"""How many times longer the median of a player's moves may take because of one neighbour."""
IN_TIME: Final = 3.0
"""Seconds in which the player's own bot has answered, whoever else plays."""
PATIENCE: Final = 600.0


def attack_neighbours(effort: Effort) -> Iterator[Result]:
    rounds, moves = (1, 12) if effort.quick else (2, 25)
    for name in ("everything",) if effort.quick else ATTACKS:
        result = Result(f"neighbours, {name}")
        with result.timed(), own_server(SQLITE, limited=True) as server:
            effort.say(f"{result.part} ...")
            asyncio.run(compare(server.port, name, rounds, moves, effort.seed)).tell(result)
            result.figures |= answers_in(server)
        yield result


def answers_in(server: Server) -> dict[str, float]:
    """How many requests of each status the log has, by route: what the neighbour was given and refused."""
    asked = (line for line in server.lines() if line["event"] == "request")
    found = Counter(f"{line['method']} {line['route']} {line['status']}" for line in asked)
    return {key: float(number) for key, number in sorted(found.items())}


@dataclass
class Times:
    """Of one player, in seconds."""

    moves: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    """From the confirmation of a move to the next turn of the player's."""


@dataclass
class Compared:
    calm: Times = field(default_factory=Times)
    attacked: Times = field(default_factory=Times)

    def tell(self, result: Result) -> None:
        calm, attacked = (statistics.median(times.moves) for times in (self.calm, self.attacked))
        bots = [statistics.median(times.bots or [0.0]) for times in (self.calm, self.attacked)]
        ratio = attacked / calm
        result.done = (
            f"{len(self.attacked.moves)} moves: median {1000 * calm:.1f} ms alone, {1000 * attacked:.1f} ms beside it "
            f"({ratio:.1f} x); own bot {bots[0]:.2f} s, {bots[1]:.2f} s"
        )
        result.figures |= {"move alone ms": 1000 * calm, "move beside ms": 1000 * attacked, "ratio": ratio}
        result.figures |= {"bot alone s": bots[0], "bot beside s": bots[1]}
        if ratio > MOST:
            result.found(f"a neighbour at its limits makes moves take {ratio:.1f} times as long; at most {MOST:g}")
        if bots[1] > IN_TIME:
            result.found(f"beside a neighbour one's own bot answers in {bots[1]:.1f} s; at most {IN_TIME:g}")


async def compare(port: int, name: str, rounds: int, moves: int, seed: int, opponent: str = OPPONENT) -> Compared:
    """A player's moves against a bot, alone and beside a neighbour, in turn."""
    figures, dice = Compared(), random.Random(seed)
    await _play(port, dice, opponent, Times(), 3)  # its bot has been started then
    for _ in range(rounds if name in THAT_END else 1):
        await _play(port, dice, opponent, figures.calm, moves)
        with _neighbour(port, name, seed):
            await _play(port, dice, opponent, figures.attacked, moves)
    return figures


async def _play(port: int, dice: random.Random, opponent: str, times: Times, moves: int) -> None:
    """So many more moves, in one game after the other."""
    enough, wire = len(times.moves) + moves, Wire(port)
    while len(times.moves) < enough:
        game = await make_game(wire, [person("Ada"), bot(opponent)], BOARD, first=0)
        async with _live(port, game) as live:
            view = await _turn(live)
            while not view["finished"] and len(times.moves) < enough:
                await asyncio.sleep(PACE)
                view = await _move(wire, live, game, view, dice, times)
    wire.close()


async def _move(
    wire: Wire, live: Live, game: MadeGame, view: dict[str, Any], dice: random.Random, times: Times
) -> dict[str, Any]:
    move = {"move": chosen(view["legal_moves"], dice), "number": view["number"]}
    began = time.perf_counter()
    answer = await wire.ask("POST", f"{game.path}/moves", game.tokens[0], move)
    confirmed = time.perf_counter()
    assert answer.status == 200, answer
    times.moves.append(confirmed - began)
    number = answer.json()["number"]
    view = await _turn(live, number)
    if view["number"] > number:
        times.bots.append(time.perf_counter() - confirmed)
    return view


async def _turn(live: Live, number: int = 0) -> dict[str, Any]:
    """The first view in which it is the player's turn, or the game is over."""
    async with asyncio.timeout(PATIENCE):
        while True:
            view: dict[str, Any] = (await live.hear_json("view"))["view"]
            if view["number"] >= number and (view["finished"] or view["legal_moves"]):
                return view


@asynccontextmanager
async def _live(port: int, game: MadeGame) -> AsyncIterator[Live]:
    live = await Live.open(port, f"{game.path}/live")
    assert isinstance(live, Live), live
    try:
        await live.say({"token": game.tokens[0], "since": 0, "describe": False})
        yield live
    finally:
        live.close()


@contextmanager
def _neighbour(port: int, name: str, seed: int) -> Iterator[None]:
    """A process of its own, so that its work does not delay the player's clock."""
    spawn = multiprocessing.get_context("spawn")
    ready = spawn.Event()
    process = spawn.Process(target=be_a_neighbour, args=(port, name, seed, ready), daemon=True)
    process.start()
    try:
        wait_for(lambda: ready.is_set() or not process.is_alive())
        yield
        assert process.is_alive(), "the neighbour gave up"
    finally:
        process.kill()
        process.join()
