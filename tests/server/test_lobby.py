"""Coming to a game: making, joining, leaving, the host's seats, watching, playing again."""

import random
from collections.abc import Iterator

import pytest

from tests.server.hosting import Host, Hosted, hosting


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("lobby")) as host:
        yield host


def friends(server: Host, board: str = "usa", **more: object) -> Hosted:
    """Ada waits for one friend."""
    return server.game(board, ["Ada"], seats=[{"kind": "open"}], **more)


def join(game: Hosted, name: str, **more: object) -> "tuple[int, dict[str, object]]":
    answer = game.ask("POST", "/join", json={"name": name, "invite": game.created["invite"], **more})
    if answer.status_code == 200:
        game.tokens[answer.json()["seat"]] = answer.json()["token"]
    return answer.status_code, answer.json()


def seat(game: Hosted, number: int, **change: object) -> "tuple[int, dict[str, object]]":
    answer = game.ask("PUT", f"/seats/{number}", token=game.host, json=change)
    return answer.status_code, answer.json()


def info(game: Hosted) -> "dict[str, object]":
    made: dict[str, object] = game.ask("GET", "").json()
    return made


def names(game: Hosted) -> list[str | None]:
    return [one["name"] for one in info(game)["seats"]]  # type: ignore[attr-defined]


BAD_GAMES: list[dict[str, object]] = [
    {"board": "atlantis", "seats": [{"kind": "bot"}, {"kind": "bot"}]},
    {"board": "tests/boards/isle.toml", "seats": [{"kind": "bot"}, {"kind": "bot"}]},
    {"board": "usa", "seats": [{"kind": "bot"}]},
    {"board": "new-york", "seats": [{"kind": "bot"}] * 5},
    {"board": "usa", "seats": [{"kind": "bot", "bot": "exec:rm"}, {"kind": "bot"}]},
    {"board": "usa", "seats": [{"kind": "bot", "bot": "nobody"}, {"kind": "bot"}]},
    {"board": "usa", "seats": [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": " ada "}]},
    {"board": "usa", "seats": [{"kind": "person", "name": "A: keep"}, {"kind": "bot"}]},
    {"board": "usa", "seats": [{"kind": "person", "name": "deck"}, {"kind": "bot"}]},
    {"board": "usa", "seats": [{"kind": "person", "name": "x" * 21}, {"kind": "bot"}]},
    {"board": "usa", "variants": ["alvin"], "seats": [{"kind": "bot"}, {"kind": "bot"}]},
    {"board": "old-west", "variants": ["alvin", "alvin"], "seats": [{"kind": "bot"}, {"kind": "bot"}]},
    {"board": "usa", "seats": [{"kind": "bot"}, {"kind": "bot"}], "first": 2},
    {"board": "usa", "seats": [{"kind": "bot"}, {"kind": "bot"}], "clock": 0},
    {"board": "usa", "seats": [{"kind": "bot"}, {"kind": "bot"}], "seed": 7},
]


@pytest.mark.parametrize("asked", BAD_GAMES)
def test_a_table_that_cannot_be_is_refused_in_words(server: Host, asked: dict[str, object]) -> None:
    refused = server.ask("POST", "/api/games", json=asked, params={"language": "it"})
    assert refused.status_code in (409, 422)
    told = refused.json()
    assert told["error"] and told["message"].endswith(".")


def test_nameless_people_and_bots_get_names(server: Host) -> None:
    seats = [{"kind": "person"}, {"kind": "bot"}, {"kind": "person", "name": "  Olga  M. "}, {"kind": "bot"}]
    made = server.ask("POST", "/api/games", json={"board": "usa", "seats": seats}).json()
    assert [one["name"] for one in made["seats"]] == ["Player 1", "Olga", "Olga M.", "Pino"]
    assert [bool(one["token"]) for one in made["seats"]] == [True, False, True, False]


def test_a_friend_joins_by_invitation_and_the_game_begins(server: Host) -> None:
    game = friends(server)
    waiting = info(game)
    assert (waiting["state"], waiting["open"]) == ("waiting", 1)
    refused = game.ask("GET", "/view", 0)
    assert (refused.status_code, refused.json()["error"]) == (409, "waiting")
    status, joined = join(game, " Bruno ")
    assert (status, joined["seat"]) == (200, 1)
    assert info(game)["state"] == "playing"
    assert game.view(1)["you"] == "Bruno"
    assert join(game, "Carla")[0] == 409


def test_without_invitation_nobody_joins_an_unlisted_game(server: Host) -> None:
    game = friends(server)
    for invite in (None, "made-up", game.created["watch"], game.tokens[0]):
        assert game.ask("POST", "/join", json={"name": "Eve", "invite": invite}).status_code in (401, 403)
    assert info(game)["open"] == 1
    assert game.id not in server.ask("GET", "/api/games").text


def test_anybody_joins_a_listed_game(server: Host) -> None:
    game = friends(server, listed=True, clock=90)
    listed = {one["game"]: one for one in server.ask("GET", "/api/games").json()["games"]}
    assert listed[game.id]["open"] == 1 and listed[game.id]["clock"] == 90
    assert game.ask("POST", "/join", json={"name": "Bruno"}).status_code == 200
    assert game.id not in server.ask("GET", "/api/games").text, "nothing is free any more"


def test_two_people_do_not_share_a_name_or_a_seat(server: Host) -> None:
    game = server.game("usa", ["Ada"], seats=[{"kind": "open"}, {"kind": "open"}])
    status, told = join(game, "ADA")
    assert (status, told["error"]) == (409, "name")
    assert join(game, "Bruno", seat=2)[0] == 200
    assert join(game, "Carla", seat=2)[0] == 409
    assert join(game, "Carla", seat=5)[0] == 409
    assert join(game, "Carla")[1]["seat"] == 1


def test_who_leaves_before_the_beginning_frees_the_seat(server: Host) -> None:
    game = server.game("usa", ["Ada"], seats=[{"kind": "open"}, {"kind": "open"}])
    join(game, "Bruno")
    assert game.ask("POST", "/leave", 1).status_code == 200
    assert names(game) == ["Ada", None, None]
    assert game.ask("GET", "", 1).status_code == 401, "the old token opens nothing"
    assert join(game, "Carla")[1]["seat"] == 1


def test_the_host_fills_an_open_seat_with_a_bot(server: Host) -> None:
    game = friends(server)
    assert game.ask("PUT", "/seats/1", 0, json={"kind": "bot"}).status_code == 403, "only the host"
    assert seat(game, 1, kind="bot", bot="exec:rm")[0] == 422
    assert seat(game, 9, kind="bot")[0] == 422
    assert seat(game, 3, kind="bot")[0] == 404
    assert seat(game, 1, kind="bot", bot="easy")[0] == 200
    assert info(game)["state"] == "playing"
    player = game.view(0)["players"][1]
    assert (player["name"], player["kind"], player["bot"]) == ("Olga", "bot", "easy")
    status, told = seat(game, 1, kind="person")
    assert (status, told["error"]) == (409, "nobody")


def test_a_bot_plays_for_who_is_away_until_they_take_the_seat_back(server: Host) -> None:
    game = server.game(first=1)
    game.move(0, game.view(0)["legal_moves"][0])
    with game.live(1) as line:
        line.hear("view")
        status, told = seat(game, 1, kind="bot", bot="random")
        assert (status, told["error"]) == (409, "present")
        assert game.ask("POST", "/leave", 1).status_code == 200
        assert seat(game, 1, kind="bot", bot="random")[0] == 200
        told_by: list[str] = []
        while "A bot plays for Bruno." not in told_by:
            told_by += [move["text"] for move in line.hear("view")["moves"]]
        assert "Bruno leaves the table." in told_by
    with game.live(0) as line:
        while line.hear("view")["view"]["to_move"] != "Ada":
            pass
    assert game.view(1)["hand"], "who was away may still look"
    assert game.ask("PUT", "/seats/1", 1, json={"kind": "bot"}).status_code == 403, "the host's alone"
    assert game.ask("PUT", "/seats/0", 1, json={"kind": "person"}).status_code == 403, "another's seat"
    assert game.ask("PUT", "/seats/1", 1, json={"kind": "person"}).status_code == 200
    assert game.view(1)["players"][1]["kind"] == "person"
    assert game.try_move(1, "draw deck").json()["rule"] == "T1", "in its turn"


def test_the_host_gives_a_seat_back_and_whoever_acts_takes_it(server: Host) -> None:
    game = server.game(first=0)
    game.ask("POST", "/leave", 1)
    assert seat(game, 1, kind="bot", bot="random")[0] == 200
    assert seat(game, 1, kind="person")[0] == 200
    assert not seats_with_bots(game)
    game.ask("POST", "/leave", 1)
    assert seat(game, 1, kind="bot", bot="random")[0] == 200
    assert seats_with_bots(game) == ["Bruno"]
    game.try_move(1, "draw deck")
    assert not seats_with_bots(game)


def seats_with_bots(game: Hosted) -> list[str]:
    return [one["name"] for one in info(game)["seats"] if one["kind"] == "bot"]  # type: ignore[attr-defined]


def test_who_left_and_acts_is_back(server: Host) -> None:
    game = server.game(first=0)
    game.open()
    game.ask("POST", "/leave", 0)
    assert [one["left"] for one in info(game)["seats"]] == [True, False]  # type: ignore[attr-defined]
    assert game.try_move(0, "draw deck").status_code == 200
    assert [one["left"] for one in info(game)["seats"]] == [False, False]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("watch", "with_link", "without"), [("anyone", 200, 200), ("link", 200, 403), ("nobody", None, 403)]
)
def test_who_may_watch(server: Host, watch: str, with_link: int | None, without: int) -> None:
    game = server.game(watch=watch)
    assert game.ask("GET", "/view").status_code == without
    token = game.created["watch"]
    assert (token is None) == (with_link is None)
    if token is not None:
        seen = game.view(None)
        assert seen["you"] is None and not seen["hand"] and not seen["legal_moves"] and not seen["offered"]
    assert game.ask("GET", "/view", token=game.created["invite"]).status_code == without


def test_everybody_at_the_table_has_a_link_to_watch(server: Host) -> None:
    game = friends(server)
    join(game, "Bruno")
    given = game.ask("POST", "/watch", 1)
    assert given.status_code == 200
    link = given.json()["watch"]
    assert link not in (game.tokens[1], game.created["watch"])
    assert game.ask("POST", "/watch", 1).json() == {"watch": link}, "always the same"
    assert game.ask("POST", "/watch", 0).json() != {"watch": link}, "and one's own"
    seen = game.ask("GET", "/view", token=link).json()
    assert seen["you"] is None and not seen["hand"] and not seen["legal_moves"]
    assert game.ask("GET", "", token=link).json()["token"] == {"role": "watch", "seat": None}
    assert game.ask("POST", "/watch", token=link).status_code == 403, "watchers give their own away"
    assert game.ask("POST", "/watch", token=game.created["invite"]).status_code == 403
    assert game.ask("POST", "/watch").status_code == 401


def test_nobody_gets_a_link_where_nobody_may_watch(server: Host) -> None:
    assert server.game(watch="nobody").ask("POST", "/watch", 0).status_code == 403


def test_playing_again_brings_the_same_people_together(server: Host) -> None:
    game = server.game("new-york")
    assert game.ask("POST", "/rematch", 0).status_code == 409, "not before the end"
    game.play(random.Random(2))
    made = game.ask("POST", "/rematch", 0)
    assert made.status_code == 201
    again = Hosted(server, made.json())
    assert [(one["name"], one["kind"], bool(one["token"])) for one in again.created["seats"]] == [
        ("Ada", "person", True),
        ("Bruno", "open", False),
    ]
    assert game.view(1)["rematch"] == again.id and info(game)["rematch"] == again.id
    second = game.ask("POST", "/rematch", 1).json()
    assert second["game"] == again.id and second["seats"][1]["token"] and second["host"] is None
    assert info(again)["state"] == "playing"
    again.tokens[1] = second["seats"][1]["token"]
    assert again.view(1)["you"] == "Bruno"


def test_the_seat_of_the_game_before_is_an_invitation_too(server: Host) -> None:
    game = server.game("new-york")
    game.play(random.Random(3))
    again = Hosted(server, game.ask("POST", "/rematch", 1).json())
    joined = server.ask("POST", f"/api/games/{again.id}/join", game.tokens[0], json={"name": "Ada"})
    assert (joined.status_code, joined.json()["seat"]) == (200, 0)


def test_unknown_games_are_unknown(server: Host) -> None:
    for path in ("", "/view", "/record", "/replay", "/why/x"):
        refused = server.ask("GET", f"/api/games/nothing{path}", params={"language": "it"})
        assert (refused.status_code, refused.json()["message"]) == (404, "Su questo server questa partita non esiste.")
