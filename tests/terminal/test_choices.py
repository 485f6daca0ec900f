"""Choosing: by number, by words, or by typing the move."""

import re
from collections.abc import Mapping

import pytest

from carrozza.game import Cards
from carrozza.game.moves import Claim
from carrozza.words import say
from tests.terminal.driver import NUMBERED, ScriptedTerminal

OPENING = ("1 2", "")


def at_first_turn(board: str = "europe", hand: Mapping[str, int] | None = None, **options: str) -> ScriptedTerminal:
    """Ada's first turn, with these cards in her hand."""
    terminal = ScriptedTerminal(board, seed=3, **options)  # type: ignore[arg-type]
    terminal.play(*OPENING)
    state, names = terminal.game.state, terminal.game.names
    if hand is not None:
        state.hand[0] = 0
        for kind, number in hand.items():
            state.hand[0, names.kind_number(kind)] = number
        state.hand_size[0] = sum(hand.values())
    return terminal


def options_in(text: str) -> dict[str, str]:
    """The last menu, from labels to numbers."""
    return {" ".join(label.split()): number for number, label in NUMBERED.findall(text)}


def test_the_first_menu_offers_everything_that_is_legal() -> None:
    terminal = at_first_turn(hand={"purple": 1, "red": 1})
    terminal.play()
    menu = options_in(terminal.last_words)
    kinds = dict.fromkeys(terminal.game.row)
    assert len(menu) == len(kinds) + 4
    assert sum(label.startswith("Take ") for label in menu) == len(kinds)
    claims = {move.route for move in terminal.game.legal_moves if isinstance(move, Claim)}
    assert f"Claim a route ({len(claims)} within reach)" in menu
    assert {"Draw 3 tickets, keep at least 1", "Build a station (1 card)"} <= set(menu)


def test_a_number_takes_the_card_it_stands_for() -> None:
    terminal = at_first_turn()
    kind = next(kind for kind in terminal.game.row if kind != "locomotive")
    number = next(n for label, n in options_in(terminal.last_words).items() if re.match(rf"Take \S {kind}", label))
    terminal.play(number)
    assert str(terminal.game.history[-1].move) == f"draw {kind}"
    assert f"Ada takes one {kind} card from the row." in terminal.text


def test_a_locomotive_in_the_row_is_marked_as_the_whole_turn() -> None:
    terminal = at_first_turn()
    names, state = terminal.game.names, terminal.game.state
    state.row[:] = 0
    state.row[names.kind_number("locomotive")] = 2
    state.row[names.kind_number("red")] = 3
    terminal.play("draw red")
    assert "Take ⊛ locomotive (the only card of the turn)" in terminal.talk[-2].shown
    assert "Take ✚ red (3 in the row)" in terminal.talk[-2].shown
    assert "Take ⊛ locomotive" not in terminal.last_words, "D3: not as the second card"


@pytest.mark.parametrize("wrong", ["0", "99", "-1", "1.5", "¹"])
def test_a_wrong_number_changes_nothing(wrong: str) -> None:
    terminal = at_first_turn(hand={})
    before = list(terminal.game.history)
    terminal.play(wrong)
    assert terminal.game.history == before
    assert re.search(r"Choose a number from 1 to \d|is not one of the choices", terminal.last_words)


def test_one_way_to_pay_is_not_asked_for() -> None:
    terminal = at_first_turn(hand={"purple": 1})
    terminal.play("dieppe paris", "1")
    assert terminal.game.owner("dieppe-paris") == "Ada"
    assert "How do you pay" not in terminal.text


def test_several_ways_to_pay_are_asked_for_cheapest_first() -> None:
    terminal = at_first_turn(hand={"purple": 1, "locomotive": 1})
    terminal.play("dieppe paris", "1", "2")
    ways = terminal.talk[-2].shown
    assert "How do you pay for Dieppe–Paris?" in ways
    assert list(options_in(ways)) == ["1 ○ purple", "1 ⊛ locomotive"]
    assert terminal.game.history[-1].move == Claim("dieppe-paris", Cards({"locomotive": 1}))


def test_back_returns_step_by_step() -> None:
    terminal = at_first_turn(hand={"purple": 1, "locomotive": 1})
    terminal.play("claim", "dieppe paris", "1", "back", "b", "claim")
    shown = [exchange.shown for exchange in terminal.talk[-6:]]
    assert "How do you pay" in shown[2]
    assert "Which route?" in shown[3]
    assert "Draw train cards" in shown[4]
    assert "Which route?" in shown[5]


def test_enter_shows_the_choices_again() -> None:
    terminal = at_first_turn()
    terminal.play("", "")
    assert options_in(terminal.talk[-2].shown) == options_in(terminal.talk[-1].shown) != {}


def test_routes_are_narrowed_by_words_and_counted_anew() -> None:
    terminal = at_first_turn(hand={"purple": 3, "locomotive": 2})
    terminal.play("claim", "paris", "zurich", "tunnel", "")
    every, paris, zurich, tunnel, again = (exchange.shown for exchange in terminal.talk[-5:])
    for narrowed in map(options_in, (paris, zurich, tunnel)):
        assert 0 < len(narrowed) < len(options_in(every))
        assert set(narrowed) <= set(options_in(every))
        assert list(narrowed.values()) == [str(number) for number in range(1, len(narrowed) + 1)]
    assert all("Paris" in label for label in options_in(paris))
    assert all("Zürich" in label for label in options_in(zurich))
    assert all("tunnel" in label for label in options_in(tunnel))
    assert options_in(again) == options_in(every)


def test_routes_that_cannot_be_claimed_are_shown_without_a_number() -> None:
    terminal = at_first_turn(hand={"purple": 1})
    terminal.play("claim", "all moskva")
    assert "Kharkov–Moskva" in terminal.last_words
    assert options_in(terminal.last_words) == {}


def test_routes_that_help_come_first_and_can_be_looked_for() -> None:
    terminal = at_first_turn("usa", hand=dict.fromkeys(("red", "blue", "green", "white", "black", "yellow"), 6))
    terminal.play("claim", "mine")
    every, mine = (list(options_in(exchange.shown)) for exchange in terminal.talk[-2:])
    assert 0 < len(mine) < len(every)
    assert every[: len(mine)] == mine
    assert all(re.search(r" [a-z]( [a-z])*$", label) for label in mine)


def test_words_that_match_nothing_say_so() -> None:
    terminal = at_first_turn(hand={"purple": 1})
    terminal.play("claim", "atlantis")
    assert "Nothing here has “atlantis” in it." in terminal.last_words
    assert "Dieppe–Paris" in terminal.last_words, "the list stays as it was"


def test_words_in_the_first_menu_look_for_routes() -> None:
    terminal = at_first_turn(hand={"purple": 1})
    terminal.play("dieppe")
    assert list(options_in(terminal.last_words)) == [
        label for label in options_in(terminal.last_words) if "Dieppe" in label
    ]
    terminal = at_first_turn(hand={"purple": 1})
    terminal.play("claim dieppe")
    assert "Dieppe–Paris" in terminal.last_words


def test_words_in_the_first_menu_that_find_nothing_change_nothing() -> None:
    terminal = at_first_turn(hand={"purple": 1})
    terminal.play("hello there")
    assert "“hello there” is not one of the choices." in terminal.last_words
    assert "Which route?" not in terminal.last_words


def test_italian_words_narrow_too() -> None:
    terminal = at_first_turn(hand={"purple": 1, "red": 1}, language="it")
    terminal.play("viola")
    assert all("○ viola" in label for label in options_in(terminal.last_words))


def test_a_move_can_be_typed_at_any_prompt() -> None:
    terminal = at_first_turn(hand={"purple": 1, "locomotive": 1})
    terminal.play("claim", "CLAIM dieppe-paris 1 locomotive")
    assert terminal.game.owner("dieppe-paris") == "Ada"


def test_a_typed_move_without_cards_pays_with_few_locomotives() -> None:
    terminal = at_first_turn(hand={"purple": 1, "locomotive": 1})
    terminal.play("claim dieppe-paris")
    assert terminal.game.history[-1].move == Claim("dieppe-paris", Cards({"purple": 1}))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("claim dieppe-paris 1 red", "Rule C2: "),
        ("claim lisboa-madrid 3 purple", "Rule C8: "),
        ("pass", "Rule T2: "),
        ("decline", "Rule T1: "),
        ("claim dieppe-pari 1 purple", "did you mean 'dieppe-paris'?"),
        ("claim dieppe-paris one purple", "expected a number of purple cards"),
        ("station atlantis 1 purple", "no city 'atlantis'"),
        ("draw scarlet", "no colour 'scarlet'"),
        ("draw", "expected one card"),
    ],
)
def test_a_refused_move_says_why_and_asks_again(typed: str, told: str) -> None:
    terminal = at_first_turn(hand={"purple": 1})
    before = list(terminal.game.history)
    terminal.play(typed)
    assert told in re.sub(r"\s+", " ", terminal.last_words)
    assert terminal.game.history == before
    assert terminal.talk[-1].prompt == "Ada> "


def test_a_refusal_is_told_in_the_language_of_the_table() -> None:
    terminal = at_first_turn(hand={"purple": 1}, language="it")
    terminal.play("pass")
    assert "Regola T2: " in terminal.last_words


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("claim dieppe-pari 1 purple", "su europe non c'è la linea 'dieppe-pari': forse 'dieppe-paris'?"),
        ("draw", "qui va una carta sola, non nulla"),
    ],
)
def test_a_slip_is_told_in_the_language_of_the_table(typed: str, told: str) -> None:
    terminal = at_first_turn(hand={"purple": 1}, language="it")
    terminal.play(typed)
    assert told in re.sub(r"\s+", " ", terminal.last_words)


def test_draw_blind_is_understood() -> None:
    terminal = at_first_turn()
    terminal.play("draw blind")
    assert str(terminal.game.history[-1].move) == "draw deck"


def test_the_game_is_stopped_only_after_a_question() -> None:
    terminal = at_first_turn()
    terminal.play("finish", "no")
    assert not terminal.game.finished
    assert terminal.play("finish", "yes", "", "") is None
    assert terminal.game.finished


@pytest.mark.parametrize(
    ("answer", "told"),
    [("1", "Keep at least 2 tickets."), ("1 1", "Keep at least 2 tickets."), ("1 7", "Choose a number from 1 to 4.")],
)
def test_too_few_tickets_are_not_kept(answer: str, told: str) -> None:
    terminal = ScriptedTerminal("europe", seed=3)
    terminal.play(answer)
    assert told in terminal.last_words
    assert terminal.game.history == []


@pytest.mark.parametrize("answer", ["1 3", "3,1", "keep 1 3", "keep 3 1", "01 03"])
def test_tickets_are_kept_by_their_numbers(answer: str) -> None:
    terminal = ScriptedTerminal("europe", seed=3)
    offered = terminal.game.offered("Ada")
    terminal.play(answer)
    assert set(str(terminal.game.history[0].move).split()[1:]) == {offered[0], offered[2]}


@pytest.mark.parametrize(("language", "word"), [("en", "all"), ("it", "tutti"), ("it", "all")])
def test_all_tickets_can_be_kept_in_a_word(language: str, word: str) -> None:
    terminal = ScriptedTerminal("europe", seed=3, language=language)
    terminal.play(word, "")
    assert terminal.game.ticket_count("Ada") == 4


def test_tickets_are_offered_with_their_values_and_lengths() -> None:
    terminal = ScriptedTerminal("europe", seed=3)
    terminal.play()
    for ticket in terminal.game.offered("Ada"):
        points = terminal.game.board.tickets[terminal.game.board.ticket_index[ticket]].points
        assert re.search(rf"^  \d  \S.* {points}  \d+ trains", terminal.last_words, re.MULTILINE)
    assert ", long" in terminal.last_words


def test_a_station_is_built_in_a_city_by_name_or_number() -> None:
    for answer in ("paris", "Paris", "par"):
        terminal = at_first_turn(hand={"purple": 1})
        terminal.play("station", answer)
        assert terminal.game.stations("Ada") == ("paris",)
    terminal = at_first_turn(hand={"purple": 1})
    terminal.play("station", "ma")
    assert re.findall(r"\d  (\w+)", terminal.last_words) == ["Madrid", "Marseille", "Roma"]
    terminal.play("station", "ma", "2")
    assert terminal.game.stations("Ada") == ("marseille",)


def tunnel_terminal(hand: Mapping[str, int]) -> ScriptedTerminal:
    """Ada lays three white cards for a tunnel that turns two white ones."""
    terminal = at_first_turn(hand=hand)
    state, names = terminal.game.state, terminal.game.names
    top = int(state.deck_size) - 1
    for place, kind in enumerate(("white", "white", "red")):
        state.deck[top - place] = names.kind_number(kind)
    terminal.play("claim madrid-pamplona-white 3 white")
    return terminal


def test_a_tunnel_shows_what_it_turned_and_asks_for_the_extra() -> None:
    terminal = tunnel_terminal({"white": 4, "locomotive": 2})
    shown = terminal.last_words
    assert re.search(r"Turned +1 ✚ red, 2 ● white", shown)
    assert "The tunnel costs 2 more cards: pay them, or decline." in shown
    assert list(options_in(shown)) == [
        "Pay 1 ● white, 1 ⊛ locomotive",
        "Pay 2 ⊛ locomotives",
        "Decline and take the cards back",
    ]
    terminal.play("1")
    assert terminal.game.owner("madrid-pamplona-white") == "Ada"


def test_a_tunnel_can_be_declined() -> None:
    terminal = tunnel_terminal({"white": 4, "locomotive": 2})
    terminal.play("3")
    assert terminal.game.owner("madrid-pamplona-white") is None
    assert terminal.game.hand("Ada")["white"] == 4


def test_a_tunnel_beyond_the_hand_is_still_asked_for() -> None:
    terminal = tunnel_terminal({"white": 3})
    assert "You do not have the cards for it." in terminal.last_words
    assert list(options_in(terminal.last_words)) == ["Decline and take the cards back"]


def test_a_resumed_tunnel_is_shown_again() -> None:
    terminal = tunnel_terminal({"white": 4, "locomotive": 2})
    terminal.play()
    assert re.search(r"Turned +1 ✚ red, 2 ● white", terminal.last_words)


def test_a_player_who_can_do_nothing_passes() -> None:
    terminal = at_first_turn(hand={})
    state = terminal.game.state
    state.deck_size = state.discard_size = state.ticket_deck_size = 0
    state.discard[:] = 0
    terminal.play("1")
    assert list(options_in(terminal.talk[-2].shown)) == ["Pass"]
    assert say("expect.turn_pass") in terminal.talk[-2].shown
    assert str(terminal.game.history[-1].move) == "pass"


def test_a_marker_is_offered_for_both_cities_and_paid_for() -> None:
    terminal = ScriptedTerminal("old-west", bots=("random",), seed=2)
    terminal.play("all", "", "denver", "")
    state, names = terminal.game.state, terminal.game.names
    state.hand[0] = 0
    for kind, number in (("black", 3), ("red", 2)):
        state.hand[0, names.kind_number(kind)] = number
    state.hand_size[0] = 5
    terminal.play("claim cheyenne-denver-black 1 black", "1", "2")
    markers, payment = terminal.talk[-3].shown, terminal.talk[-2].shown
    assert list(options_in(markers)) == ["A marker on Cheyenne, for a pair of one colour", "No marker"]
    assert list(options_in(payment)) == ["2 ✚ red", "2 ■ black"]
    assert terminal.game.markers("Ada") == ("denver", "cheyenne")
