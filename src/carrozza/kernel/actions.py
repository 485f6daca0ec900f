"""The action space: every decision of every board is one of these integers.

It is laid out in words of 64 bits, so that the mask of legal actions is six words and the routes a player can
claim go into it as they are.
"""

from carrozza.kernel.layout import CITIES, COLOURS, KINDS, OFFERED, ROUTE_WORDS, ROUTES

CLAIM = 0
CITY = CLAIM + ROUTES
PAY = CITY + CITIES
PAY_COUNTS = 8
"""`PAY + colour * PAY_COUNTS + n`: n locomotives, the rest of the price in that colour."""
MISC = PAY + COLOURS * PAY_COUNTS
DRAW = MISC
"""`DRAW + kind`: take a card of that colour (or a locomotive) from the row."""
DRAW_BLIND = DRAW + KINDS
DRAW_TICKETS = DRAW_BLIND + 1
PAY_LOCOMOTIVES = DRAW_TICKETS + 1
"""Pay the whole price in locomotives."""
DECLINE = PAY_LOCOMOTIVES + 1
SKIP = DECLINE + 1
PASS = SKIP + 1
KEEP = MISC + 32
"""`KEEP + set`: keep the offered tickets whose bits are in the set."""
ACTIONS = KEEP + (1 << OFFERED)

WORDS = ACTIONS // 64
CITY_WORD = ROUTE_WORDS
PAY_WORD = CITY_WORD + 1
MISC_WORD = PAY_WORD + 1
