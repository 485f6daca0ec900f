"""Standings for people to read."""

from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from carrozza.arena.contest_run import ContestResult
from carrozza.arena.reporting.simulation_report import COUNT_TITLES, PART_TITLES
from carrozza.arena.statistics.bootstrap import Interval
from carrozza.arena.statistics.sprt import EQUAL, STRONGER, UNDECIDED, WEAKER, Comparison
from carrozza.arena.statistics.standings import Standing, Standings

NONE: Final = "-"
NOTE: Final = (
    "Intervals contain the true value 95 times in 100; they are computed by resampling deals. A shared win is half a "
    "win for each of two. Only differences between ratings matter: 400 points are odds of ten to one."
)


def print_standings(console: Console, result: ContestResult) -> None:
    console.print(heading(result))
    found = result.standings
    if found.games == 0:
        return
    console.print(bots_table(found))
    console.print(_parts_table(found))
    if len(found.pairs) > 1 or result.contest.seats > 2:
        console.print(_pairs_table(found))
    console.print(_seats_line(found))
    for line in (*map(comparison_line, result.comparisons), *_fault_lines(found)):
        console.print(line)
    console.print(f"{NOTE} Time: {result.seconds:.1f} s.")


def heading(result: ContestResult) -> str:
    contest, found = result.contest, result.standings
    variants = f" with {', '.join(contest.variants)}" if contest.variants else ""
    table = f"{contest.board.full_title}{variants}, {contest.seats} players, seed {contest.seed}"
    return f"{table}: {_games(found.games)} of {_counted(found.deals, 'deal')}{_remarks(result)}"


def _remarks(result: ContestResult) -> str:
    remarks = []
    a_deal = len(result.contest.seatings)
    if result.interrupted:
        remarks.append("interrupted")
    elif result.contest.games != result.asked and result.standings.games == result.contest.games:
        remarks.append(f"{result.asked:,} asked for; a deal is {_games(a_deal)}")
    if result.resumed:
        remarks.append(f"{result.resumed:,} from an earlier run")
    return f" ({'; '.join(remarks)})" if remarks else ""


def _games(number: int) -> str:
    return _counted(number, "game")


def _counted(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number:,} {what}s"


def bots_table(found: Standings) -> Table:
    """The best first; faults have a column where there are any."""
    table = Table(Column("Bot", overflow="fold"))
    any_faults = any(bot.faults.number for bot in found.bots)
    for title in ("Games", "Wins", "Score", "Rating", *(["Faults"] if any_faults else [])):
        table.add_column(title, justify="right")
    for bot in ranked(found):
        table.add_row(
            Text(bot.name),
            f"{bot.games:,}",
            _percent(bot.win_rate) + _between(bot.interval),
            _tenths(bot.mean_score) + _give_or_take(bot.score_interval, ".1f"),
            "none" if bot.unrated else _whole(bot.rating) + _give_or_take(bot.rating_interval, ".0f"),
            *([_faults(bot)] if any_faults else []),
        )
    return table


def _faults(bot: Standing) -> str:
    """How many, and for what share of its decisions the fallback was played."""
    share = bot.faults.replaced_share
    return "0" if not bot.faults.number else f"{bot.faults.number:,} ({_percent(share)} replaced)"


def ranked(found: Standings) -> list[Standing]:
    return sorted(found.bots, key=lambda bot: -(bot.rating or 0.0))


def _parts_table(found: Standings) -> Table:
    """One column per bot; parts of the score and counts that nobody has are left out."""
    table = Table("Means")
    bots = ranked(found)
    for bot in bots:
        table.add_column(Text(bot.name), justify="right")
    for part, title in PART_TITLES.items():
        if any(bot.parts.get(part) for bot in bots):
            table.add_row(f"Points, {title}", *(_tenths(bot.parts.get(part)) for bot in bots))
    for count, title in COUNT_TITLES.items():
        if any(bot.counts.get(count) for bot in bots):
            table.add_row(title, *(f"{bot.counts.get(count, 0.0):.2f}" for bot in bots))
    clocks = [bot.clock for bot in bots]
    table.add_row("Time a move", *(duration(clock.mean if clock else None) for clock in clocks))
    table.add_row("  99 of 100 within", *(duration(clock.slow if clock else None) for clock in clocks))
    table.add_row("  slowest", *(duration(clock.slowest if clock else None) for clock in clocks))
    return table


def _pairs_table(found: Standings) -> Table:
    table = Table("Against each other", "Games", "Ahead", "By points")
    for column in table.columns[1:]:
        column.justify = "right"
    for pair in found.pairs:
        points = NONE if pair.margin is None else f"{pair.margin:+.1f}{_give_or_take(pair.margin_interval, '.1f')}"
        share = _percent(pair.share) + _between(pair.interval)
        table.add_row(Text(f"{pair.first} – {pair.second}"), f"{pair.games:,}", share, points)
    return table


def _seats_line(found: Standings) -> str:
    seats = (f"seat {seat.seat} {_percent(seat.win_rate)}{_between(seat.interval)}" for seat in found.seats)
    return f"Wins by seat (seat 1 starts): {', '.join(seats)}."


def comparison_line(comparison: Comparison) -> str:
    first, other = comparison.first, comparison.other
    share = "" if comparison.share is None else f" ({comparison.share:.1%} of their encounters)"
    after = f"after {_counted(comparison.deals, 'deal')}{share}"
    return {
        STRONGER: f"{first} is stronger than {other}: sure {after}.",
        WEAKER: f"{first} is weaker than {other}: sure {after}.",
        EQUAL: f"{first} and {other} are within {comparison.margin:.0%} of equal: sure {after}.",
        UNDECIDED: f"{first} or {other}: not sure {after}; more games would tell.",
    }[comparison.answer]


def _fault_lines(found: Standings) -> Iterator[str]:
    for bot in found.bots:
        if bot.faults.number:
            kinds = ", ".join(f"{number} {kind}" for kind, number in bot.faults.by_kind.items())
            faults = _counted(bot.faults.number, "fault")
            yield f"{bot.name}: {faults} ({kinds}); the planner played instead. Examples:"
            yield from (f"  {example}" for example in bot.faults.examples)
        if bot.unrated:
            yield f"{bot.name} has no rating: {bot.unrated}."


def duration(seconds: float | None) -> str:
    """
    >>> duration(0.00012), duration(0.0421), duration(1.5)
    ('0.12 ms', '42 ms', '1.50 s')
    """
    if seconds is None:
        return NONE
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.2f} ms"


def _percent(rate: float | None) -> str:
    return NONE if rate is None else f"{rate:.1%}"


def _between(interval: Interval | None) -> str:
    return "" if interval is None else f" ({100 * interval[0]:.1f}–{100 * interval[1]:.1f})"


def _give_or_take(interval: Interval | None, form: str) -> str:
    return "" if interval is None else f" ± {(interval[1] - interval[0]) / 2:{form}}"


def _tenths(value: float | None) -> str:
    return NONE if value is None else f"{value:.1f}"


def _whole(value: float | None) -> str:
    return NONE if value is None else f"{value:.0f}"
