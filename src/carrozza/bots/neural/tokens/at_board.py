"""The network for any board, seated at one of them: what `forward.py` asks of a network of either kind."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import numpy as np

from carrozza import boards
from carrozza.bots.neural.arithmetic.outcome import write_outcome
from carrozza.bots.neural.tokens.arrays import TokenNetwork, TokenRoom, token_network, token_room
from carrozza.bots.neural.tokens.exchanges import finish_table, hear_cities, hear_kinds, hear_routes, hear_table
from carrozza.bots.neural.tokens.heads import (
    write_keep_logits,
    write_kind_logits,
    write_row_logits,
    write_table_heads,
    write_win_logits,
)
from carrozza.bots.neural.tokens.matrices import sizes_of, token_digest, token_faults
from carrozza.bots.neural.tokens.products import rms
from carrozza.bots.neural.tokens.reading import (
    read_cities,
    read_kinds,
    read_players,
    read_routes,
    read_table,
    tell_of_players,
    tell_of_tickets,
)
from carrozza.bots.neural.tokens.rows import BoardRows
from carrozza.bots.neural.weights.errors import BadWeights
from carrozza.bots.neural.weights.file import About, Weights
from carrozza.kernel.actions import ACTIONS, WORDS
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import SEATS, Grid
from carrozza.observation.declaration import VERSION, Plan
from carrozza.observation.distances import Search
from carrozza.observation.recall import Recall
from carrozza.observation.spec import ObservationSpec
from carrozza.observation.tokens import place_tokens


class BoardNetwork(NamedTuple):
    """For one board, its variants and one number of seats, as compiled code reads it."""

    plan: Plan
    runs: Grid
    """How tokens are made of the flat form."""
    tokens: TokenNetwork


class BoardRoom(NamedTuple):
    """What the forward pass works in and writes to; the names are those of `forward.Room`."""

    recall: Recall
    search: Search
    words: Grid
    cells: Grid
    seats: Grid
    masks: Grid
    outcome: Grid
    logits: Grid
    win: Grid
    margin: Grid
    priors: Grid
    token_cells: Grid
    tokens: TokenRoom


def about_tokens(matrices: Mapping[str, Grid], training: Mapping[str, Any]) -> About:
    """What a weights file says of a network for any board; `blocks` are its exchanges."""
    sizes = sizes_of(matrices)
    return About(
        kind="tokens",
        board=None,
        board_digest=None,
        variants=(),
        most_seats=SEATS,
        observation_version=VERSION,
        observation_digest=token_digest(),
        width=sizes.width,
        blocks=sizes.exchanges,
        training=training,
    )


def board_network(weights: Weights, board: boards.Board, variants: Collection[str], seats: int) -> BoardNetwork:
    """The network for a board with its variants and seats."""
    check_tokens(weights)
    rows = BoardRows.of(ObservationSpec.of(board, variants, seats))
    return BoardNetwork(rows.spec.plan.record, rows.spec.runs, token_network(weights.matrices, weights.vectors, rows))


def check_tokens(weights: Weights) -> None:
    """`BadWeights` says where these are no weights for tokens as this version writes them."""
    about = weights.about
    if (about.observation_version, about.observation_digest) != (VERSION, token_digest()):
        raise BadWeights(
            f"this network reads tokens {about.observation_version} ({about.observation_digest[:8]}), and this version "
            f"writes {VERSION} ({token_digest()[:8]}): train it again, or install the version it is for"
        )
    if faults := token_faults(weights.matrices, weights.vectors):
        raise BadWeights(faults[0])


def board_room(network: BoardNetwork, slots: int = 1) -> BoardRoom:
    """Room for so many positions. They are computed one after the other, as the weights fit into a core's cache."""
    cells = int(network.plan["size"])  # type: ignore[index]  # NumPy's record, which has a `size` of its own
    words = np.zeros((slots, cells // 8), np.uint64)
    reading = network.tokens.reading
    return BoardRoom(
        recall=Recall().record,
        search=Search().record,
        words=words,
        cells=words.view(np.int8),
        seats=np.zeros(slots, np.int64),
        masks=np.zeros((slots, WORDS), np.uint64),
        outcome=np.zeros((slots, SEATS + 1), np.float32),
        logits=np.zeros((slots, ACTIONS), np.float32),
        win=np.zeros((slots, SEATS), np.float32),
        margin=np.zeros(slots, np.float32),
        priors=np.zeros((slots, ACTIONS), np.float32),
        token_cells=np.zeros(int(reading.group_at[-1] + reading.group_columns[-1]), np.int8),
        tokens=token_room(network.tokens),
    )


@rule
def infer_slots(network: BoardNetwork, room: BoardRoom, first: int, count: int) -> None:
    """From the flat form in each slot to its logits and its outcome. (All in one function, as Numba optimises what a
    function calls again for every function that calls it.)"""
    net, rows, cells = network.tokens, room.tokens, room.token_cells
    for slot in range(first, first + count):
        place_tokens(network.runs, room.words[slot], cells)
        read_routes(net.reading, cells, rows)
        read_cities(net.reading, cells, rows)
        read_kinds(net, cells, rows)
        read_players(net.reading, cells, rows)
        read_table(net.reading, cells, rows)
        tell_of_players(net, rows)
        tell_of_tickets(net, cells, rows)
        for number in range(len(net.layers.squares)):
            rms(rows.table, rows.table_normed)
            hear_routes(net, rows, number)
            hear_cities(net, rows, number)
            hear_kinds(net, rows, number)
            hear_table(net, rows, number)
        finish_table(net, rows)
        write_row_logits(net, rows, room.logits[slot])
        write_kind_logits(net, rows, room.logits[slot])
        write_keep_logits(net, cells, rows, room.logits[slot])
        write_table_heads(net, rows, room.logits[slot], room.outcome[slot])
        write_win_logits(net, rows, room.outcome[slot])
        write_outcome(network, room, slot)
