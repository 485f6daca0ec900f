"""The names of own boards: the digest of the bundle each came in, and never a path."""

import re
from typing import Final, NamedTuple

PREFIX: Final = "own-"
PATTERN: Final = r"^own-[0-9a-f]{32}(-[a-z0-9]+(-[a-z0-9]+)*)?$"
_NAME: Final = re.compile(r"own-(?P<stored>[0-9a-f]{32})(?:-(?P<ruleset>[a-z0-9]+(?:-[a-z0-9]+)*))?")


class OwnName(NamedTuple):
    """The name of an own board: `own-` and the bundle's digest, with the ruleset where the bundle has several."""

    stored: str
    ruleset: str | None = None

    def __str__(self) -> str:
        return f"{PREFIX}{self.stored}" + (f"-{self.ruleset}" if self.ruleset else "")

    @classmethod
    def read(cls, name: str) -> "OwnName | None":
        """None for whatever is not the name of an own board.

        >>> str(OwnName.read("own-" + "0" * 32 + "-long")) == "own-" + "0" * 32 + "-long"
        True
        >>> OwnName.read("own-secret.toml") is None
        True
        """
        found = _NAME.fullmatch(name)
        return None if found is None else cls(found["stored"], found["ruleset"])
