"""A round: several imagined games descend side by side, and the network is asked about all of them at once."""

import math

import numpy as np

from carrozza.bots.neural.forward import Network, Room, evaluate_batch
from carrozza.bots.search.candidates import next_candidate, posterior_mean, usual_square
from carrozza.bots.search.guided.deciding import choose, note_decision
from carrozza.bots.search.guided.guidance import Guidance
from carrozza.bots.search.guided.slots import Slots, move_slot
from carrozza.bots.search.imagining.draws import deal_turn
from carrozza.bots.search.iterate import TURNS_OF_A_SEAT, set_world, value_game
from carrozza.bots.search.tree import note_value
from carrozza.bots.search.workspace import REFERENCE, WORLDS, Workspace
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import count, lowest
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.scoring import score
from carrozza.kernel.state import NOBODY, OVER, TURN
from carrozza.kernel.turns import play


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
    descent = slots.descents[slot]
    descent.world_seed = work.progress.world_seed
    descent.node = candidate.node
    descent.number = slot
    descent.turns = 0
    descent.grown = 0
    descent.leaf = 0


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
def take(work: Workspace, slots: Slots, slot: int, action: int) -> None:
    seat = whole(slots.states[slot].actor)
    play(work.board, slots.states[slot], action)
    note_decision(work, slots.descents[slot], seat, action)


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
        action = only_action(slots.masks[slot])
        if action == NOBODY:
            return True
        take(work, slots, slot, action)
    return False


@rule
def note_result(work: Workspace, slots: Slots, slot: int, win: float, margin: float) -> None:
    settings, descent = work.settings, slots.descents[slot]
    bent = 1.0 / (1.0 + math.exp(-margin / settings.scale))
    result = slots.results[descent.number]
    result.value = settings.wins * win + (1.0 - settings.wins) * bent
    result.margin = margin
    result.win = win
    note_value(work.nodes, whole(descent.node), result.value)


@rule
def advance_all(work: Workspace, guidance: Guidance, slots: Slots, live: int) -> int:
    """To the next question to the network; returns how many games have one. The others are over and are scored."""
    slot = 0
    while slot < live:
        if advance(work, guidance, slots, slot):
            slot += 1
        else:
            score(work.board, slots.states[slot], work.scores, work.workings)
            value_game(work)
            note_result(work, slots, slot, work.progress.win, work.progress.margin)
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
            note_result(work, slots, slot, np.float64(room.win[slot, own]), np.float64(room.margin[slot]))
            live -= 1
            move_slot(slots, live, slot)
        else:
            take(work, slots, slot, choose(work, guidance, room, slots, slot))
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
