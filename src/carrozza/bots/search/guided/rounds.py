"""A round: several imagined games descend side by side, and the network is asked about all of them at once."""

import math

import numpy as np

from carrozza.bots.compiled.decide import decide
from carrozza.bots.neural.forward import Network, Room, evaluate_batch
from carrozza.bots.search.candidates import next_candidate, posterior_mean, usual_square
from carrozza.bots.search.guided.deciding import choose_for_other, choose_own, follow_tree
from carrozza.bots.search.guided.guidance import PLANNER, Guidance
from carrozza.bots.search.guided.slots import Slots, move_slot
from carrozza.bots.search.imagining.draws import deal_turn
from carrozza.bots.search.iterate import TURNS_OF_A_SEAT, play_on, set_world, value_game
from carrozza.bots.search.tree import NO_NODE, ROOT, note_value
from carrozza.bots.search.workspace import REFERENCE, WORLDS, Workspace
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import count, lowest
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.scoring import score
from carrozza.kernel.state import NOBODY, OVER, TURN
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view


@rule
def expect_result(work: Workspace, i: int) -> None:
    """Count a game of this candidate as if it had gone as expected."""
    candidate = work.candidates[i]
    if i != REFERENCE:
        usual = usual_square(work.candidates, whole(work.progress.candidates))
        candidate.edge += posterior_mean(candidate, usual)
        candidate.edge_squared += usual
    candidate.visits += 1


@rule
def allot(work: Workspace, slots: Slots, games: int) -> int:
    """Choose what is tried in the games of a round, as if one were played after the other; returns how many there are.
    A rival is tried in a world only where the reference is, before it."""
    candidates = work.candidates
    for i in range(work.progress.candidates):
        slots.candidates[i] = candidates[i]
    allotted = 0
    while allotted < games:
        i = next_candidate(work)
        if work.progress.settled:
            break
        if candidates[i].visits >= candidates[REFERENCE].visits:
            i = REFERENCE
        if candidates[i].visits >= WORLDS:
            work.progress.settled = 1
            break
        slots.results[allotted].candidate = i
        slots.results[allotted].world = candidates[i].visits
        expect_result(work, i)
        allotted += 1
    for i in range(work.progress.candidates):
        candidates[i] = slots.candidates[i]
    if allotted > 0:
        work.progress.settled = 0  # as expected, but not as played
    return allotted


@rule
def begin(work: Workspace, slots: Slots, slot: int) -> None:
    """Play the candidate in its world."""
    planned = slots.results[slot]
    set_world(work, whole(planned.world))
    candidate = work.candidates[planned.candidate]
    play(work.board, work.states[0], whole(candidate.action))
    slots.states[slot] = work.states[0]
    for seat in range(work.root.seats):
        slots.memories[slot, seat] = work.memories[seat]
    descent = slots.descents[slot]
    descent.world_seed = work.progress.world_seed
    descent.node = candidate.node
    descent.number = slot
    descent.turns = 0
    descent.grown = 0
    descent.leaf = 0
    slots.pending[candidate.node] += 1


@rule
def only_action(mask: Grid) -> int:
    """The one legal action; -1 where there are several."""
    found, legal_ones = NOBODY, 0
    for word in range(WORDS):
        number = count(mask[word])
        if number > 0:
            found = word * 64 + lowest(mask[word])
            legal_ones += number
    return found if legal_ones == 1 else NOBODY


@rule
def without_network(work: Workspace, guidance: Guidance, slots: Slots, slot: int, seat: int) -> int:
    """The decision where the network is not asked for it; -1 where it is."""
    forced = only_action(slots.masks[slot])
    if forced != NOBODY or guidance.others != PLANNER or seat == work.progress.seat:
        return forced
    make_view(slots.states[slot], seat, work.views[0])
    return decide(
        work.board, work.graph, work.views[0], slots.masks[slot], slots.memories[slot, seat], work.scratch
    )  # fmt: skip


@rule
def take(work: Workspace, slots: Slots, slot: int, action: int) -> None:
    seat = whole(slots.states[slot].actor)
    play(work.board, slots.states[slot], action)
    follow_tree(work, slots, slot, seat, action)


@rule
def advance(work: Workspace, guidance: Guidance, slots: Slots, slot: int) -> bool:
    """Play on to a decision that the network is asked about; False where the game ends before."""
    state, descent = slots.states[slot], slots.descents[slot]
    longest = whole(work.root.turns) + TURNS_OF_A_SEAT * whole(work.root.seats)
    while state.phase != OVER and state.turns < longest:
        seat = whole(state.actor)
        own = seat == work.progress.seat
        if state.phase == TURN:
            deal_turn(state, descent.world_seed, work.counts)
            descent.turns += own
        legal(work.board, state, slots.masks[slot])
        slots.seats[slot] = seat
        if own and descent.turns >= guidance.depth:
            descent.leaf = 1
            return True
        action = without_network(work, guidance, slots, slot, seat)
        if action == NOBODY:
            return True
        take(work, slots, slot, action)
    return False


@rule
def play_to_the_end(work: Workspace, slots: Slots, slot: int) -> None:
    """By planners; the progress of the workspace then has the value."""
    work.states[0] = slots.states[slot]
    work.progress.world_seed = slots.descents[slot].world_seed
    for seat in range(work.root.seats):
        work.memories[seat] = slots.memories[slot, seat]
    play_on(work)
    score(work.board, work.states[0], work.scores, work.workings)
    value_game(work)


@rule
def note_result(work: Workspace, slots: Slots, slot: int, share: float, win: float, margin: float) -> None:
    """End a game: `share` of what it was worth is the network's word, the rest is played."""
    settings, progress = work.settings, work.progress
    played_value, played_margin, played_win = 0.0, 0.0, 0.0
    if share < 1.0:
        play_to_the_end(work, slots, slot)
        played_value, played_margin, played_win = progress.value, progress.margin, progress.win
    bent = 1.0 / (1.0 + math.exp(-margin / settings.scale))
    value = settings.wins * win + (1.0 - settings.wins) * bent
    result, rest = slots.results[slots.descents[slot].number], 1.0 - share
    result.value = share * value + rest * played_value
    result.margin = share * margin + rest * played_margin
    result.win = share * win + rest * played_win
    node = whole(slots.descents[slot].node)
    note_value(work.nodes, node, result.value)
    while node != NO_NODE and node != ROOT:
        slots.pending[node] -= 1
        node = whole(work.nodes[node].parent)


@rule
def advance_all(work: Workspace, guidance: Guidance, slots: Slots, live: int) -> int:
    """To the next question to the network; returns how many games have one."""
    slot = 0
    while slot < live:
        if advance(work, guidance, slots, slot):
            slot += 1
        else:
            note_result(work, slots, slot, 0.0, 0.0, 0.0)
            live -= 1
            move_slot(slots, live, slot)
    return live


@rule
def answer_all(work: Workspace, guidance: Guidance, room: Room, slots: Slots, live: int) -> int:
    """Use what the network said of each game; returns how many go on. From the last to the first, so that the game
    moved to a place that falls free has had its answer."""
    own = whole(work.progress.seat)
    for slot in range(live - 1, -1, -1):
        if slots.descents[slot].leaf:
            note_result(
                work, slots, slot, guidance.share, np.float64(room.win[slot, own]), np.float64(room.margin[slot])
            )
            live -= 1
            move_slot(slots, live, slot)
        elif slots.seats[slot] == own:
            take(work, slots, slot, choose_own(work, guidance, room, slots, slot))
        else:
            take(work, slots, slot, choose_for_other(guidance, room, slots, slot))
    return live


@rule
def note_results(work: Workspace, slots: Slots, games: int) -> None:
    """In the order in which they were allotted: the reference comes before its rivals."""
    for number in range(games):
        result = slots.results[number]
        candidate = work.candidates[result.candidate]
        candidate.visits += 1
        candidate.value += result.value
        candidate.margin += result.margin
        candidate.wins += result.win
        if result.candidate == REFERENCE:
            work.reference[result.world] = result.value
        else:
            edge = result.value - work.reference[result.world]
            candidate.edge += edge
            candidate.edge_squared += edge * edge


@entry
def play_round(work: Workspace, guidance: Guidance, network: Network, room: Room, slots: Slots, games: int) -> int:
    """Play so many games, or fewer where the search is settled; returns how many."""
    games = allot(work, slots, games)
    for slot in range(games):
        begin(work, slots, slot)
    live = advance_all(work, guidance, slots, games)
    while live > 0:
        evaluate_batch(work.board, network, slots.states, slots.seats, slots.masks, room, live)
        live = answer_all(work, guidance, room, slots, live)
        live = advance_all(work, guidance, slots, live)
    note_results(work, slots, games)
    return games
