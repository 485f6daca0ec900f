"""Choosing a route out of those that can be claimed now."""

from collections.abc import Callable, Mapping, Sequence

from carrozza.boards import Route
from carrozza.game import Move, View
from carrozza.game.moves import Claim
from carrozza.game.ways import OpenWays
from carrozza.terminal.asking.asker import Asker, chosen
from carrozza.terminal.asking.filters import RouteFilter
from carrozza.terminal.showing.screens import routes_table

Claims = Mapping[str, Sequence[Claim]]
"""The ways to pay for each route that can be claimed."""


class RouteList:
    """A list that narrows as words are typed."""

    def __init__(self, asker: Asker, view: View, claims: Claims) -> None:
        self.asker = asker
        self.page = asker.page
        self.view = view
        self.claims = claims
        self.ways = OpenWays(view, view.seat or "")
        self.routes = sorted(view.board.routes, key=self._interest)
        self.wanted = self._filter("")

    def _interest(self, route: Route) -> tuple[int, int, str]:
        """What helps tickets comes first, then what is long."""
        return -len(self.ways.helps(route.id)), -route.length, route.id

    def _filter(self, text: str) -> RouteFilter:
        return RouteFilter(text, self.view.board, self.page.language)

    def has(self, text: str) -> bool:
        """Whether these words find anything."""
        return bool(self._shown(self._filter(text)))

    def choose(self, pay: Callable[[Sequence[Claim]], Move | None], text: str = "") -> Move | None:
        """A route, by number, then `pay` for it; words narrow the list. Nothing chosen means: back."""
        self._narrow(text)
        while True:
            self._show()
            claimable = self._claimable()
            text = self.asker.ask()
            while text.isdecimal() and not chosen(text, len(claimable)):
                self.asker.not_a_choice(text, len(claimable))
                text = self.asker.ask()
            if self.asker.is_back(text):
                return None
            if number := chosen(text, len(claimable)):
                move = pay(self.claims[claimable[number - 1]])
                if move is not None:
                    return move
            else:
                self._narrow(text)

    def _narrow(self, text: str) -> None:
        """Look for something else, unless nothing would be left."""
        wanted = self._filter(text)
        if self._shown(wanted):
            self.wanted = wanted
        else:
            self.page.tell("terminal.filter_none", text=text)

    def _shown(self, wanted: RouteFilter) -> list[Route]:
        return [
            route
            for route in self.routes
            if (wanted.all or route.id in self.claims)
            and (not wanted.mine or self.ways.helps(route.id))
            and wanted.matches(route)
        ]

    def _claimable(self) -> list[str]:
        """Those of the routes shown that have a number."""
        return [route.id for route in self._shown(self.wanted) if route.id in self.claims]

    def _show(self) -> None:
        numbers = {route: number for number, route in enumerate(self._claimable(), 1)}
        shown = self._shown(self.wanted)
        self.page.blank()
        self.page.print(routes_table(self.page, self.view, shown, numbers, owners=self.wanted.all))
        self.page.blank()
        self.page.question(self.page.say("terminal.which_route"))
        self.page.tell("terminal.filter_hint", "dim")
