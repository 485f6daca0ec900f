"""Guided games: a prepared deal against an easy bot, and by the rules a game like any other."""

from collections.abc import Iterator

import pytest

from carrozza import boards
from carrozza.server.games.guided_games import Setup, prepared_seeds
from tests.server.hosting import Host, Hosted, Json, hosting

PERSON = {"kind": "person", "name": "Ada"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("guided")) as host:
        yield host


def guided(server: Host, setup: Setup) -> Hosted:
    board, variants = setup
    return server.game(board, ["Ada"], variants=list(variants), guide=True)


def opening(view: Json) -> Json:
    return {part: view[part] for part in ("hand", "offered", "row")}


def test_every_board_has_one_and_so_has_every_variant() -> None:
    setups = {(board, ()) for board in boards.names()}
    variants = {(board, (variant,)) for board in boards.names() for variant in boards.load(board).variants}
    assert set(prepared_seeds()) == setups | variants


@pytest.mark.parametrize("setup", prepared_seeds(), ids=lambda setup: " ".join((setup[0], *setup[1])))
def test_the_deal_is_prepared_and_the_server_adds_the_bot(server: Host, setup: Setup) -> None:
    one, other = guided(server, setup), guided(server, setup)
    assert opening(one.view()) == opening(other.view())
    info = one.ask("GET", "").json()
    assert [(seat["kind"], seat["bot"]) for seat in info["seats"]] == [("person", None), ("bot", "easy")]
    assert info["options"]["guide"] and info["options"]["first"] == 0 and info["clock"] is None


def test_other_games_are_not_guided_and_no_two_alike(server: Host) -> None:
    games = [server.game("new-york", ["Ada"], seats=[{"kind": "bot", "bot": "easy"}]) for _ in range(3)]
    assert not games[0].ask("GET", "").json()["options"]["guide"]
    assert any(opening(game.view()) != opening(games[0].view()) for game in games)


@pytest.mark.parametrize(
    "asked",
    [
        {"board": "new-york", "seats": [PERSON, {"kind": "bot"}]},
        {"board": "new-york", "seats": [{"kind": "bot"}]},
        {"board": "new-york", "seats": [{"kind": "open"}]},
        {"board": "new-york", "seats": [PERSON], "clock": 60},
        {"board": "new-york", "seats": [PERSON], "first": 1},
        {"board": "usa", "variants": ["alvin"], "seats": [PERSON]},
    ],
)
def test_what_does_not_go_with_a_guide_is_refused_in_words(server: Host, asked: Json) -> None:
    refused = server.ask("POST", "/api/games", json={**asked, "guide": True}, params={"language": "it"})
    assert refused.status_code == 409
    assert refused.json()["message"].endswith(".")
