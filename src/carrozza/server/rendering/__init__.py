"""Replays and drawings: made in a process of their own, compressed, and kept for whoever asks again."""
