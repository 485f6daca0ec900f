"""The report of a playtest, as data."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1)]
Interval = tuple[float, float]
"""The bounds between which the true value lies 95 times in 100."""


class Part(BaseModel):
    """Values that never change."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SeatFigures(Part):
    """How often a seat wins; the first starts."""

    seat: int
    wins: Share
    interval: Interval | None


class TableFigures(Part):
    """The games with one number of players."""

    players: int
    games: int
    seats: tuple[SeatFigures, ...]
    score: float = Field(description="the mean score of a player")
    deviation: float = Field(description="the standard deviation of a player's score")
    scores: tuple[float, float, float, float, float] = Field(
        description="the score that 5, 25, 50, 75 and 95 of 100 players do not exceed"
    )
    margin: float = Field(description="the points between the winner and the next player, on average")
    turns: float = Field(description="the turns of a game, of all players together")
    turns_of_most: Interval = Field(description="the turns that 5 and 95 of 100 games do not exceed")
    minutes: float = Field(description="the estimated minutes of a game between people")
    passed: int = Field(description="games that ended because nobody could do anything any more (T3)")
    endless: int = Field(description="games that were stopped at the cap on turns")


class StyleFigures(Part):
    """How a style of play does against the others."""

    style: str
    bot: str
    wins: float = Field(description="how often it wins, divided by how often it would if all styles were equal")
    interval: Interval | None
    score: float


class FloorFigures(Part):
    """How a bot does that plays at random."""

    games: int
    wins: float | None = Field(description="how often it wins, divided by the share of one seat")
    score: float | None


class PartFigures(Part):
    """A part of the score (E2): what it brings, and what winners have of it beyond the others."""

    part: str
    points: float = Field(description="the mean of all players")
    ahead: float = Field(description="by how many points winners are ahead of the others' mean in it")
    share: float = Field(description="that, as a share of the points by which winners are ahead in all")


class RouteFigures(Part):
    """One route."""

    id: str
    claimed: Share = Field(description="the share of games in which it is claimed")
    either: Share = Field(description="the same for it and the routes parallel to it: any of them")
    moment: float | None = Field(description="when it is claimed on average: 0 the first turn, 1 the last")
    cuts: float = Field(description="how many plans a claim of it cuts, for each game")


class TicketFigures(Part):
    """One ticket."""

    id: str
    points: int
    trains: int = Field(description="the fewest trains that complete it")
    drawn: int = Field(description="how often it was offered to a player")
    kept: Share | None = Field(description="how often it was kept when it was offered")
    made: Share | None = Field(description="how often it was completed when it was kept")
    brings: float | None = Field(description="the points it brings when it is kept, those it costs deducted")
    margin: float | None = Field(
        description="by how many points a player with it is further ahead than one with an average ticket in its place"
    )
    margin_interval: Interval | None
    usual: float | None = Field(description="the same for the tickets of its length on this board, by a straight line")
    gain: float | None = Field(description="what it wins (or loses) against its value: margin less usual")
    gain_interval: Interval | None
    fair: float | None = Field(description="the value with which it would win or lose nothing")
    fair_interval: Interval | None
    suggested: int = Field(
        description="where it is sure that the value is not fair: the fair one in whole points, or a step towards it"
    )


class KeyFigures(Part):
    """A board's playtest in a few numbers, to be compared with those of others."""

    board: str
    title: str
    games: int
    score: float
    deviation: float
    margin: float
    minutes: Interval = Field(description="the estimated minutes with the fewest and with the most players")
    turns: Interval = Field(description="the turns of a player, with the fewest and with the most players")
    seat_advantage: float = Field(
        description="by how much the luckiest seat wins more than its share, as a part of it, at worst"
    )
    tickets_share: float = Field(description="the share of tickets in what winners are ahead by")
    routes_share: float
    path_share: float
    made: Share = Field(description="the share of kept tickets that are completed")
    unfairness: float | None = Field(description="the mean points by which tickets win or lose against their values")
    used_least: Share = Field(description="the share of games in which the least used way between two cities is used")
    cuts_most: float = Field(description="the plans that the worst bottleneck cuts, for each game")
    floor_wins: float | None = Field(description="how often a random player wins, divided by the share of a seat")
    style_most: float = Field(description="how often the best style wins, divided by how often all would if equal")


class Finding(Part):
    """Something that the games show, and that could be mended."""

    code: str
    strength: float = Field(description="the larger, the more it matters; findings are sorted by it")
    subject: str | None = Field(default=None, description="the id of a route or ticket, the name of a style")
    values: Mapping[str, float | str] = Field(default={}, description="the numbers of its sentence")
    sentence: str = Field(default="", description="in the language of the report")
    mend: str = Field(default="", description="the change that would mend it, in the language of the report")


class PlaytestReport(Part):
    """What a playtest found."""

    board: str
    title: str
    version: str
    seed: int
    asked: int
    games: int
    interrupted: bool
    seconds: float
    styles: tuple[StyleFigures, ...]
    floor: FloorFigures
    tables: tuple[TableFigures, ...]
    parts: tuple[PartFigures, ...]
    routes: tuple[RouteFigures, ...]
    tickets: tuple[TicketFigures, ...]
    figures: KeyFigures | None = Field(description="none where too few games were played to say anything")
    findings: tuple[Finding, ...]
    printed: tuple[KeyFigures, ...] = Field(description="the same figures of the printed boards")
