"""Search with a network: it uses the policy, the value and the belief, and is as lawful and repeatable as without."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from carrozza.bots import BadSpec, make_bot
from carrozza.bots.analysis import Candidate
from carrozza.bots.bot import Bot
from carrozza.bots.compiled.bot import graph_at
from carrozza.bots.neural.belief import belief_at, belief_of
from carrozza.bots.neural.forward import make_network
from carrozza.bots.registry import check_specs
from carrozza.bots.search import SearchBot
from carrozza.bots.search import bot as search_bot
from carrozza.bots.search.candidates import best_candidate
from carrozza.bots.search.guided import guide as guides
from carrozza.bots.search.guided.guide import Guide
from carrozza.bots.search.imagining.worlds import imagine_world
from carrozza.bots.search.iterate import iterate
from carrozza.bots.search.settings import usual_settings
from carrozza.bots.search.workspace import Root, make_workspace
from carrozza.bots.specs import networks
from carrozza.envs.vectorised.hidden import hidden_cells
from carrozza.game import Game
from carrozza.game.moves import Claim, Draw, Keep
from carrozza.game.names import blank_mask
from carrozza.kernel.actions import CLAIM, DRAW_BLIND
from carrozza.kernel.imagine import imagine
from carrozza.kernel.layout import blank
from carrozza.kernel.legal import legal
from carrozza.kernel.state import STATE
from tests.bots.last_turns import last_turn
from tests.bots.search_networks import Maker, write_random
from tests.bots.test_search_infer import share_holding, view_of
from tests.laws.play import raw
from tests.laws.positions import LAWS, keep
from tests.playing import Dice, play_on
from tests.setups import FULL_SETUPS, Setup

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def usa(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_random(tmp_path_factory.mktemp("usa"), "usa")


def test_without_a_network_it_searches_as_ever() -> None:
    """The planner's choice is the reference, planners play the games to their end, and nothing comes in between."""
    game = play_on(Game("usa", seats=3, seed=2), Dice(2), 40)
    assert game.to_move is not None
    view, mask = game.view(game.to_move), blank_mask()
    legal(game.names.compiled, view.state, mask)
    bot, other = (SearchBot(game.names, seed=5, iterations=80, threads=1, network="none") for _ in range(2))
    chosen = bot.decide(view, mask)
    other._look(view, mask)
    work = other._workspaces[0]
    assert iterate(work, 80) == 80
    assert work.candidates[best_candidate(work)].action == chosen
    assert work.candidates.tobytes() == bot._total.candidates.tobytes()
    assert not other._root.inference.learned


@pytest.mark.parametrize("table", FULL_SETUPS[::2], ids=str)
def test_with_a_network_it_plays_to_the_end(table: Setup, tmp_path: Path) -> None:
    """Even with one that has learned nothing, at every other seat, against planners."""
    game = table.game(seed=3)
    file = write_random(tmp_path, game.names.board.id, game.names.variants)
    bots: list[Bot] = [make_bot("planner", game.names, seed) for seed in range(table.seats)]
    bots[::2] = [
        SearchBot(game.names, seed, iterations=3, threads=1, network=file, depth=1) for seed in range(0, table.seats, 2)
    ]
    while game.to_move is not None:
        seat = game.names.seat_number(game.to_move)
        game.play(bots[seat].choose(game.view(seat)))
    assert game.winners


@pytest.mark.parametrize("others", ["likeliest", "sampled"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_budget_of_games_gives_the_same_choices(usa: str, threads: int, others: str) -> None:
    game = play_on(Game("usa", seats=3, seed=8), Dice(8), 30)
    assert game.to_move is not None
    view = game.view(game.to_move)
    found = []
    for _ in range(2):
        with SearchBot(game.names, seed=4, iterations=60, threads=threads, network=usa, others=others, depth=2) as bot:
            analysis = bot.analyse(view)
        assert analysis.games == sum(candidate.visits for candidate in analysis.candidates) <= 60
        found.append([(c.move, c.visits, c.value, c.margin, c.line) for c in analysis.candidates])
    assert found[0] == found[1]


def test_what_it_cannot_see_does_not_matter(usa: str) -> None:
    game = play_on(Game("usa", seats=3, seed=2), Dice(2), 40)
    assert game.to_move is not None
    view = game.view(game.to_move)
    seat = game.names.seat_number(game.to_move)
    choices = set()
    for seed in range(4):
        other = game.copy()
        other.state = imagine(game.names.compiled, view.state, seed)
        bot = SearchBot(game.names, seed=1, iterations=24, threads=1, network=usa, depth=2)
        choices.add(str(bot.choose(other.view(seat))))
    assert len(choices) == 1


def test_a_policy_that_knows_the_move_finds_it_with_one_game_and_any_other_with_more(tmp_path: Path) -> None:
    game = Game("usa", seats=2, seed=3, first=0)
    last_turn(game)
    action = CLAIM + game.names.route_number("nashville-pittsburgh")
    knowing = Maker("usa").prefer({action: 9.0}).write(tmp_path)
    move = SearchBot(game.names, seed=1, iterations=1, threads=1, network=knowing).choose(game.view(0))
    assert isinstance(move, Claim) and move.route == "nashville-pittsburgh"

    misled = Maker("usa").prefer({DRAW_BLIND: 3.0}).write(tmp_path)
    few = SearchBot(game.names, seed=1, iterations=1, threads=1, network=misled).choose(game.view(0))
    assert isinstance(few, Draw)
    many = SearchBot(game.names, seed=1, iterations=60, threads=1, network=misled).choose(game.view(0))
    assert isinstance(many, Claim) and many.route == "nashville-pittsburgh"


@pytest.mark.parametrize(("worth", "spaces"), [(2.0, range(4, 7)), (-2.0, range(2))])
def test_the_value_decides_before_the_game_has_ended(worth: float, spaces: range, tmp_path: Path) -> None:
    """A network that wants points at once claims a long route; one that shuns them draws, or claims one space, whose
    single point is too little to be observed."""
    game = Game("usa", seats=2, seed=3, first=0)
    for seat in range(2):
        game.play(Keep(game.offered(seat)[:2]), seat)
    game.state.hand[0] = 0
    game.state.hand[0, game.names.kind_number("yellow")] = 6
    game.state.hand_size[0] = 6
    file = Maker("usa").value_points(worth).write(tmp_path)
    move = SearchBot(game.names, seed=1, iterations=150, threads=1, network=file, depth=1).choose(game.view(0))
    board = game.names.compiled
    assert (board.length[game.names.route_number(move.route)] if isinstance(move, Claim) else 0) in spaces


def test_a_game_is_worth_what_the_network_says_at_its_depth_or_what_it_came_to(tmp_path: Path) -> None:
    game = play_on(Game("new-york", seats=2, seed=5), Dice(5), 12)
    assert game.to_move is not None
    view = game.view(game.to_move)
    made = Maker("new-york")
    made.vectors["outcome_bias"][:2] = (3.0, 0.0)
    file = made.write(tmp_path)
    sure = 1 / (1 + np.exp(-3.0))

    def found(depth: int) -> Candidate:
        bot = SearchBot(game.names, seed=1, iterations=16, threads=1, network=file, depth=depth)
        return bot.analyse(view).candidates[0]

    assert found(1).win_probability == pytest.approx(sure, abs=1e-4)
    played_out = found(100)
    halves = 2 * played_out.win_probability * played_out.visits
    assert halves == pytest.approx(round(halves), abs=1e-9)


def believing_worlds(game: Game, viewer: int, made: Maker, number: int) -> Any:
    """Worlds as a seat with this network imagines them."""
    root, names = Root(), game.names
    work = make_workspace(names.compiled, graph_at(names), usual_settings(), root)
    root.views[0] = view_of(game.state, viewer).record
    Guide(make_network(made.weights, names), belief_of(made.weights, names.compiled), 1).look(root, work)
    worlds = blank(STATE, number)
    for seed, world in enumerate(worlds):
        worlds[seed] = root.view
        imagine_world(work, np.uint64(seed), world)
        assert raw(view_of(world, viewer)) == raw(view_of(game.state, viewer))
    return worlds


def test_a_belief_counts_the_colours_of_its_board(tmp_path: Path) -> None:
    """New York has six, most boards eight: of a seat as much is believed as environments tell to learn from."""
    file = Maker("new-york").believe({}, 0, 1.0).write(tmp_path)
    board = Game("new-york").names.compiled
    believed = belief_at(file, board)
    assert believed is not None and believed.bias.size == hidden_cells(board, 4)


def test_belief_says_what_the_others_hold() -> None:
    """Tickets and cards that the network believes in are imagined more often, in agreement with all that is seen."""
    game = play_on(Game("usa", seats=3, seed=6), Dice(6), 40)
    viewer, other = 0, 1
    ticket = next(t for t in range(30) if not int(game.state.tickets[viewer]) >> t & 1)
    ignorant = believing_worlds(game, viewer, Maker("usa").believe({}, 3, 0.0), 200)
    sure = believing_worlds(game, viewer, Maker("usa").believe({ticket: 4.0}, 3, 12.0), 200)
    assert share_holding(sure, other, ticket) > 3 * share_holding(ignorant, other, ticket)
    assert np.mean(sure.hand[:, other, 3]) > 1.25 * np.mean(ignorant.hand[:, other, 3])
    keep(LAWS, game.names.compiled, np.concatenate([sure[:20], ignorant[:20]]).view(np.recarray))


def test_it_begins_no_round_that_would_end_too_late(monkeypatch: pytest.MonkeyPatch, usa: str) -> None:
    clock = SimpleNamespace(now=0.0)

    def pretend(*given: object) -> object:
        clock.now += 0.02
        return given[-1]

    names = Game("usa").names
    bot = SearchBot(names, seed=1, seconds=1.0, threads=1, network=usa)
    monkeypatch.setattr(guides, "play_round", pretend)
    monkeypatch.setattr(guides, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    bot._workspaces[0].progress.settled = 0
    assert bot._guide is not None
    bot._guide.think(0, bot._workspaces[0], deadline=0.2, games=None)
    assert 0.17 < clock.now < 0.2001


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("depth=-1", "whole turns"),
        ("others=sampeld", "did you mean 'sampled'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(setting: str, told: str, usa: str) -> None:
    with pytest.raises(BadSpec, match=told):
        make_bot(f"search:10({setting},network='{usa}')", Game("usa").names, seed=1)


def test_a_file_that_holds_no_network_is_refused_before_anything_is_loaded(tmp_path: Path) -> None:
    with pytest.raises(BadSpec, match="no such file"):
        check_specs([f"search:10(network='{tmp_path / 'none.npz'}')"])


def test_the_network_that_comes_with_the_game_is_used_where_it_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_guided(network: str | None = None) -> bool:
        return SearchBot(Game("usa").names, seed=1, iterations=1, threads=1, network=network)._guide is not None

    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    monkeypatch.setattr(search_bot, "FOR_SEARCH", frozenset())
    with pytest.raises(ValueError, match="carrozza train --board usa"):
        is_guided("shipped")
    Maker("usa").write(tmp_path)
    assert is_guided("shipped") and not is_guided()
    monkeypatch.setattr(search_bot, "FOR_SEARCH", frozenset({"usa"}))
    assert is_guided() and not is_guided("none")


def test_settings_need_a_network() -> None:
    with pytest.raises(BadSpec, match="network=PATH"):
        make_bot("search:10(network=none,depth=2)", Game("usa").names, seed=1)


def test_a_network_for_another_board_is_refused(usa: str) -> None:
    with pytest.raises(BadSpec, match="europe"):
        make_bot(f"search:10(network='{usa}')", Game("europe").names, seed=1)
