"""The network for any board computes what it is defined as, on boards of all rules, and the same bits everywhere."""

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from carrozza import boards
from carrozza.bots.neural.forward import Network, Room, evaluate_batch, make_network, make_room, network_at
from carrozza.bots.neural.tokens.rows import BoardRows
from carrozza.bots.neural.tokens.untrained import untrained_token_weights
from carrozza.bots.neural.weights import write_weights
from carrozza.bots.neural.weights.errors import BadWeights
from carrozza.game.names import Names, bits_of
from carrozza.game.seating import seat_table
from carrozza.kernel.layout import Grid
from carrozza.kernel.state import STATE, State, blank_state
from carrozza.kernel.view import make_view
from carrozza.observation.observer import Observer
from tests.bots.neural.tokens.reference import SMALL, reference
from tests.laws.play import Game, played

pytestmark = pytest.mark.slow  # compiling takes most of the time: one worker does it

TASMANIA = Path(__file__).parents[4] / "examples/boards/tasmania.toml"
TRIED = (("new-york", 2, ()), ("europe", 3, ()), ("old-west", 6, ("alvin",)), (str(TASMANIA), 2, ()))
WEIGHTS = untrained_token_weights(SMALL)
SLOTS = 4


def names_at(board: str, seats: int, variants: tuple[str, ...]) -> Names:
    return seat_table(boards.load(board), seats, variants)


def ready(names: Names, slots: int = 1) -> tuple[Network, Room]:
    network = make_network(WEIGHTS, names)
    return network, make_room(network, slots)


def positions(names: Names, step: int = 29) -> tuple[Game, list[int]]:
    game = played(names.compiled, len(names.seats), 3)
    return game, list(range(0, len(game), step))


def evaluate(names: Names, network: Network, room: Room, state: State, seat: int, mask: Grid) -> None:
    """Into slot 0: a batch of one, so that one function is compiled for all tests."""
    states = np.zeros(1, STATE)
    states[0] = state.record
    evaluate_batch(names.compiled, network, states, np.array([seat]), mask[None], room, 1)


@pytest.mark.parametrize("board, seats, variants", TRIED)
def test_it_is_what_the_definition_says(board: str, seats: int, variants: tuple[str, ...]) -> None:
    names = names_at(board, seats, variants)
    network, room = ready(names)
    observer = Observer(names.board, seats=seats, variants=variants)
    rows = BoardRows.of(observer.tokens_spec)
    game, tried = positions(names)
    for i in tried:
        state, seat = State.of(game.states[i]), int(game.states[i].actor)
        logits, win, margin = reference(WEIGHTS, rows, observer.tokens(state, seat))
        evaluate(names, network, room, state, seat, game.masks[i])
        legal = list(bits_of(game.masks[i]))
        np.testing.assert_allclose(room.logits[0, legal], logits[legal], atol=2e-4)
        chances = np.exp(win - win.max())
        np.testing.assert_allclose(np.roll(room.win[0, :seats], -seat), chances / chances.sum(), atol=1e-4)
        assert not room.win[0, seats:].any()
        assert room.margin[0] == pytest.approx(margin * 64, abs=0.02)


def outputs(room: Room, slot: int, mask: Grid) -> bytes:
    parts = (room.logits[slot, list(bits_of(mask))], room.win[slot], room.margin[slot])
    return b"".join(part.tobytes() for part in parts)


def test_a_batch_and_a_view_give_the_same_bits_as_states_one_by_one() -> None:
    names = names_at("new-york", 3, ())
    (network, room), (_, alone) = ready(names, SLOTS), ready(names)
    game, _ = positions(names)
    tried = list(range(5, len(game), len(game) // SLOTS))[:SLOTS]
    states = np.zeros(SLOTS, STATE)
    seats = np.zeros(SLOTS, np.int64)
    masks = np.ascontiguousarray(game.masks[tried])
    for slot, i in enumerate(tried):
        seats[slot] = game.states[i].actor
        make_view(State.of(game.states[i]), int(seats[slot]), view := blank_state())
        states[slot] = view.record
    evaluate_batch(names.compiled, network, states, seats, masks, room, SLOTS)
    for slot, i in enumerate(tried):
        evaluate(names, network, alone, State.of(game.states[i]), int(seats[slot]), game.masks[i])
        assert outputs(room, slot, masks[slot]) == outputs(alone, 0, masks[slot])


def test_the_bits_are_the_same_on_every_machine() -> None:
    names = names_at("new-york", 2, ())
    network, room = ready(names)
    game, tried = positions(names)
    digest = hashlib.sha256()
    for i in tried:
        state = State.of(game.states[i])
        evaluate(names, network, room, state, int(state.actor), game.masks[i])
        digest.update(outputs(room, 0, game.masks[i]))
    assert digest.hexdigest()[:32] == "9a6078a063ab74bcdd5a797a16c5183b"


def test_one_file_plays_on_any_board(tmp_path: Path) -> None:
    write_weights(tmp_path / "general.npz", WEIGHTS, "int8")
    for board, seats, variants in TRIED:
        names = names_at(board, seats, variants)
        assert network_at(names, tmp_path / "general.npz") is network_at(names, tmp_path / "general.npz")


def test_weights_for_other_tokens_are_refused() -> None:
    other = replace(WEIGHTS, about=replace(WEIGHTS.about, observation_digest="0" * 32))
    with pytest.raises(BadWeights, match=r"reads tokens obs_v1 .* train it again"):
        make_network(other, names_at("new-york", 2, ()))


def test_weights_of_another_shape_are_refused() -> None:
    fewer = {name: matrix for name, matrix in WEIGHTS.matrices.items() if name != "claim"}
    with pytest.raises(BadWeights, match="claim has the shape None and not"):
        make_network(replace(WEIGHTS, matrices=fewer), names_at("new-york", 2, ()))
