"""Replays and drawings are dear: who asks for many pays for them, and nobody else waits for it."""

import asyncio
import json
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

import carrozza
from carrozza import boards
from carrozza.atlas.drawing import draw
from carrozza.server import prices
from carrozza.server.guard import Limits, RateLimiter
from carrozza.server.guard.token_buckets import Rate
from carrozza.server.processes.child_process import NoAnswer
from carrozza.server.processes.shared_results import LastUsed
from carrozza.server.refusals import Refused
from carrozza.server.rendering import jobs
from carrozza.server.rendering.jobs import Job, ReplayJob
from carrozza.server.rendering.rendered import Rendered, packed
from carrozza.server.rendering.renderer import Renderer, RenderProcess
from carrozza.server.views import replays
from tests.server.hosting import Host, Hosted, hosting
from tests.server.storing import PATIENCE
from tests.server.test_guard import client

GOLDEN = Path(__file__).parents[2] / "golden"
LONG_RECORD = (GOLDEN / "usa-5.txt").read_text(encoding="utf-8")
DRAWING = "/api/boards/new-york/drawing.svg"


class Counting(RenderProcess):
    """Renders in the test's process, and notes what; waits for `go` where it is given."""

    def __init__(self, done: list[Job], go: asyncio.Event | None = None) -> None:
        self.tables = set()
        self.done = done
        self.go = go

    @property
    def alive(self) -> bool:
        return True

    async def render(self, job: Job) -> Rendered:
        self.done.append(job)
        if self.go is not None:
            await self.go.wait()
        return packed(job.pieces())

    async def dispose(self) -> None:
        pass


def counting(done: list[Job], go: asyncio.Event | None = None) -> Renderer:
    async def start() -> Counting:
        return Counting(done, go)

    return Renderer(start)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """With limits, and with the real process."""
    with hosting(tmp_path_factory.mktemp("cost"), guarded=True) as host:
        yield host


@pytest.fixture
def rendered(server: Host, monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """What the server renders, with nothing in its cache."""
    done: list[Job] = []
    monkeypatch.setitem(server.app.state._state, "renderer", counting(done))
    fresh_limits(server)
    return done


def fresh_limits(server: Host, **limits: Any) -> RateLimiter:
    """Nothing is spent, and time stands still."""
    made = RateLimiter(Limits(**limits), clock=lambda: 0.0)
    old: RateLimiter = server.app.state.rate_limiter
    old.limits, old._buckets = made.limits, made._buckets
    return old


def spent(server: Host) -> float:
    """Milliseconds of this test's address."""
    buckets = server.app.state.rate_limiter._buckets["cpu"]
    return float(buckets.rate.burst - buckets._level("127.0.0.1").left)


# The prefix


def test_a_prefix_for_every_request_draws_the_board_once(
    server: Host, rendered: list[Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def counted(*args: Any, prefix: str, **named: Any) -> Any:
        drawn.append(prefix)
        return draw(*args, prefix=prefix, **named)

    monkeypatch.setattr("carrozza.atlas.drawing.draw", counted)
    jobs._marked.cache_clear()
    drawings = {server.ask("GET", DRAWING, params={"prefix": f"p{number}-"}).text for number in range(20)}
    assert len(drawings) == len(rendered) == 20
    assert drawn == [jobs.PREFIX_MARK]
    assert len(server.app.state.renderer.results) == 0
    assert spent(server) == 20 * (prices.REQUEST + prices.DRAWING_WITH_PREFIX)


@pytest.mark.parametrize("prefix", ["", "a", "map-2-"])
def test_a_drawing_with_a_prefix_is_as_if_drawn_with_it(server: Host, rendered: list[Job], prefix: str) -> None:
    expected = draw(boards.load("new-york"), prefix=prefix, pieces=True).svg
    assert server.ask("GET", DRAWING, params={"prefix": prefix}).text == expected


def test_the_mark_stands_in_none_of_our_texts() -> None:
    for file in Path(carrozza.__file__).parent.rglob("*.toml"):
        assert jobs.PREFIX_MARK not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("prefix", ["A", "1", "-", 'a"', "a>", "x" * 17, "\ue000"])
def test_a_prefix_is_a_short_word(server: Host, prefix: str) -> None:
    assert server.ask("GET", DRAWING, params={"prefix": prefix}).status_code == 422


# Prices


def replay(server: Host, text: str, **query: str) -> Any:
    return server.ask("POST", "/api/replays", content=text.encode(), params=query)


def test_what_is_computed_is_paid_and_what_is_kept_costs_a_request(server: Host, rendered: list[Job]) -> None:
    dear = prices.of_replay(replays.most_moves(LONG_RECORD))
    assert replay(server, LONG_RECORD).status_code == 200
    assert spent(server) == prices.REQUEST + dear
    for _ in range(5):
        assert replay(server, LONG_RECORD).status_code == 200
    assert spent(server) == dear + 6 * prices.REQUEST
    assert len(rendered) == 1


def test_whoever_asks_for_replay_after_replay_is_told_to_wait(server: Host, rendered: list[Job]) -> None:
    fresh_limits(server, cpu=Rate(1000, 0.01), uploads=Rate(100, 1))
    answers = [replay(server, LONG_RECORD + "\n" * number) for number in range(5)]
    assert [answer.status_code for answer in answers] == [200, 429, 429, 429, 429]
    assert answers[1].json()["error"] == "rate"
    assert int(answers[1].headers["retry-after"]) > 1
    assert len(rendered) == 1
    assert server.ask("GET", "/api/boards").status_code == 200, "what is cheap is still served"


def test_a_record_is_priced_by_its_moves_before_it_is_read() -> None:
    moves = LONG_RECORD.count(";") + sum(line[:1].isdigit() for line in LONG_RECORD.splitlines())
    assert moves <= replays.most_moves(LONG_RECORD) < moves + 20
    assert replays.most_moves("\n" * 500_000) == replays.MOST_MOVES


def test_an_address_at_its_limits_gets_a_quarter_of_a_core_in_the_long_run() -> None:
    now = [0.0]
    limiter = RateLimiter(Limits(), clock=lambda: now[0])
    paths = ("/api/games/k7f3/view", "/api/games/k7f3/replay", "/api/boards/usa/drawing.svg", "/api/games/k7f3/record")
    dice, granted = random.Random(1), 0.0
    for _ in range(20_000):
        now[0] += 0.03
        scope = {"type": "http", "method": "GET", "path": dice.choice(paths), "client": ("192.0.2.7", 1), "headers": []}
        work = dice.choice([0.0, prices.DRAWING, prices.of_replay(300)])
        if limiter.take(scope) == 0 and limiter.charge(scope, work) == 0:
            granted += work
    assert granted <= limiter.limits.cpu.burst + limiter.limits.cpu.per_second * now[0]
    assert limiter.limits.cpu.per_second <= 250


def test_messages_over_many_sockets_count_as_requests_of_one_address() -> None:
    limits = Limits(requests=Rate(6, 0.001), messages=Rate(100, 1))
    path = "/api/games/k7f3/live"
    with client(limits) as asked, asked.websocket_connect(path) as one, asked.websocket_connect(path) as other:
        for socket in (one, other, one, other):
            socket.send_text("hello")
            assert socket.receive_text() == "hello"
        other.send_text("hello")
        with pytest.raises(WebSocketDisconnect):
            other.receive_text()


# Off the event loop


def test_nothing_dear_runs_in_the_servers_process(server: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames and drawings raise here: they are made elsewhere, even after that process was killed."""

    def forbidden(*args: object, **named: object) -> None:
        raise AssertionError("computed in the server's process")

    for name in ("carrozza.server.views.replays._frame", "carrozza.atlas.drawing.draw"):
        monkeypatch.setattr(name, forbidden)
    fresh_limits(server)
    game = server.game("new-york", people=["Ada", "Bruno"])
    fresh_limits(server, requests=Rate(10_000, 1000), moves=Rate(10_000, 1000), cpu=Rate(1e9, 1))
    game.play(random.Random(8))
    assert len(game.ask("GET", "/replay", 0).json()["frames"]) > 20
    assert server.ask("GET", DRAWING).text.startswith("<svg")
    renderer: Renderer = server.app.state.renderer
    os.kill(renderer.pool._idle[0].process.pid, signal.SIGKILL)
    while True:  # it may be killed while it is asked: then 503
        answer = replay(server, LONG_RECORD)
        if answer.status_code == 200:
            break
        assert (answer.status_code, answer.json()["error"]) == (503, "busy")


# Kept by content


def test_a_replay_is_rendered_once_for_everybody(server: Host, rendered: list[Job]) -> None:
    fresh_limits(server, requests=Rate(10_000, 1000), moves=Rate(10_000, 1000), cpu=Rate(1e9, 1))
    game: Hosted = server.game("new-york")
    game.play(random.Random(8))
    first = game.ask("GET", "/replay", 0, params={"seat": "Ada"})
    for seat in (1, 0):
        assert game.ask("GET", "/replay", seat, params={"seat": "Ada"}).content == first.content
    record = game.ask("GET", "/record", 1).text
    assert replay(server, record, seat="Ada").content == first.content
    assert len(rendered) == 1
    assert game.ask("GET", "/replay", 0, params={"seat": "Bruno"}).content != first.content
    assert game.ask("GET", "/replay", 0, params={"seat": "Ada", "language": "it"}).content != first.content
    assert len(rendered) == 3


def test_a_client_that_has_it_is_sent_nothing(server: Host, rendered: list[Job]) -> None:
    first = server.ask("GET", DRAWING)
    again = server.client.get(DRAWING, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_whoever_takes_no_gzip_gets_the_same(server: Host, rendered: list[Job]) -> None:
    headers = {"accept-encoding": "identity"}
    plain = server.client.post("/api/replays", content=LONG_RECORD.encode(), headers=headers)
    zipped = replay(server, LONG_RECORD)
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"
    assert int(zipped.headers["content-length"]) < len(plain.content) / 10
    assert plain.content == zipped.content
    assert json.loads(plain.content)["number"] == len(json.loads(plain.content)["frames"]) - 1


def test_what_is_kept_is_bounded_in_bytes() -> None:
    kept = LastUsed[bytes](100, weight=len)
    for number in range(10):
        kept.put(str(number), b"x" * 30)
        kept.get("0")
    assert (len(kept), kept.total) == (3, 90)
    assert kept.get("0") is not None and kept.get("1") is None
    kept.put("large", b"x" * 101)
    assert (len(kept), kept.total) == (0, 0)


def test_chunks_are_small() -> None:
    made = packed([b"x" * 1_000_000, os.urandom(200_000)])
    for chunks in (made.chunks(), made.packed_chunks()):
        assert max(map(len, chunks)) <= 1 << 16


# The queue


def a_job(number: int) -> Job:
    return ReplayJob(f"bad record {number}", None, "en")


def test_a_full_queue_is_503_with_the_time_to_wait() -> None:
    async def run() -> None:
        done: list[Job] = []
        renderer = counting(done, asyncio.Event())
        renderer.pool.most_waiting = 1

        paid: list[float] = []

        def ask(number: int) -> "asyncio.Task[Rendered]":
            return asyncio.create_task(renderer.render(a_job(number), "one", 4000.0, paid.append))

        first = ask(1)
        async with asyncio.timeout(PATIENCE):
            while not done:
                await asyncio.sleep(0)
        same, second = ask(1), ask(2)
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await ask(3)
        assert refused.value.status == 503
        assert refused.value.more["retry_after"] == 8, "two jobs of four seconds each"
        assert paid == [4000.0, 4000.0], "what is refused is not paid"
        assert len(done) == 1, "who asks for the same waits for the same"
        await renderer.close()
        await asyncio.gather(first, same, second, return_exceptions=True)

    asyncio.run(run())


def test_a_renderer_that_cannot_start_is_503(server: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> RenderProcess:
        raise NoAnswer("no memory")

    monkeypatch.setitem(server.app.state._state, "renderer", Renderer(fail))
    fresh_limits(server)
    answer = server.ask("GET", DRAWING)
    assert (answer.status_code, answer.json()["error"], answer.headers["retry-after"]) == (503, "busy", "1")


def test_a_fault_that_quotes_a_long_line_ends_no_process(server: Host) -> None:
    fresh_limits(server)
    refused = replay(server, "Carrozza record 1\n" + "x" * 400_000)
    assert refused.status_code == 422
    assert len(refused.text) < 1000
    assert replay(server, LONG_RECORD).status_code == 200
