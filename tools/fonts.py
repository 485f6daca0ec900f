"""Make the fonts of the drawings, src/carrozza/atlas/fonts/files/, from two open families.

    python -m tools.fonts

Needs npm, and the Python packages fonttools and brotli. Of each face a TTF holds every character we keep, for PDF and
PNG; WOFF2 files hold parts of it, for SVG: what most drawings need, the rest, and capitals alone. The advance widths of
all characters go into widths.json, so that a text is measured without opening a font.
"""

import base64
import hashlib
import json
import subprocess
import tarfile
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FOLDER: Final = Path(__file__).parent.parent / "src" / "carrozza" / "atlas" / "fonts" / "files"
FEATURES: Final = ("kern",)
"""No ligatures: the width of a text is the sum of its characters, but for kerning."""

EPOCH: Final = 2082844800
"""1970 in the seconds since 1904 that fonts count."""


class Package(NamedTuple):
    """A family as npm has it, pinned: what it becomes, its parts in the order of who gives a character."""

    name: str
    version: str
    sha512: str
    family: str
    subsets: tuple[str, ...]
    weights: tuple[tuple[str, int], ...]


PACKAGES: Final = {
    "sans": Package(
        name="source-sans-3",
        version="5.3.0",
        sha512="VrWixSgF93kOVSEkwjs9ImnAbxrBew4PgcnaJYEitG9TyJSwxjFUNJIgzB1XFP/acyAWcTDg7+sWe7JI8LTB9w==",
        family="Carrozza Sans",
        subsets=("latin", "latin-ext", "greek", "cyrillic"),
        weights=(("regular", 400), ("bold", 700)),
    ),
    "serif": Package(
        name="fraunces",
        version="5.3.0",
        sha512="LEHTOBiZufQzAvnAe2rZ8ZknbDS28Q9kzwb0L+gZJEmjLGr8hhZ/5NuHXwDuHBWhVXYoiGGXmrb0H6Ko/RrHTg==",
        family="Carrozza Serif",
        subsets=("latin", "latin-ext"),
        weights=(("regular", 400), ("bold", 600)),
    ),
}
COMMON: Final = frozenset((*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "–—‘’‚“”„•…′″‹›€™↑↓−")))
"""What most drawings need: Basic Latin, Latin-1, punctuation."""

CAPITALS: Final = frozenset((*range(0x20, 0x5B), *range(0xC0, 0xDF), ord("–"), ord("’")))
"""What a title needs."""

MORE: Final = frozenset((*range(0x100, 0x180), *map(ord, "ȘșȚțẀẁẂẃẄẅẞỲỳ№"), *range(0x384, 0x3CF), *range(0x400, 0x460)))
"""Latin Extended-A and a few more; the letters of Greek and Cyrillic."""


def main() -> None:
    """Fetch, make and write everything."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    widths = {}
    with tempfile.TemporaryDirectory() as folder:
        for key, package in PACKAGES.items():
            source = fetch(package, Path(folder))
            widths[key] = {style: make(source, key, package, style, weight) for style, weight in package.weights}
            (FOLDER / f"OFL-{key}.txt").write_text(licence(source, key, package), encoding="utf-8")
    (FOLDER / "widths.json").write_text(as_text(widths), encoding="utf-8")


def fetch(package: Package, folder: Path) -> Path:
    """The unpacked files of a package, checked to be those that are pinned."""
    spec = f"@fontsource/{package.name}@{package.version}"
    command = ["npm", "pack", "--silent", spec]
    name = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.split()[-1]
    found = base64.b64encode(hashlib.sha512((folder / name).read_bytes()).digest()).decode()
    if found != package.sha512:
        raise SystemExit(f"{spec} is not the one that is pinned: its SHA-512 is {found}")
    with tarfile.open(folder / name) as archive:
        archive.extractall(folder / package.name, filter="data")
    return folder / package.name / "package" / "files"


def make(source: Path, key: str, package: Package, style: str, weight: int) -> dict[str, str]:
    """Write one face's files; its characters by their width in thousandths of the font size."""
    target = FOLDER / f"carrozza-{key}-{style}"
    with tempfile.TemporaryDirectory() as folder:
        parts: list[str] = []
        taken: set[int] = set()
        for subset in package.subsets:
            font = TTFont(source / f"{package.name}-{subset}-{weight}-normal.woff2")
            wanted = (font.getBestCmap().keys() & (COMMON | MORE)) - taken
            taken |= wanted
            parts.append(str(Path(folder) / f"{subset}.ttf"))
            save(keep(font, wanted), Path(parts[-1]))
        whole = Merger().merge(parts)
        name(whole, package, style)
        save(whole, target.with_suffix(".ttf"))
    for part, wanted in (("capitals", taken & CAPITALS), ("common", taken & COMMON), ("more", taken & MORE)):
        font = keep(TTFont(target.with_suffix(".ttf"), recalcTimestamp=False), wanted)
        font.flavor = "woff2"
        save(font, target.with_name(f"{target.name}-{part}.woff2"))
    return measured(TTFont(target.with_suffix(".ttf")))


def keep(font: TTFont, characters: Iterable[int]) -> TTFont:
    """The font with these characters only, without hints."""
    options = Options(
        layout_features=list(FEATURES), hinting=False, notdef_outline=True, name_IDs=["*"], drop_tables=["STAT", "BASE"]
    )
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=list(characters))
    subsetter.subset(font)
    return font


def save(font: TTFont, path: Path) -> None:
    """Write a font that is the same whenever it is made."""
    font.recalcTimestamp = False
    font["head"].created = font["head"].modified = EPOCH
    font.save(path)


def name(font: TTFont, package: Package, style: str) -> None:
    """Give the face our family's name (the licence reserves the old one) and keep whose work it is."""
    table = font["name"]
    rights = table.getDebugName(0)
    table.names = []
    shown, bold = style.capitalize(), style == "bold"
    texts = {
        0: rights,
        1: package.family,
        2: shown,
        3: f"{package.family} {shown}, after {package.name} {package.version}",
        4: f"{package.family} {shown}",
        5: "Version 1.000",
        6: f"{package.family}-{shown}".replace(" ", ""),
        13: "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
        14: "https://openfontlicense.org",
    }
    for number, text in texts.items():
        table.setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 700 if bold else 400
    font["OS/2"].fsSelection = 0x20 if bold else 0x40
    font["head"].macStyle = int(bold)


def licence(source: Path, key: str, package: Package) -> str:
    """The licence as the package has it, under the rights that the font itself states."""
    body = (source.parent / "LICENSE").read_text(encoding="utf-8").split("\n", 1)[1]
    rights = TTFont(FOLDER / f"carrozza-{key}-regular.ttf")["name"].getDebugName(0)
    return f"{rights}\n{body.rstrip()}\n"


def measured(font: TTFont) -> dict[str, str]:
    """Its characters, grouped by their advance width."""
    groups: defaultdict[int, str] = defaultdict(str)
    units = font["head"].unitsPerEm
    for code, glyph in sorted(font.getBestCmap().items()):
        groups[round(font["hmtx"][glyph][0] * 1000 / units)] += chr(code)
    return {str(width): groups[width] for width in sorted(groups)}


def as_text(widths: dict[str, dict[str, dict[str, str]]]) -> str:
    """The table as JSON."""
    return json.dumps(widths, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    main()
