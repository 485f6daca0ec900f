"""Many boards to train a network for any of them on, and boards that training never sees.

- `named.py`: boards by short names: `usa`, a path, `part:usa:7`, `synthetic:7`
- `parts.py`: parts of a board: some of its cities, routes and tickets
- `synthetic.py`: boards made up from nothing but a seed
- `varied.py`: what can be set of them in a configuration
- `mixture.py`: the boards of a training, and the numbers of seats that each is played at
"""
