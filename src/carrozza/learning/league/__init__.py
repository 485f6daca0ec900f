"""Whom the network plays against: past selves, networks of files and bots, those that beat it more often."""
