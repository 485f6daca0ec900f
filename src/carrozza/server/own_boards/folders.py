"""The boards of the server's own folders (`--boards`)."""

from carrozza.boards.bundle import Bundle


def folder_bundles() -> list[Bundle]:
    """Each as it is when the server starts: what changes later in the folder changes no game."""
    return []
