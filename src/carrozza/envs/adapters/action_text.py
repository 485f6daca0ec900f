"""Actions as text, for errors and logs: an action is named even where it is illegal, which a move cannot be."""

from carrozza.game.names import Names
from carrozza.kernel import actions
from carrozza.kernel.layout import LOCOMOTIVE, OFFERED

_PLAIN = {
    actions.DRAW_BLIND: "draw deck",
    actions.DRAW_TICKETS: "draw tickets",
    actions.PAY_LOCOMOTIVES: "pay locomotives",
    actions.DECLINE: "decline",
    actions.SKIP: "no marker",
    actions.PASS: "pass",
}
NOTHING = "nothing"
"""A number of the action space that stands for no move on this board."""


def action_text(names: Names, action: int) -> str:
    """What an action does, as far as it can be said without the position.

    >>> from carrozza.game.seating import seat_table
    >>> names = seat_table("usa", 2)
    >>> [action_text(names, action) for action in (0, 192, 257, 328, 334, 357)]
    ['claim atlanta-charleston', 'choose atlanta', 'pay red and 1 locomotive', 'draw locomotive', 'pass', 'keep 1 3']
    """
    if action < actions.CITY:
        return _named("claim", names.board.route_ids, action)
    if action < actions.PAY:
        return _named("choose", [city.id for city in names.board.cities], action - actions.CITY)
    if action < actions.DRAW:
        colour, locomotives = divmod(action - actions.PAY, actions.PAY_COUNTS)
        return _named("pay", names.board.rules.colors, colour) + _and_locomotives(locomotives)
    if action < actions.DRAW_BLIND:
        kind = action - actions.DRAW
        return "draw locomotive" if kind == LOCOMOTIVE else _named("draw", names.board.rules.colors, kind)
    if action >= actions.KEEP:
        return f"keep {' '.join(str(i + 1) for i in range(OFFERED) if action - actions.KEEP >> i & 1)}".rstrip()
    return _PLAIN.get(action, NOTHING)


def _named(verb: str, known: "tuple[str, ...] | list[str]", number: int) -> str:
    return f"{verb} {known[number]}" if number < len(known) else NOTHING


def _and_locomotives(number: int) -> str:
    return f" and {number} locomotive{'s' if number > 1 else ''}" if number else ""
