"""Several processes that train one network, on one machine or on many: actors of Ray.

Each plays games of its own. After every minibatch torch.distributed averages their gradients, so all have the same
network throughout. The first one runs where the command was given: it evaluates, and writes into the folder.
"""

import socket
import tempfile
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from carrozza import boards
from carrozza.arena.playing.cluster import LOCAL, join_cluster
from carrozza.interrupts import POLL_SECONDS, InterruptFlag
from carrozza.learning.config.model import Config
from carrozza.learning.config.reading import config_tree, make_config
from carrozza.learning.errors import LearningError
from carrozza.learning.runs.folder import RunFolder
from carrozza.learning.runs.log import Entry, read_log
from carrozza.learning.training.peers import Joined
from carrozza.learning.training.session import Session


class Worker:
    """One process. While `run` is under way, `stop` is called in another thread."""

    def __init__(self) -> None:
        self.interrupt = InterruptFlag()

    def address(self) -> str:
        """Where the others find the first one."""
        host = socket.gethostbyname(socket.gethostname())
        with socket.socket() as free:
            free.bind((host, 0))
            return f"tcp://{host}:{free.getsockname()[1]}"

    def stop(self) -> None:
        self.interrupt.press()

    def run(self, rank: int, address: str, tree: dict[str, Any], folder: str, checkpoint: bytes | None) -> bool:
        config = make_config(tree)
        peers = Joined(rank, config.workers.number, address, config.device)
        try:
            with tempfile.TemporaryDirectory() as elsewhere:
                place = RunFolder(Path(folder if rank == 0 else elsewhere))
                if checkpoint is not None and rank > 0:
                    place.checkpoint.write_bytes(checkpoint)
                board = boards.load(config.boards[0])
                resume = checkpoint is not None
                return Session(config, board, place, self.interrupt, _nobody, peers, resume).run()
        finally:
            peers.close()


def _nobody(entry: Entry) -> None:
    pass


def train_together(
    config: Config, folder: RunFolder, interrupt: InterruptFlag, watch: Callable[[Entry], None], resume: bool
) -> bool:
    """As `Session.run`, with as many processes as the configuration says."""
    if find_spec("ray") is None:
        raise LearningError("workers: several need Ray: pip install 'carrozza[cluster]', or leave --workers out")
    ray = import_module("ray")
    joined = join_cluster(ray, config.workers.cluster or LOCAL, config.workers.number)
    try:
        return _run(ray, config, folder, interrupt, watch, folder.checkpoint.read_bytes() if resume else None)
    finally:
        if joined:
            ray.shutdown()


def _run(
    ray: Any,
    config: Config,
    folder: RunFolder,
    interrupt: InterruptFlag,
    watch: Callable[[Entry], None],
    checkpoint: bytes | None,
) -> bool:
    workers = [_started(ray, config, rank) for rank in range(config.workers.number)]
    try:
        address = ray.get(workers[0].address.remote())
        given = (address, config_tree(config), str(folder.path.resolve()), ray.put(checkpoint))
        running = [worker.run.remote(rank, *given) for rank, worker in enumerate(workers)]
        results = list(running)
        pressed = 0
        seen = len(read_log(folder.log))
        while running:
            done, running = ray.wait(running, timeout=POLL_SECONDS)
            ray.get(done)  # a worker that failed is told at once: the others would wait for it
            if interrupt.presses > pressed:
                pressed = interrupt.presses
                workers[0].stop.remote()
            seen = _tell_news(folder, watch, seen)
        return bool(ray.get(results[0]))
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None)
        if isinstance(cause, ValueError):
            raise LearningError(f"in a worker: {cause}") from None
        reason = (str(error).strip() or type(error).__name__).splitlines()[-1]
        raise LearningError(f"a worker failed ({reason}): go on from the last checkpoint with --resume") from None
    finally:
        for worker in workers:
            ray.kill(worker)


def _started(ray: Any, config: Config, rank: int) -> Any:
    options: dict[str, Any] = {"num_cpus": 1, "max_concurrency": 2}
    if config.device == "cuda":
        options["num_gpus"] = 1
    if rank == 0:
        here = ray.get_runtime_context().get_node_id()
        strategies = import_module("ray.util.scheduling_strategies")
        options["scheduling_strategy"] = strategies.NodeAffinitySchedulingStrategy(here, soft=False)
    return ray.remote(**options)(Worker).remote()


def _tell_news(folder: RunFolder, watch: Callable[[Entry], None], seen: int) -> int:
    entries = read_log(folder.log)
    for entry in entries[seen:]:
        watch(entry)
    return max(seen, len(entries))
