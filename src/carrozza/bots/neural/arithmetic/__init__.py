"""What networks of both kinds are computed with: the same bits on every machine, and in a batch the same as alone."""
