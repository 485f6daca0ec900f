"""Requests spoiled in one or more ways, and bytes that are no request at all."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from benchmarks.attack.operations import Request, text_of

CANARY: Final = "canary-7Hq2"
"""Put wherever a client may put a text; it must never stand in the log."""
Mutation = Callable[[Request, random.Random], Request]

WORST: Final = ("\x00", "a\x00b", "\ud800", "usa\udfff")
"""No database stores all of them."""
TEXTS: Final = (
    "",
    " ",
    *WORST,
    "\udfff\ud800",
    "a" * 101,
    "a" * 301,
    "😀",
    "‮gnp",
    "ﷺ" * 40,
    "İ",
    "../../etc/passwd",
    "..\\..\\windows",
    "%00",
    "%2e%2e%2f",
    "%",
    "%zz",
    "' OR 1=1 --",
    "{}",
    "\r\nX-Injected: 1",
    "\n",
    "NaN",
    "1e999",
    "-0",
    "٣",
    "0x10",
    "1_000",
    "null",
    "true",
    CANARY,
)
VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    -0.0,
    5.0,
    1e30,
    2**31 - 1,
    2**31,
    2**63 - 1,
    2**63,
    2**64,
    -(2**63) - 1,
    10**30,
    10**400,
    float("inf"),
    float("nan"),
    [],
    {},
    [[]],
    {"": ""},
    [None] * 50,
    {"\ud800": 1},
    {"__proto__": {}},
    *TEXTS,
)
DAMAGE: Final = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\x00", b"\\ud800", b"\\")
METHODS: Final = (
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "BREW",
    "get",
    "P\x01",
)
KINDS: Final = (
    "text/plain",
    "application/xml",
    "application/json; charset=utf-16",
    "application/json; charset=\ud800",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/x-www-form-urlencoded",
    "",
    "/",
    "application/json, text/plain",
)
HEADERS: Final = (
    ("Accept-Language", "it"),
    ("Accept-Language", "\x80\xff;q=,,;q=1e9"),
    ("Accept-Language", ",".join(["it;q=0.1"] * 300)),
    ("Accept-Encoding", "gzip;q=NaN, br;q=-1"),
    ("Accept-Encoding", "gzip"),
    ("Authorization", "Bearer"),
    ("Authorization", "Bearer "),
    ("Authorization", f"Bearer {CANARY}"),
    ("Authorization", "Bearer \x80\xff"),
    ("Authorization", "Basic YTpi"),
    ("Authorization", f"{CANARY} {CANARY}"),
    ("Authorization", "Bearer " + "x" * 5000),
    ("Origin", "null"),
    ("Origin", "http://[::1"),
    ("Origin", f"https://{CANARY}.example"),
    ("Sec-Fetch-Site", "cross-site"),
    ("Host", ""),
    ("Host", "evil.example"),
    ("Host", "[::1"),
    ("Host", "127.0.0.1:99999"),
    ("Host", "\x80"),
    ("If-None-Match", '"x", W/"y"'),
    ("If-None-Match", "*" * 2000),
    ("Range", "bytes=5-2"),
    ("Range", "bytes=0-0,1-1,2-2"),
    ("Range", "bytes=-99999999999999999999"),
    ("If-Range", "\x80"),
    ("If-Modified-Since", "Thu, 99 Zzz 99999"),
    ("Expect", "100-continue"),
    ("Expect", "nonsense"),
    ("Upgrade", "websocket"),
    ("Upgrade", "h2c"),
    ("Content-Length", "-1"),
    ("Content-Length", "5_0"),
    ("Content-Length", "٣"),
    ("Content-Encoding", "gzip"),
    ("X-Forwarded-For", "::ffff:1.2.3.4, nonsense"),
    ("X-Forwarded-Proto", "\x00"),
    ("Forwarded", "for=_x"),
    ("Cookie", f"a={CANARY}; ;=;"),
    ("Referer", f"http://x/?{CANARY}"),
    ("User-Agent", CANARY),
    ("X-Request-Id", f"{CANARY}\x80"),
    ("X" * 300, "y"),
)


def any_text(dice: random.Random) -> str:
    return dice.choice(WORST if dice.random() < 0.25 else TEXTS)


def any_value(dice: random.Random) -> Any:
    return dice.choice(WORST if dice.random() < 0.25 else VALUES)


def mutated(request: Request, dice: random.Random) -> Request:
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        request = dice.choice(MUTATIONS)(request, dice)
    return request


def other_method(request: Request, dice: random.Random) -> Request:
    return replace(request, method=dice.choice(METHODS))


def other_path(request: Request, dice: random.Random) -> Request:
    parts = request.path.split("/")
    place = dice.randrange(1, len(parts))
    match dice.randrange(5):
        case 0:
            parts[place] = percent(any_text(dice))
        case 1:
            parts.insert(place, dice.choice(("", ".", "..", "%2e%2e", ";x", CANARY)))
        case 2:
            parts[place] += dice.choice(("/", "//", "%20", ".json", "%0d%0a", "?", "%ff"))
        case 3:
            parts[place] = parts[place].upper()
        case _:
            parts[place] = "%f0%28%8c%bc" + "x" * dice.choice((0, 200, 3000))
    return replace(request, path="/".join(parts).replace(" ", "%20") or "/")


def percent(text: str) -> str:
    """Every byte, also of what is no UTF-8, as a path may hold it."""
    return "".join(f"%{byte:02x}" for byte in text.encode("utf-8", "surrogatepass"))


def other_query(request: Request, dice: random.Random) -> Request:
    known = ("language", "describe", "view", "seat", "since", "prefix", "theme", "invite", CANARY, "")
    name = dice.choice([name for name, _ in request.query] or known) if dice.random() < 0.5 else dice.choice(known)
    value = text_of(any_value(dice)) if dice.random() < 0.9 else "x" * 9000
    return replace(request, query=(*request.query[: dice.randrange(3)], (name, value)))


def other_header(request: Request, dice: random.Random) -> Request:
    return request.with_header(*dice.choice(HEADERS))


def other_kind(request: Request, dice: random.Random) -> Request:
    return request.with_header("Content-Type", dice.choice(KINDS))


def other_value(request: Request, dice: random.Random) -> Request:
    """One place of the body's JSON has another value, is missing, or is new."""
    try:
        body = json.loads(request.body or b"{}")
    except (ValueError, RecursionError):
        return other_bytes(request, dice)
    if dice.random() < 0.1 or not isinstance(body, dict | list):
        body = any_value(dice)
    else:
        spoil(body, dice)
    return _json(replace(request, body=json.dumps(body).encode()))


def spoil(body: Any, dice: random.Random) -> None:
    while True:
        places = list(body) if isinstance(body, dict) else list(range(len(body)))
        if not places:
            if isinstance(body, dict):
                body[dice.choice(("move", "board", "name", "id", "number", "x"))] = any_value(dice)
            return
        place = dice.choice(places)
        if isinstance(body[place], dict | list) and dice.random() < 0.7:
            body = body[place]
            continue
        match dice.randrange(8):
            case 0:
                del body[place]
            case 1 if isinstance(body, dict):
                body[any_text(dice)] = any_value(dice)
            case 2 if isinstance(body[place], str):
                middle = dice.randrange(len(body[place]) + 1)
                body[place] = body[place][:middle] + any_text(dice) + body[place][middle:]
            case _:
                body[place] = any_value(dice)
        return


def _json(request: Request) -> Request:
    if any(name == "Content-Type" for name, _ in request.headers):
        return request
    return request.with_header("Content-Type", "application/json")


def other_bytes(request: Request, dice: random.Random) -> Request:
    """A body that is damaged as text."""
    body = request.body or b'{"board":"usa","seats":[]}'
    middle = dice.randrange(len(body) + 1)
    made = dice.choice(
        (
            body[:middle],
            body[:middle]
            + dice.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\x00", b"\\ud800", b"\\"))
            + body[middle:],
            b"[" * dice.choice((50, 1000, 8000)),
            b'{"a":' * dice.choice((50, 1000, 3000)),
            b"\xef\xbb\xbf" + body,
            body.decode("utf-8", "replace").encode("utf-16"),
            body + body,
            body[:-1] + b"," + body[1:],
            b"",
            b"1" * 5000,
            b"-",
            b'"' + b"\\u0000" * 40 + b'"',
            CANARY.encode(),
        )
    )
    return _json(replace(request, body=made))


def larger_body(request: Request, dice: random.Random) -> Request:
    size = dice.choice((16_000, 17_000, 17_000, 70_000, 600_000)) if dice.random() < 0.2 else 17_000
    return _json(replace(request, body=(request.body or b"{}") + b" " * size))


def in_chunks(request: Request, dice: random.Random) -> Request:
    return _json(replace(request, body=request.body or b"{}", chunked=True))


MUTATIONS: Final[Sequence[Mutation]] = (
    other_method,
    other_path,
    other_path,
    other_query,
    other_query,
    other_header,
    other_header,
    other_kind,
    other_value,
    other_value,
    other_value,
    other_value,
    other_bytes,
    larger_body,
    in_chunks,
)


def garbage(dice: random.Random) -> bytes:
    """Bytes that are no request, or one that HTTP forbids; each ends, so that nobody waits for more."""
    line = dice.choice((b"GET / HTTP/1.1", b"POST /api/games HTTP/1.1", b"GET /api/games HTTP/1.0"))
    host = b"\r\nHost: 127.0.0.1\r\n"
    made: tuple[bytes, ...] = (
        dice.randbytes(dice.choice((1, 20, 500))) + b"\r\n\r\n",
        b"\r\n" * 50,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + dice.randbytes(200) + b"\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        line.replace(b"1.1", b"9.9") + host + b"\r\n",
        line + b"\r\n\r\n",
        line + host + b"Host: other\r\n\r\n",
        line + host + b"Content-Length: 3\r\nContent-Length: 5\r\n\r\nabc",
        line + host + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        line + host + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
        line + host + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n\r\n",
        line + host + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        line + host + b"X: " + dice.randbytes(30).replace(b"\r", b"").replace(b"\n", b"") + b"\r\n\r\n",
        line + host + b"X : y\r\n\r\n",
        line + host + b" folded\r\n\r\n",
        line + host + b"X: " + b"y" * 70_000 + b"\r\n\r\n",
        line + host + b"".join(b"X%d: y\r\n" % number for number in range(2000)) + b"\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1" + host + b"\r\n",
        b"GET http://evil.example/api/games HTTP/1.1" + host + b"\r\n",
        b"GET //evil.example/api/games HTTP/1.1" + host + b"\r\n",
        b"GET api/games HTTP/1.1" + host + b"\r\n",
        b"OPTIONS * HTTP/1.1" + host + b"\r\n",
        b"CONNECT 127.0.0.1:22 HTTP/1.1" + host + b"\r\n",
        b"GET /\xff\xfe HTTP/1.1" + host + b"\r\n",
        b"GET /api/games?\xff=\x80 HTTP/1.1" + host + b"\r\n",
        b"GET /api/games\x00 HTTP/1.1" + host + b"\r\n",
        b"GET /api/games HTTP/1.1\nHost: 127.0.0.1\n\n",
    )
    return dice.choice(made)


def live_messages(token: str, moves: Sequence[str], dice: random.Random) -> list[bytes]:
    """What is said over one WebSocket: mostly a hello in order, then messages that are not."""
    hello: Any = {"token": token, "since": 0, "language": dice.choice(("en", "it", None))}
    said = [hello if dice.random() < 0.7 else _spoiled(hello, dice)]
    for _ in range(dice.randrange(1, 6)):
        said.append(_spoiled({"move": dice.choice(moves), "id": f"{CANARY} {dice.random()}", "number": 0}, dice))
    messages = [json.dumps(one).encode() for one in said]
    for place, message in enumerate(messages):
        if dice.random() < 0.2:
            middle = dice.randrange(len(message))
            messages[place] = message[:middle] + dice.choice((b"", b"\xff", b"\x00", b"[" * 5000, b"\\ud800"))
    return messages


def _spoiled(message: dict[str, Any], dice: random.Random) -> Any:
    if dice.random() < 0.15:
        return any_value(dice)
    spoil(message, dice)
    return message
