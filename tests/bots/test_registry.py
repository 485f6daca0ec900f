"""Bots are known by name, and packages add to them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from carrozza import bots
from carrozza.bots import BadSpec, make_bot, parse_spec
from carrozza.bots.fallback import FallbackBot
from carrozza.bots.specs.bot_classes import FaultyBot
from carrozza.game import Game

MODULE = """
from carrozza.bots import Bot

class First(Bot):
    def __init__(self, names, seed, place=0, *, label="none"):
        self.names, self.seed, self.place, self.label, self.open = names, seed, place, label, True
    def choose(self, view):
        return view.legal_moves[self.place]
    def close(self):
        self.open = False

class Thinker(First):
    def __init__(self, names, seed, seconds=1.0, threads=1):
        super().__init__(names, seed)
        self.seconds, self.threads = seconds, threads

class Free(First):
    def __init__(self, **anything):
        self.anything = anything
        self.place = 0

class Crashing(First):
    def choose(self, view):
        raise KeyError("lost")

class Cheating(First):
    def choose(self, view):
        from carrozza.game import parse_move
        return parse_move("finish")

class Leaving(First):
    def choose(self, view):
        raise SystemExit(1)
    def close(self):
        raise OSError("the door is locked")

class Absent(First):
    def choose(self, view):
        return None

class Scribbling(First):
    def choose(self, view):
        move = view.legal_moves[0]
        view.state.hand[:] = 20
        view.state.phase = 11
        return move

class Strict(First):
    def __init__(self, names, seed, depth):
        raise ValueError("depth is 1 to 3")

class Broken:
    def __init__(self, names, seed):
        raise RuntimeError("out of steam")

class Mute:
    def __init__(self, names, seed):
        pass

NOTHING = 3
"""
ENTRIES = """
first = mybots:First
thinker = mybots:Thinker
free = mybots:Free
crashing = mybots:Crashing
cheating = mybots:Cheating
leaving = mybots:Leaving
absent = mybots:Absent
scribbling = mybots:Scribbling
strict = mybots:Strict
broken = mybots:Broken
mute = mybots:Mute
gone = mybots:Gone
away = nowhere_to_be_found:Bot
nothing = mybots:NOTHING
random = mybots:First
Bad Name = mybots:First
"""

Install = Callable[[str, str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a distribution where Python finds it, as an installer would."""

    def put(name: str, module: str, entries: str) -> None:
        folder = tmp_path / f"{name}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(f"[carrozza.bots]\n{entries}")
        (tmp_path / f"{name}.py").write_text(module)

    monkeypatch.syspath_prepend(str(tmp_path))
    return put


@pytest.fixture
def game(install: Install, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game where a package adds its bots."""
    install("mybots", MODULE, ENTRIES)
    monkeypatch.delitem(__import__("sys").modules, "mybots", raising=False)
    return Game("usa", seats=2, seed=1)


def made(spec: str, game: Game) -> FallbackBot:
    bot = make_bot(spec, game.names, seed=5)
    assert isinstance(bot, FallbackBot)
    return bot


def test_the_built_in_bots_are_there() -> None:
    assert bots.names()[:4] == ("random", "greedy", "planner", "search")
    assert [parse_spec(name).compiled for name in bots.names()[:4]] == [True, True, True, False]


def test_a_package_adds_bots(game: Game) -> None:
    added = set(bots.names()[4:])
    assert {"first", "thinker", "free"} <= added
    assert "Bad Name" not in added
    bot = made("first(place=1)", game)
    assert str(parse_spec("first(place=1)")) == "first(place=1)"
    view = game.view("Ada")
    assert bot.choose(view) == view.legal_moves[1]
    assert bot.faults == []
    bot.close()
    assert bot.bot.open is False  # type: ignore[attr-defined]


def test_no_package_replaces_a_built_in_bot(game: Game) -> None:
    assert bots.names().count("random") == 1
    assert parse_spec("random").compiled
    assert not isinstance(make_bot("random", game.names, 1), FallbackBot)


def test_a_class_is_given_what_its_signature_asks_for(game: Game) -> None:
    inner = made("thinker:250ms(threads=3)", game).bot  # type: ignore[attr-defined]
    assert (inner.seconds, inner.threads, inner.names) == (0.25, 3, game.names)
    assert made("thinker", game).bot.seconds == 1.0  # type: ignore[attr-defined]
    several = make_bot("thinker", game.names, 5, threads=4)
    assert several.bot.threads == 4  # type: ignore[attr-defined]
    free = made("free:20(depth=2,mood='gay, not sad')", game).bot  # type: ignore[attr-defined]
    assert free.anything.pop("names") is game.names
    assert free.anything.pop("seed") >= 0
    assert free.anything == {"iterations": 20, "depth": 2, "mood": "gay, not sad"}


def test_the_seed_a_package_sees_does_not_lead_back_to_the_games() -> None:
    """Streams of one seed can be turned back; a digest cannot."""
    from carrozza.bots.seeds import bot_seed

    seeds = [bot_seed(seed) for seed in range(100)]
    assert len(set(seeds)) == 100
    assert not set(seeds) & set(range(1000))


@pytest.mark.parametrize(
    ("spec", "error", "told"),
    [
        ("first(plce=1)", BadSpec, "first has no parameter 'plce' (did you mean 'place'?); it has place, label"),
        ("first(seed=1)", BadSpec, "first has no parameter 'seed'"),
        ("first:1s", BadSpec, "first takes no budget of a time; leave ':1s' out"),
        ("thinker:100", BadSpec, "thinker takes no budget of iterations; leave ':100' out"),
        ("strict(depth=7)", BadSpec, "'strict(depth=7)': depth is 1 to 3"),
        ("strict", FaultyBot, "the bot 'strict' of the package mybots 1.0 cannot be made: TypeError"),
        ("broken", FaultyBot, "the bot 'broken' of the package mybots 1.0 cannot be made: RuntimeError: out of steam"),
        ("mute", FaultyBot, "the bot 'mute' of the package mybots 1.0 has no method choose(view)"),
        ("gone", FaultyBot, "the package mybots 1.0 cannot be loaded from mybots:Gone: AttributeError"),
        ("away", FaultyBot, "cannot be loaded from nowhere_to_be_found:Bot: ModuleNotFoundError"),
        ("nothing", FaultyBot, "mybots:NOTHING is not a class, nor a function that makes a bot"),
    ],
)
def test_a_faulty_package_is_named(game: Game, spec: str, error: type[ValueError], told: str) -> None:
    with pytest.raises(error, match=re.escape(told)):
        make_bot(spec, game.names, 1)


def test_packages_that_disagree_are_named(install: Install, game: Game) -> None:
    install("otherbots", "", "first = otherbots:First\n")
    with pytest.raises(FaultyBot, match=r"'first' is registered by mybots 1\.0 and otherbots 1\.0: uninstall all but"):
        parse_spec("first")


@pytest.mark.parametrize(
    ("spec", "kind", "said"),
    [
        ("crashing", "crash", "KeyError: 'lost'"),
        ("leaving", "crash", "SystemExit: 1"),
        ("cheating", "illegal", "finish"),
        ("absent", "illegal", "None"),
    ],
)
def test_a_bot_that_crashes_or_cheats_is_stood_in_for(game: Game, spec: str, kind: str, said: str) -> None:
    bot = made(spec, game)
    for _ in range(5):
        move = bot.choose(game.view(game.to_move))
        assert move in game.legal_moves
        game.play(move)
    assert [(fault.kind, fault.decision, fault.said) for fault in bot.faults] == [(kind, n, said) for n in (1, 2, 3)]
    assert bot.given_up


def test_a_bot_may_scribble_on_its_view(game: Game) -> None:
    bot, view = made("scribbling", game), game.view("Ada")
    before = view.state.tobytes()
    assert bot.choose(view) == view.legal_moves[0]
    assert bot.faults == [] and view.state.tobytes() == before
