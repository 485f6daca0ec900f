"""Time for nothing: no undo, no change of seats and no reconnecting gives a turn's time back, or fills the log."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import pytest

from carrozza.game import View
from carrozza.server.api.moves import play
from carrozza.server.bots.move_chooser import Choice
from carrozza.server.games.live import clocks
from carrozza.server.games.live.folded_log import FoldedLog
from carrozza.server.games.live.live_game import Accepted, LiveGame
from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.games.live.move_checks import checked_undo
from carrozza.server.games.seating.seats import Seat
from carrozza.server.games.tables.access import Access
from carrozza.server.games.tables.seat_changes import give_back
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.refusals import Refused
from carrozza.server.store import Event, GameRow, GameState, Kind, Role, TokenRow
from carrozza.server.views.view_json import live_game_view
from tests.server.bot_games import ADA, GAME, BotGames, StoppedClock, bot, waits_for_ada, with_bot_games
from tests.server.test_bots import Scripted

BRUNO = Seat("Bruno", "person", person=True)
CLOCK = 60
UNDOS = 5


@dataclass
class Game:
    """A game of two people, folded from a log that is written down as it goes."""

    clock: int | None = CLOCK
    stopped_clock: StoppedClock = field(default_factory=StoppedClock)

    def __post_init__(self) -> None:
        seats = [ADA.as_json(), BRUNO.as_json()]
        options = {"watch": "anyone", "first": 0, "clock": self.clock}
        row = GameRow(
            GAME, "usa", seats, 7, "test", options=options, state=GameState.PLAYING, created=self.stopped_clock.now
        )
        nobody = SimpleNamespace(presence=SimpleNamespace(elsewhere=lambda game: frozenset()), now=self.stopped_clock)
        self.live_game = LiveGame(nobody, row)  # type: ignore[arg-type]
        self.log: list[Event] = []

    @property
    def folded(self) -> FoldedLog:
        return self.live_game.folded

    @property
    def left(self) -> float | None:
        return self.live_game.time_left()

    def append(self, kind: Kind, seat: int, body: str = "", after: float = 0) -> None:
        self.stopped_clock.go_on(after)
        self.log.append(Event(GAME, self.folded.number + 1, kind, seat, body, None, self.stopped_clock.now))
        self.folded.fold(self.log[-1])

    def move(self, seat: int, move: str | None = None, after: float = 0) -> None:
        """The move, or the first that is legal, so many seconds later."""
        self.append(Kind.MOVE, seat, move or str(self.folded.view(seat).legal_moves[0]), after)

    def claim(self, seat: int, after: float = 0) -> None:
        moves = map(str, self.folded.view(seat).legal_moves)
        self.move(seat, next(move for move in moves if move.startswith("claim")), after)

    def undo(self, seat: int, after: float = 0) -> None:
        checked_undo(self.folded, seat)
        self.append(Kind.UNDO, seat, after=after)

    def change(self, seat: int, change: Callable[[Seat], Seat], after: float = 0) -> None:
        self.append(Kind.SEAT, seat, json.dumps(change(self.folded.seats[seat]).as_json()), after)


@pytest.fixture
def game() -> Game:
    """Both have chosen their opening tickets, and Ada has her turn before her."""
    made = Game()
    made.move(0)
    made.move(1)
    return made


def test_claiming_and_taking_it_back_restarts_no_clock(game: Game) -> None:
    game.claim(0, after=50)
    assert game.left == CLOCK, "Bruno's"
    game.undo(0, after=2)
    assert game.left == CLOCK - 52
    game.claim(0, after=3)
    game.undo(0)
    assert game.left == CLOCK - 55


def test_an_undo_takes_no_time_from_the_next_player(game: Game) -> None:
    game.claim(0, after=5)
    game.undo(0, after=40)
    game.claim(0)
    assert game.left == CLOCK, "Bruno's turn begins when Ada's is over"


def test_nothing_is_taken_back_into_a_turn_without_time(game: Game) -> None:
    game.claim(0, after=5)
    game.stopped_clock.go_on(CLOCK - 6)
    assert game.live_game.can_undo(0)
    assert live_game_view(game.live_game, 0, "en")["can_undo"]
    game.stopped_clock.go_on(2)
    assert game.folded.can_undo(0), "but for the clock"
    assert not game.live_game.can_undo(0)
    assert not live_game_view(game.live_game, 0, "en")["can_undo"]
    with pytest.raises(Refused, match="illegal") as refused:
        game.live_game._checked_undo(0)
    assert refused.value.key == "server.no_time_to_undo"


@pytest.mark.parametrize("clock", [CLOCK, None])
def test_the_undos_of_a_turn_are_counted(clock: int | None) -> None:
    game = Game(clock)
    game.move(0)
    game.move(1)
    for _ in range(UNDOS):
        game.claim(0)
        assert game.live_game.can_undo(0)
        game.undo(0)
    game.claim(0)
    assert not game.live_game.can_undo(0)
    assert not live_game_view(game.live_game, 0, "en")["can_undo"]
    with pytest.raises(Refused) as refused:
        game.undo(0)
    assert (refused.value.status, refused.value.key) == (422, "server.too_many_undos")
    assert str(UNDOS) in refused.value.sentence("it")
    game.claim(1)
    game.undo(1)
    game.claim(1)
    game.claim(0)
    assert game.live_game.can_undo(0), "a new turn"


def test_opening_tickets_are_one_turn_of_everybodys() -> None:
    game = Game()
    for _ in range(UNDOS):
        game.move(0, after=5)
        game.undo(0)
    assert game.left == CLOCK - 5 * UNDOS
    game.move(0, after=1)
    assert game.left == CLOCK - 5 * UNDOS - 1, "Bruno gains nothing by Ada's choice"
    assert not game.live_game.can_undo(0)
    game.move(1)
    assert game.left == CLOCK, "the first turn"


@pytest.mark.parametrize("first", ["draw deck", "draw tickets"])
def test_drawing_restarts_no_clock(game: Game, first: str) -> None:
    game.move(0, first, after=50)
    assert game.folded.undecided() == [0]
    assert game.left == CLOCK - 50
    game.move(0, after=5)
    assert game.left == CLOCK, "Bruno's turn"


def test_changes_of_seats_restart_no_clock(game: Game) -> None:
    for change in (
        Seat.after_leaving,
        Seat.after_connecting,
        lambda seat: seat.played_by("easy"),
        Seat.given_back,
        lambda seat: clocks.with_stand_in(game.live_game, 0, seat),
    ):
        before = game.left
        assert before is not None
        game.change(0, change, after=5)
        assert game.left == before - 5


def test_a_seat_that_an_older_version_freed_stops_no_clock(game: Game) -> None:
    game.change(0, lambda seat: replace(seat, kind="open"), after=5)
    game.stopped_clock.go_on(CLOCK)
    timeout = clocks.seconds_to_timeout(game.live_game)
    assert timeout is not None
    assert timeout <= 0
    assert clocks.with_stand_in(game.live_game, 0, game.folded.seats[0]).kind == "bot"


def test_another_process_reads_the_same_from_the_log(game: Game) -> None:
    game.claim(0, after=7)
    game.undo(0, after=1)
    game.claim(0)
    kept = game.folded.copy()
    again = FoldedLog(game.folded.row)
    again.fold_all(game.log)
    assert again.turns == game.folded.turns
    game.undo(0)
    assert kept.turns == again.turns != game.folded.turns


def test_the_opening_begins_when_the_last_seat_is_taken(sqlite_url: str) -> None:
    """For a process that reads the game later as for the one where it began, however long the first had waited."""

    async def use(games: BotGames) -> None:
        live_game = await games.begin(ADA, Seat("", "open"), clock=CLOCK)
        await games.go_on(10 * CLOCK)
        await live_game.change_seat(1, lambda seat: seat.taken_by("Bruno"))
        await games.go_on(20)
        assert live_game.time_left() == CLOCK - 20
        again = await LiveGames(games.store).get(GAME)
        again.served_since = 0.0
        assert (again.folded.turns, again.time_left()) == (live_game.folded.turns, CLOCK - 20)

    with_bot_games(sqlite_url, use, Scripted, StoppedClock())


# At the table


class Gated(Scripted):
    """Bots that move when they are let."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Semaphore(0)

    async def choose(self, view: View, requester: Requester, board: str, bot: str) -> Choice:
        await self.gate.acquire()
        return await super().choose(view, requester, board, bot)


def adas(live_game: LiveGame) -> Access:
    token = TokenRow("", live_game.game_id, Role.SEAT, 0)
    return Access(live_game, token, begun=True, seats_changed_at=0)


def test_whose_time_is_up_gets_no_new_time_and_fills_no_log(sqlite_url: str) -> None:
    bots = Gated()

    async def use(games: BotGames) -> None:
        live_game = await games.begin(ADA, bot("Olga", "medium"), clock=CLOCK, first=0)
        await live_game.play(0, live_game.view(0).legal_moves[0])
        bots.gate.release()
        await games.until(lambda live_game: live_game.view(None).phase == "turn")
        await games.go_on(CLOCK + 1)
        await games.until(lambda live_game: live_game.seats[0].stand_in == "clock")
        number = live_game.number
        for junk in ("draw nothing", "claim moon-mars", "decline"):
            assert isinstance(await play(adas(live_game), junk, junk, number), Refused)
        assert isinstance(await play(adas(live_game), None, "back", number), Refused)
        with pytest.raises(Refused, match="late"):
            await give_back(live_game, 0)
        assert (live_game.number, live_game.seats[0].kind) == (number, "bot"), "the bot has this turn"
        before = live_game.folded.turn
        while live_game.folded.turn == before:
            bots.gate.release()
            await games.until(lambda live_game, number=number: live_game.number > number)  # type: ignore[misc]
            number = live_game.number
        assert isinstance(await play(adas(live_game), "draw deck", "early", live_game.number), Refused)
        assert live_game.seats[0] == ADA, "back, in the others' turn too"

    with_bot_games(sqlite_url, use, lambda: bots, StoppedClock())


def test_a_late_move_that_comes_before_the_bots_counts(sqlite_url: str) -> None:
    bots = Gated()

    async def use(games: BotGames) -> None:
        live_game = await games.begin(ADA, bot("Olga", "medium"), clock=CLOCK, first=1)
        bots.gate.release()
        await games.until(waits_for_ada)
        await games.go_on(CLOCK + 1)
        await games.until(lambda live_game: live_game.seats[0].stand_in == "clock")
        keep = str(live_game.view(0).legal_moves[0])
        assert isinstance(await play(adas(live_game), keep, "late", None), Accepted)
        assert live_game.seats[0] == ADA
        for _ in range(2):
            bots.gate.release()
        await games.until(lambda live_game: live_game.folded.last_actor == 1)
        kept = [event for event in live_game.folded.events if event.kind == Kind.MOVE and event.seat == 0]
        assert [str(event.played and event.played.move) for event in kept] == [keep], "the bot's choice came too late"

    with_bot_games(sqlite_url, use, lambda: bots, StoppedClock())


def test_a_bot_does_not_play_over_a_person_who_is_back(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        await games.bot_turns.close()
        live_game = await games.begin(replace(ADA).played_by("medium"), BRUNO)
        chosen, number = str(live_game.view(0).legal_moves[0]), live_game.number
        await live_game.change_seat(0, Seat.given_back)
        played = await live_game.play_for_bot(0, chosen, number)
        assert isinstance(played, Refused)
        assert played.error == "stale"

    with_bot_games(sqlite_url, use, Scripted, StoppedClock())
