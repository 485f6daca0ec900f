"""Who sits down at a board: the checks before a game begins."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from carrozza import boards
from carrozza.game.errors import InvalidSeats, UnknownName
from carrozza.game.names import Names
from carrozza.words.phrases import Phrase

PLACES: Final = ("deck", "discard")
SEAT_NAMES: Final = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Fausto")
LONGEST_NAME: Final = 20
"""Characters of a name where people type it in. Records and cases may have longer ones."""


def seat_table(board: str | Path | boards.Board, seats: int | Sequence[str], variants: Sequence[str] = ()) -> Names:
    """Seat people at a board; `UnknownName` or `InvalidSeats` where that cannot be."""
    made = board if isinstance(board, boards.Board) else boards.load(board)
    people = _people(seats)
    rules, number = made.rules, seats if isinstance(seats, int) else len(people)
    if not rules.min_seats <= number <= rules.max_seats:
        raise InvalidSeats(
            "seats.number", board=made.id, fewest=rules.min_seats, most=rules.max_seats, players=str(number)
        )
    for name in people:
        check_name(name)
    if len(set(people)) < len(people):
        raise InvalidSeats("seats.same_name", names=", ".join(people))
    for variant in variants:
        if variant not in made.variants:
            raise UnknownName(
                "unknown.variant", board=made.id, name=variant, known=", ".join(made.variants) or Phrase("word.nothing")
            )
    return Names(made, people, variants)


def _people(seats: int | Sequence[str]) -> tuple[str, ...]:
    if isinstance(seats, str):
        raise InvalidSeats("seats.one_text", name=seats)
    return SEAT_NAMES[: max(seats, 0)] if isinstance(seats, int) else tuple(seats)


def check_name(name: str) -> None:
    """Names stand in records and positions, and must be found again there."""
    if not name.strip() or name != name.strip() or not name.isprintable() or name in PLACES:
        raise InvalidSeats("seats.bad_name", name=name)
