"""Many boards to train a network for any of them on, and boards that training never sees.

    named.py       boards by short names: `usa`, a path, `part:usa:7`, `synthetic:7`
    parts.py       parts of a board: some of its cities, routes and tickets
    synthetic.py   boards made up from nothing but a seed
    mixture.py     which boards a training has, from its configuration, and at how many seats
"""
