"""Reading a board file: the document that its TOML holds."""

import re
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from carrozza.boards.faults import BoardError, Fault, reason


def read_toml(file: Path | Traversable, source: str) -> dict[str, Any]:
    """The document of a board file; `BoardError` where it cannot be read, or is no TOML."""
    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise cannot_read(source, error) from None
    except UnicodeDecodeError as error:
        raise fault_at(source, f"byte {error.start}", "no_text") from None
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(source, str(error)) from None
    except (ValueError, RecursionError) as error:
        raise fault_at(source, "file", "unreadable", why=str(error)) from None


def cannot_read(source: str, error: OSError) -> BoardError:
    return fault_at(source, "file", "unreadable_path", why=error.strerror)


def fault_at(source: str, place: str, code: str, **values: object) -> BoardError:
    """A board that cannot be used for one reason."""
    return BoardError(source, [Fault(place, reason(code, **values))])


def _syntax_error(source: str, message: str) -> BoardError:
    match = re.fullmatch(r"(.*) \(at (.*)\)", message, re.DOTALL)
    message, place = match.groups() if match else (message, "file")
    return fault_at(source, place, "no_toml", why=message)
