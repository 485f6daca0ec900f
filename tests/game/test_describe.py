"""Positions and moves in sentences: they tell what the reader may know, all of it, and nothing else."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from carrozza.game import Game
from carrozza.game.moves import Draw, DrawTickets, Finish, Keep, PlayedMove, parse_move
from carrozza.game.position import PHASES
from carrozza.game.sentences.description import describe, describe_move, route_name, ticket_in_words, ticket_name
from carrozza.kernel.imagine import imagine
from carrozza.words import languages, say
from tests.playing import Dice, choose, played
from tests.setups import FULL_SETUPS, Setup

EVERY = 40
"""Every so many moves of a game are looked at, beside those that come up seldom."""
SELDOM = ("tunnel", "tickets_drawn", "move_alvin", "marker", "start")

everywhere = pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
spoken = pytest.mark.parametrize("language", languages())


@cache
def moments(table: Setup) -> tuple[Game, ...]:
    """One game at many moments, its opening and its end among them."""
    dice, game, seen = Dice(5), table.game(5), []
    shown = dict.fromkeys(SELDOM, 0)
    while not game.finished:
        if game.phase in SELDOM:
            shown[game.phase] += 1
        if shown.get(game.phase, 99) < 3 or len(game.history) % EVERY == 0 or game.last_turns == 1:
            seen.append(game.copy())
        game.play(choose(game, dice))
    return (*seen, game)


def viewers(game: Game) -> tuple[str | None, ...]:
    return (*game.seats, None)


def twin_of(game: Game, viewer: str | None) -> Game:
    """A game that could be this one for all that this viewer knows."""
    twin = game.copy()
    twin.state = imagine(game.names.compiled, game.view(viewer).state, 1)
    return twin


@everywhere
@spoken
def test_what_the_viewer_cannot_know_makes_no_difference(table: Setup, language: str) -> None:
    differ = 0
    for game in moments(table):
        for viewer in viewers(game):
            twin = twin_of(game, viewer)
            assert describe(twin.view(viewer), language) == describe(game.view(viewer), language)
            differ += describe(twin, language) != describe(game, language)
    assert differ > 20, "the twins must be different games"


@everywhere
@spoken
def test_the_whole_game_tells_every_hand_and_every_ticket(table: Setup, language: str) -> None:
    for game in moments(table):
        told = describe(game, language)
        for seat in game.seats:
            for ticket in (*game.tickets(seat), *game.offered(seat)):
                assert ticket_in_words(game.board, ticket, language) in told
            for kind, number in game.hand(seat).items():
                card = say(f"card.{kind}", language, number=number)
                assert re.search(rf"{re.escape(seat)}.*\b{number} {card}\b", told)


@everywhere
@spoken
def test_a_view_tells_the_own_hand_and_tickets_and_the_numbers_of_others(table: Setup, language: str) -> None:
    for game in moments(table)[::3]:
        for seat in game.seats:
            told = describe(game.view(seat), language).splitlines()
            own = [ticket_in_words(game.board, ticket, language) for ticket in game.tickets(seat)]
            assert all(any(ticket in line for line in told) for ticket in own)
            for other in game.seats:
                key = "describe.you" if other == seat else "describe.player"
                line = next(line for line in told if line.startswith(say(key, language, player=other, parts="")[:-1]))
                assert say("count.trains", language, number=game.trains(other)) in line
                assert say("count.cards", language, number=game.hand_size(other)) in line
                assert say("count.tickets", language, number=game.ticket_count(other)) in line


@everywhere
def test_what_lies_open_is_told_to_everybody(table: Setup) -> None:
    for game in moments(table):
        for viewer in viewers(game):
            told = describe(game.view(viewer))
            for route in (route for seat in game.seats for route in game.routes(seat)):
                assert route_name(game.board, route) in told
            assert f"In the deck: {say('count.cards', number=game.deck_size)}. Discarded: " in told
            assert ("The row is empty." in told) == (not game.row)


def test_every_moment_says_whose_turn_it_is_and_what_is_asked() -> None:
    met = set()
    for game in (game for table in FULL_SETUPS for game in moments(table)):
        met.add(game.phase)
        if game.phase == "opening":
            assert f"Still choosing opening tickets: {', '.join(game.undecided)}." in describe(game.view())
        elif game.to_move is not None:
            assert f"It is {game.to_move}'s turn.\n{game.to_move} has to decide: " in describe(game.view())
            assert "It is your turn.\n" in describe(game.view(game.to_move))
        else:
            assert "The game is over." in describe(game.view())
    inside = {"pay_route", "pay_station", "pay_marker", "second"}
    assert met >= set(PHASES.values()) - inside


def test_a_tunnel_tells_what_was_laid_what_was_turned_and_what_it_costs() -> None:
    game = next(game for game in moments(FULL_SETUPS[1]) if game.phase == "tunnel")
    other = next(seat for seat in game.seats if seat != game.to_move)
    told = describe(game.view(other))
    assert f"For the tunnel {route_name(game.board, game.claimed_route or '')}, " in told
    assert "Turned for the tunnel: " in told
    assert say("expect.tunnel", number=game.due) in told


def test_drawn_tickets_are_counted_for_others_and_named_for_their_owner() -> None:
    game = next(game for game in moments(FULL_SETUPS[0]) if game.phase == "tickets_drawn")
    owner = game.to_move or ""
    other = next(seat for seat in game.seats if seat != owner)
    named = ticket_in_words(game.board, game.offered(owner)[0])
    assert f"You choose among these tickets: {named}" in describe(game.view(owner))
    assert f"{owner} has drawn 3 tickets." in describe(game.view(other))
    assert named not in describe(game.view(other))


def test_opening_choices_are_secret_even_in_their_number() -> None:
    kept = Game("usa", 3, seed=1), Game("usa", 3, seed=1)
    for game, number in zip(kept, (2, 3), strict=True):
        game.play(Keep(game.offered("Ada")[:number]), "Ada")
    assert describe(kept[0].view("Bruno")) == describe(kept[1].view("Bruno"))
    assert describe(kept[0].view("Ada")) != describe(kept[1].view("Ada"))
    assert "You have chosen to keep: " in describe(kept[0].view("Ada"))
    first, second = (describe_move(game.history[0], game.board, "Bruno") for game in kept)
    assert first == second == "Ada has chosen the opening tickets."


def test_the_last_round_is_announced() -> None:
    game = next(game for game in moments(FULL_SETUPS[0]) if game.last_turns == 1)
    assert "This is the last round: 1 turn is left." in describe(game.view())
    assert "È l'ultimo giro: resta 1 turno." in describe(game.view(), "it")


def test_alvin_is_told_free_and_held() -> None:
    games = moments(FULL_SETUPS[-1])
    assert "Alvin is in Roswell, and nobody holds him." in describe(games[0].view())
    held = next(game for game in games if game.alvin and game.alvin[1])
    assert f"{held.alvin and held.alvin[1]} holds him." in describe(held.view())


def test_new_york_keeps_its_points_to_the_end() -> None:
    games = moments(next(table for table in FULL_SETUPS if table.board == "new-york"))
    counts = re.compile(r"^[A-Z]\w+: -?\d+ points?, ", re.MULTILINE)
    for game in games[:-1]:
        assert "Points are shown at the end." in describe(game.view("Ada"))
        assert not counts.search(describe(game.view("Ada")))
    usa = moments(FULL_SETUPS[0])
    assert counts.search(describe(usa[0].view("Ada")))


@everywhere
def test_the_end_tells_scores_and_winners(table: Setup) -> None:
    game = moments(table)[-1]
    told = describe(game)
    for name, score in game.scores().items():
        assert f"{name}: {say('count.points', number=score.total)} in all. Routes {score.routes}, Tickets " in told
    assert all(winner in told.split("in all.")[-1] for winner in game.winners)
    assert describe(game.view("Ada"), result=game.result()).startswith("\n".join(told.splitlines()[:4]))
    assert "in all" not in describe(game.view("Ada")), "a view alone does not know the others' tickets"


def test_a_shared_victory_names_everybody() -> None:
    game = Game("usa", 2, seed=1)
    game.finish()
    assert "The victory is shared by Ada, Bruno." in describe(game)


def test_a_player_who_can_only_pass_is_told_so_and_nobody_else() -> None:
    game = Game("new-york", 2, seed=1)
    while game.phase == "opening":
        game.play(game.legal_moves[-1])
    game.state.deck_size = game.state.discard_size = game.state.ticket_deck_size = 0
    game.state.hand[:] = 0
    mover = game.to_move or ""
    other = next(seat for seat in game.seats if seat != mover)
    assert "Nothing can be done: pass." in describe(game.view(mover))
    assert "Nothing can be done: pass." not in describe(game.view(other))


def test_a_position_reads_like_this() -> None:
    game = Game("europe", ["Ada", "Bruno"], seed=1, first="Ada")
    game.play(Keep(game.offered("Ada")[:2]))
    game.play(Keep(game.offered("Bruno")[:3]))
    tickets = ", ".join(ticket_in_words(game.board, ticket) for ticket in game.tickets("Ada"))
    assert describe(game.view("Ada")) == "\n".join(
        (
            "Europe, 2 players.",
            "It is your turn.",
            "Draw train cards, claim a route, draw tickets or build a station.",
            f"In the row: {row_of(game)}.",
            "In the deck: 97 cards. Discarded: 0 cards.",
            "In the ticket deck: 34 tickets.",
            "You, Ada: 0 points, 45 trains, 4 cards, 2 tickets, 3 stations left.",
            f"In your hand: {', '.join(f'{number} {kind}' for kind, number in game.hand('Ada').items())}.",
            f"Your tickets still to complete: {tickets}.",
            "Bruno: 0 points, 45 trains, 4 cards, 3 tickets, 3 stations left.",
        )
    )


def row_of(game: Game) -> str:
    kinds = dict.fromkeys(game.row)
    counted = (f"{game.row.count(kind)} {say(f'card.{kind}', number=game.row.count(kind))}" for kind in kinds)
    return ", ".join(counted)


def test_a_station_makes_a_ticket_done() -> None:
    """B5: as things stand, with the best use of the stations."""
    game = Game("europe", ["Ada", "Bruno"], seed=1)
    while game.phase == "opening":
        game.play(game.legal_moves[-1])
    names = game.names
    ticket = game.board.tickets[names.ticket_number("athina-angora")]
    game.state.tickets[0] = np.uint64(1 << names.ticket_number(ticket.id))
    told = ticket_in_words(game.board, ticket.id)
    assert f"Your tickets still to complete: {told}." in describe(game.view("Ada"))
    own, borrowed = (game.board.route_index[route] for route in ("angora-smyrna", "athina-smyrna"))
    game.state.owned[0, own // 64] |= np.uint64(1 << own % 64)
    game.state.owned[1, borrowed // 64] |= np.uint64(1 << borrowed % 64)
    assert f"Your tickets still to complete: {told}." in describe(game.view("Ada"))
    game.state.stations[0] = np.uint64(1 << names.city_number("smyrna"))
    assert f"Your completed tickets: {told}." in describe(game.view("Ada"))


def hidden_variants(played: PlayedMove, game: Game) -> Iterator[PlayedMove]:
    """The same move with something else behind it that only its player sees."""
    tickets = [ticket.id for ticket in game.board.tickets]
    match played.move:
        case Draw("deck"):
            yield from (replace(played, drawn=(kind,)) for kind in game.names.kinds)
        case DrawTickets():
            yield replace(played, drawn=tuple(tickets[: len(played.drawn)]))
        case Keep(kept):
            yield replace(played, move=Keep(tuple(tickets[: len(kept)])))
            if played.begins:
                yield replace(played, move=Keep(tuple(tickets[:1])))


@everywhere
@spoken
def test_moves_tell_others_nothing_hidden(table: Setup, language: str) -> None:
    game = moments(table)[-1]
    seen = 0
    for move in game.history:
        for variant in hidden_variants(move, game):
            for viewer in viewers(game):
                same = describe_move(variant, game.board, viewer, language) == describe_move(
                    move, game.board, viewer, language
                )
                changed = (variant.move, variant.drawn) != (move.move, move.drawn)
                assert same == (viewer != move.player or not changed)
                seen += 1
    assert seen > 100


@everywhere
@spoken
def test_every_move_has_its_sentence(table: Setup, language: str) -> None:
    game = moments(table)[-1]
    for move in game.history:
        for viewer in (None, move.player):
            told = describe_move(move, game.board, viewer, language)
            assert told.startswith(move.player) and told.endswith(".")


EUROPE = (
    ("claim dieppe-paris 1 purple", (), "Ada claims Dieppe–Paris with 1 purple."),
    ("claim madrid-pamplona-white 3 white", ("red", "blue", "black"),
     "Ada claims the tunnel Madrid–Pamplona (white) with 3 white. "
     "Turned: 1 black, 1 blue, 1 red. Nothing more to pay."),
    ("claim madrid-pamplona-white 2 white 1 locomotive", ("white", "locomotive", "black"),
     "Ada lays 2 white, 1 locomotive for the tunnel Madrid–Pamplona (white). "
     "Turned: 1 black, 1 white, 1 locomotive. It costs 2 more cards."),
    ("claim madrid-pamplona-white 3 locomotive", ("white", "locomotive", "black"),
     "Ada lays 3 locomotives for the tunnel Madrid–Pamplona (white). "
     "Turned: 1 black, 1 white, 1 locomotive. It costs 1 more card."),
    ("claim madrid-pamplona-white 3 white", (), "Ada claims Madrid–Pamplona (white) with 3 white."),
    ("pay 1 white", (), "Ada pays 1 white more and takes the tunnel."),
    ("decline", (), "Ada declines and takes the cards back from the tunnel."),
    ("draw locomotive", ("red",), "Ada takes one locomotive card from the row."),
    ("draw deck", ("red",), "Ada draws a card blind."),
    ("draw tickets", ("athina-angora", "athina-wilno"), "Ada draws 2 tickets."),
    ("station paris 2 red", (), "Ada builds a station in Paris with 2 red."),
    ("pass", (), "Ada passes."),
    ("finish", (), "The game is stopped here and scored."),
)  # fmt: skip


@pytest.mark.parametrize(("move", "drawn", "told"), EUROPE)
def test_moves_read_like_this(move: str, drawn: tuple[str, ...], told: str) -> None:
    board = Game("europe").board
    assert describe_move(PlayedMove("Ada", parse_move(move), drawn), board) == told


def test_the_player_reads_more() -> None:
    board = Game("europe").board
    ticket = ticket_in_words(board, "athina-angora")
    keep, draw = Keep(("athina-angora",)), Draw("deck")
    assert describe_move(PlayedMove("Ada", draw, ("red",)), board, "Ada") == "Ada draws one red card blind."
    assert (
        describe_move(PlayedMove("Ada", draw, ("red",)), board, "Ada", "it") == "Ada pesca alla cieca una carta rossa."
    )
    assert describe_move(PlayedMove("Ada", keep, begins=False), board, "Ada") == f"Ada keeps {ticket}."
    assert describe_move(PlayedMove("Ada", keep, begins=False), board, "Bruno") == "Ada keeps 1 ticket."
    assert describe_move(PlayedMove("Ada", keep), board, "Ada") == f"Ada keeps the opening tickets {ticket}."
    drawn = PlayedMove("Ada", DrawTickets(), ("athina-angora",))
    assert describe_move(drawn, board, "Ada") == f"Ada draws the tickets {ticket}."
    assert describe_move(PlayedMove("Ada", Finish()), board, "Ada", "it").startswith("La partita si ferma")


def test_old_west_moves_read_like_this() -> None:
    board = Game("old-west").board
    moves = ("start denver", "marker denver 2 red", "no marker", "alvin denver")
    assert [describe_move(PlayedMove("Ada", parse_move(move)), board) for move in moves] == [
        "Ada starts in Denver.",
        "Ada puts a marker on Denver with 2 red.",
        "Ada puts no marker down.",
        "Ada catches Alvin and moves him to Denver.",
    ]


def test_an_italy_tunnel_turns_as_many_as_it_has_symbols_and_none_on_the_basic_board() -> None:
    advanced, basic = Game("italy-advanced").board, Game("italy-basic").board
    route = next(route for route in advanced.routes if route.tunnel == 1)
    move = parse_move(f"claim {route.id} {route.length} red")
    drawn = PlayedMove("Ada", move, ("red", "blue"))
    assert "Turned: 1 red. It costs 1 more card." in describe_move(drawn, advanced)
    assert "Turned" not in describe_move(drawn, basic)


def test_names_of_tickets_and_parallel_routes() -> None:
    board = played(FULL_SETUPS[1], 1, 0).board
    assert ticket_name(board, "athina-angora") == "Athina–Angora"
    assert route_name(board, "madrid-pamplona-white", "it") == "Madrid–Pamplona (bianca)"
    assert route_name(board, "dieppe-paris") == "Dieppe–Paris"
