"""The members of the league, and how the network has done against each of them lately."""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, Self

from carrozza.learning.league.matching import comparable, priorities

Kind = Literal["past", "file", "bot"]
REMEMBERED: Final = 0.95
"""The share of what is known of earlier games that counts after another round."""
UNKNOWN_GAMES: Final = 4.0
"""Before the first games a member counts as if it had won half of so many."""


@dataclass
class Member:
    name: str
    kind: Kind
    games: float = 0.0
    won: float = 0.0
    """As `comparable` says. Both are sums in which older games count less."""

    @property
    def chance(self) -> float:
        """Of beating it."""
        return (self.won + UNKNOWN_GAMES / 2) / (self.games + UNKNOWN_GAMES)

    def note(self, games: int, share: float, seats: int) -> None:
        self.games += games
        self.won += games * comparable(share, seats)


class League:
    def __init__(self, members: Sequence[Member], hardness: float, most_past: int) -> None:
        self.members = list(members)
        self.hardness = hardness
        self.most_past = most_past

    def of_kind(self, *kinds: Kind) -> list[Member]:
        return [member for member in self.members if member.kind in kinds]

    def member(self, name: str) -> Member:
        return next(member for member in self.members if member.name == name)

    def forget(self) -> None:
        """A round has passed: earlier games count less."""
        for member in self.members:
            member.games *= REMEMBERED
            member.won *= REMEMBERED

    def add_past(self, name: str) -> list[str]:
        """Add a past self. Returns the names of those that make room for it: the ones that are beaten most easily."""
        self.members.append(Member(name, "past"))
        leaving: list[str] = []
        while len(past := self.of_kind("past")) > self.most_past:
            leaver = max(past[:-1] or past, key=lambda member: member.chance)
            self.members.remove(leaver)
            leaving.append(leaver.name)
        return leaving

    def weights(self, members: Sequence[Member]) -> list[float]:
        return priorities([member.chance for member in members], self.hardness)

    def drawn(self, kind: Kind, number: int, chance: random.Random) -> list[str]:
        """So many opponents of a kind; the same may come twice. None where there are none."""
        members = self.of_kind(kind)
        if not members:
            return []
        return [member.name for member in chance.choices(members, self.weights(members), k=number)]

    def as_json(self) -> list[dict[str, Any]]:
        return [asdict(member) for member in self.members]

    @classmethod
    def from_json(cls, members: Sequence[dict[str, Any]], hardness: float, most_past: int) -> Self:
        return cls([Member(**member) for member in members], hardness, most_past)
