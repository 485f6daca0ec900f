"""The page about the protocol tells of everything that is said."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from carrozza.bots.fallback import FAULTS
from carrozza.bots.programs import messages
from carrozza.bots.programs.line_process import LONGEST_LINE
from carrozza.bots.specs.bot_classes import names
from carrozza.bots.specs.levels import LEVELS
from carrozza.bots.specs.limits import LIMITS
from carrozza.game import Game

PAGE = (Path(__file__).parents[2] / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
TYPES = ("hello", "view", "decide", "bye")


def keys_of(message: object) -> Iterator[str]:
    """All keys but those of the board, and those that are names and kinds of the game."""
    if isinstance(message, dict):
        for key, value in message.items():
            if key in ("board", "hand", "discard", "known_cards"):
                yield key
            elif key in ("Ada", "Bruno"):
                yield from keys_of(value)
            else:
                yield key
                yield from keys_of(value)


def every_message() -> list[messages.Message]:
    game = Game("old-west", seats=2, seed=1, variants=("alvin",))
    view = game.view("Ada")
    return [
        messages.hello(game.names, "Ada", 1, 10, 2),
        *(messages.view_of(view, protocol) for protocol in messages.PROTOCOLS),
        messages.decide(view.legal_moves, 1, 2),
        messages.bye(game.result()),
    ]


def test_every_type_and_key_is_explained() -> None:
    said = every_message()
    assert [message["type"] for message in said] == ["hello", "view", "view", "decide", "bye"]
    told = {*TYPES, *(key for message in said for key in keys_of(message)), "route", "laid", "turned", "due"}
    assert [key for key in sorted(told) if f"`{key}`" not in PAGE] == []


@pytest.mark.parametrize("word", [*FAULTS, *LIMITS, *LEVELS, *names()[:4]])
def test_faults_limits_levels_and_bots_are_named(word: str) -> None:
    assert re.search(rf"`{word}\b", PAGE) or re.search(rf"\({word}=", PAGE)


def test_the_numbers_are_right() -> None:
    assert f"{LONGEST_LINE:,} bytes" in PAGE
    assert [int(limit.rstrip("s")) for limit in LIMITS.values()] == [10, 2]
    assert "10 seconds to say hello, and 2 seconds for each decision" in PAGE
    assert all(f"version {protocol}" in PAGE.lower() for protocol in messages.PROTOCOLS)
