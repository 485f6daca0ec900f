"""The examples in the docstrings hold."""

import doctest
from types import ModuleType

import pytest

from carrozza.boards import document, faults, loading


@pytest.mark.parametrize("module", [document, faults, loading])
def test_examples(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0
