"""The final scoring, for people."""

from dataclasses import dataclass, fields

from carrozza.game.position import Position
from carrozza.game.ways import ways_found
from carrozza.kernel.path_routes import blank_path_routes, longest_path_routes
from carrozza.kernel.paths import Workings, blank_workings
from carrozza.kernel.scoring import Scores, blank_scores, score
from carrozza.kernel.ways import blank_ways, completed_ways

PARTS = ("routes", "tickets", "stations", "longest_path", "globetrotter", "attractions", "alvin")


@dataclass(frozen=True)
class Score:
    """One player's points by their parts (E2)."""

    routes: int
    tickets: int
    tickets_completed: tuple[str, ...]
    tickets_failed: tuple[str, ...]
    stations: int
    longest_path: int
    longest_path_length: int
    globetrotter: int
    attractions: int
    alvin: int
    borrowed: tuple[str, ...]
    """Routes of others that stations lend (B5)."""
    total: int
    ways: dict[str, tuple[str, ...]]
    """By completed ticket, the routes that complete it, from its first city to its second."""
    longest_path_routes: tuple[str, ...]
    """In the order they are travelled."""

    def as_json(self) -> dict[str, object]:
        """The points and what they are for, as the referee's verdicts have them: without the ways."""
        kept = (field.name for field in fields(self) if field.name not in ("ways", "longest_path_routes"))
        values = {name: getattr(self, name) for name in kept}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


@dataclass(frozen=True)
class Result:
    scores: dict[str, Score]
    winners: tuple[str, ...]


def result_of(position: Position) -> Result:
    """Score a full state as it stands, as if the game ended here."""
    points, workings = blank_scores(), blank_workings()
    score(position.names.compiled, position.state, points, workings)
    scores = {name: _score(position, seat, points, workings) for seat, name in enumerate(position.seats)}
    return Result(scores, tuple(name for seat, name in enumerate(position.seats) if points.winner[seat]))


def _score(position: Position, seat: int, points: Scores, workings: Workings) -> Score:
    names, completed = position.names, int(points.completed[seat])
    held = int(position.state.tickets[seat])
    return Score(
        **{part: int(getattr(points, part)[seat]) for part in (*PARTS, "longest_path_length", "total")},
        tickets_completed=names.ticket_ids(completed),
        tickets_failed=names.ticket_ids(held & ~completed),
        borrowed=tuple(position.board.routes[route].id for route in points.borrowed[seat] if route >= 0),
        ways=_ways(position, seat, points),
        longest_path_routes=_longest_path(position, seat, workings) if points.longest_path_length[seat] else (),
    )


def _ways(position: Position, seat: int, points: Scores) -> dict[str, tuple[str, ...]]:
    if not points.completed[seat]:
        return {}
    names, found = position.names, blank_ways()
    completed_ways(names.compiled, position.state, seat, points, found)
    ways = ways_found(names, found, names.ticket_ids(int(points.completed[seat])))
    return {ticket: way.routes for ticket, way in ways.items() if way is not None}


def _longest_path(position: Position, seat: int, workings: Workings) -> tuple[str, ...]:
    path = blank_path_routes()
    longest_path_routes(position.names.compiled, position.state, seat, workings, path)
    return tuple(position.board.routes[route].id for route in path.routes[: path.steps].tolist())
