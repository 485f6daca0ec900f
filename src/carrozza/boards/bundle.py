"""A bundle: a board in one file to give away, `NAME.carrozza-board`, with its layout and its credits.

It is JSON. Nothing in it is trusted: its size, depth, numbers and characters are bounded, its board is checked like any
board file, and no name in it is ever used as a path.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, Self, TypeVar

from pydantic import ConfigDict, Field, ValidationError

from carrozza.boards.building import names_in, rulesets_in
from carrozza.boards.document import json_schema
from carrozza.boards.faults import BoardError, Fault, guessing, reason
from carrozza.boards.model import Board, Frozen, canonical_json
from carrozza.boards.own import from_document, own_faults_in
from carrozza.boards.reading import cannot_read, fault_at, read_toml
from carrozza.boards.values import value_faults
from carrozza.words.phrases import Figure, Phrase

SUFFIX = ".carrozza-board"
FORMAT: Literal[1] = 1
MAX_BYTES = 512_000
MAX_CREDITS = 50
KEYS = ("carrozza_board", "board", "layout", "credits")

MAX_SIDE = 50_000
MAX_RATIO = 20
Tenths = Annotated[int, Field(strict=True, ge=-MAX_SIDE, le=MAX_SIDE)]
"""Tenths of a millimetre, or of a degree: within five metres."""

Side = Annotated[int, Field(strict=True, ge=100, le=MAX_SIDE)]


LayoutBox = tuple[Tenths, Tenths, Tenths, Tenths]
Align = Literal["left", "middle", "right"]
LayoutLabel = (
    tuple[Tenths, Tenths, Tenths, Tenths, Align, str]
    | tuple[Tenths, Tenths, Tenths, Tenths, Align, str, str]
    | tuple[Tenths, Tenths, Tenths, Tenths, Align, str, str, str]
)


class LayoutDocument(Frozen):
    """Where everything lies on the drawing, as `carrozza board layout` keeps it, in tenths of a millimetre."""

    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{1,64}$")] = Field(
        description="hex digits of the map that the layout is for"
    )
    size: tuple[Side, Side] = Field(description="the width and the height of the board")
    cities: Mapping[str, tuple[Tenths, Tenths]] = Field(description="the place of each city, by its id: x and y")
    labels: Mapping[str, LayoutLabel] = Field(
        description="the name of each city, by its id: the x and y of its middle, width and height, how its lines are "
        "aligned, and 1 to 3 lines of text"
    )
    routes: Mapping[str, tuple[LayoutBox, ...]] = Field(
        description="the spaces of each route, by its id, from city a to city b: the x and y of the middle, the angle "
        "in tenths of a degree, the length"
    )
    furniture: Mapping[str, LayoutBox] = Field(
        description="title, points, compass and vignette: the x and y of the corner, width and height"
    )


class Bundle(Frozen):
    """A board's document, its layout where it has one, and who is to be credited."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True)

    carrozza_board: Literal[1] = FORMAT
    document: Mapping[str, Any] = Field(alias="board")
    layout: Mapping[str, Any] | None = None
    credits: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        document: Mapping[str, Any],
        layout: Mapping[str, Any] | None = None,
        credits: Iterable[str] = (),
        source: str = "board",
    ) -> Self:
        """The bundle of a document; `BoardError` has every fault."""
        value = {"carrozza_board": FORMAT, "board": dict(document), "credits": list(credits)}
        made = _checked(cls, value | ({} if layout is None else {"layout": dict(layout)}), source)
        made.to_bytes()
        return made

    @property
    def title(self) -> str:
        return str(self.document["title"])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its boards, one for each ruleset."""
        return names_in(self.document)

    @property
    def rulesets(self) -> tuple[str | None, ...]:
        """The names of its rulesets; one without a name where it lists none."""
        return rulesets_in(self.document)

    @property
    def digest(self) -> str:
        """32 hex digits of everything in it, drawing and credits included."""
        return hashlib.sha256(self.to_bytes()).hexdigest()[:32]

    def board(self, ruleset: str | None = None, source: str | None = None, file: Path | None = None) -> Board:
        """The board with a ruleset; the name may be left out where there is one."""
        named = source or f"{self.document['id']}{SUFFIX}"
        return from_document(self.document, named, ruleset, file=file, layout=self.layout)

    def document_with_credits(self) -> dict[str, Any]:
        """The document with the credits among its notes, for a board file, which has no other place for them."""
        notes = dict.fromkeys((*self.document.get("notes", ()), *self.credits))
        rest = {key: value for key, value in self.document.items() if key not in ("id", "title", "notes")}
        named = {"id": self.document["id"], "title": self.document["title"]}
        return named | ({"notes": list(notes)} if notes else {}) | rest

    def to_bytes(self) -> bytes:
        """The file: the same bytes for the same content."""
        value: dict[str, Any] = {"carrozza_board": self.carrozza_board, "board": dict(self.document)}
        value |= {"layout": dict(self.layout)} if self.layout is not None else {}
        value |= {"credits": list(self.credits)} if self.credits else {}
        written = canonical_json(value) + b"\n"
        _check_size(len(written), str(self.document["id"]))
        return written


def read_bundle(data: bytes, source: str) -> Bundle:
    """The bundle of a file's bytes; every fault is told as a `BoardError`."""
    _check_size(len(data), source)
    value = _parsed(data, source)
    if not isinstance(value, dict) or "carrozza_board" not in value:
        raise fault_at(source, "file", "no_bundle", begins=f'{{"carrozza_board": {FORMAT}')
    return _checked(Bundle, value, source)


def read_document(file: Path, source: str) -> tuple[Mapping[str, Any], Mapping[str, Any] | None]:
    """What a board file or a bundle says of its board, and the layout that it brings."""
    if file.suffix != SUFFIX:
        return read_toml(file, source), None
    bundle = load_bundle(file, source)
    return bundle.document, bundle.layout


def load_bundle(file: Path, source: str | None = None) -> Bundle:
    """The bundle of a file: of a bundle, or of a board file without its layout."""
    source = source or str(file)
    if file.suffix == SUFFIX:
        return read_bundle(_bytes_of(file, source), source)
    return Bundle.of(read_toml(file, source), source=source)


def _bytes_of(file: Path, source: str) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise cannot_read(source, error) from None
    except ValueError as error:
        raise fault_at(source, "file", "unreadable_path", why=str(error)) from None


def _check_size(size: int, source: str) -> None:
    if size > MAX_BYTES:
        raise fault_at(source, "file", "large_bundle", most=Figure(MAX_BYTES))


def _parsed(data: bytes, source: str) -> Any:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise fault_at(source, f"byte {error.start}", "bundle_no_text") from None
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise fault_at(source, place, "no_json", why=error.msg) from None
    except RecursionError:
        raise fault_at(source, "file", "nested_json") from None
    except _Unfit as unfit:
        raise BoardError(source, [Fault("file", unfit.reason)]) from None
    except ValueError:  # Python reads no number with thousands of digits
        raise fault_at(source, "file", "long_number") from None


class _Unfit(ValueError):
    """JSON that Python reads, and we do not."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason = reason


def _refuse_constant(name: str) -> NoReturn:
    raise _Unfit(reason("no_number", name=name))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise _Unfit(reason("key_twice", name=ascii(key[:60])))
        table[key] = value
    return table


def bundle_schema() -> dict[str, Any]:
    """The JSON Schema of a bundle; its board is that of a board file."""
    board, layout = json_schema(), LayoutDocument.model_json_schema()
    dialect, definitions = board.pop("$schema"), {**board.pop("$defs"), "Board": board, "Layout": layout}
    credits = {"type": "array", "items": {"type": "string"}, "maxItems": MAX_CREDITS}
    return {
        "$schema": dialect,
        "title": "Carrozza bundle",
        "description": f"A board in one file to give away, with its layout and its credits: NAME{SUFFIX}.",
        "type": "object",
        "additionalProperties": False,
        "required": ["carrozza_board", "board"],
        "properties": {
            "carrozza_board": {"description": "the version of the format", "const": FORMAT},
            "board": {"description": "what the board file says", "$ref": "#/$defs/Board"},
            "layout": {"description": "where everything lies on the drawing", "$ref": "#/$defs/Layout"},
            "credits": {"description": "who made it, and its sources", **credits},
        },
        "$defs": definitions,
    }


B = TypeVar("B", bound=Bundle)


def _checked(kind: type[B], value: dict[str, Any], source: str) -> B:
    if faults := value_faults(value) or list(_bundle_faults(value)):
        raise BoardError(source, faults)
    return kind.model_validate(value)


def _bundle_faults(value: Mapping[str, Any]) -> Iterator[Fault]:
    for key in value:
        if key not in KEYS:
            yield Fault(key, guessing("unknown_key", key, KEYS, name=key, keys=", ".join(KEYS)))
    version = value.get("carrozza_board")
    if type(version) is not int or version != FORMAT:
        yield Fault("carrozza_board", reason("unknown_format", version=repr(version), format=FORMAT))
    document = value.get("board")
    if isinstance(document, dict):
        yield from (fault._replace(place=f"board.{fault.place}") for fault in own_faults_in(document))
    else:
        yield Fault("board", reason("no_board"))
    if "layout" in value:
        yield from _layout_faults(value["layout"])
    yield from _credit_faults(value.get("credits", []))


def _layout_faults(layout: Any) -> Iterator[Fault]:
    try:
        size = LayoutDocument.model_validate(layout).size
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(("layout", *map(str, first["loc"][:2])))
        missing = first["type"] == "missing"
        yield Fault(place, reason("layout_gap" if missing else "layout_shape"))
    else:
        if max(size) > MAX_RATIO * min(size):
            yield Fault("layout.size", reason("layout_ratio", ratio=MAX_RATIO))


def _credit_faults(credits: Any) -> Iterator[Fault]:
    if not isinstance(credits, list) or not all(isinstance(credit, str) for credit in credits):
        yield Fault("credits", reason("credits_no_list"))
    elif len(credits) > MAX_CREDITS:
        yield Fault("credits", reason("many_credits", count=len(credits), most=MAX_CREDITS))
