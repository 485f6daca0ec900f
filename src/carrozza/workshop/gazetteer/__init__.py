"""Towns of the world by name, from public-domain data that comes with the package."""

from carrozza.workshop.gazetteer.finding import find_places
from carrozza.workshop.gazetteer.places import Match, Place

__all__ = ["Match", "Place", "find_places"]
