"""What `carrozza.envs` offers by name."""

import pytest

from carrozza import envs


@pytest.mark.parametrize("name", envs.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(envs, name).__doc__


def test_a_wrong_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'vectors'"):
        _ = envs.vectors
