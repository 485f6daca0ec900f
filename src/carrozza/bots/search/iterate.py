"""One iteration: imagine a world, try a candidate in it, play the game to its end, and remember what it was worth."""

import math
from typing import Final

from carrozza.bots.compiled.decide import decide, step
from carrozza.bots.search.candidates import next_candidate
from carrozza.bots.search.draws import deal_turn
from carrozza.bots.search.prior import guess
from carrozza.bots.search.tree import NO_NODE, NODES, Node, add_child, find_child, note_value, seen_as
from carrozza.bots.search.workspace import KEPT_WORLDS, REFERENCE, WORLDS, Bench, Candidate
from carrozza.bots.search.worlds import imagine_world
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
def set_world(bench: Bench, world: int) -> None:
    """The same number gives the same world, and everybody in it the same luck."""
    seed = stream(bench.thought.seed, world)
    bench.thought.luck = seed
    if world < bench.thought.worlds:
        bench.states[0] = bench.worlds[world]
    else:
        bench.states[0] = bench.root
        imagine_world(bench, seed, bench.states[0])
        if world == bench.thought.worlds and world < KEPT_WORLDS:
            bench.worlds[world] = bench.states[0]
            bench.thought.worlds += 1
    for seat in range(bench.root.seats):
        bench.minds[seat] = bench.root_minds[seat]
        bench.minds[seat].rng = stream(seed, seat)


@rule
def likeliest_new(bench: Bench, node: int) -> int:
    """The legal action with the best guess that this node has not tried; -1 where all were."""
    mind = bench.minds[bench.thought.seat]
    best, highest = NOBODY, -1000.0
    for word in range(WORDS):
        actions = bench.mask[word]
        while actions != NONE:
            action = word * 64 + lowest(actions)
            actions = without_lowest(actions)
            guessed = guess(bench.views[0], mind, action)
            if guessed > highest and find_child(bench.nodes, node, action) == NO_NODE:
                best, highest = action, guessed
    return best


@rule
def worth_trying(bench: Bench, child: Node, usual: float, favourite: int) -> float:
    """What its visits were worth, near the guess while they are few, and more the less it was tried."""
    settings = bench.settings
    action = whole(child.action)
    expected, share = usual, settings.trust
    if action != favourite:
        expected += guess(bench.views[0], bench.minds[bench.thought.seat], action)
        share = 1.0 - settings.trust
    mean = (child.value + settings.firmness * expected) / (child.visits + settings.firmness)
    return mean + settings.curiosity * share * math.sqrt(child.offered) / (1 + child.visits)


@rule
def choose_below(bench: Bench, node: int, favourite: int) -> int:
    """An own decision in the tree: the planner's choice has most of the attention, and the number of its rivals grows
    with the visits."""
    nodes = bench.nodes
    usual = nodes[node].value / nodes[node].visits
    rivals, best, highest = 0, favourite, -1000.0
    child = whole(nodes[node].first)
    while child != NO_NODE:
        action = whole(nodes[child].action)
        if has(bench.mask[action // 64], action % 64):
            nodes[child].offered += 1
            rivals += action != favourite
            worth = worth_trying(bench, nodes[child], usual, favourite)
            if worth > highest:
                best, highest = action, worth
        child = whole(nodes[child].following)
    if rivals < bench.settings.width * math.sqrt(nodes[node].visits):
        fresh = likeliest_new(bench, node)
        if fresh != NOBODY:
            return fresh
    return best


@rule
def descend(bench: Bench, node: int) -> int:
    """Play on within the tree, to a new node of it; returns that node."""
    state = bench.states[0]
    for _ in range(bench.settings.depth):
        if state.phase == OVER:
            break
        if state.phase == TURN:
            deal_turn(state, bench.thought.luck, bench.counts)
        seat = whole(state.actor)
        legal(bench.board, state, bench.mask)
        make_view(state, seat, bench.views[0])
        action = decide(bench.board, bench.roads, bench.views[0], bench.mask, bench.minds[seat], bench.work)
        own = seat == bench.thought.seat
        if own and bench.nodes[node].visits >= bench.settings.bushy:
            action = choose_below(bench, node, action)
        play(bench.board, state, action)
        key = seen_as(action, own)
        child = find_child(bench.nodes, node, key)
        if child == NO_NODE:
            if bench.thought.nodes < NODES:
                child = whole(bench.thought.nodes)
                add_child(bench.nodes, child, node, key, seat)
                bench.thought.nodes += 1
                node = child
            break
        node = child
    return node


@rule
def play_on(bench: Bench) -> None:
    """To the end, with planners in all seats; a game that does not get there is scored as it stands."""
    state = bench.states[0]
    longest = whole(bench.root.turns) + TURNS_OF_A_SEAT * whole(bench.root.seats)
    while state.phase != OVER and state.turns < longest:
        if state.phase == TURN:
            deal_turn(state, bench.thought.luck, bench.counts)
        step(bench.board, bench.roads, state, bench.minds, bench.views, bench.mask, bench.work)


@rule
def value_game(bench: Bench) -> None:
    """A win (shared where it is), and the margin over the best of the others, bent so that ever more is worth ever
    less."""
    thought, scores, settings = bench.thought, bench.scores, bench.settings
    seat = whole(thought.seat)
    winners, best = 0, -(1 << 14)
    for other in range(bench.root.seats):
        winners += whole(scores.winner[other])
        if other != seat:
            best = max(best, whole(scores.total[other]))
    thought.margin = whole(scores.total[seat]) - best
    thought.win = whole(scores.winner[seat]) / winners
    bent = 1.0 / (1.0 + math.exp(-thought.margin / settings.scale))
    thought.value = settings.wins * thought.win + (1.0 - settings.wins) * bent


@rule
def try_candidate(bench: Bench, candidate: Candidate) -> None:
    """Play the candidate's next world to its end."""
    state = bench.states[0]
    set_world(bench, whole(candidate.visits))
    play(bench.board, state, whole(candidate.action))
    node = descend(bench, whole(candidate.node))
    play_on(bench)
    score(bench.board, state, bench.scores, bench.workings)
    value_game(bench)
    note_value(bench.nodes, node, bench.thought.value)
    candidate.visits += 1
    candidate.value += bench.thought.value
    candidate.margin += bench.thought.margin
    candidate.wins += bench.thought.win


@rule
def try_reference(bench: Bench) -> None:
    candidate = bench.candidates[REFERENCE]
    try_candidate(bench, candidate)
    bench.reference[candidate.visits - 1] = bench.thought.value


@rule
def try_rival(bench: Bench, candidate: Candidate) -> None:
    """In a world the reference has been tried in."""
    try_candidate(bench, candidate)
    edge = bench.thought.value - bench.reference[candidate.visits - 1]
    candidate.edge += edge
    candidate.edge_squared += edge * edge


@entry
def iterate(bench: Bench, games: int) -> int:
    """Play so many games, or fewer where the search is settled; returns how many."""
    played = 0
    while played < games and not bench.thought.settled:
        i = next_candidate(bench)
        if bench.thought.settled:
            break
        if bench.candidates[i].visits >= WORLDS:
            bench.thought.settled = 1
        elif bench.candidates[i].visits >= bench.candidates[REFERENCE].visits:
            try_reference(bench)
        else:
            try_rival(bench, bench.candidates[i])
        played += 1
    return played
