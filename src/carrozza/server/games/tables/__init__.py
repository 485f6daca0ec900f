"""Creating games, what a token opens, changes of seats, rematches."""
