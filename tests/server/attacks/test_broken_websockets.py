"""WebSockets whose clients say what no client should."""

import asyncio
from contextlib import suppress

import pytest

from benchmarks.attack.results import SQLITE
from benchmarks.attack.targets import make_game, own_server, person
from benchmarks.attack.wire import CLOSE, TEXT, Live, Unanswered, Wire, frame_bytes
from tools.local_server import Server, wait_for

pytestmark = pytest.mark.slow


async def say_nonsense_and_goodbye(server: Server) -> None:
    """A text that is no UTF-8 and a close, in one packet."""
    wire = Wire(server.port)
    game = await make_game(wire, [person("Ada"), person("Bruno")])
    live = await Live.open(server.port, f"{game.path}/live")
    assert isinstance(live, Live)
    await live.say({"token": game.tokens[0]})
    await live.hear_json("view")
    await live.send(frame_bytes(TEXT, b"\xff") + frame_bytes(CLOSE, b"\x03\xe8"))
    with suppress(Unanswered):
        while True:
            await live.hear()
    wire.close()


def test_a_text_that_is_no_text_together_with_a_close_is_no_fault_of_the_servers() -> None:
    with own_server(SQLITE) as server:
        asyncio.run(say_nonsense_and_goodbye(server))
        wait_for(lambda: any(line["event"] == "connection_closed" for line in server.lines()))
        assert [line for line in server.lines() if line["level"] == "error"] == []
