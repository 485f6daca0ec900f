"""Cities as people paste them: `Milano`, `Portland, Oregon`, `Salò 45.61 10.52`, or a table."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from carrozza.workshop.globe import Point
from carrozza.workshop.new_board.line_faults import LineFault, ListName, Unreadable
from carrozza.workshop.new_board.tables import Columns, Row, lines_in, rows_in

COLUMNS: Final[Columns] = {
    "name": ("city", "town", "place", "nome", "città", "luogo"),
    "country": ("state", "nation", "paese", "stato", "nazione"),
    "region": ("province", "regione", "provincia"),
    "lat": ("latitude", "latitudine"),
    "lon": ("lng", "long", "longitude", "longitudine"),
    "attraction": ("attrazione",),
}
ATTRACTION: Final = re.compile(r"\s+(?:\*|attraction|attrazione)$", re.IGNORECASE)
_DEGREES: Final = r"([-+−]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEWO]?)"
COORDINATES: Final = re.compile(rf"^(.*?)[\s,;(]*(?<![\d.,]){_DEGREES}\s*(?:[,;]\s*|\s+){_DEGREES}\)?$", re.IGNORECASE)
YES: Final = ("true", "yes", "1", "x", "*", "sì", "si", "vero")


class CityLine(NamedTuple):
    """A city that is asked for: its name as written, the areas behind it, and where it is, if that is said."""

    line: int
    name: str
    areas: tuple[str, ...] = ()
    point: Point | None = None
    attraction: bool = False
    listed: ListName = "cities"
    """The list it stands in: that of the routes where there is none of cities."""

    @property
    def asked(self) -> str:
        """What to look up."""
        return ", ".join((self.name, *self.areas))


def read_cities(text: str) -> tuple[list[CityLine], list[LineFault]]:
    """The cities of a pasted list, and what cannot be read."""
    lines = lines_in(text)
    rows = rows_in(lines, COLUMNS)
    cities, faults = [], []
    for entry in lines if rows is None else rows:
        try:
            cities.append(city_of_row(entry) if isinstance(entry, Row) else city_of_line(entry.number, entry.text))
        except Unreadable as wrong:
            faults.append(wrong.at("cities", entry.number))
    return cities, faults


def city_of_line(number: int, text: str) -> CityLine:
    """
    >>> city_of_line(1, "Salò, Italy 45.61 10.52").point, city_of_line(2, "Portland, Oregon").areas
    ((45.61, 10.52), ('Oregon',))
    """
    text, marked = ATTRACTION.subn("", text)
    found = COORDINATES.match(text)
    point = _point(found.groups()[1:]) if found else None
    name, *areas = _parts(found[1] if found else text)
    return CityLine(number, name, tuple(areas), point, bool(marked))


def _parts(text: str) -> list[str]:
    """The name and the areas behind it, between commas."""
    parts = [part.strip() for part in re.split("[,;]", text) if part.strip()]
    if not parts:
        raise Unreadable("no_name")
    return parts


def city_of_row(row: Row) -> CityLine:
    cells = row.cells
    if "name" not in cells:
        raise Unreadable("no_name")
    areas = tuple(cells[key] for key in ("region", "country") if key in cells)
    return CityLine(row.number, cells["name"], areas, _point_in(row), cells.get("attraction", "").lower() in YES)


def _point_in(row: Row) -> Point | None:
    texts = [row.cells.get("lat", ""), row.cells.get("lon", "")]
    if not any(texts):
        return None
    found = COORDINATES.match(" ".join(texts))
    if not all(texts) or not found or found[1]:
        raise Unreadable("coordinates", text=" ".join(filter(None, texts)))
    return _point(found.groups()[1:])


def _point(parts: Sequence[str]) -> Point:
    lat, lon = (_degrees(number, side) for number, side in (parts[:2], parts[2:]))
    if not (-90 <= lat <= 90 and -180 <= lon <= 180):
        raise Unreadable("coordinates", text=f"{lat:g} {lon:g}")
    return lat, lon


def _degrees(number: str, side: str) -> float:
    """South and west are negative; the Italian for west begins with an O."""
    degrees = float(number.replace(",", ".").replace("−", "-"))
    return -degrees if side.upper() in ("S", "W", "O") else degrees
