"""Several processes that train one network, on one machine or on many: actors of Ray.

Each plays games of its own. After every minibatch torch.distributed averages their gradients, so all have the same
network throughout. The first one runs where the command was given: it evaluates, and writes into the folder.
"""

import socket
import tempfile
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, cast

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

FAILING_SECONDS: Final = 5.0
"""How long the others may take to notice that one has failed."""


class Worker:
    """One process. While `run` is under way, `stop` is called in another thread."""

    def __init__(self) -> None:
        self.interrupt = InterruptFlag()

    def address(self) -> str:
        """Where the others find the first one."""
        host = import_module("ray").util.get_node_ip_address()  # the host's name may stand for 127.0.1.1
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
    _check_room(ray, config)
    workers = [_started(ray, config, rank) for rank in range(config.workers.number)]
    tasks = [worker.address.remote() for worker in workers]
    try:
        if not _all_answered(ray, tasks, interrupt):
            return False
        given = (ray.get(tasks[0]), config_tree(config), str(folder.path.resolve()), ray.put(checkpoint))
        seen = len(read_log(folder.log))
        tasks = [worker.run.remote(rank, *given) for rank, worker in enumerate(workers)]
        running = tasks
        pressed = 0
        while running:
            done, running = ray.wait(running, timeout=POLL_SECONDS)
            ray.get(done)  # a worker that failed is told at once: the others would wait for it
            if interrupt.presses > pressed:
                pressed = interrupt.presses
                workers[0].stop.remote()
            seen = _tell_news(folder, watch, seen)
        return bool(ray.get(tasks[0]))
    except ray.exceptions.RayError:
        raise LearningError(_reason(ray, tasks, folder)) from None
    finally:
        for worker in workers:
            ray.kill(worker)


def _check_room(ray: Any, config: Config) -> None:
    """Ray waits for ever for cores and GPUs that the cluster does not have."""
    number, there = config.workers.number, ray.cluster_resources()
    for resource, named in [("CPU", "cores"), *([("GPU", "GPUs")] if config.device == "cuda" else [])]:
        if there.get(resource, 0) < number:
            found = int(there.get(resource, 0))
            raise LearningError(f"workers.number: {number} workers need {number} {named}; Ray finds {found}")


def _all_answered(ray: Any, tasks: Sequence[Any], interrupt: InterruptFlag) -> bool:
    """Wait until all workers have started; False where Ctrl-C came first."""
    waiting = list(tasks)
    while waiting and not interrupt.is_set:
        done, waiting = ray.wait(waiting, timeout=POLL_SECONDS)
        ray.get(done)
    return not waiting


def _reason(ray: Any, tasks: Sequence[Any], folder: RunFolder) -> str:
    """Why a worker failed. Where one dies the others fail too, as their connection to it closes."""
    ended, _ = ray.wait(list(tasks), num_returns=len(tasks), timeout=FAILING_SECONDS)
    errors = [error for task in ended if (error := _error(ray, task)) is not None]
    for error in errors:
        if isinstance(cause := getattr(error, "cause", None), ValueError):
            return f"in a worker: {cause}"
    if any(isinstance(error, ray.exceptions.RayActorError) for error in errors):
        reason = "a worker died: its process was killed, ran out of memory, or lost its machine"
    else:
        reason = f"a worker failed ({(str(errors[0]).strip() or type(errors[0]).__name__).splitlines()[-1]})"
    if not folder.checkpoint.exists():
        return f"{reason}; there was no checkpoint yet"
    return f"{reason}; go on from the last checkpoint with carrozza train --resume {folder.path}"


def _error(ray: Any, task: Any) -> Exception | None:
    try:
        ray.get(task)
    except ray.exceptions.RayError as error:
        return cast(Exception, error)
    return None


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
