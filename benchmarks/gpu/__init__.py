"""Whether a GPU plays the same games as the CPU, and how fast."""
