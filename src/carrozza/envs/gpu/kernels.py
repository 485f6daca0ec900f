"""The kernels: each thread of the GPU takes one game. Imported only by the process that compiles them."""

from typing import Any

import numba
import numpy as np
from numba import cuda as numba_cuda
from numba import types

from carrozza.bots.compiled.board_graph import BOARD_GRAPH
from carrozza.bots.compiled.memory import MEMORY
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.bots.compiled.scratch import SCRATCH
from carrozza.envs.gpu.arrays import CHANGES
from carrozza.envs.vectorised.loops import work_through
from carrozza.envs.vectorised.slots import Episode, Options, Slot
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import NONE, count, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.chance import stream
from carrozza.kernel.compiled import entry
from carrozza.kernel.layout import CITIES, SEATS, Grid, Record, cell, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.paths import Workings
from carrozza.kernel.scoring import Scores, score
from carrozza.kernel.setup import clear_table, deal
from carrozza.kernel.state import NOBODY, OVER, State
from carrozza.kernel.turns import play
from carrozza.observation.declaration import Plan
from carrozza.observation.distances import Search
from carrozza.observation.flat import write_flat
from carrozza.observation.lanes import blocks, stale_in, take_distances, take_word
from carrozza.observation.recall import HALVES, Recall, reset_recall
from carrozza.observation.refreshing import (
    are_routes_same,
    begin_following,
    claimed_route,
    end_following,
    end_measuring,
    forget,
    joined_node,
    keep,
    note_ways,
    offered_tickets,
    sources_to_measure,
)
from carrozza.observation.searching import link_nodes
from carrozza.observation.shared_links import link_cities, measure_cities
from carrozza.observation.tokens import write_tokens

cuda: Any = numba_cuda
FIRST = 0
"""The seat that starts, as in the arena's games."""
NEW_TICKETS, NEW_ROUTE, CLOSED_ROUTE = range(CHANGES)
"""Why ways are measured anew: other tickets are held or offered, the seat has claimed a route, or only others have (or
a start city was chosen)."""
NO_CHANGE = -1
SEARCHES = CHANGES
"""Where the number of searches that were asked for is counted."""
WARP = 32
"""Threads that a GPU lets take one way together."""
WORDS_OF_A_ROW = 2 * HALVES


class Generator(Record):
    """All that the random bot needs of a memory."""

    rng: np.uint64 = cell(np.uint64)


def kind_of(record: type[Record]) -> Any:
    return numba.from_dtype(record.dtype)


STATE, SCORES, SEARCH, GENERATOR = kind_of(State), kind_of(Scores), kind_of(Search), kind_of(Generator)


def play_random(
    boards: Grid, seats: int, seed: np.uint64, key: np.uint64, first: int, blank: Grid, decisions: Grid, finals: Grid
) -> None:
    """Games of random bots to the end, the same as the arena's. A key makes each game's seed a long one."""
    board = boards[0]
    states = cuda.local.array(1, STATE)
    state = states[0]
    mask = cuda.local.array(WORDS, types.uint64)
    generators = cuda.local.array(SEATS, GENERATOR)
    for game in range(cuda.grid(1), len(decisions), cuda.gridsize(1)):
        states[0] = blank[0]
        game_seed = stream(seed, first + game)
        clear_table(board, state, seats, game_seed)
        if key != NONE:
            state.rng, state.key_low, state.key_high = NONE, game_seed, key
        deal(board, state, FIRST)
        for seat in range(seats):
            generators[seat].rng = stream(game_seed, seat)
        number = 0
        while state.phase != OVER:
            legal(board, state, mask)
            play(board, state, choose_any(mask, generators[whole(state.actor)]))
            number += 1
        decisions[game] = number
        finals[game] = states[0]


def score_games(boards: Grid, states: Grid, workings: Grid, scores: Grid) -> None:
    thread = cuda.grid(1)
    for game in range(thread, len(states), cuda.gridsize(1)):
        score(boards[0], states[game], scores[game], workings[thread])


def step_games(
    boards: Grid,
    graphs: Grid,
    plans: Grid,
    runs: Grid,
    options: Grid,
    blank: Grid,
    bots: Grid,
    states: Grid,
    slots: Grid,
    memories: Grid,
    recalls: Grid,
    views: Grid,
    scratches: Grid,
    workings: Grid,
    searches: Grid,
    flat: Grid,
    mask_words: Grid,
    mask: Grid,
    observations: Grid,
    tokens: Grid,
    hidden: Grid,
    seat: Grid,
    acted: Grid,
    rewards: Grid,
    terminations: Grid,
    truncations: Grid,
    episodes: Grid,
    work: int,
    actions: Grid,
    seed: np.uint64,
    steps: int,
) -> None:
    """`work_through` with a thread for each slot, or for every so-manieth where there are fewer threads. Observations
    are written by other kernels, so the room for them has one row; and that for bots, where there are none."""
    scores = cuda.local.array(1, SCORES)
    thread = cuda.grid(1)
    own = min(thread, len(views) - 1)
    for at in range(thread, len(states), cuda.gridsize(1)):
        work_through(
            boards[0],
            graphs,
            plans[0],
            runs,
            options[0],
            blank,
            bots,
            states,
            slots,
            memories,
            recalls,
            views[own : own + 1],
            scratches[own : own + 1],
            scores[0],
            workings[thread],
            searches[0],
            flat[0],
            mask_words,
            mask,
            observations,
            tokens,
            hidden,
            seat,
            acted,
            rewards,
            terminations,
            truncations,
            episodes,
            at,
            at + 1,
            work,
            actions,
            seed,
            steps,
        )


@entry
def change_of(board: Board, plan: Plan, state: State, seat: int, recall: Recall) -> int:
    """Why the ways of this seat are to be measured anew. Where they are not, its recall is brought up to date here."""
    if recall.kept == 0 or recall.tickets != state.tickets[seat] or recall.offered != offered_tickets(state, seat):
        return NEW_TICKETS
    if not are_routes_same(plan, state, seat, recall):
        return NEW_ROUTE if claimed_route(plan, state, seat, recall) != NOBODY else CLOSED_ROUTE
    if board.network and recall.start != state.start[seat]:
        return CLOSED_ROUTE
    keep(board, plan, state, seat, recall)
    return NO_CHANGE


def list_stale(
    boards: Grid,
    plans: Grid,
    states: Grid,
    recalls: Grid,
    seat: Grid,
    terminations: Grid,
    truncations: Grid,
    stale: Grid,
    counts: Grid,
) -> None:
    """List the slots whose seat to move has ways to be measured, by what has changed; bring its recall up to date in
    the others. Where a game has ended, those of all seats begin anew."""
    for at in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        if terminations[at] or truncations[at]:
            for other in range(recalls.shape[1]):
                reset_recall(recalls[at, other])
        change = change_of(boards[0], plans[0], states[at], whole(seat[at]), recalls[at, seat[at]])
        if change != NO_CHANGE:
            stale[change, cuda.atomic.add(counts, change, 1)] = at


@entry
def listed(stale: Grid, counts: Grid, number: int) -> int:
    """A slot of the lists, one behind the other, so that the threads of a group do the same work."""
    change = 0
    while number >= counts[change]:
        number -= counts[change]
        change += 1
    return whole(stale[change, number])


@entry
def prepare(board: Board, plan: Plan, state: State, seat: int, recall: Recall) -> int:
    if recall.kept == 0:
        forget(board, state, recall)
    return begin_following(board, plan, state, seat, offered_tickets(state, seat), recall)


@entry
def link(board: Board, plan: Plan, state: State, seat: int, changed: int, recall: Recall, links: Grid) -> np.uint64:
    """Write the links of a game; returns the nodes to be measured from."""
    sources = sources_to_measure(board, recall, joined_node(plan, state, seat, changed, recall))
    if sources != NONE:
        link_cities(board, plan, state, seat, recall, links)
    return sources


@entry
def number_of(sources: np.uint64) -> int:
    return count(sources)


@entry
def list_searches(asked: Grid, first: int, slot: int, sources: np.uint64) -> int:
    """Ask for a search from each of these nodes, from the place `first` on. Returns this place; -1 where the list is
    too short."""
    if first + count(sources) > len(asked):
        return -1
    place = first
    while sources != NONE:
        asked[place] = slot * CITIES + lowest(sources)
        sources = without_lowest(sources)
        place += 1
    return first


def prepare_stale(
    boards: Grid,
    plans: Grid,
    states: Grid,
    recalls: Grid,
    seat: Grid,
    stale: Grid,
    counts: Grid,
    changes: Grid,
    links: Grid,
    sources: Grid,
    first: Grid,
    asked: Grid,
) -> None:
    """Of each listed slot, find what has changed and ask for the searches that follow from it."""
    for number in range(cuda.grid(1), listed_slots(counts), cuda.gridsize(1)):
        at = listed(stale, counts, number)
        of_seat = (states[at], whole(seat[at]))
        recall = recalls[at, seat[at]]
        changes[at] = prepare(boards[0], plans[0], *of_seat, recall)
        sources[at] = link(boards[0], plans[0], *of_seat, changes[at], recall, links[at])
        if sources[at] != NONE:
            place = cuda.atomic.add(counts, SEARCHES, number_of(sources[at]))
            first[at] = list_searches(asked, place, at, sources[at])


@entry
def search(board: Board, plan: Plan, recall: Recall, links: Grid, distance: Grid, source: int) -> None:
    measure_cities(board, plan, recall, links, distance, source)


def search_ways(
    boards: Grid, plans: Grid, recalls: Grid, seat: Grid, counts: Grid, links: Grid, asked: Grid, found: Grid
) -> None:
    """The searches that were asked for, each by a thread. They take about equally long; how many a slot needs differs
    much."""
    for place in range(cuda.grid(1), min(whole(counts[SEARCHES]), len(asked)), cuda.gridsize(1)):
        at, source = asked[place] // CITIES, asked[place] % CITIES
        search(boards[0], plans[0], recalls[at, seat[at]], links[at], found[place], source)


@entry
def listed_slots(counts: Grid) -> int:
    return whole(counts[NEW_TICKETS] + counts[NEW_ROUTE] + counts[CLOSED_ROUTE])


@entry
def take(
    board: Board,
    plan: Plan,
    state: State,
    seat: int,
    changed: int,
    sources: np.uint64,
    first: int,
    found: Grid,
    recall: Recall,
    thread: int,
) -> None:
    """One thread's part of a recall: the same word of every eighth row."""
    joined = joined_node(plan, state, seat, changed, recall)
    word = thread % WORDS_OF_A_ROW
    for block in range(blocks(recall)):
        if joined != NOBODY or stale_in(recall, block, word) != NONE:
            for node in range(thread // WORDS_OF_A_ROW, whole(board.cities), WARP // WORDS_OF_A_ROW):
                take_word(board, recall, found, first, sources, joined, block, node, word)


def take_ways(
    boards: Grid,
    plans: Grid,
    states: Grid,
    recalls: Grid,
    seat: Grid,
    stale: Grid,
    counts: Grid,
    changes: Grid,
    sources: Grid,
    first: Grid,
    found: Grid,
) -> None:
    """Of each listed slot for which ways were searched, note them: a group of threads together, whose words lie one
    beside the other. By a thread alone it took as long as all else."""
    thread = cuda.grid(1)
    for number in range(thread // WARP, listed_slots(counts), cuda.gridsize(1) // WARP):
        at = listed(stale, counts, number)
        if sources[at] != NONE and first[at] >= 0:
            of_seat = (states[at], whole(seat[at]), whole(changes[at]))
            asked, recall = (whole(first[at]), found), recalls[at, seat[at]]
            take(boards[0], plans[0], *of_seat, sources[at], *asked, recall, thread % WARP)


@entry
def search_now(
    board: Board,
    plan: Plan,
    state: State,
    seat: int,
    changed: int,
    sources: np.uint64,
    links: Grid,
    recall: Recall,
    search: Search,
) -> None:
    """The list of searches was too short."""
    joined = joined_node(plan, state, seat, changed, recall)
    while sources != NONE:
        source = lowest(sources)
        sources = without_lowest(sources)
        measure_cities(board, plan, recall, links, search.distance, source)
        take_distances(board, recall, search.distance, source, joined)


@entry
def end_search(board: Board, plan: Plan, changed: int, recall: Recall) -> None:
    end_measuring(board, plan, changed, recall)


def note_tickets(
    boards: Grid,
    plans: Grid,
    states: Grid,
    recalls: Grid,
    seat: Grid,
    searches: Grid,
    stale: Grid,
    counts: Grid,
    changes: Grid,
    links: Grid,
    sources: Grid,
    first: Grid,
) -> None:
    """What follows for the tickets of each listed slot. The rooms to search in lie one beside the other in plain
    memory: each thread looks at other places of its own."""
    thread = cuda.grid(1)
    for number in range(thread, listed_slots(counts), cuda.gridsize(1)):
        at = listed(stale, counts, number)
        recall, changed = recalls[at, seat[at]], whole(changes[at])
        if sources[at] != NONE and first[at] < 0:
            of_seat = (states[at], whole(seat[at]), changed)
            search_now(boards[0], plans[0], *of_seat, sources[at], links[at], recall, searches[thread])
        end_search(boards[0], plans[0], changed, recall)


@entry
def note(plan: Plan, state: State, seat: int, changed: int, recall: Recall, number: int) -> None:
    note_ways(plan, state, seat, changed, recall, number)


def note_routes(plans: Grid, states: Grid, recalls: Grid, seat: Grid, stale: Grid, counts: Grid, changes: Grid) -> None:
    """What follows for the routes of each listed slot: each set of them by a thread."""
    sets = whole(plans[0].route_sets)
    for number in range(cuda.grid(1), listed_slots(counts) * sets, cuda.gridsize(1)):
        at = listed(stale, counts, number // sets)
        note(plans[0], states[at], whole(seat[at]), whole(changes[at]), recalls[at, seat[at]], number % sets)


@entry
def finish(board: Board, plan: Plan, state: State, seat: int, changed: int, recall: Recall, search: Search) -> None:
    if board.network:
        link_nodes(board, plan, state, seat, recall, search)
    end_following(board, plan, state, seat, changed, recall, search)
    keep(board, plan, state, seat, recall)


def finish_stale(
    boards: Grid,
    plans: Grid,
    states: Grid,
    recalls: Grid,
    seat: Grid,
    searches: Grid,
    stale: Grid,
    counts: Grid,
    changes: Grid,
) -> None:
    """The recall of each listed slot is up to date; only the network of its seat may have to be measured."""
    thread = cuda.grid(1)
    for number in range(thread, listed_slots(counts), cuda.gridsize(1)):
        at = listed(stale, counts, number)
        recall = recalls[at, seat[at]]
        finish(boards[0], plans[0], states[at], whole(seat[at]), whole(changes[at]), recall, searches[thread])


def observe_flat(
    boards: Grid, plans: Grid, states: Grid, recalls: Grid, seat: Grid, searches: Grid, observations: Grid
) -> None:
    """All recalls are up to date, so that nothing is searched, and there is one search for all threads."""
    for at in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        recall = recalls[at, seat[at]]
        write_flat(boards[0], plans[0], states[at], whole(seat[at]), recall, searches[0], observations[at])


def observe_tokens(
    boards: Grid,
    plans: Grid,
    runs: Grid,
    states: Grid,
    recalls: Grid,
    seat: Grid,
    searches: Grid,
    flat: Grid,
    tokens: Grid,
) -> None:
    thread = cuda.grid(1)
    for at in range(thread, len(states), cuda.gridsize(1)):
        recall = recalls[at, seat[at]]
        write_tokens(
            *(boards[0], plans[0], runs, states[at], whole(seat[at]), recall, searches[0], flat[thread], tokens[at])
        )


def row(kind: Any) -> Any:
    return types.Array(kind, 1, "C")


def table(kind: Any) -> Any:
    return types.Array(kind, 2, "C")


NUMBER, WORD = types.int64, types.uint64
BOARDS, STATES = row(kind_of(Board)), row(STATE)
GRAPH, BOT = numba.from_dtype(BOARD_GRAPH), numba.from_dtype(MEMORY)
BYTES, FLAGS, LIST, LISTS = row(types.int8), row(types.boolean), row(types.int32), table(types.int32)
PLANS, RECALLS = row(kind_of(Plan)), table(kind_of(Recall))
SEEN = (BOARDS, PLANS, STATES, RECALLS, BYTES)

STEP = (
    *(BOARDS, row(GRAPH), PLANS, table(types.int32), row(kind_of(Options)), STATES, row(BOT)),
    *(STATES, row(kind_of(Slot)), table(BOT), RECALLS),
    *(STATES, row(numba.from_dtype(SCRATCH)), row(kind_of(Workings)), row(SEARCH), table(WORD)),
    *(table(WORD), table(WORD), table(WORD), table(types.int8), table(types.int8)),
    *(BYTES, BYTES, table(types.float32)),
    *(FLAGS, FLAGS, row(kind_of(Episode)), NUMBER, row(NUMBER), WORD, NUMBER),
)

KERNELS = {
    "play_random": (play_random, (BOARDS, NUMBER, WORD, WORD, NUMBER, STATES, row(types.int32), STATES)),
    "score_games": (score_games, (BOARDS, STATES, row(kind_of(Workings)), row(SCORES))),
    "list_stale": (list_stale, (*SEEN, FLAGS, FLAGS, LISTS, LIST)),
    "prepare_stale": (prepare_stale, (*SEEN, LISTS, LIST, BYTES, table(WORD), row(WORD), LIST, row(NUMBER))),
    "search_ways": (
        search_ways,
        (BOARDS, PLANS, RECALLS, BYTES, LIST, table(WORD), row(NUMBER), table(types.uint8)),
    ),
    "take_ways": (take_ways, (*SEEN, LISTS, LIST, BYTES, row(WORD), LIST, table(types.uint8))),
    "note_tickets": (note_tickets, (*SEEN, row(SEARCH), LISTS, LIST, BYTES, table(WORD), row(WORD), LIST)),
    "note_routes": (note_routes, (PLANS, STATES, RECALLS, BYTES, LISTS, LIST, BYTES)),
    "finish_stale": (finish_stale, (*SEEN, row(SEARCH), LISTS, LIST, BYTES)),
    "observe_flat": (observe_flat, (*SEEN, row(SEARCH), table(WORD))),
    "observe_tokens": (
        observe_tokens,
        (BOARDS, PLANS, table(types.int32), STATES, RECALLS, BYTES, row(SEARCH), table(WORD), table(types.int8)),
    ),
    "step_games": (step_games, STEP),
    "step_games_with_bots": (step_games, STEP),
}
"""Each with the types of what it is given."""
_DECLARED = (Board, State, Scores, Workings, Options, Slot, Episode, Plan, Recall, Search)
RECORDS = {record.__name__: record.dtype for record in _DECLARED}
RECORDS |= {"Memory": MEMORY, "Scratch": SCRATCH, "BoardGraph": BOARD_GRAPH}
