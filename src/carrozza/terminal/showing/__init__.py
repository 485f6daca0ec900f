"""What is printed: tables, hands, tickets, routes, scores and the end of the game."""
