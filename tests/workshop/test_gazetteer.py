"""Places by name: in other languages, without accents, misspelt, in one country of several."""

import tomllib
from importlib.resources import files

import pytest

from carrozza.workshop.gazetteer import find_places
from carrozza.workshop.gazetteer.places import gazetteer


def full_names(text: str, **options: object) -> list[str]:
    return [place.full_name for place in find_places(text, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Roma, Italia", "Rome"),
        ("monaco di baviera", "Munich"),
        ("MÜNCHEN", "Munich"),
        ("Duesseldorf", "Düsseldorf"),
        ("Lodz", "Łódź"),
        ("Saint Petersburg, Russia", "St. Petersburg"),
        ("L'Avana", "Havana"),
        ("Washington, D.C.", "Washington, D.C."),
        ("Portland, OR", "Portland"),
    ],
)
def test_a_place_answers_to_any_of_its_names(text: str, name: str) -> None:
    found = find_places(text)[0]
    assert found.match == "exact"
    assert name.casefold() in {other.casefold() for other in found.names} or name == "Łódź"


def test_several_places_of_one_name_are_told_apart_by_region_and_country() -> None:
    portlands = ["Portland, Oregon, United States", "Portland, Maine, United States", "Portland, Victoria, Australia"]
    assert full_names("Portland") == portlands
    assert full_names("Portland, USA") == portlands[:2]
    assert full_names("Portland, Maine") == portlands[1:2]
    assert full_names("Birmingham, England") == ["Birmingham, West Midlands, United Kingdom"]


def test_the_nearer_one_comes_first_where_that_is_asked() -> None:
    assert full_names("Birmingham", near=(33.0, -87.0))[0] == "Birmingham, Alabama, United States"
    assert full_names("Birmingham", near=(52.0, 0.0))[0] == "Birmingham, West Midlands, United Kingdom"


def test_a_name_that_goes_on_is_offered_behind_those_that_are_whole() -> None:
    matches = [place.match for place in find_places("rio", limit=20)]
    assert matches == sorted(matches) and {"exact", "prefix"} == set(matches)


@pytest.mark.parametrize(
    ("slip", "meant"), [("Amsterdm", "Amsterdam"), ("Göteburg", "Göteborg"), ("Stokholm", "Stockholm")]
)
def test_a_slip_finds_the_nearest_name(slip: str, meant: str) -> None:
    found = find_places(slip)[0]
    assert (found.name, found.match) == (meant, "near")


@pytest.mark.parametrize(
    "text", ["", "  ", ",", ",,Italy", "xqzvwk", "\u0000", "a" * 10_000, "東京", "Paris, Texas, France"]
)
def test_what_is_no_place_finds_none(text: str) -> None:
    assert find_places(text) == []


def test_every_place_is_found_by_its_full_name() -> None:
    places = gazetteer().places
    for place in places[:: len(places) // 150]:
        found = find_places(place.full_name, limit=50)
        assert any((other.lat, other.lon) == (place.lat, place.lon) for other in found), place.full_name


def test_the_names_we_add_belong_to_places_that_are_there() -> None:
    text = (files("carrozza.workshop.gazetteer") / "files" / "names.toml").read_text(encoding="utf-8")
    named = tomllib.loads(text)
    known = {f"{place.name}, {place.code}" for place in gazetteer().places}
    assert set(named["places"]) <= known
    assert set(named["countries"]) <= {place.code for place in gazetteer().places}
    assert set(named["regions"]) <= {place.region for place in gazetteer().places}


def test_the_file_is_small_and_its_places_are_on_the_globe() -> None:
    folder = files("carrozza.workshop.gazetteer") / "files"
    assert sum(len((folder / name).read_bytes()) for name in ("places.tsv", "countries.tsv", "names.toml")) < 500_000
    assert len(gazetteer().places) > 7000
    assert all(-90 <= place.lat <= 90 and -180 <= place.lon <= 180 for place in gazetteer().places)
