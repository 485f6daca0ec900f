"""Information-set Monte Carlo tree search: actions are tried in imagined worlds, where planners play to the end."""

from carrozza.bots.search.bot import SearchBot
from carrozza.bots.search.estimate import Estimate, Option, Step

__all__ = ["Estimate", "Option", "SearchBot", "Step"]
