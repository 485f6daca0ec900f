"""A process that lays out drafts: reads a draft a line; answers with lines of progress, and one with the outcome."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from carrozza.server.processes.child_process import json_line, lower_priority, own_streams
from carrozza.server.refusals import Refused
from carrozza.server.workshop.drafts import board_of

Tell = Callable[[dict[str, Any]], None]


def lay_out_drafts(drafts: IO[bytes], answers: IO[bytes]) -> None:
    def tell(message: dict[str, Any]) -> None:
        answers.write(json_line(message))
        answers.flush()

    tell({"ready": True})
    for line in drafts:
        _lay_out(json.loads(line), tell)


def _lay_out(draft: dict[str, Any], tell: Tell) -> None:
    from carrozza.atlas.layout.errors import LayoutError

    try:
        tell({"layout": _layout(draft, tell)})
    except Refused as refused:
        tell({"refused": [refused.error, refused.status, refused.key, refused.values]})
    except LayoutError as error:
        tell({"refused": ["flawed", 422, "server.draft.unlaid", {"reason": str(error)}]})
    except Exception as fault:  # the next draft is laid out all the same
        tell({"fault": type(fault).__name__})


def _layout(draft: dict[str, Any], tell: Tell) -> dict[str, Any]:
    from dataclasses import replace

    from carrozza.atlas.layout.optimise import compute
    from carrozza.atlas.layout.store import check_places, digest

    board = board_of(draft["document"])
    check_places(board)
    tell({"share": 0.0})
    laid = compute(board, lambda _doing, share: tell({"share": round(share, 3)}))
    return replace(laid, digest=digest(board)).as_json()


def main() -> None:
    drafts, answers = own_streams()
    lower_priority()
    with suppress(BrokenPipeError, KeyboardInterrupt):
        lay_out_drafts(drafts, answers)


if __name__ == "__main__":
    main()
