"""The networks, in torch: what `carrozza.bots.neural` computes without it."""
