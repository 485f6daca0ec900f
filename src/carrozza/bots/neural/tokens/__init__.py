"""The network for any board: it reads tokens, so that one set of weights plays boards that it has never seen.

- `rows.py`: what a row of each sort says: cells of the tokens, and what never changes on the board
- `matrices.py`: the names and shapes of its matrices and vectors, as a weights file has them, and the mathematics
- `arrays.py`: both of them as arrays for compiled code
- `products.py`: the loops that all of its layers are made of
- `reading.py`, `exchanges.py`, `heads.py`: from tokens to rows, what these tell each other, and what comes of it
- `at_board.py`: all of that at one board, as `forward.py` asks for it
"""
