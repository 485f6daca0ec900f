"""The pictures of the guide: every screen has one, and every one is shown."""

import re

from docs.screens import PICTURES, SHOTS

GUIDE = PICTURES.parents[1] / "play.md"
MOST_BYTES = 2_000_000


def test_every_picture_is_there_and_in_the_guide() -> None:
    """To take them anew: `python -m docs.screens`."""
    names = [shot.name for shot in SHOTS]
    shown = re.findall(r"pictures/screens/([\w-]+)\.webp", GUIDE.read_text(encoding="utf-8"))
    assert sorted(names) == sorted(file.stem for file in PICTURES.iterdir()) == sorted(set(shown))


def test_the_pictures_stay_small() -> None:
    assert sum(file.stat().st_size for file in PICTURES.iterdir()) < MOST_BYTES
