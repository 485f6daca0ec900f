"""Information-set Monte Carlo tree search: actions are tried in imagined worlds, where planners play to the end."""

from carrozza.bots.search.bot import SearchBot

__all__ = ["SearchBot"]
