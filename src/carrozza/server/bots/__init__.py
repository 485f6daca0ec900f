"""Bots at a server's games: they run in processes of their own, see only views, and play like any other seat."""
