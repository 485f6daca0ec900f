"""PettingZoo's name for the environment of all seats: `carrozza_v0.env(board, seats, ...)`."""

from carrozza.envs.adapters.aec import env, raw_env

__all__ = ["env", "raw_env"]
