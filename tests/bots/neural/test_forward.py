"""The compiled forward pass computes what the network is defined as, alone and in batches, with any number of seats."""

import hashlib
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import carrozza
from carrozza import boards
from carrozza.bots.neural.arithmetic.exponential import exp_of_negative
from carrozza.bots.neural.choosing import Generator, priors
from carrozza.bots.neural.flat import most_spec
from carrozza.bots.neural.forward import Network, Room, evaluate_batch, make_network, make_room
from carrozza.bots.neural.players import Player
from carrozza.bots.neural.untrained import untrained_weights
from carrozza.bots.neural.weights import Weights
from carrozza.bots.neural.weights.errors import BadWeights
from carrozza.game.names import Names, bits_of, blank_mask
from carrozza.kernel.layout import Grid
from carrozza.kernel.legal import legal
from carrozza.kernel.state import State
from carrozza.observation.observer import Observer
from tests.bots.neural.networks import random_weights, reference
from tests.laws.play import Game, played
from tests.setups import SETUPS, Setup

TRIED = tuple(
    setup
    for setup in SETUPS
    if (setup.board, setup.seats) in (("new-york", 2), ("new-york", 4), ("europe", 3), ("old-west", 2), ("old-west", 6))
)
ISLE = Path(__file__).parents[2] / "boards" / "isle.toml"
NEW_YORK = Setup("new-york", (), 2)
SLOTS = 5


def names_at(setup: Setup) -> Names:
    return setup.game(1).names


def weights_for(setup: Setup) -> Weights:
    """Where a board has a variant, the network knows it."""
    return random_weights(setup.board, ("alvin",) if setup.board == "old-west" else ())


def positions(setup: Setup, step: int = 29) -> tuple[Game, list[int]]:
    game = played(setup.compiled, setup.seats, 3)
    return game, list(range(0, len(game), step))


def ready(setup: Setup, slots: int = 1) -> tuple[Network, Room]:
    network = make_network(weights_for(setup), names_at(setup))
    return network, make_room(network, slots)


def look(setup: Setup, network: Network, room: Room, game: Game, at: list[int]) -> None:
    """Evaluate these positions of a game, in the slots from 0 on."""
    states = game.states[at]
    evaluate_batch(setup.compiled, network, states, states.actor.astype(np.int64), game.masks[at], room, len(at))


@pytest.mark.parametrize("setup", TRIED, ids=str)
def test_it_is_what_the_definition_says(setup: Setup) -> None:
    weights, (network, room) = weights_for(setup), ready(setup)
    observer, most = (
        Observer(setup.board, seats=setup.seats, variants=setup.variants),
        most_spec(setup.board, weights.about.variants),
    )
    game, tried = positions(setup)
    for i in tried:
        state, seat = State.of(game.states[i]), int(game.states[i].actor)
        placed = np.zeros(most.size, np.int8)
        placed[observer.spec.places_in(most)] = observer.flat(state, seat)
        logits, outcome = reference(weights, placed)
        look(setup, network, room, game, [i])
        legal = list(bits_of(game.masks[i]))
        np.testing.assert_allclose(room.logits[0, legal], logits[legal], atol=2e-4)
        win = np.exp(outcome[: setup.seats] - outcome[: setup.seats].max())
        np.testing.assert_allclose(np.roll(room.win[0, : setup.seats], -seat), win / win.sum(), atol=1e-4)
        assert not room.win[0, setup.seats :].any()
        assert room.margin[0] == pytest.approx(outcome[6] * 64, abs=0.02)


def outputs(room: Room, slot: int, mask: Grid) -> bytes:
    parts = (room.logits[slot, list(bits_of(mask))], room.win[slot], room.margin[slot])
    return b"".join(part.tobytes() for part in parts)


@pytest.mark.parametrize("setup", TRIED[1::2], ids=str)
def test_a_batch_gives_the_same_bits_as_one_by_one(setup: Setup) -> None:
    (network, room), (_, alone) = ready(setup, SLOTS), ready(setup)
    game, tried = positions(setup)
    for first in range(0, len(tried), SLOTS):
        some = tried[first : first + SLOTS]
        look(setup, network, room, game, some)
        for slot, i in enumerate(some):
            look(setup, network, alone, game, [i])
            assert outputs(room, slot, game.masks[i]) == outputs(alone, 0, game.masks[i])


def test_every_machine_computes_the_same_bits() -> None:
    """The digest is that of the first machine this ran on."""
    setup = NEW_YORK
    network, room = ready(setup)
    game, tried = positions(setup)
    digest = hashlib.sha256()
    for i in tried:
        look(setup, network, room, game, [i])
        priors(room, 0, game.masks[i], 0.5)
        digest.update(outputs(room, 0, game.masks[i]) + room.priors[0].tobytes())
    assert digest.hexdigest()[:16] == "d424e7adeebacf1d"


def test_priors_are_probabilities_of_what_is_legal() -> None:
    setup = NEW_YORK
    network, room = ready(setup)
    game, tried = positions(setup)
    for i in tried:
        mask, legal = game.masks[i], list(bits_of(game.masks[i]))
        look(setup, network, room, game, [i])
        logits = room.logits[0, legal].astype(float)
        for temperature in (1.0, 0.25, 3.0):
            likeliest = priors(room, 0, mask, temperature)
            expected = np.exp((logits - logits.max()) / temperature)
            np.testing.assert_allclose(room.priors[0, legal], expected / expected.sum(), rtol=1e-5, atol=1e-12)
            assert room.priors[0].sum() == pytest.approx(1.0)
            assert likeliest == legal[int(logits.argmax())]
        assert priors(room, 0, mask, 0.0) == likeliest and room.priors[0, likeliest] == room.priors[0].sum() == 1


def test_the_exponential() -> None:
    for x in np.linspace(-79, 0, 2000).tolist():
        assert exp_of_negative(x) == pytest.approx(math.exp(x), rel=4e-16)
    assert (exp_of_negative(0.0), exp_of_negative(-1e9), exp_of_negative(-math.inf)) == (1.0, 0.0, 0.0)


def test_own_boards_have_networks_too() -> None:
    board = boards.load(str(ISLE))
    game = carrozza.Game(board, 2, seed=1)
    network = make_network(untrained_weights(board, width=24, blocks=2), game.names)
    player = Player(game.names, network)
    mask = blank_mask()
    legal(game.names.compiled, game.state, mask)
    assert player.choose(game.state, 0, mask, 0.0, Generator()) in bits_of(mask)


def refused(weights: Weights, setup: Setup) -> str:
    with pytest.raises(BadWeights) as refusal:
        make_network(weights, names_at(setup))
    return str(refusal.value)


def test_a_network_for_something_else_is_refused() -> None:
    west = Setup("old-west", ("alvin",), 2)
    weights = random_weights("new-york")
    assert "the board new-york, not old-west: train one with `carrozza train --board old-west`" in refused(
        weights, west
    )
    other = replace(weights, about=replace(weights.about, board_digest="0" * 32))
    assert "another edition of new-york" in refused(other, NEW_YORK)
    assert "trained for old-west without alvin" in refused(random_weights("old-west"), west)
    other = replace(weights, about=replace(weights.about, observation_digest="0" * 32))
    assert "this network reads observations obs_v1 (00000000), and this version writes" in refused(other, NEW_YORK)
    other = replace(weights, about=replace(weights.about, kind="tokens"))
    assert "this network reads tokens obs_v1" in refused(other, NEW_YORK)


def test_arrays_of_other_shapes_are_refused() -> None:
    setup, weights = NEW_YORK, random_weights("new-york")
    wide = replace(weights, about=replace(weights.about, width=32))
    assert "first is 1032 by 24, and 1032 by 32 is needed" in refused(wide, setup)
    lacking = replace(weights, vectors={k: v for k, v in weights.vectors.items() if k != "gains"})
    assert "it has no 'gains'" in refused(lacking, setup)
    flat = replace(weights, matrices={**weights.matrices, "up": weights.matrices["up"][0]})
    assert "up is 24 by 40" in refused(flat, setup)
    huge = replace(weights, about=replace(weights.about, blocks=1000))
    assert "1000 blocks: at most" in refused(huge, setup)
    few = replace(weights, vectors={**weights.vectors, "styles": np.zeros((2, 24), np.float32)})
    assert "styles is 2 by 24, and 3 by 24 is needed" in refused(few, setup)
