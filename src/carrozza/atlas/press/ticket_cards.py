"""The ticket cards: a luggage label with a small map of the board, both cities, and the points in a stamp.

Drawn in tenths of a millimetre.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from carrozza.atlas.drawing.palette import INK, LIGHT
from carrozza.atlas.drawing.shapes import disc
from carrozza.atlas.drawing.svg import Markup, element, group, joined, line_path, number
from carrozza.atlas.fonts import text_width
from carrozza.atlas.geography import background
from carrozza.atlas.geography.shapes import simplified
from carrozza.atlas.layout_model import Box, Layout, Point
from carrozza.atlas.press.outlines import at, box, shape, stroke
from carrozza.atlas.press.pages import written
from carrozza.boards import Board, Ticket
from carrozza.game.sentences.rulebook import map_title
from carrozza.words import say

WIDTH, HEIGHT = 680.0, 440.0
REACH: Final = 60.0
EDGE: Final = 34.0
"""From the edge of the card to the map and the words."""

AROUND: Final = 30.0
"""How much of the board, in millimetres, the map shows around the outermost cities."""

DETAIL: Final = 12.0
"""The least triangle, in square millimetres of the board, that still shows on the map of a card."""

WIDE: Final = 1.15
"""A map wider than this share of its height has the names below it, others have them beside it."""

NAME, STAMP = 46.0, 66.0


@dataclass(frozen=True)
class TicketCards:
    """The ticket cards of a board."""

    board: Board
    layout: Layout
    language: str

    def defs(self) -> tuple[Markup, ...]:
        """What the faces refer to: the map, drawn once."""
        x, y, width, height = self._map
        frame = box(x, y, width, height, 6)
        return (
            element("clipPath", element("path", d=frame), id="map-frame"),
            group((group((self._ground(),), clip_path="url(#map-frame)"), stroke(frame, INK, 2.4)), id="map"),
        )

    def face(self, ticket: Ticket) -> Markup:
        """The face of a ticket."""
        return joined(
            (
                _label(ticket.long),
                element("use", href="#map"),
                self._way(ticket),
                self._names(ticket),
                self._stamp(ticket),
                self._note(ticket),
                self._serial(ticket),
            )
        )

    @cached_property
    def _seen(self) -> Box:
        """The part of the board that the map shows."""
        xs, ys = zip(*self.layout.cities.values(), strict=True)
        left, top = max(0.0, min(xs) - AROUND), max(0.0, min(ys) - AROUND)
        right, bottom = min(self.layout.width, max(xs) + AROUND), min(self.layout.height, max(ys) + AROUND)
        return Box(left, top, right - left, bottom - top)

    @property
    def _wide(self) -> bool:
        return self._seen.width > WIDE * self._seen.height

    @cached_property
    def _map(self) -> Box:
        """Where the map lies on the card."""
        aspect = self._seen.width / self._seen.height
        height = 262.0 if self._wide else HEIGHT - 2 * EDGE
        width = min(height * aspect, 446.0 if self._wide else 360.0)
        return Box(EDGE, EDGE + (height - width / aspect) / 2, width, width / aspect)

    @property
    def _scale(self) -> float:
        return self._map.width / self._seen.width

    def _on_card(self, place: Point) -> Point:
        return Point(
            self._map.x + (place.x - self._seen.x) * self._scale, self._map.y + (place.y - self._seen.y) * self._scale
        )

    def _ground(self) -> Markup:
        lies = background(self.board, self.layout)
        rings = {name: "".join(_ring(ring) for ring in getattr(lies, name)) for name in ("land", "lakes")}
        routes = "".join(
            line_path([self.layout.cities[route.a], *spaces, self.layout.cities[route.b]])
            for route in self.board.routes
            if (spaces := [space[:2] for space in self.layout.routes[route.id]])
        )
        cities = "".join(f"M{number(city.x)} {number(city.y)}h0" for city in self.layout.cities.values())
        scale = self._scale
        drawn = (
            element(
                "path",
                d=rings["land"],
                fill=LIGHT["land"],
                fill_rule="evenodd",
                **_stroked(LIGHT["coast"], 1.6 / scale),
            ),
            element("path", d=rings["lakes"], fill=LIGHT["sea"], fill_rule="evenodd"),
            element("path", d=routes, fill="none", stroke_opacity="0.55", **_stroked(LIGHT["soft"], 1.8 / scale)),
            element("path", d=cities, stroke_linecap="round", **_stroked(INK, 6.5 / scale)),
        )
        corner = self._on_card(Point(0, 0))
        placing = f"translate({number(corner.x, 2)} {number(corner.y, 2)})scale({number(scale, 4)})"
        x, y, width, height = self._map
        return joined((element("path", d=box(x, y, width, height), fill=LIGHT["sea"]), group(drawn, transform=placing)))

    def _way(self, ticket: Ticket) -> Markup:
        """From one city to the other as the crow flies, in a slight bow."""
        start, end = (self._on_card(self.layout.cities[city]) for city in (ticket.a, ticket.b))
        across = (end.x - start.x, end.y - start.y)
        side = 0.16 if across[0] >= 0 else -0.16
        bend = (start.x + across[0] / 2 + across[1] * side, start.y + across[1] / 2 - across[0] * side)
        bow = f"M{_at(start)}Q{number(bend[0])} {number(bend[1])} {_at(end)}"
        return joined(
            (
                element("path", d=bow, fill="none", **_stroked(LIGHT["page"], 8)),
                element("path", d=bow, fill="none", stroke_dasharray="11 5", **_stroked(LIGHT["accent"], 5)),
                *(
                    at(
                        place.x,
                        place.y,
                        shape(disc(12), LIGHT["accent"], INK, 3.4),
                        shape(disc(4), LIGHT["page"], None),
                    )
                    for place in (start, end)
                ),
            )
        )

    def _names(self, ticket: Ticket) -> Markup:
        names = [self.board.cities[self.board.city_index[city]].name for city in (ticket.a, ticket.b)]
        if self._wide:
            x, room = EDGE + 44, WIDTH - 2 * EDGE - 44
            size = min(NAME, *(room / _width(name) for name in names))
            lines = [(name, y, True) for name, y in zip(names, (350.0, 400.0), strict=True)]
        else:
            x = self._map.x + self._map.width + 58
            room = WIDTH - EDGE - x
            parts = [_split(name, room) for name in names]
            size = min(42.0, *(room / _width(line) for name in parts for line in name))
            lines, y = [], EDGE + 44.0
            for name in parts:
                for index, text in enumerate(name):
                    lines.append((text, y, index == 0))
                    y += 44
                y += 14
        dots = [(x - 28, y - size * 0.3) for _, y, first in lines if first]
        way = f"M{number(dots[0][0])} {number(dots[0][1])}V{number(dots[1][1])}"
        return joined(
            (
                element("path", d=way, fill="none", stroke_dasharray="5 4", **_stroked(LIGHT["accent"], 3.4)),
                *(at(*dot, shape(disc(9), LIGHT["accent"], INK, 2.8)) for dot in dots),
                *(written(text, x, y, size, "p-serif p-bold p-ink") for text, y, _ in lines),
            )
        )

    def _stamp(self, ticket: Ticket) -> Markup:
        """The points, as a postmark."""
        right = self._map.x + self._map.width
        x = (right + WIDTH - EDGE) / 2
        y = self._map.y + self._map.height / 2 if self._wide else HEIGHT - EDGE - STAMP - 12
        ticks = "".join(
            f"M{number(math.cos(turn) * (STAMP - 9))} {number(math.sin(turn) * (STAMP - 9))}"
            f"L{number(math.cos(turn) * (STAMP - 2))} {number(math.sin(turn) * (STAMP - 2))}"
            for turn in (math.tau * step / 48 for step in range(48))
        )
        word = say("print.points", self.language, number=ticket.points)
        fill, ink = (LIGHT["accent"], LIGHT["page"]) if ticket.long else (LIGHT["page"], INK)
        return at(
            x,
            y,
            shape(disc(STAMP), fill, LIGHT["accent"], 4),
            stroke(ticks, ink if ticket.long else LIGHT["accent"], 1.8),
            stroke(disc(STAMP - 12), ink if ticket.long else LIGHT["accent"], 2.2),
            group(
                (
                    written(str(ticket.points), 0, 16, 68, "p-serif p-bold", "middle"),
                    written(word, 0, 38, 19, "p-sans p-bold", "middle"),
                ),
                fill=ink,
            ),
        )

    def _note(self, ticket: Ticket) -> Markup:
        """Of which game, and whether it is a long one."""
        kind = say("print.long_ticket" if ticket.long else "print.ticket", self.language)
        text = f"{map_title(self.board, self.language)} · {kind}"
        x = (self._map.x + self._map.width + WIDTH - EDGE) / 2
        middle = self._map.y + self._map.height / 2
        y = middle + STAMP + 32 if self._wide else HEIGHT - EDGE - 2 * STAMP - 24
        room = WIDTH - EDGE - self._map.x - self._map.width - 16
        size = min(20.0, room / text_width(text, 1, bold=ticket.long))
        return written(text, x, y, size, f"p-sans p-soft{' p-bold' if ticket.long else ''}", "middle")

    def _serial(self, ticket: Ticket) -> Markup:
        """Which ticket of how many, as railways number theirs: so that none is missed when they are sorted."""
        place = [each.id for each in self.board.tickets].index(ticket.id) + 1
        serial = f"{place:02d} / {len(self.board.tickets)}"
        return written(serial, WIDTH - EDGE - 4, HEIGHT - EDGE - 2, 15.0, "p-sans p-soft", "end")


def _label(long: bool) -> Markup:
    """The paper of the label: a fine double rule, or for a long ticket a band of brass."""
    whole = box(-REACH, -REACH, WIDTH + 2 * REACH, HEIGHT + 2 * REACH)
    inner = box(20, 20, WIDTH - 40, HEIGHT - 40, 10)
    if long:
        return joined((shape(whole, LIGHT["accent"], None), shape(inner, LIGHT["page"], INK, 2.4)))
    outer = box(12, 12, WIDTH - 24, HEIGHT - 24, 14)
    return joined((shape(whole, LIGHT["page"], None), stroke(outer, INK, 3.4), stroke(inner, INK, 1.2)))


def _stroked(colour: str, width: float) -> dict[str, str]:
    return {"stroke": colour, "stroke_width": number(width, 2), "stroke_linejoin": "round"}


def _at(place: Point) -> str:
    return f"{number(place.x)} {number(place.y)}"


def _ring(ring: np.ndarray) -> str:
    keep = simplified(ring, np.zeros(len(ring), dtype=bool), DETAIL)
    return line_path(ring[keep], closed=True) if keep.sum() > 2 else ""


def _width(text: str) -> float:
    return text_width(text, 1, "serif", bold=True)


def _split(name: str, room: float) -> list[str]:
    """A name in one line, or in two where it would be too small in one."""
    words = name.split(" ")
    if len(words) == 1 or _width(name) * 36 <= room:
        return [name]
    cuts = [[" ".join(words[:cut]), " ".join(words[cut:])] for cut in range(1, len(words))]
    return min(cuts, key=lambda lines: max(map(_width, lines)))
