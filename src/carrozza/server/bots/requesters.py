"""Whose turn a bot's decision uses up, and how urgent it is."""

from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.processes.fair_queue import Requester, Urgency


def requester_of(live_game: LiveGame) -> Requester:
    """People who play go first. A seat that a bot plays for somebody is a bot's."""
    return Requester(live_game.game_id, live_game.row.payer or "", _urgency(live_game))


def _urgency(live_game: LiveGame) -> Urgency:
    if any(seat.kind == "person" for seat in live_game.seats):
        return Urgency.PEOPLE
    return Urgency.WATCHED if live_game.connections else Urgency.UNWATCHED
