"""Hints over HTTP: for the one person at a table of bots, counted once a position, paid for by who asks."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from carrozza.bots.hints.hint import hints
from carrozza.game import Game, View
from carrozza.server import prices
from carrozza.server.bots import move_chooser
from carrozza.server.bots.adviser import Adviser
from carrozza.server.bots.bot_processes import START_SECONDS
from carrozza.server.bots.move_chooser import MoveChooser
from carrozza.server.processes.child_process import NoAnswer
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.refusals import Refused
from tests.server.hosting import Host, Hosted, hosting

pytestmark = pytest.mark.slow

BOT = {"kind": "bot", "bot": "medium"}


class QuickChooser:
    """Finds hints in this process, with few games, and remembers what it was shown."""

    def __init__(self) -> None:
        self.views: list[View] = []

    async def hints(self, view: View, requester: Requester, board: str) -> list[dict[str, Any]]:
        self.views.append(view)
        return [hint.as_json() for hint in hints(view, games=10)]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("hints")) as host:
        host.app.state.adviser._chooser = QuickChooser()
        yield host


def asked(table: Hosted, seat: int = 0, **more: Any) -> dict[str, Any]:
    answer = table.ask("POST", "/hints", seat, **more)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refusal(table: Hosted, seat: int | None = 0, **more: Any) -> tuple[int, str]:
    answer = table.ask("POST", "/hints", seat, **more)
    assert answer.json()["message"]
    return answer.status_code, answer.json()["error"]


def test_the_one_person_among_bots_is_told_legal_moves_and_why(host: Host) -> None:
    table = host.game("new-york", ["Ada"], seats=[BOT])
    view = table.view()
    assert view["can_ask_hints"]
    found = asked(table)
    assert 1 <= len(found["hints"]) <= 3
    for hint in found["hints"]:
        assert hint["move"] in view["legal_moves"]
        assert hint["text"].endswith(".")
        assert hint["reasons"] and all(reason["text"].endswith(".") for reason in hint["reasons"])
        assert set(hint["tickets"]) <= {ticket["id"] for ticket in view["offered"]}
    italian = asked(table, params={"language": "it"})["hints"]
    assert [hint["move"] for hint in italian] == [hint["move"] for hint in found["hints"]]
    assert italian[0]["text"] != found["hints"][0]["text"]


def test_a_position_counts_once_and_the_next_again(host: Host) -> None:
    table = host.game("new-york", ["Ada"], seats=[BOT])
    chooser: QuickChooser = host.app.state.adviser._chooser
    before = len(chooser.views)
    first = asked(table)
    assert (first["asked"], asked(table)["asked"], table.view()["hints"]) == (1, 1, 1)
    assert len(chooser.views) == before + 1
    assert chooser.views[-1].seat == "Ada" and int(chooser.views[-1].state.viewer) == 0
    move = first["hints"][0]["move"]
    assert table.try_move(0, move, number=first["number"]).status_code == 200
    assert table.view()["hints"] == 1


def test_a_hint_makes_no_move_stale_and_is_no_event_of_the_table(host: Host) -> None:
    table = host.game("new-york", ["Ada"], seats=[BOT])
    number = table.view()["number"]
    with table.live(0) as line:
        line.view()
        asked(table)
        told = line.view(number + 1)
        assert [event["move"] for event in told["moves"] if event["player"] == "Ada"] == []
    assert table.try_move(0, table.view()["legal_moves"][0], number=number).status_code == 200


def test_the_count_is_read_from_the_log(tmp_path: Path) -> None:
    with hosting(tmp_path) as host:
        host.app.state.adviser._chooser = QuickChooser()
        table = host.game("new-york", ["Ada"], seats=[BOT])
        asked(table)
    with hosting(tmp_path) as host:
        assert Hosted(host, table.created).view()["hints"] == 1


def test_there_are_no_hints_with_other_people(host: Host) -> None:
    for seats in ([{"kind": "person", "name": "Bruno"}], [BOT, {"kind": "person", "name": "Bruno"}]):
        table = host.game("new-york", ["Ada"], seats=seats)
        assert refusal(table) == (403, "people")
        assert not table.view()["can_ask_hints"]


def test_a_bot_that_stands_in_for_a_person_is_no_bot(host: Host) -> None:
    table = host.game("new-york", ["Ada", "Bruno"])
    assert table.ask("POST", "/leave", 1).status_code == 200
    stands_in = table.ask("PUT", "/seats/1", token=table.host, json=BOT)
    assert stands_in.status_code == 200, stands_in.text
    assert refusal(table) == (403, "people")


def test_only_who_decides_is_told(tmp_path: Path) -> None:
    with hosting(tmp_path, bot_pause=3600) as host:
        table = host.game("new-york", ["Ada"], seats=[BOT, BOT])
        table.move(0, table.view()["legal_moves"][0])
        assert refusal(table) == (409, "turn"), "the bots have not chosen yet"
        assert refusal(table, None, token=table.created["watch"])[0] == 403
        assert refusal(table, None)[0] == 401
        waiting = host.game("new-york", ["Ada"], seats=[{"kind": "open"}])
        assert refusal(waiting) == (409, "waiting")


def test_hints_have_a_price_that_only_new_ones_cost() -> None:
    paid: list[float] = []

    async def run() -> None:
        adviser = Adviser(QuickChooser())  # type: ignore[arg-type]
        view = Game("new-york", 2, seed=1).view(0)
        once, twice = await asyncio.gather(
            *(adviser.hints(view, Requester("k7f3"), "new-york", paid.append) for _ in range(2))
        )
        assert once == twice == await adviser.hints(view, Requester("k7f3"), "new-york", paid.append)
        await adviser.hints(view, Requester("other"), "new-york", paid.append)

    asyncio.run(run())
    assert paid == [prices.HINTS] * 2
    assert prices.of_request({"path": "/api/games/k7f3/hints", "method": "POST"}) == prices.MOVE


def test_who_cannot_pay_and_who_comes_at_a_bad_time_is_refused() -> None:
    class BusyChooser(QuickChooser):
        async def hints(self, view: View, requester: Requester, board: str) -> list[dict[str, Any]]:
            raise NoAnswer("busy")

    def too_dear(price: float) -> None:
        raise Refused("rate", 429, "guard.too_fast", number=1)

    async def refused(adviser: Adviser, charge: Any) -> int:
        with pytest.raises(Refused) as refused:
            await adviser.hints(Game("new-york", 2, seed=1).view(0), Requester("k7f3"), "new-york", charge)
        return refused.value.status

    async def run() -> None:
        assert await refused(Adviser(QuickChooser()), too_dear) == 429  # type: ignore[arg-type]
        assert await refused(Adviser(BusyChooser()), lambda price: None) == 503  # type: ignore[arg-type]

    asyncio.run(run())


def test_a_process_of_the_search_finds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move_chooser, "HINTS_WAIT", START_SECONDS)
    monkeypatch.setattr(move_chooser, "SEARCH_WAIT", START_SECONDS)
    view = Game("new-york", 2, seed=1).view(0)

    async def run() -> list[dict[str, Any]]:
        chooser = MoveChooser(searches=1, secret=b"secret")
        try:
            return await chooser.hints(view, Requester("k7f3"), "new-york")
        finally:
            await chooser.close()

    found = asyncio.run(run())
    assert found[0]["move"] in view.legal_moves.texts
