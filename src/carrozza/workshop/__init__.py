"""The workshop: boards made, checked and playtested."""
