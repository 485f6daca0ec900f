"""Bot specs: the text that names a bot and its settings."""
