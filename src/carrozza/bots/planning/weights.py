"""The planner's character: what it weighs, in points unless it says otherwise."""

from typing import Final

PARAMETERS: Final[tuple[tuple[str, float], ...]] = (
    ("turn", 2.0),
    ("card", 1.0),
    ("train", 0.6),
    ("points", 1.0),
    ("hand", 0.5),
    ("locomotive", 1.5),
    ("contest", 0.3),
    ("ticket_risk", 4.0),
    ("doubt", 0.01),
    ("pace", 4.0),
    ("slack", 1.0),
    ("hunger", 100.0),
    ("filler", 0.0),
    ("spare_colour", 0.15),
    ("shortage", 1.0),
    ("patience", 2.0),
    ("urgency", 1.0),
    ("blocking", 0.0),
    ("marker", 1.0),
    ("haste", 0.3),
    ("adjacency", 0.8),
    ("globetrotter", 3.0),
    ("carelessness", 0.0),
    ("station", 3.0),
    ("risk", 0.4),
    ("caution", 1.4),
    ("focus", 5.0),
    ("leisure", 6.0),
    ("filler_card", 0.6),
    ("wild", 1.2),
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
