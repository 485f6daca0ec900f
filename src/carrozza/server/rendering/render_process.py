"""A process that renders: reads a job a line; answers with a line, then the bytes it announces; ends with its input."""

import json
from contextlib import suppress
from typing import IO, Any

from carrozza.server.processes.child_process import json_line, lower_priority, own_streams
from carrozza.server.refusals import Refused, message_of
from carrozza.server.rendering.jobs import read_job
from carrozza.server.rendering.rendered import packed


def render_jobs(jobs: IO[bytes], answers: IO[bytes]) -> None:
    answers.write(json_line({"ready": True}))
    answers.flush()
    for line in jobs:
        head, body = _rendered(json.loads(line))
        answers.write(json_line(head))
        answers.write(body)
        answers.flush()


def _rendered(message: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    try:
        made = packed(read_job(message).pieces())
    except Refused as refused:
        return {"refused": message_of(refused), "packed": 0}, b""
    except Exception as fault:  # the next job is rendered all the same
        return {"fault": type(fault).__name__, "packed": 0}, b""
    return {"packed": len(made.packed), "tag": made.tag, "size": made.size}, made.packed


def main() -> None:
    jobs, answers = own_streams()
    lower_priority()
    with suppress(BrokenPipeError, KeyboardInterrupt):
        render_jobs(jobs, answers)


if __name__ == "__main__":
    main()
