"""The configuration of a training: one tree of values, in a file of TOML, checked before anything begins."""
