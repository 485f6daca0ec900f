"""Small charts of a report as SVG: wins by seat, spread of scores, fair values against printed ones."""

from collections.abc import Sequence
from typing import Final

from carrozza.atlas.drawing.svg import Markup, element, escaped, group, number
from carrozza.workshop.playtest.model import TableFigures, TicketFigures

ROW: Final = 26.0
LEFT: Final = 110.0
WIDTH: Final = 620.0


def _chart(label: str, height: float, *content: Markup, width: float = WIDTH) -> Markup:
    return element(
        "svg",
        element("title", escaped(label)),
        *content,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        class_="chart",
    )


def _scale(low: float, high: float, first: float = LEFT, last: float = WIDTH - 20) -> "Scale":
    return Scale(low, max(high, low + 1e-9), first, last)


class Scale:
    """From values to places."""

    def __init__(self, low: float, high: float, first: float, last: float) -> None:
        self.low, self.high, self.first, self.last = low, high, first, last

    def __call__(self, value: float) -> float:
        return self.first + (value - self.low) / (self.high - self.low) * (self.last - self.first)


def _row_name(name: str, y: float) -> Markup:
    return element("text", escaped(name), x=LEFT - 10, y=y + 5, class_="row")


def _axis(at: Scale, ticks: Sequence[float], height: float, unit: str = "") -> Markup:
    marks = []
    for tick in ticks:
        marks.append(element("line", x1=at(tick), x2=at(tick), y1=4.0, y2=height - 22, class_="grid"))
        marks.append(element("text", escaped(f"{number(tick)}{unit}"), x=at(tick), y=height - 6, class_="tick"))
    return group(marks)


def seats_chart(tables: Sequence[TableFigures], label: str, seat_words: Sequence[str]) -> Markup:
    """For each number of players the wins of every seat, with their intervals, and the share of a seat."""
    rows = sum(table.players + 0.6 for table in tables)
    height = rows * ROW + 34
    most = max(100 * seat.wins for table in tables for seat in table.seats)
    at, y = _scale(0, max(60.0, most * 1.15)), ROW / 2 + 4
    drawn = [_axis(at, (0, 10, 20, 30, 40, 50, 60), height, "%")]
    for table in tables:
        share, bottom = at(100 / table.players), y + ROW * (table.players - 1) + 9
        drawn.append(element("line", x1=share, x2=share, y1=y - 9, y2=bottom, class_="share"))
        for seat in table.seats:
            name = f"{table.players} · {seat_words[seat.seat - 1]}"
            drawn.append(_row_name(name, y))
            if seat.interval is not None:
                low, high = (at(100 * bound) for bound in seat.interval)
                drawn.append(element("line", x1=low, x2=high, y1=y, y2=y, class_="whisker"))
            drawn.append(element("circle", cx=at(100 * seat.wins), cy=y, r=5.0, class_="dot"))
            y += ROW
        y += 0.6 * ROW
    return _chart(label, height, *drawn)


def scores_chart(tables: Sequence[TableFigures], label: str, names: Sequence[str]) -> Markup:
    height = len(tables) * ROW * 1.4 + 34
    low = min(0.0, *(table.scores[0] for table in tables))
    high = max(table.scores[4] for table in tables)
    at = _scale(low, high * 1.05)
    step = next(step for step in (5, 10, 20, 50, 100, 200, 500, 1000) if (high - low) / step <= 8 or step == 1000)
    ticks = [tick for tick in range(int(low // step) * step, int(high) + step, step) if low <= tick <= high]
    drawn = [_axis(at, ticks, height)]
    for row, (table, name) in enumerate(zip(tables, names, strict=True)):
        y = ROW * (0.7 + 1.4 * row)
        q5, q25, q50, q75, q95 = map(at, table.scores)
        drawn += [
            _row_name(name, y),
            element("line", x1=q5, x2=q95, y1=y, y2=y, class_="whisker"),
            element("rect", x=q25, y=y - 9, width=max(q75 - q25, 1), height=18.0, rx=3.0, class_="box"),
            element("line", x1=q50, x2=q50, y1=y - 9, y2=y + 9, class_="median"),
        ]
    return _chart(label, height, *drawn)


def values_chart(tickets: Sequence[TicketFigures], label: str, across: str, up: str, names: Sequence[str]) -> Markup:
    """Every ticket's fair value over its printed one; on the line both are equal."""
    known = [
        (ticket, ticket.fair, name) for ticket, name in zip(tickets, names, strict=True) if ticket.fair is not None
    ]
    most = max((max(ticket.points, min(fair, 60.0)) for ticket, fair, _ in known), default=1.0)
    size, most = 460.0, most * 1.08
    x, y = Scale(0, most, 50.0, size - 10), Scale(0, most, size - 40, 10.0)
    step = 5 if most <= 40 else 10
    ticks = list(range(0, int(most) + 1, step))
    drawn = [element("line", x1=x(t), x2=x(t), y1=y(0), y2=y(most), class_="grid") for t in ticks]
    drawn += [element("line", x1=x(0), x2=x(most), y1=y(t), y2=y(t), class_="grid") for t in ticks]
    drawn += [element("text", escaped(str(t)), x=x(t), y=size - 24, class_="tick") for t in ticks]
    drawn += [element("text", escaped(str(t)), x=40.0, y=y(t) + 4, class_="row") for t in ticks]
    drawn.append(element("line", x1=x(0), x2=x(most), y1=y(0), y2=y(most), class_="share"))
    for ticket, fair, name in known:
        low, high = ticket.fair_interval or (fair, fair)
        title = element("title", escaped(name))
        sure = "dot" if ticket.suggested != ticket.points else "dot unsure"
        drawn.append(
            group(
                [
                    title,
                    element("line", x1=x(ticket.points), x2=x(ticket.points), y1=y(low), y2=y(high), class_="whisker"),
                    element("circle", cx=x(ticket.points), cy=y(fair), r=5.0, class_=sure),
                ]
            )
        )
    drawn.append(element("text", escaped(across), x=size / 2, y=size - 6, class_="tick"))
    drawn.append(
        element("text", escaped(up), x=14.0, y=size / 2, class_="tick up", transform=f"rotate(-90 14 {size / 2:g})")
    )
    return _chart(label, size, *drawn, width=size)
