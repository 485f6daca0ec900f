"""The networks that come with the game: small, whole, for every setup of their board, and the same on every machine."""

from pathlib import Path

import pytest

from carrozza import boards
from carrozza.bots import make_bot, parse_spec
from carrozza.bots.neural.weights import read_about, read_weights
from carrozza.bots.neural.weights.shipped import weights_path
from carrozza.bots.specs import networks
from carrozza.bots.specs.levels import LEVELS, resolve
from carrozza.game.records.record import Record
from tests.bots.neural.shipped_games import FILES, PLAYED, expected, game_digest, name_of
from tests.setups import FULL_SETUPS, Setup

MOST_BYTES = 10_000_000
"""Of all of them together."""
RENEW = "after a network was exchanged: `python -m tests.bots.neural.shipped_games`"


def test_all_together_are_small() -> None:
    assert sum(file.stat().st_size for file in FILES) <= MOST_BYTES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_is_what_its_name_says(file: Path) -> None:
    """It is read whole, with its digest checked, and knows all seats and variants of its board."""
    name, weights = file.stem, read_weights(file)
    assert file.name == networks.file_name(name) and "config" in weights.about.training
    if name == networks.GENERAL:
        assert weights.about.kind == "tokens"
        return
    board = boards.load(name)
    assert weights_path(board) == file
    assert set(weights.about.variants) == set(board.variants)
    assert weights.about.most_seats == board.rules.max_seats


def test_levels_name_only_networks_that_there_are() -> None:
    for board in boards.names():
        for level in LEVELS:
            meant = resolve(parse_spec(level), board)
            if meant.name == "neural" or meant.parameters.get("network") == networks.SHIPPED_NETWORK:
                weights = read_weights(weights_path(boards.load(board)))
                assert "style" not in meant.parameters or "styles" in weights.vectors


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_digests_are_those_of_these_files(file: Path) -> None:
    assert read_about(file).digest == expected()["files"].get(file.stem), RENEW


@pytest.mark.parametrize("setup", PLAYED, ids=name_of)
def test_the_same_deal_gives_the_same_game_on_every_machine(setup: Setup) -> None:
    assert game_digest(setup) == expected()["games"].get(name_of(setup)), RENEW


@pytest.mark.parametrize("setup", [setup for setup in FULL_SETUPS if setup in PLAYED], ids=str)
def test_it_plays_by_the_rules(setup: Setup) -> None:
    game = setup.game(seed=2)
    players = {name: make_bot("neural", game.names, seed=number) for number, name in enumerate(game.seats)}
    while game.to_move is not None:
        game.play(players[game.to_move].choose(game.view(game.to_move)))
    assert Record.parse(str(Record.of(game))).replay().finished
