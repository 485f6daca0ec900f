"""Make docs/bots.md, the bots and how strong they are, from results of the arena.

    python -m docs.ladder all                   # everything below: takes a day or so, and goes on where it was left
    python -m docs.ladder run --board usa --players 2 --bots planner,greedy,random --games 2000
    python -m docs.ladder add results.json      # what `carrozza arena --json` printed, here or on another machine
    python -m docs.ladder write

Contests leave a summary in docs/contests/, one file each; `write` makes the page from these files.
"""

import argparse
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from carrozza import boards
from carrozza.arena import run_contest
from carrozza.arena.contest_run import ContestOptions
from carrozza.arena.playing.contest import make_contest
from carrozza.arena.playing.game_store import plan_of
from carrozza.arena.reporting.simulation_report import PART_TITLES
from carrozza.arena.reporting.standings_report import duration
from carrozza.bots import split_specs
from carrozza.bots.specs import networks
from docs import levels

HERE: Final = Path(__file__).parent
FOLDER: Final = HERE / "contests"
PAGE: Final = HERE / "bots.md"
KEPT: Final = ("plan", "games", "deals", "bots", "pairs", "seats", "faults")
DIGITS: Final = 5

INTRODUCTION: Final = """\
<!-- Made by `python -m docs.ladder write` from docs/contests/; do not edit. -->
# The bots and how strong they are

- **random** plays any legal move, each as likely as the others.
- **greedy** claims the longest route it can pay for, and draws blind otherwise.
- **planner** plans a cheapest network for its tickets and follows it; it decides in microseconds.
- **search** fills in the hidden cards and tickets at random, plays such games to their end many times over, and chooses
  the move that did best: `search:1s` takes a second for a move, `search:2000` plays 2,000 games.
- **neural** plays what a [network](neural.md) thinks best that has learned the board by self-play; it decides in a
  tenth of a millisecond. The [model cards](models.md) tell more of each network.

The search is measured with a budget of games, `search:500`, so that the same command gives the same games on any
machine, however busy. On one core of the machine used here that took about a tenth of a second a move (New York: a
fiftieth); `search:1s` plays five to eight thousand games there, and is stronger.

Every number on this page comes from the [arena](arena.md), where all bots play the same deals from every seat. Numbers
in parentheses are 95% confidence intervals. The commands under each table play its games again. The time a move depends
on the machine.
"""

GAMES: Final = 6000
NETWORK_GAMES: Final = 2000
SEARCH_GAMES: Final = 80
SEARCH: Final = "search:500"
EVERYBODY: Final = "planner,greedy,random"
TABLES: Final = [(board, variant) for board in boards.names() for variant in (None, *boards.load(board).variants)]
"""Every board, alone and with each of its variants."""
NETWORKS: Final = [board for board in boards.names() if (networks.FOLDER / networks.file_name(board)).exists()]
"""The boards whose network comes with the game."""

Summary = dict[str, Any]


def summaries(folder: Path = FOLDER) -> list[Summary]:
    """The contests there are, in the order of the boards, then of seats and bots."""
    found = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))]
    known = boards.names()

    def place(summary: Summary) -> tuple[Any, ...]:
        plan = summary["plan"]
        return known.index(plan["board"]), plan["variants"], plan["players"], plan["bots"]

    return sorted(found, key=place)


def keep(summary: Summary, folder: Path = FOLDER) -> Path:
    """Keep a summary of a contest, in place of an earlier one between the same bots."""
    if "plan" not in summary or not summary.get("games"):
        raise ValueError("these are no results of an arena: give what `carrozza arena --json` printed")
    folder.mkdir(exist_ok=True)
    kept = {name: _rounded(summary[name]) for name in KEPT}
    path = folder / f"{file_name(summary['plan'])}.json"
    path.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def file_name(plan: dict[str, Any]) -> str:
    """
    >>> file_name({"board": "usa", "variants": [], "players": 2, "bots": ["a"], "lineups": [["search:1s", "planner"]]})
    'usa-2-search-1s-planner'
    """
    parts = (plan["board"], *plan["variants"], str(plan["players"]), *named_bots(plan))
    return "-".join(re.sub(r"[^a-z0-9]+", "-", part.lower()).strip("-") for part in parts)


def named_bots(plan: dict[str, Any]) -> list[str]:
    """The list of bots that makes these lineups."""
    bots, lineups = plan["bots"], plan["lineups"]
    if len(lineups) > 1 or lineups[0] == [bots[seat % len(bots)] for seat in range(plan["players"])]:
        return list(bots)
    return list(lineups[0])


def command(plan: dict[str, Any]) -> str:
    variants = "".join(f" --variant {variant}" for variant in plan["variants"])
    bots = ",".join(named_bots(plan))
    bots = f"'{bots}'" if re.search(r"[^\w,.:-]", bots) else bots
    table = f"--board {plan['board']}{variants} --players {plan['players']}"
    return f"carrozza arena {table} --bots {bots} --games {plan['games_asked']} --seed {plan['seed']}"


def page(found: list[Summary]) -> str:
    return "\n".join((INTRODUCTION, *levels.section(), *_claims(found), *_by_board(found))).rstrip() + "\n"


def _claims(found: list[Summary]) -> Iterator[str]:
    duels = [summary for summary in found if summary["plan"]["players"] == 2]
    yield from _claim("planner against random", _shares(duels, "planner", "random"))
    yield from _claim("planner against greedy", _shares(duels, "planner", "greedy"))
    yield from _claim("planner against planner", _mirrors(duels, "planner"))
    yield from _claim("neural against planner", _shares(duels, "neural", "planner"))
    yield from _claim("neural against three planners", _alone(found, "neural", "planner"))
    yield from _claim("search against planner", _shares(duels, "search", "planner"))
    yield from _claim("search against three planners", _alone(found, "search", "planner"))


Row = tuple[Summary, list[str]]


def _claim(title: str, rows: Iterable[Row]) -> Iterator[str]:
    listed = list(rows)
    if not listed:
        return
    yield f"## {title}\n"
    yield "| board | bots | games | won | score | time a move |"
    yield "|---|---|---:|---:|---:|---:|"
    yield from (f"| {' | '.join(cells)} |" for _, cells in listed)
    yield from _commands(summary for summary, _ in listed)


def _commands(of: Iterable[Summary]) -> Iterator[str]:
    yield "\n```text"
    yield from (command(summary["plan"]) for summary in of)
    yield "```\n"


def _shares(found: list[Summary], one: str, other: str) -> Iterator[Row]:
    """What one bot wins of its games with another."""
    for summary in found:
        for pair in summary["pairs"]:
            names = pair["first"], pair["second"]
            if tuple(map(_kind, names)) in ((one, other), (other, one)):
                turned = _kind(names[0]) == other
                share, between = pair["share"], pair["interval"]
                if turned:
                    share, between = 1 - share, between and [1 - between[1], 1 - between[0]]
                bot = _bot(summary, names[turned])
                yield (
                    summary,
                    _claim_row(summary, f"{names[turned]} – {names[not turned]}", pair["games"], share, between, bot),
                )


def _mirrors(found: list[Summary], one: str) -> Iterator[Row]:
    for summary in found:
        if [_kind(bot) for bot in summary["plan"]["bots"]] == [one]:
            bot = summary["bots"][0]
            yield summary, _claim_row(summary, f"{bot['name']} – {bot['name']}", summary["games"], 0.5, None, bot)


def _alone(found: list[Summary], one: str, others: str) -> Iterator[Row]:
    for summary in found:
        kinds = [sorted(map(_kind, lineup)) for lineup in summary["plan"]["lineups"]]
        if kinds == [sorted([one, others, others, others])]:
            bot = next(bot for bot in summary["bots"] if _kind(bot["name"]) == one)
            title = f"{bot['name']} – 3 {others}s"
            yield summary, _claim_row(summary, title, bot["games"], bot["win_rate"], bot["interval"], bot)


def _claim_row(
    summary: Summary, title: str, games: int, share: float, between: list[float] | None, bot: dict[str, Any]
) -> list[str]:
    won = _percent(share) + ("" if between is None else f" ({100 * between[0]:.1f}–{100 * between[1]:.1f})")
    score, time = f"{bot['mean_score']:.1f}", duration(bot["seconds_per_move"])
    return [_title(summary["plan"]), title, f"{games:,}", won, score, time]


def _kind(name: str) -> str:
    """The bot without its budget and settings."""
    return re.split(r"[:(]", name)[0]


def _bot(summary: Summary, name: str) -> dict[str, Any]:
    return next(bot for bot in summary["bots"] if bot["name"] == name)


def _by_board(found: list[Summary]) -> Iterator[str]:
    heading = None
    for summary in found:
        if heading != (heading := _title(summary["plan"])):
            yield f"## {heading}\n"
        yield from _contest(summary)


def _title(plan: dict[str, Any]) -> str:
    variants = f" with {', '.join(plan['variants'])}" if plan["variants"] else ""
    return f"{boards.load(plan['board']).full_title}{variants}"


def _contest(summary: Summary) -> Iterator[str]:
    bots = sorted(summary["bots"], key=lambda bot: -(bot["rating"] or 0.0))
    parts = [part for part in PART_TITLES if any(bot[part] for bot in bots)]
    plan, names = summary["plan"], ", ".join(bot["name"] for bot in bots)
    yield f"### {_title(plan)}, {plan['players']} seats: {names}\n"
    titles = ["bot", "won", "rating", "score", *(PART_TITLES[part] for part in parts), "tickets made", "failed"]
    yield f"| {' | '.join([*titles, 'time a move', '99 of 100 within'])} |"
    yield f"|---{'|---:' * (len(titles) + 1)}|"
    for bot in bots:
        between = bot["interval"]
        won = _percent(bot["win_rate"]) + (f" ({100 * between[0]:.1f}–{100 * between[1]:.1f})" if between else "")
        numbers = [f"{bot[part]:.1f}" for part in parts]
        tickets = [f"{bot['tickets_completed']:.2f}", f"{bot['tickets_failed']:.2f}"]
        times = [duration(bot["seconds_per_move"]), duration(bot["seconds_per_move_99"])]
        row = [bot["name"], won, _rating(bot), f"{bot['mean_score']:.1f}", *numbers, *tickets, *times]
        yield f"| {' | '.join(row)} |"
    seats = ", ".join(f"seat {seat['seat']} {_percent(seat['win_rate'])}" for seat in summary["seats"])
    yield f"\n{summary['games']:,} games of {summary['deals']:,} deals. Wins by seat: {seats}."
    yield from _commands([summary])


def _rating(bot: dict[str, Any]) -> str:
    return "none" if bot["rating"] is None else f"{bot['rating']:.0f}"


def _percent(share: float) -> str:
    return f"{share:.1%}"


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return [_rounded(part) for part in value] if isinstance(value, list | tuple) else value


def contests() -> Iterator[list[str]]:
    """The options of every contest of the page; the quick ones first."""
    for board, variant in TABLES:
        table = ["--board", board, *(["--variant", variant] if variant else [])]
        yield [*table, "--players", "2", "--bots", EVERYBODY, "--games", f"{GAMES}"]
        yield [*table, "--players", "4", "--bots", f"{EVERYBODY},planner", "--games", f"{GAMES}"]
        if boards.load(board).rules.max_seats == 6:
            yield [*table, "--players", "6", "--bots", EVERYBODY, "--games", f"{GAMES}"]
        if board in NETWORKS:
            yield [*table, "--players", "2", "--bots", "neural,planner", "--games", f"{NETWORK_GAMES}"]
            yield [*table, "--players", "4", "--bots", f"neural{3 * ',planner'}", "--games", f"{NETWORK_GAMES}"]
    yield ["--board", "usa", "--players", "2", "--bots", "planner", "--games", f"{GAMES}"]
    for board, variant in TABLES:
        table = ["--board", board, *(["--variant", variant] if variant else [])]
        yield [*table, "--players", "2", "--bots", f"{SEARCH},planner", "--games", f"{SEARCH_GAMES}"]
        yield [*table, "--players", "4", "--bots", f"{SEARCH}{3 * ',planner'}", "--games", f"{SEARCH_GAMES}"]


def parameters() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m docs.ladder", description="The bots' page, from arena results.")
    doing = parser.add_subparsers(dest="doing", required=True)
    doing.add_parser("write", help="write docs/bots.md from the summaries")
    doing.add_parser("all", help="hold every contest that has no summary yet, then write")
    adding = doing.add_parser("add", help="keep a summary of what `carrozza arena --json` printed")
    adding.add_argument("files", nargs="+", type=Path)
    add_contest(doing.add_parser("run", help="hold a contest and keep its summary"))
    return parser.parse_args()


def add_contest(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--board", required=True)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bots", required=True)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--variant", action="append", default=[])
    parser.add_argument("--out", type=Path, help="a file of results to go on with")
    return parser


def run(asked: argparse.Namespace) -> None:
    options = ContestOptions(threads=asked.threads, out=asked.out)
    bots = split_specs(asked.bots)
    held = run_contest(asked.board, asked.players, asked.games, bots, asked.seed, asked.variant, options)
    if held.interrupted:
        raise SystemExit("interrupted: a contest is kept when all of it was played")
    print(f"kept: {keep(held.summary())}", flush=True)


def run_all() -> None:
    """A contest that is interrupted goes on from build/ladder/; one that has a summary is over."""
    unfinished = HERE.parent / "build" / "ladder"
    unfinished.mkdir(parents=True, exist_ok=True)
    for options in contests():
        asked = add_contest(argparse.ArgumentParser()).parse_args(options)
        made = make_contest(asked.board, asked.players, asked.games, split_specs(asked.bots), asked.seed, asked.variant)
        name = file_name(plan_of(made))
        if not (FOLDER / f"{name}.json").exists():
            asked.out = unfinished / f"{name}.sqlite"
            run(asked)


def main() -> None:
    asked = parameters()
    if asked.doing == "run":
        run(asked)
    elif asked.doing == "add":
        for file in asked.files:
            print(f"kept: {keep(json.loads(file.read_text(encoding='utf-8')))}")
    else:
        if asked.doing == "all":
            run_all()
        PAGE.write_text(page(summaries()), encoding="utf-8")
        print(f"written: {PAGE}")


if __name__ == "__main__":
    main()
