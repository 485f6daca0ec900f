"""What the server shows of a game: views, events, replays."""
