"""The flat network, computed layer after layer, and within a layer position after position: in a batch each matrix is
fetched from memory once."""

from carrozza.bots.neural.arithmetic.layers import (
    add_inputs,
    add_inputs_of_all,
    add_noted,
    copy_row,
    normalise,
    note_cells,
    note_inputs,
)
from carrozza.bots.neural.arithmetic.outcome import write_outcome
from carrozza.bots.neural.flat.arrays import WORD, Network, Room
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import NONE
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid


def infer_flat(network: Network, room: Room, first: int, count: int) -> None:
    end = first + count
    for slot in range(first, end):
        number = note_cells(room.words[slot], room.cells[slot], room.places, room.values)
        copy_row(network.first_bias, room.hidden[slot])
        add_noted(network.first, room.places, room.values, number, room.hidden[slot])
    for block in range(len(network.up)):
        for slot in range(first, end):
            normalise(room.hidden[slot], network.gains[block], room.sums, room.normed[slot])
            copy_row(network.up_bias[block], room.inner[slot])
        add_inputs_of_all(network.up[block], room.normed, first, end, room.inner)
        for slot in range(first, end):
            number = note_inputs(room.inner[slot], room.places, room.values)
            add_row_of_ones(network.down_bias[block], room.hidden[slot])
            add_noted(network.down[block], room.places, room.values, number, room.hidden[slot])
    for slot in range(first, end):
        normalise(room.hidden[slot], network.gains[len(network.up)], room.sums, room.normed[slot])
        copy_row(network.outcome_bias, room.outcome[slot])
    add_inputs_of_all(network.outcome, room.normed, first, end, room.outcome)
    for slot in range(first, end):
        write_outcome(network, room, slot)
    for word in range(WORDS):
        for slot in range(first, end):
            if room.masks[slot, word] != NONE:
                logits = room.logits[slot, word * WORD : (word + 1) * WORD]
                copy_row(network.logits_bias[word], logits)
                add_inputs(network.logits[word], room.normed[slot], logits)


@rule
def add_row_of_ones(row: Grid, outputs: Grid) -> None:
    for i in range(len(outputs)):
        outputs[i] += row[i]
