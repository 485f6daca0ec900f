"""Who sits where, and what names are good for."""

import pytest

from carrozza.bots import parse_spec
from carrozza.terminal.seats import LONGEST_NAME, seats_again, seats_for


def test_one_person_alone_plays_against_two_bots() -> None:
    assert seats_for(None, []).names == ("Ada", "Medium 1", "Medium 2")
    assert seats_for(["Zoe"], []).names == ("Zoe", "Medium 1", "Medium 2")
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
        ("randm", "no bot 'randm' (did you mean 'random'?); choose random, greedy, planner"),
        ("hrad", "no bot 'hrad' (did you mean 'hard'?)"),
        ("planner(blokking=1)", "planner has no parameter 'blokking' (did you mean 'blocking'?)"),
        ("", "names no bot"),
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


@pytest.mark.parametrize("name", ["Random", "random 2", "RANDOM 1", "Planner", "Hard 3", "expert"])
def test_a_person_may_not_be_taken_for_a_bot(name: str) -> None:
    with pytest.raises(ValueError, match="is the name of a bot"):
        seats_for([name], [])


@pytest.mark.parametrize("name", ["Ada", "Maria Grazia", "D'Arcy", "Zoë", "R2-D2", "J. R."])
def test_ordinary_names_are_welcome(name: str) -> None:
    assert seats_for([f" {name} "], []).people == (name,)


@pytest.mark.parametrize(
    ("bots", "names"),
    [
        (["planner"], ("Planner",)),
        (["search:1000ms", "Planner"], ("Search:1s", "Planner")),
        (["planner", "random", "planner"], ("Planner 1", "Random", "Planner 2")),
        (["hard", "easy"], ("Hard", "Easy")),
        (["planner(risk=1)"], ("Planner(risk=1)",)),
        (["planner(risk=0.25,blocking=0.5)"], ("Planner(...)",)),
        (["exec:./mybot --fast"], ("Exec:mybot",)),
        (["exec:bin/python3.12 -u bots/mybot.py 7", "exec:./mybot.py"], ("Exec:mybot.py 1", "Exec:mybot.py 2")),
        (["exec:./a-very-long-name-for-a-program"], ("Exec:a-very-long-nam",)),
    ],
)
def test_bots_bear_their_specs_as_names(bots: list[str], names: tuple[str, ...]) -> None:
    seats = seats_for(["Ada"], bots)
    assert seats.bots == names
    assert [seats.specs[name] for name in names] == [parse_spec(bot) for bot in bots]
    assert max(map(len, names)) <= LONGEST_NAME


def test_a_record_tells_people_from_bots_by_their_names() -> None:
    assert seats_again(["Ada", "Random 1", "Bruno"], None).people == ("Ada", "Bruno")
    assert seats_again(["Ada", "Hard", "Search:1s 2", "Exec:mybot"], None, ["easy", "easy", "easy"]).people == ("Ada",)
    assert seats_again(["Ada", "Bruno"], ["Bruno"]).people == ("Bruno",)
    with pytest.raises(ValueError, match=r"no seat 'Brno' in the record \(did you mean 'Bruno'\?\); it has Ada, Bruno"):
        seats_again(["Ada", "Bruno"], ["Brno"])
    with pytest.raises(ValueError, match="every seat of the record is a bot's"):
        seats_again(["Random 1", "Random 2"], None)


@pytest.mark.parametrize("bots", [["planner", "search:2000", "search:2000"], ["hard", "planner(risk=1)"]])
def test_the_bots_of_a_record_come_back(bots: list[str]) -> None:
    before = seats_for(["Ada"], bots)
    assert seats_again(before.names, None) == before


def test_a_seat_that_a_person_has_left_is_taken_by_the_usual_bot() -> None:
    assert seats_again(["Ada", "Bruno"], ["Bruno"]).specs == {"Ada": parse_spec("medium")}


@pytest.mark.parametrize("bot", ["exec:./mybot", "planner(risk=0.25,blocking=0.5)"])
def test_a_bot_whose_name_does_not_tell_all_is_named_again(bot: str) -> None:
    before = seats_for(["Ada"], [bot])
    with pytest.raises(ValueError, match=r"does not say how the bot was set: name the bots again with --bots"):
        seats_again(before.names, None)
    assert seats_again(before.names, None, [bot]) == before


def test_bots_named_again_are_as_many_as_their_seats() -> None:
    with pytest.raises(ValueError, match=r"2 bots for 1 seats \(Random\): name one for each, or none"):
        seats_again(["Ada", "Random"], None, ["random", "random"])
