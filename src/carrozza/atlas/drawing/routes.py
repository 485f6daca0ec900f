"""Routes: spaces in their colours, tunnels, ferries, and the trains on them."""

import math
from collections.abc import Iterator

import numpy as np

from carrozza.atlas.drawing.canvas import Canvas
from carrozza.atlas.drawing.pieces import Owner
from carrozza.atlas.drawing.shapes import SIGNS
from carrozza.atlas.drawing.svg import Markup, element, escaped, group, line_path, number, placed, upright
from carrozza.atlas.geography.shapes import simplified
from carrozza.atlas.layout_model import Point, Space
from carrozza.atlas.sizes import SPACE_LENGTH, SPACE_WIDTH
from carrozza.boards import Route

ROUNDING = 1.8
EDGE = 1.8
"""How thick the edge of a tunnel's space is."""
STRAIGHT = 9.0
"""Three places on the way are on a line where their triangle is smaller than this, in square millimetres."""
PORTAL_PITCH = 4.2
WAKE = 0.5
"""How far the wake of a ferry reaches beyond its spaces."""
SHADOW = (0.9, 1.4)
"""How far from the trains of a route their shadow lies."""
SHADOW_ROUNDING = 4.7
"""Half of how broad the shadow is: its ends are round."""


def route_group(canvas: Canvas, route: Route, owner: Owner | None = None, *, last: bool = False) -> Markup:
    """One route: its spaces on their wake, or its owner's trains on their shadow, and a broad path for the finger."""
    spaces, turn = enumerate(canvas.layout.routes[route.id]), _turn(canvas, route)
    seat = None if owner is None else owner.seat
    title, way = route_title(canvas, route), _way(canvas, route)
    if owner is not None:
        title = canvas.say("drawing.claimed", route=title, player=owner.name)
    return group(
        [
            element("title", escaped(title)),
            element("path", class_="way", d=way),
            *(_wake(canvas, route) if owner is None else [_shadow(canvas, route)]),
            *(_space(canvas, route, index, space._replace(angle=space.angle + turn), seat) for index, space in spaces),
            element("path", class_="hit", d=way),
        ],
        id=canvas.id(f"route-{route.id}"),
        class_=_classes(canvas, route, seat, last),
        data_a=route.a,
        data_b=route.b,
        data_length=str(route.length),
        data_color=route.color,
        data_tunnel=str(route.tunnel) if canvas.has_tunnel(route) else None,
        data_ferry=str(route.ferry) if canvas.has_ferry(route) else None,
        data_seat=None if seat is None else str(seat),
    )


def route_title(canvas: Canvas, route: Route) -> str:
    """Such as `Paris – Dieppe, 1 space, purple`."""
    parts = [
        f"{canvas.city(route.a).name} – {canvas.city(route.b).name}",
        canvas.say("drawing.spaces", number=route.length),
        canvas.say(f"card.{route.color}"),
    ]
    if canvas.has_tunnel(route):
        parts.append(
            canvas.say("drawing.tunnel", number=route.tunnel) if canvas.tunnels_vary else canvas.say("word.tunnel")
        )
    if canvas.has_ferry(route):
        parts.append(canvas.say("drawing.ferry", number=route.ferry))
    return ", ".join(parts)


def _classes(canvas: Canvas, route: Route, seat: int | None, last: bool) -> str:
    names = ["route", f"route-{route.color}", f"length-{route.length}"]
    if canvas.has_tunnel(route):
        names.append("tunnel")
    if canvas.has_ferry(route):
        names.append("ferry")
    if seat is not None:
        names += ["claimed", f"owner-{seat}"]
    if last:
        names.append("last")
    return " ".join(names)


def _way(canvas: Canvas, route: Route) -> str:
    """From city to city, without the places that lie on the straight line between their neighbours."""
    ends = canvas.layout.cities
    line = [ends[route.a][:2], *(space[:2] for space in canvas.layout.routes[route.id]), ends[route.b][:2]]
    points = np.array(line)
    fixed = np.zeros(len(points), dtype=bool)
    fixed[[0, -1]] = True
    return line_path(points[simplified(points, fixed, STRAIGHT)].tolist())


def _wake(canvas: Canvas, route: Route) -> Iterator[Markup]:
    """The ripples along the spaces of a ferry, from a little before the first to a little after the last."""
    if not canvas.has_ferry(route):
        return
    spaces = canvas.layout.routes[route.id]
    ends = _beyond(spaces[0], -WAKE), _beyond(spaces[-1], WAKE)
    yield element("path", class_="wake", d=line_path([ends[0], *spaces, ends[1]]))


def _shadow(canvas: Canvas, route: Route) -> Markup:
    """The one shadow that all trains of a route cast."""
    spaces = canvas.layout.routes[route.id]
    reach = SHADOW_ROUNDING - spaces[0].length / 2, spaces[-1].length / 2 - SHADOW_ROUNDING
    line = [_along(spaces[0], reach[0]), *(Point(*space[:2]) for space in spaces), _along(spaces[-1], reach[1])]
    return element("path", class_="cast", d=line_path([(place.x + SHADOW[0], place.y + SHADOW[1]) for place in line]))


def _beyond(space: Space, reach: float) -> Point:
    """A place so far behind the end of a space, or where that is negative before its beginning."""
    return _along(space, math.copysign(space.length / 2, reach) + reach)


def _along(space: Space, way: float) -> Point:
    """A place so far from the middle of a space, in the direction of its route."""
    angle = math.radians(space.angle)
    return Point(space.x + way * math.cos(angle), space.y + way * math.sin(angle))


def _space(canvas: Canvas, route: Route, index: int, space: Space, seat: int | None) -> Markup:
    if seat is not None:
        parts = [element("use", class_="train", href=canvas.ref(f"wagon-{seat}"))]
    else:
        parts = [_rect(space)]
        if canvas.has_tunnel(route):
            parts.append(_masonry(canvas, space.length))
        parts += _marks(canvas, route, index)
    return group(parts, class_="space", data_index=str(index), transform=placed(space.x, space.y, space.angle))


def _turn(canvas: Canvas, route: Route) -> float:
    """Half a turn for the spaces of a route that runs to the left, so that none of its signs stand on their heads."""
    a, b = canvas.layout.cities[route.a], canvas.layout.cities[route.b]
    way = math.degrees(math.atan2(b.y - a.y, b.x - a.x))
    return upright(way) - way


def _rect(space: Space) -> Markup:
    half = space.length / 2
    return element("rect", x=-half, y=-SPACE_WIDTH / 2, width=space.length, height=SPACE_WIDTH, rx=ROUNDING)


def _masonry(canvas: Canvas, length: float) -> Markup:
    """The stones around the mouth of a tunnel."""
    return element("use", class_="masonry", href=canvas.ref(_edge(length)))


def _edge(length: float) -> str:
    return f"edge-{number(10 * length, 0)}"


def definitions(canvas: Canvas) -> Iterator[Markup]:
    """The edge of a tunnel's space, dark and with light joints in it, for every length that spaces have."""
    tunnels = [route for route in canvas.board.routes if canvas.has_tunnel(route)]
    lengths = {space.length for route in tunnels for space in canvas.layout.routes[route.id]}
    for length in sorted(lengths | {SPACE_LENGTH}) if tunnels else ():
        across, down = length - EDGE, SPACE_WIDTH - EDGE
        d = f"M{number(-across / 2)} {number(-down / 2)}h{number(across)}v{number(down)}h{number(-across)}z"
        edge = [element("path", d=d), element("path", class_="joints", d=d)]
        yield group(edge, id=canvas.id(_edge(length)), class_=f"carrozza {canvas.root_class}")


def _marks(canvas: Canvas, route: Route, index: int) -> Iterator[Markup]:
    """What is on a space: a locomotive for some of a ferry, portals in the middle of a tunnel, its colour's sign."""
    if canvas.has_ferry(route) and takes_locomotive(route, index):
        yield element("use", class_="loco", href=canvas.ref("locomotive"))
    elif not canvas.has_tunnel(route):
        yield element("use", class_="sign", href=canvas.ref(f"face-{route.color}"))
    else:
        portals = route.tunnel if canvas.tunnels_vary and index == middle(route) else 0
        signed = route.color in SIGNS
        if signed:
            aside = -5.2 if portals else None
            yield element("use", class_="sign", href=canvas.ref(f"sign-{route.color}"), x=aside)
        start = (2.6 if signed else 0.0) - PORTAL_PITCH * (portals - 1) / 2
        for portal in range(portals):
            yield element("use", class_="sign", href=canvas.ref("portal"), x=start + PORTAL_PITCH * portal)


def sample_space(canvas: Canvas, *, tunnel: bool = False, ferry: bool = False) -> Markup:
    """A space as tunnels and ferries have it, to explain them."""
    space = Space(0.0, 0.0, 0.0, SPACE_LENGTH)
    parts = [_rect(space)]
    if tunnel:
        parts.append(_masonry(canvas, space.length))
        if canvas.tunnels_vary:
            parts.append(element("use", class_="sign", href=canvas.ref("portal")))
    if ferry:
        parts.insert(0, element("path", class_="wake", d=f"M{-SPACE_LENGTH / 2} 0h{SPACE_LENGTH}"))
        parts.append(element("use", class_="loco", href=canvas.ref("locomotive")))
    return group([group(parts, class_="space")], class_="route-gray")


def takes_locomotive(route: Route, index: int) -> bool:
    """Which spaces of a ferry show the locomotives it asks for: those around the middle."""
    first = (route.length - route.ferry) // 2
    return first <= index < first + route.ferry


def middle(route: Route) -> int:
    return (route.length - 1) // 2
