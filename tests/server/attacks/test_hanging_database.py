"""PostgreSQL accepts connections and answers nothing: everybody is told in time, and it ends by itself."""

from pathlib import Path

import pytest

from carrozza.server.store import answer_limit, engines, retry
from carrozza.server.store.health import PROBE_SECONDS
from carrozza.server.store.sharing import notifications
from tests.server.attacks.test_health import create_game, health_of
from tests.server.hosting import hosting
from tools.local_postgres import Postgres
from tools.local_server import wait_for

SHORT = 0.5
LONGER_THAN_A_PROBE = PROBE_SECONDS + 1


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long."""
    monkeypatch.setattr(answer_limit, "ANSWER_SECONDS", LONGER_THAN_A_PROBE)
    monkeypatch.setattr(retry, "RETRY_SECONDS", SHORT)
    monkeypatch.setattr(notifications, "PULSE_SECONDS", SHORT)
    monkeypatch.setattr(notifications, "PULSE_TIMEOUT", SHORT)
    monkeypatch.setattr(engines, "CONNECT_SECONDS", 2)  # the driver takes no less


def test_moves_are_refused_and_then_kept_again(
    impatient: None, postgres: Postgres, postgres_url: str, tmp_path: Path
) -> None:
    with hosting(tmp_path, database=postgres_url) as server:
        game = server.game()
        seat, view = next(game.deciding())
        with game.live(seat) as line:
            line.view()
            with postgres.hanging():
                assert health_of(server) == (503, "database_silent")
                refused = game.try_move(seat, view["legal_moves"][0], id="once")
                assert (refused.status_code, refused.json()["error"]) == (503, "busy")
                assert refused.json()["reason"] == "database_away", "connections were given up"
                assert line.hear("keeping")["kept"] is False
                assert create_game(server).status_code == 503, "again and again"
            assert line.hear("keeping")["kept"] is True
        wait_for(lambda: health_of(server) == (200, None))
        played = game.try_move(seat, view["legal_moves"][0], id="once")
        assert (played.status_code, played.json()["number"]) == (200, 1), "it was played once, then or now"
