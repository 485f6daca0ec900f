"""Games stepped together are the games that the kernel plays one at a time."""

import numpy as np
import pytest

from carrozza import envs
from carrozza.bots.compiled.memory import blank_memories
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.envs.vectorised.slots import DECISIONS_LIMIT
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.bits import ONE
from carrozza.kernel.chance import stream
from carrozza.kernel.layout import Grid
from carrozza.kernel.state import State
from carrozza.observation.observer import Observer
from tests.envs.plain_games import PlainGame
from tests.setups import Setup, everywhere

SEED = 7


def vector_of(setup: Setup, games: int, **options: object) -> envs.CpuVector:
    made: envs.CpuVector = envs.vector(
        setup.board,
        setup.seats,
        games,
        variants=setup.variants,
        seed=SEED,
        **options,  # type: ignore[arg-type]
    )
    return made


def plain_games(setup: Setup, games: int, opponents: tuple[str, ...] = ()) -> list[PlainGame]:
    return [PlainGame(setup.board, setup.seats, SEED, slot, setup.variants, opponents) for slot in range(games)]


def any_legal(mask: Grid, chance: np.random.Generator) -> Grid:
    """A random legal action of each game."""
    chosen: Grid = np.where(mask, chance.random(mask.shape), -1).argmax(axis=1)
    return chosen


def assert_shown(vector: envs.CpuVector, slot: int, game: PlainGame, observer: Observer) -> None:
    assert vector.states[slot].tobytes() == game.state.tobytes()
    assert vector.seat[slot] == game.state.actor
    np.testing.assert_array_equal(vector.mask_words[slot], game.mask)
    np.testing.assert_array_equal(vector.observations[slot], observer.flat(game.state, int(game.state.actor)))


def assert_ended(vector: envs.CpuVector, slot: int, game: PlainGame) -> None:
    finished, scores, seats = vector.episode.finished(), game.scores(), game.seats
    episode = {name: values[finished["slot"].tolist().index(slot)].tolist() for name, values in finished.items()}
    completed = [int(word).bit_count() for word in scores.completed[:seats]]
    held = [int(word).bit_count() for word in game.state.tickets[:seats]]
    assert episode | {"returned": None} == {
        "slot": slot,
        "game": game.number,
        "decisions": game.decisions,
        "turns": game.state.turns,
        "learner": game.learner if game.opponents else -1,
        "illegal": -1,
        "total": scores.total[:seats].tolist(),
        "winner": scores.winner[:seats].tolist(),
        "tickets_completed": completed,
        "tickets_failed": [all_of - made for all_of, made in zip(held, completed, strict=True)],
        "returned": None,
    }


def assert_same_games(setup: Setup, steps: int, games: int = 2, opponents: tuple[str, ...] = ()) -> int:
    """Play both at random; returns how many games ended."""
    chance, ended = np.random.default_rng(1), 0
    plain = plain_games(setup, games, opponents)
    observer = Observer(setup.board, seats=setup.seats, variants=setup.variants)
    with vector_of(setup, games, opponents=opponents or None, threads=1) as vector:
        vector.reset()
        for _ in range(steps):
            for slot, game in enumerate(plain):
                assert_shown(vector, slot, game, observer)
            actions = any_legal(vector.mask, chance)
            _, _, terminations, truncations, _ = vector.step(actions)
            assert not truncations.any()
            for slot, game in enumerate(plain):
                assert terminations[slot] == game.play(int(actions[slot]))
                if terminations[slot]:
                    assert_ended(vector, slot, game)
                    game.next()
                    ended += 1
    return ended


@everywhere
def test_games_are_those_of_the_kernel(setup: Setup) -> None:
    """Decision by decision, into the next game where the first has ended."""
    steps = 250 if setup.board == "new-york" else 100
    ended = assert_same_games(setup, steps)
    assert ended or setup.board != "new-york"


@pytest.mark.parametrize(
    ("setup", "opponents"),
    [
        (Setup("usa", (), 2), ("planner",)),
        (Setup("new-york", (), 4), ("planner", "greedy", "random")),
        (Setup("old-west", ("alvin",), 3), ("greedy", "planner(carelessness=0.2)")),
    ],
    ids=str,
)
def test_bots_inside_play_as_they_do_outside(setup: Setup, opponents: tuple[str, ...]) -> None:
    assert assert_same_games(setup, steps=90, opponents=opponents) > 0


def test_the_learner_sits_elsewhere_in_each_game() -> None:
    with envs.vector("new-york", 3, 3, opponents="random", threads=1) as vector:
        vector.reset()
        np.testing.assert_array_equal(vector.seat, [0, 1, 2])
        vector.reset()
        np.testing.assert_array_equal(vector.seat, [1, 2, 0])
        vector.step(vector.mask.argmax(axis=1))
        np.testing.assert_array_equal(vector.acted, [1, 2, 0])


def test_the_mask_has_a_cell_for_each_action() -> None:
    with envs.vector("europe", 2, 64, threads=1) as vector:
        vector.reset()
        for _ in range(20):
            vector.step_random(7)
            bits = vector.mask_words[:, np.arange(ACTIONS) // 64] >> (np.arange(ACTIONS) % 64).astype(np.uint64)
            np.testing.assert_array_equal(vector.mask, bits & ONE == ONE)


@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_the_number_of_threads_changes_nothing(opponents: str | None) -> None:
    seen = []
    for threads in (1, 2, 3):
        with envs.vector("new-york", 2, 10, opponents=opponents, reward="shaped", threads=threads, seed=4) as vector:
            vector.reset()
            _, rewards, *_ = vector.step_random(150)
            assert vector.episode.decisions.all()
            parts = (vector.states, vector._arrays.episodes, vector.mask, rewards)
            seen.append([part.tobytes() for part in parts])
    assert seen[0] == seen[1] == seen[2]


def test_random_steps_are_steps_with_the_random_bots_actions() -> None:
    with envs.vector("usa", 2, 2, threads=1, seed=SEED) as inside, envs.vector("usa", 2, 2, threads=1) as outside:
        inside.reset()
        outside.reset(seed=SEED)
        dice = blank_memories(2)
        for slot in range(2):
            dice[slot].rng = stream(~stream(np.uint64(SEED), slot), 0)
        for _ in range(60):
            actions = [choose_any(outside.mask_words[slot], dice[slot]) for slot in range(2)]
            outside.step(np.array(actions))
        inside.step_random(60)
        assert inside.states.tobytes() == outside.states.tobytes()


def test_a_seed_gives_the_same_games_again_and_another_gives_others() -> None:
    with envs.vector("new-york", 2, 4, threads=1, seed=SEED) as vector:
        vector.reset()
        first = vector.states.tobytes()
        vector.reset()
        second = vector.states.tobytes()
        assert second != first
        vector.reset(seed=SEED)
        assert vector.states.tobytes() == first
        vector.reset()
        assert vector.states.tobytes() == second
        vector.reset(seed=SEED + 1)
        assert vector.states.tobytes() != first


def test_arrays_are_written_again_by_each_step() -> None:
    with envs.vector("new-york", 2, 4, threads=1) as vector:
        vector.reset()
        first = vector.step(vector.mask.argmax(axis=1))
        second = vector.step(vector.mask.argmax(axis=1))
        for one, other in zip(first[1:4], second[1:4], strict=True):
            assert one is other
        assert first[0] is second[0] is vector.observations
        assert second[4]["action_mask"] is vector.mask


def test_tokens_are_those_of_the_observer() -> None:
    observer = Observer("europe", seats=3)
    with envs.vector("europe", 3, 2, observation="tokens", threads=1) as vector:
        vector.reset()
        for _ in range(5):
            observations, *_ = vector.step_random(9)
            for slot in range(2):
                tokens = observer.tokens(State.of(vector.states[slot]), int(vector.seat[slot]))
                np.testing.assert_array_equal(observations[slot], tokens)


def test_games_without_observations() -> None:
    with envs.vector("new-york", 2, 4, observation=None, threads=1) as vector:
        observations, _ = vector.reset()
        assert observations is None
        assert vector.step_random(20)[0] is None


def test_a_game_without_end_is_cut_off() -> None:
    with envs.vector("new-york", 2, 2, threads=1) as vector:
        vector.reset()
        vector._arrays.slots["decisions"][1] = DECISIONS_LIMIT - 1
        _, _, terminations, truncations, _ = vector.step(vector.mask.argmax(axis=1))
        assert not terminations.any()
        assert truncations.tolist() == [False, True]
        assert vector.episode.decisions[1] == DECISIONS_LIMIT
        assert State.of(vector.states[1]).turns == 0


def test_neighbouring_slots_can_have_the_same_deal() -> None:
    """With as many slots as seats the learner has each deal from every seat."""
    games = envs.vector("new-york", 3, 6, opponents="random", seed=2, threads=1)
    games.reset()
    games.deal_alike(3)
    decks = [deck.tobytes() for deck in games.states["deck"]]
    assert decks[0] == decks[1] == decks[2] != decks[3] == decks[4] == decks[5]
    assert games.seat.tolist() == [0, 1, 2, 0, 1, 2]
    with pytest.raises(envs.EnvError, match="6 games cannot be divided so"):
        games.deal_alike(4)


@pytest.mark.parametrize("opponents", [None, "planner"])
def test_games_that_were_saved_go_on_as_they_would_have(opponents: str | None) -> None:
    first, second = (envs.vector("new-york", 2, 4, opponents=opponents, seed=3, threads=1) for _ in range(2))
    first.reset()
    first.step_random(50)
    second.restore(first.saved())
    for games in (first, second):
        games.step_random(50)
    assert first.states.tobytes() == second.states.tobytes()
    assert (first.observations == second.observations).all() and (first.rewards == second.rewards).all()
