"""Distances from a node over free routes, in the way that suits the machine."""

from typing import TYPE_CHECKING

from carrozza.kernel.compiled import INTERPRETED

if INTERPRETED or TYPE_CHECKING:
    from carrozza.observation.shared_links import link_nodes, measure
else:
    from carrozza.observation.distances import link_nodes, measure

__all__ = ["link_nodes", "measure"]
