"""Steps of many games in one call from Python: each thread takes the slots from `first` to `last`."""

from typing import Final

import numpy as np

from carrozza.envs.vectorised.ahead import fetch_ahead
from carrozza.envs.vectorised.slots import Games, Options, Results, Room, Shared
from carrozza.envs.vectorised.stepping import begin_game, is_in, random_action, seed_slot, show_decision, step_game
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.paths import Workings
from carrozza.kernel.scoring import Scores
from carrozza.observation.declaration import Plan
from carrozza.observation.distances import Search

BEGIN: Final = 0
"""Begin the first game of each slot, with this seed."""
GO_ON: Final = 1
"""Begin the next game of each slot."""
STEP: Final = 2
"""Play these actions."""
STEP_RANDOM: Final = 3
"""Play random legal actions, so many steps."""


@entry
def find_illegal(mask_words: Grid, actions: Grid) -> int:
    """The first slot whose action its mask does not have; -1 where all are legal."""
    for at in range(len(actions)):
        if not is_in(mask_words[at], whole(actions[at])):
            return at
    return -1


@rule
def next_action(games: Games, results: Results, at: int, work: int, actions: Grid) -> int:
    return random_action(games, results, at) if work == STEP_RANDOM else whole(actions[at])


@entry
def work_through(
    board: Board,
    graphs: Grid,
    plan: Plan,
    runs: Grid,
    options: Options,
    blank: Grid,
    bots: Grid,
    states: Grid,
    slots: Grid,
    memories: Grid,
    recalls: Grid,
    views: Grid,
    scratches: Grid,
    scores: Scores,
    workings: Workings,
    search: Search,
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
    first: int,
    last: int,
    work: int,
    actions: Grid,
    seed: np.uint64,
    steps: int,
) -> None:
    """Begin or step the games of these slots. One function for all, as each would be compiled with all rules inside."""
    shared = Shared(board, graphs[0], plan, runs, options, blank, bots)
    games = Games(states, slots, memories, recalls)
    room = Room(views, scratches[0], scores, workings, search, flat)
    shown = (mask_words, mask, observations, tokens, hidden, seat)
    results = Results(*shown, acted, rewards, terminations, truncations, episodes)
    if work <= GO_ON:
        for at in range(first, last):
            if work == BEGIN:
                seed_slot(games, at, seed)
            else:
                games.slots[at].game += 1
            begin_game(shared, games, room, results, at)
            show_decision(shared, games, room, results, at)
        return
    for _ in range(steps):
        for at in range(first, last):
            fetch_ahead(shared, games, results, at, first, last)
            step_game(shared, games, room, results, at, next_action(games, results, at, work, actions))
