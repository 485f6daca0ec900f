"""The flat network: which arrays it has, and for which observation."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from carrozza import boards
from carrozza.bots.neural.arithmetic.outcome import OUTCOME
from carrozza.bots.neural.weights.errors import BadWeights
from carrozza.bots.neural.weights.file import About, Weights
from carrozza.bots.specs.networks import STYLES
from carrozza.kernel.actions import ACTIONS
from carrozza.observation.spec import ObservationSpec

MOST_WIDTH: Final = 4096
MOST_BLOCKS: Final = 64

Shape = tuple[int, ...]


def most_spec(board: str | boards.Board, variants: Collection[str] = ()) -> ObservationSpec:
    """The observation that a flat network of this board reads: with all its seats."""
    loaded = boards.load(board) if isinstance(board, str) else board
    return ObservationSpec.of(loaded, variants, loaded.rules.max_seats)


def about_flat(
    board: str | boards.Board, variants: Collection[str], width: int, blocks: int, training: Mapping[str, Any]
) -> About:
    spec = most_spec(board, variants)
    return About(
        kind="flat",
        board=spec.board.id,
        board_digest=spec.board.digest,
        variants=spec.variants,
        most_seats=spec.seats,
        observation_version=spec.version,
        observation_digest=spec.digest,
        width=width,
        blocks=blocks,
        training=training,
    )


def flat_shapes(cells: int, width: int, inner: int, blocks: int) -> tuple[dict[str, Shape], dict[str, Shape]]:
    """The shapes of the matrices and of the vectors."""
    matrices = {
        "first": (cells, width),
        "up": (blocks, width, inner),
        "down": (blocks, inner, width),
        "logits": (width, ACTIONS),
        "outcome": (width, OUTCOME),
    }
    vectors = {
        "first_bias": (width,),
        "up_bias": (blocks, inner),
        "down_bias": (blocks, width),
        "logits_bias": (ACTIONS,),
        "outcome_bias": (OUTCOME,),
        "gains": (blocks + 1, width),
    }
    return matrices, vectors


def check_flat(weights: Weights, spec: ObservationSpec) -> None:
    """Refuse weights that are not a flat network for this observation, with a `BadWeights` that says why."""
    about = weights.about
    if about.kind != "flat":
        raise BadWeights(f"a network of kind '{about.kind}', and a flat one is needed here")
    if not (1 <= about.width <= MOST_WIDTH and 0 <= about.blocks <= MOST_BLOCKS):
        raise BadWeights(f"width {about.width} and {about.blocks} blocks: at most {MOST_WIDTH} and {MOST_BLOCKS}")
    styles = weights.vectors.get("styles")
    if styles is not None and styles.shape != (len(STYLES), about.width):
        raise BadWeights(f"styles is {_told(styles.shape)}, and {len(STYLES)} by {about.width} is needed")
    up = weights.matrices.get("up")
    inner = about.width if up is None or up.ndim != 3 else up.shape[2]
    for needed, given in zip(
        flat_shapes(spec.size, about.width, inner, about.blocks), (weights.matrices, weights.vectors), strict=True
    ):
        for name, shape in needed.items():
            if name not in given:
                raise BadWeights(f"it has no '{name}', which a flat network needs")
            if given[name].shape != shape:
                raise BadWeights(f"{name} is {_told(given[name].shape)}, and {_told(shape)} is needed")


def _told(shape: Shape) -> str:
    return " by ".join(map(str, shape)) or "one number"
