"""Bots: players that are programs. What is exported here is loaded when it is first used: a spec is checked without
the compiled code."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from carrozza.bots.analysis import Analysis, Candidate, NoAnalysis, Step
    from carrozza.bots.bot import ActionBot, Bot
    from carrozza.bots.fallback import Fault, FaultReport, fault_report
    from carrozza.bots.registry import check_specs, make_bot
    from carrozza.bots.specs.bot_classes import FaultyBot, UnknownBot, names
    from carrozza.bots.specs.checked import parse_spec, parse_specs
    from carrozza.bots.specs.notation import BadSpec, Spec, split_specs

_PLACES = {
    "ActionBot": "bot",
    "Analysis": "analysis",
    "BadSpec": "specs.notation",
    "Bot": "bot",
    "Candidate": "analysis",
    "Fault": "fallback",
    "FaultReport": "fallback",
    "FaultyBot": "specs.bot_classes",
    "NoAnalysis": "analysis",
    "Spec": "specs.notation",
    "Step": "analysis",
    "UnknownBot": "specs.bot_classes",
    "check_specs": "registry",
    "fault_report": "fallback",
    "make_bot": "registry",
    "names": "specs.bot_classes",
    "parse_spec": "specs.checked",
    "parse_specs": "specs.checked",
    "split_specs": "specs.notation",
}

__all__ = [
    "ActionBot",
    "Analysis",
    "BadSpec",
    "Bot",
    "Candidate",
    "Fault",
    "FaultReport",
    "FaultyBot",
    "NoAnalysis",
    "Spec",
    "Step",
    "UnknownBot",
    "check_specs",
    "fault_report",
    "make_bot",
    "names",
    "parse_spec",
    "parse_specs",
    "split_specs",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
