"""A wagon for each colour and a locomotive, seen from the side.

Drawn in tenths of a millimetre, about 320 wide, the rails at y = 0 and the middle at x = 0.
Every colour has a wagon of its own, so that a card is known by its picture too.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from carrozza.atlas.drawing.palette import INK, LIGHT, PAPER, SPACES, Paint
from carrozza.atlas.drawing.shapes import disc, ring
from carrozza.atlas.drawing.svg import Markup, element, group, joined
from carrozza.atlas.press.outlines import BRASS, GLASS, IRON, at, box, shape, stroke

FLOOR, EAVES = -40, -118
"""The lower and the upper edge of a coach's body."""


def wagon(colour: str) -> Markup:
    """The wagon on the cards of that colour."""
    return _WAGONS[colour](SPACES[colour])


def _wheel(x: float, radius: float = 17, spokes: bool = False, fill: str = IRON) -> Markup:
    inside = [shape(disc(radius), INK, None), shape(ring(radius - 3, radius - 5), fill, None)]
    if spokes:
        inside += [
            element("path", d=f"M0-{radius - 4}V{radius - 4}", stroke=fill, stroke_width=2, transform=f"rotate({turn})")
            for turn in range(0, 180, 30)
        ]
    else:
        inside.append(shape(disc(radius - 7), fill, None))
    return at(x, -radius, *inside, shape(disc(4), BRASS, None))


def _bogie(x: float) -> Markup:
    return joined(
        (_wheel(x - 27), _wheel(x + 27), shape(f"M{x - 40}-22h80l-8 10h-24l-4-5h-8l-4 5h-24z", IRON, INK, 1.6))
    )


def _frame(bogies: bool = True) -> Markup:
    """Wheels, sill, truss rods, couplings and buffers: what every wagon stands on."""
    running = (_bogie(-104), _bogie(104)) if bogies else tuple(_wheel(x, 19, spokes=True) for x in (-92, 92))
    return joined(
        (
            stroke("M-220-30H220", INK, 4),
            stroke("M-64-36L-40-20H40L64-36M-40-20V-36M40-20V-36", INK, 2.2),
            *running,
            shape(box(-164, -42, 328, 9), INK, None),
            shape("M-172-40h6v12h-6zM166-40h6v12h-6z", IRON, INK, 1.6),
        )
    )


def _body(paint: Paint, left: float = -160, right: float = 160, top: float = EAVES) -> Markup:
    return shape(box(left, top, right - left, FLOOR - top, 4), paint.fill)


def _roof(paint: Paint, left: float = -166, right: float = 166, y: float = EAVES, rise: float = 20) -> Markup:
    span = right - left
    arc = f"M{left} {y + 2}C{left + 6} {y - rise} {left + 36} {y - rise} {left + 60} {y - rise}H{right - 60}"
    return shape(f"{arc}C{right - 36} {y - rise} {right - 6} {y - rise} {right} {y + 2}h-{span}z", paint.shade)


def _windows(xs: Iterable[float], y: float, width: float, height: float, round_: float = 5) -> Markup:
    return joined(shape(box(x - width / 2, y, width, height, round_), GLASS, INK, 2) for x in xs)


def _waist(colour: str, y: float = -66, left: float = -160, right: float = 160) -> Markup:
    return stroke(f"M{left + 3} {y}H{right - 3}M{left + 3} {y + 7}H{right - 3}", colour, 1.6)


def _trim(paint: Paint) -> str:
    """The colour of fine lines on the body: brass where it shows, else ink."""
    return BRASS if paint.sign == PAPER else paint.shade


def _compartments(paint: Paint) -> Markup:
    """Doors all along, a window each, and a step to climb in by."""
    doors = joined(
        joined(
            (
                stroke(f"M{x - 26}-112V-44M{x + 26}-112V-44", paint.shade, 1.8),
                shape(box(x + 15, -62, 6, 3), BRASS, None),
            )
        )
        for x in (-124, -62, 0, 62, 124)
    )
    return joined(
        (
            _frame(),
            _body(paint),
            _waist(_trim(paint), -72),
            doors,
            _windows((-124, -62, 0, 62, 124), -110, 30, 30, 6),
            _roof(paint),
            stroke("M-150-28H150", IRON, 3),
            *(shape(box(x - 7, -147, 14, 9, 3), paint.shade) for x in (-93, 0, 93)),
        )
    )


def _balconies(paint: Paint) -> Markup:
    """An old coach with an open platform at each end."""
    railings = joined(
        joined(
            (
                stroke(f"M{x} {FLOOR}V-76M{x + side * 16} {FLOOR}V-76M{x + side * 32} {FLOOR}V-76", INK, 2),
                stroke(f"M{x}-77h{side * 36}", BRASS, 3.4),
                stroke(f"M{x + side * 34} {FLOOR}V{EAVES}", INK, 3),
            )
        )
        for x, side in ((-122, -1), (122, 1))
    )
    return joined(
        (
            _frame(bogies=False),
            railings,
            _body(paint, -120, 120),
            _waist(_trim(paint), -66, -120, 120),
            _windows((-96, -48, 0, 48, 96), -109, 32, 36, 14),
            _roof(paint, rise=22),
            *(shape(f"M{x - 8}-140v-12h16v12z", paint.shade) for x in (-60, 60)),
            shape("M150-34h14v10h-14zM-164-34h14v10h-14z", INK, None),
        )
    )


def _mail(paint: Paint) -> Markup:
    """A mail van: two sliding doors, and a letter between them."""
    planks = stroke("".join(f"M{x}-114V-44" for x in range(-150, 156, 10)), paint.shade, 0.9)
    doors = joined(
        joined(
            (
                shape(box(x - 30, -110, 60, 68, 3), paint.fill),
                stroke(f"M{x - 24}-104L{x + 24}-48M{x + 24}-104L{x - 24}-48", paint.shade, 2),
                stroke(f"M{x - 36}-113h92", INK, 3),
            )
        )
        for x in (-86, 80)
    )
    letter = joined(
        (shape(box(-28, -98, 56, 38, 2), PAPER), stroke("M-27-97L0-74 27-97M-27-61l20-19M27-61L7-80", INK, 2))
    )
    return joined(
        (_frame(), _body(paint), planks, doors, letter, _windows((-142, 142), -100, 18, 20, 3), _roof(paint, rise=16))
    )


def _saloon(paint: Paint) -> Markup:
    """A dining saloon: a raised roof with lights in it, wide windows, a lamp on every table."""
    lamps = joined(
        joined((shape(f"M{x - 8}-80l4-11h8l4 11z", "#E0734F", INK, 1.4), stroke(f"M{x}-80v10", BRASS, 2.4)))
        for x in (-120, -60, 0, 60, 120)
    )
    clerestory = joined(
        (
            shape("M-132-134C-130-150-120-152-110-152H110C120-152 130-150 132-134z", paint.shade),
            *(shape(box(x - 11, -146, 22, 7, 2), GLASS, INK, 1.4) for x in range(-98, 99, 28)),
        )
    )
    return joined(
        (
            _frame(),
            clerestory,
            _body(paint),
            _windows((-120, -60, 0, 60, 120), -112, 48, 42, 4),
            lamps,
            _waist(_trim(paint), -60),
            _roof(paint, rise=17),
        )
    )


def _sleeper(paint: Paint) -> Markup:
    """A sleeping car: arched windows with the blinds half down, and the moon for a crest."""
    xs = (-132, -96, -60, 60, 96, 132)
    windows = joined(
        joined(
            (
                shape(f"M{x - 12}-74v-24a12 12 0 0 1 24 0v24z", GLASS, INK, 2),
                shape(f"M{x - 10}-92v-6a10 10 0 0 1 20 0v6z", "#DDE7EE", None),
            )
        )
        for x in xs
    )
    crest = at(
        0, -82, shape(disc(26), paint.shade, BRASS, 3), shape("M8-16A17 17 0 1 0 8 16 14 14 0 1 1 8-16z", BRASS, None)
    )
    return joined((_frame(), _body(paint), windows, _waist(BRASS, -62), crest, _roof(paint, rise=26)))


def _observation(paint: Paint) -> Markup:
    """An observation car: round windows, and a veranda under the end of the roof."""
    veranda = joined(
        (
            stroke("M98-40V-116M158-40V-116", INK, 3),
            stroke("M112-42V-72M126-42V-72M140-42V-72", INK, 2),
            stroke("M98-74H160", BRASS, 3.6),
            shape(
                "M96-116h68c0 8-4 12-8.500 12s-8.500-4-8.500-12c0 8-4 12-8.500 12s-8.500-4-8.500-12c0 8-4 12-8.500 12"
                "s-8.500-4-8.500-12c0 8-4 12-8.500 12s-8.500-4-8.500-12z",
                PAPER,
                INK,
                1.6,
            ),
        )
    )
    portholes = joined(
        at(x, -90, shape(disc(17), GLASS, INK, 2), stroke("M-8-7L-2-12", PAPER, 3)) for x in (-130, -86, -42, 2, 46)
    )
    return joined(
        (
            _frame(),
            veranda,
            _body(paint, -160, 96),
            shape(box(70, -108, 20, 66, 3), paint.shade, INK, 1.8),
            portholes,
            _waist(_trim(paint), -58, -160, 66),
            _roof(paint, rise=20),
        )
    )


def _coal(paint: Paint) -> Markup:
    """An open wagon heaped with coal."""
    heap = "M-146-112L-126-126-104-122-84-140-58-134-36-150-8-142 14-154 42-140 66-146 92-130 118-132 146-112z"
    ribs = stroke("".join(f"M{x}-108V-46" for x in range(-114, 115, 38)), IRON, 4)
    glints = stroke("M-90-124l10-6M-40-134l12-4M10-138l12-6M60-130l10-4M100-120l8-4", "#8A8790", 2.4)
    number_plate = joined((shape(box(-24, -88, 48, 22, 2), paint.fill, BRASS, 2), stroke("M-12-77h24", BRASS, 2.4)))
    return joined(
        (
            _frame(bogies=False),
            shape(heap, "#1B1A1E"),
            glints,
            shape(f"M-156-112H156L150 {FLOOR}H-150z", "#3B383F"),
            ribs,
            shape(box(-162, -116, 324, 9, 3), paint.fill, INK, 2),
            number_plate,
        )
    )


def _tank(paint: Paint) -> Markup:
    """A milk tank: a white barrel with iron bands and a dome."""
    bands = stroke("M-98-121V-47M-32-121V-47M32-121V-47M98-121V-47", IRON, 3.4)
    return joined(
        (
            _frame(),
            shape("M-120-50l-14 14h28zM120-50l14 14h-28z", IRON, INK, 1.8),
            shape(box(-22, -138, 44, 24, 8), paint.fill),
            shape(box(-28, -144, 56, 9, 4), BRASS, INK, 2),
            shape(box(-152, -122, 304, 76, 30), paint.fill),
            shape(
                "M-150-78v2c0 16 14 28 30 28H120c16 0 30-12 30-28v-2c-4 12-14 18-30 18H-120c-16 0-26-6-30-18z",
                paint.shade,
                None,
            ),
            bands,
            stroke("M52-46V-128M68-46V-128M52-60H68M52-76H68M52-92H68M52-108H68", INK, 2.2),
            stroke("M-124-108H-50", LIGHT["sea"], 5),
        )
    )


def _engine(paint: Paint) -> Markup:
    """A locomotive under steam, on its way to the right."""
    cab = joined(
        (
            shape("M-160-40V-128H-84V-40z", "#8E2F2A"),
            shape(box(-146, -118, 40, 34, 4), GLASS, INK, 2),
            shape("M-172-126C-168-142-158-146-146-146H-92C-82-146-76-140-74-126z", INK),
            stroke("M-156-72H-88M-156-66H-88", BRASS, 1.8),
        )
    )
    boiler = joined(
        (
            shape("M-88-112H96c12 0 16 10 16 28s-4 28-16 28H-88z", "#34313A"),
            stroke("M-50-111V-57M-8-111V-57M34-111V-57M76-111V-57", BRASS, 3.4),
            stroke("M-80-102H92", "#6B6873", 3),
            shape(disc(9), BRASS, INK, 2, transform="translate(118 -96)"),
            shape("M112-110h10v52h-10z", INK, None),
        )
    )
    stacks = joined(
        (
            shape("M68-112V-140L60-162h36l-8 22v28z", INK),
            shape(box(57, -168, 42, 8, 3), BRASS, INK, 2),
            shape("M-2-112v-10a16 16 0 0 1 32 0v10z", BRASS),
            shape("M-48-112v-8a9 9 0 0 1 18 0v8z", BRASS, INK, 2),
        )
    )
    running = joined(
        (
            shape(box(-164, -48, 300, 10, 2), "#8E2F2A", INK, 2),
            shape(box(84, -46, 44, 26, 4), IRON),
            *(_wheel(x, 30, spokes=True, fill="#C0453C") for x in (-104, -38, 28)),
            *(_wheel(x, 15) for x in (84, 122)),
            stroke("M-104-22H100", INK, 8),
            stroke("M-104-22H100", BRASS, 4),
            shape("M132-40l42 34v6h-36l-14-16z", "#8E2F2A"),
            stroke("M146-28l-8 26M158-19l-8 18", INK, 2),
        )
    )
    return joined((stroke("M-220-30H-160", INK, 4), _steam(), boiler, stacks, cab, running))


def _steam() -> Markup:
    puffs = ((74, -190, 17), (50, -206, 22), (16, -216, 26), (-26, -220, 24), (-62, -214, 18), (-92, -206, 12))
    return group(
        [element("circle", cx=x, cy=y, r=r + 2.4, fill=INK) for x, y, r in puffs]
        + [element("circle", cx=x, cy=y, r=r, fill=PAPER) for x, y, r in puffs]
    )


_WAGONS: Final[Mapping[str, Callable[[Paint], Markup]]] = {
    "red": _compartments,
    "orange": _balconies,
    "yellow": _mail,
    "green": _saloon,
    "blue": _sleeper,
    "purple": _observation,
    "pink": _observation,
    "black": _coal,
    "white": _tank,
}


def engine() -> Markup:
    """The locomotive."""
    return _engine(SPACES["black"])
