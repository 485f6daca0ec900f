"""The step of one game, the same on the CPU and on a GPU.

A step plays one action, then the bots up to the next decision of a learner, and rewards all seats for what happened.
Where the game has ended the next one of its slot begins in the same step, so that there is always a decision to make.
"""

import numpy as np

from carrozza.bots.compiled.decide import step
from carrozza.bots.compiled.memory import reset_memory
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.envs.vectorised.hidden import write_hidden
from carrozza.envs.vectorised.rewards import forfeit, reward_of_end, reward_of_step
from carrozza.envs.vectorised.slots import (
    DECISIONS_LIMIT,
    FLAT,
    LOSE,
    TOKENS,
    Episode,
    Games,
    Results,
    Room,
    Shared,
    Slot,
)
from carrozza.kernel.actions import ACTIONS, WORDS
from carrozza.kernel.bits import NONE, count, has
from carrozza.kernel.chance import stream
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.scoring import Scores, score
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import NOBODY, OVER, State
from carrozza.kernel.turns import finish, play
from carrozza.observation.cells.writing import write_set
from carrozza.observation.flat import write_flat
from carrozza.observation.recall import reset_recall
from carrozza.observation.tokens import write_tokens


@rule
def seed_slot(games: Games, at: int, seed: np.uint64) -> None:
    """The first game of a slot is to come next. All chance of the slot follows from the seed and its index."""
    slot = games.slots[at]
    slot.seed = stream(seed, at)
    slot.rng = stream(~slot.seed, 0)
    slot.game = 0


@rule
def clear_slot(slot: Slot, seats: int) -> None:
    slot.decisions = 0
    slot.learner = NOBODY
    for seat in range(seats):
        slot.potential[seat] = 0
        slot.returned[seat] = 0
        slot.points[seat] = 0
        slot.ticket_points[seat] = 0
        slot.tickets[seat] = NONE
        slot.trains[seat] = NOBODY


@rule
def seat_bots(shared: Shared, games: Games, at: int, game_seed: np.uint64) -> None:
    """The learner's seat moves on by one from game to game and from slot to slot; the bots follow it in order."""
    slot, seats = games.slots[at], whole(shared.options.seats)
    learner = (at + whole(slot.game)) % seats
    slot.learner = learner
    for i in range(shared.options.bots):
        seat = (learner + 1 + i) % seats
        games.memories[at, seat] = shared.bots[i]
        reset_memory(games.memories[at, seat], stream(game_seed, seat))


@rule
def begin_game(shared: Shared, games: Games, room: Room, results: Results, at: int) -> None:
    """Deal the slot's next game, and let the bots play up to the learner's first decision."""
    slot, seats = games.slots[at], whole(shared.options.seats)
    game_seed = stream(slot.seed, whole(slot.game))
    games.states[at] = shared.blank[0]
    set_up(shared.board, games.states[at], seats, game_seed, NOBODY)
    clear_slot(slot, seats)
    if shared.options.observation > 0:
        for seat in range(seats):
            reset_recall(games.recalls[at, seat])
    if shared.options.bots > 0:
        seat_bots(shared, games, at, game_seed)
        let_bots_play(shared, games, room, results, at)


@rule
def goes_on(slot: Slot, state: State) -> bool:
    return bool(state.phase != OVER and slot.decisions < DECISIONS_LIMIT)


@rule
def let_bots_play(shared: Shared, games: Games, room: Room, results: Results, at: int) -> None:
    slot, state = games.slots[at], games.states[at]
    while slot.learner != NOBODY and slot.learner != state.actor and goes_on(slot, state):
        step(
            shared.board,
            shared.graph,
            state,
            games.memories[at],
            room.views,
            results.mask_words[at],
            room.scratch,
        )
        slot.decisions += 1


@rule
def show_mask(shared: Shared, games: Games, results: Results, at: int) -> None:
    legal(shared.board, games.states[at], results.mask_words[at])
    for word in range(WORDS):
        write_set(results.mask[at], word * 8, 8, results.mask_words[at, word])


@rule
def show_observation(shared: Shared, games: Games, room: Room, results: Results, at: int, seat: int) -> None:
    board, plan, state, recall = shared.board, shared.plan, games.states[at], games.recalls[at, seat]
    if shared.options.observation == FLAT:
        write_flat(board, plan, state, seat, recall, room.search, results.observations[at])
    elif shared.options.observation == TOKENS:
        write_tokens(board, plan, shared.runs, state, seat, recall, room.search, room.flat, results.tokens[at])


@rule
def show_decision(shared: Shared, games: Games, room: Room, results: Results, at: int) -> None:
    """Write what the seat to move is given."""
    show_mask(shared, games, results, at)
    seat = whole(games.states[at].actor)
    results.seat[at] = seat
    if shared.options.observation > 0:
        show_observation(shared, games, room, results, at, seat)
    if shared.options.hidden:
        write_hidden(shared.board, games.states[at], seat, results.hidden[at])


@rule
def note_episode(slot: Slot, state: State, scores: Scores, illegal: int, episode: Episode) -> None:
    episode.game = slot.game
    episode.decisions = slot.decisions
    episode.turns = state.turns
    episode.learner = slot.learner
    episode.illegal = illegal
    for seat in range(state.seats):
        episode.returned[seat] = slot.returned[seat]
        episode.total[seat] = scores.total[seat]
        episode.tickets_completed[seat] = count(scores.completed[seat])
        episode.tickets_failed[seat] = count(state.tickets[seat] & ~scores.completed[seat])
        episode.winner[seat] = scores.winner[seat]


@rule
def reward_seats(shared: Shared, games: Games, room: Room, results: Results, at: int) -> None:
    slot, state, kind = games.slots[at], games.states[at], whole(shared.options.reward)
    for seat in range(state.seats):
        if state.phase == OVER:
            reward = reward_of_end(kind, slot, state, seat, room.scores)
        else:
            reward = reward_of_step(shared.board, kind, slot, state, seat, room.workings)
        results.rewards[at, seat] = reward
        slot.returned[seat] += reward


@rule
def end_episode(shared: Shared, games: Games, room: Room, results: Results, at: int, illegal: int) -> None:
    """Score the game, reward it, note it, and begin the next."""
    slot, state, scores = games.slots[at], games.states[at], room.scores
    score(shared.board, state, scores, room.workings)
    if illegal != NOBODY:
        forfeit(shared.board, state, scores, illegal)
    reward_seats(shared, games, room, results, at)
    note_episode(slot, state, scores, illegal, results.episodes[at])
    slot.game += 1
    begin_game(shared, games, room, results, at)


@rule
def is_in(mask: Grid, action: int) -> bool:
    return 0 <= action < ACTIONS and has(mask[action // 64], action % 64)


@rule
def step_game(shared: Shared, games: Games, room: Room, results: Results, at: int, action: int) -> None:
    """Play an action in the game of slot `at`. With the option `LOSE` it may be any number; else it is legal."""
    slot, state = games.slots[at], games.states[at]
    results.acted[at] = state.actor
    illegal = NOBODY
    if shared.options.illegal == LOSE and not is_in(results.mask_words[at], action):
        illegal = whole(state.actor)
        finish(state)
    else:
        play(shared.board, state, action)
        slot.decisions += 1
        let_bots_play(shared, games, room, results, at)
    endless = state.phase != OVER and not goes_on(slot, state)
    if endless:
        finish(state)
    results.truncations[at] = endless
    results.terminations[at] = state.phase == OVER and not endless
    if state.phase == OVER:
        end_episode(shared, games, room, results, at, illegal)
    else:
        reward_seats(shared, games, room, results, at)
    show_decision(shared, games, room, results, at)


@rule
def random_action(games: Games, results: Results, at: int) -> int:
    """A legal action, each equally likely, by the slot's own generator."""
    return choose_any(results.mask_words[at], games.slots[at])
