"""Boards spoiled in every way that a hostile upload may be."""

import gzip
import io
import json
import random
import zipfile
import zlib
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.attack.mutations import CANARY, any_value, spoil
from benchmarks.attack.wire import LOOPBACK, request_bytes
from carrozza import boards
from carrozza.boards.bundle import read_bundle

KB: Final = 1024
LARGEST: Final = 512_000

Json = dict[str, Any]
MARKUP: Final = (
    "<script>alert(1)</script>",
    '"><svg/onload=alert(1)>',
    "]]><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;",
    "{{7*7}}${7*7}<%= 7*7 %>",
    "../../../../etc/passwd",
    "javascript:alert(1)",
    '#let x = read("/etc/passwd")',
    "%00%0d%0aSet-Cookie: a=b",
    "'; DROP TABLE boards; --",
)
NUMBERS: Final = (
    "1e308",
    "-1e308",
    "1e999",
    "NaN",
    "-Infinity",
    "9" * 4000,
    "9" * 5000,
    "-0",
    "0.1e-400",
    "1" + "0" * 400,
)


@dataclass(frozen=True)
class Upload:
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()

    def wire(self, port: int) -> bytes:
        usual = (("Host", f"{LOOPBACK}:{port}"), ("Content-Type", "application/json"))
        return request_bytes(
            "POST", "/api/boards", (*usual, *self.headers, ("Content-Length", str(len(self.body)))), self.body
        )

    @property
    def is_board(self) -> bool:
        """Whether it may be stored: by chance a spoiled board is still one."""
        if self.headers:
            return False
        try:
            bundle = read_bundle(self.body, "board")
            for ruleset in bundle.rulesets:
                bundle.board(ruleset)
        except boards.BoardError:
            return False
        return True


def sound() -> Json:
    """A bundle of USA's size in which everything is right."""
    made: Json = json.loads(boards.bundle_of("usa").to_bytes())
    made["board"]["id"] = "attacked"
    made["credits"] = [CANARY]
    return made


def written(bundle: Any) -> Upload:
    return Upload(json.dumps(bundle, separators=(",", ":")).encode())


def a_value_spoiled(bundle: Json, dice: random.Random) -> Upload:
    for _ in range(dice.choice((1, 1, 2, 5))):
        spoil(bundle, dice)
    return written(bundle)


def another_type(bundle: Json, dice: random.Random) -> Upload:
    where = dice.choice((bundle, bundle["board"], bundle["board"], dice.choice(bundle["board"]["routes"])))
    where[dice.choice(list(where))] = any_value(dice)
    return written(bundle)


def huge(bundle: Json, dice: random.Random) -> Upload:
    board = bundle["board"]
    match dice.randrange(7):
        case 0:
            return Upload(b" " * dice.choice((LARGEST, 600 * KB, 3 << 20)) + json.dumps(bundle).encode())
        case 1:
            board["title"] = "x" * dice.choice((101, 20_000, 400_000))
        case 2:
            key = dice.choice(("cities", "routes", "tickets"))
            board[key] = board[key] * dice.choice((2, 5, 40))
        case 3:
            board["routes"] = [{"a": f"x{n}", "b": f"y{n}"} for n in range(dice.choice((161, 300, 12_000)))]
        case 4:
            board[dice.choice(("rulesets", "variants", "rules"))] = {
                f"r{n}": {} for n in range(dice.choice((17, 40_000)))
            }
        case 5:
            return Upload(_with_many_keys(dice.choice((1_000, 40_000)), twice=dice.random() < 0.5))
        case _:
            board["notes"] = ["n" * 999] * dice.choice((1_000, 520))
    return written(bundle)


def _with_many_keys(number: int, *, twice: bool) -> bytes:
    keys = [f'"k{n}":0' for n in range(number)]
    return ('{"carrozza_board":1,"board":{' + ",".join([*keys, keys[-1] if twice else '"z":0']) + "}}").encode()


def deep(bundle: Json, dice: random.Random) -> Upload:
    depth = dice.choice((11, 100, 900, 5_000, 100_000))
    nested = dice.choice((("[", "]"), ('{"a":', "}"), ('{"board":', "}")))
    inside = nested[0] * depth + "1" + nested[1] * depth
    if dice.random() < 0.4:
        return Upload(inside.encode()[: dice.choice((len(inside), len(inside) // 2))])
    text = json.dumps(bundle).replace('"The', '"')
    return Upload(text.replace('"id": "attacked"', f'"id": "attacked", "drawing": {inside}', 1).encode())


def cyclic(bundle: Json, dice: random.Random) -> Upload:
    board = bundle["board"]
    match dice.randrange(6):
        case 0:
            board["routes"][0]["b"] = board["routes"][0]["a"]
        case 1:
            board["tickets"][0] = {"a": "miami", "b": "miami", "points": 5}
        case 2:
            return written(
                {"$ref": "#", "$defs": {"a": {"$ref": "#/$defs/a"}}, "carrozza_board": 1, "board": {"$ref": "#"}}
            )
        case 3:
            board["rulesets"] = {"a": {"rulesets": {"a": {}}}, "b": {"extends": "a"}}
        case 4:
            bundle["board"] = deepcopy(bundle)
        case _:
            for city in board["cities"]:
                city["id"] = board["cities"][0]["id"]
    return written(bundle)


def markup(bundle: Json, dice: random.Random) -> Upload:
    text, board = dice.choice(MARKUP), bundle["board"]
    match dice.randrange(6):
        case 0:
            board["id"] = text
        case 1:
            dice.choice(board["cities"])["id"] = text
        case 2:
            dice.choice(board["routes"])["color"] = text
        case 3:
            board[text] = text
        case 4:
            board["rules"] = {**board.get("rules", {}), "colors": [text]}
        case _:
            bundle["layout"] = {"digest": text, "size": [text, 1]}
    return written(bundle)


def absurd_numbers(bundle: Json, dice: random.Random) -> Upload:
    text, number = json.dumps(bundle), dice.choice(NUMBERS)
    key = dice.choice(('"length": ', '"lat": ', '"lon": ', '"points": ', '"carrozza_board": '))
    place = dice.choice([at for at in range(len(text)) if text.startswith(key, at)]) + len(key)
    end = min(at for at in (text.find(mark, place) for mark in ",}") if at >= 0)
    return Upload((text[:place] + number + text[end:]).encode())


def wild_layout(bundle: Json, dice: random.Random) -> Upload:
    """Not a layout, or one with numbers or names that no layout has: refused, or else never used."""
    ids = [city["id"] for city in bundle["board"]["cities"]]
    bundle["layout"] = {
        "digest": dice.choice(("0" * 16, "x", 5)),
        "size": [dice.choice((1, -5, 10**9, 1e308, None)), 7],
        "cities": {city: [dice.choice((0, 10**7, -(10**12), "a")), 0] for city in ids},
        "labels": {city: [0, 0, 0, 0, dice.choice(("left", "<b>")), dice.choice(MARKUP)] for city in ids},
        "routes": dice.choice(({}, [], {"a": [[0, 0, 0, 0]] * 5_000})),
        "furniture": {},
    }
    return written(bundle)


def packed(bundle: Json, dice: random.Random) -> Upload:
    """Zip and gzip, bombs among them, said to be so or not."""
    plain = dice.choice((json.dumps(bundle).encode(), b"\0" * (20 << 20), b" " * (20 << 20)))
    body, coding = dice.choice(
        ((gzip.compress(plain, 9), "gzip"), (_zipped(plain), "zip"), (zlib.compress(plain, 9), "deflate"))
    )
    said = dice.choice((coding, coding, "br", "gzip, gzip", "identity", None))
    if dice.random() < 0.2:
        return Upload(json.dumps(bundle).encode(), (("Content-Encoding", "gzip"),))
    return Upload(body, () if said is None else (("Content-Encoding", said),))


def _zipped(plain: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../board.json", plain)
    return file.getvalue()


PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {"gzip": gzip.compress, "zip": _zipped, "deflate": zlib.compress}
UNFIT: Final = (b"\xff", b"\xc0\x80", b"\x00", b"\\ud800", b"\\u0000", b"//", b"NaN")


def damaged(bundle: Json, dice: random.Random) -> Upload:
    body = json.dumps(bundle).encode()
    middle = dice.randrange(len(body))
    made = (
        body[:middle],
        body[:middle]
        + dice.choice((b"\xff", b"\xc0\x80", b"\x00", b"\\ud800", b"\\u0000", b"//", b"NaN"))
        + body[middle:],
        body.decode().encode("utf-16"),
        body + body,
        body.replace(b'"routes"', b'"routes": 1, "routes"', 1),
        dice.randbytes(dice.choice((0, 1, 500, 50_000))),
        b'"' + b"a" * 300_000 + b'"',
        b"[]",
        b"null",
    )
    return Upload(dice.choice(made))


SPOILINGS: Final[tuple[Callable[[Json, random.Random], Upload], ...]] = (
    a_value_spoiled,
    a_value_spoiled,
    another_type,
    another_type,
    huge,
    deep,
    cyclic,
    markup,
    absurd_numbers,
    wild_layout,
    packed,
    damaged,
)
