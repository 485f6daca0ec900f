"""The gate: who asks too much, too large or from elsewhere is turned away kindly, and every answer is sealed."""

import asyncio
import io
import json
import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import StreamingResponse
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from carrozza.server import metrics
from carrozza.server.addresses import address_of
from carrozza.server.games.expiry import delete_abandoned
from carrozza.server.games.seating.seats import Seat
from carrozza.server.guard import Guard, Limits, RateLimiter
from carrozza.server.guard.headers import HEADERS
from carrozza.server.guard.shared_limits import MOST, notices, receive
from carrozza.server.guard.token_buckets import Rate, TokenBuckets
from carrozza.server.logs import json_lines, text_lines
from carrozza.server.refusals import unknown_game
from carrozza.server.shutdown import Closing
from carrozza.server.store import GameState
from tests.server.bot_games import ADA, BotGames, bot, with_bot_games
from tests.server.hosting import Host, hosting
from tests.server.test_bots import Scripted

TOKEN = "J8xM2secretsecretsecretsecret"
STRICT = Limits(
    requests=Rate(1000, 1000),
    moves=Rate(2, 0.01),
    new_games=Rate(2, 0.01),
    joins=Rate(2, 0.01),
    uploads=Rate(2, 0.01),
    connections=Rate(2, 0.01),
    messages=Rate(3, 0.01),
    body=1024,
    upload=4096,
)


def small_app(limits: Limits | None = STRICT, origins: tuple[str, ...] = ()) -> tuple[FastAPI, Closing]:
    """As little as there can be behind a gate."""
    app = FastAPI()
    closing = Closing()

    @app.post("/api/games")
    @app.post("/api/replays")
    @app.post("/api/games/{game}/moves")
    @app.post("/api/games/{game}/join")
    async def taken(request: Request) -> int:
        return len(await request.body())

    @app.get("/api/games/{game}/view")
    async def view(game: str) -> str:
        if game == "fault":
            raise KeyError(TOKEN)
        return game

    @app.get("/drawing.svg")
    async def drawing() -> Response:
        return Response("<svg/>", media_type="image/svg+xml", headers={"cache-control": "public"})

    @app.get("/api/games/{game}/events")
    async def lines() -> StreamingResponse:
        async def made() -> AsyncIterator[bytes]:
            yield b"{}\n"

        return StreamingResponse(made())

    @app.websocket("/api/games/{game}/live")
    async def live(socket: WebSocket) -> None:
        await socket.accept()
        while True:
            await socket.send_text(await socket.receive_text())

    rate_limiter = None if limits is None else RateLimiter(limits)
    app.add_middleware(Guard, closing=closing, origins=origins, rate_limiter=rate_limiter)
    return app, closing


@contextmanager
def client(limits: Limits | None = STRICT, origins: tuple[str, ...] = ()) -> Iterator[TestClient]:
    app, _ = small_app(limits, origins)
    with TestClient(app, raise_server_exceptions=False) as made:
        yield made


# Rates


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    buckets = TokenBuckets(Rate(burst=2, per_second=0.5), clock=lambda: now[0])
    assert [buckets.take("ada"), buckets.take("ada"), buckets.take("ada")] == [0.0, 0.0, 2.0]
    assert buckets.take("bruno") == 0.0
    now[0] = 2.0
    assert [buckets.take("ada"), buckets.take("ada")] == [0.0, 2.0]


def test_buckets_of_strangers_do_not_pile_up() -> None:
    buckets = TokenBuckets(Rate(1, 1), most=10)
    for number in range(1000):
        buckets.take(str(number))
    assert len(buckets._levels) == 10


@pytest.mark.parametrize("path", ["/api/games", "/api/replays", "/api/games/k7f3/join"])
def test_who_asks_too_often_is_told_when_to_come_again(path: str) -> None:
    with client() as asked:
        assert [asked.post(path, content=b"{}").status_code for _ in range(3)] == [200, 200, 429]
        refused = asked.post(path, content=b"{}", headers={"accept-language": "it"})
        assert int(refused.headers["retry-after"]) == refused.json()["retry_after"] >= 90
        assert refused.json()["error"] == "rate"
        assert "Riprova" in refused.json()["message"]


def test_moves_are_counted_by_player() -> None:
    with client() as asked:

        def move(token: str) -> int:
            headers = {"authorization": f"Bearer {token}"}
            return int(asked.post("/api/games/k7f3/moves", headers=headers).status_code)

        assert [move("ada"), move("ada"), move("ada"), move("bruno")] == [200, 200, 429, 200]


# Rates of several processes


def post(path: str, client: str = "192.0.2.7") -> dict[str, Any]:
    return {"type": "http", "method": "POST", "path": path, "client": (client, 1), "headers": []}


def exchange(*rate_limiters: RateLimiter) -> int:
    """What each tells, all the others hear; how many notices it took."""
    told = [(one, notice) for one in rate_limiters for notice in notices(one)]
    for whose, notice in told:
        for other in rate_limiters:
            if other is not whose:
                receive(other, notice)
    return len(told)


def test_who_asks_much_at_one_process_has_as_much_less_at_the_others() -> None:
    one, other = (RateLimiter(Limits(joins=Rate(10, 0.01))) for _ in range(2))
    join = post("/api/games/k7f3/join")
    assert [one.take(join) for _ in range(5)] == [0] * 5
    assert exchange(one, other) == 0  # half of it is nothing to speak of
    assert [one.take(join) for _ in range(3)] == [0] * 3
    assert exchange(one, other) == 1
    assert [other.take(join) > 0 for _ in range(3)] == [False, False, True]
    assert other.take(post("/api/games/k7f3/join", "192.0.2.8")) == 0
    assert exchange(one, other) == 1
    assert one.take(join) > 0
    assert exchange(one, other) == 0  # what was heard is not told again


def test_who_asks_at_all_processes_at_once_gets_no_more_in_the_long_run() -> None:
    now = [0.0]
    them = [RateLimiter(Limits(joins=Rate(10, 2)), clock=lambda: now[0]) for _ in range(4)]
    let_in = 0
    for _ in range(300):
        now[0] += 1.0
        for one in them:
            let_in += sum(one.take(post("/api/games/k7f3/join")) == 0 for _ in range(10))
        exchange(*them)
    # Two a second, and once the ten of each process.
    assert 2 * 300 <= let_in <= 2 * 300 + 4 * 10


def test_what_is_long_forgiven_is_not_told() -> None:
    now = [0.0]
    one, other = (RateLimiter(Limits(joins=Rate(10, 1)), clock=lambda: now[0]) for _ in range(2))
    join = post("/api/games/k7f3/join")
    for taken in (5, 6):
        now[0] += 60
        assert [one.take(join) for _ in range(taken)] == [0] * taken
    assert exchange(one, other) == 1
    assert [other.take(join) for _ in range(5)] == [0, 0, 0, 0, 1]


def test_many_strangers_fit_into_a_few_notices() -> None:
    one = RateLimiter(Limits(joins=Rate(2, 0.01)))
    for number in range(1000):
        for _ in range(2):
            one.take(post("/api/games/k7f3/join", f"2001:db8:{number:x}::1"))
    one.take(post("/api/games/k7f3/join", "x" * 9000))
    told = notices(one)
    assert sum(len(json.loads(notice)) for notice in told) == MOST
    assert max(len(notice.encode()) for notice in told) < 7000


@pytest.mark.parametrize("notice", ["", "{", "7", "[[1]]", '[["joins", "192.0.2.7", "much"]]', '[["other", "x", 1]]'])
def test_what_is_not_understood_is_not_heeded(notice: str) -> None:
    one = RateLimiter(Limits(joins=Rate(1, 0.01)))
    receive(one, notice)
    assert one.take(post("/api/games/k7f3/join")) == 0


def test_limits_hold_for_all_processes_together(postgres_url: str, tmp_path: Path) -> None:
    def make_nothing(server: Host) -> int:
        return server.ask("POST", "/api/games", json={}).status_code

    guarded: Any = {"database": postgres_url, "guarded": True}
    with hosting(tmp_path, **guarded) as one, hosting(tmp_path, **guarded) as other:
        assert make_nothing(one) == 422
        for asked in range(20):  # by itself the other would accept so many at once
            while make_nothing(one) != 429:
                pass
            if make_nothing(other) == 429:
                return
            time.sleep(0.25 * 1.3**asked)  # two minutes in all, for the notice to arrive
    pytest.fail("the other process has not heard of what was used")


def test_without_limits_everybody_may() -> None:
    with client(limits=None) as asked:
        assert {asked.post("/api/games", content=b"x" * 5000).status_code for _ in range(50)} == {200}


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        (("192.0.2.7", 1), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("::ffff:192.0.2.7", 1), "192.0.2.7"),
        (("testclient", 1), "testclient"),
        (None, ""),
    ],
)
def test_addresses_are_counted_as_one_household(client: Any, counted: str) -> None:
    assert address_of({"type": "http", "client": client}) == counted


# Sizes


def test_what_is_too_large_is_refused_whether_it_says_so_or_not() -> None:
    def piecemeal() -> Iterator[bytes]:
        for _ in range(20):
            yield b"x" * 100

    with client() as asked:
        assert asked.post("/api/games", content=b"x" * 1025).status_code == 413
        assert asked.post("/api/games", content=piecemeal()).status_code == 413
        refused = asked.post("/api/replays", content=b"x" * 5000)
        assert (refused.status_code, refused.json()["error"]) == (413, "size")
        assert "4 kB" in refused.json()["message"]


def test_what_is_small_enough_arrives_whole() -> None:
    def piecemeal() -> Iterator[bytes]:
        for _ in range(10):
            yield b"x" * 100

    with client() as asked:
        assert asked.post("/api/games", content=piecemeal()).json() == 1000
        assert asked.post("/api/replays", content=b"x" * 4096).json() == 4096


# Origins


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://testserver.evil.example"},
        {"origin": "http://testserver:81"},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_pages_of_other_sites_change_nothing(headers: dict[str, str]) -> None:
    with client() as asked:
        refused = asked.post("/api/games", headers=headers)
        assert (refused.status_code, refused.json()["error"]) == (403, "origin")
        assert asked.get("/api/games/k7f3/view", headers=headers).status_code == 200
        with pytest.raises(WebSocketDisconnect), asked.websocket_connect("/api/games/k7f3/live", headers=headers):
            pass


@pytest.mark.parametrize(
    "headers", [{}, {"origin": "http://testserver"}, {"origin": "https://friend.example"}, {"sec-fetch-site": "none"}]
)
def test_our_own_page_programs_and_named_sites_may(headers: dict[str, str]) -> None:
    with client(origins=("https://friend.example/",)) as asked:
        assert asked.post("/api/games", headers=headers).status_code == 200
        with asked.websocket_connect("/api/games/k7f3/live", headers=headers) as socket:
            socket.send_text("hello")
            assert socket.receive_text() == "hello"


def test_a_named_site_may_read_the_answer() -> None:
    with client(origins=("https://friend.example",)) as asked:
        answer = asked.get("/api/games/k7f3/view", headers={"origin": "https://friend.example"})
        assert answer.headers["access-control-allow-origin"] == "https://friend.example"
        other = asked.get("/api/games/k7f3/view", headers={"origin": "https://evil.example"})
        assert "access-control-allow-origin" not in other.headers


# WebSockets


def test_who_talks_without_end_is_hung_up_on() -> None:
    with client() as asked, asked.websocket_connect("/api/games/k7f3/live") as socket:
        for _ in range(3):
            socket.send_text("hello")
            assert socket.receive_text() == "hello"
        socket.send_text("hello")
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_text()
        assert ended.value.code == 1008


def test_who_connects_too_often_waits() -> None:
    with client() as asked:
        for _ in range(2):
            with asked.websocket_connect("/api/games/k7f3/live"):
                pass
        with pytest.raises(WebSocketDisconnect), asked.websocket_connect("/api/games/k7f3/live"):
            pass


# Answers


def test_every_answer_is_sealed() -> None:
    with client() as asked:
        for answer in (asked.get("/api/games/k7f3/view"), asked.get("/nowhere"), asked.get("/api/games/fault/view")):
            assert {name: answer.headers[name] for name in HEADERS} == HEADERS
            assert "unsafe" not in answer.headers["content-security-policy"]
            assert len(answer.headers["x-request-id"]) == 16


def test_a_view_is_kept_by_nobody_and_a_drawing_by_whom_it_says() -> None:
    with client() as asked:
        assert asked.get("/api/games/k7f3/view").headers["cache-control"] == "no-store"
        drawing = asked.get("/drawing.svg")
        assert drawing.headers["cache-control"] == "public"
        assert "sandbox" in drawing.headers["content-security-policy"]
        assert "script-src" not in drawing.headers["content-security-policy"]


def test_a_fault_of_ours_is_told_without_a_word_of_it() -> None:
    with client() as asked:
        failed = asked.get("/api/games/fault/view")
        assert failed.status_code == 500
        assert failed.json()["error"] == "broken"
        assert failed.json()["request"] == failed.headers["x-request-id"]
        assert TOKEN not in failed.text


# The end


def test_at_the_end_no_new_games_begin_and_moves_are_still_taken() -> None:
    app, closing = small_app()
    with TestClient(app) as asked:
        closing.begin()
        refused = asked.post("/api/games")
        assert (refused.status_code, refused.json()["error"]) == (503, "closing")
        assert "retry-after" in refused.headers
        assert asked.post("/api/games/k7f3/moves").status_code == 200


# Logs


@contextmanager
def logged(lines: logging.Formatter) -> Iterator[io.StringIO]:
    stream = io.StringIO()
    told = logging.StreamHandler(stream)
    told.setFormatter(lines)
    ours = logging.getLogger("carrozza")
    before = ours.level
    ours.addHandler(told)
    ours.setLevel(logging.DEBUG)
    try:
        yield stream
    finally:
        ours.removeHandler(told)
        ours.setLevel(before)


@pytest.mark.parametrize("lines", [json_lines(), text_lines()])
def test_logs_hold_no_secret(lines: logging.Formatter) -> None:
    headers = {"authorization": f"Bearer {TOKEN}", "referer": f"http://testserver/g/k#{TOKEN}", "cookie": TOKEN}
    with logged(lines) as stream, client() as asked:
        asked.get(f"/api/games/abcdefghjk/view?token={TOKEN}", headers=headers)
        asked.get(f"/api/games/{TOKEN}/view", headers=headers)
        asked.get(f"/{TOKEN}", headers=headers)
        asked.get("/api/games/fault/view", headers=headers)
        asked.post("/api/games/abcdefghjk/moves", headers=headers, json={"move": TOKEN})
        with asked.websocket_connect(f"/api/games/abcdefghjk/live?token={TOKEN}", headers=headers) as socket:
            socket.send_text(TOKEN)
    text = stream.getvalue()
    assert "abcdefghjk" in text
    assert "KeyError" in text
    assert TOKEN not in text


def test_a_line_is_json_and_says_what_was_asked() -> None:
    with logged(json_lines()) as stream, client() as asked:
        answer = asked.get("/api/games/abcdefghjk/view")
        line = json.loads(stream.getvalue().splitlines()[-1])
    assert line["request"] == answer.headers["x-request-id"]
    assert (line["event"], line["method"], line["status"], line["game"]) == ("request", "GET", 200, "abcdefghjk")
    assert line["route"] == "/api/games/{game}/view"


# Metrics


def test_metrics_count_routes_and_name_nobody() -> None:
    with client() as asked:
        asked.get("/api/games/abcdefghjk/view")
        asked.get(f"/{TOKEN}")
    text, kind = metrics.exposition()
    assert kind.startswith("text/plain")
    assert b'carrozza_requests_total{method="GET",route="/api/games/{game}/view",status="200"}' in text
    assert b"abcdefghjk" not in text
    assert TOKEN.encode() not in text


def test_strangers_make_no_new_metrics() -> None:
    with client() as asked:
        asked.get("/nowhere")
        asked.request("BREW", "/nowhere")
        before = len(metrics.exposition()[0].splitlines())
        for number in range(30):
            asked.get(f"/nowhere/{number}")
            asked.request(f"BREW{number}", f"/nowhere/{number}")
        assert len(metrics.exposition()[0].splitlines()) == before


# Abandoned games


def test_games_that_nobody_came_to_are_forgotten(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        waiting = await games.begin(ADA, Seat("", "open"), game="waiting")
        watched = await games.begin(ADA, Seat("", "open"), game="watched")
        begun = await games.begin(ADA, bot("Olga", "medium"), game="begun")
        assert [one.state for one in (waiting, begun)] == [GameState.WAITING, GameState.PLAYING]
        now = waiting.row.created + 1000
        await delete_abandoned(games.store, games.live_games, waiting.row.created - 1)
        assert await games.store.game("waiting") is not None
        async with watched.connected(0):
            await delete_abandoned(games.store, games.live_games, now)
        assert [await games.store.game(game) is None for game in ("waiting", "watched", "begun")] == [
            True,
            False,
            False,
        ]
        with pytest.raises(type(unknown_game())):
            await games.live_games.get("waiting")

    with_bot_games(sqlite_url, use, Scripted)


def test_a_slow_body_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carrozza.server.guard.request_bodies.SECONDS", 0.05)

    async def endless() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(3600)

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(small_app()[0])
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as asked:
            return await asked.post("/api/games", content=endless())

    assert asyncio.run(ask()).status_code == 408


def test_answers_are_compressed_and_streams_are_not(tmp_path: Path) -> None:
    with hosting(tmp_path) as server:
        game = server.game()
        assert game.ask("GET", "/view", 0).headers["content-encoding"] == "gzip"
        headers = {"authorization": f"Bearer {game.tokens[0]}", "accept-encoding": "gzip"}
        with server.client.stream("GET", f"/api/games/{game.id}/events", headers=headers) as stream:
            assert stream.status_code == 200
            assert "content-encoding" not in stream.headers
