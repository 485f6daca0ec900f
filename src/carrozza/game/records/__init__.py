"""Records: games as text that people can read and programs replay."""
