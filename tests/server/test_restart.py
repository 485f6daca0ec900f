"""A server that starts again: games go on. How kill -9 is outlived is seen in `attacks/test_attack_command.py` (SQLite)
and `test_postgres_many.py`."""

from pathlib import Path

import pytest

from tests.server.hosting import Hosted, hosting
from tools.local_server import wait_for

pytestmark = pytest.mark.slow


def test_bots_whose_turn_it_was_go_on_by_themselves(tmp_path: Path) -> None:
    with hosting(tmp_path, bot_pause=3600) as server:
        game = server.game("new-york", ["Ada"], seats=[{"kind": "bot", "bot": "medium"}], first=0)
        while (view := game.view(0))["my_turn"]:
            game.move(0, view["legal_moves"][0])
    with hosting(tmp_path) as server:
        again = Hosted(server, game.created)
        wait_for(lambda: again.view(0)["number"] > view["number"])
        wait_for(lambda: again.view(0)["my_turn"])
