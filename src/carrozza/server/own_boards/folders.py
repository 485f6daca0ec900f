"""The boards of the server's own folders (`--boards`)."""

from carrozza.boards import Bundle, bundle_of, folder_faults, own_boards
from carrozza.server.logs import get_logger

log = get_logger(__name__)


def folder_bundles() -> list[Bundle]:
    """Each as it is when the server starts: what changes later in the folder changes no game."""
    for error in folder_faults():
        log.warning("board_not_served", faults=len(error.faults), error=str(error)[:500])
    bundles = {board.map: bundle_of(board.map) for board in own_boards().values()}
    return list(bundles.values())
