"""Spaces of different colours stay apart for every kind of eye, and each bears a sign that can be seen on it."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from carrozza.atlas.drawing.palette import DARK, LIGHT, SPACES
from carrozza.atlas.drawing.shapes import SIGNS

Array = NDArray[np.float64]

# How a colour looks to eyes that lack one of the three kinds of cones altogether: in linear light, after Machado,
# Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009).
EYES = {
    "all cones": np.eye(3),
    "no long cones": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no middle cones": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "no short cones": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TO_XYZ = np.array([[0.4125, 0.3576, 0.1804], [0.2127, 0.7152, 0.0722], [0.0193, 0.1192, 0.9503]])
WHITE = TO_XYZ.sum(axis=1)
COLOURS = sorted(set(SPACES) - {"pink"})


def linear(colour: str) -> Array:
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def seen(colour: str, eyes: str) -> Array:
    """The colour in CIELAB, as those eyes see it."""
    share = TO_XYZ @ np.clip(EYES[eyes] @ linear(colour), 0, 1) / WHITE
    curve = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116)
    return np.array([116 * curve[1] - 16, 500 * (curve[0] - curve[1]), 200 * (curve[1] - curve[2])])


def apart(one: str, other: str, eyes: str = "all cones") -> float:
    return float(np.linalg.norm(seen(one, eyes) - seen(other, eyes)))


def contrast(one: str, other: str) -> float:
    """As WCAG reckons it."""
    dark, light = sorted(float(TO_XYZ[1] @ linear(colour)) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_knows_alike_from_different() -> None:
    assert apart("#000000", "#FFFFFF") == pytest.approx(100, abs=0.1)
    assert apart("#C04040", "#707020", "no middle cones") < apart("#C04040", "#707020") / 2


@pytest.mark.parametrize("eyes", EYES)
def test_any_two_colours_stay_apart(eyes: str) -> None:
    """Ten is four to five times the least difference that people notice."""
    close = [(a, b) for a, b in combinations(COLOURS, 2) if apart(SPACES[a].fill, SPACES[b].fill, eyes) < 10]
    assert close == []


def test_every_colour_but_gray_has_a_sign_of_its_own() -> None:
    assert {colour for colour in COLOURS if colour not in SIGNS} == {"gray"}
    assert len({SIGNS[colour] for colour in COLOURS if colour in SIGNS}) == len(COLOURS) - 1


@pytest.mark.parametrize("colour", [colour for colour in COLOURS if colour in SIGNS])
def test_a_sign_can_be_seen_on_its_colour(colour: str) -> None:
    """Three to one is what WCAG asks of graphics."""
    assert contrast(SPACES[colour].fill, SPACES[colour].sign) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_names_can_be_read_on_their_halo_and_on_land(theme: dict[str, str]) -> None:
    assert contrast(theme["ink"], theme["halo"]) >= 7
    assert contrast(theme["ink"], theme["land"]) >= 7


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_space_stands_out_from_the_land_by_its_fill_or_its_outline(theme: dict[str, str]) -> None:
    for colour in COLOURS:
        edge = max(contrast(each, theme["land"]) for each in (SPACES[colour].fill, theme["outline"]))
        assert edge >= 3, colour
