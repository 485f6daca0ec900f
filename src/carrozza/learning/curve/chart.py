"""A line chart as SVG, with nothing from elsewhere."""

import math
from collections.abc import Sequence
from html import escape
from typing import Final

from carrozza.learning.curve.series import Series, opponent_label

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 48, 200, 16, 32
COLOURS: Final = ("#b3423a", "#2f6f9f", "#4d8a4f", "#c98a2b", "#7a5a96", "#4b8f8c", "#8c6d4f", "#a14f77")


class Scale:
    """From minutes and values to places in the picture."""

    def __init__(self, series: Sequence[Series], low: float | None, high: float | None) -> None:
        values = [value for one in series for value in (*one.values, *one.low, *one.high)] or [0.0, 1.0]
        self.low = min(values) if low is None else low
        self.high = max(values) if high is None else high
        if self.high <= self.low:
            self.high = self.low + 1
        self.minutes = max((minute for one in series for minute in one.minutes), default=1.0) or 1.0

    def x(self, minute: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * minute / self.minutes

    def y(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def line(self, minutes: Sequence[float], values: Sequence[float]) -> str:
        return " ".join(f"{self.x(m):.1f},{self.y(v):.1f}" for m, v in zip(minutes, values, strict=True))


def chart(
    title: str, series: Sequence[Series], low: float | None = None, high: float | None = None, share: bool = False
) -> str:
    """With minutes across. `share` writes the values as percentages."""
    return f"<figure><figcaption>{escape(title)}</figcaption>{drawing(title, series, low, high, share)}</figure>"


def drawing(
    title: str,
    series: Sequence[Series],
    low: float | None = None,
    high: float | None = None,
    share: bool = False,
    style: str = "",
) -> str:
    """The chart alone; as a file of its own it needs a style."""
    scale = Scale(series, low, high)
    parts = [f"<style>{style}</style>"] if style else []
    parts += _grid(scale, share)
    for number, one in enumerate(series):
        parts += _drawn(scale, one, COLOURS[number % len(COLOURS)], number, share)
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">\n{body}\n</svg>'
    )


def _grid(scale: Scale, share: bool) -> list[str]:
    parts = []
    for step in range(5):
        value = scale.low + (scale.high - scale.low) * step / 4
        y = scale.y(value)
        parts.append(f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="end" x="{LEFT - 6}" y="{y + 4:.1f}">{_told(value, share)}</text>')
    for step in range(5):
        minute = scale.minutes * step / 4
        parts.append(f'<text class="middle" x="{scale.x(minute):.1f}" y="{HEIGHT - 10}">{minute:.3g} min</text>')
    return parts


def _drawn(scale: Scale, one: Series, colour: str, number: int, share: bool) -> list[str]:
    if not one.values:
        return []
    parts = []
    if one.low:
        ends = f"{scale.line(one.minutes, one.high)} {scale.line(one.minutes[::-1], one.low[::-1])}"
        parts.append(f'<polygon points="{ends}" fill="{colour}" opacity="0.15"/>')
    dashes = ' stroke-dasharray="6 4"' if one.held_out else ""
    points = scale.line(one.minutes, one.values)
    parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
    y = TOP + 14 + 20 * number
    label = f"{opponent_label(one)}: {_told(one.values[-1], share)}"
    parts.append(
        f'<line x1="{WIDTH - RIGHT + 8}" x2="{WIDTH - RIGHT + 28}" y1="{y - 4}" y2="{y - 4}" stroke="{colour}" '
        f'stroke-width="2"{dashes}/><text x="{WIDTH - RIGHT + 34}" y="{y}">{escape(label)}</text>'
    )
    return parts


def _told(value: float, share: bool) -> str:
    if share:
        return f"{value:.1%}"
    return f"{value:.3g}" if math.isfinite(value) else "?"
