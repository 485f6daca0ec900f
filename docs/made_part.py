"""The part of a page that a command makes, between two comments; the rest is written by hand."""

import re
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
END: Final = "<!-- End of what is made. -->"


def write_made_part(page: str, module: str, made: str) -> None:
    """Put what `python -m MODULE` made in place of what it made before."""
    file = HERE / page
    file.write_text(with_made_part(file.read_text(encoding="utf-8"), module, made), encoding="utf-8")


def with_made_part(text: str, module: str, made: str) -> str:
    begin = f"<!-- Made by `python -m {module}`; do not edit. -->"
    part = re.compile(f"{re.escape(begin)}.*?{re.escape(END)}", re.DOTALL)
    if not part.search(text):
        raise SystemExit(f"there is no line {begin}, with {END} below it")
    return part.sub(lambda _: f"{begin}\n\n{made}\n\n{END}", text, count=1)
