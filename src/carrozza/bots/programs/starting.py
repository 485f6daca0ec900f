"""Starting a program: what cannot be started is refused with advice."""

import errno
import os
from typing import Final

from carrozza.bots.programs.line_process import LineProcess
from carrozza.bots.specs.notation import BadSpec, Spec

ADVICE: Final = {
    errno.ENOENT: "check the path; a program in this folder is written ./name",
    errno.EACCES: "make it executable, or name what runs it, as in exec:python3 mybot.py",
    errno.ENOEXEC: "begin it with a #! line, or name what runs it, as in exec:python3 mybot.py",
}


def start_program(spec: Spec) -> LineProcess:
    """The process of an `exec` spec; a `BadSpec` where there is no such program, or it cannot be run."""
    if os.name != "posix":
        raise BadSpec(f"'{spec}': programs are bots on Linux and macOS only; on Windows use WSL, or a class in Python")
    try:
        return LineProcess(spec.command)
    except (OSError, ValueError) as error:
        raise _not_started(spec, error) from None


def _not_started(spec: Spec, error: OSError | ValueError) -> BadSpec:
    reason, advice = str(error), "write the command without it"
    if isinstance(error, OSError):
        reason, advice = error.strerror or reason, ADVICE.get(error.errno or 0, "try the command by itself")
    return BadSpec(f"'{spec}': {spec.command[0]} cannot be started: {reason}; {advice}")
