"""Bots that Numba compiles together with the rules."""
