"""Playing a case: whole choices, all or nothing."""

from collections.abc import Iterator, Mapping

from carrozza.game.cards import Cards
from carrozza.game.errors import IllegalMove
from carrozza.game.game import Game
from carrozza.game.moves import (
    BuildStation,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Finish,
    Keep,
    Move,
    MoveAlvin,
    NoMarker,
    Pass,
    PayTunnel,
    PlaceMarker,
    Start,
)
from carrozza.game.referee.model import CaseMove, KeepChoice, Payment


def _cards(counts: Mapping[str, int] | None) -> Cards | None:
    return None if counts is None else Cards(counts)


class RefereedGame:
    """A game under the referee's eye: plays whole choices, all or nothing."""

    def __init__(self, game: Game, claimer: str | None = None) -> None:
        self.game = game
        self.claimer = claimer
        """Who made the last choice, where it was a claim: a marker on it may still be asked for."""

    def copy(self) -> "RefereedGame":
        return RefereedGame(self.game.copy(), self.claimer)

    def play(self, move: CaseMove) -> None:
        """Play one choice of a case, or leave the game as it was and raise `IllegalMove`."""
        if self.game.finished:
            raise IllegalMove("E5")
        if move.choice == "marker" and move.player == self.claimer and self.game.phase in ("turn", "second"):
            _refuse_late_marker(self.game, move)
            return
        trial = self.game.copy()
        _skip_unnamed_marker(trial, move)
        for step in _steps(trial, move):
            trial.play(step, None if isinstance(step, Finish) else move.player)
        self.game = trial
        self.claimer = move.player if move.choice in ("claim", "tunnel", "alvin") else None

    def skip_marker(self) -> None:
        """W3: where nothing more names it, the marker is skipped."""
        if self.game.phase == "marker":
            self.game.play(NoMarker())


def _skip_unnamed_marker(game: Game, move: CaseMove) -> None:
    if game.phase == "marker" and (move.choice != "marker" or move.player != game.to_move):
        game.play(NoMarker())


def _steps(game: Game, move: CaseMove) -> Iterator[Move]:
    """The moves a choice stands for, each given after the one before it was played."""
    match move.choice:
        case "keep":
            yield Keep(move.keep or ())
        case "start":
            yield Start(move.start or "")
        case "draw":
            yield from _draws(game, move)
        case "claim":
            yield from _claims(game, move)
        case "draw_tickets":
            yield DrawTickets()
            if isinstance(move.draw_tickets, KeepChoice):
                yield Keep(move.draw_tickets.keep)
        case "station":
            yield BuildStation(move.station or "", _cards(move.cards))
        case "tunnel":
            yield _tunnel_answer(move)
        case "marker":
            yield from _marker(game, move)
        case "alvin":
            yield from _alvin(game, move)
        case "pass":
            yield Pass()
        case _:
            yield Finish()


def _draws(game: Game, move: CaseMove) -> Iterator[Move]:
    """D1: two cards; D2, D8: fewer where the turn is over after the first."""
    for number, card in enumerate(move.draw or ()):
        if number and (game.phase != "second" or game.to_move != move.player):
            alone = (move.draw or ())[0] == "locomotive"
            raise IllegalMove("D1" if number > 1 else "D2" if alone else "D8")
        yield Draw(card)


def _claims(game: Game, move: CaseMove) -> Iterator[Move]:
    holder_before = game.alvin[1] if game.alvin else None
    yield Claim(move.claim or "", _cards(move.cards))
    if "tunnel" in move.named:
        if game.phase == "tunnel":
            yield _tunnel_answer(move)
        elif move.tunnel != Payment(pay={}):
            route = game.board.routes[game.names.route_number(move.claim or "")]
            raise IllegalMove("U4" if route.tunnel and game.board.rules.tunnels else "U1")
    if "alvin" in move.named:
        if game.phase != "move_alvin":
            raise IllegalMove("A3" if holder_before == move.player else "A2")
        yield from _alvin(game, move)
    if "marker" in move.named:
        yield from _marker(game, move)


def _tunnel_answer(move: CaseMove) -> Move:
    return PayTunnel(Cards(move.tunnel.pay)) if isinstance(move.tunnel, Payment) else Decline()


def _alvin(game: Game, move: CaseMove) -> Iterator[Move]:
    if move.alvin is None:
        raise IllegalMove("A2")
    yield MoveAlvin(move.alvin)


def _marker(game: Game, move: CaseMove) -> Iterator[Move]:
    if move.marker is None:
        if game.phase == "marker":
            yield NoMarker()
        return
    if game.phase not in ("marker", "move_alvin") and "claim" in move.named:
        _refuse_late_marker(game, move)
    yield PlaceMarker(move.marker.city, _cards(move.marker.cards))


def _refuse_late_marker(game: Game, move: CaseMove) -> None:
    """The claim's turn ended without room for a marker: none can be placed, none need be skipped."""
    if move.marker is not None:
        raise IllegalMove("A1" if _alvins_first_city(game) == move.marker.city else "W3")


def _alvins_first_city(game: Game) -> str | None:
    return game.board.variants["alvin"].city if "alvin" in game.variants else None
