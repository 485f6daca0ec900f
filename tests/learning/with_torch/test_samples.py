"""The rows of samples that a minibatch takes."""

import pytest
import torch

from carrozza.learning.training.improving import taken

ROWS = [3, 0, 3, 4]


@pytest.mark.parametrize("shape", [(5, 16), (5, 2, 4), (5, 13), (5, 3, 4)], ids=str)
@pytest.mark.parametrize("kind", [torch.int8, torch.uint8, torch.bool])
def test_rows_of_bytes_are_taken_whole(shape: tuple[int, ...], kind: torch.dtype) -> None:
    column = torch.randint(0, 2 if kind == torch.bool else 100, shape).to(kind)
    assert taken(column, torch.tensor(ROWS)).equal(torch.stack([column[row] for row in ROWS]))


def test_rows_of_numbers_are_taken_whole() -> None:
    column = torch.randn(5, 16)
    assert taken(column, torch.tensor(ROWS)).equal(torch.stack([column[row] for row in ROWS]))
