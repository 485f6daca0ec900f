"""Bots are known by name."""

import pytest

from carrozza import bots


def test_every_name_has_a_kind_of_its_own() -> None:
    assert "random" in bots.names()
    assert len({bots.kind_of(name) for name in bots.names()}) == len(bots.names())


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(bots.UnknownBot, match=r"^no bot 'randon' \(did you mean 'random'\?\); choose .*random"):
        bots.kind_of("randon")
