"""The service worker: the page without a connection, a new version of it, and what is never kept."""

import json
import re
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from carrozza.words import say
from tests.web.conftest import Visitor
from tests.web.test_at_the_table import SMALLEST, start
from tools.browser import Visit
from tools.local_server import Server, wait_for
from tools.page import PAGE

KEPT = """async (name) => {
  const names = (await caches.keys()).filter((each) => each.startsWith(`carrozza-${name}-`));
  const kept = await Promise.all(names.map(async (each) => (await caches.open(each)).keys()));
  return kept.flat().map(({url, headers}) => [new URL(url).pathname, headers.has("authorization")]);
}"""
"""What the caches of that name hold: paths, and whether a token came with them."""


NOTE_THE_NEXT_WORKER = """() => {
  window.takenOver = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => (window.takenOver = true));
}"""


def kept(page: Page, name: str) -> list[str]:
    found: list[tuple[str, bool]] = page.evaluate(KEPT, name)
    assert not any(with_token for _, with_token in found)
    return [path for path, _ in found]


def wait_until_kept(page: Page, path: str) -> None:
    """With a worker that is in charge of the page."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    wait_for(lambda: path in kept(page, "boards"))


def tap_in_a_table(page: Page) -> None:
    """On a board that was only offered while there was a connection."""
    page.get_by_role("radio", name="Europe").check()
    page.locator("[data-act=begin]").click()
    expect(page.locator(".stage .route").first).to_be_visible()


def test_the_page_opens_without_a_connection(visit: Visitor, own_server: Server) -> None:
    window = visit(own_server, service_workers="allow")
    page = window.go("/")
    expect(page.locator(".poster svg")).to_be_visible()
    wait_until_kept(page, "/api/boards")
    wait_until_kept(page, "/api/boards/usa/drawing.svg")
    start(page)
    page.locator("[data-offer]").first.wait_for()
    game = page.url
    assert not [path for path in kept(page, "") if "games" in path]

    page.goto(f"{own_server.address}/score")
    for board in ("europe", SMALLEST):  # the one to be tapped in, and the one that the first page remembers
        wait_until_kept(page, f"/api/boards/{board}")
        wait_until_kept(page, f"/api/boards/{board}/drawing.svg")

    own_server.kill()
    window.forgive("ERR_", "Failed to load", "WebSocket")
    page.goto(f"{own_server.address}/")
    expect(page.locator(".poster svg")).to_be_visible()
    expect(page.get_by_text("No connection.")).to_be_visible()
    page.goto(f"{own_server.address}/score")
    tap_in_a_table(page)
    page.goto(game)
    expect(page.get_by_text("No connection.")).to_be_visible()
    own_server.start()
    page.locator("[data-offer]").first.wait_for()
    assert not [path for path in kept(page, "") if "games" in path]


def test_without_a_service_worker_the_page_is_the_same(visit: Visitor, server: Server) -> None:
    """As in a browser that finds the page at an http address of a local network."""
    window = visit(server, service_workers="allow")
    window.context.add_init_script("delete Navigator.prototype.serviceWorker")
    page = window.go("/")
    expect(page.locator(".poster svg")).to_be_visible()
    assert page.evaluate("'serviceWorker' in navigator") is False


def test_the_page_can_be_installed(visit: Visitor, server: Server) -> None:
    window = visit(server, service_workers="allow")
    page = window.go("/")
    page.evaluate("() => navigator.serviceWorker.ready")
    session = window.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    # A visit without a profile is one in a private window.
    errors = [error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(errors) <= {"in-incognito"}
    read = json.loads(manifest["data"])
    for icon in read["icons"]:
        if icon["type"] == "image/png":
            size = page.evaluate(
                "async (src) => { const {width, height} = await createImageBitmap(await (await fetch(src)).blob());"
                " return `${width}x${height}`; }",
                icon["src"],
            )
            assert size == icon["sizes"]
    assert [shortcut["url"] for shortcut in read["shortcuts"]] == ["/", "/score"]


@pytest.fixture
def copied_page(built_page: None, tmp_path: Path) -> Path:
    return Path(shutil.copytree(PAGE, tmp_path / "page"))


class Files(SimpleHTTPRequestHandler):
    """The files of the page, and its document at every other address."""

    def translate_path(self, path: str) -> str:
        file = super().translate_path(path)
        return file if Path(file).is_file() else str(Path(self.directory) / "index.html")

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def file_server(copied_page: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(copied_page))) as serving:
        Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()


def exchange_for_next_version(page: Path) -> None:
    """Another document, another list, and one file less."""
    document, worker = page / "index.html", page / "service-worker.js"
    (gone,) = page.glob("assets/RulesPage-*.js")
    gone.unlink()
    listed = worker.read_text(encoding="utf-8")
    listed = re.sub(r'"version":"\w+"', '"version":"next"', listed).replace(f'"/assets/{gone.name}",', "")
    worker.write_text(listed, encoding="utf-8")
    document.write_text(document.read_text(encoding="utf-8").replace("<html", "<html data-version='next'"), "utf-8")


def test_a_new_version_takes_over_without_a_reload(chrome: Browser, file_server: str, copied_page: Path) -> None:
    window = Visit(chrome, file_server, service_workers="allow")
    page = window.go("/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.evaluate(NOTE_THE_NEXT_WORKER)
    exchange_for_next_version(copied_page)
    page.evaluate("async () => void (await navigator.serviceWorker.getRegistration()).update()")
    page.wait_for_function("() => window.takenOver")

    # The window that was open goes on, with files that only the version before has.
    page.get_by_role("navigation").get_by_role("link", name=say("page.shell.rules", "en")).click()
    page.locator("main").wait_for()
    expect(page.get_by_text(say("page.shell.not_loaded", "en"))).to_have_count(0)
    assert page.evaluate("window.takenOver"), "nothing was reloaded"

    page.goto(f"{file_server}/")
    assert page.evaluate("document.documentElement.dataset.version") == "next"
    window.context.set_offline(True)
    page.goto(f"{file_server}/open")
    assert page.evaluate("document.documentElement.dataset.version") == "next"
    window.close()
