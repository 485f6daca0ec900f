"""The planner's weights, by name. `specs/parameters.py` says what each means."""

from typing import Final

from carrozza.bots.compiled.memory import Memory
from carrozza.bots.specs.parameters import PLANNER
from carrozza.kernel.compiled import rule

NAMES: Final = tuple(name for name, _ in PLANNER)

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
PATH: Final = NAMES.index("path")
LAST_PATH: Final = NAMES.index("last_path")


@rule
def weigh(memory: Memory, weight: int) -> float:
    return float(memory.weights[weight])
