"""Log lines: one JSON object each for machines, or short lines for a terminal.

Every line has a stable event name and named fields; docs/server.md lists them. Fields never hold addresses, queries,
headers or the text of exceptions, any of which may quote a secret. Of what other libraries log only the template stays,
without the values: uvicorn's would be addresses with their queries, and those of websockets whole messages.
"""

import logging
import logging.config
import os
import sys
import time
import traceback
from collections.abc import MutableMapping
from types import TracebackType
from typing import Any, Final, Literal

import structlog
from structlog.contextvars import merge_contextvars
from structlog.stdlib import BoundLogger, ProcessorFormatter

Form = Literal["json", "text", "quiet"]
Fields = MutableMapping[str, Any]

OURS: Final = "carrozza"
CLIENT_FAULTS: Final = (
    "opening handshake failed",
    "parser failed",
    "Invalid UTF-8 sequence received from client.",
    "ASGI callable returned without completing handshake.",  # so uvicorn calls a handshake that was refused
)
"""What uvicorn and websockets call errors, and any client can bring about."""
TRACEBACK: Final = "Traceback (most recent call last)"
"""Of a start or an end that failed, which the application itself has logged."""


def is_worth_logging(record: logging.LogRecord) -> bool:
    return not str(record.msg).startswith((*CLIENT_FAULTS, TRACEBACK))


def get_logger(name: str) -> BoundLogger:
    """A logger whose methods take an event name and fields: `log.info("game_created", game=id)`.

    It writes through the standard library's logger of that name, so that levels and handlers are set in one place.
    """
    logger: BoundLogger = structlog.wrap_logger(
        logging.getLogger(name),
        processors=[structlog.stdlib.filter_by_level, merge_contextvars, ProcessorFormatter.wrap_for_formatter],
        wrapper_class=BoundLogger,
        cache_logger_on_first_use=True,
    )
    return logger


def _without_exception_text(_logger: object, _method: str, fields: Fields) -> Fields:
    """Replace an exception by its class and the places it came from."""
    given = fields.pop("exc_info", None)
    fields.pop("stack_info", None)
    kind, error, trace = _exception(given)
    if kind is not None:
        fields["exception"] = str(error) if os.environ.get("CARROZZA_DEBUG") else kind.__name__
        fields["at"] = places(trace)
    return fields


def _exception(given: Any) -> tuple[type[BaseException] | None, BaseException | None, TracebackType | None]:
    if isinstance(given, BaseException):
        return type(given), given, given.__traceback__
    if isinstance(given, tuple):
        return given
    return sys.exc_info() if given else (None, None, None)


def places(trace: TracebackType | None) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)[-8:]]


def _first_line(_logger: object, _method: str, fields: Fields) -> Fields:
    """Of what another library logs: what follows may be an exception's text."""
    fields["event"] = str(fields["event"]).partition("\n")[0]
    return fields


def _with_time_and_level(_logger: object, _method: str, fields: Fields) -> Fields:
    record: logging.LogRecord = fields["_record"]
    moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z"
    return {"time": moment, "level": record.levelname.lower(), "event": fields.pop("event"), **fields}


def _as_text(_logger: object, _method: str, fields: Fields) -> str:
    moment, event = time.strftime("%H:%M:%S"), fields.pop("event")
    shown = (f"{name}={value}" for name, value in fields.items() if name not in ("time", "level", "request"))
    return " ".join((moment, str(event), *shown))


def _formatter(render: Any) -> logging.Formatter:
    return ProcessorFormatter(
        foreign_pre_chain=[merge_contextvars, _first_line],
        use_get_message=False,
        processors=[
            _without_exception_text,
            _with_time_and_level,
            ProcessorFormatter.remove_processors_meta,
            render,
        ],
    )


def json_lines() -> logging.Formatter:
    return _formatter(structlog.processors.JSONRenderer(ensure_ascii=False, default=str))


def text_lines() -> logging.Formatter:
    return _formatter(_as_text)


def usual_form() -> Form:
    return "text" if sys.stderr.isatty() else "json"


def set_up_logs(form: Form | None = None) -> None:
    """Log to standard error; in quiet form only warnings and errors."""
    form = form or usual_form()
    level = "WARNING" if form == "quiet" else "INFO"
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"lines": {"()": json_lines if form == "json" else text_lines}},
            "filters": {"worth_logging": {"()": lambda: is_worth_logging}},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
            "root": {"handlers": ["stderr"], "level": "WARNING"},
            "loggers": {
                OURS: {"level": level},
                "uvicorn": {"level": "ERROR", "handlers": [], "propagate": True},
                "uvicorn.error": {"level": "ERROR", "handlers": [], "propagate": True, "filters": ["worth_logging"]},
                "uvicorn.access": {"level": "CRITICAL", "handlers": [], "propagate": False},
                # The store logs an outage once; these would log it for every connection.
                "sqlalchemy.pool": {"level": "CRITICAL"},
                "psycopg": {"level": "ERROR"},
            },
        }
    )
