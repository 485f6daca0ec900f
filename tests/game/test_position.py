"""Positions: the middle of a game as JSON, there and back."""

from collections import Counter
from typing import Any

import pytest
from pydantic import ValidationError

from carrozza import boards
from carrozza.game import Cards, Game
from carrozza.game.position import Position
from carrozza.game.positions import FlawedInput, PositionDocument, position_of, state_of
from carrozza.game.seating import seat_table
from tests.playing import Dice, play_on
from tests.setups import FULL_SETUPS
from tests.setups import Setup as Setting

PUBLIC = ("to_move", "row", "deck_size", "discards", "tickets_left", "last_turns", "alvin", "phase")
OF_SEATS = ("hand", "tickets", "routes", "stations", "markers", "start", "trains", "points", "offered")


def read(position: dict[str, Any], board: str = "usa", seats: int = 2, variants: tuple[str, ...] = ()) -> Position:
    names = seat_table(board, seats, variants)
    return Position(names, state_of(names, PositionDocument.model_validate(position), 1))


def cards_everywhere(table: Position) -> Counter[str]:
    found = Counter(position_of(table).deck)
    found.update(table.row)
    found.update(table.discards)
    for seat in table.seats:
        found.update(table.hand(seat))
    return found


def all_cards(board: str) -> Counter[str]:
    rules = boards.load(board).rules
    return Counter({**dict.fromkeys(rules.colors, rules.copies), "locomotive": rules.locomotives})


# There and back


@pytest.mark.parametrize("setting", FULL_SETUPS, ids=str)
def test_the_opening_reads_back_as_it_was_written(setting: Setting) -> None:
    game = setting.game(42)
    position = game.position()
    table = Position(game.names, state_of(game.names, position, 99))
    assert position_of(table) == position
    assert table.phase == "opening"
    assert [table.offered(seat) for seat in table.seats] == [game.offered(seat) for seat in game.seats]


def test_the_opening_reads_back_with_the_one_who_starts() -> None:
    game = Game("usa", 3, seed=1, first="Carla")
    game.play(game.legal_moves_of("Ada")[0], "Ada")
    resumed = Game("usa", 3, seed=2, position=game.position())
    for table in (game, resumed):
        for seat in ("Bruno", "Carla"):
            table.play(table.legal_moves_of(seat)[0], seat)
        assert table.to_move == "Carla"


def test_a_game_goes_on_from_a_position() -> None:
    game = play_on(Setting("europe", (), 3).game(5), Dice(5), 90)
    while game.phase != "turn":
        game.undo()
    resumed = Game("europe", game.seats, 1, position=game.position())
    assert resumed.legal_moves == game.legal_moves
    assert resumed.scores() == game.scores()
    for move in ("draw deck", "draw deck"):
        game.play(move)
        resumed.play(move)
    assert resumed.position() == game.position(), "the deck was written down"


def test_what_is_pending_is_told() -> None:
    game = Game("usa", 2, seed=1, position=PositionDocument())
    game.play("draw tickets")
    pending = game.position().pending
    assert pending is not None
    assert (pending.phase, pending.offered) == ("tickets_drawn", game.offered("Ada"))


# What is left out


def test_an_empty_position_is_an_empty_table() -> None:
    table = read({})
    assert (table.to_move, table.phase, table.last_turns) == ("Ada", "turn", None)
    assert len(table.row) == 5
    assert cards_everywhere(table) == all_cards("usa")
    for seat in table.seats:
        assert (table.hand(seat), table.trains(seat), table.points(seat)) == (Cards(), 45, 0)
    assert table.tickets_left == 30


def test_trains_and_points_follow_from_the_routes() -> None:
    routes = ["boston-montreal-1", "portland-san-francisco-green"]
    table = read({"players": {"Ada": {"routes": routes}, "Bruno": {"trains": 3, "points": -4}}})
    assert (table.trains("Ada"), table.points("Ada")) == (45 - 2 - 5, 2 + 10)
    assert (table.trains("Bruno"), table.points("Bruno")) == (3, -4)
    given = read({"players": {"Ada": {"routes": routes, "trains": 1, "points": 99}}})
    assert (given.trains("Ada"), given.points("Ada")) == (1, 99)


def test_on_old_west_points_are_none_unless_given() -> None:
    """Who was paid for a route depends on the markers of that time (W4)."""
    route = boards.load("old-west").routes[0]
    players = {"Ada": {"routes": [route.id], "markers": [route.a]}, "Bruno": {"markers": ["denver"]}}
    table = read({"players": players}, "old-west")
    assert (table.points("Ada"), table.trains("Ada")) == (0, 40 - route.length)


def test_the_row_left_out_is_dealt_from_the_deck_after_all_else() -> None:
    table = read({"deck": ["red", "blue", "red", "green", "white", "black", "black"]})
    assert Counter(table.row) == Counter(["red", "blue", "red", "green", "white"])
    assert position_of(table).deck[:2] == ("black", "black")


def test_a_short_row_is_refilled() -> None:
    table = read({"row": ["red"], "deck": ["blue", "blue", "blue", "blue", "white"]})
    assert Counter(table.row) == Counter({"red": 1, "blue": 4})
    assert position_of(table).deck[0] == "white"


def test_the_deck_lists_its_top_first() -> None:
    row = ["red", "blue", "green", "white", "black"]
    deck = ("locomotive", "yellow", "orange")
    table = read({"row": row, "deck": deck})
    written = position_of(table)
    assert written.deck[:3] == deck
    assert len(written.deck) == 110 - 5


def test_the_rest_in_the_deck_is_shuffled_by_the_seed() -> None:
    names = seat_table("usa", 2)
    decks = [position_of(Position(names, state_of(names, PositionDocument(), seed))).deck for seed in (1, 1, 2)]
    assert decks[0] == decks[1] != decks[2]


def test_the_rest_in_the_discards() -> None:
    row = ["red", "blue", "green", "white", "black"]
    table = read({"row": row, "deck": ["red", "red"], "discard": {"blue": 3}, "rest": "discard"})
    assert position_of(table).deck == ("red", "red")
    assert table.discards.total == 110 - 5 - 2
    assert table.discards["blue"] == 12 - 1
    assert cards_everywhere(table) == all_cards("usa")


def test_discards_under_an_empty_deck_become_the_deck() -> None:
    table = read({"row": ["red", "blue", "green", "white", "black"], "rest": "discard"})
    assert (table.deck_size, table.discards) == (110 - 5, Cards())


def test_the_rest_in_a_hoarders_hand() -> None:
    table = read({"rest": "Bruno", "players": {"Ada": {"hand": {"red": 2}}, "Bruno": {"hand": {"blue": 1}}}})
    assert (table.row, table.deck_size, table.discards) == ((), 0, Cards())
    assert table.hand("Ada") == {"red": 2}
    assert table.hand_size("Bruno") == table.hand("Bruno").total == 108
    assert cards_everywhere(table) == all_cards("usa")


def test_a_row_beside_a_hoarder_stays_short() -> None:
    table = read({"row": ["red", "blue"], "rest": "Ada"})
    assert (sorted(table.row), table.deck_size) == (["blue", "red"], 0)


def test_tickets_listed_come_first_and_the_rest_beneath() -> None:
    table = read({"tickets": ["denver-el-paso", "boston-miami"], "players": {"Ada": {"tickets": ["duluth-el-paso"]}}})
    deck = position_of(table).tickets
    assert deck[:2] == ("denver-el-paso", "boston-miami")
    assert len(deck) == len(set(deck)) == 29
    assert "duluth-el-paso" not in deck


@pytest.mark.parametrize(("left", "expected"), [(0, 0), (1, 1), (2, 2), (4, 4), (30, 30), (1000, 30)])
def test_the_tickets_left_are_at_most_so_many(left: int, expected: int) -> None:
    table = read({"tickets": ["denver-el-paso", "boston-miami"], "tickets_left": left})
    deck = position_of(table).tickets
    assert table.tickets_left == len(deck) == expected
    assert deck[:2] == ("denver-el-paso", "boston-miami")[:expected]


@pytest.mark.parametrize("board", ["europe", "italy-advanced"])
def test_long_tickets_are_never_in_the_deck(board: str) -> None:
    table = read({}, board)
    long = {ticket.id for ticket in table.board.tickets if ticket.long}
    assert long and not long & set(position_of(table).tickets)
    assert table.tickets_left == len(table.board.tickets) - len(long)


def test_on_italy_basic_long_tickets_are_in_the_deck() -> None:
    table = read({}, "italy-basic")
    assert table.tickets_left == len(table.board.tickets)


def test_the_first_marker_is_the_start_city() -> None:
    table = read({"players": {"Ada": {"markers": ["roswell", "denver"]}, "Bruno": {"markers": ["boise"]}}}, "old-west")
    assert table.start("Ada") == "roswell"
    assert table.markers("Ada") == ("roswell", "denver")
    assert table.alvin is None


def test_alvin_is_in_roswell_unless_given() -> None:
    assert read({}, "old-west", variants=("alvin",)).alvin == ("roswell", None)
    given = {"alvin": {"city": "denver", "holder": "Ada"}, "players": {"Ada": {"markers": ["denver"]}}}
    assert read(given, "old-west", variants=("alvin",)).alvin == ("denver", "Ada")


def test_offered_tickets_begin_in_the_opening() -> None:
    offered = ["denver-el-paso", "boston-miami", "duluth-el-paso"]
    table = read({"to_move": "Ada", "players": {"Bruno": {"offered": offered}}})
    assert (table.phase, table.to_move, table.offered("Bruno")) == ("opening", "Bruno", tuple(offered))
    assert not set(offered) & set(position_of(table).tickets)


def test_the_last_turns_are_counted_down() -> None:
    table = read({"last_turns": 2, "to_move": "Bruno"})
    assert (table.last_turns, table.to_move) == (2, "Bruno")


# What is impossible

ROW_OF_SIX = ["red", "red", "blue", "green", "white", "black"]
DOUBLE = ["boston-montreal-1", "boston-montreal-2"]
IMPOSSIBLE: list[tuple[dict[str, Any], str, str]] = [
    ({"to_move": "Zoe"}, "to_move", "no player 'Zoe'"),
    ({"players": {"Zoe": {}}}, "players.Zoe", "no player 'Zoe'"),
    ({"rest": "Zoe"}, "rest", "no player 'Zoe'"),
    ({"row": ["red", "mauve"]}, "row[1]", "no colour 'mauve'"),
    ({"row": ["pink"]}, "row[0]", "no colour 'pink'"),
    ({"deck": ["mauve"]}, "deck[0]", "no colour 'mauve'"),
    ({"discard": {"mauve": 1}}, "discard.mauve", "no colour 'mauve'"),
    ({"tickets": ["here-there"]}, "tickets[0]", "no ticket 'here-there'"),
    ({"players": {"Ada": {"hand": {"mauve": 1}}}}, "players.Ada.hand.mauve", "no colour 'mauve'"),
    ({"players": {"Ada": {"tickets": ["here-there"]}}}, "players.Ada.tickets[0]", "no ticket"),
    ({"players": {"Ada": {"offered": ["here-there"]}}}, "players.Ada.offered[0]", "no ticket"),
    ({"players": {"Ada": {"routes": ["boston-montrea-1"]}}}, "players.Ada.routes[0]", "mean 'boston-montreal-1'?"),
    ({"players": {"Ada": {"stations": ["bosto"]}}}, "players.Ada.stations[0]", "mean 'boston'?"),
    ({"players": {"Ada": {"markers": ["bosto"]}}}, "players.Ada.markers[0]", "mean 'boston'?"),
    ({"row": ROW_OF_SIX}, "row", "6 cards, where the row has places for 5"),
    ({"discard": {"red": 13}}, "", "1 more red cards in play than there are on usa"),
    ({"players": {"Ada": {"hand": {"locomotive": 15}}}}, "", "1 more locomotive cards"),
    ({"row": ["red"], "deck": ["red"], "players": {"Ada": {"hand": {"red": 12}}}}, "", "2 more red cards"),
    ({"tickets": ["boston-miami", "boston-miami"]}, "tickets[1]", "already at tickets[0]"),
    (
        {"tickets": ["boston-miami"], "players": {"Ada": {"tickets": ["boston-miami"]}}},
        "players.Ada.tickets[0]",
        "already at tickets[0]",
    ),
    (
        {"players": {"Ada": {"tickets": ["boston-miami"]}, "Bruno": {"tickets": ["boston-miami"]}}},
        "players.Bruno.tickets[0]",
        "already at players.Ada.tickets[0]",
    ),
    (
        {"players": {"Ada": {"tickets": ["boston-miami"], "offered": ["boston-miami"]}}},
        "players.Ada.offered[0]",
        "already at players.Ada.tickets[0]",
    ),
    (
        {"players": {"Ada": {"routes": ["denver-helena"]}, "Bruno": {"routes": ["denver-helena"]}}},
        "players.Bruno.routes[0]",
        "already belongs to Ada",
    ),
    ({"players": {"Ada": {"routes": ["denver-helena"] * 2}}}, "players.Ada.routes[1]", "already belongs to Ada"),
    ({"players": {"Ada": {"routes": DOUBLE}}}, "players.Ada.routes[1]", "(C5)"),
    (
        {"players": {"Ada": {"routes": DOUBLE[:1]}, "Bruno": {"routes": DOUBLE[1:]}}},
        "players.Bruno.routes[0]",
        "(C6)",
    ),
    ({"players": {"Ada": {"trains": 46}}}, "players.Ada.trains", "more trains than a full set of 45"),
    (
        {"players": {"Ada": {"routes": ["denver-helena"], "trains": 42}}},
        "players.Ada.trains",
        "4 on routes and 42 left: more trains than a full set of 45",
    ),
    ({"players": {"Ada": {"stations": ["boston"]}}}, "players.Ada.stations", "1 pieces, where a player has 0"),
    ({"players": {"Ada": {"markers": ["boston"]}}}, "players.Ada.markers", "1 pieces, where a player has 0"),
    ({"alvin": {"city": "boston"}}, "alvin", "Alvin is not in this game"),
    ({"alvin": {"city": "bosto"}}, "alvin.city", "mean 'boston'?"),
    ({"alvin": {"city": "boston", "holder": "Zoe"}}, "alvin.holder", "no player 'Zoe'"),
    ({"last_turns": 3}, "last_turns", "where the last round has 2 (E1)"),
]


@pytest.mark.parametrize(("position", "path", "told"), IMPOSSIBLE, ids=lambda value: str(value)[:40])
def test_what_cannot_be_is_told_with_its_place(position: dict[str, Any], path: str, told: str) -> None:
    with pytest.raises(FlawedInput) as flawed:
        read(position)
    flaw = next((flaw for flaw in flawed.value.flaws if flaw.path == path), None)
    assert flaw is not None, flawed.value
    assert told in flaw.message
    assert str(flaw) in str(flawed.value)


def test_pieces_that_cannot_be_are_told_with_their_place() -> None:
    four = ["paris", "roma", "wien", "berlin"]
    with pytest.raises(FlawedInput, match=r"players.Ada.stations: 4 pieces, where a player has 3"):
        read({"players": {"Ada": {"stations": four}}}, "europe")
    with pytest.raises(FlawedInput, match=r"players.Bruno.stations\[0\]: 'paris' already has a piece of Ada"):
        read({"players": {"Ada": {"stations": ["paris"]}, "Bruno": {"stations": ["paris"]}}}, "europe")
    with pytest.raises(FlawedInput, match=r"players.Ada.markers\[1\]: 'denver' already has a piece of Ada"):
        read({"players": {"Ada": {"markers": ["denver", "denver"]}}}, "old-west")
    with pytest.raises(FlawedInput, match=r"players.Ada.markers: no marker may stand in roswell \(A1\)"):
        read({"players": {"Ada": {"markers": ["roswell"]}}}, "old-west", variants=("alvin",))
    with pytest.raises(FlawedInput, match=r"tickets\[0\]: .* is a long ticket"):
        read({"tickets": ["brest-petrograd"]}, "europe")
    with pytest.raises(FlawedInput, match=r"players.Ada.offered: 5 tickets, where 4 are dealt"):
        offered = [ticket.id for ticket in boards.load("europe").tickets[:5]]
        read({"players": {"Ada": {"offered": offered}}}, "europe")


def test_a_double_may_be_shared_where_there_are_enough_players() -> None:
    shared = {"players": {"Ada": {"routes": DOUBLE[:1]}, "Bruno": {"routes": DOUBLE[1:]}}}
    assert read(shared, seats=4).owner(DOUBLE[1]) == "Bruno"
    with pytest.raises(FlawedInput, match="C6"):
        read(shared, seats=3)


def test_everything_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(FlawedInput) as flawed:
        read({"row": ROW_OF_SIX, "last_turns": 9, "players": {"Ada": {"routes": DOUBLE, "trains": 50}}})
    assert {flaw.path for flaw in flawed.value.flaws} == {
        "row",
        "last_turns",
        "players.Ada.routes[1]",
        "players.Ada.trains",
    }


@pytest.mark.parametrize(
    ("position", "place"),
    [
        ({"rows": []}, ("rows",)),
        ({"row": "red"}, ("row",)),
        ({"row": [3]}, ("row", 0)),
        ({"discard": {"red": -1}}, ("discard", "red")),
        ({"discard": {"red": 1.0}}, ("discard", "red")),
        ({"discard": {"red": "1"}}, ("discard", "red")),
        ({"discard": {"red": True}}, ("discard", "red")),
        ({"tickets_left": -1}, ("tickets_left",)),
        ({"last_turns": 0}, ("last_turns",)),
        ({"players": []}, ("players",)),
        ({"players": {"Ada": {"trains": -1}}}, ("players", "Ada", "trains")),
        ({"players": {"Ada": {"points": 40_000}}}, ("players", "Ada", "points")),
        ({"players": {"Ada": {"points": -(10**30)}}}, ("players", "Ada", "points")),
        ({"players": {"Ada": {"hands": {}}}}, ("players", "Ada", "hands")),
        ({"alvin": "denver"}, ("alvin",)),
        ({"alvin": {}}, ("alvin", "city")),
    ],
    ids=str,
)
def test_what_has_the_wrong_shape_is_told_with_its_place(
    position: dict[str, Any], place: tuple[str | int, ...]
) -> None:
    with pytest.raises(ValidationError) as invalid:
        PositionDocument.model_validate(position)
    assert [error["loc"] for error in invalid.value.errors()] == [place]
