"""Logs: one JSON object a line, for machines, or short lines for a terminal. No secret is ever given to them.

What is logged is named field by field; addresses with their questions, headers and messages of exceptions are not.
"""

import json
import logging
import logging.config
import os
import sys
import time
import traceback
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Final, Literal

Form = Literal["json", "text", "quiet"]

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
"""The id of the request that is being answered."""
OURS: Final = "carrozza"


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "event": event_of(record),
            **told_by(record),
        }
        request = REQUEST.get()
        if request is not None:
            line.setdefault("request", request)
        return json.dumps(line, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = " ".join(f"{name}={value}" for name, value in told_by(record).items())
        return f"{time.strftime('%H:%M:%S', time.localtime(record.created))} {event_of(record)} {told}".rstrip()


def event_of(record: logging.LogRecord) -> str:
    """What happened. Of others' messages with an exception the first line: the rest may quote anything."""
    return record.getMessage().partition("\n")[0] if record.exc_info else record.getMessage()


def told_by(record: logging.LogRecord) -> dict[str, Any]:
    told = dict(getattr(record, "told", {}))
    if record.exc_info and record.exc_info[0] is not None:
        kind, error, trace = record.exc_info
        told["exception"] = str(error) if os.environ.get("CARROZZA_DEBUG") else kind.__name__
        told["at"] = places(trace)
    return told


def places(trace: TracebackType | None) -> list[str]:
    """Where an exception came from; not what it says, for it may quote a secret."""
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)[-8:]]


def usual_form() -> Form:
    return "text" if sys.stderr.isatty() else "json"


def set_up_logs(form: Form | None = None) -> None:
    """To standard error; in quiet form only what somebody should look at."""
    form = form or usual_form()
    level = "WARNING" if form == "quiet" else "INFO"
    lines: Any = JsonLines if form == "json" else TextLines
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"lines": {"()": lines}},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
            "root": {"handlers": ["stderr"], "level": "WARNING"},
            "loggers": {
                OURS: {"level": level},
                "uvicorn": {"level": level, "handlers": [], "propagate": True},
                "uvicorn.error": {"level": level, "handlers": [], "propagate": True},
                "uvicorn.access": {"level": "CRITICAL", "handlers": [], "propagate": False},
            },
        }
    )
