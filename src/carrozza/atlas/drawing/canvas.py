"""What every part of a drawing is told: the board, where everything lies, the language, and how ids begin."""

from dataclasses import dataclass
from functools import cached_property

from carrozza.atlas.drawing.palette import Theme
from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board, City, Route
from carrozza.game.sentences.rulebook import map_title
from carrozza.words import say

FRAME = 8.0
"""From the edge of the page to the map."""


@dataclass(frozen=True)
class Canvas:
    """One drawing under way."""

    board: Board
    layout: Layout
    language: str
    prefix: str
    theme: Theme

    @property
    def root_class(self) -> str:
        """What every rule of the style sheet begins with."""
        return f"carrozza-{self.theme}"

    def id(self, name: str) -> str:
        """An id that no other drawing on the page has."""
        return f"{self.prefix}{name}"

    def ref(self, name: str) -> str:
        """The address of something with that id."""
        return f"#{self.prefix}{name}"

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    @property
    def is_printed(self) -> bool:
        """Whether it goes to paper, where no pieces are drawn that spaces have to be told from."""
        return self.theme == "print"

    @property
    def is_city_plan(self) -> bool:
        """Where taxis go instead of trains, there are streets."""
        return self.board.drawing.train == "taxi"

    @property
    def title(self) -> str:
        """What the map is called."""
        return map_title(self.board, self.language)

    def city(self, city: str) -> City:
        return self.board.cities[self.board.city_index[city]]

    def has_tunnel(self, route: Route) -> bool:
        return self.board.rules.tunnels and route.tunnel > 0

    def has_ferry(self, route: Route) -> bool:
        return self.board.rules.ferries and route.ferry > 0

    def is_attraction(self, city: City) -> bool:
        return self.board.rules.attractions > 0 and city.attraction

    @cached_property
    def tunnels_vary(self) -> bool:
        """Whether tunnels of this board turn different numbers of cards, so that each has to say how many."""
        return len({route.tunnel for route in self.board.routes if self.has_tunnel(route)}) > 1
