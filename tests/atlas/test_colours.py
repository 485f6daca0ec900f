"""Spaces and pieces of different colours stay apart for every kind of eye, and each bears a sign one can see."""

from itertools import combinations

import pytest

from carrozza.atlas.drawing.palette import DARK, DAY_SPACES, LIGHT, NIGHT_SPACES, SEATS, SPACES, TRAINS, Space
from carrozza.atlas.drawing.shapes import SIGNS
from tools.colour_difference import EYES, difference, from_hex, linear

COLOURS = sorted(set(SPACES) - {"pink"})
by_day_and_night = pytest.mark.parametrize("spaces", [DAY_SPACES, NIGHT_SPACES], ids=["day", "night"])


def apart(one: str, other: str, eyes: str) -> float:
    return difference(from_hex(one), from_hex(other), eyes)


def contrast(one: str, other: str) -> float:
    """As WCAG reckons it."""
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    red, green, blue = linear(from_hex(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("eyes", EYES)
def test_any_two_colours_stay_apart(eyes: str) -> None:
    close = [(a, b) for a, b in combinations(COLOURS, 2) if apart(SPACES[a].fill, SPACES[b].fill, eyes) < 9]
    assert close == []


@pytest.mark.parametrize("eyes", EYES)
def test_the_pieces_of_any_two_players_stay_apart(eyes: str) -> None:
    close = [(a, b) for a, b in combinations(SEATS, 2) if apart(TRAINS[a].fill, TRAINS[b].fill, eyes) < 12]
    assert close == []


@by_day_and_night
@pytest.mark.parametrize("eyes", EYES)
def test_a_piece_stays_apart_from_the_bed_of_a_space_of_its_colour(spaces: dict[str, Space], eyes: str) -> None:
    """`tests/web` measures the same where it is seen: in a browser."""
    least = 26 if eyes == "all cones" else 16
    close = [seat for seat in SEATS if apart(TRAINS[seat].fill, spaces[seat].bed, eyes) < least]
    assert close == []


def test_every_colour_but_gray_has_a_sign_of_its_own() -> None:
    assert {colour for colour in COLOURS if colour not in SIGNS} == {"gray"}
    assert len({SIGNS[colour] for colour in COLOURS if colour in SIGNS}) == len(COLOURS) - 1


@pytest.mark.parametrize("colour", [colour for colour in COLOURS if colour in SIGNS])
def test_a_sign_can_be_seen_on_its_colour(colour: str) -> None:
    """Three to one is what WCAG asks of graphics."""
    assert contrast(SPACES[colour].fill, SPACES[colour].sign) >= 3


@by_day_and_night
@pytest.mark.parametrize("colour", [colour for colour in COLOURS if colour in SIGNS])
def test_a_sign_can_be_seen_on_its_quiet_bed(spaces: dict[str, Space], colour: str) -> None:
    assert contrast(spaces[colour].bed, spaces[colour].sign) >= 4


@pytest.mark.parametrize("colour", SEATS)
def test_a_players_shape_can_be_seen_on_a_train(colour: str) -> None:
    assert contrast(TRAINS[colour].fill, TRAINS[colour].sign) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_names_can_be_read_on_their_halo_and_on_land(theme: dict[str, str]) -> None:
    assert contrast(theme["ink"], theme["halo"]) >= 7
    assert contrast(theme["ink"], theme["land"]) >= 7


@pytest.mark.parametrize(("theme", "spaces"), [(LIGHT, DAY_SPACES), (DARK, NIGHT_SPACES)], ids=["light", "dark"])
def test_every_space_stands_out_from_the_land_by_its_bed_its_rails_or_its_edge(
    theme: dict[str, str], spaces: dict[str, Space]
) -> None:
    for colour in COLOURS:
        edge = max(contrast(each, theme["land"]) for each in (spaces[colour].bed, spaces[colour].rail, theme["edge"]))
        assert edge >= 3, colour


def test_every_printed_space_stands_out_from_the_land_by_its_fill_or_its_outline() -> None:
    for colour in COLOURS:
        edge = max(contrast(each, LIGHT["land"]) for each in (SPACES[colour].fill, LIGHT["outline"]))
        assert edge >= 3, colour
