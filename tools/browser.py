"""Chromium driven by Playwright, for the tests, the benchmarks and the pictures of the docs."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

from tools import chromium
from tools.local_server import ROOT

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--force-color-profile=srgb")
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
WIDE = (1400, 900)
PHONE = (390, 844)
IN_BACKGROUND = "Object.defineProperty(Document.prototype, 'hidden', {get: () => true})"
PATIENCE_MS = 600_000
"""Far more than anything takes: only what never comes is a failure."""
PATIENT = "const { timeout } = AbortSignal; AbortSignal.timeout = ms => timeout.call(AbortSignal, 40 * ms)"
"""The page gives a request up after 15 seconds, which a busy machine may take for an answer."""

expect.set_options(timeout=PATIENCE_MS)


def installed() -> str | None:
    """The browser's file: the one that CARROZZA_CHROMIUM names, or one on PATH."""
    named = os.environ.get("CARROZZA_CHROMIUM")
    if named:
        return named
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def browser(*flags: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = _launch(playwright, [*FLAGS, *flags])
        try:
            yield launched
        finally:
            launched.close()


def _launch(playwright: Playwright, flags: list[str]) -> Browser:
    """The machine's own browser, or one that is fetched for the tests."""
    own = installed()
    if own is not None:
        return playwright.chromium.launch(executable_path=own, args=flags)
    fetched = chromium.fetched()
    return playwright.chromium.launch(
        executable_path=fetched, args=[*flags, "--headless=shell"], env=dict(chromium.environment())
    )


class Visit:
    """Somebody's own browser window at a server: nothing is shared with any other visit.

    Without a service worker, unless `service_workers="allow"` asks for it: it would fetch every file of the page for
    each visit. A page `in_background` shows every view at once instead of one after another, as in a tab that nobody
    looks at.
    """

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: tuple[int, int] = WIDE,
        *,
        in_background: bool = False,
        **context: Any,
    ) -> None:
        self.address = address
        usual: dict[str, Any] = {
            "locale": "en",
            "reduced_motion": "reduce",
            "has_touch": size == PHONE,
            "service_workers": "block",
        }
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, **{**usual, **context}
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(PATIENT)
        if in_background:
            self.context.add_init_script(IN_BACKGROUND)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        """What the browser complained about; a visit without faults ends with none."""
        self._forgiven: tuple[str, ...] = ()
        self.page.on("pageerror", lambda error: self._note(f"uncaught: {error}"))
        self.page.on("console", self._note_console)

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(f"{message.text} ({message.location.get('url', '')})")

    def _note(self, fault: str) -> None:
        if not any(words in fault for words in self._forgiven):
            self.faults.append(fault)

    def forgive(self, *expected: str) -> None:
        """Complaints that the test brings about itself, before or after this."""
        self._forgiven += expected
        self.faults = [fault for fault in self.faults if not any(words in fault for words in expected)]

    def go(self, path: str) -> Page:
        self.page.goto(f"{self.address}{path}")
        return self.page

    def close(self) -> None:
        self.context.close()


VIOLATIONS = """async options => {
  const words = text => (text ?? "").split(/\\s+/).filter(Boolean).join(" ");
  const isWholeName = node => {
    const element = document.querySelector(node.target[0]);
    return words(element?.ariaLabel) === words(element?.textContent);
  };
  const { violations } = await axe.run(document, options);
  for (const found of violations) {
    if (found.id === "label-content-name-mismatch") found.nodes = found.nodes.filter(node => !isWholeName(node));
  }
  return violations.filter(found => found.nodes.length > 0);
}"""
"""Of a name in several lines axe-core leaves out those beyond the edge of the view, and the label seems another."""


def serious_findings(page: Page, *rules: str) -> list[str]:
    """What axe-core finds wrong for people who use a keyboard, a screen reader or see little; by some rules or all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate(VIOLATIONS, options)
    return [
        f"{finding['id']}: {finding['help']}: {[node['html'][:160] for node in finding['nodes'][:3]]}"
        for finding in found
        if finding["impact"] in ("serious", "critical")
    ]
