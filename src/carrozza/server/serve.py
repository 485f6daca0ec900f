"""`carrozza serve` and `carrozza play`: check the options, listen, serve until a signal."""

import asyncio
import errno
import json
import os
import signal
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import uvicorn
from fastapi import FastAPI
from sqlalchemy import URL

from carrozza.bots.cores import cores
from carrozza.folders import data_folder
from carrozza.kernel import compiled
from carrozza.server import metrics
from carrozza.server import store as stores
from carrozza.server.app import create_app
from carrozza.server.bots.bot_process import compile_bot
from carrozza.server.bots.move_chooser import MOST_SEARCHES
from carrozza.server.connections import CountedWebSocket, PatientHttp
from carrozza.server.guard.hosts import checked_names
from carrozza.server.logs import Form, get_logger, set_up_logs
from carrozza.server.metrics_folder import metrics_folder
from carrozza.server.settings import PAGE, Settings, Uploads
from carrozza.server.store import StoreError
from carrozza.server.store.database_url import address_of, prepare_file
from carrozza.server.store.engines import is_sqlite
from carrozza.server.store.sqlite_file.file_lock import AlreadyServed, FileLock, locked
from carrozza.server.store.sqlite_file.integrity import check_integrity
from carrozza.server.workers import Workers

log = get_logger(__name__)

ENVIRONMENT: Final = "CARROZZA_SERVE"
"""Passes the settings to worker processes; on the command line any user of the machine could read them."""
SHUTDOWN_SECONDS: Final = 10
"""In which requests under way are finished."""
HANGING_SECONDS: Final = 60
"""A worker that gives no sign of life for so long is replaced."""
FAILED: Final = 1
"""The exit status of a server that did not end as it should."""
IDLE_SECONDS: Final = 5
"""For which a connection is kept open for another request."""
PING_SECONDS: Final = 20.0
"""How often a WebSocket is pinged, and how long the answer may take."""
UNREAD_SECONDS: Final = 30
"""A client that takes in nothing of what it was sent for so long is disconnected by the system."""
LONGEST_MESSAGE: Final = 1 << 14
OPEN_BROWSER_WITHIN: Final = 300.0
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Serving:
    """The options of a server."""

    host: str = "127.0.0.1"
    port: int = 8000
    """0 for any that is free."""
    workers: int = 1
    open_browser: bool = False
    form: Form | None = None
    settings: Settings = field(default_factory=Settings)


def serve_command(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    workers: int = 1,
    open_browser: bool = False,
    origins: Sequence[str] = (),
    host_names: Sequence[str] = (),
    proxies: str | None = None,
    form: Form | None = None,
    bot_pause: float | None = None,
    guarded: bool = True,
    start_bots: bool = False,
    uploads: Uploads = "link",
) -> int:
    """Serve until a signal. Returns the exit status; raises a `ValueError` for options that cannot be served."""
    usual = Settings()
    settings = Settings(
        database=database or str(data_folder() / "games.sqlite"),
        origins=tuple(origins),
        host_names=checked_names(host_names),
        bot_pause=usual.bot_pause if bot_pause is None else bot_pause,
        bot_workers=max(1, min(cores(), MOST_SEARCHES) // workers),
        proxies=proxies or "",
        guarded=guarded,
        uploads=uploads,
        start_bots=start_bots or compiled.first_compile_ahead(),
    )
    serving = Serving(host, port, workers, open_browser, form, settings)
    set_up_logs(form)
    with _database_of(serving) as lock, listening_at(host, port) as listening:
        address = _address(listening)
        if lock is not None:
            lock.note(address)
        _compile(serving)
        _report(serving, address)
        if open_browser:
            threading.Thread(target=_open, args=(address,), daemon=True).start()
        return _run(serving, listening)


def play_command(port: int = 0, database: str | None = None, *, open_browser: bool = True) -> int:
    """Play in the browser: a server for this machine alone, and a page that is ready."""
    if not (PAGE / "index.html").is_file():
        raise ValueError("the page is not built: make page builds it in a checkout, and wheels have it")
    try:
        # Only this machine's user can reach it: no limits are needed.
        return serve_command(
            port=port, database=database, open_browser=open_browser, form="quiet", guarded=False, start_bots=True
        )
    except AlreadyServed as served:
        if served.served_at is None:
            raise ValueError(str(served)) from None
        return _open_running(served.served_at, open_browser)


def _open_running(address: str, open_browser: bool) -> int:
    """Somebody who starts a second one wants to play, and can at the first."""
    _say(f"Carrozza is running already, at {address}")
    if open_browser:
        _open(address)
    return 0


@contextmanager
def _database_of(serving: Serving) -> Iterator[FileLock | None]:
    """The database, for this server alone where it is a file. A `ValueError` where it cannot be served."""
    try:
        url = checked_address(serving)
        prepare_file(url)
        with locked(url) as lock:
            check_integrity(url)
            asyncio.run(_try(serving.settings.database))
            yield lock
    except AlreadyServed:
        raise
    except StoreError as wrong:
        raise ValueError(str(wrong)) from None


def checked_address(serving: Serving) -> URL:
    """Raise a `ValueError` for options that cannot be served, before anything is started."""
    if serving.workers < 1:
        raise ValueError(f"--workers {serving.workers}: a server has one or more")
    url = address_of(serving.settings.database)
    if serving.workers > 1 and is_sqlite(url):
        how = "give --database postgresql://..., or leave --workers out"
        raise ValueError(f"--workers {serving.workers}: an SQLite file can be served by one process only; {how}")
    return url


async def _try(database: str) -> None:
    """Open it once, so that a fault is reported here and not by every worker."""
    store = await stores.open(database)
    await store.close()


@contextmanager
def listening_at(host: str, port: int) -> Iterator[socket.socket]:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # With the protocol given, asyncio enables TCP_NODELAY on accepted sockets.
        made = socket.socket(family, kind, protocol)
    except OSError as wrong:
        raise ValueError(f"--host {host} cannot be served: {wrong.strerror or wrong}") from None
    with made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # which accepted sockets inherit
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)
        try:
            made.bind(address)
            # Listen now, so that no other server can take the port before this one is ready.
            made.listen(2048)
        except OSError as wrong:
            raise ValueError(_cannot_listen(host, port, wrong)) from None
        yield made


def _cannot_listen(host: str, port: int, wrong: OSError) -> str:
    if wrong.errno == errno.EADDRINUSE:
        return f"port {port} is taken by another program: choose another by --port, or --port 0 for any that is free"
    if wrong.errno in (errno.EACCES, errno.EPERM):
        return f"port {port} needs more rights than this user has: choose one from 1024 on by --port"
    return f"{host} port {port} cannot be served: {wrong.strerror or wrong}"


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _compile(serving: Serving) -> None:
    """Compile the bots that decide at once, and the rules with them, before the first request; once for all
    processes."""
    if compiled.first_compile_ahead():
        log.info("rules_compiling")
        if _read_by_a_person(serving):
            _say("Compiling the rules: once, about a minute ...")
    if not _are_bots_cached():
        compile_bot("planner")


def _are_bots_cached() -> bool:
    """Whether a process in which bots think can read the planner and networks: then the server need not read them
    first."""
    if compiled.INTERPRETED:
        return True
    cache = compiled.room_cache("bots")
    return all(any(cache.rglob(f"{function}-*.nbi")) for function in ("decide.decide", "choosing.choose_from"))


def _read_by_a_person(serving: Serving) -> bool:
    """Whether sentences may stand among the log's lines."""
    return serving.form == "quiet" or sys.stderr.isatty()


def _report(serving: Serving, address: str) -> None:
    log.info("serving", address=address, workers=serving.workers)
    if _read_by_a_person(serving):
        _say(f"Carrozza is at {address}")
        if serving.host not in LOOPBACK:
            _say("Anybody who reaches this machine can reach it. To put it on the internet, see docs/server.md.")
        _say("Ctrl-C ends it; games go on from where they are at the next start.")


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _open(address: str) -> None:
    """Open the browser as soon as the server answers."""
    deadline = time.monotonic() + OPEN_BROWSER_WITHIN
    while time.monotonic() < deadline:
        with suppress(OSError), urllib.request.urlopen(f"{address}health", timeout=5) as answer:
            if answer.status == 200:
                break
        time.sleep(0.1)
    if not webbrowser.open(address):
        _say(f"Open {address} in a browser.")


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """How uvicorn serves the application; whether by uvloop and httptools is left to it."""
    return {
        "http": PatientHttp,
        "ws": CountedWebSocket,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": settings.proxies or None,
        "timeout_graceful_shutdown": SHUTDOWN_SECONDS,
        "timeout_worker_healthcheck": HANGING_SECONDS,
        "timeout_keep_alive": IDLE_SECONDS,
        "ws_max_size": LONGEST_MESSAGE,
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PING_SECONDS,
        # Compressing views of a few kilobytes costs more time and memory than it saves.
        "ws_per_message_deflate": False,
    }


def _run(serving: Serving, listening: socket.socket) -> int:
    settings = uvicorn_options(serving.settings)
    # uvicorn raises the signal again after its shutdown, which must not count as a failure.
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    if serving.workers > 1:
        return _run_many(serving, listening, settings)
    server = uvicorn.Server(uvicorn.Config(create_app(serving.settings), **settings))
    with suppress(KeyboardInterrupt):
        server.run([listening])
    return FAILED if server.lifespan.should_exit else 0


def _run_many(serving: Serving, listening: socket.socket, settings: dict[str, Any]) -> int:
    """Serve one port by several processes."""
    with metrics_folder() as folder:
        os.environ[metrics.FOLDER] = str(folder)
        os.environ[ENVIRONMENT] = json.dumps({"form": serving.form, **asdict(serving.settings)}, default=str)
        config = uvicorn.Config(f"{__name__}:application", factory=True, workers=serving.workers, **settings)
        workers = Workers(config, [listening])
        with suppress(KeyboardInterrupt):
            workers.run()
        return FAILED if workers.failed else 0


def application() -> FastAPI:
    """The application of a worker process, with the settings of the first process."""
    settings = json.loads(os.environ[ENVIRONMENT])
    set_up_logs(settings.pop("form"))
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    settings["page"] = Path(settings["page"])
    for name in ("origins", "host_names"):
        settings[name] = tuple(settings[name])
    return create_app(Settings(**settings))


def _end_with(parent: int) -> None:
    """End this worker when the first process has been killed."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)
