"""Training with torch: games in groups, rollouts, PPO, imitation, evaluation, checkpoints, export."""
