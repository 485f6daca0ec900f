"""Bots as Python classes in a file: they play in worker processes, and need no compilation of their own."""

import os
import signal
from pathlib import Path

from carrozza.bots import Bot
from carrozza.game import Move, View


class FirstMove(Bot):
    def choose(self, view: View) -> Move:
        return view.legal_moves[0]


class KilledOnce(FirstMove):
    """Kills its process at its first decision, once for every marker."""

    def __init__(self, marker: str) -> None:
        self.marker = marker

    def choose(self, view: View) -> Move:
        try:
            os.close(os.open(self.marker, os.O_CREAT | os.O_EXCL))
            os.kill(os.getpid(), signal.SIGKILL)
        except FileExistsError:
            pass
        return super().choose(view)


class PressesCtrlC(FirstMove):
    """Sends SIGINT to the process that started its worker, at one of its decisions, so many times."""

    def __init__(self, decision: int, presses: int = 1) -> None:
        self.decision = decision
        self.presses = presses
        self.decisions = 0

    def choose(self, view: View) -> Move:
        self.decisions += 1
        if self.decisions == self.decision:
            for _ in range(self.presses):
                os.kill(os.getppid(), signal.SIGINT)
        return super().choose(view)


FILE = Path(__file__).resolve()
FIRST_MOVE = f"{FILE}:FirstMove"
