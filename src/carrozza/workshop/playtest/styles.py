"""The styles in which the bots of a playtest play."""

from typing import Final

from carrozza.arena.checks import ArenaError
from carrozza.bots.specs.checked import parse_spec

STYLES: Final[dict[str, str]] = {
    "planner": "planner",
    "collector": "planner(hunger=0,leisure=2,ticket_risk=2)",
    "builder": "planner(adjacency=2,filler=-3,hunger=60,points=1.1)",
    "blocker": "planner(blocking=1,contest=1,urgency=3)",
}
"""As the planner is; eager for more tickets; content with the first tickets, for long routes and a long path; and one
that takes what others may need."""
FLOOR: Final = "random"
"""Sits at one seat of some games, to show how much playing well counts."""


def style_specs(bots: list[str] | None) -> dict[str, str]:
    """The styles by name: ours, or those asked for, by the name of one of ours or as a spec."""
    if not bots:
        return dict(STYLES)
    chosen = {}
    for text in bots:
        spec = parse_spec(STYLES.get(text, text))
        if not spec.compiled:
            raise ArenaError(
                f"'{text}' is not compiled: a playtest is played by {', '.join(STYLES)}, planner(...), greedy or random"
            )
        chosen[text if text in STYLES else str(spec)] = str(spec)
    return chosen
