"""From rows to logits, and to what each player may hope for."""

from carrozza.bots.neural.arithmetic.layers import add_inputs, add_row, copy_row
from carrozza.bots.neural.tokens.arrays import (
    FOR_KEEPING,
    FOR_PLAYERS,
    KEEP_CITY,
    KEEP_TICKET,
    PLAYER_SELF,
    TokenNetwork,
    TokenRoom,
)
from carrozza.bots.neural.tokens.products import ONE, clear, dot, relu, rms
from carrozza.bots.neural.tokens.reading import TICKETS, offered_at
from carrozza.kernel.actions import ACTIONS, CITY, CLAIM, KEEP
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import SEATS, Grid, whole
from carrozza.observation.declaration import MAX_OFFER


@rule
def write_row_logits(network: TokenNetwork, room: TokenRoom, logits: Grid) -> None:
    heads, normed = network.heads, room.normed[0]
    for route in range(len(room.routes)):
        rms(room.routes[route], normed)
        logits[CLAIM + route] = dot(normed, heads.claim) + heads.claim_bias[0]
    for city in range(len(room.cities)):
        rms(room.cities[city], normed)
        logits[CITY + city] = dot(normed, heads.city) + heads.claim_bias[1]


@rule
def write_kind_logits(network: TokenNetwork, room: TokenRoom, logits: Grid) -> None:
    heads, normed, found = network.heads, room.normed[0], room.pools[: len(network.heads.kind_bias)]
    for kind in range(len(room.kinds)):
        rms(room.kinds[kind], normed)
        copy_row(heads.kind_bias, found)
        add_inputs(heads.kind, normed, found)
        for i in range(len(found)):
            action = whole(network.graph.kind_actions[kind, i])
            if action < ACTIONS:
                logits[action] = found[i]


@rule
def write_keep_logits(network: TokenNetwork, cells: Grid, room: TokenRoom, logits: Grid) -> None:
    """A set's logit comes from the sum of its tickets, so it is known which go well together."""
    places = write_offered(network, cells, room)
    if places == 0:
        return
    heads, table, hidden = network.heads, room.offered[MAX_OFFER], room.offered[MAX_OFFER + 1]
    clear(table)
    add_inputs(heads.from_table[FOR_KEEPING], room.table_normed, table)
    for kept in range(1, 1 << places):
        copy_row(table, hidden)
        number = 0
        for place in range(places):
            if kept >> place & 1:
                add_row(room.offered[place], ONE, hidden)
                number += 1
        add_row(heads.keep_count[number], ONE, hidden)
        relu(hidden)
        logits[KEEP + kept] = dot(hidden, heads.keep)


@rule
def write_offered(network: TokenNetwork, cells: Grid, room: TokenRoom) -> int:
    """What each offered ticket adds, by its place, into `room.offered`; returns how many places there are."""
    reading, graph, heads = network.reading, network.graph, network.heads
    at, columns = whole(reading.group_at[TICKETS]), whole(reading.group_columns[TICKETS])
    places = 0
    for row in range(len(room.active)):
        ticket = whole(room.active[row])
        if ticket < 0:
            break
        place = offered_at(reading, cells[at + ticket * columns : at + (ticket + 1) * columns])
        if place >= 0:
            out = room.offered[place]
            clear(out)
            add_inputs(heads.squares[KEEP_TICKET], room.tickets[row], out)
            for end in range(2):
                rms(room.cities[whole(graph.ticket_ends[ticket, end])], room.normed[0])
                add_inputs(heads.squares[KEEP_CITY], room.normed[0], out)
            places = max(places, place + 1)
    return places


@rule
def write_table_heads(network: TokenNetwork, room: TokenRoom, logits: Grid, outcome: Grid) -> None:
    heads, found = network.heads, room.pools[: len(network.heads.misc_bias)]
    copy_row(heads.misc_bias, found)
    add_inputs(heads.misc, room.table_normed, found)
    for i in range(len(heads.misc_actions)):
        logits[heads.misc_actions[i]] = found[i]
    outcome[SEATS] = found[len(heads.misc_actions)]


@rule
def write_win_logits(network: TokenNetwork, room: TokenRoom, outcome: Grid) -> None:
    heads, hidden, told = network.heads, room.city_told[0], room.city_told[1]
    copy_row(heads.player_bias, told)
    add_inputs(heads.from_table[FOR_PLAYERS], room.table_normed, told)
    for player in range(len(room.players)):
        copy_row(told, hidden)
        rms(room.players[player], room.normed[0])
        add_inputs(heads.squares[PLAYER_SELF], room.normed[0], hidden)
        relu(hidden)
        outcome[player] = dot(hidden, heads.win)
