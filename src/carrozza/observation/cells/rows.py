"""Rows of 32 bytes: for sixteen tickets, the distances of a node from their first cities and from their second."""

from typing import TYPE_CHECKING

from carrozza.kernel.compiled import INTERPRETED

if INTERPRETED or TYPE_CHECKING:
    from carrozza.observation.cells.plain import least_way, lower_row, set_lane, tight_lanes
else:
    from carrozza.observation.cells.vectors import least_way, lower_row, set_lane, tight_lanes

__all__ = ["least_way", "lower_row", "set_lane", "tight_lanes"]
