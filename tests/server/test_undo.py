"""Taking a move back: only one's own last one, while nothing hidden has come to light and nobody has acted."""

from collections.abc import Iterator

import pytest

from tests.server.hosting import Host, Hosted, hosting


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("undo")) as served:
        yield served


def a_claim(game: Hosted, seat: int) -> str | None:
    """A route that can be claimed now, if any."""
    return next((move for move in game.view(seat)["legal_moves"] if move.startswith("claim")), None)


def until_claim(game: Hosted) -> tuple[int, str]:
    """Play on until somebody can claim a route at the beginning of a turn."""
    while True:
        seat, view = next(game.deciding())
        claim = a_claim(game, seat)
        if claim is not None:
            return seat, claim
        game.move(seat, "draw deck" if "draw deck" in view["legal_moves"] else view["legal_moves"][0])


def undo(game: Hosted, seat: int, number: int | None = None, id: str = "back") -> "tuple[int, dict[str, object]]":
    body = {"id": id} if number is None else {"id": id, "number": number}
    answer = game.ask("POST", "/undo?view=true", seat, json=body)
    return answer.status_code, answer.json()


def without(view: dict[str, object], *names: str) -> dict[str, object]:
    return {name: value for name, value in view.items() if name not in names}


def test_a_claim_can_be_taken_back_until_the_next_player_acts(server: Host) -> None:
    game = server.game()
    game.open()
    seat, claim = until_claim(game)
    before = game.view(seat)
    after = game.move(seat, claim)
    assert after["can_undo"] and not game.view(1 - seat)["can_undo"]
    status, told = undo(game, seat, after["number"])
    assert status == 200
    back = game.view(seat)
    assert told["view"] == back and back["number"] == before["number"] + 2
    assert without(back, "number", "can_undo") == without(before, "number", "can_undo")
    assert not back["can_undo"]


def test_an_undo_is_told_to_all_and_done_once(server: Host) -> None:
    game = server.game()
    game.open()
    seat, claim = until_claim(game)
    with game.live(1 - seat) as line:
        line.view(game.view(seat)["number"])
        after = game.move(seat, claim)
        assert undo(game, seat, after["number"], "once")[0] == 200
        assert undo(game, seat, after["number"], "once")[0] == 200, "the same request again"
        told = [move for move in line.view(after["number"])["moves"] if move["number"] >= after["number"]]
        while told[-1]["move"] != "undo":
            told += line.view()["moves"]
    assert told[-1]["text"].endswith("takes the last move back.")
    assert game.view(seat)["number"] == after["number"] + 1


def test_after_the_next_player_has_acted_it_is_too_late(server: Host) -> None:
    game = server.game()
    game.open()
    seat, claim = until_claim(game)
    game.move(seat, claim)
    game.move(1 - seat, "draw deck")
    status, told = undo(game, seat)
    assert (status, told["error"]) == (422, "illegal")


def test_nobody_takes_back_what_another_did(server: Host) -> None:
    game = server.game()
    game.open()
    seat, claim = until_claim(game)
    game.move(seat, claim)
    assert undo(game, 1 - seat)[0] == 422


def test_cards_that_were_seen_cannot_be_unseen(server: Host) -> None:
    game = server.game(first=0)
    game.open()
    for draw in ("draw deck", "from the row"):
        row = [card for card in game.view(0)["row"] if card != "locomotive"]
        game.move(0, draw if draw == "draw deck" else f"draw {row[0]}")
        assert not game.view(0)["can_undo"]
        assert undo(game, 0)[0] == 422


def test_drawn_tickets_cannot_be_put_back_but_the_choice_can_be_made_again(server: Host) -> None:
    game = server.game(first=0)
    game.open()
    drawn = game.move(0, "draw tickets")
    assert not drawn["can_undo"] and undo(game, 0)[0] == 422
    kept = game.move(0, drawn["legal_moves"][0])
    assert kept["can_undo"]
    assert undo(game, 0, kept["number"])[0] == 200
    assert game.view(0)["offered"] == drawn["offered"]


def test_an_opening_choice_can_be_changed_while_others_choose(server: Host) -> None:
    game = server.game()
    first = game.view(0)
    game.move(0, first["legal_moves"][0])
    assert game.view(0)["can_undo"]
    assert undo(game, 0)[0] == 200
    assert game.view(0)["offered"] == first["offered"]
    game.open()
    assert not any(game.view(seat)["can_undo"] for seat in (0, 1)), "all have seen that all have chosen"


def test_a_turned_tunnel_stays_turned(server: Host) -> None:
    """Played until a tunnel asks for more; the answer to it may be changed, the laying not."""
    game = server.game("europe")
    game.open()
    while True:
        seat, view = next(game.deciding())
        if view["phase"] == "tunnel":
            break
        tunnels = [move for move in view["legal_moves"] if move.startswith("claim")]
        game.move(
            seat, max(tunnels, key=len) if tunnels else next(m for m in view["legal_moves"] if m != "draw tickets")
        )
    assert not view["can_undo"] and undo(game, seat)[0] == 422
    answered = game.move(seat, "decline")
    assert answered["can_undo"]
    assert undo(game, seat, answered["number"])[0] == 200
    assert game.view(seat)["phase"] == "tunnel"


def test_start_and_marker_can_be_taken_back_step_by_step(server: Host) -> None:
    game = server.game("old-west")
    game.open()
    seat, view = next(game.deciding())
    assert view["phase"] == "start"
    started = game.move(seat, view["legal_moves"][0])
    assert started["can_undo"] and undo(game, seat, started["number"])[0] == 200
    assert game.view(seat)["phase"] == "start"


def test_a_stale_undo_gets_the_fresh_view(server: Host) -> None:
    game = server.game()
    game.open()
    seat, claim = until_claim(game)
    number = game.view(seat)["number"]
    game.move(seat, claim)
    status, told = undo(game, seat, number)
    assert (status, told["error"]) == (409, "stale") and told["view"] == game.view(seat)
