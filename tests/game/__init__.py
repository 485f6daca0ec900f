"""Games, moves, records, positions and the referee."""
