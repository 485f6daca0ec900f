"""Who sits where: people first, then bots."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from carrozza.boards.faults import did_you_mean
from carrozza.game import Move, View

BOTS = ("random",)
NOBODY_NAMED = "Ada"
"""The one person of a game for which no names were given."""
BOTS_FOR_ONE = ("random", "random")
LONGEST_NAME = 20
_NAME = re.compile(r"[^\W_][\w .'\-]*")
_BOT_NAME = re.compile(rf"({'|'.join(BOTS)})( \d+)?", re.IGNORECASE)


class RandomBot:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, seed: object) -> None:
        self.chance = random.Random(f"{seed}")

    def choose(self, view: View) -> Move:
        return self.chance.choice(view.legal_moves())


@dataclass(frozen=True)
class Seats:
    """The names at the table, in their order, and which of them are people's."""

    names: tuple[str, ...]
    people: tuple[str, ...]

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name not in self.people)


def seats_for(players: Sequence[str] | None, bots: Sequence[str]) -> Seats:
    """People, then bots; one person alone plays against two. A `ValueError` says what cannot be."""
    people = tuple(map(person_name, players or (NOBODY_NAMED,)))
    kinds = tuple(map(bot_kind, bots))
    if len(people) == 1 and not kinds:
        kinds = BOTS_FOR_ONE
    return Seats((*people, *_bot_names(kinds)), people)


def seats_again(names: Sequence[str], players: Sequence[str] | None) -> Seats:
    """The seats of a record: who is named is a person; else all but those that bear a bot's name."""
    for player in players or ():
        if player not in names:
            raise ValueError(
                f"no seat '{player}' in the record{did_you_mean(player, names)}; it has {', '.join(names)}"
            )
    people = tuple(players or (name for name in names if not _BOT_NAME.fullmatch(name)))
    if not people:
        raise ValueError(f"every seat of the record is a bot's ({', '.join(names)}); say which ones people take")
    return Seats(tuple(names), tuple(name for name in names if name in people))


def person_name(name: str) -> str:
    """The name as it is written in records; a `ValueError` where it cannot be."""
    name = " ".join(name.split())
    if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        told = f"begins with a letter or digit and has at most {LONGEST_NAME} letters, digits, spaces or . ' -"
        raise ValueError(f"'{name}' is no name for a player: a name {told}")
    if _BOT_NAME.fullmatch(name):
        raise ValueError(f"'{name}' is the name of a bot; choose another for a person")
    return name


def bot_kind(name: str) -> str:
    kind = name.strip().lower()
    if kind not in BOTS:
        raise ValueError(f"no bot '{name}'{did_you_mean(kind, BOTS)}; bots are: {', '.join(BOTS)}")
    return kind


def _bot_names(kinds: Sequence[str]) -> list[str]:
    """`Random`, or `Random 1` and `Random 2` where there are several."""
    several = len(kinds) > 1
    return [f"{kind.title()} {number}" if several else kind.title() for number, kind in enumerate(kinds, 1)]
