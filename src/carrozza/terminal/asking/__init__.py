"""Asking a player for a move: menus, lists of routes and cities, and the commands of the prompt."""
