"""A whole game at the terminal, from the first choice to the last point."""

import random

from carrozza.bots import Bot, make_bot
from carrozza.bots.fallback import FallbackBot
from carrozza.game import IllegalMove, Move, UnknownName, View
from carrozza.game.moves import Finish, NoMarker
from carrozza.terminal.asking import Asker
from carrozza.terminal.choices import decide
from carrozza.terminal.commands import Commands, TakenBack
from carrozza.terminal.ending import show_ending
from carrozza.terminal.screens import show_table, show_tunnel
from carrozza.terminal.sitting import Sitting
from carrozza.terminal.thinking import told_to_think


class Session:
    """Lets everybody play in turn: people are asked, bots are told of."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.page = sitting.page
        self.game = sitting.game
        self.commands = Commands(sitting)
        self.asker = Asker(sitting, self.commands)
        begun = len(self.game.history)
        self.bots = {name: self._bot(name, begun) for name in sitting.seats.bots}
        self.faults_told = dict.fromkeys(self.bots, 0)
        self.read = dict.fromkeys(sitting.seats.people, begun)
        """How much of the history each person has read."""
        self.begun = False
        """Whether anybody has been asked yet."""

    def _bot(self, name: str, begun: int) -> Bot:
        """With luck of its own, which is another after a pause."""
        luck = random.Random(f"{self.game.seed} {begun} {name}").getrandbits(63)
        return make_bot(self.sitting.seats.specs[name], self.game.names, luck, threads=None)

    def close(self) -> None:
        """Close the bots; of a finished game they are told the result."""
        for bot in self.bots.values():
            if self.game.finished:
                bot.game_over(self.game.result())
            bot.close()

    def run(self) -> None:
        """To the end, unless `Left` says that the people have gone."""
        self._welcome()
        while not self.game.finished:
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
            with told_to_think(self.page, seat):
                move = self.bots[seat].choose(self.game.view(seat))
            self.sitting.play(move, seat)
            self._tell_faults(seat)
            if not self.sitting.shared:
                self._tell_news()
        else:
            self._ask(seat)

    def _tell_faults(self, seat: str) -> None:
        """That a bot did wrong, and what sort of wrong; what it said may be a secret until the end."""
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
        fresh = self.sitting.viewer != seat or not self.begun
        if self.sitting.viewer != seat:
            self._hand_over(seat)
        self.begun = True
        view = self.game.view(seat)
        if view.phase == "marker" and view.legal_moves == [NoMarker()]:
            self.sitting.play(NoMarker(), seat, unasked=True)
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
        """Whether the rules let it be."""
        if isinstance(move, Finish) and not self.sitting.keyboard.agrees(self.page.say("terminal.finish_confirm")):
            return False
        try:
            self.sitting.play(move, seat)
        except IllegalMove as refused:
            reason = refused.sentence(self.page.language)
            self.page.tell("terminal.refused", "red", rule=refused.rule, reason=reason)
            return False
        except UnknownName as unknown:
            self.page.print(str(unknown))
            return False
        return True

    def _hand_over(self, seat: str) -> None:
        """Hide everything from the one who leaves, and wait for the one who comes."""
        if self.sitting.viewer is not None:
            self.sitting.viewer = None
            self.sitting.keyboard.forget()
            self.page.clear()
        self.page.blank()
        self._wait_for_enter(self.page.say("terminal.hand_over", player=seat))
        self.sitting.viewer = seat

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
        viewer = self.sitting.viewer or ""
        news = self.game.history[self.read[viewer] :]
        for played in news:
            self.page.print(self.commands.sentence(played))
        self.read[viewer] = len(self.game.history)

    def _forget_unplayed(self) -> None:
        for person, number in self.read.items():
            self.read[person] = min(number, len(self.game.history))

    def _pause(self) -> None:
        """The last moment to take a move back; and, where hands are hidden, to look at what was drawn."""
        if self.sitting.why_not_undo() is None:
            self._wait_for_enter(self.page.say("terminal.go_on_or_undo"))
        elif self.sitting.shared and not self.game.finished:
            self._wait_for_enter(self.page.say("terminal.go_on"))

    def _wait_for_enter(self, prompt: str) -> None:
        while text := self.sitting.keyboard.line(f"{prompt} "):
            if not self.commands.run(text):
                self.page.tell("terminal.invalid", text=text)

    def _end(self) -> None:
        if self.sitting.shared:
            self.sitting.viewer = None
            self.page.clear()
        self.sitting.closed = True
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
