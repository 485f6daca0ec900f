"""The network for one board: a residual network from a flat observation to a policy and the outcome of the game.

`carrozza.bots.neural` has the same mathematics as compiled loops. Cells are multiplied by a scale of their own, which
the export puts into the first matrix.
"""

from typing import Final, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from carrozza.bots.specs.networks import STYLES
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.layout import SEATS
from carrozza.observation.spec import ObservationSpec

EPSILON: Final = 1e-5
SOFTEN: Final = 0.2
"""Added to the spread of the cells of a slice: what hardly ever occurs is not blown up more than five times."""
CARDS: Final = 8
"""The unit of cards in a belief."""
STYLE_AT_FIRST: Final = 0.1
"""As much as a cell adds, so that later layers tell styles apart from the beginning."""
LARGEST: Final = 5.0
"""No cell that was seen is scaled to more: there is no clamp."""


class Answer(NamedTuple):
    """What a network says of positions, in float32."""

    logits: Tensor
    """(n, actions), minus infinity where an action is illegal."""
    value: Tensor
    """(n,): the reward that is still to come, for training alone."""
    win: Tensor
    """(n, seats): logits of winning, the viewer first; minus infinity beyond the seats that play."""
    margin: Tensor
    """(n,): the viewer's margin at the end, in units of 64 points."""
    held: Tensor | None = None
    """(n, other seats, tickets): logits of holding each ticket, where a belief is asked for, ..."""
    cards: Tensor | None = None
    """... and (n, other seats, kinds): cards of each kind, in units of eight."""


class BeliefShape(NamedTuple):
    others: int
    """Seats behind the viewer, at most."""
    tickets: int
    kinds: int


def belief_shape(most: ObservationSpec) -> BeliefShape:
    return BeliefShape(most.seats - 1, len(most.board.tickets), int(most.compiled.colours) + 1)


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width))
        self.up, self.down = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, h: Tensor) -> Tensor:
        return h + self.down(functional.relu(self.up(rms(h, self.gain))))  # float32 for the sum, whatever `down` gives


def rms(h: Tensor, gain: Tensor) -> Tensor:
    return functional.rms_norm(h, gain.shape, gain, EPSILON)


class FlatNetwork(nn.Module):
    """Of the observation of a board at its most seats. It has a value head that only training needs."""

    def __init__(
        self, cells: int, width: int, blocks: int, belief: BeliefShape | None = None, styles: bool = False
    ) -> None:
        super().__init__()
        self.register_buffer("scale", torch.ones(cells))
        self.first = nn.Linear(cells, width)
        self.styles = nn.Parameter(STYLE_AT_FIRST * torch.randn(len(STYLES), width)) if styles else None
        """What each style adds to the bias of the first layer."""
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.gain = nn.Parameter(torch.ones(width))
        self.logits, self.outcome, self.value = (nn.Linear(width, n) for n in (ACTIONS, SEATS + 1, 1))
        self.belief_shape = belief
        self.belief = nn.Linear(width, belief.others * (belief.tickets + belief.kinds)) if belief else None
        for head in (self.logits, self.outcome, self.value):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def forward(
        self, cells: Tensor, mask: Tensor, seats: Tensor, believe: bool = False, styles: Tensor | None = None
    ) -> Answer:
        """`cells` are int8, `mask` says what is legal, `seats` how many play, `styles` in which style the viewer plays:
        0 in none, and so without them."""
        kind = cells.device.type
        precision = torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else torch.float32
        cells = cells.to(precision)  # whole numbers up to 127, which bfloat16 has exactly
        h = functional.linear(cells, self.first.weight * self.scale, self.first.bias).float()
        if styles is not None and self.styles is not None:
            numbers = torch.arange(1, len(self.styles) + 1, device=styles.device)
            h = h + (styles.unsqueeze(-1) == numbers).to(h.dtype) @ self.styles
        for block in self.blocks:
            h = block(h)
        r = rms(h, self.gain)
        outcome = self.outcome(r).float()
        playing = torch.arange(SEATS, device=cells.device) < seats.unsqueeze(-1)
        held, cards = self._believed(r) if believe else (None, None)
        return Answer(
            self.logits(r).float().masked_fill(~mask, -torch.inf),
            self.value(r).float().squeeze(-1),
            outcome[:, :SEATS].masked_fill(~playing, -torch.inf),
            outcome[:, SEATS],
            held,
            cards,
        )

    def _believed(self, r: Tensor) -> tuple[Tensor | None, Tensor | None]:
        if self.belief is None or self.belief_shape is None:
            return None, None
        others, tickets, kinds = self.belief_shape
        cells = self.belief(r).float().unflatten(-1, (others, tickets + kinds))
        return cells[..., :tickets], cells[..., tickets:]

    @torch.no_grad()
    def scale_of(self, cells: Tensor, spec: ObservationSpec) -> Tensor:
        """With which the cells of each slice of such observations have about the same size."""
        scale = self.scale.clone()
        for found in spec.flat_slices:
            place = slice(found.at, found.at + found.planes * found.stride)
            seen = cells[:, place].float()
            spread, largest = float(seen.std()), max(1.0, float(seen.max()))
            scale[place] = min(1 / (spread + SOFTEN), LARGEST / largest)
        return scale

    @torch.no_grad()
    def rescale(self, scale: Tensor) -> None:
        """Take another scale and play as before: steps of learning are then as large for all cells."""
        self.first.weight.mul_(self.scale / scale)
        self.scale.copy_(scale)
