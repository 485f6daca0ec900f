"""What the model cards say in words."""

from typing import Final

INTRODUCTION: Final = """\
<!-- Made by `python -m docs.models`; do not edit. -->
# The networks that come with the game

The bot [`neural`](neural.md) plays with these. Each was trained for one board by [`carrozza train`](learning.md), on
one GPU where nothing else is said, and plays with all the numbers of players that it was trained for. Playing needs no
GPU.

How strong they are was measured in the [arena](arena.md) on deals that no training plays, each from every seat, with
the network's likeliest action at every decision. Numbers in parentheses are 95% intervals. A fair share is what a
player wins who is as strong as the others. To measure it again:

```text
python -m benchmarks.learning.contests src/carrozza/bots/neural/files --out docs/cards/results.json
python -m docs.models
```
"""

GENERAL_INTRODUCTION: Final = """\
One more is for [any board](networks.md), `general.npz`, and plays on those that have no network of their own: see
[its card](#any-board).
"""

GENERAL_STRENGTH: Final = """\
Against `planner` 60% is asked on boards that the training never met, nor a part of them; synthetic boards of these
seeds are refused by every training. Beside it stands what the board's own network wins.
"""

AFTER_ASKED: Final = """\
Most of what is told of Europe and of Italy was measured before what styles add was multiplied and before the weights of
cells that are always 0 were written as 0; what is told of USA, before its styles were multiplied. It stands under the
digest of the file after that, which changes nothing of plain play. Styles were measured as they are.

A mark says whether the number reaches what was asked before the training: against `planner` with two seats an interval
that lies above 85% on USA and Old West and above 75% elsewhere; half of the games against three planners; 60% against
`search:2s` without a network, which was the level `expert` before there were networks; 90% against each bot that was
never met in training; a calibration error under 3%; a decision, from the view to the move, within 1 ms.

`search:2s` thinks for up to two seconds a move, which two cores cannot do for hundreds of games: so `search` has a time
for its games too, as many deals count as were played from every seat, and the intervals are wide. The column has the
search that thought longest of those that were played; `search:200` and `search:500` play so many imagined games a move,
in about 25 and 60 ms. Searching bots play these games on with `planner`, which the training has met.
"""

LIMITS: Final[dict[str, tuple[str, ...]]] = {
    "old-west": (
        "The weakest of the networks for one board, most of all with four players against planners: on the GPU it met "
        "planners with two players alone. Only its trainings on a CPU had observations with `routes.pays`, "
        "`routes.network_way` and `tickets.network_distance`.",
    ),
    "general": (
        "It was trained with two and with four players, on one core of a CPU and then for five minutes on a GPU. It "
        "does not reach the networks for one board.",
    ),
}
"""Of single networks, by the name of the file."""

LIMITS_OF_ALL: Final = (
    "Not tried against people. It knows this board alone, and an edited one is refused. It looks no move ahead, and "
    "may play badly what happens rarely in its own games. It was trained once, with one seed."
)
LIMITS_OF_GENERAL: Final = (
    "Not tried against people. It looks no move ahead, and may play badly what happens rarely in its own games, or on "
    "a board unlike all of those it was trained on. It knows no styles. It was trained once, with one seed."
)
