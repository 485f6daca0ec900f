"""Make, check, value and playtest boards."""
