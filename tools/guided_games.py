"""Look for the deals of the guided games, and write them where the server reads them: `python -m tools.guided_games`.

A deal is taken if its opening has what the board is to teach, and if most games from there go well for the learner:
bots play them with different seeds, since nobody knows what the learner and the easy bot will do. `--check` looks at
the deals that are there instead, and says what each offers.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, Final

from carrozza.boards import Board, Route, load
from carrozza.bots import make_bot
from carrozza.game import Game
from carrozza.game.view_model import view_fields
from carrozza.server.games.guided_games import BOT, DEALS, LEARNER, Setup, prepared_seeds

NAMES: Final = ("Learner", "Bot")
STAND_IN: Final = "medium"
"""Plays for the learner, who is assumed to make sense of what the guide says."""
GAMES: Final = 8
WON: Final = 7
"""Of these games the learner wins at least so many, and meets at least once what the board is to teach."""
HEAD: Final = (
    "# The deals of the guided games, which `python -m tools.guided_games` has found; it says what it looks for.\n"
)

Criterion = Callable[["Opening"], bool]


@dataclass(frozen=True)
class Opening:
    """What the learner sees before the first move."""

    board: Board
    view: dict[str, Any]

    @cached_property
    def routes(self) -> dict[str, Route]:
        return {route.id: route for route in self.board.routes}

    @property
    def ways(self) -> list[list[Route]]:
        return [[self.routes[route] for route in ticket["way"]] for ticket in self.view["offered"]]

    @property
    def wanted(self) -> list[Route]:
        return list({route.id: route for way in self.ways for route in way}.values())

    def cards_after_a_turn(self, route: Route) -> int:
        """How many cards for a route the hand can hold after one turn of drawing from the row."""
        colours = self.board.rules.colors if route.color == "gray" else [route.color]
        row, hand = Counter(self.view["row"]), Counter(self.view["hand"])
        return max(hand[colour] + min(2, row[colour]) for colour in colours)

    def can_claim_after_a_turn(self, route: Route) -> bool:
        return route.ferry == 0 and self.cards_after_a_turn(route) >= route.length

    def can_claim_at_once(self, route: Route) -> bool:
        colours = self.board.rules.colors if route.color == "gray" else [route.color]
        return any(self.view["hand"].get(colour, 0) >= route.length for colour in colours)


def has_no_locomotive_yet(opening: Opening) -> bool:
    return "locomotive" not in opening.view["row"] and "locomotive" not in opening.view["hand"]


def draws_before_it_claims(opening: Opening) -> bool:
    """Nothing on the ways can be claimed at once, but something of two spaces or more after one turn."""
    soon = [route for route in opening.wanted if opening.can_claim_after_a_turn(route) and route.length > 1]
    return bool(soon) and not any(map(opening.can_claim_at_once, opening.wanted))


def two_tickets_share_a_way(opening: Opening) -> bool:
    ways = [{route.id for route in way} for way in opening.ways if way]
    return any(one & other for at, one in enumerate(ways) for other in ways[:at])


def tickets_are_moderate(opening: Opening) -> bool:
    """Both are worth having, and both together take two thirds of the trains at most."""
    points = [ticket["points"] for ticket in opening.view["offered"]]
    return min(points) >= 3 and sum(route.length for route in opening.wanted) <= opening.board.rules.trains * 2 // 3


def a_tunnel_comes_soon(opening: Opening) -> bool:
    return any(route.tunnel and opening.can_claim_after_a_turn(route) for route in opening.wanted)


def a_ferry_is_near(opening: Opening) -> bool:
    return any(route.ferry for route in opening.wanted)


def two_tickets_share_a_city(opening: Opening) -> bool:
    """Where tickets meet, one likes to start."""
    ends = Counter(city for ticket in opening.view["offered"] for city in (ticket["a"], ticket["b"]))
    return ends.most_common(1)[0][1] >= 2


def alvin_is_near(opening: Opening) -> bool:
    home = opening.board.variants["alvin"].city
    return any(home in (route.a, route.b) for route in opening.wanted)


CRITERIA: Final[dict[Setup, tuple[Criterion, ...]]] = {
    ("new-york", ()): (
        has_no_locomotive_yet,
        two_tickets_share_a_way,
        tickets_are_moderate,
        draws_before_it_claims,
    ),
    ("usa", ()): (has_no_locomotive_yet, two_tickets_share_a_way, draws_before_it_claims),
    ("europe", ()): (a_tunnel_comes_soon, a_ferry_is_near),
    ("italy-basic", ()): (two_tickets_share_a_way, draws_before_it_claims),
    ("italy-advanced", ()): (a_tunnel_comes_soon, a_ferry_is_near),
    ("old-west", ()): (two_tickets_share_a_city,),
    ("old-west", ("alvin",)): (two_tickets_share_a_city, alvin_is_near),
}

LESSONS: Final[dict[Setup, frozenset[str]]] = {
    ("new-york", ()): frozenset({"locomotive", "closed", "done"}),
    ("usa", ()): frozenset({"closed"}),
    ("europe", ()): frozenset({"tunnel"}),
    ("italy-basic", ()): frozenset(),
    ("italy-advanced", ()): frozenset({"tunnel"}),
    ("old-west", ()): frozenset({"marker"}),
    ("old-west", ("alvin",)): frozenset({"marker", "alvin"}),
}
"""What the learner meets in at least half of the games."""


def lessons_in(view: dict[str, Any]) -> Iterator[str]:
    if view["phase"] in ("turn", "second") and "locomotive" in view["row"]:
        yield "locomotive"
    if view["closed_routes"]:
        yield "closed"
    if any(ticket["completed"] for ticket in view["tickets"]):
        yield "done"
    if view["phase"] in ("tunnel", "marker"):
        yield view["phase"]
    if view["alvin"] and view["alvin"]["holder"]:
        yield "alvin"


def dealt(setup: Setup, seed: int) -> Game:
    board, variants = setup
    return Game(board, NAMES, seed, variants=variants, first=LEARNER)


def opening_of(setup: Setup, seed: int) -> Opening:
    game = dealt(setup, seed)
    return Opening(load(setup[0]), view_fields(game.view(LEARNER), legal=False, described=False))


@dataclass(frozen=True)
class Course:
    """How the games from one deal went."""

    won: int
    met: Counter[str]

    def suits(self, setup: Setup) -> bool:
        return self.won >= WON and all(self.met[lesson] * 2 >= GAMES for lesson in LESSONS[setup])


def course_of(setup: Setup, seed: int) -> Course:
    won, met = 0, Counter[str]()
    for number in range(GAMES):
        game, seen = played(setup, seed, number)
        won += NAMES[LEARNER] in game.result().winners
        met.update(seen)
    return Course(won, met)


def played(setup: Setup, seed: int, number: int) -> tuple[Game, set[str]]:
    """One game to its end, and what the learner met in it."""
    game, seen = dealt(setup, seed), set[str]()
    bots = [make_bot(spec, game.names, seed=2 * number + at) for at, spec in enumerate((STAND_IN, BOT))]
    while not game.finished:
        seat = game.names.seat_number(game.undecided[0])
        if seat == LEARNER:
            seen.update(lessons_in(view_fields(game.view(seat), legal=False, described=False)))
        game.play(bots[seat].choose(game.view(seat)), seat)
    return game, seen


def found(setup: Setup) -> int:
    """The first seed whose deal suits."""
    for seed in count(1):
        opening = opening_of(setup, seed)
        if all(criterion(opening) for criterion in CRITERIA[setup]) and course_of(setup, seed).suits(setup):
            return seed
    raise AssertionError("there is always another seed")


def entry(setup: Setup, seed: int) -> str:
    board, variants = setup
    listed = ", ".join(f'"{variant}"' for variant in variants)
    return f'\n[[deal]]\nboard    = "{board}"\nvariants = [{listed}]\nseed     = {seed}\n'


def report(setup: Setup, seed: int) -> str:
    opening, course = opening_of(setup, seed), course_of(setup, seed)
    tickets = ", ".join(f"{ticket['id']} ({ticket['points']})" for ticket in opening.view["offered"])
    met = ", ".join(f"{lesson} in {number}" for lesson, number in sorted(course.met.items()))
    return (
        f"{' with '.join((setup[0], *setup[1]))}: seed {seed}; tickets {tickets}; hand {opening.view['hand']}; "
        f"row {' '.join(opening.view['row'])}; won {course.won} of {GAMES}; {met}"
    )


def main(arguments: Sequence[str]) -> int:
    if arguments and list(arguments) != ["--check"]:
        print(__doc__, file=sys.stderr)
        return 2
    seeds = dict(prepared_seeds()) if arguments else {}
    for setup in CRITERIA:
        if not arguments:
            seeds[setup] = found(setup)
        print(report(setup, seeds[setup]), flush=True)
    if not arguments:
        text = HEAD + "".join(entry(setup, seeds[setup]) for setup in CRITERIA)
        (DEALS).write_text(text, encoding="utf-8")  # type: ignore[attr-defined]
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
