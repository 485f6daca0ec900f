"""Synthetic boards: cities anywhere on a plane, and the rest as the workshop proposes it, with other rules each time.

The same seed gives the same board.
"""

from math import exp, hypot, log
from random import Random
from typing import Any, Final

from carrozza import boards
from carrozza.boards.model import MAX_CARDS, MAX_LENGTH, MAX_SEATS, PALETTE, ROW, Board
from carrozza.learning.boards.varied import CITIES
from carrozza.workshop.new_board.new_document import new_document, proposed_routes, route_entries
from carrozza.workshop.new_board.route_lines import RouteLine
from carrozza.workshop.new_board.suggested_rules import suggested_rules

WIDTH: Final = 30.0
"""Degrees from west to east, near the equator, where the plane is as good as flat."""
HEIGHTS: Final = (0.4, 1.2)
"""Of the map, against its width."""
APART: Final = 0.55
"""The least distance of two cities, against that of cities spread evenly."""
TRAINS: Final = (0.75, 1.2)
"""Against what suits the map."""
TRIES: Final = 100

Entry = dict[str, Any]


def synthetic_board(seed: int, most_cities: int = CITIES[1]) -> Board:
    """A board made up from a seed, checked as any board is."""
    chance = Random(f"synthetic board {seed} {most_cities}")
    for _ in range(TRIES):
        try:
            return boards.from_document(_document(seed, most_cities, chance), f"synthetic-{seed}")
        except boards.BoardError:
            continue
    raise ValueError(f"no board with the seed {seed} can be played: give another seed")


def _document(seed: int, most_cities: int, chance: Random) -> Entry:
    number = round(exp(chance.uniform(log(CITIES[0]), log(max(CITIES[0], most_cities)))))
    cities = _cities(number, chance)
    routes = _varied(proposed_routes(cities, sea=False), chance)
    return new_document(
        cities,
        routes,
        id=f"synthetic-{seed}" if most_cities == CITIES[1] else f"synthetic-{seed}-{most_cities}",
        title=f"Synthetic {seed}",
        rules=_rules(cities, routes, chance),
        sea=False,
        seed=chance.randrange(1 << 32),
    )


def _cities(number: int, chance: Random) -> list[Entry]:
    height = WIDTH * chance.uniform(*HEIGHTS)
    apart = APART * (WIDTH * height / number) ** 0.5
    points: list[tuple[float, float]] = []
    while len(points) < number:
        point = (round(chance.uniform(-height / 2, height / 2), 3), round(chance.uniform(-WIDTH / 2, WIDTH / 2), 3))
        if all(hypot(point[0] - lat, point[1] - lon) >= apart for lat, lon in points):
            points.append(point)
        else:
            apart *= 0.999
    attractions = chance.random() < 0.2
    return [
        {"id": f"city-{index}", "name": f"City {index}", "lat": lat, "lon": lon}
        | ({"attraction": True} if attractions and chance.random() < 0.4 else {})
        for index, (lat, lon) in enumerate(points, 1)
    ]


def _varied(routes: list[RouteLine], chance: Random) -> list[RouteLine]:
    """Some lengths changed; at times tunnels and ferries, some doubles less, some triples."""
    tunnels = chance.choice((0.0, 0.0, 0.15, 0.35))
    ferries = chance.choice((0.0, 0.0, 0.1, 0.2))
    uneven = chance.uniform(0, 0.4)
    singles = chance.choice((0.0, 0.0, 0.5))
    return [_varied_line(line, chance, tunnels, ferries, uneven, singles) for line in routes]


def _varied_line(
    line: RouteLine, chance: Random, tunnels: float, ferries: float, uneven: float, singles: float
) -> RouteLine:
    length = line.length or 1
    if chance.random() < uneven:
        length = min(MAX_LENGTH, max(1, length + chance.choice((-1, 1, 1, 2))))
    colors = line.colors
    if len(colors) > 1:
        colors = colors[:1] if chance.random() < singles else colors * 3 if chance.random() < 0.05 else colors
        colors = colors[:3]
    sort = chance.random()
    tunnel = 3 if sort < tunnels else 0
    ferry = min(length, chance.choice((1, 1, 2))) if tunnels <= sort < tunnels + ferries else 0
    return line._replace(length=length, colors=colors, tunnel=tunnel, ferry=ferry)


def _rules(cities: list[Entry], routes: list[RouteLine], chance: Random) -> Entry:
    rules = suggested_rules(route_entries(cities, routes))
    seats = min(MAX_SEATS, rules.get("max_seats", 5) + chance.choice((0, 0, 0, 1)))
    rules["max_seats"] = seats
    rules["trains"] = max(8, round(rules.get("trains", 45) * chance.uniform(*TRAINS)))
    colors = chance.sample(PALETTE, chance.choice((5, 6, 7, 8, 8)))
    rules["colors"] = [color for color in PALETTE if color in colors]
    rules["locomotives"] = chance.randint(6, 16)
    most = min(14, (MAX_CARDS - rules["locomotives"]) // len(colors))
    rules["copies"] = chance.randint(max(6, most - 5), most) if most > 6 else most
    rules["opening_hand"] = min(
        chance.randint(2, 6), (len(colors) * rules["copies"] + rules["locomotives"] - ROW) // seats
    )
    rules["single_until"] = chance.choice((2, 3))
    rules["last_round_trains"] = chance.choice((0, 2, 2, 2, 3))
    rules["longest_path"] = chance.choice((0, 10, 10, 10, 5, 15))
    rules["globetrotter"] = chance.choice((0, 0, 0, 10, 15))
    if any(city.get("attraction") for city in cities):
        rules["attractions"] = chance.choice((1, 1, 2))
    return rules | _ticket_rules(chance) | _own_rules(routes, chance)


def _ticket_rules(chance: Random) -> Entry:
    dealt, drawn = chance.choice((2, 3, 3, 4)), chance.choice((2, 3, 3, 4))
    long = chance.random() < 0.2
    return {
        "opening_tickets": dealt,
        "opening_keep": chance.randint(1, dealt - 1),
        "draw_tickets": drawn,
        "draw_keep": chance.choice((1, 1, 1, 2)),
        "opening_long": int(long),
        "opening_refused": "out" if long else chance.choice(("bottom", "bottom", "out", "shuffled")),
    }


def _own_rules(routes: list[RouteLine], chance: Random) -> Entry:
    """What only some boards have."""
    rules: Entry = {"tunnels": any(line.tunnel for line in routes), "ferries": any(line.ferry for line in routes)}
    sort = chance.random()
    if sort < 0.2:
        rules |= {"stations": chance.randint(1, 3), "station_points": chance.choice((2, 4, 4))}
    elif sort < 0.35:
        rules |= {"network": True, "markers": chance.randint(1, 3)}
    return rules
