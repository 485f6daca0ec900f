"""Two processes that torch.distributed connects, without Ray."""

import socket
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from carrozza import boards
from carrozza.interrupts import InterruptFlag
from carrozza.learning.runs.folder import RunFolder
from carrozza.learning.runs.log import Entry
from carrozza.learning.training.peers import Joined
from carrozza.learning.training.session import Session
from tests.learning.with_torch.small import small_config


def nobody(entry: Entry) -> None:
    pass


def trained(rank: int, address: str, folder: Path) -> tuple[dict[str, bytes], str]:
    """The weights of the network after a training, and the games that were played."""
    config = small_config(workers={"number": 2}, budget={"minutes": 0, "decisions": 2048})
    peers = Joined(rank, 2, address, "cpu")
    folder.mkdir()
    session = Session(config, boards.load("new-york"), RunFolder(folder), InterruptFlag(), nobody, peers)
    assert session.run()
    weights = {name: tensor.numpy().tobytes() for name, tensor in session.trainer.network.state_dict().items()}
    games = session.trainer.rollout.action
    peers.close()
    return weights, str(games.tolist())


@pytest.mark.slow
def test_all_end_with_the_same_weights_and_have_played_other_games(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        tasks = [processes.submit(trained, rank, address, tmp_path / str(rank)) for rank in range(2)]
        (first, games), (second, other_games) = [task.result() for task in tasks]
    assert first == second
    assert games != other_games
