"""The position document: the JSON form of a position, in which the referee reads and writes it too."""

import json
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from carrozza.game.positions.flaws import FlawedInput, flaws_of_shape

Count = Annotated[int, Field(ge=0, strict=True)]
SmallCount = Annotated[int, Field(ge=0, le=100, strict=True)]
CardCounts = dict[str, Count]
PendingPhase = Literal["start", "second", "tunnel", "tickets_drawn", "move_alvin", "marker"]
DECK, DISCARD = "deck", "discard"


class DocumentPart(BaseModel):
    """Values that never change and know no key but their own."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PlayerPosition(DocumentPart):
    """One player's things. What is left out is empty, or follows from the rest."""

    hand: CardCounts = Field(default_factory=dict, description="cards in hand, by kind")
    tickets: tuple[str, ...] = Field(default=(), description="ticket ids")
    routes: tuple[str, ...] = Field(default=(), description="ids of the routes claimed")
    stations: tuple[str, ...] = Field(default=(), description="ids of the cities with a station")
    markers: tuple[str, ...] = Field(
        default=(), description="ids of the cities with a marker; the first is the start city"
    )
    trains: Count | None = Field(
        default=None, description="trains left; a full set less the routes' lengths if left out"
    )
    points: Annotated[int, Field(strict=True, ge=-9999, le=9999)] | None = Field(
        default=None, description="points so far; what the routes are worth if left out, 0 where markers are in play"
    )
    offered: tuple[str, ...] = Field(default=(), description="tickets dealt in the opening and not yet chosen among")
    dealt: tuple[str, ...] = Field(
        default=(),
        description="in the opening, while others still choose: the tickets dealt, of which `tickets` are kept",
    )
    refused: tuple[str, ...] = Field(
        default=(),
        description="opening tickets this player refused, where those leave the game or are shuffled under the deck",
    )
    drew_refused: SmallCount = Field(
        default=0, description="how many of the opening tickets shuffled under the deck this player has drawn since"
    )
    opening_kept: Count | None = Field(
        default=None,
        description="tickets kept in the opening; as many of `tickets` as can be if left out",
    )
    known: CardCounts = Field(
        default_factory=dict, description="cards of the hand that everybody knows: taken face up and not played since"
    )
    unseen: CardCounts | None = Field(
        default=None,
        description="cards drawn unseen from the present deck, played or not; the hand less `known` if left out",
    )
    catches: SmallCount = Field(default=0, description="how often this player caught Alvin")


class AlvinPosition(DocumentPart):
    city: str
    holder: str | None = None


class Pending(DocumentPart):
    """What is under way in the middle of a turn."""

    phase: PendingPhase
    route: str | None = Field(default=None, description="the route being claimed: of a tunnel, of Alvin, of a marker")
    laid: CardCounts = Field(default_factory=dict, description="the cards laid for a tunnel")
    turned: CardCounts = Field(default_factory=dict, description="the cards turned for a tunnel")
    due: Count = Field(default=0, description="what the tunnel costs extra; follows from the cards")
    offered: tuple[str, ...] = Field(default=(), description="the tickets just drawn, to choose among")


class PositionDocument(DocumentPart):
    """A position at any moment. `str` writes it on one line of JSON, `parse` reads it.

    >>> position = PositionDocument.parse('{"to_move": "Ada", "row": ["red", "red", "blue", "white", "black"]}')
    >>> print(position)
    {"to_move": "Ada", "row": ["red", "red", "blue", "white", "black"]}
    """

    to_move: str | None = None
    row: tuple[str, ...] | None = Field(default=None, description="face-up cards; dealt from the deck if left out")
    deck: tuple[str, ...] = Field(default=(), description="top cards of the deck, the top first")
    discard: CardCounts = Field(default_factory=dict)
    rest: str = Field(default=DECK, description="where all other cards are: 'deck', 'discard', or a player's name")
    tickets: tuple[str, ...] = Field(default=(), description="top of the ticket deck, the top first")
    tickets_left: Count | None = Field(default=None, description="how many tickets the deck holds at the most")
    returned: dict[str, str | None] = Field(
        default_factory=dict,
        description="tickets of the deck that a player put back and so knows: id to player, null where they were "
        "shuffled in the opening",
    )
    players: dict[str, PlayerPosition] = Field(default_factory=dict)
    alvin: AlvinPosition | None = None
    last_turns: Annotated[int, Field(ge=1, strict=True)] | None = Field(
        default=None, description="turns left in the game, once the last round has begun"
    )
    first: str | None = Field(default=None, description="who started the game; `to_move` if left out")
    turns: Annotated[int, Field(ge=0, le=32_000, strict=True)] = Field(
        default=0, description="how many turns have ended"
    )
    passes: SmallCount = Field(default=0, description="how many players in a row have passed")
    finished: Literal[True] | None = Field(default=None, description="true where the game is over")
    pending: Pending | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a position; `FlawedInput` lists everything that is wrong with its shape."""
        try:
            return cls.model_validate_json(text)
        except ValidationError as invalid:
            raise FlawedInput(flaws_of_shape(invalid)) from None

    def __str__(self) -> str:
        return json.dumps(self.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)
