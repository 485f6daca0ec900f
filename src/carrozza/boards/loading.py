"""Loading boards: the shipped ones by name, a map maker's own by path."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from carrozza.boards.checking import faults_in
from carrozza.boards.document import Document, with_ids
from carrozza.boards.faults import BoardError, Fault, did_you_mean
from carrozza.boards.model import Board, Rules

__all__ = ["BoardError", "Fault", "load", "names"]

SHIPPED: dict[str, tuple[str, str | None]] = {
    "usa": ("usa", None),
    "europe": ("europe", None),
    "new-york": ("new-york", None),
    "italy-basic": ("italy", "basic"),
    "italy-advanced": ("italy", "advanced"),
    "old-west": ("old-west", None),
}


def names() -> tuple[str, ...]:
    """The names of the boards that come with the game."""
    return tuple(SHIPPED)


def load(name_or_path: str | Path, ruleset: str | None = None) -> Board:
    """Load a shipped board by its name, or a map maker's own from a .toml file.

    Where a file has several rulesets, choose with `ruleset` or with `#ruleset` behind the path.

    >>> load("italy-basic").rules.stations
    0
    """
    source, chosen = _split(str(name_or_path))
    if chosen and ruleset and chosen != ruleset:
        raise _error(str(name_or_path), "ruleset", f"'#{chosen}' and '{ruleset}' disagree; choose one")
    ruleset = ruleset or chosen
    if source.endswith(".toml"):
        return _board(_read(Path(source), source), source, ruleset, Path(source))
    return _shipped(_shipped_name(source, ruleset))


def _split(text: str) -> tuple[str, str | None]:
    source, mark, ruleset = text.rpartition("#")
    return (source, ruleset) if mark and source.endswith(".toml") else (text, None)


def _shipped_name(name: str, ruleset: str | None) -> str:
    wanted = name if ruleset is None or name.endswith(f"-{ruleset}") else f"{name}-{ruleset}"
    if wanted in SHIPPED:
        return wanted
    several = [repr(known) for known, (map_name, _) in SHIPPED.items() if map_name == name]
    hint = f" (did you mean {' or '.join(several)}?)" if several else did_you_mean(wanted, SHIPPED)
    message = f"no board '{wanted}'{hint}; choose {', '.join(SHIPPED)}, or give the path of a .toml file"
    raise _error(name, "board", message)


@cache
def _shipped(name: str) -> Board:
    map_name, ruleset = SHIPPED[name]
    file = files("carrozza.boards") / "files" / f"{map_name}.toml"
    return _board(_read(file, file.name), file.name, ruleset)


def _read(file: Path | Traversable, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise _error(source, "file", f"cannot be read: {error.strerror}; check the path") from None
    except UnicodeDecodeError as error:
        raise _error(source, f"byte {error.start}", "is not UTF-8 text; save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(source, str(error)) from None
    except (ValueError, RecursionError) as error:
        raise _error(source, "file", f"cannot be read: {error}; check the path and the values") from None


def _syntax_error(source: str, message: str) -> BoardError:
    match = re.fullmatch(r"(.*) \(at (.*)\)", message, re.DOTALL)
    message, place = match.groups() if match else (message, "file")
    return _error(source, place, f"not valid TOML: {message}; check quotes, commas and brackets there")


def _board(document: Mapping[str, Any], source: str, ruleset: str | None, file: Path | None = None) -> Board:
    named = with_ids(document)
    if faults := faults_in(named):
        raise BoardError(source, faults)
    checked = Document.model_validate(named)
    chosen = _chosen_ruleset(checked, source, ruleset)
    return Board(
        id=f"{checked.id}-{chosen}" if chosen else checked.id,
        map=checked.id,
        ruleset=chosen,
        title=checked.title,
        notes=checked.notes,
        cities=checked.cities,
        routes=checked.routes,
        tickets=checked.tickets,
        rules=_rules(named, chosen),
        variants=checked.variants,
        drawing=checked.drawing,
        file=file,
    )


def _chosen_ruleset(document: Document, source: str, ruleset: str | None) -> str | None:
    known = tuple(document.rulesets)
    if ruleset in known:
        return ruleset
    if ruleset is None and len(known) < 2:
        return known[0] if known else None
    if ruleset is None:
        message = f"has {', '.join(known)}; choose one, as in '{source}#{known[0]}'"
    elif known:
        message = f"no ruleset '{ruleset}'{did_you_mean(ruleset, known)}; choose {', '.join(known)}"
    else:
        message = f"no ruleset '{ruleset}'; this board has only one set of rules, leave the name out"
    raise _error(source, "rulesets", message)


def _rules(document: Mapping[str, Any], ruleset: str | None) -> Rules:
    own = document["rulesets"][ruleset] if ruleset else {}
    return Rules.model_validate({**document.get("rules", {}), **own})


def _error(source: str, place: str, message: str) -> BoardError:
    return BoardError(source, [Fault(place, message)])
