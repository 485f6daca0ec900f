"""How the games of a round are divided: by number of players and variants, and by who sits at the other seats."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from carrozza.learning.config.model import Config
from carrozza.learning.league.matching import allotted


@dataclass(frozen=True)
class GroupPlan:
    """The games of one environment. Where no bot plays, the first `alone` slots are self-play, the next `past` are
    against past selves and the last `files` against networks of files."""

    seats: int
    variants: tuple[str, ...]
    alone: int = 0
    past: int = 0
    files: int = 0
    bot: str | None = None
    against_bot: int = 0

    @property
    def games(self) -> int:
        return self.alone + self.past + self.files + self.against_bot

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"variants": list(self.variants)}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "GroupPlan":
        return cls(**stored | {"variants": tuple(stored["variants"])})


def group_plans(config: Config, bot_weights: Sequence[float] = ()) -> list[GroupPlan]:
    """For each number of players, with and without variants: one group without bots, and one for each bot. The order is
    always the same, and so are the games of all bots together. Without weights all bots play equally often."""
    settings = list(_settings(config))
    numbers = allotted(config.games.number, [share for _, _, share in settings])
    made: list[GroupPlan] = []
    for (seats, variants, _), games in zip(settings, numbers, strict=True):
        made += [plan for plan in _plans(config, seats, variants, games, bot_weights) if plan.games]
    return made


def _settings(config: Config) -> Iterator[tuple[int, tuple[str, ...], float]]:
    """Numbers of players and variants, and the share of the games of each."""
    share = config.variants_share if config.variants else 0.0
    played = [(tuple(sorted(config.variants)), share), ((), 1 - share)]
    weights = config.players_weights or [1.0] * len(config.players)
    for (seats, weight), (variants, part) in product(zip(config.players, weights, strict=True), played):
        if part > 0:
            yield seats, variants, weight * part


def _plans(
    config: Config, seats: int, variants: tuple[str, ...], games: int, bot_weights: Sequence[float]
) -> Iterator[GroupPlan]:
    league = config.league
    if league.against_frozen:
        yield GroupPlan(seats, variants, files=games)
        return
    bots_share = league.bots_share if seats in (league.bots_players or config.players) else 0.0
    past, files, bots = (int(share * games) for share in (league.past_share, league.members_share, bots_share))
    yield GroupPlan(seats, variants, alone=games - past - files - bots, past=past, files=files)
    if bots:
        weights = bot_weights or [1.0] * len(league.bots)
        for bot, number in zip(league.bots, allotted(bots, weights, least=1), strict=True):
            yield GroupPlan(seats, variants, bot=bot, against_bot=number)


def imitation_plans(config: Config) -> list[GroupPlan]:
    """The same games, all without opponents: the bot that is imitated has all seats."""
    return group_plans(without_opponents(config))


def without_opponents(config: Config) -> Config:
    league = config.league.model_copy(
        update={"past_share": 0.0, "members_share": 0.0, "bots_share": 0.0, "against_frozen": None}
    )
    return config.model_copy(update={"league": league})
