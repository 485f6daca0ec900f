"""E3: the longest continuous path, against every path there is and against networks whose answer is known."""

from itertools import combinations
from random import Random

import pytest

from carrozza import boards
from tests.samples import samples
from tests.scoring.exhaustive import leads, links, longest_trail
from tests.scoring.finished_games import FinishedGame
from tests.scoring.networks import SHAPES, loop_with_dead_ends, made_up, network, random_board, tangle

BOARDS = ("usa", "europe", "italy-basic", "italy-advanced")
Edges = list[tuple[int, int, int]]


def random_network(board: boards.Board, random: Random, shape: str) -> list[int]:
    most = random.randint(1, 15)
    if shape == "tangle":
        return tangle(board, random, most)
    if shape == "loop":
        return loop_with_dead_ends(board, random, most)
    return network(board, random, most, SHAPES[shape])


def check(game: FinishedGame, numbers: list[int]) -> tuple[int, int]:
    """The longest path is the exhaustive one; returns it with the length of the whole network."""
    routes = [game.board.routes[number] for number in numbers]
    longest = longest_trail(links(routes))
    game.clear().route_numbers(0, numbers)
    for at_once in (True, False):
        assert game.sweep_at_once(at_once).longest_path() == longest, [route.id for route in routes]
        check_travelled(game.longest_path_routes(), routes, longest)
    return longest, sum(route.length for route in routes)


def check_travelled(path: list[boards.Route], held: list[boards.Route], length: int) -> None:
    """The path can be travelled in this order, uses each of the player's routes once at most, and is that long."""
    assert sum(route.length for route in path) == length
    assert len({route.id for route in path}) == len(path)
    assert {route.id for route in path} <= {route.id for route in held}
    assert not path or any(leads(path, start, end) for start in path[0].ends for end in path[-1].ends)


@pytest.mark.parametrize("shape", [*SHAPES, "tangle", "loop"])
@pytest.mark.parametrize("name", BOARDS)
def test_on_every_board_no_path_is_longer(name: str, shape: str) -> None:
    random = Random(f"{name} {shape}")
    game = FinishedGame(name)
    outcomes = [check(game, random_network(game.board, random, shape)) for _ in range(samples(250))]
    assert any(longest < whole for longest, whole in outcomes), "some networks must leave a route out"


@pytest.mark.parametrize("seed", range(20))
def test_on_small_dense_boards_no_path_is_longer(seed: int) -> None:
    random = Random(seed)
    for _ in range(samples(20)):
        game = FinishedGame(random_board(random))
        for shape in random.choices([*SHAPES, "tangle", "tangle", "loop"], k=4):
            check(game, random_network(game.board, random, shape))


def test_every_seat_has_its_own() -> None:
    random = Random(7)
    game = FinishedGame("europe", seats=5)
    for _ in range(samples(40)):
        game.clear()
        free = list(range(len(game.board.routes)))
        random.shuffle(free)
        held = [free[12 * seat : 12 * seat + 12] for seat in range(5)]
        for seat, numbers in enumerate(held):
            game.route_numbers(seat, numbers)
        lengths = [longest_trail(links(game.board.routes[number] for number in numbers)) for numbers in held]
        assert [game.longest_path(seat) for seat in range(5)] == lengths


def longest_of(edges: Edges) -> int:
    game = FinishedGame(made_up(edges)).route_numbers(0, range(len(edges)))
    swept = game.sweep_at_once().longest_path()
    check_travelled(game.longest_path_routes(), list(game.board.routes), swept)
    longest = game.sweep_at_once(False).longest_path()
    check_travelled(game.longest_path_routes(), list(game.board.routes), longest)
    assert swept == longest
    return longest


def total(edges: Edges) -> int:
    return sum(length for _, _, length in edges)


def ring(size: int, length: int = 1, first: int = 0) -> Edges:
    return [(first + n, first + (n + 1) % size, length) for n in range(size)]


def complete(size: int) -> Edges:
    return [(a, b, 1) for a, b in combinations(range(size), 2)]


def two_sided(left: int, right: int) -> Edges:
    """Every city of one side joined to every city of the other."""
    return [(a, left + b, 1) for a in range(left) for b in range(right)]


def torus(rows: int, columns: int) -> Edges:
    """A grid whose borders meet: four routes in every city."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    right = [(row * columns + column, row * columns + (column + 1) % columns, 1) for row, column in cells]
    down = [(row * columns + column, (row + 1) % rows * columns + column, 1) for row, column in cells]
    return right + down


@pytest.mark.parametrize(
    "edges",
    [
        *(ring(size) for size in (3, 4, 10, 45, 64)),
        *(complete(size) for size in (3, 5, 7, 9, 11)),
        *(two_sided(left, right) for left, right in ((2, 2), (2, 20), (4, 4), (4, 10), (6, 10))),
        torus(3, 3),
        torus(4, 5),
        torus(8, 4),
    ],
)
def test_where_every_city_is_even_the_whole_network_is_one_round(edges: Edges) -> None:
    assert longest_of(edges) == len(edges)


@pytest.mark.parametrize("edges", [torus(4, 5)[1:], complete(9)[1:], ring(45)[1:], [*ring(44), (0, 22, 1)]])
def test_where_two_cities_are_odd_the_whole_network_is_one_path(edges: Edges) -> None:
    assert longest_of(edges) == len(edges)


@pytest.mark.parametrize(("size", "longest"), [(2, 1), (4, 5), (6, 13), (8, 25), (10, 41)])
def test_among_an_even_number_of_cities_all_but_two_lose_a_route(size: int, longest: int) -> None:
    """Every city is odd, and a dropped route puts two right: (size - 2) / 2 must go."""
    assert longest_of(complete(size)) == longest == size * (size - 1) // 2 - (size - 2) // 2


@pytest.mark.parametrize("many", [5, 7, 9])
def test_three_cities_joined_to_an_odd_number_of_others(many: int) -> None:
    """Each of the many has three routes: the two ends of the path use them all, the others two each."""
    assert longest_of(two_sided(3, many)) == 2 * many + 2


@pytest.mark.parametrize("chords", range(1, 8))
def test_a_big_loop_with_chords_drops_all_chords_but_one(chords: int) -> None:
    """Chords of 1 on a loop of 2s: every chord too many leaves two odd cities, and nothing cheaper mends them."""
    edges = ring(20, 2) + [(n, n + 10, 1) for n in range(chords)]
    assert longest_of(edges) == total(edges) - (chords - 1)


def test_every_city_of_the_petersen_graph_is_passed_once() -> None:
    """Three routes in each of ten cities: two of each are used, and all three at the ends."""
    spokes = [(n, n + 5, 1) for n in range(5)]
    star = [(5 + n, 5 + (n + 2) % 5, 1) for n in range(5)]
    assert longest_of(ring(5) + spokes + star) == (10 * 2 + 2) // 2


@pytest.mark.parametrize("arms", [2, 3, 4, 5])
def test_loops_on_arms_are_visited_at_both_ends_only(arms: int) -> None:
    """An arm is crossed once: nobody comes back from the loop behind it."""
    edges: Edges = []
    for arm in range(arms):
        first = 1 + 4 * arm
        edges += [(0, first, 2), *ring(4, arm + 1, first)]
    assert longest_of(edges) == 2 + 4 * arms + 2 + 4 * (arms - 1)


def test_two_loops_that_share_a_city_are_one_path() -> None:
    """Cities may be passed again."""
    assert longest_of([*ring(5, 3), (0, 5, 1), (5, 6, 1), (6, 0, 1)]) == 15 + 3


def test_a_route_is_used_once() -> None:
    """To the loop at the end of the line and round it, but not back."""
    assert longest_of([(0, 1, 6), (1, 2, 1), (2, 3, 1), (3, 1, 1)]) == 6 + 3


def test_dead_ends_at_one_city_of_a_loop_are_both_used() -> None:
    assert longest_of([*ring(6, 2), (0, 6, 5), (0, 7, 4), (0, 8, 3)]) == 12 + 5 + 4


def test_dead_ends_at_neighbours_leave_out_the_route_between() -> None:
    assert longest_of([*ring(6, 2), (0, 6, 5), (1, 7, 5)]) == 10 + 5 + 5


def test_dead_ends_may_be_longer_than_any_loop() -> None:
    assert longest_of([*ring(3), (0, 3, 1), (3, 4, 8), (3, 5, 8)]) == 8 + 8


def test_a_path_may_end_with_a_round_of_the_loop() -> None:
    assert longest_of([*ring(3), (0, 3, 8), (3, 4, 8), (3, 5, 8)]) == 8 + 8 + 3


def test_the_longest_of_several_pieces_counts() -> None:
    assert longest_of([*ring(4), *ring(5, 1, 4), *ring(6, 1, 9), (15, 16, 3)]) == 6


def test_a_tree_has_the_longest_way_between_two_leaves() -> None:
    arms = [(0, 1, 8), (0, 2, 7), (0, 3, 6), (1, 4, 1), (2, 5, 1), (3, 6, 4)]
    assert longest_of(arms) == (8 + 1) + (6 + 4)


def test_nothing_built_is_no_path() -> None:
    assert FinishedGame("usa").longest_path() == 0
