"""The measures by which a board is compared with printed ones."""

from collections import Counter
from functools import cached_property
from itertools import combinations
from statistics import mean, median

from carrozza.boards.facts import Facts, facts
from carrozza.boards.model import GRAY, Board, Ticket
from carrozza.workshop.globe import Point, kilometres
from carrozza.workshop.network import Link, Network


class Survey:
    """One board, measured. Each measure is worked out when it is first asked for."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.network = Network(board)

    @cached_property
    def facts(self) -> Facts:
        return facts(self.board)

    # Names, as players read them

    def city_name(self, city: str) -> str:
        return self.board.cities[self.board.city_index[city]].name

    def pair_name(self, a: str, b: str) -> str:
        return f"{self.city_name(a)}–{self.city_name(b)}"

    def route_name(self, index: int) -> str:
        return self.pair_name(self.board.routes[index].a, self.board.routes[index].b)

    def ticket_name(self, index: int) -> str:
        return self.pair_name(self.board.tickets[index].a, self.board.tickets[index].b)

    # Colours

    @cached_property
    def spaces_of_color(self) -> dict[str, int]:
        """The spaces of each colour of the deck, gray left out."""
        return {row.color: row.spaces for row in self.facts.by_color if row.color != GRAY}

    @cached_property
    def mean_spaces(self) -> float:
        """The spaces that each colour would have if all had the same."""
        return mean(self.spaces_of_color.values())

    @property
    def color_shares(self) -> dict[str, float]:
        """The spaces of each colour as percent of the mean; nothing where every route is gray."""
        return {color: 100 * spaces / self.mean_spaces for color, spaces in self.spaces_of_color.items() if spaces}

    @property
    def color_lengths(self) -> dict[str, float]:
        """The mean length of each colour's routes as percent of that of all coloured ones."""
        rows = [row for row in self.facts.by_color if row.color != GRAY and row.routes]
        if not rows:
            return {}
        common = self.coloured_length
        return {row.color: 100 * row.spaces / row.routes / common for row in rows}

    @property
    def coloured_length(self) -> float:
        """The mean length of all routes that have a colour."""
        return mean(route.length for route in self.board.routes if route.color != GRAY)

    @property
    def gray_share(self) -> float:
        """The percent of all spaces that are gray."""
        return 100 * sum(row.spaces for row in self.facts.by_color if row.color == GRAY) / self.facts.spaces

    @property
    def routes_of_color_at(self) -> Counter[tuple[str, str]]:
        """How many routes of a colour meet at a city, by city and colour; gray is not counted."""
        return Counter((city, route.color) for route in self.board.routes if route.color != GRAY for city in route.ends)

    # Lengths

    @property
    def length_mean(self) -> float:
        return self.facts.spaces / self.facts.routes

    @property
    def commonest_length(self) -> tuple[int, float]:
        """The length that most routes have, and their percent of all routes."""
        row = max(self.facts.by_length, key=lambda row: row.routes)
        return row.length, 100 * row.routes / self.facts.routes

    # The network

    @property
    def neighbours_mean(self) -> float:
        """How many neighbours a city has on average."""
        return 2 * len(self.network.links) / self.facts.cities

    @property
    def dead_ends(self) -> tuple[str, ...]:
        """The cities with one neighbour."""
        return tuple(city for city, others in self.network.neighbours.items() if len(others) == 1)

    def lanes(self, link: Link) -> int:
        """The routes of a link that a full table may use: one, where doubles are closed for every number of players."""
        rules = self.board.rules
        return len(link.routes) if rules.max_seats > rules.single_until else 1

    @cached_property
    def crowding(self) -> tuple[float, ...]:
        """For each link, the tickets that each of its lanes carries, against the mean of all lanes."""
        lanes = [self.lanes(link) for link in self.network.links]
        common = sum(self.network.loads) / sum(lanes)
        return tuple(load / count / common for load, count in zip(self.network.loads, lanes, strict=True))

    @property
    def doubled_share(self) -> float:
        """The percent of links that are doubles or triples."""
        return 100 * sum(len(link.routes) > 1 for link in self.network.links) / len(self.network.links)

    @property
    def spaces_for_each_train(self) -> float:
        """All spaces against the trains of a full table."""
        return self.facts.spaces / self.facts.trains

    # Tickets

    def trains_for(self, ticket: Ticket) -> int:
        """The fewest trains that complete a ticket."""
        return self.network.spaces(ticket.a, ticket.b)

    @property
    def tickets_for_each_seat(self) -> float:
        return self.facts.tickets / self.board.rules.max_seats

    @property
    def reaches(self) -> tuple[float, ...]:
        """For each ticket the percent of a player's trains that it takes at least."""
        return tuple(100 * self.trains_for(ticket) / self.board.rules.trains for ticket in self.board.tickets)

    @property
    def hubs(self) -> dict[str, float]:
        """The tickets of each city against an even spread."""
        even = 2 * self.facts.tickets / self.facts.cities
        return {row.id: row.tickets / even for row in self.facts.by_city}

    @property
    def ticketless_share(self) -> float:
        """The percent of cities at which no ticket begins or ends."""
        return 100 * sum(row.tickets == 0 for row in self.facts.by_city) / self.facts.cities

    def twins(self) -> dict[tuple[int, int], float]:
        """For each two tickets the percent of the shorter one that is left to build once the other is complete."""
        tickets = self.board.tickets
        return {
            (one, other): 100 * self.trains_between(tickets[one], tickets[other]) / self._shorter(one, other)
            for one, other in combinations(range(len(tickets)), 2)
        }

    def trains_between(self, one: Ticket, other: Ticket) -> int:
        """The fewest trains that join the ends of one ticket to those of another."""
        spaces = self.network.spaces
        straight = spaces(one.a, other.a) + spaces(one.b, other.b)
        return min(straight, spaces(one.a, other.b) + spaces(one.b, other.a))

    def _shorter(self, one: int, other: int) -> int:
        return min(self.trains_for(self.board.tickets[index]) for index in (one, other))

    # The deck

    @property
    def cards_for_each_train(self) -> float:
        return self.facts.cards / self.facts.trains

    @property
    def locomotive_share(self) -> float:
        return 100 * self.board.rules.locomotives / self.facts.cards

    @property
    def last_round_share(self) -> float:
        """The percent of a player's trains that are left when the last round begins."""
        return 100 * self.board.rules.last_round_trains / self.board.rules.trains

    # The ground

    @cached_property
    def places(self) -> dict[str, Point]:
        return dict(zip(self.board.city_index, self.board.places, strict=True))

    @cached_property
    def link_scales(self) -> tuple[float, ...]:
        """For each link the kilometres of one of its spaces, as percent of the board's middle one."""
        scale = self.scale
        return tuple(100 * self._kilometres(link) / link.length / scale for link in self.network.links)

    @cached_property
    def scale(self) -> float:
        """The kilometres of a space on the middle one of all links."""
        return max(median(self._kilometres(link) / link.length for link in self.network.links), 1e-6)

    def _kilometres(self, link: Link) -> float:
        return kilometres(self.places[link.a], self.places[link.b])

    def city_scale(self, city: str, place: Point) -> float:
        """The kilometres of a space on the middle one of a city's links, if it lay there, as percent of the board's."""
        around = self.network.neighbours[city].items()
        return 100 * median(kilometres(place, self.places[other]) / length for other, length in around) / self.scale

    @cached_property
    def gaps(self) -> dict[tuple[str, str], float]:
        """How far two cities that are no neighbours lie apart, in spaces of the board's middle length."""
        return {
            (one, other): kilometres(self.places[one], self.places[other]) / self.scale
            for one, other in combinations(self.places, 2)
            if other not in self.network.neighbours[one]
        }

    @cached_property
    def name_widths(self) -> tuple[float, ...]:
        """How wide each city's name is on the printed board, in millimetres, broken into lines where it can be."""
        from carrozza.atlas.layout.names import forms, half_size

        cities = range(len(self.board.cities))
        return tuple(min(2 * float(half_size(form)[0]) for form in forms(self.board, city)) for city in cities)
