"""One training: the network, its league and its games, and what a round does with them."""

import copy
import random
from collections.abc import Sequence
from typing import Any, Final

import torch
from torch import Tensor, nn

from carrozza import boards
from carrozza.bots.neural.flat import most_spec
from carrozza.learning.config.model import Config
from carrozza.learning.league.members import League, Member
from carrozza.learning.league.plan import GroupPlan, group_plans, imitation_plans
from carrozza.learning.networks.flat import FlatNetwork, belief_shape
from carrozza.learning.schedule import Progress
from carrozza.learning.training.exporting import frozen_network
from carrozza.learning.training.improving import autocast, improve, samples_of
from carrozza.learning.training.peers import Alone, Peers
from carrozza.learning.training.playing.groups import BY_BOT, Group, group_seed, make_groups
from carrozza.learning.training.playing.returns import add_outcomes, compute_returns
from carrozza.learning.training.playing.rollout import Network, Rollout, Teacher
from carrozza.learning.training.playing.style import StyleReward
from carrozza.learning.training.playing.styled import styled_slots
from carrozza.learning.training.starting import begin_with
from carrozza.observation.spec import ObservationSpec

SCALED_BY: Final = 65_536
"""Observations whose spread sets the scale of the cells."""
LACKING_ALONE: Final = 8
"""Rounds in which only that is learned which a weights file lacks, the value of the rewards above all: until the value
is known, every step would make the policy worse."""
REMATCHED: Final = 0.2
"""A bot's group is made anew when its number of games is to change by more than this share."""


def new_network(config: Config, most: ObservationSpec) -> FlatNetwork:
    torch.manual_seed(config.seed)
    belief = belief_shape(most) if config.network.belief else None
    shape, styles = config.network, config.reward.styles_share > 0
    return FlatNetwork(most.size, shape.width, shape.blocks, belief, styles).to(config.device)


class Trainer:
    """Everything that a checkpoint keeps, but for the log."""

    def __init__(
        self,
        config: Config,
        board: boards.Board,
        peers: Peers | None = None,
        plans: list[GroupPlan] | None = None,
        deals: int = 0,
    ) -> None:
        self.config, self.board, self.peers = config, board, peers or Alone()
        self.most = most_spec(board, config.variants)
        self.network = new_network(config, self.most)
        self.begin()
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), config.improvement.learning_rate, fused=config.device == "cuda"
        )
        self.progress = Progress()
        self.chance = torch.Generator(config.device)
        self.chance.manual_seed((config.seed << 10) + self.peers.rank)
        self.league_chance = random.Random(config.seed)
        self.networks: dict[str, FlatNetwork] = {}
        """Past selves and networks of files, by name."""
        self.league = League(self._first_members(), config.league.hardness, config.league.past_kept)
        self.seated: dict[str, list[str]] = {"past": [], "file": []}
        """Which networks have the other seats, for each part of those games."""
        self.network_teachers: dict[int, str] = {}
        """The groups in which a network is imitated instead of a bot, by number, each with its weights file."""
        self.groups = make_groups(config, board, plans or group_plans(config), self.most, self._deals_seed(deals))
        styled = styled_slots(config, self.groups)
        self.rollout = Rollout(config, self.groups, self.most.size, styled)
        self.style = StyleReward(config.reward, styled, self.most) if styled else None
        self._seat_networks()

    def begin(self) -> None:
        """With the weights of another network, where one is named; compiled, where that is asked for."""
        start = self.config.network.start
        self.lacking = begin_with(self.network, start, self.most.digest, self.frozen) if start else frozenset[str]()
        """The parameters that the file does not have which the network begins with."""
        self.forward = self.compiled(self.network) if self.config.improvement.compiled else self.network

    def compiled(self, network: nn.Module) -> Network:
        ready: Network = torch.compile(network)
        return ready

    def opponent(self, name: str) -> Network:
        """A past self or the network of a file, to play with."""
        return self.networks[name]

    def _deals_seed(self, number: int) -> int:
        """Of environments: other processes, and runs that go on with new games, have other deals."""
        return (self.config.seed << 8) + (self.peers.rank << 4) + (number & 15)

    def _first_members(self) -> list[Member]:
        league = self.config.league
        files = [league.against_frozen] if league.against_frozen else league.members
        for file in files:
            self.networks[file] = self.frozen(file)
        bots = league.bots if league.bots_share > 0 and not league.against_frozen else []
        return [*(Member(file, "file") for file in files), *(Member(bot, "bot") for bot in bots)]

    def frozen(self, path: str) -> FlatNetwork:
        """The network of a weights file, for the same board."""
        return frozen_network(path, self.most).to(self.config.device)

    # The league

    def _seat_networks(self) -> None:
        number = self.config.league.networks_at_once
        for kind in ("past", "file"):
            self.seated[kind] = self.league.drawn(kind, number, self.league_chance)

    def slots_by_network(self) -> dict[str, Tensor]:
        """The slots in which each network has the seats that do not learn."""
        slots: dict[str, list[Tensor]] = {}
        for group in self.groups:
            for part in group.parts:
                names = self.seated.get(part.kind, [])
                if names:
                    every = torch.arange(part.slots.start, part.slots.stop, device=self.config.device)
                    for name, some in zip(names, every.tensor_split(len(names)), strict=True):
                        slots.setdefault(name, []).append(some)
        return {name: torch.cat(some) for name, some in slots.items()}

    def _note_results(self, slots_by_network: dict[str, Tensor]) -> None:
        """How the learner did against each member, by the games that ended."""
        rollout = self.rollout
        of_learner = rollout.won.gather(-1, rollout.learner.clamp_min(0).unsqueeze(-1)).squeeze(-1)
        ended = self.peers.total(rollout.ended.float().sum(0)).cpu()
        won = self.peers.total((of_learner * rollout.ended).sum(0)).cpu()
        self.league.forget()
        seats = rollout.seats.cpu()
        named = [(name, slots.cpu()) for name, slots in slots_by_network.items()]
        for group in self.groups:
            if group.plan.bot:
                named.append((group.plan.bot, torch.arange(group.slots.start, group.slots.stop)))
        for name, slots in named:
            for number in seats[slots].unique().tolist():
                at = slots[seats[slots] == number]
                games = float(ended[at].sum())
                if games:
                    self.league.member(name).note(int(games), float(won[at].sum()) / games, int(number))

    def _take_snapshot(self) -> None:
        """The network becomes a past self; who plays is drawn anew."""
        if self.config.league.past_share > 0 and not self.config.league.against_frozen:
            name = f"past-{self.progress.rounds}"
            self.networks[name] = copy.deepcopy(self.network).eval().requires_grad_(False)
            for leaver in self.league.add_past(name):
                del self.networks[leaver]
        self._seat_networks()
        self._rematch_bots()

    def _rematch_bots(self) -> None:
        """More games against the bots that are harder to beat: their environments are made anew."""
        bots = self.league.of_kind("bot")
        if len(bots) < 2:
            return
        plans = group_plans(self.config, self.league.weights(bots))
        at = 0
        changed = any(
            abs(plan.games - group.plan.games) > REMATCHED * group.plan.games
            for plan, group in zip(plans, self.groups, strict=True)
        )
        for number, (plan, group) in enumerate(zip(plans, self.groups, strict=True)):
            if changed and plan != group.plan:
                group.close()
                seed = group_seed(self._deals_seed(0), number, self.progress.rounds)
                self.groups[number] = Group(self.config, self.board, plan, at, self.most, seed)
            at += self.groups[number].plan.games

    # Imitation

    def plans_to_imitate(self) -> list[tuple[boards.Board, GroupPlan]]:
        """Groups in which the bot that is imitated has all seats, each with its board."""
        return [(self.board, plan) for plan in imitation_plans(self.config)]

    def groups_to_imitate(self, seed: int) -> list[Group]:
        return make_groups(self.config, self.board, imitation_plans(self.config), self.most, seed)

    def teachers(self, groups: Sequence[Group], seed: int) -> Sequence[Teacher]:
        """The networks that are imitated in some of these groups."""
        return ()

    # A round

    def scale_cells(self) -> None:
        """Before the first round: let the cells have about the same size, by what its first games see. A checkpoint to
        begin with has a scale; a weights file has it in its first matrix."""
        if self.config.network.start and not self.lacking:
            return
        self.play_alone()
        cells = self.rollout.observations[:-1].flatten(0, 1)[self._decisions(SCALED_BY)]
        scale = self.peers.total(self.network.scale_of(cells, self.most)) / self.peers.number
        if self.lacking:
            self.network.rescale(scale)
        else:
            self.network.scale.copy_(scale)

    def play_alone(self) -> None:
        """A rollout that nothing is learned from, for its positions."""
        with autocast(self.config):
            self.rollout.play(self.network, {}, self.chance)

    def play_round(self, spent: float) -> dict[str, Any]:
        """Play, learn from it; returns what is worth a line of the log."""
        slots = self.slots_by_network()
        seated = {name: self.opponent(name) for name in slots}
        opponents = {seated[name]: some for name, some in slots.items()}
        # As the bot of a file plays.
        likeliest = {seated[member.name] for member in self.league.of_kind("file") if member.name in seated}
        with autocast(self.config):
            self.rollout.play(self.forward, opponents, self.chance, likeliest)
        if self.style:
            self.style.add_to(self.rollout)
        self._note_results(slots)
        losses = self.learn(self.rollout, spent)
        self.progress.rounds += 1
        self.progress.decisions += sum(map(len, self.rollout.deciding)) * self.peers.number
        if self.progress.rounds % self.config.league.snapshot_rounds == 0:
            self._take_snapshot()
        chances = {member.name: round(member.chance, 3) for member in self.league.members if member.kind != "past"}
        return {"losses": losses, "chances": chances}

    def learn(self, rollout: Rollout, spent: float, imitate: bool = False) -> dict[str, float]:
        add_outcomes(rollout, self.config.reward)
        returns = compute_returns(rollout, self.config.improvement.trace)
        samples = samples_of(rollout, returns, self._outcome_counts(rollout))
        return improve(
            self.network,
            self.forward,
            self.optimiser,
            rollout,
            samples,
            self.config,
            spent,
            self.chance,
            self.peers,
            imitate,
            self.lacking if self.progress.rounds < LACKING_ALONE and not imitate else (),
        )

    def _outcome_counts(self, rollout: Rollout) -> Tensor:
        """The outcome is that of games between networks, where there are any: against a bot it would be another."""
        counts = torch.ones(rollout.action.shape[1], device=self.config.device)
        parts = [part for group in rollout.groups for part in group.parts]
        if any(part.kind != BY_BOT for part in parts):
            for part in parts:
                counts[part.slots] = float(part.kind != BY_BOT)
        return counts

    def _decisions(self, number: int) -> Tensor:
        """About so many decisions of the last rollout that were the network's, equally many of each stratum and evenly
        spread."""
        own = self.rollout.own()
        each = min(max(1, number // len(own)), *map(len, own))
        even = torch.arange(each, device=self.config.device)
        return torch.cat([of_stratum[even * len(of_stratum) // each] for of_stratum in own])

    def sampled_positions(self, number: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Observations, masks, numbers of seats, and what the network plays there, from the last rollout."""
        rollout = self.rollout
        at = self._decisions(number)
        cells, mask = (tensor[:-1].flatten(0, 1)[at] for tensor in (rollout.observations, rollout.mask))
        seats = rollout.seats.repeat(rollout.steps)[at]
        with torch.no_grad():
            return cells, mask, seats, self.network(cells, mask, seats).logits.argmax(-1)

    def close(self) -> None:
        for group in self.groups:
            group.close()
