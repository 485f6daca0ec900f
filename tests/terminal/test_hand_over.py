"""Several people at one keyboard: nobody sees what another holds."""

import re
from io import StringIO

import pytest
from rich.console import Console

from carrozza.game import Game
from carrozza.game.sentences.description import ticket_name
from carrozza.terminal.page import FORGET_SCROLLED, Page
from tests.terminal.driver import Answer, Table

PEOPLE = ("Ada", "Bruno", "Carla")


def secrets(game: Game, seat: str) -> set[str]:
    """Names of tickets that only this seat has seen, and that could not be on the screen for another reason."""
    routes = {game.names.route_name(route.id) for route in game.board.routes}
    held = {ticket_name(game.board, ticket) for ticket in (*game.tickets(seat), *game.offered(seat))}
    return held - routes


def hand_shown(table: Table, text: str) -> list[str]:
    """The lines that show a hand."""
    label = table.say("terminal.hand")
    return re.findall(rf"^  {label} +(.*(?:\n {{{len(label) + 3},}}\d.*)*)", text, re.MULTILINE)


def hand_held(table: Table, seat: str) -> dict[str, int]:
    return {
        f"{number} {table.say(f'card.{kind}', number=number)}": number for kind, number in table.game.hand(seat).items()
    }


def watched(table: Table, answer: Answer) -> Answer:
    """Checks the screen before every answer."""
    every: dict[str, set[str]] = {seat: set() for seat in table.game.seats}

    def watch(shown: str, prompt: str) -> str:
        viewer = table.sitting.viewer
        if table.game.finished:
            return answer(shown, prompt)
        for seat in table.game.seats:
            every[seat] |= secrets(table.game, seat)
        for seat in table.game.seats:
            if seat != viewer:
                seen = [name for name in every[seat] - every.get(viewer or "", set()) if name in shown]
                assert not seen, f"{viewer} sees {seen} of {seat}"
                assert f"{seat} draws one" not in shown or "blind" not in shown
        for hand in hand_shown(table, shown):
            assert viewer is not None, "a hand is shown while the keyboard changes hands"
            cards = [re.sub(r"\W*$", "", card) for card in re.split(r"\s{3,}", hand)]
            told = {re.sub(r"^(\d+) \S ", r"\1 ", card) for card in cards}
            assert told == (set(hand_held(table, viewer)) or {table.say("word.nothing")})
        return answer(shown, prompt)

    return watch


@pytest.mark.parametrize(
    ("board", "variants", "players", "bots"),
    [
        ("usa", (), ("Ada", "Bruno"), ("random",)),
        ("europe", (), PEOPLE, ()),
        ("old-west", ("alvin",), ("Ada", "Bruno"), ("random",)),
    ],
)
def test_nobody_sees_what_another_holds(
    board: str, variants: tuple[str, ...], players: tuple[str, ...], bots: tuple[str, ...]
) -> None:
    table = Table(board, players, bots, seed=8, variants=variants)
    assert table.play_by(watched(table, table.anyhow(3, 0.1))) is None
    hands = sum(len(hand_shown(table, exchange.shown)) for exchange in table.talk)
    assert hands > 60, "the check must have had hands to look at"
    assert {exchange.viewer for exchange in table.talk} == {*players, None}


def test_the_check_would_notice_a_foreign_hand() -> None:
    table = Table("usa", ("Ada", "Bruno"), seed=8)
    table.play("", "1 2", "")
    told = next(exchange.shown for exchange in table.talk if exchange.viewer == "Ada")
    table.sitting.viewer = "Bruno"
    with pytest.raises(AssertionError):
        watched(table, table.anyhow())(told, "Bruno> ")


def test_each_person_is_called_by_name_and_asked_alone() -> None:
    table = Table("usa", ("Ada", "Bruno"), seed=8)
    table.play("", "1 2", "", "", "1 2", "", "")
    prompts = [exchange.prompt for exchange in table.talk]
    assert prompts == [
        "Pass the keyboard to Ada. Press Enter when only Ada is looking. ",
        "Ada> ",
        "Press Enter to continue, or type “undo” to take the move back. ",
        "Pass the keyboard to Bruno. Press Enter when only Bruno is looking. ",
        "Bruno> ",
        "Press Enter to end your turn. ",
        "Pass the keyboard to Ada. Press Enter when only Ada is looking. ",
        "Ada> ",
    ]


def test_a_blind_card_can_be_read_before_the_screen_is_cleared() -> None:
    table = Table("usa", ("Ada", "Bruno"), seed=8)
    table.play("", "1 2", "", "", "1 2", "", "", "draw deck", "draw deck", "", "")
    ended = next(exchange for exchange in table.talk[7:] if exchange.prompt == "Press Enter to end your turn. ")
    assert re.search(r"Ada draws one \w+ card blind\.", ended.shown)
    news = next(exchange.shown for exchange in table.talk[9:] if exchange.viewer == "Bruno")
    assert news.count("Ada draws a card blind.") == 2


@pytest.mark.parametrize("command", ["hand", "tickets"])
def test_commands_show_no_hand_while_the_keyboard_changes_hands(command: str) -> None:
    table = Table("usa", ("Ada", "Bruno"), seed=8)
    table.play(command)
    assert "Hands and tickets are hidden" in table.text


def test_taking_back_an_opening_choice_does_not_name_it_to_the_next() -> None:
    table = Table("usa", ("Ada", "Bruno"), seed=8)
    offered = table.game.offered("Ada")
    table.play("", "1 2", "", "undo", "")
    assert "Taken back: Ada has chosen the opening tickets." in table.text
    after = table.text[table.text.index("Taken back") :].partition("Pass the keyboard to Ada")[0]
    assert not any(ticket_name(table.game.board, ticket) in after for ticket in offered)
    assert table.game.history == []


def test_the_log_tells_each_person_what_each_may_know() -> None:
    table = Table("usa", ("Ada", "Bruno"), seed=8)
    table.play("", "1 2", "", "log", "", "log", "1 2", "")
    at_hand_over, by_bruno = (
        table.talk[index + 1].shown for index, exchange in enumerate(table.talk) if exchange.answer == "log"
    )
    assert at_hand_over.strip() == "log\n  Ada has chosen the opening tickets."
    assert "Ada has chosen the opening tickets." in by_bruno


def test_one_person_alone_never_hands_over() -> None:
    table = Table("new-york", seed=2)
    table.play_by(table.anyhow())
    assert "Pass the keyboard" not in table.text


def test_a_terminal_is_cleared_with_what_has_scrolled_away() -> None:
    screen = StringIO()
    Page(Console(file=screen, force_terminal=True, legacy_windows=False, _environ={"TERM": "xterm"}), "en").clear()
    assert "\x1b[2J" in screen.getvalue()
    assert FORGET_SCROLLED in screen.getvalue()


def test_a_dumb_terminal_scrolls_everything_away() -> None:
    screen = StringIO()
    console = Console(file=screen, force_terminal=True, _environ={"TERM": "dumb"})
    Page(console, "en").clear()
    assert screen.getvalue().count("\n") >= console.height
