"""Standings for people to read."""

from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.table import Table

from carrozza.arena.playing.tournament import Tournament
from carrozza.arena.reporting.simulation_report import COUNT_TITLES, PART_TITLES
from carrozza.arena.statistics.bootstrap import Interval
from carrozza.arena.statistics.sprt import EQUAL, STRONGER, UNDECIDED, WEAKER, Verdict
from carrozza.arena.statistics.standings import Standing, Standings

NONE: Final = "-"
NOTE: Final = (
    "Intervals hold the true value 95 times in 100; they come from resampling deals. A win shared by two is half a win "
    "for each. Of ratings only differences count: 400 points are odds of ten to one."
)


def print_standings(console: Console, held: Tournament) -> None:
    console.print(heading(held))
    found = held.standings
    if found.games == 0:
        return
    console.print(bots_table(found))
    console.print(_parts_table(found))
    if len(found.pairs) > 1 or held.contest.seats > 2:
        console.print(_pairs_table(found))
    console.print(_seats_line(found))
    for line in (*_verdict_lines(held.verdicts), *_fault_lines(found)):
        console.print(line)
    console.print(f"{NOTE} All took {held.seconds:.1f} s.")


def heading(held: Tournament) -> str:
    contest, found = held.contest, held.standings
    variants = f" with {', '.join(contest.variants)}" if contest.variants else ""
    table = f"{contest.board.full_title}{variants}, {contest.seats} players, seed {contest.seed}"
    return f"{table}: {_games(found.games)} of {_counted(found.deals, 'deal')}{_remarks(held)}"


def _remarks(held: Tournament) -> str:
    remarks = []
    a_deal = len(held.contest.tables)
    if held.interrupted:
        remarks.append("interrupted")
    elif held.contest.games != held.asked and held.standings.games == held.contest.games:
        remarks.append(f"{held.asked:,} asked for; a deal is {_games(a_deal)}")
    if held.resumed:
        remarks.append(f"{held.resumed:,} from an earlier run")
    return f" ({'; '.join(remarks)})" if remarks else ""


def _games(number: int) -> str:
    return _counted(number, "game")


def _counted(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number:,} {what}s"


def bots_table(found: Standings) -> Table:
    """The best first."""
    table = Table("Bot")
    for title in ("Games", "Wins", "Score", "Rating"):
        table.add_column(title, justify="right")
    for bot in ranked(found):
        table.add_row(
            bot.name,
            f"{bot.games:,}",
            _percent(bot.win_rate) + _between(bot.interval),
            _tenths(bot.mean_score) + _give_or_take(bot.score_interval, ".1f"),
            _whole(bot.rating) + _give_or_take(bot.rating_interval, ".0f"),
        )
    return table


def ranked(found: Standings) -> list[Standing]:
    return sorted(found.bots, key=lambda bot: -(bot.rating or 0.0))


def _parts_table(found: Standings) -> Table:
    """A column a bot; of the parts of the score and the counts, those that anybody had."""
    table = Table("Means")
    bots = ranked(found)
    for bot in bots:
        table.add_column(bot.name, justify="right")
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
        table.add_row(f"{pair.first} – {pair.second}", f"{pair.games:,}", share, points)
    return table


def _seats_line(found: Standings) -> str:
    seats = (f"seat {seat.seat} {_percent(seat.win_rate)}{_between(seat.interval)}" for seat in found.seats)
    return f"Wins by seat (seat 1 starts): {', '.join(seats)}."


def _verdict_lines(verdicts: tuple[Verdict, ...]) -> Iterator[str]:
    for verdict in verdicts:
        yield verdict_line(verdict)


def verdict_line(verdict: Verdict) -> str:
    after = f"after {_counted(verdict.deals, 'deal')}"
    share = "" if verdict.share is None else f" ({verdict.share:.1%} of their encounters)"
    return {
        STRONGER: f"{verdict.first} is stronger than {verdict.other}: sure {after}{share}.",
        WEAKER: f"{verdict.first} is weaker than {verdict.other}: sure {after}{share}.",
        EQUAL: f"{verdict.first} and {verdict.other} are within {verdict.margin:.0%} of equal: sure {after}{share}.",
        UNDECIDED: f"{verdict.first} or {verdict.other}: not sure {after}{share}; more games would tell.",
    }[verdict.answer]


def _fault_lines(found: Standings) -> Iterator[str]:
    for bot in found.bots:
        if bot.faults.number:
            kinds = ", ".join(f"{number} {kind}" for kind, number in bot.faults.by_kind.items())
            yield f"{bot.name} was at fault {bot.faults.number} times ({kinds}); a safe move stood in. For example:"
            yield from (f"  {example}" for example in bot.faults.examples)


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
