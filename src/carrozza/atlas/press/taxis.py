"""A taxi for each colour and the one that goes anywhere, seen from the side, on their way to the right.

Drawn in tenths of a millimetre, about 320 wide, the street at y = 0 and the middle at x = 0.
Every colour has a taxi of its own, so that a card is known by its picture too.
"""

from collections.abc import Callable, Mapping
from typing import Final

from carrozza.atlas.drawing.palette import INK, PAPER, SPACES, Paint
from carrozza.atlas.drawing.shapes import disc, ring
from carrozza.atlas.drawing.svg import Markup, element, joined
from carrozza.atlas.press.outlines import BRASS, CHROME, GLASS, IRON, at, box, shape, stroke
from carrozza.atlas.press.pages import written

TAIL: Final = "#D8353F"
WOOD: Final = "#8A5A33"
SQUARE: Final = 8
"""The side of a square of the chequers."""


def taxi(colour: str) -> Markup:
    """The taxi on the cards of that colour."""
    return _TAXIS[colour](SPACES[colour])


def yellow_cab() -> Markup:
    """The taxi that stands for every colour: chequered, its sign alight."""
    yellow = SPACES["yellow"]
    body = "M-154-26C-162-44-162-66-148-74C-128-80-112-80-96-80H78C112-80 140-76 152-62C160-52 160-36 156-26z"
    cabin = "M-98-78C-90-116-74-130-44-132H22C50-132 64-114 80-78z"
    beam = shape("M156-58L218-82V-18L156-46z", GLASS, None, fill_opacity="0.7")
    return joined(
        (
            beam,
            _shining(-10, -166),
            shape(cabin, yellow.fill),
            _windows("M-84-82C-78-108-66-119-44-120H-12V-82z", "M-2-82V-120H20C40-120 50-106 62-82z"),
            _driver(34, -82),
            shape(body, yellow.fill),
            _chequers(-136, 136, -64),
            _doors(-92, -8, 74),
            _lamps(146, -52, -152, -58),
            _bumpers(154, -158),
            _wheels(-96, 96),
            shape(box(-62, -164, 104, 32, 7), PAPER, INK, 2.6),
            written("TAXI", -10, -140, 26, "p-sans p-bold p-ink", "middle"),
        )
    )


def _shining(x: float, y: float) -> Markup:
    rays = "".join(f"M{dx} {dy}L{dx * 1.3:g} {dy * 1.4:g}" for dx, dy in ((-46, -18), (-24, -28), (0, -31), (24, -28)))
    return at(x, y, stroke(rays + "M46-18L60-25", BRASS, 4))


def _driver(x: float, y: float) -> Markup:
    """Head, cap and shoulders behind the window."""
    return at(
        x,
        y,
        shape("M-16 0C-16-12-8-14 0-14S14-12 14 0z", IRON, None),
        shape(disc(7), "#B98A66", None, transform="translate(0 -20)"),
        shape("M-9-22C-9-31 7-31 8-23L14-21V-19H-9z", INK, None),
    )


def _windows(*paths: str) -> Markup:
    return joined(shape(path, GLASS, INK, 2) for path in paths)


def _chequers(left: int, right: int, y: float) -> Markup:
    """Two rows of squares between two lines."""
    rows = "".join(
        f"M{x} {y + (index % 2) * SQUARE}h{SQUARE}v{SQUARE}h-{SQUARE}z"
        for index, x in enumerate(range(left, right, SQUARE))
    )
    width = (right - left) // SQUARE * SQUARE
    return joined(
        (
            shape(box(left, y, width, 2 * SQUARE), PAPER, None),
            shape(rows, INK, None),
            stroke(f"M{left} {y}h{width}M{left} {y + 2 * SQUARE}h{width}", INK, 1.6),
        )
    )


def _stripe(left: int, right: int, y: float) -> Markup:
    """One row of squares: enough to say what it is."""
    squares = "".join(f"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z" for x in range(left, right, 2 * SQUARE))
    return joined((shape(box(left, y, right - left, SQUARE), PAPER, None), shape(squares, INK, None)))


def _doors(*xs: float, top: float = -76, bottom: float = -26) -> Markup:
    """The edges of the doors, and a handle left of each but the first."""
    edges = stroke("".join(f"M{x} {top}V{bottom}" for x in xs), INK, 1.6)
    return joined((edges, *(shape(box(x - 18, top + 7, 12, 4, 2), CHROME, INK, 1) for x in xs[1:])))


def _lamps(front: float, front_y: float, rear: float, rear_y: float) -> Markup:
    return joined(
        (
            shape(disc(9), GLASS, INK, 2, transform=f"translate({front} {front_y})"),
            shape(box(rear - 3, rear_y, 8, 16, 3), TAIL, INK, 1.6),
        )
    )


def _bumpers(front: float, rear: float, y: float = -36) -> Markup:
    return joined(shape(box(x - 8, y, 20, 9, 4), CHROME, INK, 1.8) for x in (front, rear))


def _wheels(*xs: float, radius: float = 27, white_walls: bool = False, spokes: bool = False) -> Markup:
    """Each in the dark of its arch."""
    return joined(_wheel(x, radius, white_walls, spokes) for x in xs)


def _wheel(x: float, radius: float, white_walls: bool, spokes: bool) -> Markup:
    wall = ring(radius - 5, radius - 10)
    inside = [
        element("path", d=f"M{-radius - 6} 3a{radius + 6} {radius + 6} 0 0 1 {2 * radius + 12} 0z", fill="#1B1A1E"),
        shape(disc(radius), INK, None),
        shape(wall, PAPER if white_walls else IRON, None),
        shape(disc(radius - 13), CHROME, INK, 1.4),
    ]
    if spokes:
        inside += [
            element(
                "path", d=f"M0-{radius - 6}V{radius - 6}", stroke=CHROME, stroke_width=2, transform=f"rotate({turn})"
            )
            for turn in range(0, 180, 30)
        ]
    return at(x, -radius, *inside, shape(disc(5), BRASS, INK, 1.2))


def _sign(x: float, y: float, width: float = 44) -> Markup:
    """The sign on the roof, standing on `y`."""
    half = width / 2
    return joined(
        (shape(box(x - half, y - 15, width, 16, 4), GLASS, INK, 2), stroke(f"M{x - half + 8} {y - 7}h{width - 16}"))
    )


def _sedan(paint: Paint) -> Markup:
    """Round and roomy, with a jump seat: boot, cabin and bonnet."""
    body = "M-154-26C-162-42-160-62-148-68C-130-73-112-74-92-74H74C108-74 138-70 150-58C160-48 160-36 156-26z"
    cabin = "M-94-72C-86-106-72-118-42-120H22C48-120 60-104 76-72z"
    return joined(
        (
            _sign(-10, -120),
            shape(cabin, paint.shade),
            _windows("M-80-76C-74-100-64-108-42-109H-12V-76z", "M-2-76V-109H20C38-109 48-98 60-76z"),
            shape(body, paint.fill),
            _stripe(-136, 136, -56),
            _doors(-88, -7, 70, top=-72),
            _lamps(144, -54, -152, -58),
            _bumpers(154, -158),
            _wheels(-96, 96),
        )
    )


def _running_boards(paint: Paint) -> Markup:
    """From before the war: upright cabin, long bonnet, free wings, a wheel to spare."""
    wings = "M-146-20A45 45 0 0 1-58-22H52A45 45 0 0 1 142-20"
    bonnet = "M-20-30V-88H96C108-88 114-84 114-74V-30z"
    return joined(
        (
            _sign(-66, -146, 52),
            shape("M-132-30V-118C-132-130-124-136-112-136H-22C-8-136-2-128 0-116L6-30z", paint.fill),
            shape("M-140-134C-138-144-128-146-116-146H-20C-6-146 4-140 8-130H-140z", paint.shade),
            _windows(box(-120, -122, 50, 40, 7), "M-60-122H-20C-12-122-10-118-9-112L-5-82H-60z"),
            shape(bonnet, paint.fill),
            stroke("".join(f"M{x}-74V-46" for x in range(20, 96, 10)), paint.shade, 3),
            stroke("M-128-74H110", BRASS, 2.4),
            _doors(-66, 2, top=-80, bottom=-30),
            _stripe(-124, 4, -66),
            shape(box(108, -94, 16, 62, 5), CHROME, INK, 2),
            stroke("M113-88V-38M119-88V-38", INK, 1.4),
            _wheels(-102, 98, radius=29, spokes=True),
            stroke(wings, INK, 17),
            stroke(wings, paint.shade, 12),
            shape(disc(12), BRASS, INK, 2.4, transform="translate(132 -66)"),
            shape(disc(8), GLASS, INK, 1.6, transform="translate(135 -66)"),
            _bumpers(152, -156, -32),
        )
    )


def _estate(paint: Paint) -> Markup:
    """With room for luggage, inside and on the roof."""
    body = "M-156-26V-66C-156-72-152-76-144-76H74C110-76 140-72 150-60C158-50 158-36 156-26z"
    cabin = "M-150-74L-140-112C-138-120-132-122-124-122H22C46-122 60-106 76-74z"
    panels = joined(shape(box(x, -60, width, 28, 3), WOOD, INK, 1.6) for x, width in ((-146, 24), (-66, 62), (4, 62)))
    luggage = joined(
        (
            shape(box(-116, -150, 54, 24, 4), "#A4552E", INK, 2),
            shape(box(-56, -144, 42, 18, 3), "#3F6B6A", INK, 2),
            stroke("M-98-150v-5h18v5M-42-144v-4h14v4", INK, 2.4),
            stroke("M-126-124H4", CHROME, 4),
        )
    )
    windows = ("M-138-78L-130-108H-92V-78z", "M-82-78V-111H-12V-78z", "M-2-78V-111H20C38-111 48-100 60-78z")
    return joined(
        (
            luggage,
            _sign(26, -120),
            shape(cabin, paint.shade),
            _windows(*windows),
            shape(body, paint.fill),
            panels,
            _doors(-74, 2, 70),
            _lamps(144, -54, -154, -66),
            _bumpers(154, -158),
            _wheels(-100, 98),
        )
    )


def _van(paint: Paint) -> Markup:
    """High enough to stand up in: one box, wide windows, a sliding door."""
    body = "M-156-26V-104C-156-122-146-130-128-130H24C52-130 72-116 92-84L138-72C152-68 158-56 158-40L157-26z"
    windows = (
        "M-144-82V-104C-144-114-138-118-128-118H-92V-82z",
        box(-82, -118, 66, 36, 5),
        "M-6-82V-118H22C44-118 56-106 72-82z",
    )
    return joined(
        (
            _sign(-50, -130, 56),
            shape(body, paint.fill),
            _windows(*windows),
            stroke("M-152-76H-16", paint.shade, 3),
            _stripe(-150, 138, -60),
            _doors(-87, -11, 78, top=-80),
            _lamps(146, -54, -154, -100),
            _bumpers(154, -158),
            _wheels(-98, 98),
        )
    )


def _streamlined(paint: Paint) -> Markup:
    """A modern one: a single arc from the tail to the nose."""
    body = "M-156-26C-160-54-158-70-146-80C-108-112-66-126-18-126C32-126 68-108 100-78C134-74 156-62 158-26z"
    windows = (
        "M-128-80C-100-100-72-110-42-114V-80z",
        "M-32-80V-115C-8-116 12-114 30-108V-80z",
        "M40-80V-104C56-98 68-90 80-80z",
    )
    return joined(
        (
            _sign(-20, -126),
            shape(body, paint.fill),
            shape("M-156-26C-157-36-158-46-157-54C-60-44 60-44 156-44L158-26z", paint.shade, None),
            _windows(*windows),
            _stripe(-140, 132, -66),
            _doors(-37, 35, top=-80),
            shape("M130-64L152-56C154-50 150-46 142-48L126-56z", GLASS, INK, 2),
            shape("M-152-76L-140-80-138-66-155-62z", TAIL, INK, 1.6),
            _wheels(-98, 98),
        )
    )


def _finned(paint: Paint) -> Markup:
    """Low, long and proud of its fins."""
    body = "M-172-94L-112-72H64C104-72 146-70 156-56C162-46 160-34 156-26H-152C-160-40-156-58-172-94z"
    cabin = "M-98-70C-84-104-62-112-30-112H24C52-112 66-94 82-70z"
    sweep = "M-150-44C-60-60 60-60 152-50"
    return joined(
        (
            _sign(-8, -112),
            shape(cabin, PAPER),
            _windows("M-80-74C-70-96-56-102-30-102H-10V-74z", "M0-74V-102H22C42-102 52-90 64-74z"),
            shape(body, paint.fill),
            shape("M-166-90L-146-82-148-70-160-74z", TAIL, INK, 1.6),
            stroke(sweep, INK, 6),
            stroke(sweep, CHROME, 3.4),
            _doors(-86, -5, 74, top=-70),
            _stripe(-84, 76, -40),
            _lamps(146, -56, -156, -54),
            _bumpers(156, -156),
            _wheels(-96, 98, white_walls=True),
        )
    )


def _tall(paint: Paint) -> Markup:
    """Tall, black and upright: one sits facing each other, hats on."""
    body = "M-152-26V-70C-152-80-146-84-136-84H108C138-84 152-70 154-46L155-26z"
    cabin = "M-136-82C-136-124-124-138-96-138H14C38-138 46-124 56-82z"
    windows = (
        "M-122-88C-121-114-112-124-94-125H-52V-88z",
        box(-42, -125, 38, 37),
        "M6-88V-125H12C24-125 30-114 38-88z",
    )
    edges = stroke("M-132-80C-130-120-120-132-96-132H12C32-132 40-120 48-82", CHROME, 2)
    return joined(
        (
            _sign(10, -138, 56),
            shape(cabin, "#46434C"),
            edges,
            _windows(*windows),
            shape(body, "#46434C"),
            shape("M-152-26V-52H155V-26z", paint.shade, None),
            _stripe(-130, 120, -66),
            _doors(-46, 1, 56, top=-82),
            stroke("M-144-78H104", CHROME, 2.4),
            shape(box(146, -78, 12, 40, 4), CHROME, INK, 2),
            shape(disc(11), GLASS, INK, 2.4, transform="translate(136 -66)"),
            shape(box(-156, -72, 8, 16, 3), TAIL, INK, 1.6),
            _bumpers(156, -158, -34),
            _wheels(-98, 98),
        )
    )


def _bubble(paint: Paint) -> Markup:
    """Small and round as an egg; it finds a gap anywhere."""
    body = "M-116-26C-124-92-82-132-8-132C66-132 112-96 118-46L116-26z"
    return joined(
        (
            _sign(-10, -131),
            shape(body, paint.fill),
            _windows("M-84-78C-76-104-50-118-14-119V-78z", "M-2-78V-119C40-117 70-104 84-78z"),
            stroke("M-116-58C-40-68 40-68 116-58", CHROME, 3),
            _stripe(-96, 96, -56),
            _doors(-8, 66, top=-78),
            _lamps(108, -62, -112, -72),
            _bumpers(114, -120),
            _wheels(-70, 72, radius=24),
        )
    )


_TAXIS: Final[Mapping[str, Callable[[Paint], Markup]]] = {
    "red": _sedan,
    "orange": _running_boards,
    "yellow": _estate,
    "green": _van,
    "blue": _streamlined,
    "purple": _finned,
    "pink": _finned,
    "black": _tall,
    "white": _bubble,
}
