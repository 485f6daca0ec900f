"""A server that cannot save moves: the page says so, in the reader's language, and says when it is over."""

import resource
from pathlib import Path

from playwright.sync_api import Page, expect

from carrozza.words import say
from tests.web.conftest import Visitor
from tests.web.test_at_the_table import start
from tools.local_server import Server

NOTE_WHEN_SHOWN = """text => new MutationObserver(() => { window.wasShown ||= document.body.innerText.includes(text); })
  .observe(document.body, { childList: true, subtree: true, characterData: true })"""


def test_players_are_told_that_moves_are_not_saved(visit: Visitor, own_server: Server) -> None:
    windows = {language: visit(own_server, locale=language) for language in ("en", "it")}
    for language, window in windows.items():
        start(window.go("/"), language=language)
        window.page.locator("[data-offer]").first.wait_for()
    limit_files(own_server, Path(f"{own_server.database}-wal").stat().st_size)
    own_server.client.get(f"{own_server.address}/health")
    for language, window in windows.items():
        window.page.get_by_text(say("page.shell.unsaved", language)).wait_for()
        note_when_shown(window.page, say("page.shell.saved_again", language))
    limit_files(own_server, resource.RLIM_INFINITY)
    for language, window in windows.items():
        window.page.wait_for_function("() => window.wasShown")
        expect(window.page.get_by_text(say("page.shell.saved_again", language))).to_have_count(0)
        window.forgive("503")


def note_when_shown(page: Page, text: str) -> None:
    """It is shown for a while only, in which the test may be looking at another window."""
    page.evaluate(NOTE_WHEN_SHOWN, text)


def limit_files(server: Server, size: int) -> None:
    """As a disk without room for more."""
    assert server.process is not None
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
