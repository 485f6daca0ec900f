"""Search with a network: its policy says what is worth trying, its value what a position is worth."""
