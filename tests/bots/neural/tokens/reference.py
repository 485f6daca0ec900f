"""What the network for any board is defined as, in plain NumPy."""

from typing import Any

import numpy as np
import numpy.typing as npt

from carrozza.bots.neural.tokens.matrices import MISC_ACTIONS, TokenSizes
from carrozza.bots.neural.tokens.rows import (
    CITIES,
    KEPT,
    KIND_SCALES,
    KNOWN_FIRST,
    PILE_FIRSTS,
    PLAYERS,
    ROUTES,
    TABLE,
    TICKET_FIRSTS,
    TICKET_SCALES,
    BoardRows,
)
from carrozza.bots.neural.weights import Weights
from carrozza.kernel.actions import ACTIONS, CITY, CLAIM, KEEP
from carrozza.observation.declaration import MAX_OFFER

Doubles = npt.NDArray[np.float64]
SMALL = TokenSizes(width=16, table_width=24, exchanges=2)


def rms(rows: Doubles) -> Doubles:
    normed: Doubles = rows / np.sqrt((rows**2).mean(-1, keepdims=True) + 1e-5)
    return normed


def relu(rows: Doubles) -> Doubles:
    return np.maximum(rows, 0.0)


def pooled(rows: Doubles) -> Doubles:
    return np.concatenate([rows.mean(0), rows.max(0)])


def read(weights: Weights, rows: BoardRows, tokens: npt.NDArray[Any]) -> dict[str, Any]:
    """The first rows of every sort."""
    tables = rows.spec.split(tokens.astype(np.float64))
    kinds = rows.kind_number
    known = np.zeros((len(kinds), 5))
    known[:, : rows.seats - 1] = tables["players"][1:, KNOWN_FIRST + kinds].T
    piles = tables["table"][0, PILE_FIRSTS[None] + kinds[:, None]]
    offered = tables["tickets"][:, TICKET_FIRSTS["offered"] :][:, :MAX_OFFER]
    cells = {
        "routes": tables["routes"][:, ROUTES.places] * ROUTES.scales,
        "cities": tables["cities"][:, CITIES.places] * CITIES.scales,
        "players": tables["players"][:, PLAYERS.places] * PLAYERS.scales,
        "table": tables["table"][:, TABLE.places] * TABLE.scales,
        "kinds": np.concatenate([piles, known], 1) * KIND_SCALES,
        "tickets": np.stack(
            [
                offered.sum(1) if name == "offered" else tables["tickets"][:, first]
                for name, first in TICKET_FIRSTS.items()
            ],
            1,
        )
        * TICKET_SCALES,
    }
    made = {
        sort: np.concatenate([found, rows.facts[sort]], 1) @ weights.matrices[f"{sort}_in"].astype(np.float64)
        + weights.vectors[f"{sort}_in_bias"]
        for sort, found in cells.items()
    }
    made["offered"] = offered
    made["active"] = (cells["tickets"][:, :2].sum(1) > 0).astype(np.float64)
    return made


def reference(weights: Weights, rows: BoardRows, tokens: npt.NDArray[Any]) -> tuple[Doubles, Doubles, float]:
    """Logits of the actions of the board, win logits (the viewer's first) and margin, in float64."""
    w = {name: array.astype(np.float64) for name, array in {**weights.matrices, **weights.vectors}.items()}
    first = read(weights, rows, tokens)
    routes, cities, kinds, players, table = (first[sort] for sort in ("routes", "cities", "kinds", "players", "table"))
    table = table[0]
    (a, b), (one, other) = rows.route_ends.T, rows.ticket_ends.T
    tickets = relu(first["tickets"]) * first["active"][:, None]
    for ticket, (begin, end) in enumerate(rows.ticket_ends):
        cities[begin] += tickets[ticket] @ w["ticket_city"]
        cities[end] += tickets[ticket] @ w["ticket_city"]
    seen = relu(players)
    table = table + np.concatenate([seen[0], pooled(seen[1:])]) @ w["table_players"]
    if first["active"].any():
        table = table + pooled(tickets[first["active"] > 0]) @ w["table_tickets"]
    for n in range(len(w["route_self"])):
        t = rms(table)
        told, by_kind = rms(cities) @ w["route_city"][n], rms(kinds) @ w["route_kind"][n]
        r = rms(routes) @ w["route_self"][n] + told[a] + told[b] + by_kind[rows.route_kind]
        r = relu(r + t @ w["route_table"][n] + w["route_bias"][n])
        at_city = np.stack([r[(a == city) | (b == city)].mean(0) for city in range(rows.cities)])
        of_kind = [r[rows.route_kind == kind] for kind in range(rows.kinds)]
        none = np.zeros(r.shape[1])
        mean = np.stack([its.mean(0) if len(its) else none for its in of_kind])
        most = np.stack([its.max(0) if len(its) else none for its in of_kind])
        c = rms(cities) @ w["city_self"][n] + at_city @ w["city_routes"][n]
        c = relu(c + t @ w["city_table"][n] + w["city_bias"][n])
        k = rms(kinds) @ w["kind_self"][n] + mean @ w["kind_mean"][n] + most @ w["kind_max"][n]
        k = relu(k + t @ w["kind_table"][n] + w["kind_bias"][n])
        pools = np.concatenate([pooled(r), pooled(c), pooled(k)])
        hidden = relu(t @ w["table_self"][n] + pools @ w["table_pools"][n] + w["table_bias"][n])
        routes, cities = routes + r @ w["route_out"][n], cities + c @ w["city_out"][n]
        kinds, table = kinds + k @ w["kind_out"][n], table + hidden @ w["table_out"][n]
    table = table + relu(rms(table) @ w["final_up"] + w["final_bias"]) @ w["final_down"]
    t = rms(table)
    logits = np.zeros(ACTIONS + 1)
    logits[CLAIM : CLAIM + rows.routes] = (rms(routes) @ w["claim"] + w["claim_bias"])[:, 0]
    logits[CITY : CITY + rows.cities] = (rms(cities) @ w["city"] + w["city_logit_bias"])[:, 0]
    logits[rows.kind_actions] = rms(kinds) @ w["kind"] + w["kind_logit_bias"]
    logits[list(MISC_ACTIONS)] = t @ w["misc"] + w["misc_bias"]
    ends = rms(cities) @ w["keep_city"]
    added = first["offered"].T @ (tickets @ w["keep_ticket"] + ends[one] + ends[other])
    sets = KEPT @ added + t @ w["keep_table"] + w["keep_count"][KEPT.sum(1).astype(int)]
    logits[KEEP:ACTIONS] = (relu(sets) @ w["keep"])[:, 0]
    hopes = relu(rms(players) @ w["player_self"] + t @ w["player_table"] + w["player_bias"])
    return logits[:ACTIONS], (hopes @ w["win"])[:, 0], float((t @ w["margin"] + w["margin_bias"])[0])
