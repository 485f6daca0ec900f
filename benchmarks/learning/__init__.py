"""Training of the networks that come with the game, and what they can do."""
