"""PPO with action masks, in one file: self-play on many games at once, with bots and past selves among the opponents.

    python ppo.py                                   # New York on the CPU; then 1,000 games against `random`
    python ppo.py --board usa --device cuda --against planner

It needs `carrozza` and `torch`; with `--device cuda` also `carrozza[gpu]`. What it has learned is saved to a file, and
that is a bot for the arena:

    carrozza arena --board new-york --bots "ppo.py:Trained(file=ppo-new-york.pt),search:200"

A seat's decisions are a trajectory of their own: between two of them it gets the rewards of all that others play. So
returns are computed by seat, whatever the number of seats, and whoever moves in between.
"""

import argparse
import copy
import random
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from carrozza import envs
from carrozza.bots import ActionBot
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.layout import Grid

GAMMA, LAMBDA, CLIP = 1.0, 0.95, 0.2


@dataclass
class Settings:
    """The defaults are for two cores and New York; `LARGE` is for a GPU and USA."""

    board: str = "new-york"
    seats: int = 2
    device: str = "cpu"
    width: int = 256
    blocks: int = 2
    games: int = 256
    steps: int = 64
    minibatch: int = 2048
    epochs: int = 3
    learning_rate: float = 1e-3
    entropy: float = 0.01
    decisions: int = 1_000_000
    against: str = "random"
    """Whom to measure it against."""
    bot: str = "planner"
    """The bot among its opponents."""
    bot_share: float = 0.0
    past_share: float = 0.0
    """Of the games, how many are played against the bot, and against past selves; the others are self-play."""
    threads: int = 1
    """Of torch. The network is small: two threads wait for each other longer than they compute, where anything else
    runs on the cores."""
    seed: int = 1


LARGE = {
    "width": 512,
    "blocks": 4,
    "games": 32_768,
    "minibatch": 65_536,
    "epochs": 2,
    "learning_rate": 3e-4,
    "decisions": 1_500_000_000,
    "bot_share": 0.125,
    "past_share": 0.125,
}


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm, self.inner, self.outer = nn.LayerNorm(width), nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.outer(functional.relu(self.inner(self.norm(x))))


class Policy(nn.Module):
    """A residual network from a flat observation to a logit for every action, and the value for the seat to move."""

    def __init__(self, size: int, width: int, blocks: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("spread", torch.ones(size))
        self.body = nn.Sequential(nn.Linear(size, width), *(Block(width) for _ in range(blocks)), nn.LayerNorm(width))
        self.logits, self.value = nn.Linear(width, ACTIONS), nn.Linear(width, 1)
        nn.init.zeros_(self.logits.weight)
        nn.init.zeros_(self.value.weight)

    def scale_to(self, observations: Tensor) -> None:
        """Let the cells of such observations have about the same size."""
        self.mean, self.spread = observations.float().mean(0), observations.float().std(0) + 0.2

    def forward(self, observations: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        inputs = ((observations.float() - self.mean) / self.spread).clamp(-5, 5)
        with torch.autocast(inputs.device.type, torch.bfloat16, enabled=inputs.is_cuda):
            x = self.body(inputs)
            logits, value = self.logits(x), self.value(x)
        return logits.float().masked_fill(~mask, -torch.inf), value.float().squeeze(-1)


class Group:
    """Games that are played in one way: self-play, against a bot, or against a past self."""

    def __init__(self, settings: Settings, games: int, first: int, opponents: str | None, past: bool) -> None:
        self.env = envs.vector(
            settings.board,
            settings.seats,
            games,
            opponents=opponents,
            reward="shaped",
            seed=settings.seed + first,
            device=settings.device,
        )
        self.slots = slice(first, first + games)
        self.device = settings.device
        self.past: Policy | None = None
        self.plays_past = past
        self.learner = torch.arange(games, device=self.device) % settings.seats
        """Which seat learns, where a past self has the others."""
        self.env.reset()

    def tensor(self, array: Any) -> Tensor:
        """The same memory: NumPy's on the CPU, CuPy's on a GPU."""
        return torch.as_tensor(array, device=self.device)

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        _, rewards, ended, cut_off, _ = self.env.step(actions if actions.is_cuda else actions.numpy())
        return self.tensor(rewards), self.tensor(ended) | self.tensor(cut_off)


def groups_of(settings: Settings) -> list[Group]:
    against_bot, against_past = (int(share * settings.games) for share in (settings.bot_share, settings.past_share))
    planned = [
        (settings.games - against_bot - against_past, None, False),
        (against_past, None, True),
        (against_bot, settings.bot, False),
    ]
    made: list[Group] = []
    for games, opponents, past in planned:
        if games:
            first = made[-1].slots.stop if made else 0
            made.append(Group(settings, games, first, opponents, past))
    return made


class Rollout:
    """So many steps of all games, and what is learned from them."""

    def __init__(self, settings: Settings, groups: list[Group]) -> None:
        steps, games, device = settings.steps, settings.games, settings.device
        size = groups[0].env.observation_spec.size
        self.groups = groups
        self.observations = torch.zeros(steps + 1, games, size, dtype=torch.int8, device=device)
        self.mask = torch.zeros(steps + 1, games, ACTIONS, dtype=torch.bool, device=device)
        self.seat = torch.zeros(steps + 1, games, dtype=torch.long, device=device)
        self.value = torch.zeros(steps + 1, games, device=device)
        self.action = torch.zeros(steps, games, dtype=torch.long, device=device)
        self.log_probability = torch.zeros(steps, games, device=device)
        self.reward = torch.zeros(steps, games, settings.seats, device=device)
        self.ended = torch.zeros(steps, games, dtype=torch.bool, device=device)
        self.learns = torch.zeros(steps, games, dtype=torch.bool, device=device)

    @torch.no_grad()
    def play(self, policy: Policy) -> None:
        for step in range(len(self.action)):
            self._look(step)
            logits, self.value[step] = policy(self.observations[step], self.mask[step])
            self.action[step] = sampled(logits)
            self.learns[step] = True
            for group in self.groups:
                if group.plays_past and group.past:
                    self._let_past_play(step, group, group.past)
            chosen = self.action[step].unsqueeze(-1)
            self.log_probability[step] = logits.log_softmax(-1).gather(-1, chosen).squeeze(-1)
            for group in self.groups:
                self.reward[step, group.slots], self.ended[step, group.slots] = group.step(chosen[group.slots, 0])
        self._look(len(self.action))
        _, self.value[-1] = policy(self.observations[-1], self.mask[-1])

    def _look(self, step: int) -> None:
        for group in self.groups:
            self.observations[step, group.slots] = group.tensor(group.env.observations)
            self.mask[step, group.slots] = group.tensor(group.env.mask)
            self.seat[step, group.slots] = group.tensor(group.env.seat).long()

    def _let_past_play(self, step: int, group: Group, past: Policy) -> None:
        others = self.seat[step, group.slots] != group.learner
        logits, _ = past(self.observations[step, group.slots], self.mask[step, group.slots])
        actions = torch.where(others, sampled(logits), self.action[step, group.slots])
        self.action[step, group.slots] = actions
        self.learns[step, group.slots] = ~others

    @torch.no_grad()
    def advantages(self) -> Tensor:
        """By seat, backwards. A seat's last decision of the rollout has no sequel yet, unless it is the one to move or
        the game has ended: from that one nothing is learned."""
        steps, games, seats = self.reward.shape
        every = torch.arange(games, device=self.reward.device)
        advantages = torch.zeros(steps, games, device=self.reward.device)
        following, advantage, gained = (torch.zeros(games, seats, device=self.reward.device) for _ in range(3))
        known = torch.zeros(games, seats, dtype=torch.bool, device=self.reward.device)
        following[every, self.seat[steps]] = self.value[steps]
        known[every, self.seat[steps]] = True
        for step in reversed(range(steps)):
            ended = self.ended[step].unsqueeze(-1)
            following, advantage, gained = (x.masked_fill(ended, 0) for x in (following, advantage, gained))
            known = known | ended
            gained = gained + self.reward[step]
            seat, value = self.seat[step], self.value[step]
            surprise = gained[every, seat] + GAMMA * following[every, seat] - value
            advantages[step] = surprise + GAMMA * LAMBDA * advantage[every, seat]
            self.learns[step] &= known[every, seat]
            advantage[every, seat] = torch.where(known[every, seat], advantages[step], 0)
            following[every, seat], gained[every, seat], known[every, seat] = value, 0, True
        return advantages


def sampled(logits: Tensor) -> Tensor:
    return torch.multinomial(logits.softmax(-1), 1).squeeze(-1)


def improve(
    policy: Policy, optimiser: torch.optim.Optimizer, rollout: Rollout, settings: Settings, left: float
) -> None:
    """The clipped objective over the decisions that are learned from; `left` is the share of training still to come."""
    for rates in optimiser.param_groups:
        rates["lr"] = settings.learning_rate * left
    advantages = rollout.advantages()
    chosen = rollout.learns.flatten().nonzero().squeeze(-1)
    observations, masks = rollout.observations[:-1].flatten(0, 1), rollout.mask[:-1].flatten(0, 1)
    actions, before = rollout.action.flatten(), rollout.log_probability.flatten()
    advantages = advantages.flatten()
    returns = advantages + rollout.value[:-1].flatten()
    for _ in range(settings.epochs):
        for batch in chosen[torch.randperm(len(chosen), device=chosen.device)].split(settings.minibatch):
            logits, value = policy(observations[batch], masks[batch])
            log_probabilities = logits.log_softmax(-1)
            ratio = (log_probabilities.gather(-1, actions[batch].unsqueeze(-1)).squeeze(-1) - before[batch]).exp()
            advantage = advantages[batch]
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            gain = torch.minimum(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
            legal = log_probabilities.masked_fill(~masks[batch], 0)
            entropy = -(legal.exp() * legal).masked_fill(~masks[batch], 0).sum(-1).mean()
            loss = -gain + 0.5 * (value - returns[batch]).square().mean() - settings.entropy * left * entropy
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def measure(policy: Policy, settings: Settings, slots: int = 512) -> tuple[float, float]:
    """The share of wins of the best action against the bot, and the half width of its 95% interval. Each slot counts as
    many games as there are seats, one from each, so that short games do not count more often; the deals are always
    the same. (In the arena all seats play the same deals, which is more exact.)"""
    env = envs.vector(
        settings.board, settings.seats, slots, opponents=settings.against, seed=1 << 40, device=settings.device
    )
    env.reset()
    shares, counted = np.zeros(slots), np.zeros(slots, int)
    every = np.arange(slots)
    while (counted < settings.seats).any():
        tensors = (torch.as_tensor(array, device=settings.device) for array in (env.observations, env.mask))
        actions = policy(*tensors)[0].argmax(-1)
        env.step(actions if actions.is_cuda else actions.numpy())
        ended = _on_cpu(env.episode.done) & (counted < settings.seats)
        winner = _on_cpu(env.episode.winner).astype(float)
        won = winner[every, _on_cpu(env.episode.learner)] / np.maximum(winner.sum(1), 1)
        shares += np.where(ended, won / settings.seats, 0)
        counted += ended
    env.close()
    return float(shares.mean()), float(1.96 * shares.std(ddof=1) / np.sqrt(slots))


def _on_cpu(array: Any) -> Grid:
    return np.asarray(array.get() if hasattr(array, "get") else array)


def train(settings: Settings, file: Path, minutes: float) -> Policy:
    torch.manual_seed(settings.seed)
    torch.set_num_threads(settings.threads)
    chance = random.Random(settings.seed)
    groups = groups_of(settings)
    spec = groups[0].env.observation_spec
    rollout = Rollout(settings, groups)
    policy = Policy(spec.size, settings.width, settings.blocks).to(settings.device)
    optimiser = torch.optim.Adam(policy.parameters(), settings.learning_rate)
    past: list[Policy] = []
    started, played, rounds = time.monotonic(), 0, 0
    while played < settings.decisions and time.monotonic() - started < 60 * minutes:
        rollout.play(policy)
        if rounds == 0:
            policy.scale_to(rollout.observations[:-1].flatten(0, 1)[:: max(1, rollout.action.numel() // 65_536)])
            rollout.play(policy)
        spent = max(played / settings.decisions, (time.monotonic() - started) / (60 * minutes))
        improve(policy, optimiser, rollout, settings, left=max(0.05, 1 - spent))
        played += rollout.action.numel()
        rounds += 1
        if rounds % 10 == 0:
            past = [*past[-19:], copy.deepcopy(policy)]
            for group in groups:
                group.past = chance.choice(past)
        if rounds % 5 == 0:
            wins = ""
            if rounds % 20 == 0:
                share, margin = measure(policy, settings)
                wins = f": wins {share:.1%} ± {margin:.1%} against {settings.against}"
            print(f"{time.monotonic() - started:5.0f} s {played:13,} decisions{wins}", flush=True)
    for group in groups:
        group.env.close()
    shape = {name: getattr(settings, name) for name in ("board", "seats", "width", "blocks")}
    torch.save({"shape": shape, "observation": spec.digest, "policy": policy.cpu().state_dict()}, file)
    return policy.to(settings.device)


@lru_cache(maxsize=4)
def loaded(file: str) -> tuple[Policy, envs.Observer]:
    """The network of a file, and what observes for it."""
    stored = torch.load(file, weights_only=True)
    shape = stored["shape"]
    observer = envs.Observer(shape["board"], seats=shape["seats"])
    if observer.spec.digest != stored["observation"]:
        raise ValueError(f"{file}: made for other observations than this version's: train it again")
    policy = Policy(observer.spec.size, shape["width"], shape["blocks"])
    policy.load_state_dict(stored["policy"])
    torch.set_num_threads(1)
    return policy.eval(), observer


class Trained(ActionBot):
    """What was learned, as a bot: it plays the action it holds most likely."""

    def __init__(self, file: str) -> None:
        self.policy, self.observer = loaded(file)

    @torch.no_grad()
    def decide(self, view: Any, mask: Grid) -> int:
        seen = torch.from_numpy(self.observer.flat(view, view.state.actor)).unsqueeze(0)
        legal = torch.from_numpy(np.unpackbits(mask.view(np.uint8), bitorder="little").astype(bool)).unsqueeze(0)
        return int(self.policy(seen, legal)[0].argmax())


def contest(settings: Settings, file: Path, games: int) -> None:
    """The arena's protocol: every deal from every seat, and an interval over deals."""
    from carrozza.arena import run_contest

    trained = f"{Path(__file__).resolve()}:Trained(file='{file.resolve()}')"
    result = run_contest(settings.board, settings.seats, games, [trained, settings.against], seed=2**32 + 1)
    bot = result.standings.bots[0]
    low, high = bot.interval or (0, 1)
    wins = f"wins {bot.win_rate:.1%} ({low:.1%} to {high:.1%}) against {settings.against}"
    print(
        f"arena, {result.standings.games} games of {result.standings.deals} deals: {wins}, faults {bot.faults.number}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Train by PPO.", argument_default=argparse.SUPPRESS)
    for name, usual in vars(Settings()).items():
        on_gpu = f", {LARGE[name]} with cuda" if name in LARGE else ""
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(usual), help=f"usual: {usual}{on_gpu}")
    parser.add_argument("--minutes", type=float, default=10.0, help="stop after this time")
    parser.add_argument("--file", type=Path, default=None, help="where to save it (usual: ppo-BOARD.pt)")
    parser.add_argument("--contest", type=int, default=1000, help="games in the arena in the end")
    given = vars(parser.parse_args())
    minutes, file, games = given.pop("minutes"), given.pop("file"), given.pop("contest")
    settings = Settings(**((LARGE if given.get("device") == "cuda" else {}) | given))
    file = file or Path(f"ppo-{settings.board}.pt")
    policy = train(settings, file, minutes)
    share, margin = measure(policy, settings, 2048)
    print(f"saved to {file}: wins {share:.1%} ± {margin:.1%} against {settings.against}")
    if games:
        contest(settings, file, games)


if __name__ == "__main__":
    main()
