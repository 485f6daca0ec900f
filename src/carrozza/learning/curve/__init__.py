"""The curves of a training: at the terminal while it runs, and as a page."""
