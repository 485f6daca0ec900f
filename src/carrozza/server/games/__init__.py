"""Games on the server: the log, live games, seats and clocks."""
