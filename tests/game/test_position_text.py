"""What `print(game)` and `print(view)` show: all that may be known, and nothing else."""

from carrozza.game import Game, PositionDocument
from tests.playing import Dice, play_on
from tests.setups import FULL_SETUPS

POSITION = {
    "to_move": "Ada",
    "turns": 14,
    "row": ["red", "blue", "blue", "green", "white"],
    "deck": ["white", "locomotive", "black", "yellow"],
    "players": {
        "Ada": {"hand": {"white": 4, "locomotive": 1}, "tickets": ["madrid-dieppe"], "routes": ["dieppe-paris"]},
        "Bruno": {"hand": {"red": 2}, "tickets": ["kyiv-petrograd"], "stations": ["roma"]},
    },
}


def at_a_tunnel() -> Game:
    game = Game("europe", seed=1, position=PositionDocument.model_validate(POSITION))
    game.play("claim madrid-pamplona-white 3 white")
    return game


def test_a_game_shows_everything() -> None:
    assert str(at_a_tunnel()).splitlines() == [
        "europe      turn 15, Ada to decide (tunnel)",
        "row         blue, blue, green, red, white (deck 95, discards 0, tickets 38)",
        "claim       madrid-pamplona-white: 3 white laid, 1 black 1 white 1 locomotive turned, 2 due",
        "Ada         1 point, 44 trains, 2 cards, 1 ticket",
        "  hand      1 white 1 locomotive",
        "  tickets   madrid-dieppe",
        "  routes    dieppe-paris",
        "Bruno       0 points, 45 trains, 2 cards, 1 ticket",
        "  hand      2 red",
        "  tickets   kyiv-petrograd",
        "  stations  roma",
    ]


def test_a_game_is_shown_in_one_line() -> None:
    assert repr(at_a_tunnel()) == (
        "<Game of europe, turn 15, Ada to decide (tunnel): "
        "Ada 1 point, 44 trains, 2 cards, 1 ticket; Bruno 0 points, 45 trains, 2 cards, 1 ticket>"
    )


def test_a_view_shows_its_own_seat_alone() -> None:
    game = at_a_tunnel()
    shown = str(game.view("Ada"))
    assert "madrid-dieppe" in shown
    assert "kyiv-petrograd" not in shown and "2 red" not in shown
    watched = str(game.view())
    assert "madrid-dieppe" not in watched and "1 white 1 locomotive\n" not in watched
    assert repr(game.view("Ada")).startswith("<View of Ada on europe")


def test_hidden_points_stay_hidden_until_the_end() -> None:
    game = Game("new-york", seed=1)
    assert "point" in str(game)
    assert "point" not in str(game.view("Ada")) + repr(game.view("Ada"))
    game.finish()
    assert "point" in str(game.view("Ada"))
    assert "the game is over" in str(game)


def test_every_position_can_be_shown() -> None:
    for setup in FULL_SETUPS:
        game, dice = setup.game(3), Dice(3)
        while not game.finished:
            play_on(game, dice, 25)
            for position in (game, game.view(0), game.view()):
                assert position.board.id in str(position)
                assert "\n" not in repr(position)
