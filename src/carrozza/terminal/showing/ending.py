"""The end of a game: tickets are revealed one by one, then the points are shown by their parts."""

import time
from collections.abc import Iterator

from carrozza.game import Game, Score
from carrozza.game.sentences.description import route_name, ticket_name
from carrozza.terminal.showing.page import Page
from carrozza.terminal.showing.screens import scores_table

INDENT = 4
PAUSE = 0.4
"""Seconds between one ticket and the next, where somebody is watching."""
CEREMONY = 10
"""Seconds it all takes at most."""


def show_ending(page: Page, game: Game) -> None:
    """A small ceremony."""
    result = game.result()
    lines = {
        seat: [*_tickets(page, game, score), *_bonuses(page, game, score)] for seat, score in result.scores.items()
    }
    pause = min(PAUSE, CEREMONY / sum(map(len, lines.values()))) if page.console.is_terminal else 0
    page.heading(page.say("terminal.end"))
    for seat, of_seat in lines.items():
        page.blank()
        page.print(page.player(game, seat))
        for line in of_seat:
            time.sleep(pause)
            page.print(line, INDENT)
    page.blank()
    page.print(scores_table(page, game, result))
    page.blank()
    page.question(_verdict(page, result.winners))


def _tickets(page: Page, game: Game, score: Score) -> Iterator[str]:
    """Tickets one by one, each with what it makes of the points from routes."""
    board, points = game.board, score.routes
    yield page.say("terminal.from_routes", points=page.say("count.points", number=points))
    done, failed = page.say("terminal.ticket_done"), page.say("terminal.ticket_failed")
    longest = max(len(ticket_name(board, ticket.id)) for ticket in board.tickets)
    for ticket in (*score.tickets_completed, *score.tickets_failed):
        completed = ticket in score.tickets_completed
        value = board.tickets[board.ticket_index[ticket]].points * (1 if completed else -1)
        points += value
        outcome = f"{done if completed else failed:<{max(len(done), len(failed))}}"
        yield f"{ticket_name(board, ticket):<{longest}}  {value:>+3d}  {outcome}  {points:>4d}"


def _bonuses(page: Page, game: Game, score: Score) -> Iterator[str]:
    """Whatever is not routes and tickets, where it is worth something."""
    if score.borrowed:
        routes = ", ".join(route_name(game.board, route, page.language) for route in score.borrowed)
        yield page.say("terminal.borrowed", routes=routes)
    if score.stations:
        yield _bonus(page, "stations", score.stations)
    if score.longest_path:
        trains = page.say("count.trains", number=score.longest_path_length)
        yield f"{_bonus(page, 'longest_path', score.longest_path)} ({trains})"
    for part in ("globetrotter", "attractions", "alvin"):
        if number := getattr(score, part):
            yield _bonus(page, part, number)


def _bonus(page: Page, part: str, number: int) -> str:
    return f"{page.say(f'part.{part}')} {number:+d}"


def _verdict(page: Page, winners: tuple[str, ...]) -> str:
    if len(winners) == 1:
        return page.say("describe.winner", player=winners[0])
    return page.say("describe.winners", players=", ".join(winners))
