"""The shapes that are drawn again and again: signs of colours and players, pieces, cities. Each lies around (0, 0)."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from carrozza.atlas.drawing.canvas import Canvas
from carrozza.atlas.drawing.svg import Markup, element, group, number, placed


def corners(count: int, radius: float, inner: float | None = None, turn: float = -90.0) -> list[tuple[float, float]]:
    """The corners of a polygon, or with an inner radius of a star; the first one points up."""
    radii = [radius] if inner is None else [radius, inner]
    total = count * len(radii)
    angles = [math.radians(turn + 360.0 * step / total) for step in range(total)]
    return [
        (radii[step % len(radii)] * math.cos(angle), radii[step % len(radii)] * math.sin(angle))
        for step, angle in enumerate(angles)
    ]


def polygon(points: Sequence[tuple[float, float]]) -> str:
    """A closed path, in hundredths: shapes are small."""
    return "M" + "L".join(f"{number(x, 2)} {number(y, 2)}" for x, y in points) + "z"


def disc(radius: float) -> str:
    r = number(radius, 2)
    width = number(2 * radius, 2)
    return f"M-{r} 0a{r} {r} 0 1 1 {width} 0a{r} {r} 0 1 1-{width} 0z"


def ring(radius: float, inner: float) -> str:
    """A disc with a hole: the inner circle runs the other way."""
    r = number(inner, 2)
    width = number(2 * inner, 2)
    return disc(radius) + f"M-{r} 0a{r} {r} 0 1 0 {width} 0a{r} {r} 0 1 0-{width} 0z"


SIGNS: Final[Mapping[str, str]] = {
    "red": polygon(
        [
            (math.cos(angle) * r, math.sin(angle) * r)
            for arm in range(4)
            for angle, r in (
                (math.radians(90 * arm + 45 - 16), 3.3),
                (math.radians(90 * arm + 45 + 16), 3.3),
                (math.radians(90 * arm + 90), 1.3),
            )
        ]
    ),
    "orange": "M0-2.7L3 2.3H-3z",
    "yellow": polygon(corners(5, 3.0, 1.25)),
    "green": "M-2.4-2.6h2.2L2.4 0-.2 2.6h-2.2L.2 0z",
    "blue": "M-4 .4c1.3-2.6 2.7-2.6 4-1s2.7 1.6 4-1v2.2c-1.3 2.6-2.7 2.6-4 1s-2.7-1.6-4 1z",
    "purple": ring(2.7, 1.4),
    "pink": ring(2.7, 1.4),
    "black": "M-2.3-2.3h4.6v4.6h-4.6z",
    "white": disc(2.1),
}
"""One sign for each colour, on spaces and cards alike."""

PLAYER_SHAPES: Final = (
    disc(2.4),
    "M0-2.6L2.8 2.1H-2.8z",
    "M-2.1-2.1h4.2v4.2h-4.2z",
    "M0-2.9L2.7 0 0 2.9-2.7 0z",
    polygon(corners(5, 2.7)),
    polygon(corners(6, 2.6)),
)
"""One shape for each seat: disc, triangle, square, diamond, pentagon, hexagon."""

WHEEL: Final = (
    ring(3.1, 2.3)
    + "".join(
        polygon(
            [(c * 0.3 - s * y, s * 0.3 + c * y) for y in (0.4, 2.6)]
            + [(-c * 0.3 - s * y, -s * 0.3 + c * y) for y in (2.6, 0.4)]
        )
        for c, s in ((math.cos(math.radians(60 * n)), math.sin(math.radians(60 * n))) for n in range(6))
    )
    + disc(0.9)
)
"""The sign of the locomotive."""

TRIM: Final = "M-6.9-3.2H6.9M-6.9 3.2H6.9"
"""The two fine lines along a printed space, like rails."""

RAILS: Final = "M-8-3.7H8M-8 3.7H8"
"""The two broad lines along a space on a screen: they have its colour."""

COUPLINGS: Final = "M-11.6-.7H11.6V.9H-11.6z"
"""What joins a train to the next one, over half of the gap on both sides."""

PORTAL: Final = "M-1.7 2.1V-.4a1.7 1.7 0 0 1 3.4 0V2.1z"
"""The mouth of a tunnel."""


def definitions(canvas: Canvas) -> Iterator[Markup]:
    """Everything that `use` refers to, as far as this board needs it."""
    trim = element("path", class_="trim", d=TRIM if canvas.is_printed else RAILS)
    for colour in dict.fromkeys(route.color for route in canvas.board.routes):
        sign = [element("path", d=SIGNS[colour])] if colour in SIGNS else []
        yield group(sign, id=canvas.id(f"sign-{colour}"))
        yield _shape(canvas, f"face-{colour}", [trim, *sign])
    yield _dot(canvas)
    yield element("path", id=canvas.id("wheel"), d=WHEEL)
    if any(canvas.is_attraction(city) for city in canvas.board.cities):
        yield _attraction(canvas)
    if any(canvas.has_ferry(route) for route in canvas.board.routes):
        yield _locomotive(canvas)
    if canvas.tunnels_vary:
        yield element("path", id=canvas.id("portal"), d=PORTAL)


def piece_definitions(canvas: Canvas, seats: int) -> Iterator[Markup]:
    """The pieces of so many players."""
    for seat in range(seats):
        yield element("path", id=canvas.id(f"shape-{seat}"), d=PLAYER_SHAPES[seat])
        yield _TRAINS[canvas.board.drawing.train](canvas, seat)
        if canvas.board.rules.stations:
            yield _station(canvas, seat)
        if canvas.board.rules.markers or canvas.board.rules.network:
            yield _marker(canvas, seat)
    if canvas.board.variants:
        yield _alvin(canvas)


def _shape(canvas: Canvas, name: str, parts: Iterable[Markup], class_: str | None = None) -> Markup:
    """A shape of several parts. What `use` shows stands apart from the page, so it brings the root's class along."""
    inside = parts if class_ is None else [group(parts, class_=class_)]
    return group(inside, id=canvas.id(name), class_=f"carrozza {canvas.root_class}")


def _dot(canvas: Canvas) -> Markup:
    return _shape(
        canvas,
        "dot",
        [
            element("circle", class_="dot-edge", r=4.6),
            element("circle", class_="dot-ring", r=3.2),
            element("circle", class_="dot-heart", r=1.7),
        ],
    )


def _attraction(canvas: Canvas) -> Markup:
    return _shape(
        canvas,
        "attraction",
        [
            element("path", class_="star", d=polygon(corners(8, 6.3, 4.6))),
            element("circle", class_="dot-ring", r=2.9),
            element("circle", class_="dot-edge", r=1.5),
        ],
    )


def _locomotive(canvas: Canvas) -> Markup:
    parts = [element("circle", class_="plate", r=3.7), element("use", class_="wheel", href=canvas.ref("wheel"))]
    return _shape(canvas, "locomotive", parts)


def _wagon(canvas: Canvas, seat: int) -> Markup:
    """Seen from above and a little from the side: wheels and couplings, a wall in shadow, the roof with a shape."""
    wheels = "".join(f"M{number(x - 1.7)} 3.6a1.7 1.7 0 0 0 3.4 0z" for x in (-5.6, 5.6))
    return _shape(
        canvas,
        f"wagon-{seat}",
        [
            element("path", class_="case", d=COUPLINGS + wheels + _rounded(10.2, -5.0, 4.3)),
            element("path", class_="side", d=_rounded(10.2, -5.0, 4.3)),
            element("path", class_="body", d=_rounded(10.2, -5.0, 2.5)),
            element("path", class_="gleam", d="M-8.4-4.2H8.4"),
            element("use", class_="shape", href=canvas.ref(f"shape-{seat}"), transform=placed(0, -1.1, scale=1.15)),
        ],
        f"piece seat-{seat}",
    )


def _rounded(half: float, top: float, bottom: float, radius: float = 2.0) -> str:
    """An upright rectangle with round corners, as wide on the left as on the right."""
    r, across, down = number(radius), number(2 * (half - radius)), number(bottom - top - 2 * radius)
    return (
        f"M{number(radius - half)} {number(top)}h{across}a{r} {r} 0 0 1 {r} {r}v{down}a{r} {r} 0 0 1-{r} {r}"
        f"h-{across}a{r} {r} 0 0 1-{r}-{r}v-{down}a{r} {r} 0 0 1 {r}-{r}z"
    )


def _taxi(canvas: Canvas, seat: int) -> Markup:
    """Seen from the side, on its way to the right: wheels, body with a chequered sill, cab with windows, roof light."""
    light = "M-1.7-5v-1h3v1z"
    car = (
        "M-10.1 3.4V.3C-10.1-1-9.5-1.7-7.9-1.8L-6.3-4.2C-5.9-4.9-5.4-5.1-4.7-5.1H2.9C3.6-5.1 4.1-4.9 4.5-4.3"
        "L6.2-1.8 8.7-1.4C9.8-1.2 10.2-.5 10.2.6V3.4z"
    )
    window = "M-5.9-2L-4.9-3.8H-3.6V-2zM2.7-2V-3.8C3.2-3.8 3.4-3.7 3.6-3.4L4.5-2z"
    return _shape(
        canvas,
        f"wagon-{seat}",
        [
            element("path", class_="case", d=light + _tyre(-6.2) + _tyre(6.4) + car),
            element("path", class_="body", d=car),
            element("path", class_="window", d=window),
            element("path", class_="chequers", d="M-9.6 2.8H9.8"),
            element("use", class_="shape", href=canvas.ref(f"shape-{seat}"), transform=placed(-0.4, -1.2, scale=1.15)),
        ],
        f"piece seat-{seat}",
    )


def _tyre(x: float) -> str:
    return f"M{number(x - 1.9)} 3.4a1.9 1.9 0 0 0 3.8 0z"


_TRAINS: Final = {"wagon": _wagon, "taxi": _taxi}
"""How a train of the board looks, by the hint of its file."""


def _station(canvas: Canvas, seat: int) -> Markup:
    """A little house with a gable, its foot on the city."""
    return _shape(
        canvas,
        f"station-{seat}",
        [
            element("path", class_="lift", d="M-8-1L0-8.4 8-1 6.2 0V5H7.6V6.5H-7.6V5H-6.2V0z"),
            element("path", class_="body", d="M-6.2-1.4H6.2V5.4H-6.2z"),
            element("path", class_="roof", d="M-8-1L0-8.4 8-1z"),
            element("path", class_="foot", d="M-7.6 5h15.2v1.5h-15.2z"),
            element("use", class_="shape", href=canvas.ref(f"shape-{seat}"), y=1.9),
        ],
        f"piece seat-{seat}",
    )


def _marker(canvas: Canvas, seat: int) -> Markup:
    """A round token with a milled edge."""
    return _shape(
        canvas,
        f"marker-{seat}",
        [
            element("circle", class_="lift", r=6.1),
            element("path", class_="body", d=polygon(corners(18, 6.4, 5.9))),
            element("circle", class_="rim", r=4.7),
            element("use", class_="shape", href=canvas.ref(f"shape-{seat}")),
        ],
        f"piece seat-{seat}",
    )


def _alvin(canvas: Canvas) -> Markup:
    """A small visitor: big head, big eyes, two antennae and a smile."""
    return _shape(
        canvas,
        "alvin",
        [
            element("path", class_="antennae", d="M-1.8-6.4C-2.2-8.4-3-9.4-4-9.8M1.8-6.4C2.2-8.4 3-9.4 4-9.8"),
            element("circle", class_="skin", cx=-4.1, cy=-10.0, r=1.1),
            element("circle", class_="skin", cx=4.1, cy=-10.0, r=1.1),
            element("path", class_="skin", d="M-3 2.2C-3.6 5-3.4 6.6-2.8 7.4H2.8C3.4 6.6 3.6 5 3 2.2z"),
            element(
                "path",
                class_="skin",
                d="M0 3.8C-3.4 3.8-6-.6-6-3.2-6-5.8-3.4-7.2 0-7.2S6-5.8 6-3.2C6-.6 3.4 3.8 0 3.8z",
            ),
            element("ellipse", class_="eye", cx=-2.7, cy=-2.6, rx=1.5, ry=2.1, transform="rotate(-18 -2.7 -2.6)"),
            element("ellipse", class_="eye", cx=2.7, cy=-2.6, rx=1.5, ry=2.1, transform="rotate(18 2.7 -2.6)"),
            element("path", class_="glint", d="M-3.2-3.6h.9v.9h-.9zM2.2-3.6h.9v.9h-.9z"),
            element("path", class_="smile", d="M-1.5 1C-.7 1.9.7 1.9 1.5 1"),
        ],
        "alvin",
    )
