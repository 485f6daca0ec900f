"""The view as version 2 of the bot protocol has it: the one view model that HTTP and replays use too."""

from typing import Any

from carrozza.game import View
from carrozza.game.view_model import view_fields

Message = dict[str, Any]


def view_of(view: View) -> Message:
    return {"type": "view", **view_fields(view, described=False)}
