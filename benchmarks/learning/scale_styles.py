"""Let the styles of a network be felt more: multiply what they add to the bias of the first layer.

    python -m benchmarks.learning.scale_styles usa.npz scaled.npz builder=2 hunter=1.5

Plain play stays as it is. The file that is written keeps the factors in what it says of its training.
"""

import argparse
from pathlib import Path

import numpy as np

from carrozza.bots.neural.weights import About, BadWeights, read_weights, rewrite_weights
from carrozza.bots.specs.networks import STYLES

ROWS = "styles"
FACTORS = "styles_scaled"


def write_scaled(source: Path, out: Path, factors: dict[str, float]) -> About:
    weights = read_weights(source)
    if ROWS not in weights.vectors:
        raise SystemExit(f"{source}: this network has learned no styles: train it with reward.styles_share")
    by = np.array([factors.get(style, 1.0) for style in STYLES], np.float32)
    before = weights.about.training.get(FACTORS, {})
    told = {style: factors.get(style, 1.0) * before.get(style, 1.0) for style in STYLES}
    rows = {ROWS: weights.vectors[ROWS] * by[:, None]}
    return rewrite_weights(out, source, rows, {**weights.about.training, FACTORS: told})


def factor(text: str) -> tuple[str, float]:
    style, _, number = text.partition("=")
    if style not in STYLES:
        raise argparse.ArgumentTypeError(f"no style {style}: choose {', '.join(STYLES)}")
    return style, float(number)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning.scale_styles", description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("factors", nargs="+", type=factor, metavar="STYLE=FACTOR")
    given = parser.parse_args()
    try:
        about = write_scaled(given.source, given.out, dict(given.factors))
    except BadWeights as error:
        raise SystemExit(str(error)) from None
    print(f"written: {given.out}, {about.digest}")


if __name__ == "__main__":
    main()
