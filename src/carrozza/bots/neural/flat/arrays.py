"""The flat network as arrays for compiled code, and the room it is computed in."""

from typing import Final, NamedTuple

import numpy as np

from carrozza import boards
from carrozza.boards.faults import did_you_mean
from carrozza.bots.neural.arithmetic.layers import LANES
from carrozza.bots.neural.arithmetic.outcome import OUTCOME
from carrozza.bots.neural.flat.shapes import check_flat, most_spec
from carrozza.bots.neural.weights.errors import BadWeights, NoWeights
from carrozza.bots.neural.weights.file import Weights
from carrozza.bots.specs.networks import STYLES
from carrozza.kernel.actions import ACTIONS, WORDS
from carrozza.kernel.layout import SEATS, Grid
from carrozza.observation.declaration import Plan
from carrozza.observation.distances import Search
from carrozza.observation.recall import Recall
from carrozza.observation.spec import ObservationSpec

WORD: Final = 64
"""Actions in a word of a mask."""
OUTCOME_ROOM: Final = 16
_ZERO = np.float32(0.0)
"""Added to -0 it gives 0, which `arithmetic/layers.py` asks for."""


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


def flat_network(weights: Weights, board: boards.Board, variants: tuple[str, ...], seats: int) -> Network:
    """The network for a board with its variants and seats."""
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


def flat_room(network: Network, slots: int) -> Room:
    """Room for so many positions."""
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
