"""Networks that play: weights files, the forward pass compiled from plain loops, and the bot `neural`.

- `weights/`: what a network has learned: its files, and those that come with the game (in `files/`)
- `flat/`: the network for one board; `tokens/`: the network for any
- `arithmetic/`: what both are computed with
- `forward.py`: the forward pass of either; `choosing.py`: an action by what it says; `belief.py`: what others may hold
- `players.py`, `bot.py`: a network that decides in one game, and the bot
- `untrained.py`: networks that have learned nothing; `ignorant.py`: small ones, which compile what others need

Weights files (`weights/file.py`):

    Weights(about: About, matrices: dict[str, Array], vectors: dict[str, Array])
    write_weights(path, weights, precision="float16")  # or "int8", or "float32"
    read_weights(path) -> Weights  # all arrays float32; BadWeights says what is wrong
    About(kind, board, board_digest, variants, most_seats, observation_version, observation_digest, width, blocks,
          training, format, precision, digest)  # the last three are set by write_weights

Matrices are stored by input: `matrix[i]` is what input i adds to the outputs, so `torch.nn.Linear.weight.T`. A flat
network (`flat/shapes.py`) has, with C cells, width D, inner width E and B blocks:

    matrices   first (C, D)   up (B, D, E)   down (B, E, D)   logits (D, 384)   outcome (D, 7)
    vectors    first_bias (D)   up_bias (B, E)   down_bias (B, D)   logits_bias (384)   outcome_bias (7)
               gains (B + 1, D): of the rms before each block, and of the last one

    h = first_bias + cells @ first
    for each block b: h = h + down_bias[b] + relu(up_bias[b] + rms(h, gains[b]) @ up[b]) @ down[b]
    r = rms(h, gains[B]); logits = logits_bias + r @ logits; outcome = outcome_bias + r @ outcome
    rms(h, g) = h / sqrt(mean(h * h) + 1e-5) * g

`outcome` is six win logits, the viewer's first and then the others' in turn order, and the margin in units of 64
points. Further matrices and vectors may be there (`belief`, `belief_bias`): they are kept, for whoever knows them.
`styles` (3, D) is what each style that the network has learned adds to `first_bias`.

`about_flat(board, variants, width, blocks, training)` fills an `About` in. The cells are those of
`most_spec(board, variants)`, an `ObservationSpec`; `spec.places_in(most)` says where the cells of the same board with
fewer seats or variants lie in it.

For compiled code (`forward.py`):

    network_at(names: Names, file: str | Path | None = None, style: str | None = None) -> Network
    make_network(weights, names) -> Network
    make_room(network, slots) -> Room
    evaluate(board, network, state, seat, mask, room, slot)
    evaluate_batch(board, network, states, seats, masks, room, count)
    observe(board, network, state, seat, mask, room, slot)  # and then, for any number of slots:
    infer(network, room, first, count)

and (`choosing.py`):

    priors(room, slot, mask, temperature)

- `Network` and `Room` are named tuples of NumPy's arrays and records. A network is read alone, so threads share it;
  each has a room of its own. `network_at` makes one network for each board, variants, number of seats and file.
- `state` is a full state or the seat's view; only what the seat may know is read. `states` is an array of `STATE`,
  `seats` of int64, `masks` of (n, WORDS) uint64.
- `room.logits[slot]` (384, float32): of the actions in the mask alone, the others are undefined.
- `room.win[slot]` (6, float32): probabilities by absolute seat, 0 beyond those that play. `room.margin[slot]`: points.
- `room.normed[slot]` (D, float32): what the heads read.
- `priors` writes `room.priors[slot]` (384, float32): probabilities of the legal actions, 0 elsewhere; it returns the
  likeliest action, the first of several. With temperature 0 that one has 1.

The forward pass gives the same bits on every machine, and in a batch the same as alone: see `arithmetic/layers.py`.
"""
