"""Candidates: the actions worth trying at the root, and which of them to try next.

Each is measured by its edge over the planner's choice in the same imagined worlds, so that good luck counts for both.
What is believed of it lies between the guess and the mean edge, the closer to the latter the more games it was given.
"""

import math

from carrozza.bots.search.prior import doubt_of, guess_of, sort_of
from carrozza.bots.search.tree import ROOT, add_child, write_node
from carrozza.bots.search.workspace import CANDIDATES, REFERENCE, Bench, Candidate
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import NONE, lowest, without_lowest
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.state import NOBODY

PRIOR_GAMES = 8.0
USUAL_SQUARE = 0.06
"""What the square of an edge is taken for before there are many: as if from so many games."""


@rule
def write_candidate(candidate: Candidate, action: int, guessed: float, doubted: float) -> None:
    candidate.action = action
    candidate.guess = guessed
    candidate.doubt = doubted
    candidate.edge = 0.0
    candidate.edge_squared = 0.0
    candidate.value = 0.0
    candidate.margin = 0.0
    candidate.wins = 0.0
    candidate.visits = 0


@rule
def promise(candidate: Candidate) -> float:
    """How good it may well turn out to be."""
    return candidate.guess + candidate.doubt


@rule
def insert_candidate(candidates: Grid, number: int, action: int, guessed: float, doubted: float) -> int:
    """Keep the list in the order of promise, the reference first; what is too much falls off its end."""
    if number == CANDIDATES and guessed + doubted <= promise(candidates[number - 1]):
        return number
    place = min(number, CANDIDATES - 1)
    while place > 1 and promise(candidates[place - 1]) < guessed + doubted:
        candidates[place] = candidates[place - 1]
        place -= 1
    write_candidate(candidates[place], action, guessed, doubted)
    return min(number + 1, CANDIDATES)


@entry
def list_candidates(bench: Bench, favourite: int) -> None:
    """Begin a search: the favourite, which is the planner's choice, is the reference."""
    candidates = bench.candidates
    write_candidate(candidates[REFERENCE], favourite, 0.0, 0.0)
    number = 1
    mind = bench.root_minds[bench.root.viewer]
    for word in range(WORDS):
        actions = bench.root_mask[word]
        while actions != NONE:
            action = word * 64 + lowest(actions)
            actions = without_lowest(actions)
            if action != favourite:
                sort = sort_of(bench.root, mind, action)
                number = insert_candidate(candidates, number, action, guess_of(sort), doubt_of(sort))
    bench.thought.candidates = number
    bench.thought.worlds = 0
    bench.thought.seat = bench.root.viewer
    bench.thought.settled = 1 if number == 1 else 0
    grow_root(bench)


@rule
def grow_root(bench: Bench) -> None:
    write_node(bench.nodes[ROOT], NOBODY, NOBODY, NOBODY, NOBODY)
    for i in range(bench.thought.candidates):
        add_child(bench.nodes, i + 1, ROOT, whole(bench.candidates[i].action), whole(bench.thought.seat))
        bench.candidates[i].node = i + 1
    bench.thought.nodes = whole(bench.thought.candidates) + 1


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
def belief(candidate: Candidate, usual: float) -> float:
    told = precision(candidate, usual)
    firm = 1.0 / (candidate.doubt * candidate.doubt)
    return (candidate.guess * firm + candidate.edge * told) / (firm + candidate.visits * told)


@rule
def uncertainty(candidate: Candidate, usual: float) -> float:
    """The variance of the belief."""
    return 1.0 / (1.0 / (candidate.doubt * candidate.doubt) + candidate.visits * precision(candidate, usual))


@rule
def leading(bench: Bench, usual: float) -> int:
    """The candidate believed to be best."""
    best, highest = REFERENCE, 0.0
    for i in range(1, bench.thought.candidates):
        believed = belief(bench.candidates[i], usual)
        if believed > highest:
            best, highest = i, believed
    return best


@entry
def best_candidate(bench: Bench) -> int:
    return leading(bench, usual_square(bench.candidates, whole(bench.thought.candidates)))


@rule
def next_candidate(bench: Bench) -> int:
    """The leader, or the one that may still overtake it: whichever is known less. Settles the search where none may."""
    candidates = bench.candidates
    usual = usual_square(candidates, whole(bench.thought.candidates))
    leader = leading(bench, usual)
    lead, vague = 0.0, 0.0
    if leader != REFERENCE:
        lead = belief(candidates[leader], usual)
        vague = uncertainty(candidates[leader], usual)
    rival, hoped, open_still = NOBODY, -10.0, False
    for i in range(bench.thought.candidates):
        if i != leader:
            behind, spread = -lead, math.sqrt(vague)
            if i != REFERENCE:
                behind += belief(candidates[i], usual)
                spread = math.sqrt(vague + uncertainty(candidates[i], usual))
            open_still = open_still or behind + bench.settings.certainty * spread > 0.0
            if behind + bench.settings.hope * spread > hoped:
                rival, hoped = i, behind + bench.settings.hope * spread
    if not open_still:
        bench.thought.settled = 1
    if leader == REFERENCE:
        return rival
    if rival == REFERENCE or uncertainty(candidates[rival], usual) < vague:
        return leader
    return rival
