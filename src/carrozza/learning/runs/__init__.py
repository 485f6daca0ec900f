"""What a run leaves in its folder: configuration, log, curve, checkpoint and weights."""
