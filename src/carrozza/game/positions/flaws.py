"""What is wrong with a position or a case: everything at once, each with its place."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from carrozza.words.phrases import Phrase


@dataclass(frozen=True)
class Flaw:
    """One thing that is wrong with a file, and where."""

    path: str
    reason: Phrase

    @property
    def message(self) -> str:
        return str(self.reason)

    def sentence(self, language: str = "en") -> str:
        message = self.reason.in_words(language)
        return f"{self.path}: {message}" if self.path else message

    def __str__(self) -> str:
        return self.sentence()


class FlawedInput(ValueError):
    """A file or position that makes no sense; lists everything that is wrong with it."""

    def __init__(self, flaws: Iterable[Flaw]) -> None:
        self.flaws = tuple(flaws)
        super().__init__(self.flaws)

    def sentence(self, language: str = "en") -> str:
        return "\n".join(flaw.sentence(language) for flaw in self.flaws)

    def __str__(self) -> str:
        return self.sentence()


def flaws_of_shape(invalid: ValidationError, alternatives: Collection[str] = ()) -> list[Flaw]:
    """What does not fit the model; `alternatives` are the models of its unions, which are no part of a place."""
    return list(dict.fromkeys(_flaw_of_shape(error, alternatives) for error in invalid.errors(include_url=False)))


def _flaw_of_shape(error: Mapping[str, Any], alternatives: Collection[str]) -> Flaw:
    path = ""
    for part in error["loc"]:
        if isinstance(part, int):
            path += f"[{part}]"
        elif part not in alternatives and not part.startswith("literal["):
            path += f".{part}" if path else part
    known = _SHAPES.get(error["type"])
    return Flaw(path, Phrase(f"flaw.{known}") if known else Phrase("flaw.shape", message=str(error["msg"])))


_SHAPES = {
    "dict_type": "no_object",
    "extra_forbidden": "unknown_key",
    "missing": "missing",
    "model_attributes_type": "no_object",
    "model_type": "no_object",
}
