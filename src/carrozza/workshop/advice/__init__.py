"""Advice on a board, learnt from the printed ones."""

from carrozza.workshop.advice.advising import CODES, advise
from carrozza.workshop.advice.checking import BoardCheck, FoundFault, check
from carrozza.workshop.advice.model import Advice, Severity, Step
from carrozza.workshop.advice.patches import apply_patch
from carrozza.workshop.advice.sentences import ShownAdvice, shown

__all__ = [
    "CODES",
    "Advice",
    "BoardCheck",
    "FoundFault",
    "Severity",
    "ShownAdvice",
    "Step",
    "advise",
    "apply_patch",
    "check",
    "shown",
]
