"""B4-B6: what stations are worth, and which routes they borrow, against every choice there is."""

from random import Random

import pytest

from carrozza import boards
from tests.scoring.exhaustive import best_borrowing, completed, links, ticket_total
from tests.scoring.networks import made_up, may_add, random_board
from tests.scoring.tables import Table

BOARDS = ("europe", "italy-advanced")


class Position:
    """A random end of a game: routes, stations and tickets dealt out among the seats."""

    def __init__(self, board: boards.Board, random: Random, seats: int, routes: int) -> None:
        self.board = board
        self.routes: list[list[int]] = [[] for _ in range(seats)]
        self.stations: list[list[str]] = [[] for _ in range(seats)]
        self.tickets: list[list[boards.Ticket]] = [[] for _ in range(seats)]
        self._deal_routes(random, routes)
        self._deal_stations(random)
        self._deal_tickets(random)

    def _cities(self, seat: int) -> set[str]:
        return {city for number in self.routes[seat] for city in self.board.routes[number].ends}

    def _deal_stations(self, random: Random) -> None:
        """Mostly where the own network meets another."""
        order = [city.id for city in self.board.cities]
        free = set(order)
        for seat, built in enumerate(self.stations):
            others = {city for other in range(len(self.routes)) if other != seat for city in self._cities(other)}
            for _ in range(random.randint(0, 3)):
                near = free & (others & self._cities(seat) if random.random() < 0.7 else others)
                if near:
                    built.append(random.choice(sorted(near)))
                    free.remove(built[-1])
            built.sort(key=order.index)

    def _deal_tickets(self, random: Random) -> None:
        """Mostly such as begin in the own network."""
        free = random.sample(self.board.tickets, len(self.board.tickets))
        for seat, held in enumerate(self.tickets):
            cities = self._cities(seat)
            free.sort(key=lambda ticket: (ticket.a in cities) + (ticket.b in cities) + random.random(), reverse=True)
            many = min(random.randint(1, 10), len(free))
            held += free[:many]
            del free[:many]

    def _deal_routes(self, random: Random, rounds: int) -> None:
        """In turn, to each seat one that continues its network, where there is any."""
        free = random.sample(range(len(self.board.routes)), len(self.board.routes))
        for _ in range(rounds):
            for seat, held in enumerate(self.routes):
                cities = self._cities(seat)
                open_to = [number for number in free if may_add(self.board, held, self.board.routes[number])]
                beside = [number for number in open_to if self.board.routes[number].ends & cities]
                if open_to:
                    held.append((beside or open_to)[0])
                    free.remove(held[-1])

    def laid_out(self, table: Table) -> Table:
        table.clear()
        for seat, numbers in enumerate(self.routes):
            table.route_numbers(seat, numbers)
            table.stations(seat, *self.stations[seat])
            table.tickets(seat, *(ticket.id for ticket in self.tickets[seat]))
        return table

    def check(self, table: Table) -> int:
        """Every seat borrows what is best; returns how many routes are borrowed."""
        scores = self.laid_out(table).score()
        for seat, numbers in enumerate(self.routes):
            own = links(self.board.routes[number] for number in numbers)
            rivals = [number for other, held in enumerate(self.routes) if other != seat for number in held]
            others = links(self.board.routes[number] for number in rivals)
            borrowed = [int(number) for number in scores.borrowed[seat]]
            used = [number for number in borrowed if number >= 0]
            done = table.completed(seat)
            assert done == completed(self.tickets[seat], own + links(self.board.routes[number] for number in used))
            assert scores.tickets[seat] == ticket_total(self.tickets[seat], done)
            best = best_borrowing(own, others, self.stations[seat], self.tickets[seat])
            assert (scores.tickets[seat], len(done), -len(used)) == best, (seat, self.stations[seat])
            for number, city in zip(borrowed, [*self.stations[seat], None, None, None], strict=False):
                assert number < 0 or (number in rivals and city in self.board.routes[number].ends)
            assert scores.stations[seat] == 4 * (3 - len(self.stations[seat]))
        return sum(int(number) >= 0 for seat in range(table.seats) for number in scores.borrowed[seat])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("name", BOARDS)
def test_on_every_board_with_stations_no_choice_is_better(name: str, seats: int) -> None:
    random = Random(f"{name} {seats}")
    table = Table(name, seats)
    borrowed = [Position(table.board, random, seats, random.randint(5, 14)).check(table) for _ in range(600 // seats)]
    assert sum(borrowed) > 40, "stations must be of use in these positions"


@pytest.mark.parametrize("seed", range(20))
def test_on_small_dense_boards_no_choice_is_better(seed: int) -> None:
    random = Random(seed)
    for _ in range(15):
        board = random_board(random, stations=3)
        seats = random.randint(2, 5)
        position = Position(board, random, seats, random.randint(1, 6))
        position.check(Table(board, seats))


def half_way_to_budapest() -> Table:
    """Ada wants to go from Zurich to Budapest and has come as far as Wien; the last route is Bruno's."""
    table = Table("europe").tickets(0, "zurich-budapest").routes(0, "munchen-zurich", "munchen-wien")
    return table.routes(1, "budapest-wien-red")


def test_k5_another_players_route_does_not_complete_a_ticket() -> None:
    assert half_way_to_budapest().score().tickets[0] == -6


@pytest.mark.parametrize("city", ["wien", "budapest"])
def test_b5_a_station_at_either_end_borrows_the_route(city: str) -> None:
    table = half_way_to_budapest().stations(0, city)
    assert table.score().tickets[0] == 6
    assert table.borrowed(0) == ["budapest-wien-red"]


@pytest.mark.parametrize("city", ["zurich", "munchen", "zagrab"])
def test_b5_a_station_borrows_only_what_ends_in_its_city(city: str) -> None:
    table = half_way_to_budapest().stations(0, city)
    assert table.score().tickets[0] == -6
    assert table.borrowed(0) == []


def test_b5_a_free_route_cannot_be_borrowed() -> None:
    table = Table("europe").tickets(0, "zurich-budapest").routes(0, "munchen-zurich", "munchen-wien")
    assert table.stations(0, "wien").score().tickets[0] == -6


def test_b5_another_players_station_is_of_no_use() -> None:
    assert half_way_to_budapest().stations(1, "wien").score().tickets[0] == -6


def between_petrograd_and_sochi() -> Table:
    """Two tickets from Kyiv; the first route of either way is Bruno's."""
    table = Table("europe").tickets(0, "kyiv-petrograd", "kyiv-sochi")
    table.routes(0, "petrograd-wilno", "kharkov-rostov", "rostov-sochi")
    return table.routes(1, "kyiv-wilno", "kharkov-kyiv")


def test_b5_one_station_borrows_one_route_for_all_tickets() -> None:
    table = between_petrograd_and_sochi().stations(0, "kyiv")
    assert table.score().tickets[0] == 8 - 6
    assert table.borrowed(0) == ["kharkov-kyiv"]
    assert table.completed(0) == {"kyiv-sochi"}


def test_b5_two_stations_borrow_two_routes() -> None:
    table = between_petrograd_and_sochi().stations(0, "kyiv", "wilno")
    assert table.score().tickets[0] == 8 + 6
    assert sorted(table.borrowed(0)) == ["kharkov-kyiv", "kyiv-wilno"]


def test_b5_a_way_may_lead_over_borrowed_routes_alone() -> None:
    table = Table("europe", seats=3).tickets(0, "kyiv-petrograd").stations(0, "kyiv", "petrograd")
    table.routes(1, "kyiv-wilno").routes(2, "petrograd-wilno")
    assert table.score().tickets[0] == 6
    assert sorted(table.borrowed(0)) == ["kyiv-wilno", "petrograd-wilno"]


def test_b5_the_greater_total_goes_before_more_tickets() -> None:
    """One route leads to a ticket of 12, the other to two tickets of 5."""
    table = Table(made_up([(0, n, 1) for n in range(1, 5)], [(1, 3, 12), (1, 4, 5), (2, 4, 5)], stations=3))
    table.tickets(0, "t0", "t1", "t2").stations(0, "c0").routes(0, "r0", "r1").routes(1, "r2", "r3")
    assert table.score().tickets[0] == 12 - 5 - 5
    assert table.completed(0) == {"t0"}


def test_b5_on_equal_totals_the_most_tickets_are_completed() -> None:
    table = Table("europe").stations(0, "constantinople").tickets(0, "angora-kharkov", "sofia-smyrna", "athina-angora")
    table.routes(0, "angora-constantinople", "bucuresti-constantinople", "bucuresti-sofia", "athina-smyrna")
    table.routes(0, "kharkov-rostov", "rostov-sevastopol")
    table.routes(1, "constantinople-sevastopol", "constantinople-smyrna")
    assert table.score().tickets[0] == 5 + 5 - 10
    assert table.completed(0) == {"sofia-smyrna", "athina-angora"}


def test_b5_nothing_is_borrowed_in_vain() -> None:
    table = half_way_to_budapest().stations(0, "wien", "budapest", "london").routes(1, "dieppe-london-1")
    assert table.score().tickets[0] == 6
    assert table.borrowed(0) == ["budapest-wien-red"]


def test_b5_a_ticket_completed_without_help_borrows_nothing() -> None:
    table = half_way_to_budapest().routes(0, "budapest-wien-white").stations(0, "wien")
    assert table.score().tickets[0] == 6
    assert table.borrowed(0) == []


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("built", [0, 1, 2, 3])
def test_b4_each_station_left_is_worth_four_points(name: str, built: int) -> None:
    table = Table(name)
    table.stations(0, *(city.id for city in table.board.cities[:built]))
    scores = table.score()
    assert (scores.stations[0], scores.stations[1]) == (4 * (3 - built), 12)
    assert (scores.total[0], scores.total[1]) == (4 * (3 - built), 12)


@pytest.mark.parametrize("name", ["usa", "new-york", "italy-basic", "old-west"])
def test_b4_without_stations_in_play_there_is_nothing_to_be_left(name: str) -> None:
    assert list(Table(name).score().stations[:2]) == [0, 0]


def test_b6_a_borrowed_route_is_not_in_the_longest_path() -> None:
    table = half_way_to_budapest().stations(0, "wien")
    assert table.borrowed(0) == ["budapest-wien-red"]
    assert (table.longest_path(0), table.longest_path(1)) == (2 + 3, 1)
