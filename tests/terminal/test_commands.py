"""What may be typed at any prompt besides the answer."""

import re
from pathlib import Path

import pytest

from carrozza.game.moves import Claim
from carrozza.game.records.record import Record
from carrozza.game.sentences.description import describe, ticket_name
from carrozza.words import say
from tests.terminal.driver import ScriptedTerminal

OPENING = ("1 2", "")
"""Ada's opening tickets, and going on."""


def answered(command: str, *before: str, terminal: ScriptedTerminal | None = None) -> str:
    """What a command prints in Ada's first turn."""
    terminal = terminal or ScriptedTerminal("europe", seed=3)
    terminal.play(*before, command)
    return terminal.last_words.partition("\n")[2]


def with_a_claim(board: str = "europe") -> tuple[ScriptedTerminal, Claim]:
    """A terminal at Ada's first turn, and a claim without any risk that she can make."""
    terminal = ScriptedTerminal(board, seed=3)
    terminal.play(*OPENING)
    routes = {route.id for route in terminal.game.board.routes if not route.tunnel}
    claims = [move for move in terminal.game.legal_moves if isinstance(move, Claim) and move.route in routes]
    return terminal, claims[0]


def test_help_names_every_command_in_both_languages() -> None:
    for language in ("en", "it"):
        told = answered("?", terminal=ScriptedTerminal("usa", language=language))
        for name in ("help", "table", "board", "tickets", "hand", "log", "score", "describe", "rules", "undo", "save"):
            assert say(f"terminal.command_{name}", language) in told
        assert "claim" in told


@pytest.mark.parametrize(("english", "italian"), [("help", "aiuto"), ("score", "punti"), ("hand", "mano")])
def test_italian_tables_understand_both_languages(english: str, italian: str) -> None:
    told = answered(italian, *OPENING, terminal=ScriptedTerminal("europe", seed=3, language="it"))
    assert told and told == answered(english, *OPENING, terminal=ScriptedTerminal("europe", seed=3, language="it"))


def test_capitals_and_spaces_do_not_matter() -> None:
    assert answered("  HAND ", *OPENING) == answered("hand", *OPENING)


def test_hand_shows_the_own_cards_with_sign_and_name() -> None:
    terminal = ScriptedTerminal("europe", seed=3)
    shown = answered("hand", *OPENING, terminal=terminal)
    for kind, number in terminal.game.hand("Ada").items():
        assert re.search(rf"\b{number} \S {say(f'card.{kind}', number=number)}", shown)


def test_tickets_shows_values_and_what_is_missing() -> None:
    terminal = ScriptedTerminal("europe", seed=3)
    shown = answered("tickets", *OPENING, terminal=terminal)
    for ticket in terminal.game.tickets("Ada"):
        points = terminal.game.board.tickets[terminal.game.board.ticket_index[ticket]].points
        assert re.search(rf"{ticket_name(terminal.game.board, ticket)} +{points}  \d+ trains? to go", shown)


def test_board_shows_every_route_with_its_owner() -> None:
    terminal, claim = with_a_claim("usa")
    shown = answered("board", str(claim), "", terminal=terminal)
    lines = [line for line in shown.splitlines() if "–" in line]
    assert len(lines) == len(terminal.game.board.routes)
    for name in terminal.game.seats:
        owned = [line for line in lines if f" {name}" in line]
        assert len(owned) == len(terminal.game.routes(name))
    assert sum(" free" in line for line in lines) > 80


@pytest.mark.parametrize(
    ("words", "routes"),
    [
        ("paris =1", ["Dieppe–Paris"]),
        ("zurich purple", ["Marseille–Zürich"]),
        ("8+", ["Petrograd–Stockholm"]),
        ("length 8", ["Petrograd–Stockholm"]),
        ("ferry smyrna 6+", ["Palermo–Smyrna"]),
    ],
)
def test_board_can_be_narrowed(words: str, routes: list[str]) -> None:
    shown = answered(f"board {words}", *OPENING)
    assert re.findall(r"^  (\S+–\S+)", shown, re.MULTILINE) == routes


def test_board_shows_the_routes_of_a_player() -> None:
    terminal, claim = with_a_claim()
    shown = answered("board ada", str(claim), "", terminal=terminal)
    assert re.findall(r"^  (\S+–\S+)", shown, re.MULTILINE) == [terminal.game.names.route_name(claim.route)]


def test_board_says_when_nothing_matches() -> None:
    assert "Nothing here has “atlantis” in it." in answered("board atlantis", *OPENING)


def test_board_lists_stations_and_markers() -> None:
    terminal = ScriptedTerminal("old-west", bots=("random",), seed=2)
    shown = answered("board", "all", "", "denver", "", terminal=terminal)
    assert "Ada's markers: Denver." in shown


def test_describe_is_the_view_of_whoever_looks() -> None:
    terminal = ScriptedTerminal("europe", seed=3)
    shown = answered("describe", *OPENING, terminal=terminal)
    expected = describe(terminal.game.view("Ada"))
    assert re.sub(r"\s+", " ", shown).strip() == re.sub(r"\s+", " ", expected)


def test_score_tells_no_secret() -> None:
    terminal = ScriptedTerminal("europe", seed=3)
    shown = answered("score", *OPENING, terminal=terminal)
    own = sum(
        terminal.game.board.tickets[terminal.game.board.ticket_index[t]].points for t in terminal.game.tickets("Ada")
    )
    assert re.search(rf"Ada +0 +12 +0 +-{own}$", shown, re.MULTILINE)
    assert re.search(r"Random 2 +\d+ +12 +\d+$", shown, re.MULTILINE)


def test_score_on_new_york_keeps_the_points_for_the_end() -> None:
    shown = answered("score", "1", "", terminal=ScriptedTerminal("new-york", seed=3))
    assert "Points are shown at the end." in shown
    assert "Points " not in shown.splitlines()[0]


@pytest.mark.parametrize("asked", ["D3", "d3"])
def test_rules_tells_a_rule(asked: str) -> None:
    told = re.sub(r"\s+", " ", answered(f"rules {asked}"))
    assert told.strip() == f"D3 {say('rule.D3')}"


def test_rules_tells_all_rules_of_a_letter_and_hints_at_a_near_one() -> None:
    assert re.findall(r"^  (A\d)", answered("rules A"), re.MULTILINE) == ["A1", "A2", "A3", "A4", "A5"]
    assert "There is no rule D33; did you mean D3?" in answered("rules D33")
    assert "S1, S2" in answered("rules")


def test_log_tells_what_happened() -> None:
    shown = answered("log", *OPENING)
    assert "Ada keeps the opening tickets " in shown
    assert "Random 1 has chosen the opening tickets." in shown


def test_a_long_log_begins_late_unless_all_is_wanted() -> None:
    terminal = ScriptedTerminal("new-york", seed=2)
    usual, asked = terminal.anyhow(), iter(["log", "log all"])

    def answer(shown: str, prompt: str) -> str:
        return next(asked, "") if terminal.terminal_game.closed else usual(shown, prompt)

    terminal.play_by(answer)
    some, every = (exchange.shown for exchange in terminal.talk[-2:])
    left_out = len(terminal.game.history) - 20
    assert f"({left_out} earlier moves; “log all” shows them)" in some
    assert len(every.splitlines()) > len(some.splitlines()) + left_out - 5


def test_a_command_does_not_answer_the_question() -> None:
    terminal = ScriptedTerminal("europe", seed=3)
    terminal.play("hand", "score", "?", *OPENING)
    assert len(terminal.game.history) >= 3


def test_undo_takes_back_a_claim_before_the_bots_go_on() -> None:
    terminal, claim = with_a_claim()
    terminal.play(str(claim), "undo")
    assert f"Taken back: Ada claims {terminal.game.names.route_name(claim.route)}" in terminal.text
    assert terminal.game.to_move == "Ada"
    assert terminal.game.owner(claim.route) is None


def test_undo_is_refused_once_somebody_else_has_acted() -> None:
    terminal, claim = with_a_claim()
    terminal.play(str(claim), "", "undo")
    assert "Somebody else has acted since" in terminal.last_words
    assert terminal.game.owner(claim.route) == "Ada"


@pytest.mark.parametrize("move", ["draw deck", "draw yellow", "draw tickets"])
def test_undo_is_refused_once_something_hidden_has_been_seen(move: str) -> None:
    terminal = ScriptedTerminal("europe", seed=3)
    terminal.play(*OPENING, move, "undo")
    assert "The move revealed something hidden" in terminal.last_words
    assert str(terminal.game.history[-1].move) == move


def test_undo_lets_drawn_tickets_be_chosen_again() -> None:
    terminal = ScriptedTerminal("europe", seed=3)
    terminal.play(*OPENING, "draw tickets", "1", "undo", "1 2")
    kept = [played for played in terminal.game.history if str(played.move).startswith("keep") and not played.begins]
    assert len(kept) == 1 and len(str(kept[0].move).split()) == 3


def test_undo_has_nothing_to_take_back_at_the_beginning() -> None:
    assert "There is nothing to take back." in answered("undo")


def test_undo_of_a_claim_takes_back_the_marker_nobody_was_asked_for() -> None:
    """W3: without a pair there is no choice, so the player is not asked."""
    terminal = ScriptedTerminal("old-west", bots=("random",), seed=2)
    terminal.play("all", "", "denver", "")
    state, names = terminal.game.state, terminal.game.names
    state.hand[0] = state.hand_size[0] = 0
    state.hand[0, names.kind_number("black")] = state.hand_size[0] = 1
    terminal.play("claim cheyenne-denver-black 1 black", "undo")
    assert "Taken back: Ada claims Cheyenne–Denver" in terminal.text
    assert "marker on one of" not in terminal.text
    assert terminal.game.to_move == "Ada" and terminal.game.phase == "turn"
    assert terminal.game.owner("cheyenne-denver-black") is None


def test_nothing_can_be_taken_back_after_the_end_has_been_told() -> None:
    terminal = ScriptedTerminal("new-york", ("Ada", "Bruno"), seed=2)
    usual, asked = terminal.anyhow(), iter(["undo"])
    terminal.play_by(lambda shown, prompt: next(asked, "") if terminal.terminal_game.closed else usual(shown, prompt))
    assert "it cannot be taken back" in terminal.last_words
    assert terminal.game.finished


def test_after_the_end_the_scores_are_final() -> None:
    terminal = ScriptedTerminal("new-york", seed=2)
    usual, asked = terminal.anyhow(), iter(["score", "describe"])
    terminal.play_by(lambda shown, prompt: next(asked, "") if terminal.terminal_game.closed else usual(shown, prompt))
    score, described = (exchange.shown for exchange in terminal.talk[-2:])
    for name, result in terminal.game.scores().items():
        assert re.search(rf"{name} .* {result.total}(?!\S)", score)
        assert f"{name}: {say('count.points', number=result.total)} in all." in described


def test_save_writes_a_record(tmp_path: Path) -> None:
    terminal = ScriptedTerminal("europe", seed=3)
    terminal.play(*OPENING, f"save {tmp_path}/game.txt")
    assert f"The game has been saved in {tmp_path}/game.txt." in terminal.text.replace("\n  /", " /")
    assert Record.load(tmp_path / "game.txt").moves == terminal.game.history


def test_save_asks_before_writing_over_a_file(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Bruno")
    ScriptedTerminal("europe", seed=3).play(*OPENING, f"save {file}", "n")
    assert file.read_text() == "Dear Bruno"
    ScriptedTerminal("europe", seed=3).play(*OPENING, f"save {file}", "perhaps", "y")
    assert Record.load(file).board == "europe"


def test_save_says_what_is_wrong(tmp_path: Path) -> None:
    assert "Give a file name: save FILE" in answered("save")
    told = answered(f"save {tmp_path}/nowhere/game.txt").replace("\n  ", " ")
    assert "No such file or directory" in told


def test_quit_asks_and_offers_to_save(tmp_path: Path) -> None:
    terminal = ScriptedTerminal("europe", seed=3)
    assert terminal.play(*OPENING, "quit", "no", "quit", "yes", f"{tmp_path}/game.txt") == 0
    assert Record.load(tmp_path / "game.txt").moves == terminal.game.history
    assert [exchange.prompt for exchange in terminal.talk[-4:]] == [
        "Leave the game? (yes/no) ",
        "Ada> ",
        "Leave the game? (yes/no) ",
        "File to save the game in, or Enter to leave without saving: ",
    ]


def test_quit_leaves_without_saving_when_nothing_is_named() -> None:
    assert ScriptedTerminal("europe", seed=3).play(*OPENING, "q", "y", "") == 0


def test_quit_does_not_ask_for_a_file_when_the_game_is_on_file(tmp_path: Path) -> None:
    terminal = ScriptedTerminal("europe", seed=3, file=tmp_path / "game.txt")
    assert terminal.play(*OPENING, "q", "y") == 0
    assert terminal.talk[-1].prompt == "Leave the game? (yes/no) "


@pytest.mark.parametrize("answer", ["si", "sì", "s"])
def test_an_accent_is_not_needed_to_agree(answer: str) -> None:
    assert ScriptedTerminal("europe", seed=3, language="it").play(*OPENING, "esci", answer, "") == 0
