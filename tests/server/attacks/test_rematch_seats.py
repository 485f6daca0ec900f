"""In a rematch everybody gets their own seat back, and nobody another's."""

import random
from collections.abc import Iterator

import pytest

from tests.server.hosting import Host, Hosted, Json, hosting


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("rematch")) as host:
        yield host


@pytest.fixture(scope="module")
def over(server: Host) -> Hosted:
    """A game that is over: Ada's, Bruno's and Carla's. Nobody has asked for a rematch of it yet."""
    game = server.game("new-york", ["Ada", "Bruno", "Carla"], hot_seat=True)
    assert game.play(random.Random(2))["finished"]
    return game


@pytest.fixture
def before(server: Host, over: Hosted) -> Iterator[Hosted]:
    """The same game, as if nobody had ever asked for a rematch."""
    yield over
    live_game = server.app.state.live_games.loaded(over.id)
    live_game.folded.rematch = None


def rematch(game: Hosted, seat: int) -> Hosted:
    answer = game.ask("POST", "/rematch", seat)
    assert answer.status_code == 201, answer.text
    return Hosted(game.server, answer.json())


def join(game: Hosted, token: str | None = None, **asked: object) -> tuple[int, Json]:
    answer = game.ask("POST", "/join", token=token, json={"name": "Zoe", **asked})
    return answer.status_code, answer.json()


def kinds(game: Hosted) -> list[tuple[str | None, str]]:
    return [(seat["name"], seat["kind"]) for seat in game.ask("GET", "").json()["seats"]]


RESERVED = [("Ada", "person"), ("Bruno", "open"), ("Carla", "open")]


def test_a_token_of_the_game_before_takes_no_seat_but_its_own(before: Hosted) -> None:
    again = rematch(before, 0)
    for thief, seat in [(1, 2), (2, 1), (1, 0), (0, 1), (0, 2)]:
        status, told = join(again, before.tokens[thief], seat=seat)
        assert (status, told["error"]) == (409, "reserved")
    status, told = join(again, before.tokens[0])
    assert (status, told["error"]) == (409, "taken"), "nor its own a second time"
    assert kinds(again) == RESERVED
    assert join(again, before.tokens[1], seat=1, name="Bruno")[1]["seat"] == 1
    assert join(again, before.tokens[2], name="Carla")[1]["seat"] == 2
    assert again.ask("GET", "").json()["state"] == "playing"


def test_an_invitation_takes_no_reserved_seat(before: Hosted) -> None:
    again = rematch(before, 0)
    invite = again.created["invite"]
    for seat in (1, 2):
        status, told = join(again, invite=invite, seat=seat)
        assert (status, told["error"]) == (409, "reserved")
    assert join(again, invite=invite)[0] == 409
    assert join(again, again.tokens[0], invite=invite, seat=1)[1]["error"] == "seated"
    assert join(again, again.host, invite=invite, seat=1)[1]["error"] == "seated"
    assert kinds(again) == RESERVED


def test_the_host_frees_a_reserved_seat_while_the_rematch_waits(before: Hosted) -> None:
    again = rematch(before, 0)
    invite = again.created["invite"]
    freed = again.ask("PUT", "/seats/1", token=again.host, json={"kind": "open"})
    assert freed.status_code == 200
    assert kinds(again) == [("Ada", "person"), (None, "open"), ("Carla", "open")]
    status, joined = join(again, invite=invite)
    assert (status, joined["seat"]) == (200, 1)
    assert join(again, before.tokens[1], seat=1)[1]["error"] == "taken"
    assert before.ask("POST", "/rematch", 1).status_code == 409


def test_who_was_freed_may_still_come_and_keeps_the_name(before: Hosted) -> None:
    again = rematch(before, 0)
    again.ask("PUT", "/seats/1", token=again.host, json={"kind": "open"})
    assert rematch(before, 1).id == again.id
    assert kinds(again)[1] == ("Bruno", "person")


def test_a_rematch_gives_each_token_its_own_seat_and_no_other(before: Hosted) -> None:
    """Around one device as well, where a remote friend may have had a seat: the device asks with each token it has."""
    first = rematch(before, 1)
    assert set(first.tokens) == {1}
    again = {seat: rematch(before, seat) for seat in (0, 2)}
    assert {one.id for one in again.values()} == {first.id}
    assert {seat: set(one.tokens) for seat, one in again.items()} == {0: {0}, 2: {2}}
    assert first.view(1)["you"] == "Bruno"
    for seat in (0, 1, 2):
        assert before.ask("POST", "/rematch", seat).status_code == 409, "once"


@pytest.mark.parametrize("role", ["host", "watch", "invite"])
def test_no_other_token_of_the_game_before_is_an_invitation(before: Hosted, role: str) -> None:
    again = rematch(before, 0)
    assert join(again, before.created[role], seat=1)[0] == 403
    assert join(again, before.created[role])[0] == 403
    assert before.ask("POST", "/rematch", token=before.created[role]).status_code == 403


def test_a_token_of_the_game_before_opens_nothing_else_in_the_rematch(before: Hosted) -> None:
    again = rematch(before, 0)
    for seat in (0, 1):
        token = before.tokens[seat]
        for method, path, body in [
            ("GET", "", None),
            ("GET", "/view", None),
            ("POST", "/moves", {"move": "draw deck"}),
            ("POST", "/leave", {}),
            ("PUT", "/seats/1", {"kind": "open"}),
            ("POST", "/rematch", {}),
        ]:
            assert again.ask(method, path, token=token, json=body).status_code == 403
