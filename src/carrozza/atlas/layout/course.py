"""How far a layout has come: told to whoever waits for it, who may cancel it at every step."""

from collections.abc import Callable

from carrozza.atlas.layout.errors import LayoutCancelled

Progress = Callable[[str, float], None]
Cancelled = Callable[[], bool]


class Course:
    """The way through the stages of a layout."""

    def __init__(self, progress: Progress | None = None, cancelled: Cancelled | None = None) -> None:
        self._progress = progress or (lambda _doing, _share: None)
        self._cancelled = cancelled or (lambda: False)
        self._doing = ""
        self._begin = self._end = self._share = 0.0

    def stage(self, doing: str, begin: float, end: float) -> None:
        """Begin a stage that takes these shares of the whole."""
        self._doing, self._begin, self._end = doing, begin, end
        self.within_stage(0.0)

    def within_stage(self, share: float) -> None:
        """Tell how much of the stage is done; never less than was told before."""
        self.check()
        self._share = max(self._share, self._begin + share * (self._end - self._begin))
        self._progress(self._doing, self._share)

    def check(self) -> None:
        """Stop here where the layout is not wanted any more."""
        if self._cancelled():
            raise LayoutCancelled
