"""Environments that step one game at a time: PettingZoo, Gymnasium, OpenSpiel."""
