"""`carrozza train`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from carrozza.cli.options import Boards, Json, Threads, Variants, names_in

train_app = typer.Typer(add_completion=False)


@train_app.callback(invoke_without_command=True)
def train(
    context: typer.Context,
    board: Annotated[
        list[str], typer.Option("--board", help="The board; several get one network each, one after another.")
    ] = [],  # noqa: B006  (typer copies it)
    players: Annotated[str | None, typer.Option("--players", help="How many players, such as 2 or 2,3,4.")] = None,
    minutes: Annotated[float | None, typer.Option("--minutes", help="The budget of each board.")] = None,
    decisions: Annotated[int | None, typer.Option("--decisions", help="The same in decisions; 0: no limit.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The folder of the run, which must be new.")] = None,
    config: Annotated[Path | None, typer.Option("--config", help="A configuration (.toml).")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", help="Go on with the run in this folder.")] = None,
    device: Annotated[str | None, typer.Option("--device", help="cpu or cuda.")] = None,
    against_frozen: Annotated[
        str | None, typer.Option("--against-frozen", metavar="FILE", help="Train a best response to this network.")
    ] = None,
    workers: Annotated[int | None, typer.Option("--workers", help="Processes that learn together, by Ray.")] = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="With --workers: the Ray cluster they run on.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Of deals and of the network's beginning.")] = None,
    setting: Annotated[
        list[str], typer.Option("--set", metavar="KEY=VALUE", help="Any setting, such as league.past_share=0.2.")
    ] = [],  # noqa: B006
    variant: Variants = [],  # noqa: B006
    boards: Boards = [],  # noqa: B006
) -> None:
    """Train a network by self-play, for the bot `neural(file=...)`.

    Exit status: 0 the budget is spent and the weights are written, 2 an argument cannot be used, 130 interrupted, with
    a checkpoint (go on with --resume).
    """
    if context.invoked_subcommand:
        return
    from carrozza.learning.command import train_command

    given: dict[str, Any] = {
        "boards": board or None,
        "players": _numbers(players) if players else None,
        "variants": variant or None,
        "device": device,
        "seed": seed,
        "budget": {"minutes": _budget(minutes, decisions), "decisions": decisions},
        "league": {"against_frozen": against_frozen},
        "workers": {"number": workers, "cluster": cluster},
    }
    raise typer.Exit(train_command(config, _without_nothing(given), setting, out, resume))


def _budget(minutes: float | None, decisions: int | None) -> float | None:
    """Whoever names decisions alone means no other limit."""
    return 0.0 if minutes is None and decisions else minutes


def _numbers(text: str) -> list[int]:
    try:
        return [int(number) for number in names_in(text)]
    except ValueError:
        raise ValueError(f"--players {text}: write numbers with commas between them, such as 2,3,4") from None


def _without_nothing(tree: dict[str, Any]) -> dict[str, Any]:
    made = {key: _without_nothing(value) if isinstance(value, dict) else value for key, value in tree.items()}
    return {key: value for key, value in made.items() if value is not None and value != {}}


@train_app.command()
def evaluate(
    file: Annotated[Path, typer.Argument(help="A weights file.")],
    against: Annotated[str, typer.Option("--against", help="Opponents, separated by commas.")] = "planner,greedy",
    players: Annotated[str, typer.Option("--players", help="How many players, such as 2 or 2,4.")] = "2",
    games: Annotated[int, typer.Option("--games", help="Of each contest, rounded up to whole deals.")] = 1000,
    board: Annotated[str | None, typer.Option("--board", help="By default the board it was trained on.")] = None,
    variant: Variants = [],  # noqa: B006
    threads: Threads = None,
    as_json: Json = False,
    boards: Boards = [],  # noqa: B006
) -> None:
    """Measure a network in the arena: against each opponent, every deal from every seat.

    Opponents that its training never met are marked as held out. Exit status: 0 done, 2 an argument cannot be used, 130
    interrupted (the contests played so far are reported).
    """
    from carrozza.bots import split_specs
    from carrozza.learning.proof import evaluate_command

    raise typer.Exit(
        evaluate_command(
            file,
            as_json,
            against=split_specs(against),
            players=_numbers(players),
            games=games,
            board=board,
            variants=variant,
            threads=threads,
        )
    )
