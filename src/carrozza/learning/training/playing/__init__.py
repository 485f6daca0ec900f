"""Games for training: environments side by side, what is kept of their steps, and what is learned from it."""
