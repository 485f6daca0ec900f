"""Suggestions for a board: a balanced set of tickets, and balanced colours."""

from carrozza.workshop.suggest.colors import better_color, recolored, suggest_colors
from carrozza.workshop.suggest.tickets import another_ticket, suggest_tickets, tickets_for_each_seat, usual_number

__all__ = [
    "another_ticket",
    "better_color",
    "recolored",
    "suggest_colors",
    "suggest_tickets",
    "tickets_for_each_seat",
    "usual_number",
]
