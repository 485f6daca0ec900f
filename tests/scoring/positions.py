"""Random ends of games with stations, and what must hold of their scoring."""

from random import Random

from carrozza import boards
from tests.scoring.exhaustive import Link, best_borrowing, completed, leads, links, reached, shortest, ticket_total
from tests.scoring.finished_games import FinishedGame
from tests.scoring.networks import may_add


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

    def aim_tickets(self, random: Random) -> None:
        """Put other tickets in their place: such as the stations may complete, though hardly all at once."""
        pairs: dict[tuple[str, str], int] = {}
        for seat in range(len(self.routes)):
            offered = [link for link in self._others(seat) if {*link[:2]} & {*self.stations[seat]}]
            within_reach = self._links(seat) + offered
            cities = sorted({city for link in within_reach for city in link[:2]})
            for city in random.choices(cities, k=7 if cities else 0):
                there = random.choice(sorted(reached(city, within_reach)))
                if city < there and len(pairs) < 64:
                    pairs.setdefault((city, there), seat)
        made = {
            boards.Ticket(id=f"t{number}", a=a, b=b, points=random.randint(1, 9)): seat
            for number, ((a, b), seat) in enumerate(pairs.items())
        }
        parts = {name: getattr(self.board, name) for name in boards.Board.model_fields}
        self.board = boards.Board.model_validate({**parts, "tickets": tuple(made)})
        self.tickets = [[ticket for ticket in made if made[ticket] == seat] for seat in range(len(self.routes))]

    def _links(self, seat: int) -> list[Link]:
        return links(self.board.routes[number] for number in self.routes[seat])

    def _others(self, seat: int) -> list[Link]:
        return [link for other in range(len(self.routes)) if other != seat for link in self._links(other)]

    def _deal_routes(self, random: Random, rounds: int) -> None:
        """In turn, to each seat one that continues its network."""
        free = random.sample(range(len(self.board.routes)), len(self.board.routes))
        for _ in range(rounds):
            for seat, held in enumerate(self.routes):
                chosen = self._continuing(seat, free)
                if chosen is not None:
                    held.append(chosen)
                    free.remove(chosen)

    def _continuing(self, seat: int, free: list[int]) -> int | None:
        cities = self._cities(seat)
        beside = (number for number in free if not cities or self.board.routes[number].ends & cities)
        held = self.routes[seat]
        return next((number for number in beside if may_add(self.board, held, self.board.routes[number])), None)

    def laid_out(self, game: FinishedGame) -> FinishedGame:
        game.clear()
        for seat, numbers in enumerate(self.routes):
            game.route_numbers(seat, numbers)
            game.stations(seat, *self.stations[seat])
            game.tickets(seat, *(ticket.id for ticket in self.tickets[seat]))
        return game

    def _check_ways(self, game: FinishedGame, seat: int, borrowed: list[int]) -> None:
        """Each completed ticket has a shortest way over own routes; with those borrowed only where it needs them."""
        own = [self.board.routes[number] for number in self.routes[seat]]
        lent = [self.board.routes[number] for number in borrowed]
        for ticket, way in game.ways(seat).items():
            found = self.board.tickets[self.board.ticket_index[ticket]]
            assert leads(way, found.a, found.b)
            within = own if found.b in reached(found.a, links(own)) else [*own, *lent]
            assert {route.id for route in way} <= {route.id for route in within}
            assert sum(route.length for route in way) == shortest(links(within), found.a, found.b)

    def check(self, game: FinishedGame) -> int:
        """Every seat borrows what is best; returns how many routes are borrowed."""
        scores = self.laid_out(game).score()
        for seat, numbers in enumerate(self.routes):
            own, others = self._links(seat), self._others(seat)
            borrowed = [int(number) for number in scores.borrowed[seat]]
            used = [number for number in borrowed if number >= 0]
            done = game.completed(seat)
            assert done == completed(self.tickets[seat], own + links(self.board.routes[number] for number in used))
            assert scores.tickets[seat] == ticket_total(self.tickets[seat], done)
            best = best_borrowing(own, others, self.stations[seat], self.tickets[seat])
            assert (scores.tickets[seat], len(done), -len(used)) == best, (seat, self.stations[seat])
            rivals = {number for held in self.routes if held is not numbers for number in held}
            assert rivals.issuperset(used)
            for number, city in zip(borrowed, self.stations[seat], strict=False):
                assert number < 0 or city in self.board.routes[number].ends
            assert len(used) <= len(self.stations[seat])
            assert scores.stations[seat] == 4 * (3 - len(self.stations[seat]))
            self._check_ways(game, seat, used)
        return sum(int(number) >= 0 for seat in range(game.seats) for number in scores.borrowed[seat])
