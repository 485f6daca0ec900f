"""What a seat observes, as numbers for learning: compiled writers over a state or a view, and the spec of it all.

For compiled code (the same on CPU and GPU):

    flat.write_flat(board, plan, state, seat, recall, search, out)
    tokens.write_tokens(board, plan, runs, state, seat, recall, search, flat, out)
    recall.reset_recall(recall)

- `board`, `plan` and `runs` are the spec's: `spec.compiled`, `spec.plan`, `spec.runs`. They are read alone.
- `state` is the full state or the seat's view: a `State` record.
- `recall` (a `Recall` record) belongs to one seat of one game, and is reset when the game begins.
- `search` (a `Search` record) is room to work in, one for a thread.
- `write_flat` writes into `out`, a 1-D array of `spec.words` uint64: the bytes, little-endian, of a vector of
  `spec.size` int8, as `cells.view(np.uint64)` shows them. Every cell is written.
- `write_tokens` writes into `out`, a 1-D array of `spec.size` int8, by way of `flat`, room for `spec.words` uint64.

Single records are made by `Recall()` and `Search()`, arrays of them by `layout.blank(Recall.dtype, n)`. From Python,
for one position at a time, `observer.Observer` does all of it.
"""
