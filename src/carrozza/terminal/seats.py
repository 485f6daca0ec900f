"""Who takes which seat: people first, then bots."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from carrozza.boards.faults import did_you_mean
from carrozza.bots import Spec, parse_spec
from carrozza.bots.specs.notation import CLASS_FILE, PROGRAM

NOBODY_NAMED = "Ada"
"""The one person of a game for which no names were given."""
USUAL_BOT = Spec("medium")
BOTS_FOR_ONE = (USUAL_BOT, USUAL_BOT)
LONGEST_NAME = 20
_NAME = re.compile(r"[^\W_][\w .'\-]*")
_NUMBER = re.compile(r" \d+$")
_PROGRAM_NAME = f"{PROGRAM.title()}:"
_SETTINGS = "(...)"
_SOURCE = re.compile(r"^[^-].*\.[A-Za-z]+$")
"""A file with an ending of letters, and so hardly `python3.12`."""


@dataclass(frozen=True)
class Seats:
    """The names at the table, in their order, which of them are people's, and which bots have the others."""

    names: tuple[str, ...]
    people: tuple[str, ...]
    specs: Mapping[str, Spec] = field(default_factory=dict)

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name not in self.people)


def seats_for(players: Sequence[str] | None, bots: Sequence[str], number: int | None = None) -> Seats:
    """People, then bots. With a number of players, usual bots take the seats that are left; one person alone plays
    against two. A `ValueError` says what is wrong."""
    people = tuple(map(person_name, players or (NOBODY_NAMED,)))
    specs = tuple(map(parse_spec, bots))
    if number is not None:
        specs += (USUAL_BOT,) * _seats_left(number, len(people), len(specs))
    elif len(people) == 1 and not specs:
        specs = BOTS_FOR_ONE
    named = dict(zip(_bot_names(specs), specs, strict=True))
    return Seats((*people, *named), people, named)


def _seats_left(number: int, people: int, bots: int) -> int:
    if people + bots > number:
        raise ValueError(f"{number} players, but {people} people and {bots} bots are named; leave some out")
    return number - people - bots


def seats_again(names: Sequence[str], players: Sequence[str] | None, bots: Sequence[str] = ()) -> Seats:
    """The seats of a record: who is named is a person; else all but those that bear a bot's name."""
    for player in players or ():
        if player not in names:
            raise ValueError(
                f"no seat '{player}' in the record{did_you_mean(player, names)}; it has {', '.join(names)}"
            )
    people = tuple(players or (name for name in names if not is_bot_name(name)))
    if not people:
        raise ValueError(
            f"every seat of the record is a bot's ({', '.join(names)}); name the seats that people take with --people"
        )
    others = [name for name in names if name not in people]
    return Seats(tuple(names), tuple(name for name in names if name in people), _specs_again(others, bots))


def _specs_again(names: Sequence[str], bots: Sequence[str]) -> dict[str, Spec]:
    """Bots for the seats of a record: those asked for, or those that the names tell."""
    if bots and len(bots) != len(names):
        seats = ", ".join(names) or "none"
        raise ValueError(f"{len(bots)} bots for {len(names)} seats ({seats}): name one for each, or none")
    if bots:
        return dict(zip(names, map(parse_spec, bots), strict=True))
    return {name: _spec_again(name) for name in names}


def _spec_again(name: str) -> Spec:
    if _tells_half(name):
        raise ValueError(f"the name '{name}' does not say how the bot was set: name the bots again with --bots")
    return _spec_named(name) or USUAL_BOT


def person_name(name: str) -> str:
    """The name as it is written in records; a `ValueError` where it cannot be."""
    name = " ".join(name.split())
    if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        allowed = f"begins with a letter or digit and has at most {LONGEST_NAME} letters, digits, spaces or . ' -"
        raise ValueError(f"'{name}' is no name for a player: a name {allowed}")
    if is_bot_name(name):
        raise ValueError(f"'{name}' is the name of a bot; choose another for a person")
    return name


def is_bot_name(name: str) -> bool:
    return _tells_half(name) or _spec_named(name) is not None


def _tells_half(name: str) -> bool:
    """Whether it is a bot's, but leaves out how that was called or set."""
    return name.startswith(_PROGRAM_NAME) or _NUMBER.sub("", name).endswith(_SETTINGS)


def _spec_named(name: str) -> Spec | None:
    try:
        return parse_spec(_NUMBER.sub("", name))
    except ValueError:
        return None


def _bot_names(specs: Sequence[Spec]) -> Iterator[str]:
    """`Planner` and `Search:1s`, or `Planner 1` and `Planner 2` where there are several."""
    titles = [_title(spec) for spec in specs]
    seen: Counter[str] = Counter()
    for title in titles:
        seen[title] += 1
        yield f"{title} {seen[title]}" if titles.count(title) > 1 else title


def _title(spec: Spec) -> str:
    """The spec with a capital letter; but of a program its file alone, and of many settings that there are some."""
    if spec.name == PROGRAM:
        return _PROGRAM_NAME + _file_of(spec.command)[: LONGEST_NAME - len(_PROGRAM_NAME)]
    if spec.name == CLASS_FILE:
        return f"{spec.class_name[: LONGEST_NAME - len(_SETTINGS)]}{_SETTINGS}"
    text = str(spec)
    if len(text) > LONGEST_NAME:
        text = f"{spec.name}{_SETTINGS}"
    return text[:1].upper() + text[1:]


def _file_of(command: Sequence[str]) -> str:
    """`mybot.py`, whether it is called by itself or by `python3 mybot.py`."""
    file = PurePath(next(filter(_SOURCE.search, command), command[0])).name
    return "".join(mark for mark in file if mark.isprintable()).strip()
