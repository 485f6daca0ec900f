"""A process that works on drafts for seconds: reads a task a line; answers with progress, then with the outcome."""

import json
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any, Final

from carrozza.server.processes.child_process import json_line, lower_priority, own_streams
from carrozza.server.refusals import Refused, message_of
from carrozza.server.workshop.drafts import board_of, layout_in

Message = dict[str, Any]
Tell = Callable[[Message], None]

PLAYTEST_SECONDS: Final = 60.0
"""What is played by then is reported."""


def work_on_drafts(tasks: IO[bytes], answers: IO[bytes]) -> None:
    def tell(message: Message) -> None:
        answers.write(json_line(message))
        answers.flush()

    tell({"ready": True})
    for line in tasks:
        _work(json.loads(line), tell)


def _work(task: Message, tell: Tell) -> None:
    from carrozza.atlas.layout.errors import LayoutError

    try:
        tell(TASKS[task["task"]](task, tell))
    except Refused as refused:
        tell({"refused": message_of(refused)})
    except LayoutError as error:
        tell({"refused": message_of(Refused("flawed", 422, "server.draft.unlaid", reason=error.reason))})
    except Exception as fault:  # the next task is done all the same
        tell({"fault": type(fault).__name__})


def _lay_out(task: Message, tell: Tell) -> Message:
    from dataclasses import replace

    from carrozza.atlas.layout.optimise import compute
    from carrozza.atlas.layout.store import check_places, digest

    board = board_of(task["document"], task["language"])
    start = layout_in(task["layout"])
    check_places(board)
    tell({"share": 0.0})
    laid = compute(board, lambda _doing, share: tell({"share": round(share, 3)}), start=start)
    return {"layout": replace(laid, digest=digest(board)).as_json()}


def _playtest(task: Message, tell: Tell) -> Message:
    from carrozza.arena.checks import ArenaError
    from carrozza.atlas.layout_model import gap_in
    from carrozza.workshop.playtest import playtest, report_html
    from carrozza.workshop.playtest.games import make_plan

    games, language = task["games"], task["language"]
    board = board_of(task["document"], language)
    try:
        make_plan(board, games, task["players"])
    except ArenaError as error:
        raise Refused("values", 422, "server.draft.unplayed", reason=str(error)) from None
    tell({"share": 0.0})
    report = playtest(
        board,
        games,
        task["players"],
        seed=task["seed"],
        threads=1,
        language=language,
        on_progress=lambda done: tell({"share": round(done / games, 3)}),
        most_seconds=PLAYTEST_SECONDS,
    )
    layout = layout_in(task["layout"])
    whole = layout if layout is not None and gap_in(layout, board) is None else None
    return {"report": report.model_dump(mode="json"), "html": report_html(report, board, whole, language)}


TASKS: dict[str, Callable[[Message, Tell], Message]] = {"layout": _lay_out, "playtest": _playtest}


def main() -> None:
    tasks, answers = own_streams()
    lower_priority()
    signal.signal(signal.SIGINT, lambda *_: None)  # a playtest sets its own handler; later the signal is late
    with suppress(BrokenPipeError):
        work_on_drafts(tasks, answers)


if __name__ == "__main__":
    main()
