"""What training refuses, and why."""


class LearningError(ValueError):
    """A configuration, a folder or a file that cannot be trained with; the message says how to go on."""
