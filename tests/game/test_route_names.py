"""Routes and tickets are found in either direction; a wrong name is told the right one."""

from collections.abc import Container

import pytest

from carrozza import boards
from carrozza.game import Game, IllegalMove, PositionDocument, UnknownName
from carrozza.game.records.record import Record
from carrozza.game.referee import judge
from carrozza.game.seating import seat_table


@pytest.mark.parametrize("board", boards.names())
def test_every_route_and_ticket_has_both_names(board: str) -> None:
    names = seat_table(board, 2)
    for number, route in enumerate(names.board.routes):
        rest = route.id.removeprefix(f"{route.a}-{route.b}")
        assert names.route_number(f"{route.b}-{route.a}{rest}") == names.route_number(route.id) == number
    for number, ticket in enumerate(names.board.tickets):
        assert names.ticket_number(f"{ticket.b}-{ticket.a}") == names.ticket_number(ticket.id) == number


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("madrid-lisbon", "did you mean 'lisboa-madrid'?"),
        ("lisboa-madird", "did you mean 'lisboa-madrid'?"),
        ("madird-lisboa", "did you mean 'lisboa-madrid'?"),
        ("Lisboa-Madrid", "did you mean 'lisboa-madrid'?"),
        ("pamplona-madrid", "did you mean 'madrid-pamplona-black' or 'madrid-pamplona-white'?"),
        ("pamplona-madrid-whit", "did you mean 'madrid-pamplona-white'?"),
        ("xyzzy", "names here are such as"),
    ],
)
def test_a_wrong_name_is_told_the_right_one(wrong: str, told: str) -> None:
    with pytest.raises(UnknownName) as unknown:
        seat_table("europe", 2).route_number(wrong)
    assert told in str(unknown.value)
    assert "su europe non c'è la linea" in unknown.value.sentence("it")


def rich_game() -> Game:
    hand = {"white": 4, "purple": 4, "locomotive": 4}
    return Game("europe", seed=1, position=PositionDocument.model_validate({"players": {"Ada": {"hand": hand}}}))


def test_a_move_may_name_a_route_in_either_direction() -> None:
    game = rich_game()
    legal: Container[object] = game.legal_moves
    for text in ("claim madrid-lisboa", "claim pamplona-madrid-white 3 white"):
        assert text in legal
        assert game.is_legal(text)
    game.play("claim madrid-lisboa")
    assert game.routes("Ada") == ("lisboa-madrid",)
    assert str(game.history[-1].move) == "claim lisboa-madrid 3 purple"


def test_a_refusal_knows_the_route_in_either_direction() -> None:
    game = rich_game()
    game.play("claim madrid-lisboa")
    with pytest.raises(IllegalMove, match="Lisboa–Madrid belongs to Ada"):
        game.play("claim madrid-lisboa")
    assert game.owner("madrid-lisboa") == "Ada"


def test_tickets_are_kept_by_either_name() -> None:
    game = Game("usa", seed=6)
    a, b = (game.board.tickets[game.board.ticket_index[ticket]] for ticket in game.offered("Ada")[:2])
    game.play(f"keep {a.b}-{a.a} {b.id}", "Ada")
    assert str(game.history[-1].move) == f"keep {a.id} {b.id}"


def test_records_and_positions_may_name_routes_in_either_direction() -> None:
    position = PositionDocument.parse('{"players": {"Ada": {"routes": ["madrid-lisboa"]}, "Bruno": {}}}')
    game = Game("europe", position=position, seed=1)
    assert game.position().players["Ada"].routes == ("lisboa-madrid",)
    game = rich_game()
    game.play("claim madrid-lisboa 3 purple")
    written = str(Record.of(game))
    assert "claim lisboa-madrid 3 purple" in written
    again = Record.parse(written.replace("lisboa-madrid", "madrid-lisboa")).replay()
    assert again.routes("Ada") == ("lisboa-madrid",)
    assert again.history == game.history, "under their ids"


def test_a_route_in_two_places_is_found_whatever_it_is_called() -> None:
    with pytest.raises(ValueError, match="route 'lisboa-madrid' already belongs to Ada"):
        Game(
            "europe",
            position='{"players": {"Ada": {"routes": ["madrid-lisboa"]}, "Bruno": {"routes": ["lisboa-madrid"]}}}',
        )


def test_cases_may_name_routes_and_tickets_in_either_direction() -> None:
    verdict = judge(
        {
            "board": "europe",
            "seats": ["Ada", "Bruno"],
            "position": {"players": {"Ada": {"hand": {"purple": 3}, "tickets": ["dieppe-madrid"]}}},
            "moves": [{"player": "Ada", "claim": "madrid-lisboa"}],
            "expect": {"position": {"players": {"Ada": {"routes": ["madrid-lisboa"], "tickets": ["dieppe-madrid"]}}}},
        }
    )
    assert verdict.ok, verdict
