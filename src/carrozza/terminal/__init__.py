"""The game at a terminal: for one person or several at one keyboard, with bots in the other seats."""

from carrozza.terminal.launch import play_command

__all__ = ["play_command"]
