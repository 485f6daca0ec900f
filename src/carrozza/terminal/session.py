"""A whole game at the terminal, from the first choice to the last point."""

import random

from carrozza.bots import Bot, make_bot
from carrozza.bots.fallback import FallbackBot
from carrozza.game import IllegalMove, Move, UnknownName, View
from carrozza.game.moves import Finish, NoMarker
from carrozza.interrupts import InterruptFlag, interrupt_flag, run_until_interrupted
from carrozza.terminal.asking.asker import Asker
from carrozza.terminal.asking.choices import decide
from carrozza.terminal.asking.commands import Commands, TakenBack
from carrozza.terminal.keyboard import INTERRUPTED, Quit
from carrozza.terminal.showing.ending import show_ending
from carrozza.terminal.showing.screens import show_table, show_tunnel
from carrozza.terminal.showing.thinking import thinking_shown
from carrozza.terminal.terminal_game import TerminalGame


class Session:
    """Runs the game: asks people for their moves, and shows those of bots."""

    def __init__(self, terminal_game: TerminalGame) -> None:
        self.terminal_game = terminal_game
        self.page = terminal_game.page
        self.game = terminal_game.game
        self.commands = Commands(terminal_game)
        self.asker = Asker(terminal_game, self.commands)
        begun = len(self.game.history)
        self.bots = {name: self._bot(name, begun) for name in terminal_game.seats.bots}
        self.faults_told = dict.fromkeys(self.bots, 0)
        self.read = dict.fromkeys(terminal_game.seats.people, begun)
        """How much of the history each person has read."""
        self.begun = False
        """Whether anybody has been asked yet."""
        self.interrupt = InterruptFlag()

    def _bot(self, name: str, begun: int) -> Bot:
        """Seeded by the game, and differently after each resumption."""
        seed = random.Random(f"{self.game.seed} {begun} {name}").getrandbits(63)
        return make_bot(self.terminal_game.seats.specs[name], self.game.names, seed, threads=None)

    def close(self) -> None:
        """Close the bots; those of a finished game get its result."""
        for bot in self.bots.values():
            if self.game.finished:
                bot.game_over(self.game.result())
            bot.close()

    def run(self) -> None:
        """Play to the end; `Quit` is raised where the people leave before."""
        with interrupt_flag() as self.interrupt:
            self._welcome()
            while not self.game.finished:
                if self.interrupt.is_set:
                    raise Quit(INTERRUPTED)
                try:
                    self._next_move()
                except TakenBack:
                    self._forget_unplayed()
            self._end()

    def _welcome(self) -> None:
        page, game = self.page, self.game
        page.heading(page.say("terminal.title"))
        page.tell("terminal.subtitle", board=game.board.full_title, players=", ".join(game.seats))
        page.tell("terminal.how_to", "dim")
        if game.history and not game.finished:
            page.tell("terminal.resumed", number=len(game.history))

    def _next_move(self) -> None:
        seat = self.game.to_move or ""
        if seat in self.bots:
            self.terminal_game.play(self._bot_move(seat), seat)
            self._tell_faults(seat)
            if not self.terminal_game.shared:
                self._tell_news()
        else:
            self._ask(seat)

    def _bot_move(self, seat: str) -> Move:
        """Ctrl-C leaves at once, without an exception inside the bot."""
        chosen: list[Move] = []
        with thinking_shown(self.page, seat):
            view = self.game.view(seat)
            if not run_until_interrupted(lambda: chosen.append(self.bots[seat].choose(view)), self.interrupt):
                raise Quit(INTERRUPTED)
        return chosen[0]

    def _tell_faults(self, seat: str) -> None:
        """The kind of each new fault; what the bot said may be secret until the end."""
        bot = self.bots[seat]
        if not isinstance(bot, FallbackBot):
            return
        for fault in bot.faults[self.faults_told[seat] :]:
            self.page.tell("terminal.bot_fault", "red", player=seat, fault=self.page.say(f"fault.{fault.kind}"))
            if bot.given_up and fault is bot.faults[-1]:
                self.page.tell("terminal.bot_given_up", "red", player=seat)
        self.faults_told[seat] = len(bot.faults)

    def _ask(self, seat: str) -> None:
        """One decision of a person's."""
        fresh = self.terminal_game.viewer != seat or not self.begun
        if self.terminal_game.viewer != seat:
            self._hand_over(seat)
        self.begun = True
        view = self.game.view(seat)
        if view.phase == "marker" and view.legal_moves == [NoMarker()]:
            self.terminal_game.play(NoMarker(), seat, unasked=True)
            self.read[seat] += 1
        else:
            self._show(view, whole=fresh)
            while not self._played(decide(self.asker, view), seat):
                pass
            if self.game.phase == "tunnel":
                self.read[seat] = len(self.game.history)
            self._tell_news()
        if self.game.to_move != seat:
            self._pause()

    def _played(self, move: Move, seat: str) -> bool:
        """Whether the move was legal, and is played."""
        if isinstance(move, Finish) and not self.terminal_game.keyboard.agrees(
            self.page.say("terminal.finish_confirm")
        ):
            return False
        try:
            self.terminal_game.play(move, seat)
        except IllegalMove as refused:
            reason = refused.sentence(self.page.language)
            self.page.tell("terminal.refused", "red", rule=refused.rule, reason=reason)
            return False
        except UnknownName as unknown:
            self.page.print(unknown.sentence(self.page.language))
            return False
        return True

    def _hand_over(self, seat: str) -> None:
        """Hide everything from the one who leaves, and wait for the one who comes."""
        if self.terminal_game.viewer is not None:
            self.terminal_game.viewer = None
            self.terminal_game.keyboard.forget()
            self.page.clear()
        self.page.blank()
        self._wait_for_enter(self.page.say("terminal.hand_over", player=seat))
        self.terminal_game.viewer = seat

    def _show(self, view: View, *, whole: bool) -> None:
        """The table at the beginning of a turn; in its middle only what is new."""
        if whole or view.phase in ("opening", "start", "turn"):
            round_number = view.turns // len(view.seats) + 1
            self.page.heading(self.page.say("terminal.turn_of", player=view.seat, number=round_number))
            self._tell_news()
            if view.last_turns is not None:
                self.page.tell("describe.last_round", "bold", number=view.last_turns)
            show_table(self.page, view)
        elif view.phase == "second":
            show_table(self.page, view, players=False)
        if view.phase == "tunnel":
            show_tunnel(self.page, view)

    def _tell_news(self) -> None:
        """What whoever is looking has not read yet."""
        viewer = self.terminal_game.viewer or ""
        news = self.game.history[self.read[viewer] :]
        for played in news:
            self.page.print(self.commands.sentence(played))
        self.read[viewer] = len(self.game.history)

    def _forget_unplayed(self) -> None:
        for person, number in self.read.items():
            self.read[person] = min(number, len(self.game.history))

    def _pause(self) -> None:
        """The last moment to take a move back; and, where hands are hidden, to look at what was drawn."""
        if self.terminal_game.undo_refusal() is None:
            self._wait_for_enter(self.page.say("terminal.go_on_or_undo"))
        elif self.terminal_game.shared and not self.game.finished:
            self._wait_for_enter(self.page.say("terminal.go_on"))

    def _wait_for_enter(self, prompt: str) -> None:
        while text := self.terminal_game.keyboard.line(f"{prompt} "):
            if not self.commands.run(text):
                self.page.tell("terminal.invalid", text=text)

    def _end(self) -> None:
        if self.terminal_game.shared:
            self.terminal_game.viewer = None
            self.page.clear()
        self.terminal_game.closed = True
        show_ending(self.page, self.game)
        self._list_faults()
        self.page.blank()
        self._wait_for_enter(self.page.say("terminal.after_end"))

    def _list_faults(self) -> None:
        for seat, bot in self.bots.items():
            faults = bot.faults if isinstance(bot, FallbackBot) else []
            for fault in faults:
                what = self.page.say(f"fault.{fault.kind}")
                self.page.tell("terminal.bot_said", "dim", player=seat, fault=what, said=fault.said)
