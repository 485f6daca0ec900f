"""How long the network for any board takes to learn: `python -m benchmarks.token_training [CONFIG] [--compiled] ...`.

It makes the network of a training's configuration (`benchmarks/learning/any-board.toml` by default) and a stratified
batch of opening positions of its setups, and prints, for each position: the time of a forward pass and of a forward and
a backward pass, the bytes that are kept between these two, and, where torch compiles it, how long that took, how many
kernels the graph of both has, and how far its gradients are from those of the network that is not compiled. How long it
takes does not depend on what the positions hold. On the CPU the time is CPU time of one thread.
"""

import argparse
import time
from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor

from carrozza.bots.neural.tokens.matrices import TokenSizes
from carrozza.game import Game
from carrozza.kernel.actions import ACTIONS
from carrozza.learning.boards.mixture import Setup, training_setups
from carrozza.learning.config.model import Config
from carrozza.learning.config.reading import make_config, read_tree
from carrozza.learning.networks.flat import Answer
from carrozza.learning.networks.token_tables import Strata, by_size
from carrozza.learning.networks.tokens import TokenNetwork
from carrozza.observation.observer import Observer

CONFIG: Final = Path("benchmarks/learning/any-board.toml")
TRIES: Final = 5


def opening(setup: Setup) -> Any:
    """The tokens of the first decision of a game."""
    game = Game(setup.board, setup.seats, seed=1, variants=setup.variants)
    return Observer(setup.board, seats=setup.seats, variants=setup.variants).tokens(game.view(0), 0)


def batch_of(setups: list[Setup], strata: Strata, each: int) -> Tensor:
    made = np.zeros((len(setups), each, strata.cells), np.int8)
    for number, setup in enumerate(setups):
        places = strata.places(number, setup.tokens)
        made[number][:, places] = opening(setup)[: len(places)]
    return torch.from_numpy(made).flatten(0, 1)


def some_loss(answer: Answer) -> Tensor:
    """That every output has a part in."""
    win = answer.win.log_softmax(-1).masked_fill(answer.win.isinf(), 0)
    loss: Tensor = sum(
        part.square().mean() for part in (answer.logits.log_softmax(-1), answer.value, win, answer.margin)
    )
    return loss


class Measured:
    """The network of a configuration, and a batch."""

    def __init__(self, config: Config, device: str, positions: int, compiled: bool, bfloat16: bool) -> None:
        found = training_setups(config.boards, config.varied, config.players, config.variants, config.seed)
        setups = sorted(found, key=lambda setup: by_size(setup.tokens), reverse=True)
        shape = config.tokens
        sizes = TokenSizes(shape.width, shape.table_width, shape.exchanges)
        torch.manual_seed(config.seed)
        self.network = TokenNetwork([setup.tokens for setup in setups], sizes, shape.size_classes).to(device)
        self.cells = batch_of(setups, self.network.strata, max(1, positions // len(setups))).to(device)
        self.mask = torch.ones(len(self.cells), ACTIONS, dtype=torch.bool, device=device)
        self.device, self.bfloat16 = device, bfloat16
        self.call = torch.compile(self.network, dynamic=False) if compiled else self.network
        self.setups = len(setups)

    def answer(self) -> Answer:
        with torch.autocast(self.device, torch.bfloat16, enabled=self.bfloat16):
            answer: Answer = self.call(self.cells, self.mask)
        return answer

    def forward(self) -> None:
        with torch.no_grad():
            self.answer()

    def both(self) -> None:
        self.network.zero_grad()
        some_loss(self.answer()).backward()

    def gradients(self) -> dict[str, Tensor]:
        self.both()
        found = ((name, parameter.grad) for name, parameter in self.network.named_parameters())
        return {name: gradient.clone() for name, gradient in found if gradient is not None}

    def microseconds(self, work: Callable[[], None]) -> float:
        """For a position, the least of some tries."""
        best = float("inf")
        for _ in range(TRIES):
            began = self.now()
            work()
            best = min(best, self.now() - began)
        return best / len(self.cells) * 1e6

    def now(self) -> float:
        if self.device == "cpu":
            return time.process_time()
        torch.cuda.synchronize()
        return time.monotonic()

    def kept(self) -> float:
        """Bytes for a position that a forward pass keeps for the backward one."""
        own = {part.untyped_storage().data_ptr() for part in (*self.network.parameters(), *self.network.buffers())}
        sizes: dict[int, int] = {}

        def note(tensor: Tensor) -> Tensor:
            storage = tensor.untyped_storage()
            if storage.data_ptr() not in own:
                sizes[storage.data_ptr()] = storage.nbytes()
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
            answer = self.answer()
        total = sum(sizes.values()) / len(self.cells)
        del answer
        return total


def compiling(measured: Measured) -> None:
    """Compile both graphs, and print what came of it."""
    from torch._inductor import metrics

    for name, work in (("forward", measured.forward), ("forward and backward", measured.both)):
        metrics.reset()
        began = time.monotonic()
        work()
        seconds = time.monotonic() - began
        print(f"{name}: compiled in {seconds:.0f} s, {metrics.generated_kernel_count} kernels beside the products")


def comparing(measured: Measured) -> None:
    """Print by how much the gradients of the compiled network differ: it has been wrong, without an error."""
    compiled, measured.call = measured.gradients(), measured.network
    plain = measured.gradients()
    differences = {
        name: float((compiled[name] - gradient).abs().max() / gradient.abs().max().clamp_min(1e-30))
        for name, gradient in plain.items()
    }
    name = max(differences, key=lambda name: float("inf") if isnan(differences[name]) else differences[name])
    print(f"gradients: compiled they differ by at most {differences[name]:.2%} of the largest, in {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("config", nargs="?", type=Path, default=CONFIG)
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--positions", type=int, default=256)
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--bfloat16", action="store_true")
    given = parser.parse_args()
    torch.set_num_threads(1)
    config = make_config(read_tree(given.config))
    measured = Measured(config, given.device, given.positions, given.compiled, given.bfloat16)
    sizes = ", ".join(f"{found.number} x {found.most}" for found in measured.network.strata.classes)
    print(f"{len(measured.cells)} positions of {measured.setups} setups: {sizes}; {measured.network.cells} cells")
    if given.compiled:
        compiling(measured)
    measured.both()
    print(f"forward: {measured.microseconds(measured.forward):.2f} us a position")
    print(f"forward and backward: {measured.microseconds(measured.both):.2f} us a position")
    print(f"kept for the backward pass: {measured.kept():,.0f} bytes a position")
    if given.compiled:
        comparing(measured)
    if given.device == "cuda":
        print(f"most memory in use: {torch.cuda.max_memory_allocated() / 1e9:.1f} GB")


if __name__ == "__main__":
    main()
