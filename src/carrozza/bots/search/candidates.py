"""Candidates: the actions worth trying at the root, and which of them to try next.

Each is measured by its edge over the planner's choice in the same imagined worlds: a lucky deal counts for both. The
posterior mean lies between the prior mean and the mean edge; it moves towards the latter with every game.
"""

import math

from carrozza.bots.search.prior import deviation_of, mean_of, prior_kind
from carrozza.bots.search.tree import ROOT, add_child, write_node
from carrozza.bots.search.workspace import CANDIDATES, REFERENCE, Candidate, Workspace
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import NONE, lowest, without_lowest
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.state import NOBODY

PRIOR_GAMES = 8.0
USUAL_SQUARE = 0.06
"""What the square of an edge is taken for before there are many: as if from so many games."""


@rule
def write_candidate(candidate: Candidate, action: int, mean: float, deviation: float) -> None:
    candidate.action = action
    candidate.prior_mean = mean
    candidate.prior_deviation = deviation
    candidate.edge = 0.0
    candidate.edge_squared = 0.0
    candidate.value = 0.0
    candidate.margin = 0.0
    candidate.wins = 0.0
    candidate.visits = 0


@rule
def upper_estimate(candidate: Candidate) -> float:
    """How good it may well turn out to be."""
    return candidate.prior_mean + candidate.prior_deviation


@rule
def insert_candidate(candidates: Grid, number: int, action: int, mean: float, deviation: float) -> int:
    """Keep the list sorted by upper estimate, the reference first; what exceeds the list falls off its end."""
    if number == CANDIDATES and mean + deviation <= upper_estimate(candidates[number - 1]):
        return number
    place = min(number, CANDIDATES - 1)
    while place > 1 and upper_estimate(candidates[place - 1]) < mean + deviation:
        candidates[place] = candidates[place - 1]
        place -= 1
    write_candidate(candidates[place], action, mean, deviation)
    return min(number + 1, CANDIDATES)


@entry
def list_candidates(work: Workspace, favourite: int) -> None:
    """Begin a search: the favourite, which is the planner's choice, is the reference."""
    candidates = work.candidates
    write_candidate(candidates[REFERENCE], favourite, 0.0, 0.0)
    number = 1
    memory = work.root_memories[work.root.viewer]
    for word in range(WORDS):
        actions = work.root_mask[word]
        while actions != NONE:
            action = word * 64 + lowest(actions)
            actions = without_lowest(actions)
            if action != favourite:
                kind = prior_kind(work.root, memory, action)
                number = insert_candidate(candidates, number, action, mean_of(kind), deviation_of(kind))
    work.progress.candidates = number
    work.progress.worlds = 0
    work.progress.seat = work.root.viewer
    work.progress.settled = 1 if number == 1 else 0
    grow_root(work)


@rule
def grow_root(work: Workspace) -> None:
    write_node(work.nodes[ROOT], NOBODY, NOBODY, NOBODY, NOBODY)
    for i in range(work.progress.candidates):
        add_child(work.nodes, i + 1, ROOT, whole(work.candidates[i].action), whole(work.progress.seat))
        work.candidates[i].node = i + 1
    work.progress.nodes = whole(work.progress.candidates) + 1


@rule
def usual_square(candidates: Grid, number: int) -> float:
    """What the square of an edge is on average."""
    total, games = PRIOR_GAMES * USUAL_SQUARE, PRIOR_GAMES
    for i in range(1, number):
        total += candidates[i].edge_squared
        games += candidates[i].visits
    return total / games


@rule
def precision(candidate: Candidate, usual: float) -> float:
    """How much one game tells: the less its edges are scattered, the more."""
    return (PRIOR_GAMES + candidate.visits) / (PRIOR_GAMES * usual + candidate.edge_squared)


@rule
def posterior_mean(candidate: Candidate, usual: float) -> float:
    weight = precision(candidate, usual)
    prior_weight = 1.0 / (candidate.prior_deviation * candidate.prior_deviation)
    return (candidate.prior_mean * prior_weight + candidate.edge * weight) / (prior_weight + candidate.visits * weight)


@rule
def posterior_variance(candidate: Candidate, usual: float) -> float:
    """The variance of the posterior mean."""
    return 1.0 / (
        1.0 / (candidate.prior_deviation * candidate.prior_deviation) + candidate.visits * precision(candidate, usual)
    )


@rule
def leading(work: Workspace, usual: float) -> int:
    """The candidate believed to be best."""
    best, highest = REFERENCE, 0.0
    for i in range(1, work.progress.candidates):
        believed = posterior_mean(work.candidates[i], usual)
        if believed > highest:
            best, highest = i, believed
    return best


@entry
def best_candidate(work: Workspace) -> int:
    return leading(work, usual_square(work.candidates, whole(work.progress.candidates)))


@rule
def next_candidate(work: Workspace) -> int:
    """The leader, or the one that may still overtake it: whichever is known less. Settles the search where none may."""
    candidates = work.candidates
    usual = usual_square(candidates, whole(work.progress.candidates))
    leader = leading(work, usual)
    lead, vague = 0.0, 0.0
    if leader != REFERENCE:
        lead = posterior_mean(candidates[leader], usual)
        vague = posterior_variance(candidates[leader], usual)
    rival, hoped, open_still = NOBODY, -10.0, False
    for i in range(work.progress.candidates):
        if i != leader:
            behind, spread = -lead, math.sqrt(vague)
            if i != REFERENCE:
                behind += posterior_mean(candidates[i], usual)
                spread = math.sqrt(vague + posterior_variance(candidates[i], usual))
            open_still = open_still or behind + work.settings.certainty * spread > 0.0
            if behind + work.settings.optimism * spread > hoped:
                rival, hoped = i, behind + work.settings.optimism * spread
    if not open_still:
        work.progress.settled = 1
    if leader == REFERENCE:
        return rival
    if rival == REFERENCE or posterior_variance(candidates[rival], usual) < vague:
        return leader
    return rival
