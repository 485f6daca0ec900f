"""The forward pass: a seat's observation in, logits, chances to win and margin out.

A network is flat, for one board, or reads tokens, on any board (`tokens/`). Compiled code knows which by its type: the
same functions serve both, and neither pays for the other. A flat one is computed layer after layer, and within a layer
position after position: in a batch each matrix is fetched from memory once.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import numpy as np

from carrozza import boards
from carrozza.boards.faults import did_you_mean
from carrozza.bots.neural.errors import BadWeights, NoWeights
from carrozza.bots.neural.exponential import exp_of_negative
from carrozza.bots.neural.flat import OUTCOME, check_flat, most_spec
from carrozza.bots.neural.layers import (
    LANES,
    add_inputs,
    add_inputs_of_all,
    add_noted,
    copy_row,
    normalise,
    note_cells,
    note_inputs,
)
from carrozza.bots.neural.outcome import write_outcome
from carrozza.bots.neural.shipped import weights_path
from carrozza.bots.neural.tokens.at_board import BoardNetwork, board_network, board_room, infer_slots
from carrozza.bots.neural.weights import Weights, read_weights
from carrozza.bots.specs.networks import STYLES
from carrozza.game.names import Names
from carrozza.kernel.actions import ACTIONS, WORDS
from carrozza.kernel.bits import NONE, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import INTERPRETED, entry, rule
from carrozza.kernel.layout import SEATS, Grid, whole
from carrozza.kernel.state import State
from carrozza.observation.declaration import Plan
from carrozza.observation.distances import Search
from carrozza.observation.flat import write_flat
from carrozza.observation.recall import Recall
from carrozza.observation.spec import ObservationSpec

WORD: Final = 64
"""Actions in a word of a mask."""
OUTCOME_ROOM: Final = 16
_ZERO = np.float32(0.0)
"""Added to -0 it gives 0, which `layers.py` asks for."""


class Network(NamedTuple):
    """A flat network for one board, its variants and one number of seats, as compiled code reads it."""

    plan: Plan
    first: Grid
    """A row for each cell of the observation with this number of seats."""
    first_bias: Grid
    gains: Grid
    up: Grid
    up_bias: Grid
    down: Grid
    down_bias: Grid
    logits: Grid
    """(WORDS, width, WORD): the words of actions apart, as those without a legal action are left out."""
    logits_bias: Grid
    outcome: Grid
    outcome_bias: Grid


class Room(NamedTuple):
    """What the forward pass works in and writes to, for so many positions at once; one for each thread."""

    recall: Recall
    search: Search
    words: Grid
    cells: Grid
    """The same memory as `words`, cell by cell."""
    seats: Grid
    """Whose observation lies in each slot."""
    masks: Grid
    places: Grid
    values: Grid
    sums: Grid
    hidden: Grid
    normed: Grid
    inner: Grid
    outcome: Grid
    logits: Grid
    win: Grid
    margin: Grid
    priors: Grid


def network_at(names: Names, file: str | Path | None = None, style: str | None = None) -> Network:
    """The network for a board with its variants and seats, from this file or from those that come with the game;
    `BadWeights` or `NoWeights` where there is none, or none that has learned this style. Made once."""
    path = Path(file) if file is not None else weights_path(names.board)
    return _network(path, _changed(path), names.board, names.variants, len(names.seats), style)


def _changed(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0


@lru_cache(maxsize=8)
def _weights(path: Path, changed: int) -> Weights:
    return read_weights(path)


@lru_cache(maxsize=16)
def _network(
    path: Path, changed: int, board: boards.Board, variants: tuple[str, ...], seats: int, style: str | None
) -> Network:
    try:
        if style is not None:
            plain = _network(path, changed, board, variants, seats, None)
            return in_style(plain, _weights(path, changed), style)
        return network_of(_weights(path, changed), board, variants, seats)
    except BadWeights as error:
        raise BadWeights(f"{path}: {str(error).removeprefix(f'{path}: ')}") from None


def make_network(weights: Weights, names: Names) -> Network:
    """The network for a board with its variants and seats, of these weights."""
    return network_of(weights, names.board, names.variants, len(names.seats))


def network_of(weights: Weights, board: boards.Board, variants: tuple[str, ...], seats: int) -> Network:
    if weights.about.kind == "tokens":
        return cast("Network", board_network(weights, board, variants, seats))
    most = _spec_of(weights, board, variants)
    check_flat(weights, most)
    spec = ObservationSpec.of(board, variants, seats)
    matrices, vectors = weights.matrices, {name: _ready(vector + _ZERO) for name, vector in weights.vectors.items()}
    by_word = matrices["logits"].reshape(-1, WORDS, WORD).transpose(1, 0, 2)
    return Network(
        plan=spec.plan.record,
        first=_ready(matrices["first"][spec.places_in(most)]),
        first_bias=vectors["first_bias"],
        gains=vectors["gains"],
        up=_ready(matrices["up"]),
        up_bias=vectors["up_bias"],
        down=_ready(matrices["down"]),
        down_bias=vectors["down_bias"],
        logits=_ready(by_word),
        logits_bias=vectors["logits_bias"].reshape(WORDS, WORD),
        outcome=_padded(matrices["outcome"]),
        outcome_bias=_padded(vectors["outcome_bias"]),
    )


def in_style(network: Network, weights: Weights, style: str) -> Network:
    """The same network, told that it plays in this style; all large arrays are shared."""
    if style not in STYLES:
        raise NoWeights(f"no style '{style}'{did_you_mean(style, STYLES)}; choose {', '.join(STYLES)}")
    if "styles" not in weights.vectors:
        raise BadWeights(
            f"this network has learned no styles: leave style={style} out, or train one with `carrozza train --set "
            "reward.styles_share=0.2`"
        )
    told = weights.vectors["styles"][STYLES.index(style)]
    return network._replace(first_bias=_ready(network.first_bias + told + _ZERO))


def _padded(outcome: Grid) -> Grid:
    """With outputs of 0 up to a width that compiled code computes at once."""
    padded = np.zeros((*outcome.shape[:-1], OUTCOME_ROOM), np.float32)
    padded[..., :OUTCOME] = outcome
    return padded


def _ready(array: Grid) -> Grid:
    """As all networks have it, so that compiled code knows one type of array."""
    return np.require(array, np.float32, ("C", "W"))


def _spec_of(weights: Weights, board: boards.Board, variants: tuple[str, ...]) -> ObservationSpec:
    """The observation that the network was made for, where that is one of this board."""
    about = weights.about
    if about.board_digest != board.digest:
        same = about.board == board.id
        what = f"another edition of {board.id}" if same else f"the board {about.board}, not {board.id}"
        raise BadWeights(f"this network was trained for {what}: train one with `carrozza train --board {board.id}`")
    if missing := sorted(set(variants) - set(about.variants)):
        raise BadWeights(f"this network was trained for {board.id} without {missing[0]}: train one with it")
    most = most_spec(board, about.variants)
    if (about.observation_version, about.observation_digest) != (most.version, most.digest):
        raise BadWeights(
            f"this network reads observations {about.observation_version} ({about.observation_digest[:8]}), and this "
            f"version writes {most.version} ({most.digest[:8]}): train it again, or install the version it is for"
        )
    return most


def make_room(network: Network, slots: int = 1) -> Room:
    """Room for so many positions."""
    if isinstance(network, BoardNetwork):
        return cast("Room", board_room(network, slots))
    cells, width = network.first.shape
    inner = network.up.shape[2]
    longest = max(cells, width, inner)
    words = np.zeros((slots, cells // 8), np.uint64)
    return Room(
        recall=Recall().record,
        search=Search().record,
        words=words,
        cells=words.view(np.int8),
        seats=np.zeros(slots, np.int64),
        masks=np.zeros((slots, WORDS), np.uint64),
        places=np.zeros(longest, np.int64),
        values=np.zeros(longest, np.float32),
        sums=np.zeros(LANES, np.float64),
        hidden=np.zeros((slots, width), np.float32),
        normed=np.zeros((slots, width), np.float32),
        inner=np.zeros((slots, inner), np.float32),
        outcome=np.zeros((slots, OUTCOME_ROOM), np.float32),
        logits=np.zeros((slots, ACTIONS), np.float32),
        win=np.zeros((slots, SEATS), np.float32),
        margin=np.zeros(slots, np.float32),
        priors=np.zeros((slots, ACTIONS), np.float32),
    )


@rule
def observe(board: Board, network: Network, state: State, seat: int, mask: Grid, room: Room, slot: int) -> None:
    """Write what the seat observes into a slot. `mask` has the actions whose logits are wanted."""
    room.recall.kept = 0
    write_flat(board, network.plan, state, seat, room.recall, room.search, room.words[slot])
    room.seats[slot] = seat
    for word in range(WORDS):
        room.masks[slot, word] = mask[word]


def infer(network: Network, room: Room, first: int, count: int) -> None:
    """Fill `count` slots, from the first on, in from what was observed."""
    (infer_tokens if isinstance(network, BoardNetwork) else infer_flat)(network, room, first, count)


def infer_tokens(network: Network, room: Room, first: int, count: int) -> None:
    infer_slots(network, room, first, count)  # type: ignore[arg-type]  # it is a BoardNetwork


def infer_flat(network: Network, room: Room, first: int, count: int) -> None:
    end = first + count
    for slot in range(first, end):
        number = note_cells(room.words[slot], room.cells[slot], room.places, room.values)
        copy_row(network.first_bias, room.hidden[slot])
        add_noted(network.first, room.places, room.values, number, room.hidden[slot])
    for block in range(len(network.up)):
        for slot in range(first, end):
            normalise(room.hidden[slot], network.gains[block], room.sums, room.normed[slot])
            copy_row(network.up_bias[block], room.inner[slot])
        add_inputs_of_all(network.up[block], room.normed, first, end, room.inner)
        for slot in range(first, end):
            number = note_inputs(room.inner[slot], room.places, room.values)
            add_row_of_ones(network.down_bias[block], room.hidden[slot])
            add_noted(network.down[block], room.places, room.values, number, room.hidden[slot])
    for slot in range(first, end):
        normalise(room.hidden[slot], network.gains[len(network.up)], room.sums, room.normed[slot])
        copy_row(network.outcome_bias, room.outcome[slot])
    add_inputs_of_all(network.outcome, room.normed, first, end, room.outcome)
    for slot in range(first, end):
        write_outcome(network, room, slot)
    for word in range(WORDS):
        for slot in range(first, end):
            if room.masks[slot, word] != NONE:
                logits = room.logits[slot, word * WORD : (word + 1) * WORD]
                copy_row(network.logits_bias[word], logits)
                add_inputs(network.logits[word], room.normed[slot], logits)


def _by_kind(network: Network, room: Room, first: int, count: int) -> Any:
    """What compiled code takes for `infer`: it asks with types."""
    return infer_tokens if network.instance_class is BoardNetwork else infer_flat  # type: ignore[attr-defined]


if not INTERPRETED:
    from numba.extending import overload

    options: Any = {"nogil": True, "error_model": "numpy", "_nrt": False}
    overload(infer, jit_options=options)(_by_kind)


@rule
def add_row_of_ones(row: Grid, outputs: Grid) -> None:
    for i in range(len(outputs)):
        outputs[i] += row[i]


@entry
def evaluate(board: Board, network: Network, state: State, seat: int, mask: Grid, room: Room, slot: int) -> None:
    """What the network thinks of a position, for a seat: into `room.logits[slot]`, `room.win[slot]` (by absolute seat)
    and `room.margin[slot]`. Only the logits of the actions in the mask are written."""
    observe(board, network, state, seat, mask, room, slot)
    infer(network, room, slot, 1)


@entry
def evaluate_batch(
    board: Board, network: Network, states: Grid, seats: Grid, masks: Grid, room: Room, count: int
) -> None:
    """The same for `count` positions at once, into the slots from 0 on: the same bits as one by one, in less time."""
    for slot in range(count):
        observe(board, network, states[slot], whole(seats[slot]), masks[slot], room, slot)
    infer(network, room, 0, count)


@rule
def likeliest(logits: Grid, mask: Grid) -> int:
    """The legal action with the highest logit, the first of several."""
    best, highest = -1, np.float32(0.0)
    for word in range(WORDS):
        actions = mask[word]
        while actions != NONE:
            action = word * WORD + lowest(actions)
            actions = without_lowest(actions)
            if best < 0 or logits[action] > highest:
                best, highest = action, logits[action]
    return best


@entry
def priors(room: Room, slot: int, mask: Grid, temperature: float) -> int:
    """Write the probabilities of the legal actions into `room.priors[slot]`, 0 elsewhere; returns the likeliest action.
    Temperature 1 is the network's own mixture, 0 the likeliest action alone."""
    chances, logits = room.priors[slot], room.logits[slot]
    best = likeliest(logits, mask)
    for action in range(ACTIONS):
        chances[action] = 0.0
    if temperature <= 0.0:
        chances[best] = 1.0
        return best
    total = 0.0
    for word in range(WORDS):
        actions = mask[word]
        while actions != NONE:
            action = word * WORD + lowest(actions)
            actions = without_lowest(actions)
            below = np.float64(logits[action]) - np.float64(logits[best])
            chance = exp_of_negative(below / temperature)
            chances[action] = chance
            total += chance
    for action in range(ACTIONS):
        if chances[action] > 0.0:
            chances[action] = np.float32(np.float64(chances[action]) / total)
    return best
