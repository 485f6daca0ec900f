"""What can be set of a training. These defaults are for two cores and New York; `defaults.py` has those for a GPU."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from carrozza.learning.boards.varied import VariedBoards

Share = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[float, Field(gt=0)]
Weight = Annotated[float, Field(ge=0)]
Count = Annotated[int, Field(ge=1)]


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Budget(Section):
    """When a network is finished: whichever comes first; 0 is no limit. With several boards each has so much."""

    minutes: Weight = 10.0
    decisions: Annotated[int, Field(ge=0)] = 0
    """Of all seats that the network plays. With these alone a run on the CPU gives the same weights again."""


class GamesAtOnce(Section):
    number: Count = 256
    """Slots, over all numbers of players and kinds of opponents."""
    steps: Annotated[int, Field(ge=2)] = 64
    """Of each game, in each round."""
    threads: Count | None = None
    """All cores by default."""


class NetworkShape(Section):
    kind: Literal["flat", "tokens"] = "flat"
    width: Annotated[int, Field(ge=8, le=4096)] = 256
    blocks: Annotated[int, Field(ge=0, le=32)] = 3
    belief: bool = False
    """Whether it also learns what others hold."""
    start: str | None = None
    """Begin with the network of a checkpoint or of a weights file. What the latter lacks, such as the value to train
    with, is learned alone at first."""


class TokensShape(Section):
    """The network for any board, where `network.kind` is `tokens`."""

    width: Annotated[int, Field(ge=16, le=256, multiple_of=8)] = 48
    """Of a row."""
    table_width: Annotated[int, Field(ge=16, le=1024, multiple_of=8)] = 128
    exchanges: Annotated[int, Field(ge=1, le=8)] = 3
    size_classes: Annotated[int, Field(ge=1, le=8)] = 2
    """Setups of like size are computed together, with as many rows as the largest of them, in so many classes. More
    classes save rows, and take longer to compile."""


class Improvement(Section):
    """PPO."""

    epochs: Count = 3
    minibatch: Count = 2048
    learning_rate: Positive = 1e-3
    entropy: Weight = 0.01
    """The weight of the policy's entropy. Learning rate and entropy fall in a line ..."""
    last_share: Share = 0.05
    """... to this share of themselves."""
    trace: Share = 0.95
    """Lambda of the advantages; there is no discount."""
    clip: Positive = 0.2
    gradient_norm: Positive = 0.5
    value_weight: Weight = 0.5
    win_weight: Weight = 0.5
    margin_weight: Weight = 0.5
    belief_weight: Weight = 0.2
    precision: Literal["float32", "bfloat16"] = "float32"
    compiled: bool = False
    """Let torch compile the network, which takes about a minute at first."""
    settled_share: Share = 1.0
    """Of the decisions that are settled, as one action has more than 99%, so many are learned from: they change the
    policy least."""


class Reward(Section):
    """What a seat earns in a game: so many times its win (1, or -1/(seats-1)) and its margin in units of 64 points."""

    win: float = 0.5
    margin: float = 1.0
    styles_share: Share = 0.0
    """In how many slots of self-play one seat plays in a style, so that one network learns them all."""
    style_weight: Weight = 1.0
    """What the style is rewarded with, as a share of what it is about: a point of a route, a ticket of ten points."""


class Imitation(Section):
    seconds: Weight = 0.0
    """How long it imitates a compiled bot before it plays by itself."""
    bot: str = "planner"
    networks: list[str] = []
    """Weights files of networks for one board, which the network for any board imitates on their boards in place of
    the bot. `shipped` stands for those that come with the game."""


class League(Section):
    """Against whom it plays; the games that no share takes are self-play."""

    past_share: Share = 0.125
    """Of games against past selves ..."""
    members_share: Share = 0.0
    """... against networks of weights files ..."""
    bots_share: Share = 0.125
    """... and against compiled bots."""
    bots: list[str] = ["planner"]
    bots_players: list[int] = []
    """With how many players there are games against bots; with all by default."""
    bots_pace: Count = 1
    """So many steps of other games are played beside one against a bot. On a GPU a bot takes its time."""
    members: list[str] = []
    """Weights files, or folders of runs."""
    snapshot_rounds: Count = 10
    """After how many rounds it becomes a past self. Those that it beats most easily go when there are more than ..."""
    past_kept: Count = 20
    networks_at_once: Count = 2
    """How many past selves and members play in one round."""
    hardness: Weight = 2.0
    """A member that it beats with probability p is met with the weight (1 - p) to this power; 0: all equally often."""
    against_frozen: str | None = None
    """Train a best response to this network: all games are against it."""


class Evaluation(Section):
    times: Count = 10
    """How often, evenly over the budget."""
    deals: Annotated[int, Field(ge=2)] = 128
    """Each is played from every seat; they are always the same."""
    against: list[str] = ["planner"]
    held_out: list[str] = ["greedy", "planner(blocking=2,haste=1)"]
    """Opponents that it never meets in training."""
    players: list[int] = []
    """The numbers of players to evaluate at on the way: the smallest by default. In the end it is all."""


class Saving(Section):
    checkpoint_minutes: Positive = 2.0
    precision: Literal["int8", "float16"] = "int8"
    """Of the weights file; a finer one is taken where this would change too many decisions: ..."""
    agreeing: Share = 0.999
    """... in this share of positions the file must choose as the network did."""


class Workers(Section):
    """Processes that play and learn together, each with so many games as `games` says."""

    number: Count = 1
    cluster: str | None = None
    """The address of a Ray cluster; none: one on this machine."""


class Config(Section):
    boards: Annotated[list[str], Field(min_length=1)] = ["new-york"]
    """One network for each, one after another; with `network.kind` `tokens` one for all of them."""
    variants: list[str] = []
    variants_share: Share = 0.5
    """In how many of the games the variants are played, where there are any."""
    players: Annotated[list[int], Field(min_length=1)] = [2]
    players_weights: list[Positive] = []
    """How much of the games each number of players has, in proportion; equally much by default."""
    device: Literal["cpu", "cuda"] = "cpu"
    seed: Annotated[int, Field(ge=0, lt=1 << 32)] = 1
    budget: Budget = Budget()
    games: GamesAtOnce = GamesAtOnce()
    network: NetworkShape = NetworkShape()
    tokens: TokensShape = TokensShape()
    varied: VariedBoards = VariedBoards()
    """More boards, where one network is trained for all."""
    improvement: Improvement = Improvement()
    reward: Reward = Reward()
    imitation: Imitation = Imitation()
    league: League = League()
    evaluation: Evaluation = Evaluation()
    saving: Saving = Saving()
    workers: Workers = Workers()
