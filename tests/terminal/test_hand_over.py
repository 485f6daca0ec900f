"""Several people at one keyboard: nobody sees what another holds."""

import re
from io import StringIO

import pytest
from rich.console import Console

from carrozza.game import Game
from carrozza.game.sentences.description import ticket_name
from carrozza.terminal.showing.page import FORGET_SCROLLED, Page
from tests.terminal.driver import Answer, ScriptedTerminal

pytestmark = pytest.mark.slow

PEOPLE = ("Ada", "Bruno", "Carla")


def secrets(game: Game, seat: str) -> set[str]:
    """Names of tickets that only this seat has seen, and that could not be on the screen for another reason."""
    routes = {game.names.route_name(route.id) for route in game.board.routes}
    held = {ticket_name(game.board, ticket) for ticket in (*game.tickets(seat), *game.offered(seat))}
    return held - routes


def hand_shown(terminal: ScriptedTerminal, text: str) -> list[str]:
    """The lines that show a hand."""
    label = terminal.say("terminal.hand")
    return re.findall(rf"^  {label} +(.*(?:\n {{{len(label) + 3},}}\d.*)*)", text, re.MULTILINE)


def hand_held(terminal: ScriptedTerminal, seat: str) -> dict[str, int]:
    return {
        f"{number} {terminal.say(f'card.{kind}', number=number)}": number
        for kind, number in terminal.game.hand(seat).items()
    }


def watched(terminal: ScriptedTerminal, answer: Answer) -> Answer:
    """Checks the screen before every answer."""
    every: dict[str, set[str]] = {seat: set() for seat in terminal.game.seats}

    def watch(shown: str, prompt: str) -> str:
        viewer = terminal.terminal_game.viewer
        if terminal.game.finished:
            return answer(shown, prompt)
        for seat in terminal.game.seats:
            every[seat] |= secrets(terminal.game, seat)
        for seat in terminal.game.seats:
            if seat != viewer:
                seen = [name for name in every[seat] - every.get(viewer or "", set()) if name in shown]
                assert not seen, f"{viewer} sees {seen} of {seat}"
                assert f"{seat} draws one" not in shown or "blind" not in shown
        for hand in hand_shown(terminal, shown):
            assert viewer is not None, "a hand is shown while the keyboard changes hands"
            cards = [re.sub(r"\W*$", "", card) for card in re.split(r"\s{3,}", hand)]
            told = {re.sub(r"^(\d+) \S ", r"\1 ", card) for card in cards}
            assert told == (set(hand_held(terminal, viewer)) or {terminal.say("word.nothing")})
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
    terminal = ScriptedTerminal(board, players, bots, seed=8, variants=variants)
    assert terminal.play_by(watched(terminal, terminal.anyhow(3, 0.1))) is None
    hands = sum(len(hand_shown(terminal, exchange.shown)) for exchange in terminal.talk)
    assert hands > 60, "the check must have had hands to look at"
    assert {exchange.viewer for exchange in terminal.talk} == {*players, None}


def test_the_check_would_notice_a_foreign_hand() -> None:
    terminal = ScriptedTerminal("usa", ("Ada", "Bruno"), seed=8)
    terminal.play("", "1 2", "")
    told = next(exchange.shown for exchange in terminal.talk if exchange.viewer == "Ada")
    terminal.terminal_game.viewer = "Bruno"
    with pytest.raises(AssertionError):
        watched(terminal, terminal.anyhow())(told, "Bruno> ")


def test_each_person_is_called_by_name_and_asked_alone() -> None:
    terminal = ScriptedTerminal("usa", ("Ada", "Bruno"), seed=8)
    terminal.play("", "1 2", "", "", "1 2", "", "")
    prompts = [exchange.prompt for exchange in terminal.talk]
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
    terminal = ScriptedTerminal("usa", ("Ada", "Bruno"), seed=8)
    terminal.play("", "1 2", "", "", "1 2", "", "", "draw deck", "draw deck", "", "")
    ended = next(exchange for exchange in terminal.talk[7:] if exchange.prompt == "Press Enter to end your turn. ")
    assert re.search(r"Ada draws one \w+ card blind\.", ended.shown)
    news = next(exchange.shown for exchange in terminal.talk[9:] if exchange.viewer == "Bruno")
    assert news.count("Ada draws a card blind.") == 2


@pytest.mark.parametrize("command", ["hand", "tickets"])
def test_commands_show_no_hand_while_the_keyboard_changes_hands(command: str) -> None:
    terminal = ScriptedTerminal("usa", ("Ada", "Bruno"), seed=8)
    terminal.play(command)
    assert "Hands and tickets are hidden" in terminal.text


def test_taking_back_an_opening_choice_does_not_name_it_to_the_next() -> None:
    terminal = ScriptedTerminal("usa", ("Ada", "Bruno"), seed=8)
    offered = terminal.game.offered("Ada")
    terminal.play("", "1 2", "", "undo", "")
    assert "Taken back: Ada has chosen the opening tickets." in terminal.text
    after = terminal.text[terminal.text.index("Taken back") :].partition("Pass the keyboard to Ada")[0]
    assert not any(ticket_name(terminal.game.board, ticket) in after for ticket in offered)
    assert terminal.game.history == []


def test_the_log_tells_each_person_what_each_may_know() -> None:
    terminal = ScriptedTerminal("usa", ("Ada", "Bruno"), seed=8)
    terminal.play("", "1 2", "", "log", "", "log", "1 2", "")
    at_hand_over, by_bruno = (
        terminal.talk[index + 1].shown for index, exchange in enumerate(terminal.talk) if exchange.answer == "log"
    )
    assert at_hand_over.strip() == "log\n  Ada has chosen the opening tickets."
    assert "Ada has chosen the opening tickets." in by_bruno


def test_one_person_alone_never_hands_over() -> None:
    terminal = ScriptedTerminal("new-york", seed=2)
    terminal.play_by(terminal.anyhow())
    assert "Pass the keyboard" not in terminal.text


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
