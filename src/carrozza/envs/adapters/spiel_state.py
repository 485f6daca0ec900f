"""One line of play in OpenSpiel's interface: chance first deals the seed, then the players decide."""

from hashlib import blake2b
from typing import Any, Final

import numpy as np
import pyspiel

from carrozza.envs.adapters.action_game import apply_any, refused
from carrozza.envs.adapters.action_text import action_text
from carrozza.envs.adapters.rewards import Rewards
from carrozza.envs.errors import EnvError
from carrozza.envs.vectorised.rewards import WIN
from carrozza.game.names import Names, blank_mask
from carrozza.game.position import Position
from carrozza.game.view import View
from carrozza.kernel.imagine import imagine
from carrozza.kernel.layout import Grid
from carrozza.kernel.legal import legal
from carrozza.kernel.rules import IDS, LEGAL
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import NOBODY, OVER, State, blank_state, copied
from carrozza.kernel.turns import finish
from carrozza.kernel.view import make_view

BY_CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
SEED_BYTES: Final = 8
OUTCOMES: Final = 256
"""Of a chance node: one byte of the seed."""
CHANCE: Final = [(byte, 1 / OUTCOMES) for byte in range(OUTCOMES)]
DIGEST_BYTES: Final = 16
LONGEST_GAME: Final = 1000
"""Decisions of a seat on average: then the game ends, scored as it stands. (Tunnels could be declined for ever.)"""


class Line:
    """What OpenSpiel copies whenever it tries out a move: the seed so far, the kernel's state, and for each player a
    digest of everything it has seen, in order."""

    def __init__(self, seed: bytes, state: State | None, seen: tuple[bytes, ...], decisions: int) -> None:
        self.seed = seed
        self.state = state
        self.seen = seen
        self.decisions = decisions

    def __deepcopy__(self, memo: dict[int, Any]) -> "Line":
        return Line(self.seed, None if self.state is None else copied(self.state), self.seen, self.decisions)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or a moment before the deal."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.line = Line(b"", None, (b"",) * game.num_players(), 0)

    @property
    def _names(self) -> Names:
        names: Names = self.get_game().names
        return names

    @property
    def _state(self) -> State:
        assert self.line.state is not None, "chance has not dealt yet"
        return self.line.state

    def current_player(self) -> int:
        if self.line.state is None:
            return BY_CHANCE
        return TERMINAL if self.is_terminal() else self._state.actor

    def is_terminal(self) -> bool:
        return self.line.state is not None and self.line.state.phase == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        if player != self._state.actor:
            return []
        words = blank_mask()
        legal(self._names.compiled, self._state, words)
        found: list[int] = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little")).tolist()
        return found

    def _apply_action(self, action: int) -> None:
        if self.line.state is None:
            self._deal_byte(action)
        else:
            self._play(int(action))
            if self.line.decisions >= LONGEST_GAME * self.num_players() and not self.is_terminal():
                finish(self._state)
        if self.line.state is not None:
            self.line.seen = _seen(self.line.seen, self.line.state)

    def _play(self, action: int) -> None:
        """OpenSpiel looks at no mask before it, and the kernel's `play` takes whatever it is given."""
        rule = apply_any(self._names.compiled, self._state, action)
        if rule != LEGAL:
            raise refused(self._names, self._state.actor, action, IDS[rule])
        self.line.decisions += 1

    def _deal_byte(self, byte: int) -> None:
        if not 0 <= byte < OUTCOMES:
            raise EnvError(f"chance outcome {byte}: it must be from 0 to {OUTCOMES - 1}")
        self.line.seed += bytes([byte])
        if len(self.line.seed) == SEED_BYTES:
            self.line.state = blank_state()
            seed = np.uint64(int.from_bytes(self.line.seed, "big"))
            set_up(self._names.compiled, self.line.state, self.num_players(), seed, NOBODY)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed byte {action}" if player == BY_CHANCE else action_text(self._names, action)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        rewards: Rewards = self.get_game().rewards
        rewards.begin()
        found = rewards.after(self._state)
        return shares_of_win(rewards.scores.winner[: len(found)].tolist()) if rewards.kind == WIN else found

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> "SpielState":
        """A position that this player cannot tell from this one: what it has not seen falls anywhere it may be."""
        made: SpielState = self.clone()
        view = self.view_of(player)
        made.line.state = imagine(self._names.compiled, view.state, seed=int(probability_sampler() * (1 << 53)))
        afresh = _seen((b"imagined",) * self.num_players(), made.line.state)
        made.line.seen = (*afresh[:player], self.line.seen[player], *afresh[player + 1 :])
        return made

    def view_of(self, player: int) -> View:
        make_view(self._state, player, seen := blank_state())
        return View(self._names, seen, self._names.seats[player])

    def __str__(self) -> str:
        return f"seed {self.line.seed.hex()}" if self.line.state is None else str(Position(self._names, self._state))


def shares_of_win(winner: list[int]) -> list[float]:
    """The reward `win` as a number of 64 bits: OpenSpiel asks that those of a zero-sum game add up to 0 within 1e-9.

    >>> shares_of_win([0, 1, 0, 1])
    [-0.3333333333333333, 0.3333333333333333, -0.3333333333333333, 0.3333333333333333]
    """
    players, winners = len(winner), sum(winner)
    share = (players - winners) / (winners * (players - 1))
    return [share if won else -1 / (players - 1) for won in winner]


def _seen(before: tuple[bytes, ...], state: State) -> tuple[bytes, ...]:
    """Each player's digest with its view of this state added."""
    view = blank_state()
    digests = []
    for player, digest in enumerate(before):
        make_view(state, player, view)
        digests.append(blake2b(digest + view.data.tobytes(), digest_size=DIGEST_BYTES).digest())
    return tuple(digests)


class SpielObserver:
    """What a player is given as a tensor and as text.

    The tensor is the flat observation, also as the information state's: it has no history. The information state's
    text is a digest of all views the player has had, so equal texts mean that it has seen the same; the observation's
    text is the view, to be read.
    """

    def __init__(self, game: Any, perfect_recall: bool) -> None:
        self._game = game
        self._perfect_recall = perfect_recall
        self.tensor: Grid = np.zeros(game.observer.spec.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if state.line.state is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._game.observer.flat(state.line.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.line.state is None:
            return "before the deal"
        return state.line.seen[player].hex() if self._perfect_recall else str(state.view_of(player))
