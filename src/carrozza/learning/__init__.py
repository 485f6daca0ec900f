"""Training of networks that play: PPO in self-play, a league of past selves and bots, evaluation on fixed deals.

`carrozza train` is the way in. `networks/` and `training/` need torch (`pip install 'carrozza[train]'`); everything
else here imports without it. What has been trained is written to a weights file that `carrozza.bots.neural` plays.
"""
