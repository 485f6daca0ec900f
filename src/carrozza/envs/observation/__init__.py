"""What a seat observes, as numbers for learning: compiled writers over a state or a view, and the spec of what they write.

For compiled code (the same for CPU and GPU; records are made by `Recall()`, `Search()`, `spec.plan`, `spec.compiled`, and
arrays of them by `layout.blank(Recall.dtype, n)`):

    write_flat(board: Board, plan: Plan, state: State, seat: int, recall: Recall, search: Search, out: Grid) -> None
    reset_recall(recall: Recall) -> None

`out` is a 1-D array of `spec.words` uint64: the bytes of a vector of `spec.size` int8, little-endian
(`cells.view(np.uint64)`). `plan` (`spec.plan`) holds the offsets, one for a board with its variants and number of seats;
`recall` belongs to one seat of one game and is reset when the game begins; `search` is room to work in, one for a thread.
"""
