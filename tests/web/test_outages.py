"""A server that cannot save moves: the page says so, in the reader's language, and says when it is over."""

import resource
from pathlib import Path

import pytest
from playwright.sync_api import expect

from carrozza.words import say
from tests.web.conftest import Visitor
from tests.web.test_at_the_table import start
from tools.local_server import Server


@pytest.mark.parametrize("language", ["en", "it"])
def test_players_are_told_that_moves_are_not_saved(visit: Visitor, own_server: Server, language: str) -> None:
    window = visit(own_server, locale=language)
    page = window.go("/")
    start(page, language=language)
    page.locator("[data-offer]").first.wait_for()
    limit_files(own_server, Path(f"{own_server.database}-wal").stat().st_size)
    own_server.client.get(f"{own_server.address}/health")
    page.get_by_text(say("page.shell.unsaved", language)).wait_for()
    limit_files(own_server, resource.RLIM_INFINITY)
    page.get_by_text(say("page.shell.saved_again", language)).wait_for()
    expect(page.get_by_text(say("page.shell.saved_again", language))).to_have_count(0)
    window.forgive("503")


def limit_files(server: Server, size: int) -> None:
    """As a disk without room for more."""
    assert server.process is not None
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
