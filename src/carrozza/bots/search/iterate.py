"""One iteration: imagine a world, try a candidate in it, play the game to its end, and remember what it was worth."""

import math
from typing import Final

from carrozza.bots.compiled.decide import decide, step
from carrozza.bots.search.candidates import next_candidate
from carrozza.bots.search.imagining.draws import deal_turn
from carrozza.bots.search.imagining.worlds import imagine_world
from carrozza.bots.search.prior import prior_mean
from carrozza.bots.search.tree import NO_NODE, NODES, Node, add_child, find_child, note_value, seen_as
from carrozza.bots.search.workspace import KEPT_WORLDS, REFERENCE, WORLDS, Candidate, Workspace
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import NONE, has, lowest, without_lowest
from carrozza.kernel.chance import stream
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import whole
from carrozza.kernel.legal import legal
from carrozza.kernel.scoring import score
from carrozza.kernel.state import NOBODY, OVER, TURN
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view

TURNS_OF_A_SEAT: Final = 100
"""No game goes on for so long but one in which everybody only hoards, or tries a tunnel in vain for ever."""


@rule
def set_world(work: Workspace, world: int) -> None:
    """The same number gives the same world and the same random numbers for every seat in it."""
    seed = stream(work.progress.seed, world)
    work.progress.world_seed = seed
    if world < work.progress.worlds:
        work.states[0] = work.worlds[world]
    else:
        work.states[0] = work.root
        imagine_world(work, seed, work.states[0])
        if world == work.progress.worlds and world < KEPT_WORLDS:
            work.worlds[world] = work.states[0]
            work.progress.worlds += 1
    for seat in range(work.root.seats):
        work.memories[seat] = work.root_memories[seat]
        work.memories[seat].rng = stream(seed, seat)


@rule
def likeliest_new(work: Workspace, node: int) -> int:
    """The legal action with the best prior mean that this node has not tried; -1 where all were."""
    memory = work.memories[work.progress.seat]
    best, highest = NOBODY, -1000.0
    for word in range(WORDS):
        actions = work.mask[word]
        while actions != NONE:
            action = word * 64 + lowest(actions)
            actions = without_lowest(actions)
            mean = prior_mean(work.views[0], memory, action)
            if mean > highest and find_child(work.nodes, node, action) == NO_NODE:
                best, highest = action, mean
    return best


@rule
def worth_trying(work: Workspace, child: Node, usual: float, favourite: int) -> float:
    """What its visits were worth, near the prior mean while they are few, and more the less it was tried."""
    settings = work.settings
    action = whole(child.action)
    expected, share = usual, settings.planner_share
    if action != favourite:
        expected += prior_mean(work.views[0], work.memories[work.progress.seat], action)
        share = 1.0 - settings.planner_share
    mean = (child.value + settings.prior_visits * expected) / (child.visits + settings.prior_visits)
    return mean + settings.exploration * share * math.sqrt(child.offered) / (1 + child.visits)


@rule
def choose_below(work: Workspace, node: int, favourite: int) -> int:
    """An own decision in the tree: the planner's choice has most of the attention, and the number of its rivals grows
    with the visits."""
    nodes = work.nodes
    usual = nodes[node].value / nodes[node].visits
    rivals, best, highest = 0, favourite, -1000.0
    child = whole(nodes[node].first)
    while child != NO_NODE:
        action = whole(nodes[child].action)
        if has(work.mask[action // 64], action % 64):
            nodes[child].offered += 1
            rivals += action != favourite
            worth = worth_trying(work, nodes[child], usual, favourite)
            if worth > highest:
                best, highest = action, worth
        child = whole(nodes[child].following)
    if rivals < work.settings.width * math.sqrt(nodes[node].visits):
        fresh = likeliest_new(work, node)
        if fresh != NOBODY:
            return fresh
    return best


@rule
def descend(work: Workspace, node: int) -> int:
    """Play on within the tree, to a new node of it; returns that node."""
    state = work.states[0]
    for _ in range(work.settings.depth):
        if state.phase == OVER:
            break
        if state.phase == TURN:
            deal_turn(state, work.progress.world_seed, work.counts)
        seat = whole(state.actor)
        legal(work.board, state, work.mask)
        make_view(state, seat, work.views[0])
        action = decide(work.board, work.graph, work.views[0], work.mask, work.memories[seat], work.scratch)
        own = seat == work.progress.seat
        if own and work.nodes[node].visits >= work.settings.branching_visits:
            action = choose_below(work, node, action)
        play(work.board, state, action)
        key = seen_as(action, own)
        child = find_child(work.nodes, node, key)
        if child == NO_NODE:
            if work.progress.nodes < NODES:
                child = whole(work.progress.nodes)
                add_child(work.nodes, child, node, key, seat)
                work.progress.nodes += 1
                node = child
            break
        node = child
    return node


@rule
def play_on(work: Workspace) -> None:
    """To the end, with planners in all seats; a game that does not get there is scored as it stands."""
    state = work.states[0]
    longest = whole(work.root.turns) + TURNS_OF_A_SEAT * whole(work.root.seats)
    while state.phase != OVER and state.turns < longest:
        if state.phase == TURN:
            deal_turn(state, work.progress.world_seed, work.counts)
        step(work.board, work.graph, state, work.memories, work.views, work.mask, work.scratch)


@rule
def value_game(work: Workspace) -> None:
    """A win (shared where it is), and the margin over the best of the others, bent so that ever more is worth ever
    less."""
    progress, scores, settings = work.progress, work.scores, work.settings
    seat = whole(progress.seat)
    winners, best = 0, -(1 << 14)
    for other in range(work.root.seats):
        winners += whole(scores.winner[other])
        if other != seat:
            best = max(best, whole(scores.total[other]))
    progress.margin = whole(scores.total[seat]) - best
    progress.win = whole(scores.winner[seat]) / winners
    bent = 1.0 / (1.0 + math.exp(-progress.margin / settings.scale))
    progress.value = settings.wins * progress.win + (1.0 - settings.wins) * bent


@rule
def try_candidate(work: Workspace, candidate: Candidate) -> None:
    """Play the candidate's next world to its end."""
    state = work.states[0]
    set_world(work, whole(candidate.visits))
    play(work.board, state, whole(candidate.action))
    node = descend(work, whole(candidate.node))
    play_on(work)
    score(work.board, state, work.scores, work.workings)
    value_game(work)
    note_value(work.nodes, node, work.progress.value)
    candidate.visits += 1
    candidate.value += work.progress.value
    candidate.margin += work.progress.margin
    candidate.wins += work.progress.win


@rule
def try_reference(work: Workspace) -> None:
    candidate = work.candidates[REFERENCE]
    try_candidate(work, candidate)
    work.reference[candidate.visits - 1] = work.progress.value


@rule
def try_rival(work: Workspace, candidate: Candidate) -> None:
    """In a world the reference has been tried in."""
    try_candidate(work, candidate)
    edge = work.progress.value - work.reference[candidate.visits - 1]
    candidate.edge += edge
    candidate.edge_squared += edge * edge


@entry
def iterate(work: Workspace, games: int) -> int:
    """Play so many games, or fewer where the search is settled; returns how many."""
    played = 0
    while played < games and not work.progress.settled:
        i = next_candidate(work)
        if work.progress.settled:
            break
        if work.candidates[i].visits >= WORLDS:
            work.progress.settled = 1
        elif work.candidates[i].visits >= work.candidates[REFERENCE].visits:
            try_reference(work)
        else:
            try_rival(work, work.candidates[i])
        played += 1
    return played
