"""Which version of a board: the digest of all its facts, and short ones of each part that tell what differs."""

import hashlib
import re
from collections.abc import Mapping
from typing import NamedTuple, Self

from carrozza.boards.model import Board, canonical_json

_TEXT = re.compile(r"(?P<digest>[0-9a-f]{32})(?: \((?P<parts>[a-z]+ [0-9a-f]{4}(?:, [a-z]+ [0-9a-f]{4})*)\))?")


class Version(NamedTuple):
    """A board's digest, and four hex digits for each part of its facts."""

    digest: str
    parts: Mapping[str, str] = {}

    @classmethod
    def of(cls, board: Board) -> Self:
        """
        >>> from carrozza.boards import load
        >>> str(Version.of(load("usa")))[:50]
        'fdae9fdba167908de35e62d7c691e87c (name 0a5a, citie'
        """
        parts = {name: hashlib.sha256(canonical_json(part)).hexdigest()[:4] for name, part in board.digested.items()}
        return cls(board.digest, parts)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` writes; the parts may be left out."""
        found = _TEXT.fullmatch(text)
        if found is None:
            raise ValueError(f"{text[:60]!r} is not a digest of 32 hex digits")
        listed = (part.split() for part in (found["parts"] or "").split(", ") if part)
        return cls(found["digest"], dict(listed))

    def __str__(self) -> str:
        parts = ", ".join(f"{name} {digits}" for name, digits in self.parts.items())
        return f"{self.digest} ({parts})" if parts else self.digest

    def differing_parts(self, other: "Version") -> tuple[str, ...]:
        """The parts that are known of both, and differ."""
        both = [name for name in self.parts if name in other.parts]
        return tuple(name for name in both if self.parts[name] != other.parts[name])
