"""Environments for learning: observations, vectorised games, PettingZoo and Gymnasium."""
