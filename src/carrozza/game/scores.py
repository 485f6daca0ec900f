"""The final scoring, for people."""

from dataclasses import asdict, dataclass

from carrozza.game.position import Position
from carrozza.kernel.paths import blank_workings
from carrozza.kernel.scoring import blank_scores, score

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
    total: int

    def as_json(self) -> dict[str, object]:
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


@dataclass(frozen=True)
class Result:
    scores: dict[str, Score]
    winners: tuple[str, ...]


def completed_tickets(position: Position, seat: str) -> tuple[str, ...]:
    """The tickets of a seat that are done as it stands; of a view, the reader's own alone are right."""
    points = blank_scores()
    score(position.names.compiled, position.state, points, blank_workings())
    return position.names.ticket_ids(int(points.completed[position.names.seat_number(seat)]))


def result_of(position: Position) -> Result:
    """Score a full state as it stands, as if the game ended here."""
    points, names = blank_scores(), position.names
    score(names.compiled, position.state, points, blank_workings())
    scores = {}
    for seat, name in enumerate(position.seats):
        completed = int(points.completed[seat])
        held = int(position.state.tickets[seat])
        scores[name] = Score(
            **{part: int(getattr(points, part)[seat]) for part in (*PARTS, "longest_path_length", "total")},
            tickets_completed=names.ticket_ids(completed),
            tickets_failed=names.ticket_ids(held & ~completed),
            borrowed=tuple(position.board.routes[route].id for route in points.borrowed[seat] if route >= 0),
        )
    return Result(scores, tuple(name for seat, name in enumerate(position.seats) if points.winner[seat]))
