"""What an evaluation says, and how sure it is."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
NORMAL_95: Final = 1.959964
BINS: Final = 15


@dataclass(frozen=True)
class ShareOfWins:
    """Over deals that are each played from every seat; a shared win counts in part."""

    share: float
    half_width: float
    """Of the 95% interval, over deals."""
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        return max(0.0, self.share - self.half_width), min(1.0, self.share + self.half_width)

    def __str__(self) -> str:
        return f"{self.share:.1%} ± {self.half_width:.1%}"


def share_of_wins(by_deal: npt.NDArray[Any]) -> ShareOfWins:
    """`by_deal` is (deals, seats): what the learner won of each deal from each seat.

    >>> share_of_wins(np.array([[1.0, 1.0], [0.0, 1.0]])).share
    0.75
    """
    means = np.asarray(by_deal, np.float64).mean(axis=1)
    spread = means.std(ddof=1) if len(means) > 1 else 1.0
    return ShareOfWins(float(means.mean()), float(NORMAL_95 * spread / np.sqrt(len(means))), by_deal.size)


def calibration_error(predicted: npt.NDArray[Any], happened: npt.NDArray[Any], bins: int = BINS) -> float:
    """The expected calibration error: in bins of the predicted probability, how far the mean prediction lies from what
    happened on average, weighted by how many predictions a bin has.

    >>> calibration_error(np.array([0.9, 0.9, 0.1, 0.1]), np.array([1.0, 1.0, 0.0, 0.0]))
    0.1
    """
    predicted, happened = np.asarray(predicted, np.float64).ravel(), np.asarray(happened, np.float64).ravel()
    bin_of = np.minimum((predicted * bins).astype(int), bins - 1)
    sums = [np.bincount(bin_of, values, bins) for values in (predicted, happened)]
    return round(float(np.abs(sums[0] - sums[1]).sum() / max(1, len(predicted))), 6)
