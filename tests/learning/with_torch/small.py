"""Small trainings on New York, for tests."""

from typing import Any

from carrozza import boards
from carrozza.learning.config.defaults import merged
from carrozza.learning.config.model import Config
from carrozza.learning.config.reading import make_config
from carrozza.learning.training.trainer import Trainer

SMALL = {
    "boards": ["new-york"],
    "budget": {"minutes": 0, "decisions": 1000},
    "games": {"number": 16, "steps": 16, "threads": 1},
    "network": {"width": 16, "blocks": 1},
    "improvement": {"minibatch": 128, "epochs": 2},
    "league": {"snapshot_rounds": 2, "past_share": 0.25, "bots_share": 0.25, "bots": ["greedy", "random"]},
    "evaluation": {"times": 1, "deals": 2, "against": ["random"], "held_out": ["greedy"]},
}


def small_config(**given: Any) -> Config:
    return make_config(merged(SMALL, given))


def small_trainer(**given: Any) -> Trainer:
    return Trainer(small_config(**given), boards.load("new-york"))
