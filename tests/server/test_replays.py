"""Records and replays: of games that are over, and of whatever record somebody brings."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from carrozza.game.records.record import Record
from carrozza.server import models
from tests.playing import played
from tests.server.hosting import Host, Hosted, hosting
from tests.setups import FULL_SETUPS

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("replays")) as host:
        yield host


@pytest.fixture(scope="module")
def over(server: Host) -> Hosted:
    game = server.game("new-york")
    game.play(random.Random(8))
    return game


def replay_of(server: Host, text: str, **query: str) -> models.Replay:
    answer = server.ask("POST", "/api/replays", content=text.encode(), params=query)
    assert answer.status_code == 200, answer.text
    return models.Replay.model_validate(answer.json(), strict=True, extra="forbid")


def test_the_record_of_a_finished_game_replays_to_the_same_end(over: Hosted) -> None:
    answer = over.ask("GET", "/record", 0)
    assert answer.headers["content-type"].startswith("text/plain")
    record = Record.parse(answer.text)
    game = record.replay()
    assert game.finished and record.seed is not None
    assert {name: score.total for name, score in game.scores().items()} == {
        name: score["total"] for name, score in over.view(0)["scores"].items()
    }


def test_while_a_game_goes_on_there_is_no_record(server: Host) -> None:
    game = server.game()
    for path in ("/record", "/replay"):
        for seat in (0, 1):
            refused = game.ask("GET", path, seat)
            assert (refused.status_code, refused.json()["error"]) == (409, "playing")
        assert game.ask("GET", path).status_code == 403


def test_a_replay_has_a_frame_for_every_move(over: Hosted) -> None:
    told = models.Replay.model_validate(over.ask("GET", "/replay", 0, params={"seat": "Ada"}).json())
    assert len(told.frames) == told.number + 1
    assert [frame.number for frame in told.frames] == list(range(told.number + 1))
    assert told.frames[0].event is None and all(frame.event for frame in told.frames[1:])
    assert all(frame.view.you == "Ada" and not frame.view.legal_moves for frame in told.frames)
    assert told.frames[-1].view.finished and told.scores and told.winners
    assert [len(line) for line in told.charts.points] == [told.number + 1] * 2
    assert [line[-1] for line in told.charts.tickets] == [
        len(told.scores[name].tickets_completed) for name in told.seats
    ]


def test_all_hands_open_or_only_one_or_none(over: Hosted) -> None:
    for seat, names in (("all", {"Ada", "Bruno"}), ("Bruno", set()), (None, set())):
        query = {} if seat is None else {"seat": seat}
        told = models.Replay.model_validate(over.ask("GET", "/replay", 1, params=query).json())
        for frame in told.frames:
            assert set(frame.view.hands or {}) == ({"Ada", "Bruno"} if frame.view.finished else names)
            assert bool(frame.view.hand) == (seat == "Bruno" and frame.view.players[1].hand_size > 0)
    assert over.ask("GET", "/replay", 1, params={"seat": "Zoe"}).status_code == 404


def test_with_all_hands_every_hand_is_as_large_as_everybody_sees(over: Hosted) -> None:
    told = models.Replay.model_validate(over.ask("GET", "/replay", 1, params={"seat": "all"}).json())
    for frame in told.frames:
        for player in frame.view.players:
            assert frame.view.hands is not None
            assert sum(frame.view.hands[player.name].hand.values()) == player.hand_size


@pytest.mark.parametrize("name", ["new-york-2", "old-west-2"])
def test_any_record_can_be_brought(server: Host, name: str) -> None:
    told = replay_of(server, (GOLDEN / f"{name}.txt").read_text(encoding="utf-8"), language="it")
    assert told.winners and told.frames[-1].view.language == "it"


def test_a_game_that_is_not_over_can_be_brought_too(server: Host) -> None:
    game = played(FULL_SETUPS[2], seed=1, moves=20)
    told = replay_of(server, str(Record.of(game)))
    assert told.number == 20 and told.scores is None and told.winners == []


BAD_RECORDS = [
    "",
    "hello",
    "Carrozza record 1\nBoard: usa\n",
    "Carrozza record 1\nBoard: tests/boards/isle.toml\nSeat: Ada\nSeat: Bruno\nSeed: 1\n\n",
    "Carrozza record 1\nBoard: usa\nSeat: Ada\nSeat: Bruno\nSeed: x\n\n",
    "Carrozza record 1\nBoard: usa\nSeat: Ada\nSeat: Bruno\nSeed: 1\n\n1 Ada: draw deck\n",
    "Carrozza record 1\nBoard: usa\nSeat: Ada\nSeat: Bruno\nPosition: {}\n\n1 Ada: nothing\n",
]


@pytest.mark.parametrize("text", BAD_RECORDS)
def test_a_bad_record_is_refused_with_its_line(server: Host, text: str) -> None:
    refused = server.ask("POST", "/api/replays", content=text.encode())
    assert refused.status_code == 422
    assert refused.json()["error"] == "record" and refused.json()["message"]
    assert "isle" not in refused.text.replace("tests/boards/isle.toml", ""), "no file was read"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x00" * 40])
def test_what_is_no_text_is_no_record(server: Host, content: bytes) -> None:
    assert server.ask("POST", "/api/replays", content=content).status_code == 400
