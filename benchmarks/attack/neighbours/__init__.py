"""Neighbours who take all they are allowed: what one address at its limits costs the player at another."""

from benchmarks.attack.neighbours.comparison import Compared, Times, attack_neighbours, compare

__all__ = ["Compared", "Times", "attack_neighbours", "compare"]
