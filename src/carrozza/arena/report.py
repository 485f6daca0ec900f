"""Results for people to read."""

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from carrozza.arena.results import PARTS, Results

MOST_ROUTES: Final = 8
TITLES: Final = {
    "routes": "Routes",
    "tickets": "Tickets",
    "stations": "Stations",
    "longest_path": "Longest path",
    "globetrotter": "Globetrotter",
    "attractions": "Attractions",
    "alvin": "Alvin",
}


def print_report(console: Console, results: Results) -> None:
    summary = results.summary()
    console.print(_heading(results))
    if results.games == 0:
        return
    console.print(_seats_table(summary["seats"]))
    console.print(_routes_table(summary["routes"]))
    console.print(_pace(summary))


def _heading(results: Results) -> str:
    variants = f" with {', '.join(results.variants)}" if results.variants else ""
    games = "1 game" if results.games == 1 else f"{results.games:,} games"
    stopped = " (interrupted)" if results.interrupted else ""
    return f"{results.board.full_title}{variants}: {games}{stopped}, {results.seats} players, seed {results.seed}"


def _seats_table(seats: Sequence[dict[str, Any]]) -> Table:
    """A row a seat; of the parts of the score, those that anybody had."""
    parts = [part for part in PARTS if any(seat[part] for seat in seats)]
    table = Table(caption="Means of all games. Seat 1 starts every game; a win shared by two is half a win to each.")
    table.add_column("Seat", justify="right")
    table.add_column("Bot")
    measured = [
        "Wins",
        "Score",
        "±",
        *(TITLES[part] for part in parts),
        "Tickets done",
        "failed",
        "Routes",
        "Trains left",
    ]
    for title in measured:
        table.add_column(title, justify="right")
    for seat in seats:
        table.add_row(
            str(seat["seat"]),
            seat["bot"],
            _wins(seat),
            f"{seat['mean_score']:.1f}",
            "" if seat["score_deviation"] is None else f"{seat['score_deviation']:.1f}",
            *(f"{seat[part]:.1f}" for part in parts),
            f"{seat['tickets_completed']:.2f}",
            f"{seat['tickets_failed']:.2f}",
            f"{seat['routes_claimed']:.1f}",
            f"{seat['trains_left']:.1f}",
        )
    return table


def _wins(seat: dict[str, Any]) -> str:
    margin = "" if seat["win_rate_margin"] is None else f" ± {seat['win_rate_margin']:.1%}"
    return f"{seat['win_rate']:.1%}{margin}"


def _routes_table(routes: Sequence[dict[str, Any]]) -> Table:
    """The routes claimed most and least often, side by side."""
    ranked = sorted(routes, key=lambda route: (-route["claimed"], route["route"]))
    table = Table()
    for title in ("Most claimed", "Least claimed"):
        table.add_column(title)
        table.add_column("of games", justify="right")
    for most, least in zip(ranked[:MOST_ROUTES], reversed(ranked[-MOST_ROUTES:]), strict=True):
        table.add_row(most["route"], f"{most['claim_rate']:.1%}", least["route"], f"{least['claim_rate']:.1%}")
    return table


def _pace(summary: dict[str, Any]) -> str:
    threads = "1 thread" if summary["threads"] == 1 else f"{summary['threads']} threads"
    return (
        f"{summary['seconds']:.1f} s on {threads}: {summary['games_per_second']:,.0f} games and "
        f"{summary['decisions_per_second']:,.0f} decisions a second; a game had {summary['turns_per_game']:.0f} turns and "
        f"{summary['decisions_per_game']:.0f} decisions."
    )
