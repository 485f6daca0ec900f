"""Games: what may be played is played, what may not leaves everything as it was."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

import pytest

from carrozza import boards
from carrozza.game import Cards, Game, IllegalMove, Move, UnknownName
from carrozza.game.moves import (
    BuildStation,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Finish,
    Keep,
    MoveAlvin,
    NoMarker,
    Pass,
    PayTunnel,
    PlaceMarker,
    Start,
)
from carrozza.game.positions import PositionDocument
from tests.playing import Dice, choose, play_on, played, state_bytes
from tests.setups import FULL_SETUPS, SETUPS, Setup

MOMENTS = 30
"""Moments of a game that are looked at."""
CANDIDATES = 120
"""Moves that are tried at each, beside the legal ones."""


@cache
def recorded_moments(table: Setup) -> tuple[Game, ...]:
    """One game at many moments, the opening, every unusual phase and the end among them."""
    dice, game = Dice(3), table.game(3)
    seen = []
    while not game.finished:
        if game.phase not in ("turn", "second") or dice.below(6) == 0:
            seen.append(game.copy())
        game.play(choose(game, dice))
    return (*seen[:: max(1, len(seen) // MOMENTS)], game)


def some_moments(table: Setup) -> Iterator[Game]:
    return (game.copy() for game in recorded_moments(table))


def some_cards(game: Game, dice: Dice) -> Cards | None:
    """Cards as a player might lay them, now and then some that nobody may."""
    colours = game.board.rules.colors
    colour, other = dice.pick(colours), dice.pick(colours)
    laid = Cards({colour: dice.below(5), "locomotive": dice.below(4)})
    return [None, laid, laid, Cards({colour: 1 + dice.below(3)}), Cards({**laid, other: 1})][dice.below(5)]


def some_move(game: Game, dice: Dice) -> Move:
    """Any move at all, of names that the board knows."""
    board = game.board
    city = dice.pick(board.cities).id
    match dice.below(12):
        case 0:
            return Keep(tuple(dict.fromkeys(dice.pick(board.tickets).id for _ in range(dice.below(4)))))
        case 1:
            return Start(city)
        case 2:
            return Draw(dice.pick((*board.rules.colors, "locomotive", "deck")))
        case 3:
            return DrawTickets()
        case 4:
            return PayTunnel(some_cards(game, dice))
        case 5:
            return Decline()
        case 6:
            return BuildStation(city, some_cards(game, dice))
        case 7:
            return MoveAlvin(city)
        case 8:
            return PlaceMarker(city, some_cards(game, dice))
        case 9:
            return NoMarker() if dice.below(2) else Pass()
        case _:
            return Claim(dice.pick(board.routes).id, some_cards(game, dice))


def offered_sets(game: Game) -> Iterator[Keep]:
    if game.to_move is not None:
        offered = game.offered(game.to_move)
        for size in range(len(offered) + 1):
            yield from (Keep(kept) for kept in combinations(offered, size))


def is_legal(move: Move, legal: Sequence[Move]) -> bool:
    """Among the legal moves; one that leaves its cards to be chosen stands for every way to pay, and tickets are
    named in any order."""
    if isinstance(move, Keep):
        return any(isinstance(other, Keep) and set(other.tickets) == set(move.tickets) for other in legal)
    if isinstance(move, Claim | BuildStation | PlaceMarker) and move.cards is None:
        return any(str(other).startswith(f"{move} ") for other in legal)
    if isinstance(move, PayTunnel) and move.cards is None:
        return any(isinstance(other, PayTunnel) for other in legal)
    return move in legal


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_the_legal_moves_are_exactly_those_that_can_be_played(table: Setup) -> None:
    dice = Dice(3)
    refusals = set()
    for game in some_moments(table):
        legal = game.legal_moves
        assert len(set(legal)) == len(legal)
        for move in legal:
            game.copy().play(move)
        for move in (*offered_sets(game), *(some_move(game, dice) for _ in range(CANDIDATES))):
            trial = game.copy()
            try:
                trial.play(move)
            except IllegalMove as refused:
                refusals.add(refused.rule)
                assert not is_legal(move, legal), f"{move} is legal, and refused by {refused.rule}"
            else:
                assert is_legal(move, legal), f"{move} is not legal, and played"
    assert {"C1", "C2", "C8", "D1", "S3", "T1", "T2", "E5"} <= refusals


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_a_refusal_leaves_everything_as_it_was_and_says_why(table: Setup) -> None:
    dice = Dice(4)
    for game in some_moments(table):
        before, history, legal = state_bytes(game), list(game.history), game.legal_moves
        for move in (some_move(game, dice) for _ in range(CANDIDATES)):
            if is_legal(move, legal):
                continue
            with pytest.raises(IllegalMove) as refused:
                game.play(move)
            assert state_bytes(game) == before
            assert game.history == history
            for language in ("en", "it"):
                sentence = refused.value.sentence(language)
                assert sentence and "{" not in sentence and "None" not in sentence
            assert str(refused.value) == refused.value.sentence("en")


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_undo_goes_back_move_by_move(table: Setup) -> None:
    dice, game = Dice(5), table.game(5)
    before = []
    while not game.finished:
        before.append((state_bytes(game), list(game.history), game.undecided))
        game.play(choose(game, dice))
    for expected in reversed(before):
        game.undo()
        assert (state_bytes(game), game.history, game.undecided) == expected
    with pytest.raises(ValueError, match="no move to take back"):
        game.undo()


def test_after_an_undo_the_game_goes_on_as_it_did() -> None:
    """The cards to come are in the state, so the same move draws the same card."""
    game = played(Setup("europe", (), 3), 6, moves=60)
    while game.phase != "turn":
        game.undo()
    game.play("draw deck")
    once = state_bytes(game)
    game.undo()
    game.play("draw deck")
    assert state_bytes(game) == once


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_a_copy_is_a_game_of_its_own(table: Setup) -> None:
    game = played(table, 7, moves=50)
    before, history = state_bytes(game), list(game.history)
    twin = game.copy()
    assert state_bytes(twin) == before
    play_on(twin, Dice(1), 20)
    assert (state_bytes(game), game.history) == (before, history)
    moved_on, twins_history = state_bytes(twin), list(twin.history)
    for _ in range(30):
        game.undo()
    assert (state_bytes(twin), twin.history) == (moved_on, twins_history)
    for _ in range(len(twin.history) - 50):
        twin.undo()
    assert state_bytes(twin) == before


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_a_view_shows_ones_own_and_hides_the_others(table: Setup) -> None:
    for game in some_moments(table):
        for viewer in (*game.seats, None):
            view = game.view(viewer)
            assert (view.seat, view.phase, view.row, view.to_move) == (viewer, game.phase, game.row, game.to_move)
            assert (view.deck_size, view.discards, view.tickets_left) == (
                game.deck_size,
                game.discards,
                game.tickets_left,
            )
            assert not view.state.rng
            assert not view.state.deck.any()
            for seat in game.seats:
                assert view.hand_size(seat) == game.hand_size(seat)
                assert view.ticket_count(seat) == game.ticket_count(seat)
                assert view.routes(seat) == game.routes(seat)
                assert view.known_cards(seat) == game.known_cards(seat)
                shown = game if seat == viewer else None
                assert view.hand(seat) == (shown.hand(seat) if shown else {})
                assert view.tickets(seat) == (shown.tickets(seat) if shown else ())
                assert view.offered(seat) == (shown.offered(seat) if shown else ())
                assert view.chosen(seat) == (shown.chosen(seat) if shown else ())


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_a_view_offers_what_the_game_offers(table: Setup) -> None:
    for game in some_moments(table):
        if game.phase != "opening":
            for seat in game.seats:
                assert game.view(seat).legal_moves == (game.legal_moves if seat == game.to_move else [])
        assert game.view().legal_moves == []


def test_in_the_opening_a_view_offers_each_seat_its_choices() -> None:
    """S3: all choose at the same time."""
    game = Game("europe", 3, seed=1)
    for seat in game.seats:
        assert game.view(seat).legal_moves == game.legal_moves_of(seat) != []
    game.play(game.legal_moves_of("Bruno")[0], "Bruno")
    assert game.view("Bruno").legal_moves == []
    assert game.view("Carla").legal_moves == game.legal_moves_of("Carla") != []


def test_nobody_is_offered_the_moves_of_another() -> None:
    game = Game("usa", 3, seed=1, first=0)
    game.play(game.legal_moves_of("Bruno")[0], "Bruno")
    assert game.legal_moves_of("Bruno") == [], "Bruno has chosen"
    for seat in ("Ada", "Carla"):
        game.play(game.legal_moves_of(seat)[0], seat)
    assert game.to_move == "Ada"
    assert game.legal_moves_of("Ada") == game.legal_moves != []
    assert game.legal_moves_of("Bruno") == game.legal_moves_of(2) == []


def test_the_moves_of_nobody_are_not_asked_for() -> None:
    game = played(Setup("usa", (), 2), 1, moves=10)
    for seat in ("Zoe", 2, -1):
        with pytest.raises(UnknownName):
            game.legal_moves_of(seat)


@pytest.mark.parametrize("table", [table for table in SETUPS if table.seats == 3], ids=str)
def test_the_opening_is_the_same_in_any_order_of_choices(table: Setup) -> None:
    dealt = table.game(11)
    choices = {seat: Dice(number).pick(dealt.legal_moves_of(seat)) for number, seat in enumerate(dealt.seats)}
    ends = set()
    for order in permutations(dealt.seats):
        game = dealt.copy()
        for seat in order:
            assert seat in game.undecided
            game.play(choices[seat], seat)
        ends.add(state_bytes(game))
        assert [played.player for played in game.history] == list(order)
    assert len(ends) == 1
    assert game.phase == ("start" if game.board.rules.network else "turn")


def test_in_the_opening_nobody_chooses_twice_or_for_another() -> None:
    game = Game("usa", ["Ada", "Bruno", "Carla"], seed=1)
    mine = game.legal_moves_of("Bruno")[0]
    with pytest.raises(IllegalMove) as refused:
        game.play(mine, "Carla")
    assert refused.value.rule == "S3"
    game.play(mine, "Bruno")
    assert game.undecided == ("Ada", "Carla")
    with pytest.raises(IllegalMove) as refused:
        game.play(mine, "Bruno")
    assert refused.value.rule == "S3"


def test_tickets_are_kept_in_any_order_but_each_once() -> None:
    game = Game("usa", 2, seed=1)
    one, other, third = game.offered("Ada")
    for kept in ((one, one, other), (one, other, third, third), (one, one)):
        with pytest.raises(IllegalMove) as refused:
            game.play(Keep(kept), "Ada")
        assert refused.value.rule == "S3"
    game.play(Keep((other, one)), "Ada")
    assert set(game.chosen("Ada")) == {one, other}


def test_a_move_of_the_wrong_player_is_refused_by_name() -> None:
    game = played(Setup("usa", (), 3), 1, moves=3)
    assert game.phase == "turn"
    other = next(seat for seat in game.seats if seat != game.to_move)
    with pytest.raises(IllegalMove, match=f"{game.to_move}") as refused:
        game.play("draw deck", other)
    assert refused.value.rule == "T1"


def test_a_start_city_out_of_order_is_refused_by_name() -> None:
    """S6: the last player chooses first, and nobody does anything else before."""
    game = played(Setup("old-west", (), 3), 1, moves=3)
    assert game.phase == "start"
    other = next(seat for seat in game.seats if seat != game.to_move)
    for move in (game.legal_moves[0], "draw deck"):
        with pytest.raises(IllegalMove, match=f"{game.to_move}") as refused:
            game.play(move, other)
        assert refused.value.rule == "S6"


def test_moves_may_be_written() -> None:
    one, other = Game("usa", 2, seed=1, first=0), Game("usa", 2, seed=1, first=0)
    for _ in range(30):
        move = choose(one, Dice(len(one.history)))
        one.play(move)
        other.play(str(move))
    assert state_bytes(one) == state_bytes(other)
    assert one.history == other.history
    with pytest.raises(ValueError, match="a move begins with one of"):
        one.play("dance")
    assert state_bytes(one) == state_bytes(other)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("claim boston-paris", "no route 'boston-paris' on usa"),
        ("claim bostn-montreal-1", "did you mean 'boston-montreal-1'?"),
        ("claim boston-montreal-1 2 mauve", "no colour 'mauve' on usa"),
        ("draw mauve", "no colour 'mauve' on usa"),
    ],
)
def test_unknown_names_are_told_and_nothing_happens(written: str, told: str) -> None:
    game = played(Setup("usa", (), 2), 2, moves=2)
    before = state_bytes(game)
    with pytest.raises(UnknownName) as refused:
        game.play(written)
    assert told in str(refused.value)
    assert (state_bytes(game), len(game.history)) == (before, 2)


def test_unknown_tickets_and_cities_are_told() -> None:
    with pytest.raises(UnknownName, match="no ticket 'here-there' on usa"):
        Game("usa", 2, seed=1).play("keep here-there")
    west = Game("old-west", 2, seed=1)
    for seat in west.seats:
        west.play(west.legal_moves_of(seat)[0], seat)
    with pytest.raises(UnknownName, match="no city 'denvr' on old-west: did you mean 'denver'"):
        west.play("start denvr")


def test_cards_left_open_are_written_into_the_history() -> None:
    names = {"Ada": {"hand": {"red": 2, "blue": 3, "locomotive": 1}}}
    game = Game("usa", ["Ada", "Bruno"], seed=1, position=PositionDocument.model_validate({"players": names}))
    game.play("claim boston-montreal-1")
    assert game.history[-1].move == Claim("boston-montreal-1", Cards({"blue": 2})), "the colour there is most of"
    assert game.hand("Ada") == {"red": 2, "blue": 1, "locomotive": 1}


def test_what_is_drawn_is_written_into_the_history() -> None:
    game = Game("usa", 2, seed=1, first=0)
    for seat in game.seats:
        game.play(game.legal_moves_of(seat)[-1], seat)
    hand = game.hand("Ada")
    game.play("draw deck")
    (card,) = game.history[-1].drawn
    assert game.hand("Ada") == {**hand, card: hand.get(card, 0) + 1}
    assert [played.begins for played in game.history] == [True, True, True]
    game.play("draw deck")
    assert not game.history[-1].begins
    game.play("draw tickets")
    assert game.history[-1].drawn == game.offered("Bruno")


def test_what_is_drawn_may_be_given() -> None:
    """For games played with real cards."""
    game = played(Setup("usa", (), 2), 3, moves=2)
    player = game.to_move
    assert player is not None
    hand = game.hand(player)
    game.play("draw deck", drawn=["locomotive"])
    game.play("draw deck", drawn=["purple"])
    assert game.hand(player)["locomotive"] == hand.get("locomotive", 0) + 1
    assert game.hand(player)["purple"] == hand.get("purple", 0) + 1
    wanted = game.position().tickets[5:8]
    game.play("draw tickets", drawn=wanted)
    assert game.history[-1].drawn == wanted


def test_drawing_what_is_not_there_is_refused() -> None:
    game = played(Setup("usa", (), 2), 3, moves=2)
    before = state_bytes(game)
    held = game.tickets("Ada")[0]
    with pytest.raises(ValueError, match=f"ticket '{held}' is not in the deck"):
        game.play("draw tickets", drawn=[held])
    with pytest.raises(UnknownName, match="no colour 'mauve'"):
        game.play("draw deck", drawn=["mauve"])
    with pytest.raises(ValueError, match="at most"):
        game.play("draw deck", drawn=["red"] * 65)
    assert state_bytes(game) == before


def test_a_refused_move_does_not_make_a_game_one_of_real_cards() -> None:
    """Else a slip at the keyboard would cost the record its seed."""
    game = played(Setup("usa", (), 2), 3, moves=2)
    with pytest.raises(IllegalMove):
        game.play("pass", drawn=["red"])
    assert not game.real_cards
    game.play("draw deck", drawn=["red"])
    assert game.real_cards


def test_stopping_early_scores_what_is_there() -> None:
    game = played(Setup("europe", (), 3), 4, moves=80)
    while game.phase != "turn":
        game.undo()
    expected = game.result()
    game.finish()
    assert game.finished
    assert game.result() == expected
    assert game.winners == expected.winners != ()
    assert (game.to_move, game.undecided, list(game.legal_moves)) == (None, (), [])
    for move in ("draw deck", "finish", "pass"):
        with pytest.raises(IllegalMove) as refused:
            game.play(move)
        assert refused.value.rule == "E5"


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_stopping_is_possible_at_any_moment(table: Setup) -> None:
    for game in some_moments(table):
        if game.finished:
            continue
        assert Finish() not in game.legal_moves
        assert game.winners == ()
        before = state_bytes(game)
        game.finish()
        assert game.finished and game.winners
        assert isinstance(game.history[-1].move, Finish)
        game.undo()
        assert state_bytes(game) == before


def test_same_seed_same_game_and_another_seed_another() -> None:
    games = [Game("old-west", 4, seed=seed) for seed in (9, 9, 10)]
    assert state_bytes(games[0]) == state_bytes(games[1]) != state_bytes(games[2])
    assert Game("usa", 2, seed=-1).seed == -1
    assert state_bytes(Game("usa", 2, seed=2**64 - 1)) == state_bytes(Game("usa", 2, seed=-1))
    assert Game("usa").seed != Game("usa").seed, "without a seed, chance has one"


def test_a_long_seed_is_none_of_the_short_ones() -> None:
    dealt = [state_bytes(Game("usa", 2, seed=seed)) for seed in (5, 5 << 64, 2**64 + 5, 2**128 - 1, 2**128 - 1)]
    assert len(set(dealt)) == 4 and dealt[-1] == dealt[-2]
    assert Game("usa").seed >= 2**64, "chance has long ones"


def test_who_starts_is_named_or_left_to_chance() -> None:
    for first in (2, "Carla"):
        game = Game("usa", 4, seed=1, first=first)
        assert game.first == "Carla"
        for seat in game.seats:
            game.play(game.legal_moves_of(seat)[0], seat)
        assert game.to_move == "Carla"
    assert {Game("usa", 3, seed=seed).first for seed in range(30)} == {"Ada", "Bruno", "Carla"}


def test_boards_come_by_name_by_file_or_ready_made() -> None:
    assert Game(boards.load("europe"), 2, seed=1).board_name == "europe"
    assert Game("italy-advanced", 2, seed=1).board.ruleset == "advanced"
    assert Game("old-west", 2, seed=1, variants=["alvin"]).alvin == ("roswell", None)
    assert Game("old-west", 2, seed=1).alvin is None


def test_people_have_names() -> None:
    assert Game("usa", 3, seed=1).seats == ("Ada", "Bruno", "Carla")
    game = Game("usa", ["Zoë", "Dr. No"], seed=1)
    assert game.seats == ("Zoë", "Dr. No")
    assert game.hand("Zoë") == game.hand(0)
    for seat, told in (("Ada", "no player 'Ada'"), (2, "no seat 2: seats are numbered 0 to 1"), (-1, "no seat -1")):
        with pytest.raises(UnknownName, match=told):
            game.hand(seat)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"board": "atlantis"}, "no board 'atlantis'.*choose usa, europe"),
        ({"board": "europ"}, "did you mean 'europe'"),
        ({"board": "italy"}, "did you mean 'italy-basic' or 'italy-advanced'"),
        ({"board": "nowhere.toml"}, "nowhere.toml.*cannot be read"),
        ({"seats": 1}, "usa is for 2 to 5 players, not 1"),
        ({"seats": 6}, "usa is for 2 to 5 players, not 6"),
        ({"seats": 99}, "usa is for 2 to 5 players, not 99"),
        ({"seats": 0}, "usa is for 2 to 5 players, not 0"),
        ({"seats": -1}, "usa is for 2 to 5 players, not -1"),
        ({"seats": []}, "usa is for 2 to 5 players, not 0"),
        ({"board": "new-york", "seats": 5}, "new-york is for 2 to 4 players, not 5"),
        ({"seats": ["Ada", "Ada"]}, "two players have the same name: Ada, Ada"),
        ({"variants": ["alvin"]}, r"usa has no variant 'alvin' \(it has: nothing\)"),
        ({"board": "old-west", "variants": ["alien"]}, r"no variant 'alien' \(it has: alvin\)"),
        ({"first": "Zoe"}, "no player 'Zoe'"),
        ({"first": 2}, "no seat 2: seats are numbered 0 to 1"),
        ({"first": -1}, "no seat -1"),
        ({"seed": 2**128}, "a seed has at most 128 bits"),
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_told(arguments: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Game(**{"board": "usa", "seats": 2, "seed": 1, **arguments})  # type: ignore[arg-type]


def test_one_name_is_no_list_of_names() -> None:
    with pytest.raises((TypeError, ValueError), match="name"):
        Game("usa", "Ada", seed=1)
