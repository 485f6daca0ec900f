"""What may be typed at any prompt besides the answer to it."""

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

from carrozza.boards import Route
from carrozza.game import View
from carrozza.game.moves import PlayedMove
from carrozza.game.sentences.description import city_name, describe, describe_move
from carrozza.game.ways import OpenWays
from carrozza.kernel import rules
from carrozza.terminal.asking.filters import RouteFilter
from carrozza.terminal.keyboard import Quit
from carrozza.terminal.showing import screens
from carrozza.terminal.terminal_game import TerminalGame
from carrozza.terminal.typed_words import folded, words_for

LOG_LINES = 20
RULES = tuple(rule for rule in rules.IDS if rule)


class TakenBack(Exception):
    """The last choice has been taken back: whatever was being asked is out of date."""


class Commands:
    """The commands, in the people's language and in English."""

    def __init__(self, terminal_game: TerminalGame) -> None:
        self.terminal_game = terminal_game
        self.page = terminal_game.page
        self.actions: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "table": self.table,
            "board": self.board,
            "tickets": self.tickets,
            "hand": self.hand,
            "log": self.log,
            "score": self.score,
            "describe": self.describe,
            "rules": self.rules,
            "undo": self.undo,
            "save": self.save,
            "quit": self.quit,
        }
        self.words: dict[str, Callable[[str], None]] = {"?": self.help, "h": self.help, "q": self.quit}
        for name, action in self.actions.items():
            for word in words_for(f"terminal.command_{name}", self.page.language):
                self.words[word] = action

    def run(self, text: str) -> bool:
        """Do what was typed, if it is a command."""
        word, _, rest = text.partition(" ")
        action = self.words.get(folded(word))
        if action is None:
            return False
        action(rest.strip())
        return True

    def help(self, _: str) -> None:
        page = self.page
        for line in ("help_numbers", "help_filter", "help_moves"):
            page.tell(f"terminal.{line}")
        page.blank()
        table = screens.grid("", "")
        table.columns[0].no_wrap = True
        for name in self.actions:
            word = page.say(f"terminal.command_{name}")
            table.add_row(page.say(f"terminal.usage_{name}", command=word), page.say(f"terminal.help_{name}"))
        page.print(table)

    def table(self, _: str) -> None:
        screens.show_table(self.page, self.terminal_game.view())

    def board(self, text: str) -> None:
        """Routes with their owners; of some, where a filter says which."""
        view = self.terminal_game.view()
        chosen = self._routes(view, text)
        if not chosen:
            self.page.tell("terminal.filter_none", text=text)
            return
        self.page.print(screens.routes_table(self.page, view, chosen, {}, owners=True))
        for seat in view.seats:
            self._cities_of(view, seat)

    def _routes(self, view: View, text: str) -> list[Route]:
        wanted = RouteFilter(text, view.board, self.page.language)
        owners = {folded(seat): seat for seat in view.seats}
        if folded(text) in owners:
            return [view.board.routes[view.board.route_index[route]] for route in view.routes(owners[folded(text)])]
        helpful = OpenWays(view, view.seat) if wanted.mine and view.seat is not None else None
        return [
            route
            for route in view.board.routes
            if wanted.matches(route) and (helpful is None or helpful.helps(route.id))
        ]

    def _cities_of(self, view: View, seat: str) -> None:
        """Stations and markers, where the board has them."""
        for key, cities in (("stations", view.stations(seat)), ("markers", view.markers(seat))):
            if cities:
                names = ", ".join(city_name(view.board, city) for city in cities)
                self.page.tell(f"describe.{key}", player=seat, cities=names)

    def tickets(self, _: str) -> None:
        view = self._own_view()
        if view is None:
            return
        if view.seat and view.tickets(view.seat):
            self.page.print(screens.tickets_table(self.page, view))
        else:
            self.page.tell("terminal.no_tickets")

    def hand(self, _: str) -> None:
        view = self._own_view()
        if view is not None and view.seat is not None:
            self.page.print(self.page.card_columns(view.hand(view.seat), view.names.kinds))

    def _own_view(self) -> View | None:
        """The view of whoever is looking; while the keyboard changes hands, of nobody."""
        if self.terminal_game.viewer is None:
            self.page.tell("terminal.nobody_looks")
            return None
        return self.terminal_game.view()

    def log(self, text: str) -> None:
        """The last moves, or all of them."""
        history = self.terminal_game.game.history
        every = folded(text) in words_for("terminal.filter_all", self.page.language)
        shown = history if every else history[-LOG_LINES:]
        if len(shown) < len(history):
            self.page.tell("terminal.earlier", "dim", number=len(history) - len(shown))
        for played in shown:
            self.page.print(self.sentence(played))
        if not history:
            self.page.tell("terminal.log_empty")

    def sentence(self, played: PlayedMove) -> str:
        """A move as whoever is looking may read it."""
        return describe_move(played, self.terminal_game.game.board, self.terminal_game.viewer, self.page.language)

    def score(self, _: str) -> None:
        view, game = self.terminal_game.view(), self.terminal_game.game
        if self.terminal_game.closed:
            self.page.print(screens.scores_table(self.page, game, game.result()))
            return
        self.page.print(screens.standing_table(self.page, view))
        if view.board.rules.hidden_points:
            self.page.tell("describe.points_hidden", "dim")

    def describe(self, _: str) -> None:
        result = self.terminal_game.game.result() if self.terminal_game.closed else None
        self.page.print(describe(self.terminal_game.view(), self.page.language, result=result))

    def rules(self, text: str) -> None:
        """One rule by its id, those of a letter, or the ids of all."""
        wanted = text.upper()
        found = [rule for rule in RULES if rule == wanted or (len(wanted) == 1 and rule[0] == wanted)]
        for rule in found:
            self.page.print(f"{rule}  {self.page.say(f'rule.{rule}')}")
        if not found:
            close = get_close_matches(wanted, RULES, n=1) if wanted else []
            if wanted:
                self.page.tell("terminal.no_rule", rule=text, close=close[0] if close else RULES[0])
            self.page.tell("terminal.rules_are", rules=", ".join(RULES))

    def undo(self, _: str) -> None:
        refusal = self.terminal_game.undo_refusal()
        if refusal is not None:
            self.page.tell(refusal)
            return
        undone = self.sentence(self.terminal_game.game.history[self.terminal_game.last_choice()])
        self.terminal_game.undo()
        self.page.tell("terminal.undone", move=undone)
        raise TakenBack

    def save(self, text: str) -> None:
        if not text:
            self.page.tell("terminal.save_needs_file", command=self.page.say("terminal.command_save"))
            return
        file = Path(text).expanduser()
        if file.exists() and not self.terminal_game.keyboard.agrees(self.page.say("terminal.overwrite", file=file)):
            return
        self._save(file)

    def _save(self, file: Path) -> bool:
        try:
            self.terminal_game.save(file)
        except OSError as error:
            self.page.tell("terminal.not_saved", "red", file=file, reason=error.strerror or error)
            return False
        self.page.tell("terminal.saved", file=file)
        return True

    def quit(self, _: str) -> None:
        page, keyboard = self.page, self.terminal_game.keyboard
        if not self.terminal_game.game.finished and not keyboard.agrees(page.say("terminal.quit_confirm")):
            return
        while self.terminal_game.file is None and self.terminal_game.game.history:
            name = keyboard.line(f"{page.say('terminal.save_where')} ")
            if not name:
                break
            file = Path(name).expanduser()
            if file.exists() and not keyboard.agrees(page.say("terminal.overwrite", file=file)):
                continue
            if self._save(file):
                break
        raise Quit(0)
