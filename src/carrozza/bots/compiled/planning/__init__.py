"""How the planner thinks: prices, networks, tickets, cards, claims."""
