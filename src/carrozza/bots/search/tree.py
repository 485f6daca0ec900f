"""The tree: what was tried after each candidate, and what came of it.

A node stands for a sequence of decisions as the searching seat sees them; worlds imagined differently share it. All
of it lies in arrays made beforehand.
"""

from typing import Final

import numpy as np

from carrozza.kernel.actions import ACTIONS, KEEP
from carrozza.kernel.bits import count
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid, blank, cell, record_dtype, whole

NODES: Final = 1 << 14
ROOT: Final = 0
NO_NODE: Final = -1
SECRET_KEEP: Final = ACTIONS
"""`SECRET_KEEP + n`: another seat kept n tickets; which ones, nobody else knows (K3)."""


class Node:
    value: float = cell(np.float64)
    """The sum of what its visits were worth."""
    parent: int = cell(np.int32)
    first: int = cell(np.int32)
    """Its first child; the others follow by `following`."""
    following: int = cell(np.int32)
    visits: int = cell(np.int32)
    offered: int = cell(np.int32)
    """How often it could have been chosen: not every world allows it."""
    action: int = cell(np.int16)
    seat: int = cell(np.int8)


NODE = record_dtype(Node)


def blank_nodes() -> Grid:
    nodes: Grid = blank(NODE, NODES)
    return nodes


@rule
def seen_as(action: int, own: bool) -> int:
    """What the searching seat sees of a decision."""
    if own or action < KEEP:
        return action
    return SECRET_KEEP + count(np.uint64(action - KEEP))


@rule
def write_node(node: Node, parent: int, action: int, seat: int, following: int) -> None:
    node.value = 0.0
    node.parent = parent
    node.first = NO_NODE
    node.following = following
    node.visits = 0
    node.offered = 0
    node.action = action
    node.seat = seat


@rule
def find_child(nodes: Grid, parent: int, action: int) -> int:
    child = whole(nodes[parent].first)
    while child != NO_NODE and nodes[child].action != action:
        child = whole(nodes[child].following)
    return child


@rule
def add_child(nodes: Grid, used: int, parent: int, action: int, seat: int) -> None:
    """Make node number `used` a child."""
    write_node(nodes[used], parent, action, seat, nodes[parent].first)
    nodes[parent].first = used


@rule
def note_value(nodes: Grid, node: int, value: float) -> None:
    """Tell a node and all above it what a visit was worth."""
    while node != NO_NODE:
        nodes[node].visits += 1
        nodes[node].value += value
        node = nodes[node].parent
