"""PPO: the clipped objective over the decisions of a rollout, and the heads for the outcome beside it."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import NamedTuple, Protocol

import torch
from torch import Tensor, nn
from torch.nn import functional

from carrozza.learning.config.model import Config
from carrozza.learning.networks.flat import CARDS, Answer
from carrozza.learning.schedule import falling
from carrozza.learning.training.playing.returns import Returns
from carrozza.learning.training.playing.rollout import Network, Rollout

WORD = 8
LOSSES = ("policy", "value", "win", "margin", "belief", "entropy")


class Gradients(Protocol):
    """What happens to gradients between two processes that learn together."""

    def average(self, network: nn.Module) -> None: ...

    def fewest(self, number: int) -> int:
        """The smallest of all processes' numbers."""


class Samples(NamedTuple):
    """The decisions of a rollout, one row for each."""

    observations: Tensor
    mask: Tensor
    seats: Tensor
    action: Tensor
    before: Tensor
    """The logarithm of the probability with which it was played."""
    advantage: Tensor
    returned: Tensor
    win: Tensor
    margin: Tensor
    outcome_counts: Tensor
    """1 where the outcome is learned from: not where a bot has the other seats."""
    hidden: Tensor | None
    styles: Tensor | None
    taught: Tensor | None
    """The probability that each action should have, where that is imitated."""

    def take(self, rows: Tensor) -> "Samples":
        return Samples(*(None if column is None else taken(column, rows) for column in self))


def taken(column: Tensor, rows: Tensor) -> Tensor:
    """Those rows. Rows of bytes are copied as words of eight, which takes a GPU an eighth of the time."""
    if column.element_size() > 1 or column[0].numel() % WORD:
        return column[rows]
    return column.flatten(1).view(torch.int64)[rows].view(column.dtype).unflatten(1, column.shape[1:])


def autocast(config: Config) -> AbstractContextManager[object]:
    return torch.autocast(config.device, torch.bfloat16, enabled=config.improvement.precision == "bfloat16")


def samples_of(rollout: Rollout, returns: Returns, outcome_counts: Tensor) -> Samples:
    steps = rollout.steps

    def flat(tensor: Tensor) -> Tensor:
        return tensor[:steps].flatten(0, 1)

    return Samples(
        flat(rollout.observations),
        flat(rollout.mask),
        rollout.seats.repeat(steps),
        flat(rollout.action),
        flat(rollout.log_probability),
        flat(returns.advantage),
        flat(returns.advantage + rollout.value[:steps]),
        flat(returns.win),
        flat(returns.margin),
        outcome_counts.repeat(steps),
        None if rollout.hidden is None else flat(rollout.hidden),
        None if rollout.styled is None else flat(rollout.styled.told(rollout.seat)),
        None if rollout.taught is None else flat(rollout.taught),
    )


def improve(
    network: nn.Module,
    forward: Network,
    optimiser: torch.optim.Optimizer,
    rollout: Rollout,
    samples: Samples,
    config: Config,
    spent: float,
    chance: torch.Generator,
    gradients: Gradients,
    imitate: bool = False,
    alone: Collection[str] = (),
) -> dict[str, float]:
    """Returns the mean of each loss. `forward` is the network, compiled or as it is. With `imitate` the decisions are
    another's, which the policy is to repeat. Where parameters are named, they learn `alone`."""
    settings = config.improvement
    left = falling(spent, settings.last_share)
    for rates in optimiser.param_groups:
        rates["lr"] = settings.learning_rate * left
    compute_losses = _compiled_losses() if settings.compiled else losses_of
    sums = torch.zeros(len(LOSSES), device=rollout.reward.device)
    batches = 0
    for rows in minibatches(rollout.learned(), config, chance, gradients):
        chosen = samples.take(rows)
        with autocast(config):
            answer = forward(chosen.observations, chosen.mask, chosen.seats, chosen.hidden is not None, chosen.styles)
        losses = compute_losses(answer, chosen, settings.clip, imitate)
        weights = (1.0, settings.value_weight, settings.win_weight, settings.margin_weight, settings.belief_weight)
        loss = (
            sum(weight * part for weight, part in zip(weights, losses, strict=False))
            - (0.0 if imitate else settings.entropy * left) * losses[-1]
        )
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        gradients.average(network)
        _keep_others(network, alone)
        nn.utils.clip_grad_norm_(network.parameters(), settings.gradient_norm)
        optimiser.step()
        sums += torch.stack([part.detach() for part in losses])
        batches += 1
    return {name: round(float(mean), 6) for name, mean in zip(LOSSES, (sums / max(1, batches)).tolist(), strict=True)}


def _keep_others(network: nn.Module, alone: Collection[str]) -> None:
    for name, parameter in network.named_parameters():
        if alone and name not in alone:
            parameter.grad = None


def minibatches(
    learned: Sequence[Tensor], config: Config, chance: torch.Generator, gradients: Gradients
) -> Iterator[Tensor]:
    """Each has equally many decisions of every stratum, those of one stratum one after the other. All processes have
    equally many, as they average the gradients of each. All are of one size, which a compiled network asks for; the
    decisions that are left over, and those that one stratum has more than another, have their turn in another epoch."""
    fewest = gradients.fewest(min(map(len, learned)))
    size = max(1, min(config.improvement.minibatch // len(learned), fewest))
    for _ in range(config.improvement.epochs):
        mixed = torch.stack([_shuffled(of_stratum, chance)[:fewest] for of_stratum in learned])
        yield from (part.flatten() for part in mixed[:, : fewest // size * size].split(size, 1))


def _shuffled(rows: Tensor, chance: torch.Generator) -> Tensor:
    return rows[torch.randperm(len(rows), device=rows.device, generator=chance)]


@cache
def _compiled_losses() -> Callable[[Answer, Samples, float, bool], tuple[Tensor, ...]]:
    return torch.compile(losses_of)


def losses_of(answer: Answer, chosen: Samples, clip: float, imitate: bool) -> tuple[Tensor, ...]:
    """As `LOSSES` names them; entropy is no loss but a bonus."""
    log_probabilities = answer.logits.log_softmax(-1)
    of_action = log_probabilities.gather(-1, chosen.action.unsqueeze(-1)).squeeze(-1)
    of_legal = log_probabilities.masked_fill(~chosen.mask, 0)
    policy = _imitated(of_action, of_legal, chosen) if imitate else _clipped(of_action, chosen, clip)
    entropy = -(log_probabilities.exp() * of_legal).sum(-1).mean()
    value = (answer.value - chosen.returned).square().mean()
    counts, number = chosen.outcome_counts, chosen.outcome_counts.sum().clamp_min(1)
    win_logs = answer.win.log_softmax(-1).masked_fill(answer.win.isinf(), 0)
    win = -((chosen.win * win_logs).sum(-1) * counts).sum() / number
    margin = ((answer.margin - chosen.margin).square() * counts).sum() / number
    return policy, value, win, margin, _belief_loss(answer, chosen), entropy


def _imitated(of_action: Tensor, of_legal: Tensor, chosen: Samples) -> Tensor:
    """The cross-entropy with what is imitated: an action, or the probabilities of all."""
    return -of_action.mean() if chosen.taught is None else -(chosen.taught.float() * of_legal).sum(-1).mean()


def _clipped(of_action: Tensor, chosen: Samples, clip: float) -> Tensor:
    ratio = (of_action - chosen.before).exp()
    advantage = (chosen.advantage - chosen.advantage.mean()) / (chosen.advantage.std() + 1e-8)
    return -torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()


def _belief_loss(answer: Answer, chosen: Samples) -> Tensor:
    """Cross-entropy for tickets; for cards the square of the error, in units of eight cards. Of the seats that play."""
    if answer.held is None or answer.cards is None or chosen.hidden is None:
        return torch.zeros((), device=answer.value.device)
    tickets, others = answer.held.shape[-1], chosen.hidden.shape[1]
    playing = (torch.arange(others, device=chosen.seats.device) < chosen.seats.unsqueeze(-1) - 1).float()
    truth = chosen.hidden.float()
    held, cards = answer.held[:, :others], answer.cards[:, :others]
    tickets_lost = functional.binary_cross_entropy_with_logits(held, truth[..., :tickets], reduction="none").mean(-1)
    cards_lost = (cards - truth[..., tickets:] / CARDS).square().mean(-1)
    return ((tickets_lost + cards_lost) * playing).sum() / playing.sum()
