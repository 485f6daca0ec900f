"""Training of the network for any board: games on many boards at once."""
