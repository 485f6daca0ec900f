"""Who sits where, and what names are good for."""

import pytest

from carrozza.game import Game
from carrozza.terminal.people import RandomBot, seats_again, seats_for


def test_one_person_alone_plays_against_two_bots() -> None:
    assert seats_for(None, []).names == ("Ada", "Random 1", "Random 2")
    assert seats_for(["Zoe"], []).names == ("Zoe", "Random 1", "Random 2")
    assert seats_for(["Zoe"], []).people == ("Zoe",)


def test_people_come_first_then_bots() -> None:
    seats = seats_for(["Ada", "Bruno"], ["random"])
    assert seats.names == ("Ada", "Bruno", "Random")
    assert seats.bots == ("Random",)


def test_several_people_need_no_bots() -> None:
    assert seats_for(["Ada", "Bruno"], []).bots == ()


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("randm", "no bot 'randm' (did you mean 'random'?); bots are: random"),
        ("planner", "no bot 'planner'; bots are: random"),
        ("", "no bot ''"),
    ],
)
def test_an_unknown_bot_is_named_with_those_there_are(bot: str, told: str) -> None:
    with pytest.raises(ValueError) as raised:
        seats_for(["Ada"], [bot])
    assert told in str(raised.value)


@pytest.mark.parametrize("name", ["", "  ", "a:b", "x;y", "(Ada)", "\x1b[2J", "a\nb" * 9, "[bold]", "Anna" * 6])
def test_names_that_a_record_or_a_screen_cannot_hold_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no name for a player"):
        seats_for([name], [])


@pytest.mark.parametrize("name", ["Random", "random 2", "RANDOM 1"])
def test_a_person_may_not_be_taken_for_a_bot(name: str) -> None:
    with pytest.raises(ValueError, match="is the name of a bot"):
        seats_for([name], [])


@pytest.mark.parametrize("name", ["Ada", "Maria Grazia", "D'Arcy", "Zoë", "R2-D2", "J. R."])
def test_ordinary_names_are_welcome(name: str) -> None:
    assert seats_for([f" {name} "], []).people == (name,)


def test_a_record_tells_people_from_bots_by_their_names() -> None:
    assert seats_again(["Ada", "Random 1", "Bruno"], None).people == ("Ada", "Bruno")
    assert seats_again(["Ada", "Bruno"], ["Bruno"]).people == ("Bruno",)
    with pytest.raises(ValueError, match=r"no seat 'Brno' in the record \(did you mean 'Bruno'\?\); it has Ada, Bruno"):
        seats_again(["Ada", "Bruno"], ["Brno"])
    with pytest.raises(ValueError, match="every seat of the record is a bot's"):
        seats_again(["Random 1", "Random 2"], None)


def test_the_random_bot_plays_any_legal_move() -> None:
    game = Game("usa", 2, seed=1)
    view = game.view("Ada")
    chosen = {RandomBot(seed).choose(view) for seed in range(60)}
    assert chosen == set(view.legal_moves())
    assert RandomBot(7).choose(view) == RandomBot(7).choose(view)
