"""Errors of the store. Their messages hold no secret."""


class StoreError(Exception):
    """Something is wrong with the database, or with what was asked of it."""


class BadAddress(StoreError):
    """The address of a database cannot be understood."""


class TooNew(StoreError):
    """The database was made by a newer program."""


class Unavailable(StoreError):
    """The database cannot keep or read anything now. What was asked is not confirmed; asking again is safe."""

    def __init__(self, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        """A stable word, such as `disk_full`."""


class Unfit(StoreError):
    """The database cannot hold what was to be written."""


class UnknownGame(StoreError):
    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__(f"there is no game {game}")


class GameExists(StoreError):
    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__(f"there is a game {game} already")


class Taken(StoreError):
    """Another writer was first: read the log again."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"number {number} is taken")


class Gap(StoreError):
    """The event before this one is not there: the writer believes in a log that does not exist."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"number {number} cannot be written before number {number - 1}")


class TooManyBoards(StoreError):
    """This address has as many boards stored as one may have."""


class NoRoomForBoards(StoreError):
    """All addresses together have as many boards stored as there may be, or as many bytes of them."""
