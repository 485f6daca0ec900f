"""What is wrong with a line of a pasted list, and how to mend it."""

from typing import Literal, NamedTuple

from carrozza.words import say

ListName = Literal["cities", "routes", "tickets"]


class LineFault(NamedTuple):
    """One line that cannot be read; `code` names its sentence in the catalogue, which `values` complete."""

    listed: ListName
    line: int
    code: str
    values: tuple[tuple[str, str], ...] = ()

    def in_words(self, language: str = "en") -> str:
        return say(f"new_board.{self.code}", language, **dict(self.values))

    def __str__(self) -> str:
        return f"{self.listed}, line {self.line}: {self.in_words()}"


class Unreadable(Exception):
    """Raised where a line is read; whoever knows its number makes the fault of it."""

    def __init__(self, code: str, **values: object) -> None:
        self.code = code
        self.values = tuple((key, str(value)) for key, value in values.items())
        super().__init__(code)

    def at(self, listed: ListName, line: int) -> LineFault:
        return LineFault(listed, line, self.code, self.values)
