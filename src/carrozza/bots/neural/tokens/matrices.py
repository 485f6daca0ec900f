"""The matrices and vectors of the network for any board, by the names that a weights file has them under.

Matrices are stored by input: `matrix[i]` is what input i adds to the outputs. With
`relu(x) = max(x, 0)` and `rms(x) = x / sqrt(mean(x * x) + 1e-5)`:

    routes = routes_in, cities = cities_in, kinds = kinds_in, players = players_in of their rows, table = table_in
    tickets = relu(tickets_in), of those that are held or offered alone
    cities += sum of the tickets that end there @ ticket_city
    table += [viewer, mean and max of the others, of relu(players)] @ table_players
    table += [mean, max of tickets] @ table_tickets
    in each exchange:
        t = rms(table)
        r = relu(rms(routes) @ route_self + both rms(cities) @ route_city + its rms(kinds) @ route_kind
            + t @ route_table)
        routes += r @ route_out
        c = relu(rms(cities) @ city_self + mean of its r @ city_routes + t @ city_table);  cities += c @ city_out
        k = relu(rms(kinds) @ kind_self + mean of its r @ kind_mean + max of its r @ kind_max + t @ kind_table)
        kinds += k @ kind_out
        table += relu(t @ table_self + [mean, max of r, of c, of k] @ table_pools) @ table_out
    table += relu(rms(table) @ final_up) @ final_down
    logits: rms(routes) @ claim, rms(cities) @ city, rms(kinds) @ kind, rms(table) @ misc
        of a set of offered tickets, relu(sum of (its tickets @ keep_ticket + both rms(cities) @ keep_city)
            + rms(table) @ keep_table + keep_count[how many]) @ keep
    win: relu(rms(players) @ player_self + rms(table) @ player_table) @ win;  margin: rms(table) @ margin

with a bias wherever one is listed. All pools are means or maxima, so that the size of a board shifts nothing.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from carrozza.boards.model import canonical_json
from carrozza.bots.neural.tokens.rows import FACTS, INPUTS, SCALES, Floats
from carrozza.kernel.actions import DECLINE, DRAW_BLIND, DRAW_TICKETS, PASS, PAY_COUNTS, SKIP
from carrozza.observation.declaration import MAX_OFFER
from carrozza.observation.placing.token_rows import token_slices

MISC_ACTIONS: Final = (DRAW_BLIND, DRAW_TICKETS, DECLINE, SKIP, PASS)
"""Whose logits come from the table alone."""
KIND_LOGITS: Final = PAY_COUNTS + 2
POOLS: Final = 6

Shape = tuple[int, ...]


@dataclass(frozen=True)
class TokenSizes:
    """How large a network is. Widths are multiples of 8."""

    width: int = 48
    """Of a row of a route, city, ticket, kind or player."""
    table_width: int = 128
    exchanges: int = 3

    @property
    def matrices(self) -> dict[str, Shape]:
        d, t, n = self.width, self.table_width, self.exchanges
        square = (n, d, d)
        return {
            **{f"{sort}_in": (INPUTS[sort], d) for sort in ("routes", "cities", "tickets", "kinds", "players")},
            "table_in": (INPUTS["table"], t),
            "ticket_city": (d, d),
            "table_players": (3 * d, t),
            "table_tickets": (2 * d, t),
            **dict.fromkeys(("route_self", "route_city", "route_kind", "route_out"), square),
            **dict.fromkeys(("city_self", "city_routes", "city_out"), square),
            **dict.fromkeys(("kind_self", "kind_mean", "kind_max", "kind_out"), square),
            **dict.fromkeys(("route_table", "city_table", "kind_table"), (n, t, d)),
            **dict.fromkeys(("table_self", "table_out"), (n, t, t)),
            "table_pools": (n, POOLS * d, t),
            "final_up": (t, 2 * t),
            "final_down": (2 * t, t),
            **dict.fromkeys(("claim", "city", "keep", "win"), (d, 1)),
            "kind": (d, KIND_LOGITS),
            "misc": (t, len(MISC_ACTIONS)),
            "margin": (t, 1),
            **dict.fromkeys(("keep_ticket", "keep_city", "player_self"), (d, d)),
            **dict.fromkeys(("keep_table", "player_table"), (t, d)),
        }

    @property
    def vectors(self) -> dict[str, Shape]:
        d, t, n = self.width, self.table_width, self.exchanges
        return {
            **{f"{sort}_in_bias": (d,) for sort in ("routes", "cities", "tickets", "kinds", "players")},
            "table_in_bias": (t,),
            **dict.fromkeys(("route_bias", "city_bias", "kind_bias"), (n, d)),
            "table_bias": (n, t),
            "final_bias": (2 * t,),
            **dict.fromkeys(("claim_bias", "city_logit_bias", "margin_bias"), (1,)),
            "kind_logit_bias": (KIND_LOGITS,),
            "misc_bias": (len(MISC_ACTIONS),),
            "keep_count": (MAX_OFFER + 1, d),
            "player_bias": (d,),
        }

    @property
    def parameters(self) -> int:
        return sum(int(np.prod(shape)) for shape in (*self.matrices.values(), *self.vectors.values()))

    def multiplications(self, routes: int, cities: int, kinds: int = 9, tickets: int = 6, seats: int = 2) -> int:
        """Of one forward pass, with so many tickets held; cells that are 0 are counted too."""
        d, t, n = self.width, self.table_width, self.exchanges
        rows = {"routes": routes, "cities": cities, "tickets": tickets, "kinds": kinds, "players": seats}
        first = sum(number * INPUTS[sort] * d for sort, number in rows.items()) + INPUTS["table"] * t + 5 * d * t
        squares = 2 * routes + 4 * cities + 5 * kinds
        each = squares * d * d + 3 * t * d + 2 * t * t + POOLS * d * t
        last = 4 * t * t + (routes + cities + KIND_LOGITS * kinds) * d + 2 * tickets * d * d
        return first + n * each + last


def sizes_of(matrices: Mapping[str, Any]) -> TokenSizes:
    """As the shapes say."""
    exchanges, width, _ = matrices["route_self"].shape
    return TokenSizes(width, matrices["table_self"].shape[-1], exchanges)


def token_faults(matrices: Mapping[str, Floats], vectors: Mapping[str, Floats]) -> list[str]:
    """What is missing or has another shape than a network of this size."""
    if "route_self" not in matrices or matrices["route_self"].ndim != 3 or "table_self" not in matrices:
        return ["it has no matrices route_self and table_self, which a network for any board begins with"]
    sizes = sizes_of(matrices)
    expected = {**sizes.matrices, **sizes.vectors}
    found = {name: array.shape for name, array in (*matrices.items(), *vectors.items())}
    return [
        f"{name} has the shape {found.get(name)} and not {shape}"
        for name, shape in expected.items()
        if found.get(name) != shape
    ]


@cache
def token_digest() -> str:
    """32 hex digits: networks with the same digest read rows with the same numbers, which mean the same."""
    told = [[asdict(found) for found in token_slices()], SCALES, FACTS]
    return hashlib.sha256(canonical_json(told)).hexdigest()[:32]
