"""Games as they go on: pushed to each as each may know it, resumed where a line broke."""

import json
from collections.abc import Generator, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.hosting import LONG, Host, Hosted, Json, Line, hosting


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("live"), ping_seconds=0.3) as host:
        yield host


@pytest.fixture
def game(server: Host) -> Hosted:
    return server.game(first=0)


def closed(line: Line) -> tuple[list[dict[str, object]], int]:
    """All messages up to the end of the line, and the code it ended with."""
    messages = []
    try:
        while True:
            messages.append(json.loads(line.socket.recv(timeout=LONG)))
    except ConnectionClosed as end:
        assert end.rcvd is not None
        return messages, end.rcvd.code


def test_the_view_comes_at_once_and_then_with_every_change(game: Hosted) -> None:
    with game.live(0) as ada, game.live(1) as bruno:
        assert ada.hear("view")["view"]["you"] == "Ada"
        assert bruno.hear("view")["number"] == 0
        game.open()
        for line in (ada, bruno):
            assert line.view(2)["view"]["phase"] == "turn"
        after = game.move(0, "draw deck")
        own, other = ada.view(3), bruno.view(3)
    assert own["view"]["hand"] == after["hand"]
    assert own["moves"][-1]["move"] == other["moves"][-1]["move"] == "draw deck"
    assert other["moves"][-1]["text"] == "Ada draws a card blind."
    assert own["moves"][-1]["text"] != other["moves"][-1]["text"]


def test_a_line_that_broke_goes_on_from_the_last_number_seen(game: Hosted) -> None:
    game.open()
    game.move(0, "draw deck")
    with game.live(1, since=2) as line:
        told = line.hear("view")
    assert told["number"] == 3
    assert [(move["number"], move["player"]) for move in told["moves"]] == [(3, "Ada")]
    with game.live(1, since=0) as line:
        assert [move["number"] for move in line.hear("view")["moves"]] == [1, 2, 3]
    with game.live(1, since=99) as line:
        assert line.hear("view")["moves"] == []


def test_the_language_can_be_changed_on_the_way(game: Hosted) -> None:
    game.open()
    with game.live(0) as line:
        assert line.hear("view")["view"]["language"] == "en"
        line.socket.send(json.dumps({"language": "it"}))
        told = line.hear("view")
    assert told["view"]["language"] == "it"
    assert [move["number"] for move in told["moves"]] == [1, 2]
    assert "biglietti" in told["moves"][0]["text"]


def test_everybody_hears_who_is_there(game: Hosted) -> None:
    with game.live(0) as ada:
        here = [one["present"] for one in ada.hear("seats")["seats"]]
        assert here == [True, False]
        with game.live(1):
            while not all(here):
                here = [one["present"] for one in ada.hear("seats")["seats"]]
        while all(here):
            here = [one["present"] for one in ada.hear("seats")["seats"]]
        assert here == [True, False]


def test_a_quiet_line_hears_that_it_is_alive(game: Hosted) -> None:
    with game.live(0) as line:
        assert line.hear("ping") == {"type": "ping"}


def test_who_waits_sees_the_table_fill(server: Host) -> None:
    game = server.game("usa", ["Ada"], seats=[{"kind": "open"}])
    with game.live(0) as line:
        told = line.hear("waiting")
        while not told["info"]["seats"][0]["present"]:
            told = line.hear("waiting")
        assert told["info"]["open"] == 1
        game.ask("POST", "/join", json={"name": "Bruno", "invite": game.created["invite"]})
        begun = line.hear("view")
    assert begun["view"]["undecided"] == ["Ada", "Bruno"]
    assert [move["text"] for move in begun["moves"]] == ["Bruno joins."]


def test_bots_play_and_everything_is_told(server: Host) -> None:
    game = server.game("new-york", ["Ada"], seats=[{"kind": "bot", "bot": "random"}], first=1)
    with game.live(0) as line:
        told: list[Json] = []
        view = line.hear("view")["view"]
        before = view["number"]  # the bot may have chosen its tickets by then
        game.move(0, view["legal_moves"][0])
        while view["to_move"] != "Ada":
            message = line.hear("view")
            view, told = message["view"], told + message["moves"]
    assert [move["number"] for move in told] == list(range(before + 1, view["number"] + 1))
    assert {"Ada", "Olga"} <= {move["player"] for move in told}


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"token": "made-up"}, 4401),
        ({"since": "soon"}, 4400),
        ({"language": "xx"}, 4400),
        ({}, 4403),
    ],
)
def test_a_wrong_hello_is_refused_in_words(game: Hosted, hello: dict[str, object], code: int) -> None:
    with connect(f"ws://127.0.0.1:{game.server.port}/api/games/{game.id}/live") as socket:
        socket.send(json.dumps(hello))
        messages, ended = closed(Line(socket))
    assert ended == code
    assert messages[-1]["type"] == "error" and messages[-1]["message"]


@pytest.mark.parametrize("first", ["hello", "[1]", b"\x00"])
def test_nonsense_is_refused(game: Hosted, first: str | bytes) -> None:
    with connect(f"ws://127.0.0.1:{game.server.port}/api/games/{game.id}/live") as socket:
        socket.send(first)
        assert closed(Line(socket))[1] == 4400


def test_silence_is_refused(tmp_path: Path) -> None:
    with hosting(tmp_path, hello_seconds=0.1) as server:
        address = f"ws://127.0.0.1:{server.port}/api/games/{server.game().id}/live"
        with connect(address) as socket:
            assert closed(Line(socket))[1] == 4400


def test_an_unknown_game_is_said_to_be_unknown(game: Hosted) -> None:
    with connect(f"ws://127.0.0.1:{game.server.port}/api/games/nothing/live") as socket:
        socket.send("{}")
        assert closed(Line(socket))[1] == 4404


def test_who_lost_the_seat_is_cut_off(server: Host) -> None:
    waiting = server.game("new-york", ["Ada"], seats=[{"kind": "open"}, {"kind": "open"}])
    invited = {"invite": waiting.created["invite"]}
    waiting.tokens[1] = waiting.ask("POST", "/join", json={"name": "Bruno", **invited}).json()["token"]
    with waiting.live(1) as line:
        line.hear("waiting")
        assert waiting.ask("PUT", "/seats/1", token=waiting.host, json={"kind": "open"}).status_code == 200
        for name in ("Carla", "Dario"):
            waiting.ask("POST", "/join", json={"name": name, **invited})
        messages, code = closed(line)
    assert code == 4401 and messages[-1]["error"] == "token"
    assert not any(message["type"] == "view" for message in messages)


def test_a_watcher_sees_the_table_and_no_hand(game: Hosted) -> None:
    with game.live(token=game.created["watch"]) as line:
        game.open()
        told = line.view(2)
    assert told["view"]["you"] is None and not told["view"]["hand"] and not told["view"]["legal_moves"]


def lines_of(game: Hosted, seat: int, since: int = 0) -> Generator[str, None, None]:
    headers = {"authorization": f"Bearer {game.tokens[seat]}"}
    address = f"http://127.0.0.1:{game.server.port}/api/games/{game.id}/events"
    with httpx.stream("GET", address, params={"since": since}, headers=headers, timeout=LONG) as stream:
        assert stream.headers["content-type"].startswith("application/x-ndjson")
        yield from stream.iter_lines()


def test_programs_read_a_line_for_every_change(game: Hosted) -> None:
    game.open()
    lines = lines_of(game, 0, since=1)
    first = json.loads(next(lines))
    assert first["number"] == 2 and [move["number"] for move in first["moves"]] == [2]
    assert next(lines) == "", "a quiet stream is kept alive"
    game.move(0, "draw deck")
    told = next(line for line in lines if line)
    assert json.loads(told)["number"] == 3


def test_when_the_server_goes_it_says_come_back(tmp_path_factory: pytest.TempPathFactory) -> None:
    with hosting(tmp_path_factory.mktemp("going")) as server:
        game = server.game()
        with game.live(0) as line:
            line.hear("view")
            server.app.state.closing.begin()
            assert closed(line)[1] == 1012


def test_moves_can_be_played_over_the_line_too(game: Hosted) -> None:
    with game.live(0) as line:
        first = line.hear("view")["view"]
        line.socket.send(json.dumps({"move": first["legal_moves"][0], "id": "one", "number": 0}))
        assert line.hear("answer") == {"type": "answer", "id": "one", "status": 200, "number": 1}
        line.socket.send(json.dumps({"move": first["legal_moves"][0], "id": "one", "number": 0}))
        assert line.hear("answer")["number"] == 1, "nothing is played twice"
        line.socket.send(json.dumps({"move": "draw deck", "id": "two", "number": 1}))
        refused = line.hear("answer")
        assert (refused["status"], refused["error"], refused["rule"]) == (422, "illegal", "S3")
        line.socket.send(json.dumps({"id": "back", "number": 1}))
        assert line.hear("answer")["number"] == 2
    assert game.view(0)["offered"] == first["offered"]


def test_a_watcher_cannot_play_over_the_line(game: Hosted) -> None:
    with game.live(token=game.created["watch"]) as line:
        line.socket.send(json.dumps({"move": "draw deck", "id": "one"}))
        assert line.hear("answer")["status"] == 403


def test_programs_may_do_without_sentences(game: Hosted) -> None:
    with game.live(0, describe=False) as line:
        assert line.hear("view")["view"]["description"] == ""
    assert game.view(0, describe="false")["description"] == ""
    assert game.view(0)["description"]


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"id": 7}', '{"id": "x", "move": ""}'])
def test_nonsense_on_the_way_is_answered_and_the_line_stays(game: Hosted, text: str) -> None:
    with game.live(0) as line:
        line.hear("view")
        line.socket.send(text)
        assert line.hear("error")["error"] == "values"
        game.open()
        assert line.view(2)["number"] == 2
