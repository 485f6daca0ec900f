"""Many games at once on the CPU."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from carrozza.envs.errors import EnvError, IllegalAction
from carrozza.envs.vectorised.arguments import SEEDS, Arguments, checked_whole
from carrozza.envs.vectorised.arrays import Arrays
from carrozza.envs.vectorised.episodes import Episodes
from carrozza.envs.vectorised.loops import BEGIN, GO_ON, STEP, STEP_RANDOM, find_illegal, work_through
from carrozza.envs.vectorised.spaces import GymnasiumSpaces
from carrozza.envs.vectorised.threads import Threads
from carrozza.kernel.actions import ACTIONS, WORDS
from carrozza.kernel.layout import Grid
from carrozza.kernel.refusals import apply
from carrozza.kernel.rules import IDS
from carrozza.kernel.state import State

MOST_STEPS: Final = 1 << 40

Info = dict[str, Any]
Observations = Any
"""An array (games, cells) of int8; None where none are asked for."""
Stepped = tuple[Observations, Grid, Grid, Grid, Info]


class CpuVector(GymnasiumSpaces):
    """Thousands of games, each stepped by its own action in one compiled call.

    It has the interface of Gymnasium's `VectorEnv` (autoreset in the same step; its spaces where Gymnasium is
    installed), with these differences, as the games are turn-based and for several seats:

    - `seat[i]` says who is to move in game i; observation and mask are that seat's. In self-play all seats' decisions
      pass through `step`; with `opponents` only the learner's do, and its seat changes from game to game.
    - `rewards` is (games, seats): each step rewards every seat, for the action and for what bots played after it.
      `acted[i]` is the seat whose action was played, which after the end is not the one to move in the new game.
    - After the end nobody is to move, so there is no final observation: that of the same step belongs to the next game.
    - All arrays are allocated once and written again by each step: copy what must outlive it.
    """

    device = "cpu"

    def __init__(self, arguments: Arguments) -> None:
        self.arguments = arguments
        self.board = arguments.names.board
        self.seats = arguments.seats
        self.games = self.num_envs = arguments.games
        self.reward = arguments.reward
        self._compiled = arguments.names.compiled
        self._allocate()
        self._ready = False
        self._closed = False

        self.observation_spec = arguments.observed
        """What the cells of an observation mean."""
        self.observations: Observations = self._arrays.observations
        """(games, cells) int8: what the seat to move observes; none with `observation=None`. Of tokens,
        `observation_spec.split(observations)` makes tables."""
        self.hidden = self._arrays.hidden if arguments.hidden else None
        """(games, cells) int8: the secrets of the other seats, as labels for learning a belief; see `hidden.py`. None
        where they are not asked for. A policy that is given them cheats."""
        self.mask = self._arrays.mask
        """(games, actions) bool: which actions are legal."""
        self.mask_words = self._arrays.mask_words
        """The same, packed: bit a % 64 of word a // 64 is action a."""
        self.seat = self._arrays.seat
        self.acted = self._arrays.acted
        self.rewards = self._arrays.rewards
        self.terminations = self._arrays.terminations
        self.truncations = self._arrays.truncations
        self.episode = Episodes(self._arrays.episodes, self.seats)
        """Statistics of the game that ended last in each slot."""
        self.states = self._arrays.states
        """The kernel's states, secrets included: for debugging. `State.of(vector.states[i])` reads one."""

    def _allocate(self) -> None:
        arguments = self.arguments
        self._threads = Threads(arguments.threads, self.games)
        threads = len(self._threads.ranges)
        options, specs, observed = arguments.options(), arguments.specs, arguments.observed
        try:
            self._arrays = Arrays(self._compiled, options, specs, observed, self.games, threads)
        except MemoryError as full:
            raise EnvError(f"games={self.games} do not fit into this machine's memory: ask for fewer") from full
        self._rooms = [self._arrays.of_thread(thread) for thread in range(threads)]
        self.actions: Grid = np.zeros(self.games, np.int64)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Grid | None, Info]:
        """Begin new games. Game k of slot i depends on the seed, i and k alone. Without a seed the first reset takes
        that of the environment, and each later one goes on to the next game of every slot."""
        self._check_open()
        anew = seed is not None or not self._ready
        number = self.arguments.seed if seed is None else checked_whole("seed", seed, 0, SEEDS - 1)
        self._run(BEGIN if anew else GO_ON, seed=number)
        self._ready = True
        self.rewards[:] = 0
        self.terminations[:] = self.truncations[:] = self.episode.done[:] = False
        return self.observations, self._info()

    def step(self, actions: Any) -> Stepped:
        """Play one action in each game."""
        self._check_ready()
        self._take(actions)
        self.begin()
        return self.finish()

    def begin(self, actions: Any = None) -> None:
        """The first half of a step: on a GPU it runs while other environments begin theirs. Without actions it plays
        those that have been written into `actions`."""
        self._check_ready()
        if actions is not None:
            self._take(actions)
        if self.arguments.illegal == "error":
            self._check_legal()
        self._start(STEP)

    def finish(self) -> Stepped:
        """The other half: before it nothing that the step writes may be read."""
        self._await()
        return self._stepped()

    def step_random(self, steps: int) -> Stepped:
        """So many steps in each game with random legal actions, chosen inside; returns what the last step wrote."""
        self._check_ready()
        self._run(STEP_RANDOM, steps=checked_whole("steps", steps, 1, MOST_STEPS))
        return self._stepped()

    def deal_alike(self, slots: int) -> None:
        """Begin anew, with the same deals in each `slots` neighbouring slots. With as many as there are seats the
        learner has every deal from every seat."""
        self._check_ready()
        checked_whole("slots", slots, 1, self.games)
        if self.games % slots:
            raise EnvError(f"slots={slots}: {self.games} games cannot be divided so; choose a divisor")
        _, records, *_ = self._arrays.games
        seeds, games = records["seed"], records["game"]
        for slot in range(1, slots):
            seeds[slot::slots] = seeds[::slots]
        games[...] = -1
        self.reset()

    def saved(self) -> list[Grid]:
        """Copies of all that a step reads and writes; `restore` goes on from there. On the CPU alone."""
        self._check_ready()
        return [array.copy() for array in (*self._arrays.games, *self._arrays.results)]

    def restore(self, saved: Sequence[Grid]) -> None:
        """Go on from where an environment made with the same arguments was saved."""
        self._check_open()
        arrays = (*self._arrays.games, *self._arrays.results)
        if [_form(array) for array in saved] != [_form(array) for array in arrays]:
            raise EnvError("these games were saved by an environment with other arguments: make one with the same")
        for array, kept in zip(arrays, saved, strict=True):
            array[...] = kept
        self._ready = True

    def close(self) -> None:
        """End the threads; nothing can be played after it."""
        self._closed = True
        self._threads.close()

    def __enter__(self) -> "CpuVector":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, work: int, seed: int = 0, steps: int = 1) -> None:
        self._start(work, seed, steps)
        self._await()

    def _start(self, work: int, seed: int = 0, steps: int = 1) -> None:
        def of_thread(thread: int, first: int, last: int) -> None:
            parameters = (*self._rooms[thread], first, last, work, self.actions, np.uint64(seed), steps)
            work_through(*parameters)

        self._threads.run(of_thread)

    def _await(self) -> None:
        """Until what was started has been written."""

    def _stepped(self) -> Stepped:
        np.logical_or(self.terminations, self.truncations, out=self.episode.done)
        return self.observations, self.rewards, self.terminations, self.truncations, self._info()

    def _info(self) -> Info:
        return {"action_mask": self.mask, "seat": self.seat, "acted": self.acted, "episode": self.episode}

    def _check_open(self) -> None:
        if self._closed:
            raise EnvError("this environment has been closed: make a new one")

    def _check_ready(self) -> None:
        self._check_open()
        if not self._ready:
            raise EnvError("no game has begun: call reset() before the first step")

    def _take(self, actions: Any) -> None:
        if hasattr(actions, "__cuda_array_interface__"):
            raise EnvError("the actions lie on a GPU and the games on the CPU: give actions.cpu() or device='cuda'")
        given = _as_array(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise EnvError(
                f"actions of shape {given.shape} and type {given.dtype}: give {self.games} whole numbers, "
                "one for each game"
            )
        self.actions[:] = given

    def _first_illegal(self) -> int:
        return find_illegal(self.mask_words, self.actions)

    def _state_of(self, game: int) -> State:
        """A copy."""
        return State.of(self.states[game]).copy()

    def _check_legal(self) -> None:
        game = self._first_illegal()
        if game < 0:
            return
        action = int(self.actions[game])
        rule = IDS[apply(self._compiled, self._state_of(game), action, np.zeros(WORDS, np.uint64))]
        raise IllegalAction(
            f"action {action} of game {game} is illegal (rule {rule}), and nothing was played: choose one "
            f"with mask[{game}, action] true, from 0 to {ACTIONS - 1}; or make the environment with illegal='lose'",
            game,
            action,
            rule,
        )


def _as_array(actions: Any) -> Grid:
    try:
        return np.asarray(actions)
    except (
        ValueError,
        TypeError,
    ) as failed:  # lists of several lengths, or an array of a device that NumPy cannot read
        raise EnvError(f"the actions are no array of whole numbers, one for each game: {failed}") from failed


def _form(array: Grid) -> tuple[Any, ...]:
    return array.shape, array.dtype
