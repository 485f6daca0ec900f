"""Own boards in the browser: dropped, looked at, played, shared; a fault told where it is."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from carrozza.words import say
from tests.server.own_boards import bundle, isle
from tests.web.conftest import Visitor
from tools.browser import PHONE, serious_findings
from tools.local_server import Server

TITLE = "<b>Isle</b> & Co"
DROP = """([name, text]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    document.querySelector("main").dispatchEvent(
        new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }),
    );
}"""


def drop(page: Page, name: str, text: str) -> None:
    page.evaluate(DROP, [name, text])


def test_a_board_is_dropped_played_and_opened_by_its_link(visit: Visitor, server: Server) -> None:
    text = json.dumps(bundle(isle(title=TITLE, notes=["<img src=x onerror=alert(1)>"])))
    page = visit(server).go("/")
    page.locator(".panel h2").wait_for()
    drop(page, "isle.carrozza-board", text)
    expect(page.get_by_role("heading", level=1, name=TITLE, exact=True)).to_be_visible()
    page.locator(".drawn svg").wait_for()
    assert page.locator("main b, main img").count() == 0, "no text of a board is markup"
    assert serious_findings(page) == []
    link = page.url
    with page.expect_download() as download:
        page.get_by_role("link", name=say("page.own_boards.download", "en")).click()
    assert download.value.suggested_filename == "isle.carrozza-board"

    page.get_by_role("button", name=say("page.own_boards.play", "en")).press("Enter")
    expect(page.locator(".panel h2")).to_have_text(TITLE)
    page.get_by_role("button", name=say("page.landing.play", "en"), exact=True).click()
    page.locator("[data-offer]").first.wait_for()

    friend = visit(server, size=PHONE, color_scheme="dark", locale="it").go(link.removeprefix(server.address))
    expect(friend.get_by_role("heading", level=1)).to_have_text(TITLE)
    friend.locator(".drawn svg").wait_for()
    assert serious_findings(friend) == []
    friend.goto(f"{server.address}/b")
    expect(friend.locator("main li")).to_contain_text(TITLE)
    assert serious_findings(friend) == []


def test_the_faults_of_a_board_are_told_with_their_places(visit: Visitor, server: Server, tmp_path: Path) -> None:
    document = isle()
    document["cities"][0]["lat"] = 200
    document["routes"][0]["a"] = "ayrr"
    file = tmp_path / "bad.carrozza-board"
    file.write_text(json.dumps(bundle(document, laid_out=False)), encoding="utf-8")
    window = visit(server)
    page = window.go("/b")
    page.locator("input[type=file]").set_input_files(file)
    refused = page.locator(".trouble")
    expect(refused).to_contain_text("board.cities[0].lat")
    expect(refused).to_contain_text("ayr")
    page.locator("input[type=file]").set_input_files({"name": "x.toml", "mimeType": "text/plain", "buffer": b"id = 1"})
    expect(refused).to_contain_text("x.toml")
    window.forgive("422")
