"""Own boards: those that people upload, and those of the server's own folders."""
