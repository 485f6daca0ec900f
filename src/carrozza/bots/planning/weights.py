"""The planner's character: what it weighs, in points unless it says otherwise."""

from typing import Final

from carrozza.bots.mind import Mind
from carrozza.kernel.compiled import rule

PARAMETERS: Final[tuple[tuple[str, float], ...]] = (
    ("turn", 3.874),
    ("card", 1.316),
    ("train", 0.076),
    ("points", 0.764),
    ("hand", 0.301),
    ("locomotive", 3.319),
    ("contest", 0.329),
    ("ticket_risk", 5.873),
    ("doubt", 0.001),
    ("pace", 9.623),
    ("slack", 0.742),
    ("hunger", 6.726),
    ("filler", -0.111),
    ("spare_colour", 0.418),
    ("shortage", 1.446),
    ("patience", 1.004),
    ("urgency", 1.07),
    ("blocking", 0.078),
    ("marker", 0.844),
    ("haste", 0.122),
    ("adjacency", 0.607),
    ("globetrotter", 3.311),
    ("carelessness", 0.0),
    ("station", 3.812),
    ("risk", 0.418),
    ("caution", 0.964),
    ("focus", 3.645),
    ("leisure", 5.078),
    ("filler_card", 0.732),
    ("wild", 1.003),
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
