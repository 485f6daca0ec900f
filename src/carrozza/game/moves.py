"""The moves of the game, as small values that print and parse to themselves.

>>> parse_move("claim madrid-pamplona-white 2 white 1 locomotive")
Claim(route='madrid-pamplona-white', cards=Cards('2 white 1 locomotive'))
>>> str(_)
'claim madrid-pamplona-white 2 white 1 locomotive'
"""

from collections.abc import Callable
from dataclasses import dataclass

from carrozza.game.cards import Cards
from carrozza.game.errors import NotationError
from carrozza.words.phrases import Phrase


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep these of the tickets offered (S3, K1)."""

    tickets: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("keep", *self.tickets))


@dataclass(frozen=True, slots=True)
class Start:
    """Start from this city (S6)."""

    city: str

    def __str__(self) -> str:
        return f"start {self.city}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Take one card: a kind from the row, or `deck` for a blind one (D1)."""

    card: str

    def __str__(self) -> str:
        return f"draw {self.card}"


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Draw tickets (K1)."""

    def __str__(self) -> str:
        return "draw tickets"


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim a route with these cards (C1, C2); without them, with as few locomotives as can be."""

    route: str
    cards: Cards | None = None

    def __str__(self) -> str:
        return _with_cards(f"claim {self.route}", self.cards)


@dataclass(frozen=True, slots=True)
class PayTunnel:
    """Pay what a tunnel costs extra (U4)."""

    cards: Cards | None = None

    def __str__(self) -> str:
        return _with_cards("pay", self.cards)


@dataclass(frozen=True, slots=True)
class Decline:
    """Take the cards back from a tunnel (U4)."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class BuildStation:
    """Build a station (B1, B2)."""

    city: str
    cards: Cards | None = None

    def __str__(self) -> str:
        return _with_cards(f"station {self.city}", self.cards)


@dataclass(frozen=True, slots=True)
class MoveAlvin:
    """Send Alvin to a city of one's own (A2)."""

    city: str

    def __str__(self) -> str:
        return f"alvin {self.city}"


@dataclass(frozen=True, slots=True)
class PlaceMarker:
    """Put a marker on a city of the claimed route (W3)."""

    city: str
    cards: Cards | None = None

    def __str__(self) -> str:
        return _with_cards(f"marker {self.city}", self.cards)


@dataclass(frozen=True, slots=True)
class NoMarker:
    """Go without a marker (W3)."""

    def __str__(self) -> str:
        return "no marker"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, for want of anything to do (T2)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Finish:
    """Stop and score, whatever is left to play. Never among the legal moves, but always accepted before the end."""

    def __str__(self) -> str:
        return "finish"


Move = (
    Keep
    | Start
    | Draw
    | DrawTickets
    | Claim
    | PayTunnel
    | Decline
    | BuildStation
    | MoveAlvin
    | PlaceMarker
    | NoMarker
    | Pass
    | Finish
)


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move with who played it and what it drew."""

    player: str
    move: Move
    drawn: tuple[str, ...] = ()
    """What came off the deck for it: cards, or tickets."""
    begins: bool = True
    """Whether it was the first of its player's turn."""


def _with_cards(words: str, cards: Cards | None) -> str:
    return words if cards is None else f"{words} {cards}".rstrip()


def _cards(words: list[str]) -> Cards | None:
    return Cards.parse(" ".join(words)) if words else None


def _found(words: list[str]) -> Phrase:
    return Phrase("notation.found", text=" ".join(words)) if words else Phrase("word.nothing")


def _one(words: list[str], what: str) -> str:
    if len(words) != 1:
        raise NotationError(f"notation.one_{what}", found=_found(words))
    return words[0]


def _first(words: list[str], what: str) -> str:
    if not words:
        raise NotationError(f"notation.one_{what}", found=_found(words))
    return words[0]


def _draw(words: list[str]) -> Move:
    card = _one(words, "card")
    return DrawTickets() if card == "tickets" else Draw(card)


def _no(words: list[str]) -> Move:
    if words != ["marker"]:
        raise NotationError("notation.no_marker")
    return NoMarker()


def _nothing(made: Callable[[], Move]) -> Callable[[list[str]], Move]:
    def parse(words: list[str]) -> Move:
        if words:
            raise NotationError("notation.nothing_follows", text=" ".join(words))
        return made()

    return parse


_PARSERS: dict[str, Callable[[list[str]], Move]] = {
    "keep": lambda words: Keep(tuple(words)),
    "start": lambda words: Start(_one(words, "city")),
    "draw": _draw,
    "claim": lambda words: Claim(_first(words, "route"), _cards(words[1:])),
    "pay": lambda words: PayTunnel(_cards(words)),
    "decline": _nothing(Decline),
    "station": lambda words: BuildStation(_first(words, "city"), _cards(words[1:])),
    "alvin": lambda words: MoveAlvin(_one(words, "city")),
    "marker": lambda words: PlaceMarker(_first(words, "city"), _cards(words[1:])),
    "no": _no,
    "pass": _nothing(Pass),
    "finish": _nothing(Finish),
}


def parse_move(text: str) -> Move:
    """The move a text stands for; a `NotationError` says what is wrong with it."""
    words = text.split()
    if not words or words[0] not in _PARSERS:
        raise NotationError("notation.no_move", text=text, known=", ".join(_PARSERS))
    return _PARSERS[words[0]](words[1:])
