"""Random networks of many shapes, on the boards of the game and on small dense ones made up here.

A network is a list of route numbers that one player could own: never two routes of a double (C5), never more trains
than the player has (C3).
"""

from collections.abc import Callable, Iterable
from random import Random

from carrozza.boards import Board, City, Route, Rules, Ticket

Wanted = Callable[[Board, set[str], Route], bool]


def made_up(
    routes: Iterable[tuple[int, int, int]], tickets: Iterable[tuple[int, int, int]] = ((0, 1, 1),), **rules: object
) -> Board:
    """A board of the given routes (city, city, length) and tickets (city, city, points)."""
    listed = list(routes)
    cities = 1 + max(max(a, b) for a, b, _ in listed)
    return Board(
        id="made-up",
        map="made-up",
        ruleset=None,
        title="Made up",
        notes=(),
        cities=tuple(City(id=f"c{n}", name=f"City {n}", lat=0.0, lon=0.0) for n in range(cities)),
        routes=tuple(
            Route(id=f"r{n}", a=f"c{a}", b=f"c{b}", length=length, color="gray")
            for n, (a, b, length) in enumerate(listed)
        ),
        tickets=tuple(
            Ticket(id=f"t{n}", a=f"c{a}", b=f"c{b}", points=points) for n, (a, b, points) in enumerate(tickets)
        ),
        rules=Rules.model_validate({"trains": 64, **rules}),
        variants={},
    )


def random_board(random: Random, **rules: object) -> Board:
    """A few cities with many routes, doubles and triples among them."""
    cities = random.randint(4, 9)
    pairs = [(a, b) for a in range(cities) for b in range(a)]
    routes: list[tuple[int, int, int]] = []
    for a, b in random.sample(pairs, random.randint(cities - 1, min(len(pairs), 20))):
        length = random.choice((1, 1, 1, 2, 2, 3, 4, 6, 8))
        routes += [(a, b, length)] * random.choice((1, 1, 1, 2, 3))
    random.shuffle(routes)
    known = sorted({city for route in routes for city in route[:2]})
    chosen = random.sample([(a, b) for a in known for b in known if a < b], min(12, len(known)))
    return made_up(routes, [(a, b, random.choice((1, 2, 2, 3, 5, 8))) for a, b in chosen], **rules)


def scattered(board: Board, touched: set[str], route: Route) -> bool:
    return True


def grown(board: Board, touched: set[str], route: Route) -> bool:
    return not touched or bool(route.ends & touched)


def tree(board: Board, touched: set[str], route: Route) -> bool:
    return not touched or len(route.ends & touched) == 1


def forest(board: Board, touched: set[str], route: Route) -> bool:
    return len(route.ends & touched) < 2


def apart(board: Board, touched: set[str], route: Route) -> bool:
    """Never between an even and an odd city of the list: at least two pieces."""
    return len({board.city_index[city] % 2 for city in route.ends}) == 1


SHAPES: dict[str, Wanted] = {
    "scattered": scattered,
    "grown": grown,
    "tree": tree,
    "forest": forest,
    "apart": apart,
}


def network(board: Board, random: Random, most: int, wanted: Wanted) -> list[int]:
    """Up to `most` routes, each as `wanted` beside those before it."""
    order = list(range(len(board.routes)))
    random.shuffle(order)
    chosen: list[int] = []
    touched: set[str] = set()
    for number in order * 3:
        route = board.routes[number]
        if len(chosen) < most and wanted(board, touched, route) and may_add(board, chosen, route):
            chosen.append(number)
            touched |= route.ends
    return chosen


def tangle(board: Board, random: Random, most: int) -> list[int]:
    """Short routes that close as many loops as possible."""
    start = random.choice(board.cities).id
    chosen: list[int] = []
    touched = {start}
    while len(chosen) < most:
        routes = [(number, route) for number, route in enumerate(board.routes) if may_add(board, chosen, route)]
        beside = [(number, route) for number, route in routes if route.ends & touched]
        closing = [(number, route) for number, route in beside if route.ends <= touched]
        if not beside:
            break
        number, route = random.choice(closing or beside)
        chosen.append(number)
        touched |= route.ends
    return chosen


def loop_with_dead_ends(board: Board, random: Random, most: int) -> list[int]:
    """Walk until the walk bites its own tail, then let dead ends grow from it."""
    city = random.choice(board.cities).id
    walk: list[int] = []
    seen = {city}
    while len(walk) < most:
        ways = [
            number for number, route in enumerate(board.routes) if city in route.ends and may_add(board, walk, route)
        ]
        if not ways:
            break
        walk.append(random.choice(ways))
        (city,) = board.routes[walk[-1]].ends - {city}
        if city in seen:
            break
        seen.add(city)
    for number in random.sample(range(len(board.routes)), len(board.routes)):
        route = board.routes[number]
        if len(walk) < most and len(route.ends & seen) == 1 and may_add(board, walk, route):
            walk.append(number)
            seen |= route.ends
    return walk


def may_add(board: Board, chosen: Iterable[int], route: Route) -> bool:
    """C3, C5."""
    held = [board.routes[number] for number in chosen]
    spent = sum(other.length for other in held)
    return spent + route.length <= board.rules.trains and all(other.ends != route.ends for other in held)
