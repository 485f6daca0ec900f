"""Bots as Python classes in a file: they play in worker processes, and need no compilation of their own."""

import os
import signal
import threading
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
    """Sends SIGINT to the process that started its worker, once, at one of its decisions in the first game."""

    pressed = False

    def __init__(self, decision: int) -> None:
        self.decision = decision
        self.decisions = 0

    def choose(self, view: View) -> Move:
        self.decisions += 1
        if self.decisions == self.decision and not PressesCtrlC.pressed:
            PressesCtrlC.pressed = True
            os.kill(os.getppid(), signal.SIGINT)
        return super().choose(view)


class NeverDecides(FirstMove):
    """Creates a file when it is asked."""

    def __init__(self, marker: str) -> None:
        self.marker = Path(marker)

    def choose(self, view: View) -> Move:
        self.marker.touch()
        threading.Event().wait()
        raise AssertionError


FILE = Path(__file__).resolve()
FIRST_MOVE = f"{FILE}:FirstMove"
