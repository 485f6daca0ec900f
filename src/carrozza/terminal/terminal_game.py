"""One game at one keyboard."""

from dataclasses import replace
from pathlib import Path

from carrozza.game import Game, Move, View
from carrozza.game.moves import Keep
from carrozza.game.records.record import Record
from carrozza.terminal.keyboard import Keyboard
from carrozza.terminal.seats import Seats
from carrozza.terminal.showing.page import Page


class TerminalGame:
    """The game, its players, and which person is looking at the screen."""

    def __init__(
        self,
        game: Game,
        seats: Seats,
        page: Page,
        keyboard: Keyboard,
        *,
        file: Path | None = None,
        seeded: bool = True,
    ) -> None:
        self.game = game
        self.seats = seats
        self.page = page
        self.keyboard = keyboard
        self.file = file
        """Where the game is saved after every move."""
        self.seeded = seeded
        """Whether the seed determines all cards: not in a game that began at a real table."""
        self.viewer: str | None = seats.people[0] if len(seats.people) == 1 else None
        """Who is looking; nobody while the keyboard changes hands."""
        self.closed = False
        """Whether the result has been shown: nothing is secret any more, and nothing can be taken back."""
        self.unasked: set[int] = set()
        """Moves played without asking, as there was no choice; by their index in the history."""

    @property
    def shared(self) -> bool:
        """Whether people share the keyboard, so that hands must be hidden from each other."""
        return len(self.seats.people) > 1

    def view(self) -> View:
        """What whoever is looking may know."""
        return self.game.view(self.viewer)

    def play(self, move: Move, seat: str, *, unasked: bool = False) -> None:
        self.game.play(move, seat)
        if unasked:
            self.unasked.add(len(self.game.history) - 1)
        self.autosave()

    def last_choice(self) -> int:
        """Where in the history the last move stands that somebody chose; -1 for none."""
        place = len(self.game.history) - 1
        while place in self.unasked:
            place -= 1
        return place

    def undo_refusal(self) -> str | None:
        """The key of the reason why nothing can be taken back now; None where something can."""
        history, place = self.game.history, self.last_choice()
        if place < 0:
            return "terminal.undo_nothing"
        if self.closed:
            return "terminal.undo_seen"
        last = history[place]
        if last.player not in self.seats.people or self.viewer not in (None, last.player):
            return "terminal.undo_others"
        if any(played.drawn for played in history[place:]):
            return "terminal.undo_seen"
        if isinstance(last.move, Keep) and last.begins and self.game.phase != "opening":
            return "terminal.undo_seen"
        return None

    def undo(self) -> None:
        """Take back the last choice, and what followed of itself."""
        place = self.last_choice()
        while len(self.game.history) > place:
            self.unasked.discard(len(self.game.history) - 1)
            self.game.undo()
        self.autosave()

    def record(self) -> Record:
        record = Record.of(self.game)
        return record if self.seeded else replace(record, seed=None)

    def save(self, file: Path) -> None:
        """Write the record whole or not at all; an `OSError` where that cannot be."""
        draft = file.with_name(f".{file.name}.new")
        try:
            draft.write_text(str(self.record()), encoding="utf-8")
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)

    def autosave(self) -> None:
        if self.file is None:
            return
        try:
            self.save(self.file)
        except OSError as error:
            self.page.tell("terminal.not_saved", "red", file=self.file, reason=error.strerror or error)
            self.file = None
