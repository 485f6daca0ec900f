"""The referee: cases, moves and verdicts as JSON."""
