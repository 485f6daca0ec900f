"""Narrowing long lists by a few words."""

import re
from collections.abc import Iterable, Sequence

from carrozza.boards import Board, Route
from carrozza.game import View
from carrozza.game.sentences.description import city_name
from carrozza.terminal.typed_words import folded, words_for

_LENGTH = re.compile(r"=(\d)")
_AT_LEAST = re.compile(r"(\d)\+")


class RouteFilter:
    """Words that a route must all match: cities, colours, `tunnel`, `ferry`, `=3`, `4+`, `mine`, `all`."""

    def __init__(self, text: str, board: Board, language: str) -> None:
        self.board = board
        self.language = language
        lengths = "|".join(map(re.escape, words_for("terminal.filter_length", language)))
        words = re.sub(rf"\b({lengths}) (\d)\b", r"=\2", folded(text)).split()
        every, mine = (words_for(f"terminal.filter_{name}", language) for name in ("all", "mine"))
        self.all = any(word in every for word in words)
        """Whether routes that cannot be claimed now are wanted too."""
        self.mine = any(word in mine for word in words)
        """Whether only routes that help a ticket are wanted."""
        self.words = [word for word in words if word not in (*every, *mine)]

    def __bool__(self) -> bool:
        return bool(self.all or self.mine or self.words)

    def matches(self, route: Route) -> bool:
        return all(self._has(route, word) for word in self.words)

    def _has(self, route: Route, word: str) -> bool:
        if found := _LENGTH.fullmatch(word):
            return route.length == int(found[1])
        if found := _AT_LEAST.fullmatch(word):
            return route.length >= int(found[1])
        return word in self._names(route) or any(word in folded(city_name(self.board, city)) for city in route.ends)

    def _names(self, route: Route) -> Iterable[str]:
        """Its colour and marks, as they may be typed."""
        rules = self.board.rules
        yield from words_for(f"card.{route.color}", self.language)
        if route.tunnel and rules.tunnels:
            yield from words_for("word.tunnel", self.language)
        if route.ferry and rules.ferries:
            yield from words_for("word.ferry", self.language)


def cities_with(text: str, cities: Sequence[str], view: View) -> list[str]:
    """The cities that have these letters in their names; a whole name is that city alone."""
    names = {city: folded(city_name(view.board, city)) for city in cities}
    wanted = folded(text)
    exact = [city for city in cities if wanted in (names[city], city)]
    return exact or [city for city in cities if wanted in names[city]]
