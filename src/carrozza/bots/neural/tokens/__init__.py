"""The network for any board: it reads tokens, so that one set of weights plays boards that it has never seen.

    rows.py       what a row of each sort says: cells of the tokens, and what never changes on the board
    matrices.py   the names and shapes of its matrices and vectors, as a weights file has them
    arrays.py     both of them as arrays for compiled code
    products.py   the loops that all of its layers are made of
    rounds.py     the forward pass: routes, cities and kinds of card tell each other what they know
    heads.py      from rows to logits, win probabilities and the margin
"""
