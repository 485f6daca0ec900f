"""Attacks on a server of one's own. `python -m benchmarks.attack` runs them."""
