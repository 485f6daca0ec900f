"""Checks of a configuration against the boards, the bots and the files that it names."""

from collections.abc import Iterator, Sequence

from carrozza import boards
from carrozza.boards.faults import did_you_mean
from carrozza.bots.specs.checked import check, parse_spec
from carrozza.bots.specs.levels import resolve
from carrozza.learning.boards.named import named_board
from carrozza.learning.config.model import Config
from carrozza.learning.errors import LearningError


def check_config(config: Config) -> None:
    """A `LearningError` lists everything that cannot be; `BadSpec` and `BoardError` tell of a bot or a board."""
    many = config.network.kind == "tokens"
    for name in config.boards:
        board = named_board(name) if many else boards.load(name)
        board_faults = [] if many else _board_faults(config, board)  # of many boards some are for fewer players
        faults = [*board_faults, *_bot_faults(config, board.id), *_faults(config)]
        if faults:
            raise LearningError("\n".join(faults))


def _board_faults(config: Config, board: boards.Board) -> Iterator[str]:
    fewest, most = board.rules.min_seats, board.rules.max_seats
    for key, players in (("players", config.players), ("evaluation.players", config.evaluation.players)):
        for number in players:
            if not fewest <= number <= most:
                yield f"{key}: {number}: the board {board.id} is for {fewest} to {most}"
    if len(set(config.players)) < len(config.players):
        yield f"players: {config.players}: each number once"
    if config.players_weights and len(config.players_weights) != len(config.players):
        given, needed = len(config.players_weights), len(config.players)
        yield f"players_weights: {given} for {needed} numbers of players: one for each"
    for number in config.evaluation.players:
        if number not in config.players:
            yield f"evaluation.players: {number} is not among the players {config.players}"
    for number in config.league.bots_players:
        if number not in config.players:
            yield f"league.bots_players: {number} is not among the players {config.players}"
    for variant in config.variants:
        if variant not in board.variants:
            known = tuple(board.variants)
            choice = f"choose {', '.join(known)}" if known else "it has none"
            yield f"variants: the board {board.id} has no '{variant}'{did_you_mean(variant, known)}; {choice}"


def _bot_faults(config: Config, board: str) -> Iterator[str]:
    named = {
        "league.bots": config.league.bots,
        "evaluation.against": config.evaluation.against,
        "evaluation.held_out": config.evaluation.held_out,
        "imitation.bot": [config.imitation.bot],
    }
    for key, specs in named.items():
        for spec in specs:
            if not check(resolve(parse_spec(spec), board)).compiled:
                yield (
                    f"{key}: '{spec}' is not compiled: random, greedy and planner (with parameters) are; for others "
                    "use `carrozza train evaluate` when the network is there"
                )
    trained_on = _canonical(config.league.bots) if config.league.bots_share > 0 else set()
    trained_on |= _canonical([config.imitation.bot]) if config.imitation.seconds > 0 else set()
    for spec in sorted(_canonical(config.evaluation.held_out) & trained_on):
        yield f"evaluation.held_out: '{spec}' is met in training, so not held out: name it in evaluation.against"


def _canonical(specs: Sequence[str]) -> set[str]:
    return {str(parse_spec(spec)) for spec in specs}


def _faults(config: Config) -> Iterator[str]:
    league, budget = config.league, config.budget
    if budget.minutes == 0 and budget.decisions == 0:
        yield "budget: give minutes or decisions, or both"
    if league.past_share + league.members_share + league.bots_share > 1:
        yield "league: past_share, members_share and bots_share add up to more than 1"
    if config.imitation.networks and config.network.kind != "tokens":
        yield "imitation.networks: only the network for any board imitates others: take network.kind 'tokens'"
    if config.imitation.networks and config.imitation.seconds == 0:
        yield "imitation.networks: nothing is imitated: give imitation.seconds"
    if config.reward.styles_share > 0 and league.against_frozen:
        yield "reward.styles_share: styles are learned in self-play, and all games are against a frozen network: take 0"
    if league.members_share > 0 and not league.members:
        yield "league.members_share: there are no league.members: name weights files, or take 0"
    if league.members and league.members_share == 0:
        yield "league.members: they never play: give league.members_share"
    if config.games.steps % league.bots_pace:
        yield f"league.bots_pace: {league.bots_pace} does not divide games.steps, {config.games.steps}"
    if league.bots_share > 0 and not league.bots:
        yield "league.bots_share: there are no league.bots: name some, or take 0"
