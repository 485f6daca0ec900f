"""Games of which more than the outcome is kept."""
