"""The flat network: for one board, from the flat observation with all its seats.

- `shapes.py`: which arrays it has, and for which observation
- `arrays.py`: both of them as arrays for compiled code, for a number of seats
- `inferring.py`: from an observation to logits and outcome
"""

from carrozza.bots.neural.flat.shapes import about_flat, check_flat, flat_shapes, most_spec

__all__ = ["about_flat", "check_flat", "flat_shapes", "most_spec"]
