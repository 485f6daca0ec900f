"""Results for people to read."""

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from carrozza.arena.playing.results import Results

MOST_ROUTES: Final = 8
NOTE: Final = "Means over all games. Seat 1 starts every game. A shared win is half a win for each of two.\n"
PART_TITLES: Final = {
    "routes": "routes",
    "tickets": "tickets",
    "stations": "stations",
    "longest_path": "longest path",
    "globetrotter": "globetrotter",
    "attractions": "attractions",
    "alvin": "Alvin",
}
COUNT_TITLES: Final = {
    "tickets_completed": "Tickets completed",
    "tickets_failed": "Tickets failed",
    "routes_claimed": "Routes claimed",
    "longest_path_length": "Longest path, trains",
    "trains_left": "Trains left",
    "stations_built": "Stations built",
}

Seat = dict[str, Any]


def print_report(console: Console, results: Results) -> None:
    summary = results.summary()
    console.print(_heading(results))
    if results.games == 0:
        return
    console.print(_seats_table(summary["seats"]))
    console.print(NOTE)
    console.print(_routes_table(summary["routes"]))
    console.print(_pace(summary))


def _heading(results: Results) -> str:
    variants = f" with {', '.join(results.variants)}" if results.variants else ""
    games = "1 game" if results.games == 1 else f"{results.games:,} games"
    stopped = " (interrupted)" if results.interrupted else ""
    return f"{results.board.full_title}{variants}: {games}{stopped}, {results.seats} players, seed {results.seed}"


def _seats_table(seats: Sequence[Seat]) -> Table:
    """One column per seat; parts of the score and counts that nobody has are left out."""
    table = Table("")
    for seat in seats:
        table.add_column(f"Seat {seat['seat']}", justify="right")
    table.add_row("Bot", *(Text(seat["bot"]) for seat in seats))
    table.add_row("Wins", *(_percent(seat["win_rate"]) for seat in seats))
    table.add_row("  plus or minus", *(_percent(seat["win_rate_margin"]) for seat in seats))
    table.add_row("Score", *(_tenths(seat["mean_score"]) for seat in seats))
    for part, title in PART_TITLES.items():
        if any(seat[part] for seat in seats):
            table.add_row(f"  {title}", *(_tenths(seat[part]) for seat in seats))
    table.add_row("  standard deviation", *(_tenths(seat["score_deviation"]) for seat in seats))
    for count, title in COUNT_TITLES.items():
        if any(seat[count] for seat in seats):
            table.add_row(title, *(f"{seat[count]:.2f}" for seat in seats))
    if any(seat["faults"] for seat in seats):
        table.add_row("Faults of the bot", *(f"{seat['faults']:,}" for seat in seats))
        table.add_row("  decisions replaced", *(f"{seat['decisions_replaced']:,}" for seat in seats))
    return table


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{rate:.1%}"


def _tenths(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def _routes_table(routes: Sequence[dict[str, Any]]) -> Table:
    """The routes claimed most and least often, side by side."""
    ranked = sorted(routes, key=lambda route: (-route["claimed"], route["route"]))
    table = Table()
    for title in ("Most claimed", "Least claimed"):
        table.add_column(title, overflow="fold")
        table.add_column("of games", justify="right")
    for most, least in zip(ranked[:MOST_ROUTES], reversed(ranked[-MOST_ROUTES:]), strict=True):
        table.add_row(most["route"], f"{most['claim_rate']:.1%}", least["route"], f"{least['claim_rate']:.1%}")
    return table


def _pace(summary: dict[str, Any]) -> str:
    threads = "1 thread" if summary["threads"] == 1 else f"{summary['threads']} threads"
    return (
        f"{summary['turns_per_game']:.0f} turns and {summary['decisions_per_game']:.0f} decisions a game. "
        f"{summary['seconds']:.1f} s on {threads}: {summary['games_per_second']:,.0f} games and "
        f"{summary['decisions_per_second']:,.0f} decisions a second."
    )
