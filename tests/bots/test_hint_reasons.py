"""A hint's reasons are facts: each is stated where it holds, and never where it does not."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from carrozza.bots.hints import reasons as why
from carrozza.bots.hints.alternatives import Situation
from carrozza.bots.hints.finding import find_reasons
from carrozza.bots.hints.reasons import Reason
from carrozza.bots.hints.wording import Wording
from carrozza.game import Game, parse_move
from carrozza.game.moves import Keep, Start
from carrozza.kernel.claims import take_route
from carrozza.words import languages
from carrozza.words.catalogue import catalogue
from tests.bots.hint_truth import Truth
from tests.playing import Dice, choose
from tests.samples import samples
from tests.setups import FULL_SETUPS, Setup

KINDS = {kind.kind: kind for kind in Reason.__subclasses__()}
Given = dict[str, Iterable[str]]


def table(board: str = "usa", seats: int = 2, tickets: Iterable[str] = (), variants: tuple[str, ...] = ()) -> Game:
    """A game in which it is Ada's turn, who holds these tickets and no cards."""
    game = Game(board, seats, seed=1, first=0, variants=variants)
    while game.phase in ("opening", "start"):
        game.play(Keep(game.offered(game.to_move or "")) if game.phase == "opening" else game.legal_moves[0])
    game.state.tickets[0] = np.uint64(sum(1 << game.names.ticket_number(ticket) for ticket in tickets))
    game.state.hand[0] = 0
    return game


def give(game: Game, seat: int, *routes: str) -> Game:
    for route in routes:
        take_route(game.names.compiled, game.state, seat, game.names.route_number(route))
    return game


def hold(game: Game, **cards: int) -> Game:
    for kind, number in cards.items():
        game.state.hand[0, game.names.kind_number(kind)] = number
    return game


def row(game: Game, *cards: str) -> Game:
    game.state.row[:] = 0
    for card in cards:
        game.state.row[game.names.kind_number(card)] += 1
    return game


def reasons(game: Game, move: str) -> list[Reason]:
    """What speaks for a move of Ada's; every reason is checked by other means, and can be said in every language."""
    view = game.view("Ada")
    found = find_reasons(Situation(view), parse_move(move))
    for reason in found:
        assert Truth(view).holds(parse_move(move), reason), reason
        assert all("{" not in Wording(game.board, language).reason(reason) for language in languages())
    return found


def around(game: Game, city: str, *but: str) -> list[str]:
    return [route.id for route in game.board.routes if city in route.ends and route.id not in but]


def test_a_route_that_completes_a_ticket() -> None:
    game = hold(give(table(tickets=["denver-el-paso"]), 0, "denver-santa-fe"), red=2)
    assert reasons(game, "claim el-paso-santa-fe 2 red")[0] == why.Completes(("denver-el-paso",))
    said = Wording(game.board).reason(why.Completes(("denver-el-paso",)))
    assert said == "It completes your ticket Denver–El Paso."
    game = hold(table(tickets=["denver-el-paso"]), red=2)
    assert not any(isinstance(one, why.Completes) for one in reasons(game, "claim el-paso-santa-fe 2 red"))


def test_the_last_way_into_a_city_that_tickets_need() -> None:
    game = table(tickets=["boston-miami", "dallas-new-york"])
    give(game, 1, *around(game, "miami", "charleston-miami"))
    hold(game, purple=4)
    found = reasons(game, "claim charleston-miami 4 purple")
    assert found[0] == why.LastWayInto("miami", ("boston-miami",))
    said = Wording(game.board, "it").reason(found[0])
    assert said == "È l'ultima via libera per Miami, e serve al tuo biglietto Boston–Miami."


@pytest.mark.parametrize("other", [0, None])
def test_it_is_not_the_last_way_with_a_route_there_or_another_free(other: int | None) -> None:
    game = table(tickets=["boston-miami"])
    rest = around(game, "miami", "charleston-miami", "atlanta-miami")
    give(game, 1, *rest)
    if other is not None:
        give(game, other, "atlanta-miami")
    found = reasons(hold(game, purple=4), "claim charleston-miami 4 purple")
    assert not any(isinstance(one, why.LastWayInto) for one in found)


def test_two_tickets_are_named_together() -> None:
    reason = why.LastWayInto("denver", ("denver-el-paso", "denver-pittsburgh"))
    words = Wording(table().board)
    assert words.reason(reason) == (
        "It is the last free way into Denver, and 2 of your tickets need it: Denver–El Paso and Denver–Pittsburgh."
    )


def test_the_only_way_left_goes_through_a_route_far_from_the_ends() -> None:
    game = table(tickets=["vancouver-santa-fe"])
    west = ("calgary-vancouver", "seattle-vancouver-1", "seattle-vancouver-2")
    give(game, 0, "seattle-vancouver-1")
    rest = [r for r in around(game, "seattle", "helena-seattle", *west) if game.owner(r) is None]
    give(game, 1, *rest, "calgary-vancouver")
    found = reasons(hold(game, yellow=6), "claim helena-seattle 6 yellow")
    assert why.OnlyWay(("vancouver-santa-fe",)) in found


def test_a_detour_that_threatens() -> None:
    game = hold(table(tickets=["denver-el-paso"]), red=2)
    detour = next(one for one in reasons(game, "claim el-paso-santa-fe 2 red") if isinstance(one, why.Detour))
    assert detour.ticket == "denver-el-paso"
    give(game, 1, "el-paso-santa-fe")
    assert Situation(game.view("Ada")).ways.trains_to_go("denver-el-paso") == 4 + detour.trains


def test_a_route_on_the_way_and_one_that_is_not() -> None:
    game = hold(table(tickets=["denver-el-paso"]), red=4)
    assert why.OnTheWay(("denver-el-paso",)) in reasons(game, "claim el-paso-santa-fe 2 red")
    assert not any(isinstance(one, why.OnTheWay) for one in reasons(game, "claim calgary-seattle 4 red"))


def test_a_double_that_is_half_taken() -> None:
    game = hold(give(table(seats=4), 1, "denver-salt-lake-city-red"), yellow=3)
    assert reasons(game, "claim denver-salt-lake-city-yellow 3 yellow")[1:2] == [
        why.HalfTaken("denver-salt-lake-city-yellow", "Bruno")
    ]
    game = hold(table(seats=4), yellow=3)
    found = reasons(game, "claim denver-salt-lake-city-yellow 3 yellow")
    assert not any(isinstance(one, why.HalfTaken) for one in found)


def test_rivals_at_the_ends() -> None:
    game = hold(give(table(tickets=["denver-el-paso"]), 1, "dallas-el-paso"), red=2)
    assert why.RivalAtEnd("Bruno", "el-paso") in reasons(game, "claim el-paso-santa-fe 2 red")
    give(game, 1, "phoenix-santa-fe")
    found = reasons(game, "claim el-paso-santa-fe 2 red")
    assert why.RivalAtBothEnds("Bruno", ("el-paso", "santa-fe")) in found
    game.state.trains[1] = 1
    assert not any(
        isinstance(one, why.RivalAtEnd | why.RivalAtBothEnds) for one in reasons(game, "claim el-paso-santa-fe 2 red")
    )


def test_points_speak_for_a_route_that_serves_no_ticket() -> None:
    game = hold(table(), red=6)
    assert reasons(game, "claim calgary-seattle 4 red")[0] == why.RoutePoints(7, 4)
    assert Wording(game.board).reason(why.RoutePoints(7, 4)) == "It scores 7 points at once, for 4 trains."


def test_the_end_of_the_game() -> None:
    game = hold(table(), red=4)
    assert not reasons(game, "claim calgary-seattle 4 red")[1:]
    game.state.trains[0] = 5
    assert why.BeginsLastRound(1) in reasons(game, "claim calgary-seattle 4 red")
    game.state.trains[1] = 4
    assert why.EndNear("Bruno", 4) in reasons(game, "claim calgary-seattle 4 red")
    game.state.turns_left = 2
    found = reasons(game, "claim calgary-seattle 4 red")
    assert why.LastTurn() in found
    assert not any(isinstance(one, why.EndNear | why.BeginsLastRound) for one in found)


def nearly_in_miami() -> Game:
    """Of Ada's way from Los Angeles to Miami six red cards are missing."""
    routes = ("el-paso-los-angeles", "el-paso-houston", "houston-new-orleans")
    return give(table(tickets=["los-angeles-miami"]), 0, *routes)


def test_cards_for_a_route_that_a_ticket_needs() -> None:
    game = nearly_in_miami()
    row(hold(game, red=4), "red", "white", "green", "green", "green")
    assert why.CardFor("red", "miami-new-orleans", 4, 6, 15, ("los-angeles-miami",)) in reasons(game, "draw red")
    hold(game, red=5)
    last = why.LastCardFor("red", "miami-new-orleans", 15, ("los-angeles-miami",))
    assert last in reasons(game, "draw red")
    assert not any(isinstance(one, why.CardFor) and one.tickets for one in reasons(game, "draw white"))
    said = Wording(game.board).reason(last)
    assert said == (
        "It is the last card you need for Miami–New Orleans, on the shortest way for your ticket Los Angeles–Miami."
    )


def test_a_row_without_use_and_one_with() -> None:
    game = nearly_in_miami()
    useless = reasons(row(hold(game, red=4), "white", "white", "green", "green", "green"), "draw deck")
    assert useless[:2] == [why.NothingInRow(), why.CardsMissing("miami-new-orleans", 2, ("los-angeles-miami",))]
    assert why.NothingInRow() not in reasons(row(game, "red", "white", "green", "green", "green"), "draw deck")


def test_a_route_that_can_wait() -> None:
    game = nearly_in_miami()
    hold(row(game, "red", "white", "green", "green", "green"), red=6)
    waits = why.CanWait("miami-new-orleans", ("los-angeles-miami",))
    assert waits in reasons(game, "draw deck")
    give(game, 1, "charleston-miami")
    assert waits not in reasons(game, "draw deck")


def test_tickets_when_all_are_completed() -> None:
    game = give(table(tickets=["denver-el-paso"]), 0, "denver-santa-fe", "el-paso-santa-fe")
    assert reasons(game, "draw tickets") == [why.AllCompleted(1), why.TrainsLeft(41, 45)]
    assert reasons(table(tickets=["denver-el-paso"]), "draw tickets") == [why.TrainsLeft(45, 45)]


def test_every_reason_has_its_words_and_every_word_its_reason() -> None:
    variants = {"_points", "_any"}
    said = {key.removeprefix("hint.reason.") for key in catalogue("en") if key.startswith("hint.reason.")}
    plain = {key for key in said if not any(key.endswith(end) for end in variants) or key in KINDS}
    assert plain - {"no_free_routes_at"} == set(KINDS)


@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_all_that_is_said_of_any_move_is_true(setup: Setup) -> None:
    """Of every legal move in positions of games at random, by plain walks over the board."""
    stated: Counter[str] = Counter()
    game, dice = setup.game(seed=5), Dice(7)
    every = 12 if samples(10) == 10 else 60
    while not game.finished:
        if len(game.history) % every == 0 or game.phase in ("tunnel", "marker", "move_alvin", "tickets_drawn"):
            stated += _checked(game)
        game.play(choose(game, dice))
    assert len(stated) >= 5


def _checked(game: Game) -> Counter[str]:
    view = game.view(game.to_move)
    situation, truth, words = Situation(view), Truth(view), Wording(game.board)
    found: Counter[str] = Counter()
    moves = {" ".join(str(move).split()[:2]): move for move in view.legal_moves}
    for move in moves.values():
        for reason in find_reasons(situation, move):
            assert truth.holds(move, reason), f"{move}: {reason}"
            assert words.reason(reason)
            found[reason.kind] += 1
    return found


def test_a_start_city() -> None:
    game = Game("old-west", 3, seed=2)
    while game.phase == "opening":
        game.play(Keep(game.offered(game.to_move or "")))
    view = game.view(game.to_move)
    for move in view.legal_moves.of_kind(Start):
        assert all(Truth(view).holds(move, reason) for reason in find_reasons(Situation(view), move))


def test_the_documentation_lists_every_reason() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hints.md").read_text(encoding="utf-8")
    rows = [f"| `{name}` | {' '.join((kind.__doc__ or '').split())} |" for name, kind in KINDS.items()]
    assert [row for row in rows if row not in page] == []
