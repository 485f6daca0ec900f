"""What each role is answered to each question, in each state of a game: the rule of docs/server.md as a table.

Ada (`own`) and Bruno (`other`) have seats; `left` and `freed` are tokens of people who sat at the third one before the
game began, and went or were sent away; `foreign` is a seat's token of another game.
"""

from collections.abc import Iterator
from typing import Final

MATRIX: Final = {
    "waiting": """
                   own  other  host  watch  invite  nobody  left  freed  foreign
    info           200  200    200   200    200     200     401   401    403
    view           409  409    409   409    403     403     401   401    403
    why            409  409    403   403    403     401     401   401    403
    hints          409  409    403   403    403     401     401   401    403
    watch-link     200  200    200   403    403     401     401   401    403
    events         200  200    200   200    403     403     401   401    403
    live           200  200    200   200    403     403     401   401    403
    move           409  409    403   403    403     401     401   401    403
    undo           409  409    403   403    403     401     401   401    403
    record         409  409    409   409    403     403     401   401    403
    replay         409  409    409   409    403     403     401   401    403
    join           409  409    409   403    403     403     401   401    403
    join-invited   409  409    409   200    200     200     401   401    200
    join-Bruno     409  409    409   409    409     409     401   401    409
    leave          200  200    403   403    403     401     401   401    403
    bot-for-Bruno  403  403    409   403    403     401     401   401    403
    open-Bruno     403  403    200   403    403     401     401   401    403
    back-to-Bruno  403  403    200   403    403     401     401   401    403
    rematch        409  409    403   403    403     401     401   401    403
    """,
    "playing": """
                   own  other  host  watch  invite  nobody  left  freed  foreign
    info           200  200    200   200    200     200     401   401    403
    view           200  200    200   200    403     403     401   401    403
    why            200  200    403   403    403     401     401   401    403
    hints          403  403    403   403    403     401     401   401    403
    watch-link     200  200    200   403    403     401     401   401    403
    events         200  200    200   200    403     403     401   401    403
    live           200  200    200   200    403     403     401   401    403
    move           409  409    403   403    403     401     401   401    403
    undo           409  409    403   403    403     401     401   401    403
    record         409  409    409   409    403     403     401   401    403
    replay         409  409    409   409    403     403     401   401    403
    join           409  409    409   403    403     403     401   401    403
    join-invited   409  409    409   409    409     409     401   401    409
    join-Bruno     409  409    409   409    409     409     401   401    409
    leave          200  200    403   403    403     401     401   401    403
    bot-for-Bruno  403  403    409   403    403     401     401   401    403
    open-Bruno     403  403    409   403    403     401     401   401    403
    back-to-Bruno  403  200    200   403    403     401     401   401    403
    rematch        409  409    403   403    403     401     401   401    403
    """,
    "finished": """
                   own  other  host  watch  invite  nobody  left  freed  foreign
    info           200  200    200   200    200     200     401   401    403
    view           200  200    200   200    403     403     401   401    403
    why            200  200    403   403    403     401     401   401    403
    hints          403  403    403   403    403     401     401   401    403
    watch-link     200  200    200   403    403     401     401   401    403
    events         200  200    200   200    403     403     401   401    403
    live           200  200    200   200    403     403     401   401    403
    move           409  409    403   403    403     401     401   401    403
    undo           409  409    403   403    403     401     401   401    403
    record         200  200    200   200    403     403     401   401    403
    replay         200  200    200   200    403     403     401   401    403
    join           409  409    409   403    403     403     401   401    403
    join-invited   409  409    409   409    409     409     401   401    409
    join-Bruno     409  409    409   409    409     409     401   401    409
    leave          200  200    403   403    403     401     401   401    403
    bot-for-Bruno  403  403    409   403    403     401     401   401    403
    open-Bruno     403  403    409   403    403     401     401   401    403
    back-to-Bruno  403  409    409   403    403     401     401   401    403
    rematch        201  201    403   403    403     401     401   401    403
    """,
}
CHANGES: Final = {"join-invited", "leave", "open-Bruno", "back-to-Bruno"}
"""What changes the table where it is allowed."""


def cells(state: str) -> Iterator[tuple[str, str, int]]:
    """Question, role, status."""
    head, *rows = [line.split() for line in MATRIX[state].strip().splitlines()]
    for question, *statuses in rows:
        for role, status in zip(head, statuses, strict=True):
            yield question, role, int(status)
