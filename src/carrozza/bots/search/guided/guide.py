"""A network at work in a search: shared by the threads, each of which asks it in a room of its own."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from carrozza.bots.neural.belief import Belief, belief_at, weigh_by_belief
from carrozza.bots.neural.forward import Network, evaluate_batch, make_room, network_at
from carrozza.bots.neural.ignorant import ignorant_network
from carrozza.bots.neural.tokens.at_board import BoardNetwork
from carrozza.bots.neural.weights import Kind, read_about
from carrozza.bots.neural.weights.errors import NoWeights
from carrozza.bots.neural.weights.shipped import weights_path
from carrozza.bots.search.guided.guidance import BATCH, GuidanceOptions, guided_settings
from carrozza.bots.search.guided.prior_candidates import list_by_policy
from carrozza.bots.search.guided.rounds import play_round
from carrozza.bots.search.guided.slots import make_slots
from carrozza.bots.search.ticket_inference import weigh_tickets
from carrozza.bots.search.workspace import Root, Workspace
from carrozza.bots.specs.networks import SHIPPED_NETWORK
from carrozza.game.names import Names


class Guide:
    """A network, its belief where it has one, and what each thread asks it with."""

    def __init__(
        self, network: Network, belief: Belief | None, threads: int, options: GuidanceOptions | None = None
    ) -> None:
        self._network = network
        self._belief = belief
        self._said = np.zeros(0 if belief is None else len(belief.bias), np.float32)
        self.settings = guided_settings()
        self._guidance = (options or GuidanceOptions()).record()
        self._rooms = [make_room(network, BATCH) for _ in range(threads)]
        self._slots = [make_slots() for _ in range(threads)]

    @property
    def kind(self) -> Kind:
        return "tokens" if isinstance(self._network, BoardNetwork) else "flat"

    def look(self, root: Root, first: Workspace) -> None:
        """Ask the network about the decision to make, and what the others may hold."""
        room, view, inference = self._rooms[0], root.view, root.inference
        seats, masks = np.full(1, view.viewer, np.int64), root.mask.reshape(1, -1)
        evaluate_batch(first.board, self._network, root.views, seats, masks, room, 1)
        inference.learned = self._belief is not None
        if self._belief is None:
            weigh_tickets(first.board, view, inference)
        else:
            normed, said = room.normed[0], self._said
            weigh_by_belief(first.board, view, self._belief, normed, said, inference.odds, inference.cards)

    def list_candidates(self, work: Workspace, planned: int) -> None:
        """After `look`; `planned` is the planner's choice."""
        list_by_policy(work, self._guidance, self._rooms[0], planned)

    def think(self, thread: int, work: Workspace, deadline: float | None, games: int | None) -> None:
        """Search for so many games, or until another round would end after the deadline, if it took as long as the
        last; less where it is settled. The clock has no say in how long a round is, so a budget of games gives the
        same choices."""
        played, took, began = 0, 0.0, time.perf_counter()
        while not work.progress.settled and (games is None or played < games):
            if deadline is not None and began + took > deadline:
                break
            count = BATCH if games is None else min(BATCH, games - played)
            played += play_round(work, self._guidance, self._network, self._rooms[thread], self._slots[thread], count)
            now = time.perf_counter()
            took, began = now - began, now


def guide_at(
    names: Names, threads: int, network: str | None = None, settings: Mapping[str, Any] | None = None
) -> Guide | None:
    """The guide for a board: by the network of this file, or by the one that comes with the game. None where none does
    and none was asked for."""
    options = GuidanceOptions(**(settings or {}))
    file = shipped_file(names) if network in (None, SHIPPED_NETWORK) else Path(str(network))
    if file is None and network is None and not settings:
        return None
    if file is None:
        raise NoWeights(
            f"no network for {names.board.id} comes with this version: train one with `carrozza train --board "
            f"{names.board.id}`, and name its weights as network=PATH"
        )
    return Guide(network_at(names, file), belief_at(file, names.compiled), threads, options)


def shipped_file(names: Names) -> Path | None:
    """The weights of the network that comes with the game for this board and its variants, or for any board; None where
    there is none."""
    try:
        path = weights_path(names.board)
    except NoWeights:
        return None
    about = read_about(path)
    return path if about.kind == "tokens" or set(names.variants) <= set(about.variants) else None


def ignorant_guide(names: Names, kind: Kind) -> Guide:
    """By a small network that has learned nothing: it compiles what every other of its kind needs."""
    return Guide(ignorant_network(kind, names), None, 1)
