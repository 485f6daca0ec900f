"""The compiled bots and what can be set of each: kept apart from the compiled code, so that a spec is checked at once.

The planner's numbers come from an evolution (`python -m benchmarks.evolve`): 64 generations of 48 sets of weights
against their parents, on all boards with two seats and most with four. `globetrotter`, `filler_card`, `path` and
`last_path` were set by contests with what came out of it, on all boards with two and four seats.
"""

from typing import Final

Parameters = tuple[tuple[str, float], ...]
"""Names and usual values, in the order of a memory's weights.

The order is part of the planner's machine code: `kernel.compiled` looks for its own name here to renew the cache.
"""

PLANNER: Final[Parameters] = (
    ("turn", 3.874),  # a turn
    ("card", 1.316),  # a card
    ("train", 0.076),  # a train
    ("points", 0.764),  # how much a route's own points lower its price
    ("hand", 0.301),  # how much of a card's price is saved where it is at hand
    ("locomotive", 3.319),  # a locomotive, beyond what any card is worth
    ("contest", 0.329),  # a rival's network at one of a route's cities, in its price
    ("ticket_risk", 5.873),  # what holding one more ticket costs
    ("doubt", 0.001),  # the chance to fail with a ticket, for each space still to be claimed
    ("pace", 9.623),  # spaces a claim of others', in telling how long the game will last
    ("slack", 0.742),  # turns a plan may take beyond those that seem to be left
    ("hunger", 6.726),  # what drawing tickets must promise beyond the turn it takes
    ("filler", -0.111),  # what a route outside the plan must bring beyond its price, while the plan is unfinished
    ("spare_colour", 0.418),  # the use of a card no route asks for
    ("shortage", 1.446),  # a card taken from another route of the plan
    ("patience", 1.004),  # what a payment may take from the plan before it waits
    ("urgency", 1.07),  # a rival's network at one of a route's cities, in choosing what to claim first
    ("blocking", 0.078),  # the same for routes outside the plan: taking what others may need
    ("marker", 0.844),  # how much of the traffic of a city a marker is thought to earn
    ("haste", 0.122),  # a train spent outside the plan: it ends the game sooner
    ("adjacency", 0.607),  # a route outside the plan that makes the network longer
    ("globetrotter", 5.0),  # one more ticket, where most tickets earn a bonus
    ("carelessness", 0.0),  # the chance to play any legal move instead
    ("station", 3.812),  # a station, beyond its points and cards
    ("risk", 0.418),  # the chance of failing in a tunnel that it takes without haste
    ("caution", 0.964),  # how many times the turns it needs a new ticket must have left
    ("focus", 3.645),  # turns the plan may still need while it thinks of more tickets
    ("leisure", 5.078),  # turns that must be left beyond the plan's for more tickets
    ("filler_card", 0.85),  # the use of a card for a route outside the plan
    ("wild", 1.003),  # the use of a locomotive, to that of the best card
    ("path", 1.5),  # an end of a route outside the plan at which the longest path may go on
    ("last_path", 4.0),  # the same in the last turn
)
"""In points, unless it says otherwise."""

COMPILED: Final[dict[str, Parameters]] = {"random": (), "greedy": (), "planner": PLANNER}
