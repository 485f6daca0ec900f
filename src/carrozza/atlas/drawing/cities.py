"""Cities: their dots and names, and what players have put there."""

from carrozza.atlas.drawing.canvas import Canvas
from carrozza.atlas.drawing.pieces import Standing
from carrozza.atlas.drawing.svg import Markup, element, escaped, group, placed
from carrozza.atlas.layout_model import Label
from carrozza.atlas.sizes import LABEL_LEADING, LABEL_SIZE
from carrozza.boards import City

BASELINE = 0.33
"""From the middle of a line of capitals and small letters down to its foot, in font sizes."""


def city_group(canvas: Canvas, city: City, standing: Standing | None = None) -> Markup:
    """One city, with a station, a marker or Alvin where they stand there."""
    at = canvas.layout.cities[city.id]
    label = canvas.layout.labels.get(city.id)
    attraction = canvas.is_attraction(city)
    parts = [element("title", escaped(city.name))]
    dot = canvas.ref("attraction" if attraction else "dot")
    parts.append(element("use", class_="dot", href=dot, x=at.x, y=at.y))
    if standing is not None:
        parts += _pieces(canvas, standing, at.x, at.y)
    if label is not None:
        parts.append(label_text(label))
    return group(
        parts,
        id=canvas.id(f"city-{city.id}"),
        class_=_classes(attraction, standing),
    )


def label_text(label: Label) -> Markup:
    """A name in one line or several, aligned in its box."""
    anchor = {"left": "start", "middle": "middle", "right": "end"}[label.align]
    x = label.x + {"left": -0.5, "middle": 0.0, "right": 0.5}[label.align] * label.width
    leading = LABEL_SIZE * LABEL_LEADING
    first = label.y - leading * (len(label.lines) - 1) / 2 + BASELINE * LABEL_SIZE
    if len(label.lines) == 1:
        return element("text", escaped(label.lines[0]), class_=f"label {anchor}", x=x, y=first)
    lines = (
        element("tspan", escaped(line), x=x, y=first + leading * number) for number, line in enumerate(label.lines)
    )
    return element("text", *lines, class_=f"label {anchor}")


def _classes(attraction: bool, standing: Standing | None) -> str:
    names = ["city"]
    if attraction:
        names.append("sight")
    if standing is not None:
        names += standing.classes
    return " ".join(names)


def _pieces(canvas: Canvas, standing: Standing, x: float, y: float) -> list[Markup]:
    parts = []
    if standing.last:
        parts.append(element("circle", class_="glow", cx=x, cy=y, r=10.5))
    if standing.marker is not None:
        scale = 1.25 if standing.is_start else 1.0
        ref = canvas.ref(f"marker-{standing.marker}")
        parts.append(element("use", class_="marker", href=ref, transform=placed(x, y, scale=scale)))
    if standing.station is not None:
        ref = canvas.ref(f"station-{standing.station}")
        parts.append(element("use", class_="station", href=ref, x=x, y=y - 1.5))
    if standing.alvin:
        parts.append(_visitor(canvas, standing, x, y))
    return parts


def _visitor(canvas: Canvas, standing: Standing, x: float, y: float) -> Markup:
    """Alvin, on the side of the city where its name is not."""
    label = canvas.layout.labels.get(standing.city)
    side = -1.0 if label is not None and label.x > x else 1.0
    classes = "visitor" if standing.holder is None else f"visitor held-{standing.holder}"
    return element("use", class_=classes, href=canvas.ref("alvin"), x=x + 6.0 * side, y=y - 6.0)
