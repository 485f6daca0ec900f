"""Many games at once: the step of one game as a compiled rule, rewards, opponents, and the environment on the CPU."""
