"""A picture of a contest: ratings with how sure they are, and how the scores are spread."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np

from carrozza.arena.checks import ArenaError
from carrozza.arena.contest_run import ContestResult
from carrozza.arena.reporting.standings_report import heading, ranked
from carrozza.arena.statistics.standings import Standing, values_of
from carrozza.kernel.layout import Grid

KINDS: Final = (".svg", ".png", ".pdf")
INK, PAPER, RULE = "#2b2a27", "#fbf8f1", "#d9d2c3"
COLOURS: Final = ("#b3423a", "#2f6f9f", "#4d8a4f", "#c98a2b", "#7a5a96", "#4b8f8c", "#8c6d4f", "#a14f77")
"""Of train cards that have seen some journeys; after the last the first comes again."""
LABEL: Final = {"textcoords": "offset points", "fontsize": 9, "color": INK}
POINTS: Final = 160
WIDTH, ROW, BORDER = 11.0, 0.62, 1.9
"""Inches."""


def check_plot(path: Path) -> None:
    """Find out before the games what would stop the picture after them."""
    if path.suffix not in KINDS:
        raise ArenaError(f"{path}: the name must end in {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    if find_spec("matplotlib") is None:
        raise ArenaError(f"{path}: a picture needs Matplotlib; install 'carrozza[plots]', or leave --plot out")
    if not path.parent.is_dir():
        raise ArenaError(f"{path}: there is no folder {path.parent}; make it, or name another")


def draw(result: ContestResult, path: Path) -> None:
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    bots = ranked(result.standings)
    style: Any = {"svg.fonttype": "none", "svg.hashsalt": "carrozza", "font.size": 11, "font.family": "sans-serif"}
    with rc_context(style):
        figure = Figure(figsize=(WIDTH, BORDER + ROW * max(3, len(bots))), facecolor=PAPER, layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=(1, 1.25))
        colours = {bot.name: COLOURS[number % len(COLOURS)] for number, bot in enumerate(bots)}
        _draw_ratings(left, bots, colours)
        _draw_scores(right, result, bots, colours)
        figure.suptitle(heading(result), color=INK, fontsize=11, x=0.01, ha="left")
        try:
            figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None, dpi=150)
        except OSError as error:
            raise ArenaError(f"{path}: cannot be written: {error.strerror or error}") from None


def _draw_ratings(axes: Any, bots: list[Standing], colours: dict[str, str]) -> None:
    _prepare(axes, bots, "Rating")
    for place, bot in enumerate(bots):
        if bot.rating is None:
            continue
        rating = bot.rating
        if bot.rating_interval:
            low, high = bot.rating_interval
            axes.plot([low, high], [place, place], color=colours[bot.name], linewidth=3, solid_capstyle="butt")
            for end in (low, high):
                axes.plot([end, end], [place - 0.11, place + 0.11], color=colours[bot.name], linewidth=2)
        axes.plot(rating, place, "o", markersize=8, color=colours[bot.name], markeredgecolor=PAPER, zorder=3)
        wins = "" if bot.win_rate is None else f"   {bot.win_rate:.1%} won"
        axes.annotate(
            f"{rating:.0f}{wins}",
            (rating, place),
            (0, 9),
            textcoords="offset points",
            ha="center",
            fontsize=9,
            color=INK,
        )
    axes.margins(x=0.2)


def _draw_scores(axes: Any, result: ContestResult, bots: list[Standing], colours: dict[str, str]) -> None:
    _prepare(axes, bots, "Score")
    axes.set_yticklabels([])
    for place, bot in enumerate(bots):
        scores = values_of(result.results, result.contest.bots.index(bot.name), "total")
        across, heights = density(scores)
        axes.fill_between(across, place, place - 0.72 * heights, color=colours[bot.name], alpha=0.35, linewidth=0)
        axes.plot(across, place - 0.72 * heights, color=colours[bot.name], linewidth=1.5)
        mean = float(scores.mean())
        axes.plot([mean, mean], [place, place - 0.72], color=INK, linewidth=1)
        axes.annotate(f"{mean:.1f}", (mean, place - 0.72), (4, 1), **LABEL)


def density(scores: Grid) -> tuple[Grid, Grid]:
    """A smooth outline of how often each score occurs; its highest point is 1."""
    spread = max(float(scores.std()), 1.0)
    width = 0.9 * spread * len(scores) ** -0.2
    across = np.linspace(scores.min() - 3 * width, scores.max() + 3 * width, POINTS)
    values, counts = np.unique(scores, return_counts=True)
    heights: Grid = (np.exp(-0.5 * ((across[:, None] - values) / width) ** 2) * counts).sum(axis=1)
    return across, heights / heights.max()


def _prepare(axes: Any, bots: list[Standing], title: str) -> None:
    axes.set_facecolor(PAPER)
    axes.set_title(title, loc="left", color=INK, fontsize=12)
    axes.set_yticks(range(len(bots)), [bot.name for bot in bots])
    axes.set_ylim(len(bots) - 0.4, -0.9)
    axes.grid(axis="x", color=RULE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(colors=INK, length=0)
    for side in axes.spines.values():
        side.set_visible(False)
