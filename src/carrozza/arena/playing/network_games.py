"""Whole games of networks and compiled bots, many at once.

Compiled bots play every game on to the next decision of a network; then each network looks at all the positions that
wait for it, in one call. So a matrix is fetched from memory once for many games, and Python has little to do.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from carrozza.arena.playing.compiled_games import Workspace, begin_game, make_workspace, note_game
from carrozza.bots.compiled.bot import configure, graph_at
from carrozza.bots.compiled.decide import step
from carrozza.bots.compiled.memory import MEMORY, blank_memories
from carrozza.bots.neural.bot import NeuralBot
from carrozza.bots.neural.choosing import Generator, choose_from
from carrozza.bots.neural.forward import Network, Room, infer, make_room, observe
from carrozza.bots.registry import make_bot
from carrozza.bots.seeds import bot_seed
from carrozza.bots.specs.notation import Spec
from carrozza.game.names import Names
from carrozza.kernel.actions import WORDS
from carrozza.kernel.board import Board
from carrozza.kernel.chance import stream
from carrozza.kernel.compiled import entry
from carrozza.kernel.layout import SEATS, Grid, blank, cell, record_dtype, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.scoring import score
from carrozza.kernel.state import NOBODY, OVER, STATE
from carrozza.kernel.turns import play

LANES: Final = 32
"""Games at once, at most."""
COMPILED_BOT: Final = -1
"""In place of the number of a network, at a seat of a compiled bot."""


class Lane:
    """A game under way."""

    number: int = cell(np.int32)
    """Of its outcome; -1 before the first game of a lane, and after the last."""
    decisions: int = cell(np.int32)
    action: int = cell(np.int16)
    """What the network has decided, to be played next."""
    waits_for: int = cell(np.int8)
    """The number of the network that has to decide; -1 where none has."""


LANE = record_dtype(Lane)


class Seated(NamedTuple):
    """A network of a table, with the temperature that it plays at."""

    network: Network
    temperature: float
    room: Room


OnDecisions = Callable[[Seated, Grid, Grid], None]
"""Called with a network that has just looked at positions, the numbers of their games, and the seats that decide: the
slots of its room say what it thought of them."""


def seated_network(spec: Spec, names: Names) -> Seated:
    with make_bot(spec, names, seed=0) as bot:
        assert isinstance(bot, NeuralBot)
        return Seated(bot.network, bot.temperature, make_room(bot.network, LANES))


class Lanes(NamedTuple):
    """The games under way, side by side."""

    games: Grid
    states: Grid
    """The last one is blank: games begin with it."""
    masks: Grid
    memories: Grid
    generators: Grid


def make_lanes(number: int, memories: Grid) -> Lanes:
    lanes = Lanes(
        games=blank(LANE, number),
        states=blank(STATE, number + 1),
        masks=np.zeros((number, WORDS), np.uint64),
        memories=blank(MEMORY, number, len(memories)),
        generators=blank(Generator.dtype, number, len(memories)),
    )
    lanes.games["number"] = lanes.games["waits_for"] = NOBODY
    lanes.memories[:] = memories
    return lanes


class NetworkGames:
    """What one thread plays games of these bots with: networks, and compiled bots."""

    def __init__(self, names: Names, specs: Sequence[Spec]) -> None:
        self.board = names.compiled
        self.workspace = make_workspace(self.board, graph_at(names), blank_memories(len(specs)))
        known = list(dict.fromkeys(spec for spec in specs if not spec.compiled))
        self.networks = [seated_network(spec, names) for spec in known]
        self.players = np.full(SEATS, COMPILED_BOT, np.int64)
        """By seat: the number of its network."""
        for seat, spec in enumerate(specs):
            if spec.compiled:
                configure(spec, self.workspace.memories[seat])
            else:
                self.players[seat] = known.index(spec)

    def play(
        self, seed: int, first_deal: int, outcomes: Grid, claims: Grid, on_decisions: OnDecisions | None = None
    ) -> None:
        """Play one deal for each outcome, and add to `claims` how often each route was claimed."""
        draws = self._draws(seed, first_deal, len(outcomes))
        lanes = make_lanes(min(LANES, len(outcomes)), self.workspace.memories)
        begun = 0
        while True:
            begun = advance(
                self.workspace, lanes, np.uint64(seed), first_deal, self.players, draws, begun, outcomes, claims
            )
            if not self._decide(lanes, on_decisions):
                return

    def _decide(self, lanes: Lanes, on_decisions: OnDecisions | None) -> bool:
        """Let each network decide where it is its turn; False where all games are over."""
        decided = 0
        for number, network in enumerate(self.networks):
            waiting = np.flatnonzero(lanes.games["waits_for"] == number)
            decide_all(self.board, network, waiting, lanes)
            decided += len(waiting)
            if on_decisions and len(waiting):
                on_decisions(network, lanes.games["number"][waiting], lanes.states["actor"][waiting])
        return decided > 0

    def _draws(self, seed: int, first_deal: int, deals: int) -> Grid:
        """The seeds of each game's networks that draw by chance; the others need none."""
        draws = np.zeros((deals, len(self.workspace.memories)), np.uint64)
        for seat in range(len(self.workspace.memories)):
            player = self.players[seat]
            if player != COMPILED_BOT and self.networks[player].temperature > 0:
                for deal in range(deals):
                    game_seed = stream(np.uint64(seed), first_deal + deal)
                    draws[deal, seat] = bot_seed(int(stream(game_seed, seat)))
        return draws


@entry
def advance(
    at: Workspace,
    lanes: Lanes,
    seed: np.uint64,
    first_deal: int,
    players: Grid,
    draws: Grid,
    begun: int,
    outcomes: Grid,
    claims: Grid,
) -> int:
    """Play what the networks have decided, and on until each game waits for a network, or none is left to begin.
    Returns how many were begun."""
    for lane in range(len(lanes.games)):
        game, state, memories = lanes.games[lane], lanes.states[lane], lanes.memories[lane]
        if game.waits_for != NOBODY:
            play(at.board, state, whole(game.action))
            game.decisions += 1
            game.waits_for = NOBODY
        while game.waits_for == NOBODY and (game.number != NOBODY or begun < len(outcomes)):
            if game.number == NOBODY:
                game.number, game.decisions = begun, 0
                lanes.states[lane] = lanes.states[len(lanes.games)]
                begin_game(at.board, state, memories, stream(seed, first_deal + begun))
                for seat in range(len(memories)):
                    lanes.generators[lane, seat].rng = draws[begun, seat]
                begun += 1
            if state.phase == OVER:
                score(at.board, state, at.scores, at.workings)
                note_game(state, at.scores, whole(game.decisions), outcomes[game.number], claims)
                game.number = NOBODY
            elif players[state.actor] == COMPILED_BOT:
                step(at.board, at.graph, state, memories, at.views, at.mask, at.scratch)
                game.decisions += 1
            else:
                legal(at.board, state, lanes.masks[lane])
                game.waits_for = players[state.actor]
    return begun


@entry
def decide_all(board: Board, seated: Seated, waiting: Grid, lanes: Lanes) -> None:
    """Let a network decide in all the lanes that wait for it."""
    for slot in range(len(waiting)):
        lane = waiting[slot]
        state = lanes.states[lane]
        observe(board, seated.network, state, whole(state.actor), lanes.masks[lane], seated.room, slot)
    infer(seated.network, seated.room, 0, len(waiting))
    for slot in range(len(waiting)):
        lane = waiting[slot]
        generator = lanes.generators[lane, lanes.states[lane].actor]
        action = choose_from(seated.room, slot, lanes.masks[lane], seated.temperature, generator)
        lanes.games[lane].action = action
