"""Choosing a city: to start from, for a station, or for Alvin."""

from collections.abc import Callable, Sequence

from carrozza.game import Move, View
from carrozza.game.sentences.description import city_name
from carrozza.terminal.asking.asker import Asker, chosen
from carrozza.terminal.asking.filters import cities_with
from carrozza.terminal.showing.screens import cities_columns
from carrozza.terminal.typed_words import folded


class CityList:
    """A list that narrows as letters are typed."""

    def __init__(self, asker: Asker, view: View, question: str, cities: Sequence[str]) -> None:
        self.asker = asker
        self.page = asker.page
        self.view = view
        self.question = question
        self.cities = sorted(cities, key=lambda city: folded(city_name(view.board, city)))
        self.shown = self.cities

    def choose(self, settle: Callable[[str], Move | None]) -> Move | None:
        """A city, by its number or its whole name, then what `settle` makes of it. Nothing chosen means: back."""
        while True:
            self._show()
            text = self._answer()
            if self.asker.is_back(text):
                return None
            found = self._meant(text)
            if len(found) > 1:
                self.shown = found
            else:
                move = settle(found[0])
                if move is not None:
                    return move

    def _answer(self) -> str:
        """A line that means some city, or: back."""
        while True:
            text = self.asker.ask()
            if self.asker.is_back(text) or self._meant(text):
                return text
            if text.isdecimal():
                self.asker.not_a_choice(text, len(self.shown))
            else:
                self.page.tell("terminal.filter_none", text=text)

    def _meant(self, text: str) -> list[str]:
        if text.isdecimal():
            number = chosen(text, len(self.shown))
            return [self.shown[number - 1]] if number else []
        return cities_with(text, self.cities, self.view)

    def _show(self) -> None:
        self.page.blank()
        self.page.print(cities_columns(self.page, self.view, self.shown))
        self.page.blank()
        self.page.question(self.question)
        self.page.tell("terminal.cities_hint", "dim")
