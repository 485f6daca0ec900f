"""The game at a terminal, driven through its prompts."""
