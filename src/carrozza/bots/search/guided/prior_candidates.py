"""Candidates by the policy: the likeliest action is the reference, and the others are as promising as they are likely.

A difference in logits is taken for a difference in worth, so the posterior mean weighs what the policy says against
what the games show.
"""

from carrozza.bots.neural.choosing import likeliest
from carrozza.bots.neural.forward import Room
from carrozza.bots.search.candidates import grow_root, insert_candidate, write_candidate
from carrozza.bots.search.guided.guidance import Guidance
from carrozza.bots.search.workspace import REFERENCE, Workspace
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import NONE, lowest, without_lowest
from carrozza.kernel.compiled import entry, rule


@rule
def drop_unlikely(work: Workspace, guidance: Guidance, number: int) -> int:
    """Cut off the candidates with the lowest prior means, but one rival stays; returns how many are left."""
    candidates = work.candidates
    while number > 2 and candidates[number - 1].prior_mean < guidance.lowest_mean:
        number -= 1
    if number > 1:
        candidates[1].prior_mean = max(candidates[1].prior_mean, guidance.lowest_mean)
    return number


@entry
def list_by_policy(work: Workspace, guidance: Guidance, room: Room, planned: int) -> None:
    """Begin a search where slot 0 of the room holds what the network says of the root; `planned` is the planner's
    choice."""
    candidates, mask = work.candidates, work.root_mask
    favourite = likeliest(room.logits[0], mask)
    write_candidate(candidates[REFERENCE], favourite, 0.0, 0.0)
    number = 1
    for word in range(WORDS):
        actions = mask[word]
        while actions != NONE:
            action = word * 64 + lowest(actions)
            actions = without_lowest(actions)
            if action != favourite:
                mean = guidance.scale * (room.logits[0, action] - room.logits[0, favourite])
                if action == planned:
                    mean = max(mean, guidance.planner_mean)
                number = insert_candidate(candidates, number, action, mean, guidance.deviation)
    number = drop_unlikely(work, guidance, number)
    work.progress.candidates = number
    work.progress.worlds = 0
    work.progress.seat = work.root.viewer
    work.progress.settled = 1 if number == 1 else 0
    grow_root(work)
