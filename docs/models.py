"""Make docs/models.md, the model cards of the networks that come with the game.

    python -m benchmarks.learning.contests src/carrozza/bots/neural/files --out docs/cards/results.json
    python -m docs.model_curves runs     # draws runs/NAME/log.jsonl as docs/cards/NAME.svg
    python -m docs.models

A card says what the weights file says about itself, what the results have of its digest, and which limits it has.
"""

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from carrozza import boards
from carrozza.bots.neural.weights import About, read_about
from carrozza.bots.specs.networks import FOLDER
from carrozza.learning.config.model import Config
from carrozza.learning.config.reading import config_tree, differences, make_config
from carrozza.learning.errors import LearningError
from carrozza.learning.proof import boards_of_training
from docs.model_words import (
    AFTER_ASKED,
    GENERAL_INTRODUCTION,
    GENERAL_STRENGTH,
    INTRODUCTION,
    LIMITS,
    LIMITS_OF_ALL,
    LIMITS_OF_GENERAL,
)

HERE: Final = Path(__file__).parent
CURVES: Final = HERE / "cards"
RESULTS: Final = CURVES / "results.json"
PAGE: Final = HERE / "models.md"
MOST_CALIBRATION_ERROR: Final = 0.03
MOST_MICROSECONDS: Final = 1000
OWN_OPTIONS: Final = ("boards", "variants", "players", "device")
NOT_LEARNED: Final = ("budget.", "evaluation.", "saving.")
"""Left out of a command: the budget has options of its own, and the others change nothing of what is learned."""

Entry = dict[str, Any]


class Card:
    """A weights file and what was measured of it."""

    def __init__(self, file: Path, results: Sequence[Entry]) -> None:
        self.file = file
        self.about: About = read_about(file)
        self.results = [entry for entry in results if entry["network"] == self.about.digest]
        self.training: dict[str, Any] = dict(self.about.training)
        self.stages = list(_stages(self.training))
        """The trainings, the first one first: each later one began with the network of the one before."""
        self.others: list[dict[str, Any]] = self.training.get("others", [])
        """Trainings beside the last one: the network is the mean of all (`benchmarks.learning.mean_of_runs`)."""
        self.config = _config(self.training.get("config"))

    @property
    def name(self) -> str:
        return self.file.stem

    @property
    def is_general(self) -> bool:
        """Whether the network is for any board."""
        return self.about.board is None

    @property
    def title(self) -> str:
        return boards.load(self.about.board).full_title if self.about.board else "Any board"

    @property
    def tables(self) -> list[tuple[str, ...]]:
        """Without a variant, and with each."""
        return [(), *((variant,) for variant in self.about.variants)]

    @property
    def costs(self) -> list[tuple[float, str]]:
        """Minutes and machine of its trainings, those on one machine after another together."""
        by_machine = groupby([*self.stages, *self.others], lambda stage: str(stage.get("machine", "machine")))
        return [(sum(float(stage.get("seconds", 0.0)) for stage in some) / 60, machine) for machine, some in by_machine]

    @property
    def decisions(self) -> int:
        return sum(int(stage.get("decisions", 0)) for stage in (*self.stages, *self.others))

    def of_kind(self, kind: str, variants: Sequence[str] = ()) -> list[Entry]:
        return [entry for entry in self.results if entry["kind"] == kind and entry["variants"] == list(variants)]

    def contest(self, name: str, variants: Sequence[str] = ()) -> Entry | None:
        return next((entry for entry in self.of_kind("contest", variants) if entry["name"] == name), None)

    def calibration(self, variants: Sequence[str] = ()) -> float | None:
        """The largest error of the bot as it usually plays."""
        errors = [entry["error"] for entry in self.of_kind("calibration", variants) if not entry["temperature"]]
        return max(errors, default=None)

    @property
    def tried(self) -> list["OnBoard"]:
        """What was measured of a network for any board, board by board."""
        tables = dict.fromkeys((entry["board"], tuple(entry["variants"])) for entry in self.results)
        return [OnBoard(self, board, variants) for board, variants in tables]

    def longest_search(self, variants: Sequence[str] = ()) -> Entry | None:
        """The search without a network that thought longest."""
        longest_first = ("search-2s", "search-2000", "search-500", "search-200", "search-50")
        found = [self.contest(name, variants) for name in longest_first]
        return next(filter(None, found), None)

    def weakest(self, variants: Sequence[str] = ()) -> Entry | None:
        """Of the opponents that were never met in training, and of whom 90% is asked, the one with most wins."""
        found = [entry for entry in self.of_kind("contest", variants) if entry["held_out"] and entry["asked"] == 0.9]
        return min(found, key=lambda entry: entry["share"], default=None)


class OnBoard:
    """What was measured of a network for any board on one of them."""

    def __init__(self, card: Card, board: str, variants: Sequence[str]) -> None:
        self.board = board
        self.variants = variants
        self.results = {
            entry["name"]: entry
            for entry in card.results
            if entry["board"] == board and entry["variants"] == list(variants)
        }

    @property
    def title(self) -> str:
        known = self.board in boards.names()
        return _with(boards.load(self.board).full_title if known else f"`{self.board}`", self.variants)

    @property
    def held_out(self) -> bool:
        return any(entry["board_held_out"] for entry in self.results.values())

    @property
    def missed(self) -> bool:
        """Whether it wins less against `planner` than was asked here."""
        entry = self.results.get("planner")
        return entry is not None and entry["asked"] is not None and not met(entry)


def _config(tree: dict[str, Any] | None) -> Config | None:
    """None too where it is that of another version."""
    try:
        return None if tree is None else make_config(tree)
    except LearningError:
        return None


def _stages(training: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if before := training.get("before"):
        yield from _stages(before)
    yield training


def cards(folder: Path = FOLDER) -> list[Card]:
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    known = boards.names()
    found = [Card(file, results) for file in folder.glob("*.npz")]
    return sorted(found, key=lambda card: (known.index(card.about.board) if card.about.board else 99, card.name))


def page(found: Sequence[Card]) -> str:
    general, own = ([card for card in found if card.is_general is wanted] for wanted in (True, False))
    parts = [INTRODUCTION, *(GENERAL_INTRODUCTION for _ in general), *_overview(found), *_asked(own)]
    for card in own:
        parts += _card(card)
    for card in general:
        parts += _general_card(card, own)
    return "\n".join(parts).rstrip() + "\n"


def _overview(found: Sequence[Card]) -> Iterator[str]:
    yield "| file | board | players | trained | decisions learned from | size | digest |"
    yield "|---|---|---|---:|---:|---:|---|"
    for card in found:
        size = f"{card.file.stat().st_size / 1e6:.2f} MB"
        variants = "".join(f", also with {variant}" for variant in card.about.variants)
        trained = ", ".join(f"{minutes:.1f} min{_on_cpu(machine)}" for minutes, machine in card.costs)
        cells = (f"`{card.file.name}`", f"{card.title}{variants}", _numbers(_players(card)), trained)
        yield row(*cells, _decisions(card), size, f"`{card.about.digest}`")
    total = sum(card.file.stat().st_size for card in found) / 1e6
    yield f"\nTogether {total:.1f} MB."


def _on_cpu(machine: str) -> str:
    return "" if "NVIDIA" in machine else " on a CPU"


def _asked(found: Sequence[Card]) -> Iterator[str]:
    """What was asked of the networks, and what they reach."""
    yield "\n## Asked and reached\n"
    yield (
        "| board | `planner`, 2 seats | 3 × `planner`, 4 seats | search without a network | "
        "the strongest of those never met | calibration error | a decision |"
    )
    yield "|---|---|---|---|---|---|---|"
    for card in found:
        for variants in card.tables:
            error = card.calibration(variants)
            yield row(
                _with(card.title, variants),
                _reached(card.contest("planner", variants)),
                _reached(card.contest("planners-4", variants)),
                _named(card.longest_search(variants)),
                _named(card.weakest(variants)),
                "" if error is None else f"{error:.1%}{_mark(error < MOST_CALIBRATION_ERROR)}",
                _decision(card),
            )
    yield "\n" + AFTER_ASKED


def _reached(entry: Entry | None) -> str:
    return "" if entry is None else won(entry) + (_mark(met(entry)) if entry["asked"] else "")


def _named(entry: Entry | None) -> str:
    return "" if entry is None else f"{_reached(entry)}, {_opponents(entry)}, {entry['games']:,} games"


def met(entry: Entry) -> bool:
    reached = entry["interval"][0] if entry["sure"] and entry["interval"] else entry["share"]
    return bool(reached >= entry["asked"])


def _mark(reached: bool) -> str:
    return " ✓" if reached else " ✗"


def _decision(card: Card) -> str:
    times = [entry["bot"] for entry in card.of_kind("decisions")]
    return "".join(f"{time / 1000:.2f} ms{_mark(time < MOST_MICROSECONDS)}" for time in times)


def _card(card: Card) -> Iterator[str]:
    about = card.about
    yield from _heading(card)
    variants = f"; with {', '.join(about.variants)} and without" if about.variants else ""
    yield row("board, seats", f"{card.title} (`{about.board}`), {_numbers(_players(card))} players{variants}")
    yield row("network", f"{about.kind}, width {about.width}, {about.blocks} blocks")
    yield from _training(card)
    for entry in card.of_kind("best-response"):
        yield row("exploitability", f"a best response of {entry['minutes']:.1f} minutes wins {won(entry)} against it")
    for entry in card.of_kind("decisions"):
        rate = f"{entry['games_a_second']:,.0f} games a second against `planner`"
        yield row(
            "speed", f"{entry['compiled']:.0f} µs a decision in compiled code, {entry['bot']:.0f} µs as a bot; {rate}"
        )
    if styles := card.of_kind("style"):
        told = "; ".join(f"{entry['name']} {won(entry)}" for entry in styles)
        factors = card.training.get("styles_scaled", {})
        by = ", ".join(f"{style} × {factor:g}" for style, factor in factors.items() if factor != 1)
        yield row("styles", f"games won against `planner`, which is the level `medium` or stronger: {told}")
        if by:
            yield row("styles multiplied", f"after the training, so that they are felt: {by}")
    yield row("limits", " ".join((*LIMITS.get(card.name, ()), *_missed(card), LIMITS_OF_ALL)))
    yield from _curve(card)
    for table in card.tables:
        yield from _strength(card, table)


def _heading(card: Card) -> Iterator[str]:
    yield f"\n## {card.title}\n"
    yield "| | |"
    yield "|---|---|"
    size = f"{card.file.stat().st_size:,} bytes"
    yield row("file, digest, size", f"`{card.file.name}`, `{card.about.digest}`, {size} ({card.about.precision})")


def _training(card: Card) -> Iterator[str]:
    yield row("data", _data(card))
    yield row("cost", ", then ".join(f"{minutes:.1f} minutes on one {machine}" for minutes, machine in card.costs))
    if commands := ", then ".join(_commands(card.stages)):
        beside = "".join(f", and beside it {command}" for command in _commands(card.others))
        yield row("command", f"{commands}{beside}" + (": the mean of these networks" if beside else ""))


def _commands(trainings: Sequence[dict[str, Any]]) -> Iterator[str]:
    for training in trainings:
        if config := _config(training.get("config")):
            yield f"`{train_command(config)}`"


def _curve(card: Card) -> Iterator[str]:
    curve = CURVES / f"{card.name}.svg"
    if curve.exists():
        yield f"\n![games won over the minutes of the training](cards/{curve.name})"


def _data(card: Card) -> str:
    config = card.config
    if config is None:
        return "unknown"
    first = _config(card.stages[0].get("config")) or config
    league, imitation = config.league, first.imitation
    imitated = f"`{imitation.bot}`" + (" and networks for one board" if imitation.networks else "")
    begun = f"{imitation.seconds:g} s of imitating {imitated}, then " if imitation.seconds else ""
    bots = ", ".join(f"`{bot}`" for bot in league.bots)
    bots += f" (with {_numbers(league.bots_players)} players alone)" if league.bots_players else ""
    against = [
        (league.past_share, "past selves"),
        (league.bots_share, bots),
        (league.members_share, "networks of files"),
    ]
    own = 1 - sum(share for share, _ in against)
    told = ", ".join(f"{share:.1%} against {whom}".replace(".0%", "%") for share, whom in against if share)
    when = " in the last training" if _shares_changed(card) else ""
    played = f"games with itself ({own:.1%}".replace(".0%", "%") + f"), {told}{when}"
    return f"{begun}{played}; {_decisions(card)} decisions"


def _shares_changed(card: Card) -> bool:
    """Whether its trainings divided the games differently."""
    leagues = [config.league for stage in card.stages if (config := _config(stage.get("config")))]
    return len({(league.past_share, league.bots_share, league.members_share) for league in leagues}) > 1


def _decisions(card: Card) -> str:
    number = card.decisions
    return f"{number / 1e6:,.0f} million" if number >= 1e7 else f"{number / 1e6:.2f} million"


def _players(card: Card) -> list[int]:
    """With how many it was trained, at any time."""
    configs = [config for stage in card.stages if (config := _config(stage.get("config")))]
    return sorted({number for config in configs for number in config.players}) or [card.about.most_seats]


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def train_command(config: Config) -> str:
    """The command that trains so again.

    >>> train_command(make_config({"boards": ["usa"], "players": [2, 3], "device": "cuda", "budget": {"minutes": 4}}))
    'carrozza train --board usa --players 2,3 --device cuda --minutes 4'
    """
    tree, usual = config_tree(config), config_tree(make_config({"device": config.device}))
    options = [*(f"--board {board}" for board in config.boards), *(f"--variant {name}" for name in config.variants)]
    options += [f"--players {','.join(map(str, config.players))}", f"--device {config.device}"]
    options += [f"--minutes {config.budget.minutes:.3g}"] if config.budget.minutes else []
    options += [f"--decisions {config.budget.decisions}"] if config.budget.decisions else []
    set_keys = [key for key in differences(tree, usual) if key not in OWN_OPTIONS and not key.startswith(NOT_LEARNED)]
    options += [f"--set {_quoted(f'{key}={_value(tree, key)}')}" for key in set_keys]
    return f"carrozza train {' '.join(options)}"


def _value(tree: Any, key: str) -> str:
    for part in key.split("."):
        tree = tree.get(part)
    return tree if isinstance(tree, str) else re.sub(r"\.0\b", "", json.dumps(tree))


def _quoted(text: str) -> str:
    return f"'{text}'" if any(mark in text for mark in ' "[](){}') else text


def _missed(card: Card) -> Iterator[str]:
    """What was asked and is not reached, in words."""
    for variants in card.tables:
        where = f" with {variants[0]}" if variants else ""
        missed = [entry for entry in card.of_kind("contest", variants) if entry["asked"] and not met(entry)]
        if missed:
            yield f"It wins less than was asked{where} against {'; '.join(map(_opponents, missed))}."
        error = card.calibration(variants)
        if error is not None and error >= MOST_CALIBRATION_ERROR:
            yield f"Its chances to win{where} are {error:.1%} off on average, and 3% was asked."


def _strength(card: Card, variants: Sequence[str]) -> Iterator[str]:
    contests = card.of_kind("contest", variants)
    if not contests:
        return
    yield f"\n### {_with(card.title, variants)}: strength\n"
    yield "| opponents | in training | games | won | fair share | asked |"
    yield "|---|---|---:|---:|---:|---:|"
    for entry in contests:
        met_before = "never" if entry["held_out"] else "yes"
        asked = "" if entry["asked"] is None else f"{entry['asked']:.0%}{_mark(met(entry))}"
        fair = f"{1 / entry['seats']:.0%}"
        yield row(_opponents(entry), met_before, f"{entry['games']:,}", won(entry), fair, asked)
    if calibrations := card.of_kind("calibration", variants):
        yield f"\nCalibration error in games with itself: {'; '.join(map(_calibration, calibrations))}."


def _calibration(entry: Entry) -> str:
    at = f" at temperature {entry['temperature']:g}" if entry["temperature"] else ""
    return f"{entry['error']:.1%} with {entry['seats']} players{at} ({entry['games']:,} games)"


def _opponents(entry: Entry) -> str:
    bots = entry["opponents"]
    return ", ".join(
        f"{bots.count(bot)} × `{bot}`" if bots.count(bot) > 1 else f"`{bot}`" for bot in dict.fromkeys(bots)
    )


def won(entry: Entry) -> str:
    ends = entry["interval"]
    between = f" ({100 * ends[0]:.1f}–{100 * ends[1]:.1f})" if ends else ""
    return f"{entry['share']:.1%}{between}"


def _general_card(card: Card, own: Sequence[Card]) -> Iterator[str]:
    """Of a network for any board, beside the networks of the boards."""
    yield from _heading(card)
    yield row("board, seats", "any, own boards of the [workshop](workshop.md) included; any number of players")
    yield row("network", f"{card.about.kind}, width {card.about.width}, {card.about.blocks} exchanges")
    yield row("boards of the training", _boards_of_training(card))
    yield from _training(card)
    yield row("limits", " ".join((*LIMITS.get(card.name, ()), *_missed_boards(card), LIMITS_OF_GENERAL)))
    yield from _curve(card)
    if card.tried:
        yield from _boards_beside(card, own)
        yield from _decisions_by_board(card)


def _boards_of_training(card: Card) -> str:
    told = ", ".join(f"`{name}`" for name in sorted(boards_of_training(card.about)))
    if card.config is None:
        return told or "unknown"
    varied = card.config.varied
    told += f"; {varied.parts} parts of them" if varied.parts else ""
    told += f"; {varied.synthetic} synthetic ones" if varied.synthetic else ""
    return f"{told}; with {_numbers(card.config.players)} players where they are for so many"


def _missed_boards(card: Card) -> Iterator[str]:
    """What was asked and is not reached, in words."""
    if missed := [tried.title for tried in card.tried if tried.missed]:
        yield f"It wins less than was asked against `planner` on {', '.join(missed)}."
    errors = [entry["error"] for entry in card.results if entry["kind"] == "calibration"]
    if max(errors, default=0.0) >= MOST_CALIBRATION_ERROR:
        yield f"Its chances to win are up to {max(errors):.1%} off on average, and 3% was asked."


def _boards_beside(card: Card, own: Sequence[Card]) -> Iterator[str]:
    """What it wins board by board, beside what the board's own network does."""
    yield "\n### Any board: strength\n"
    yield GENERAL_STRENGTH
    yield (
        "| board | in training | games | against `planner` | asked | own network against `planner` | "
        "against the own network | against 3 × `planner` |"
    )
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    for tried in card.tried:
        planner, others = tried.results.get("planner"), map(tried.results.get, ("own-network", "planners-4"))
        yield row(
            tried.title,
            "held out" if tried.held_out else "yes",
            f"{planner['games']:,}" if planner else "",
            won(planner) if planner else "",
            f"{planner['asked']:.0%}{_mark(met(planner))}" if planner and planner["asked"] else "",
            *(won(entry) if entry else "" for entry in (_own_contest(own, tried), *others)),
        )
    yield from _told(card, own)


def _own_contest(own: Sequence[Card], tried: OnBoard) -> Entry | None:
    """What the board's own network wins against `planner`."""
    return next((card.contest("planner", tried.variants) for card in own if card.about.board == tried.board), None)


def _told(card: Card, own: Sequence[Card]) -> Iterator[str]:
    """The table in a few words."""
    measured = [(tried, entry) for tried in card.tried if (entry := tried.results.get("planner"))]
    if held_out := [tried for tried, _ in measured if tried.held_out]:
        reached = sum(not tried.missed for tried in held_out)
        yield f"\nOf {len(held_out)} boards that it never saw it reaches what was asked on {reached}."
    beside = [(entry, other) for tried, entry in measured if (other := _own_contest(own, tried))]
    if beside:
        better = sum(other["share"] > entry["share"] for entry, other in beside)
        yield f"\nSide by side, the board's own network wins more against `planner` in {better} of {len(beside)} rows."


def _decisions_by_board(card: Card) -> Iterator[str]:
    yield "\n### Any board: calibration and speed\n"
    yield "| board | calibration error, 2 players | compiled | as a bot | games a second against `planner` |"
    yield "|---|---:|---:|---:|---:|"
    for tried in card.tried:
        calibration, times = tried.results.get("calibration-2"), tried.results.get("decisions")
        error = "" if calibration is None else f"{calibration['error']:.1%}"
        error += "" if calibration is None else _mark(calibration["error"] < MOST_CALIBRATION_ERROR)
        told = ("", "", "")
        if times:
            bot = f"{times['bot'] / 1000:.2f} ms{_mark(times['bot'] < MOST_MICROSECONDS)}"
            told = (f"{times['compiled'] / 1000:.2f} ms", bot, f"{times['games_a_second']:,.0f}")
        yield row(tried.title, error, *told)


def _with(title: str, variants: Sequence[str]) -> str:
    return " with ".join((title, *variants))


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m docs.models", description="Model cards of the networks.")
    parser.add_argument("--networks", type=Path, default=FOLDER, help="a folder of weights files")
    PAGE.write_text(page(cards(parser.parse_args().networks)), encoding="utf-8")
    print(f"written: {PAGE}")


if __name__ == "__main__":
    main()
