"""Processes in which bots choose moves. They are sent only views."""

from typing import Any, Final

from carrozza.server.bots.bot_request import BotRequest
from carrozza.server.processes.child_process import ChildProcess, NoAnswer, json_line, read_json
from carrozza.server.processes.process_pool import ProcessPool

START_SECONDS: Final = 1800.0
"""For a process to start: the very first compiles the bots, which takes long on a small machine."""


class BotProcess(ChildProcess):
    """One process (`bot_process.py`)."""

    @classmethod
    async def start(cls, bot: str) -> "BotProcess":
        """Ready to play such a bot."""
        started = await cls.run("carrozza.server.bots.bot_process")
        try:
            await started.exchange(json_line({"compile": bot}), START_SECONDS, read_json)
        except BaseException:
            await started.dispose()
            raise
        return started

    async def choose(self, request: BotRequest, seconds: float) -> str:
        """The move in notation; `NoAnswer` if none comes within so many seconds."""
        answer = await self.exchange(request.line(), seconds, read_json)
        if "move" not in answer:
            raise NoAnswer(str(answer.get("fault", "no move")))
        return str(answer["move"])

    async def hints(self, request: BotRequest, seconds: float) -> list[dict[str, Any]]:
        """Hints for the view, in their JSON form."""
        answer = await self.exchange(request.hints_line(), seconds, read_json)
        if "hints" not in answer:
            raise NoAnswer(str(answer.get("fault", "no hints")))
        found: list[dict[str, Any]] = answer["hints"]
        return found


def bot_pool(bot: str, most: int, slow_start: float | None = None) -> ProcessPool[BotProcess]:
    """For bots that take about as long as this one."""
    return ProcessPool(bot, lambda: BotProcess.start(bot), most, slow_start)
