"""Play in the browser: games served to people, programs and bots. Views leave it, states never do."""
