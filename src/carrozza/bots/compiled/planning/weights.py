"""The planner's character: what it weighs, in points unless it says otherwise.

The numbers come from an evolution (`python -m benchmarks.evolve`): 64 generations of 48 characters against their
parents, on all boards with two seats and most with four.
"""

from typing import Final

from carrozza.bots.compiled.memory import Mind
from carrozza.kernel.compiled import rule

PARAMETERS: Final[tuple[tuple[str, float], ...]] = (
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
    ("globetrotter", 3.311),  # one more ticket, where most tickets earn a bonus
    ("carelessness", 0.0),  # the chance to play any legal move instead
    ("station", 3.812),  # a station, beyond its points and cards
    ("risk", 0.418),  # the chance of failing in a tunnel that it takes without haste
    ("caution", 0.964),  # how many times the turns it needs a new ticket must have left
    ("focus", 3.645),  # turns the plan may still need while it thinks of more tickets
    ("leisure", 5.078),  # turns that must be left beyond the plan's for more tickets
    ("filler_card", 0.732),  # the use of a card for a route outside the plan
    ("wild", 1.003),  # the use of a locomotive, to that of the best card
)

NAMES: Final = tuple(name for name, _ in PARAMETERS)

TURN_WORTH: Final = NAMES.index("turn")
CARD: Final = NAMES.index("card")
TRAIN: Final = NAMES.index("train")
POINTS: Final = NAMES.index("points")
HAND: Final = NAMES.index("hand")
LOCOMOTIVE_WORTH: Final = NAMES.index("locomotive")
CONTEST: Final = NAMES.index("contest")
TICKET_RISK: Final = NAMES.index("ticket_risk")
DOUBT: Final = NAMES.index("doubt")
PACE: Final = NAMES.index("pace")
SLACK: Final = NAMES.index("slack")
HUNGER: Final = NAMES.index("hunger")
FILLER: Final = NAMES.index("filler")
SPARE_COLOUR: Final = NAMES.index("spare_colour")
SHORTAGE: Final = NAMES.index("shortage")
PATIENCE: Final = NAMES.index("patience")
URGENCY: Final = NAMES.index("urgency")
BLOCKING: Final = NAMES.index("blocking")
MARKER_WORTH: Final = NAMES.index("marker")
HASTE: Final = NAMES.index("haste")
ADJACENCY: Final = NAMES.index("adjacency")
GLOBETROTTER: Final = NAMES.index("globetrotter")
CARELESSNESS: Final = NAMES.index("carelessness")
STATION: Final = NAMES.index("station")
RISK: Final = NAMES.index("risk")
CAUTION: Final = NAMES.index("caution")
FOCUS: Final = NAMES.index("focus")
LEISURE: Final = NAMES.index("leisure")
FILLER_CARD: Final = NAMES.index("filler_card")
WILD: Final = NAMES.index("wild")


@rule
def weigh(mind: Mind, weight: int) -> float:
    return float(mind.weights[weight])
