"""The referee: reads a case, plays its moves, and gives a verdict."""

from carrozza.game.referee.judging import judge, judge_bytes, judge_file, judge_text
from carrozza.game.referee.model import Case, CaseMove, Verdict, json_schema
from carrozza.game.referee.scoring import score_case

__all__ = [
    "Case",
    "CaseMove",
    "Verdict",
    "json_schema",
    "judge",
    "judge_bytes",
    "judge_file",
    "judge_text",
    "score_case",
]
