"""From tokens to the first rows of numbers."""

import numpy as np

from carrozza.bots.neural.arithmetic.layers import add_inputs, add_row, copy_row
from carrozza.bots.neural.tokens.arrays import TICKET_CITY, Reading, TokenNetwork, TokenRoom
from carrozza.bots.neural.tokens.products import ONE, add_cell, clear, pool, raise_to, relu, scale_row
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid, whole
from carrozza.observation.declaration import MAX_OFFER

ROUTES, CITIES, TICKETS, PLAYERS, TABLE = range(5)
"""The groups of tokens, in their order."""


@rule
def read_row(cells: Grid, places: Grid, matrix: Grid, out: Grid) -> None:
    """Add the cells at these places of a row."""
    for i in range(len(places)):
        add_cell(matrix[i], whole(cells[whole(places[i])]), out)


@rule
def read_cities(reading: Reading, cells: Grid, room: TokenRoom) -> None:
    at, columns = whole(reading.group_at[CITIES]), whole(reading.group_columns[CITIES])
    for row in range(len(room.cities)):
        copy_row(reading.city_base[row], room.cities[row])
        read_row(cells[at + row * columns :], reading.city_places, reading.city_cells, room.cities[row])


@rule
def read_players(reading: Reading, cells: Grid, room: TokenRoom) -> None:
    at, columns = whole(reading.group_at[PLAYERS]), whole(reading.group_columns[PLAYERS])
    for row in range(len(room.players)):
        copy_row(reading.player_base[row], room.players[row])
        read_row(cells[at + row * columns :], reading.player_places, reading.player_cells, room.players[row])


@rule
def read_routes(reading: Reading, cells: Grid, room: TokenRoom) -> None:
    at, columns = whole(reading.group_at[ROUTES]), whole(reading.group_columns[ROUTES])
    for row in range(len(room.routes)):
        copy_row(reading.route_base[row], room.routes[row])
        for i in range(columns):
            add_cell(reading.route_cells[i], whole(cells[at + row * columns + i]), room.routes[row])


@rule
def read_kinds(network: TokenNetwork, cells: Grid, room: TokenRoom) -> None:
    """The piles are the table's; what others are known to hold is theirs."""
    reading = network.reading
    piles, players = whole(reading.group_at[TABLE]), whole(reading.group_at[PLAYERS])
    columns, known = whole(reading.group_columns[PLAYERS]), whole(reading.ticket_firsts[5])
    for row in range(len(room.kinds)):
        kind = whole(network.graph.kind_number[row])
        copy_row(reading.kind_base[row], room.kinds[row])
        for pile in range(len(reading.pile_firsts)):
            cell = whole(cells[piles + whole(reading.pile_firsts[pile]) + kind])
            add_cell(reading.kind_cells[pile], cell, room.kinds[row])
        for other in range(1, len(room.players)):
            cell = whole(cells[players + other * columns + known + kind])
            add_cell(reading.kind_cells[len(reading.pile_firsts) + other - 1], cell, room.kinds[row])


@rule
def read_table(reading: Reading, cells: Grid, room: TokenRoom) -> None:
    at = whole(reading.group_at[TABLE])
    copy_row(reading.table_base[0], room.table)
    read_row(cells[at:], reading.table_places, reading.table_cells, room.table)


@rule
def tell_of_players(network: TokenNetwork, room: TokenRoom) -> None:
    """The viewer, the mean of the others and the most of them, to the table."""
    width = room.players.shape[1]
    viewer, mean, most = room.pools[:width], room.pools[width : 2 * width], room.pools[2 * width : 3 * width]
    clear(mean)
    clear(most)
    copy_row(room.players[0], viewer)
    relu(viewer)
    for other in range(1, len(room.players)):
        row = room.normed[other]
        copy_row(room.players[other], row)
        relu(row)
        add_row(row, ONE, mean)
        raise_to(row, most)
    scale_row(ONE / np.float32(len(room.players) - 1), mean)
    add_inputs(network.layers.table_players, room.pools[: 3 * width], room.table)


@rule
def tell_of_tickets(network: TokenNetwork, cells: Grid, room: TokenRoom) -> None:
    """Tickets that are held or offered, to their cities and to the table. They lie close: `room.active` has their
    numbers, and after them -1."""
    reading, graph = network.reading, network.graph
    at, columns = whole(reading.group_at[TICKETS]), whole(reading.group_columns[TICKETS])
    width = room.tickets.shape[1]
    number = 0
    for ticket in range(len(reading.ticket_base)):
        here = cells[at + ticket * columns : at + (ticket + 1) * columns]
        held, offered = whole(here[reading.ticket_firsts[0]]), offered_at(reading, here) >= 0
        if held or offered:
            row = room.tickets[number]
            copy_row(reading.ticket_base[ticket], row)
            add_cell(reading.ticket_cells[0], held, row)
            add_cell(reading.ticket_cells[1], 1 if offered else 0, row)
            for i in range(2, len(reading.ticket_cells)):
                add_cell(reading.ticket_cells[i], whole(here[reading.ticket_firsts[i]]), row)
            relu(row)
            room.active[number] = ticket
            number += 1
            told = room.normed[0]
            clear(told)
            add_inputs(network.heads.squares[TICKET_CITY], row, told)
            add_row(told, ONE, room.cities[whole(graph.ticket_ends[ticket, 0])])
            add_row(told, ONE, room.cities[whole(graph.ticket_ends[ticket, 1])])
    if number < len(room.active):
        room.active[number] = -1
    if number:
        pool(room.tickets[:number], room.pools[:width], room.pools[width : 2 * width])
        add_inputs(network.layers.table_tickets, room.pools[: 2 * width], room.table)


@rule
def offered_at(reading: Reading, cells: Grid) -> int:
    """The place of an offer at which a ticket is; -1 where it is not offered. `cells` are the ticket's row."""
    for place in range(MAX_OFFER):
        if cells[reading.ticket_firsts[1] + place]:
            return place
    return -1
