"""A configuration is checked as a whole, with suggestions, and reads back as it was written."""

import tomllib
from pathlib import Path

import pytest

from carrozza.learning.config.checking import check_config
from carrozza.learning.config.model import Config
from carrozza.learning.config.reading import config_toml, config_tree, make_config, read_tree
from carrozza.learning.errors import LearningError


def test_it_reads_back_as_it_was_written() -> None:
    config = make_config({"device": "cuda", "players": [2, 4], "reward": {"styles_share": 0.2}, "variants": ["alvin"]})
    assert make_config(tomllib.loads(config_toml(config))) == config


def test_a_gpu_has_defaults_of_its_own_which_a_file_overrides() -> None:
    assert make_config({"device": "cuda"}).games.number == 32_768
    assert make_config({"device": "cuda"}).improvement.precision == "bfloat16"
    assert make_config({"device": "cuda", "games": {"number": 64}}).games.steps == 64
    assert make_config({}).games.number == Config().games.number == 256


def test_every_fault_is_told_with_its_place() -> None:
    with pytest.raises(LearningError) as told:
        make_config({"improvment": {}, "league": {"bot_share": 0.1}, "players": [2.5], "budget": {"minutes": -1}})
    for part in (
        "has 4 faults",
        "improvment: no such setting (did you mean 'improvement'?)",
        "league.bot_share: no such setting (did you mean 'bots_share'?)",
        "players.0: 2.5 cannot be: it must be a valid integer",
        "budget.minutes: -1 cannot be: it must be greater than or equal to 0",
    ):
        assert part in str(told.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": [2, 7]}, "players: 7: the board new-york is for 2 to 4"),
        ({"variants": ["alvin"]}, "has no 'alvin'; it has none"),
        ({"budget": {"minutes": 0}}, "give minutes or decisions"),
        ({"league": {"bots": ["search:100"]}}, "league.bots: 'search:100' is not compiled"),
        ({"league": {"past_share": 0.8, "bots_share": 0.8}}, "add up to more than 1"),
        ({"evaluation": {"held_out": ["planner"]}}, "'planner' is met in training, so not held out"),
        ({"imitation": {"seconds": 5.0, "bot": "greedy"}}, "'greedy' is met in training, so not held out"),
        ({"league": {"members_share": 0.1}}, "there are no league.members"),
        ({"evaluation": {"players": [3]}}, "3 is not among the players"),
        ({"players_weights": [1.0, 2.0]}, "2 for 1 numbers of players"),
        ({"league": {"bots_pace": 5}}, "5 does not divide games.steps, 64"),
        ({"league": {"bots_players": [3]}}, "league.bots_players: 3 is not among the players"),
    ],
)
def test_what_cannot_be_is_told(given: dict[str, object], message: str) -> None:
    with pytest.raises(LearningError, match=message.replace("(", r"\(").replace(")", r"\)")):
        check_config(make_config(given))


def test_the_defaults_can_be() -> None:
    check_config(make_config({}))
    check_config(make_config({"boards": ["usa", "old-west"], "players": [2, 3, 4, 5], "device": "cuda"}))


def test_a_file_that_is_not_toml_is_told(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text("players = [2")
    with pytest.raises(LearningError, match="is not TOML"):
        read_tree(file)
    with pytest.raises(LearningError, match="cannot be read: No such file"):
        read_tree(tmp_path / "none.toml")


def test_a_tree_has_no_values_that_toml_has_not() -> None:
    assert "cluster" not in config_tree(Config())["workers"]
