"""Records: a game as text that replays to the last byte, and says in which line it cannot."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrozza.game import Game
from carrozza.game.moves import Draw, DrawTickets
from carrozza.game.positions import PositionDocument
from carrozza.game.records.record import Record, RecordError
from tests.playing import Dice, play_on, played, state_bytes
from tests.samples import samples
from tests.setups import FULL_SETUPS, SETUPS, Setup

games = st.builds(played, st.sampled_from(SETUPS), st.integers(0, 2**128 - 1), st.integers(0, 120))
TABLES_FOR_THREE = [table for table in SETUPS if table.seats == 3]
slow = settings(max_examples=samples(15))


# A text and its record


@slow
@given(games)
def test_a_record_reads_as_it_was_written(game: Game) -> None:
    text = str(Record.of(game))
    record = Record.parse(text)
    assert record == Record.of(game)
    assert str(record) == text


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_a_whole_game_replays_to_the_last_byte(table: Setup) -> None:
    dice, game = Dice(21), table.game(21)
    states = [state_bytes(game)]
    while not game.finished:
        play_on(game, dice, 1)
        states.append(state_bytes(game))
    record = Record.parse(str(Record.of(game)))
    again = record.replay()
    assert state_bytes(again) == states[-1]
    assert (again.history, again.result()) == (game.history, game.result())
    for moves in (0, 1, len(states) // 3, len(states) // 2, len(states) - 2):
        assert state_bytes(record.replay(moves)) == states[moves]


@slow
@given(games, st.integers(0, 120))
def test_a_replay_stops_where_it_is_told_to(game: Game, moves: int) -> None:
    replayed = Record.of(game).replay(moves)
    while len(game.history) > moves:
        game.undo()
    assert state_bytes(replayed) == state_bytes(game)
    assert replayed.history == game.history


@slow
@given(games)
def test_a_replayed_game_goes_on_as_the_first_one_would(game: Game) -> None:
    replayed = Record.parse(str(Record.of(game))).replay()
    assert state_bytes(play_on(replayed, Dice(1), 10)) == state_bytes(play_on(game, Dice(1), 10))


@slow
@given(games)
def test_a_game_stopped_early_is_recorded_too(game: Game) -> None:
    if not game.finished:
        game.finish()
    text = str(Record.of(game))
    again = Record.parse(text).replay()
    assert again.finished
    assert (str(Record.of(again)), again.result()) == (text, game.result())


def test_a_record_looks_like_this() -> None:
    game = Game("new-york", ["Ada", "Bruno Banani"], seed=7, first=1)
    for seat in game.seats:
        game.play(game.legal_moves_of(seat)[0], seat)
    game.play("draw deck")
    game.play("draw deck")
    kept = [" ".join(game.tickets(seat)) for seat in game.seats]
    cards = [played.drawn[0] for played in game.history[2:]]
    assert str(Record.of(game)).splitlines() == [
        "Carrozza record 1",
        "Board: new-york",
        "Seat: Ada",
        "Seat: Bruno Banani",
        "First: Bruno Banani",
        "Seed: 7",
        "",
        f"1 Ada: keep {kept[0]}",
        f"2 Bruno Banani: keep {kept[1]}",
        f"3 Bruno Banani: draw deck ({cards[0]}); draw deck ({cards[1]})",
    ]


def test_a_finished_game_has_its_result_among_the_headers() -> None:
    game = played(Setup("old-west", ("alvin",), 2), 5)
    record = Record.of(game)
    totals = ", ".join(f"{name} {score.total}" for name, score in game.scores().items())
    assert record.result == f"{totals}; {' and '.join(game.winners)} won"
    assert "\nVariant: alvin\n" in str(record)
    assert f"\nResult: {record.result}\n" in str(record)


def test_spaces_and_empty_lines_do_no_harm() -> None:
    text = str(Record.of(played(Setup("usa", (), 2), 1, moves=20)))
    loose = text.replace(": ", ":  ").replace("; ", " ;  ")
    head, body = text.split("\n\n")
    assert Record.parse(f"{head}\n \n\n" + body.replace("\n", "\n\n")) == Record.parse(text)
    assert Record.parse(text.replace("\n", "\r\n")) == Record.parse(text)
    assert Record.parse(loose.replace(":  ", ": ")) == Record.parse(text)


NAMES = st.text(min_size=1) | st.text("AaBb:;() \t\n\x1c\u2028é", min_size=1)


def assert_refused_or_recorded(names: Sequence[str]) -> None:
    try:
        game = Game("usa", names, seed=1)
    except ValueError as refused:
        assert "name" in str(refused)
        return
    for seat in game.seats:
        game.play(game.legal_moves_of(seat)[0], seat)
    text = str(Record.of(game))
    assert str(Record.of(Record.parse(text).replay())) == text


@given(st.lists(NAMES, min_size=2, max_size=3, unique=True))
def test_names_are_refused_or_can_be_recorded(names: list[str]) -> None:
    assert_refused_or_recorded(names)


@pytest.mark.parametrize(
    "names",
    [("", "Bruno"), (" Ada", "Bruno"), ("Ada\nSeat: Bruno", "Carla"), ("Ada", "Ada: B"), ("Ada\u2028", "Bruno")],
    ids=ascii,
)
def test_awkward_names_are_refused_or_can_be_recorded(names: tuple[str, ...]) -> None:
    assert_refused_or_recorded(names)


# Without a seed: games from a real table


def scarce(table: Setup, seed: int) -> Game:
    """A game from a position with few cards left, so that decks run out and rows are swept."""
    names = table.game(seed).seats
    rules = table.game(seed).board.rules
    players: dict[str, object] = {name: {} for name in names}
    if rules.network:
        cities = [city.id for city in table.game(seed).board.cities if city.id != "roswell"]
        players = {name: {"markers": [cities[7 * number]]} for number, name in enumerate(names)}
    hoard = dict.fromkeys(rules.colors, rules.copies - 2)
    players[names[0]] = {**dict(players[names[0]]), "hand": hoard}  # type: ignore[call-overload]
    position = PositionDocument.model_validate({"to_move": names[-1], "players": players})
    return Game(table.board, names, seed, variants=table.variants, position=position)


def play_counting(game: Game, dice: Dice) -> tuple[int, int]:
    """Play to the end; returns how often the discards became a new deck (D5) and a row was swept (D6)."""
    renewed = swept = 0
    while not game.finished:
        deck, discards = game.deck_size, game.discards.total
        play_on(game, dice, 1)
        renewed += game.deck_size > deck and game.discards.total < discards
        swept += isinstance(game.history[-1].move, Draw) and len(game.history[-1].drawn) > 5
    return renewed, swept


def unseeded(game: Game) -> Record:
    """The game as people at a table would write it: they know no seed, and where it began they write it all."""
    record = Record.of(game)
    record.seed = None
    fresh = game.copy()
    while fresh.history:
        fresh.undo()
    record.position = fresh.position()
    return record


@pytest.mark.parametrize("table", TABLES_FOR_THREE, ids=str)
def test_a_game_without_a_seed_is_decided_by_what_was_drawn(table: Setup) -> None:
    game = scarce(table, 31)
    assert all(play_counting(game, Dice(31))), "without a new deck and a swept row this would show little"
    record = Record.parse(str(unseeded(game)))
    assert record.seed is None
    again = record.replay()
    assert again.history == game.history
    assert again.result() == game.result()
    for name in game.seats:
        assert again.hand(name) == game.hand(name)
        assert again.tickets(name) == game.tickets(name)
    assert (again.row, again.discards, again.deck_size) == (game.row, game.discards, game.deck_size)


def test_without_a_seed_other_cards_make_another_game() -> None:
    game = scarce(Setup("usa", (), 2), 1)
    game.play("draw deck")
    (card,) = game.history[0].drawn
    other = "red" if card != "red" else "blue"
    text = str(unseeded(game))
    again = Record.parse(text.replace(f"draw deck ({card})", f"draw deck ({other})")).replay()
    assert again.history[0].drawn == (other,)


def test_without_a_seed_tickets_come_as_they_were_drawn() -> None:
    game = scarce(Setup("usa", (), 2), 1)
    game.play("draw tickets")
    text = str(unseeded(game))
    below = game.position().tickets[:3]
    drawn = " ".join(game.history[0].drawn)
    again = Record.parse(text.replace(f"({drawn})", f"({' '.join(below)})")).replay()
    assert again.history[0].drawn == below
    assert isinstance(again.history[0].move, DrawTickets)


def test_without_a_seed_the_cards_drawn_must_be_written() -> None:
    """Nothing else says which they were, and the replay must not make them up."""
    game = scarce(Setup("usa", (), 2), 1)
    game.play("draw deck")
    text = re.sub(r" \(\w+\)", "", str(unseeded(game)))
    with pytest.raises(RecordError, match="draw deck") as wrong:
        Record.parse(text).replay()
    assert wrong.value.line == len(text.splitlines())


# What can be wrong with a record


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """A good record of a whole game: 7 headers, an empty line, and the turns from line 9 on."""
    return str(Record.of(played(Setup("europe", (), 3), 8))).splitlines()


def replayed(lines: list[str]) -> Game:
    return Record.parse("\n".join(lines) + "\n").replay()


def refusal(lines: list[str]) -> RecordError:
    with pytest.raises(RecordError) as wrong:
        replayed(lines)
    assert str(wrong.value) == f"line {wrong.value.line}: {wrong.value.message}"
    return wrong.value


def changed(lines: list[str], line: int, text: str) -> list[str]:
    return [*lines[: line - 1], text, *lines[line:]]


def line_with(lines: list[str], pattern: str) -> int:
    return next(number for number, line in enumerate(lines, 1) if re.search(pattern, line))


def test_the_record_is_good_before_it_is_changed(lines: list[str]) -> None:
    assert lines[0] == "Carrozza record 1" and lines[7] == "" and lines[8].startswith("1 ")
    assert replayed(lines).finished


@pytest.mark.parametrize(
    ("line", "text", "told"),
    [
        (1, "Carrozza record 2", "begins with the line 'Carrozza record 1'"),
        (1, "", "begins with the line"),
        (2, "Bord: europe", "no header 'Bord: europe': headers are Board, Variant, Seat"),
        (2, "europe", "no header 'europe'"),
        (2, "Board: atlantis", "no board 'atlantis'"),
        (6, "Variant: alvin", "no variant 'alvin'"),
        (5, "Board: usa", "the header Board stands 2 times"),
        (6, "Seed: seven", "Seed: 'seven' is not a whole number"),
        (6, f"Seed: {2**128}", "Seed: a seed has at most 128 bits: it must be below 3402823"),
        (7, "Result: Ada 1, Bruno 2, Carla 3; Carla won", "the record says 'Ada 1, Bruno 2, Carla 3; Carla won'"),
        (7, "Position: {", "Position: "),
        (7, 'Position: {"row": ["mauve"]}', "no colour 'mauve'"),
        (7, 'Position: {"rows": []}', "Position: rows"),
        (7, "First: Zoe", "no player 'Zoe'"),
        (8, "a line that is no header", "then an empty line"),
        (9, "1 Zoe: draw deck", "with a name among Ada, Bruno, Carla"),
        (9, "Ada: draw deck", "expected '1 NAME: moves'"),
        (9, "one Ada: draw deck", "expected '1 NAME: moves'"),
        (9, "1 Ada draw deck", "expected '1 NAME: moves'"),
        (9, "2 Ada: pass", "this is turn 1, not 2: is a line missing?"),
        (9, "1 Ada: dance", "no move 'dance'"),
        (9, "1 Ada: ", "expected '1 NAME: moves'"),
        (9, "1 Ada: pass;", "no move ''"),
        (9, "1 Ada: draw deck (red", "no move 'draw deck (red'"),
        (9, "1 Ada: claim paris-zurich two red", "expected a number of red cards"),
        (9, "1 Ada: keep here-there", "no ticket 'here-there'"),
        (9, "1 Ada: draw deck", "(S3)"),
    ],
    ids=str,
)
def test_the_first_bad_line_is_named(lines: list[str], line: int, text: str, told: str) -> None:
    wrong = refusal(changed(lines, line, text))
    assert told in wrong.message
    assert wrong.line == line


def test_no_empty_line_after_the_headers(lines: list[str]) -> None:
    wrong = refusal([*lines[:7], *lines[8:]])
    assert (wrong.line, "then an empty line" in wrong.message) == (8, True)


def test_headers_alone_must_name_the_board_and_the_seats(lines: list[str]) -> None:
    for missing in ("Board", "Seat"):
        wrong = refusal([line for line in lines if not line.startswith(f"{missing}: ")])
        assert "must name the Board and every Seat" in wrong.message


def test_an_empty_file_is_no_record() -> None:
    assert refusal([]).line == 1


def test_a_line_left_out(lines: list[str]) -> None:
    wrong = refusal([*lines[:20], *lines[21:]])
    assert (wrong.line, "is a line missing?" in wrong.message) == (21, True)


def test_an_illegal_move(lines: list[str]) -> None:
    at = line_with(lines, r"^\d+ \w+: draw \w+ \(\w+\); draw deck")
    turn, player = lines[at - 1].split(": ")[0].split(" ")
    wrong = refusal(changed(lines, at, f"{turn} {player}: pass"))
    assert wrong.line == at
    assert wrong.message.startswith("pass: ") and wrong.message.endswith("(T2)")
    assert wrong.game is not None
    moves = len(Record.parse("\n".join(lines[: at - 1])).moves)
    before = Record.parse("\n".join(lines)).replay(moves)
    assert state_bytes(wrong.game) == state_bytes(before), "the game up to there comes along"


def test_a_move_of_somebody_else(lines: list[str]) -> None:
    at = line_with(lines, r"^\d+ Bruno: draw")
    wrong = refusal(changed(lines, at, lines[at - 1].replace("Bruno", "Ada")))
    assert (wrong.line, wrong.message.endswith("(T1)")) == (at, True)


def test_a_route_the_board_does_not_have(lines: list[str]) -> None:
    at = line_with(lines, ": claim ")
    wrong = refusal(changed(lines, at, re.sub("claim [a-z0-9-]+", "claim paris-paris", lines[at - 1])))
    assert (wrong.line, "no route 'paris-paris'" in wrong.message) == (at, True)


def test_drawn_cards_that_disagree_with_the_seed(lines: list[str]) -> None:
    at = line_with(lines, r"draw deck \(\w+\)")
    found = re.search(r"draw deck \((\w+)\)", lines[at - 1])
    assert found is not None
    other = "red" if found[1] != "red" else "blue"
    wrong = refusal(changed(lines, at, lines[at - 1].replace(found[0], f"draw deck ({other})", 1)))
    assert wrong.line == at
    assert wrong.message == f"draw deck: the record drew {other}, the deck gives {found[1]}"


def test_drawn_cards_where_none_are_drawn(lines: list[str]) -> None:
    at = line_with(lines, r": keep")
    wrong = refusal(changed(lines, at, lines[at - 1] + " (red)"))
    assert (wrong.line, "the deck gives nothing" in wrong.message) == (at, True)


def test_drawn_cards_that_are_not_there(lines: list[str]) -> None:
    game = scarce(Setup("usa", (), 2), 1)
    game.play("draw deck")
    text = str(unseeded(game))
    ours = re.sub(r"draw deck \(\w+\)", "draw deck (locomotive)", text)
    hoard = json.loads(ours.split("Position: ")[1].split("\n")[0])
    hoard["deck"] = ["red", "blue", "green"]
    hoard["rest"] = game.seats[0]
    ours = re.sub(r"Position: .*", lambda _: f"Position: {json.dumps(hoard)}", ours)
    with pytest.raises(RecordError, match="the record drew locomotive, the deck gives") as wrong:
        Record.parse(ours).replay()
    assert wrong.value.line == len(ours.splitlines())


@pytest.mark.parametrize("kept", [9, 12, 40, -1])
def test_a_file_cut_off(lines: list[str], kept: int) -> None:
    """Its result stands among the headers; the moves that lead there are not all here."""
    wrong = refusal(lines[:kept])
    assert wrong.line in (7, len(lines[:kept])), "where the result stands, or where the moves end"
    assert "Result" in wrong.message


def test_a_line_cut_off(lines: list[str]) -> None:
    at = line_with(lines, r": draw \w+ \(\w+\); draw")
    wrong = refusal([*lines[: at - 1], lines[at - 1][:-3]])
    assert wrong.line == at


def test_a_move_after_the_end(lines: list[str]) -> None:
    number = int(lines[-1].split(" ")[0]) + 1
    wrong = refusal([*lines, f"{number} Ada: draw deck"])
    assert (wrong.line, wrong.message.endswith("(E5)")) == (len(lines) + 1, True)


def test_headers_are_found_wherever_they_stand(lines: list[str]) -> None:
    """The order of the headers means nothing, and the line that is wrong is still found."""
    shuffled = [lines[0], lines[6], *lines[1:6], *lines[7:]]
    assert replayed(shuffled).finished
    wrong = refusal(changed(shuffled, 2, "Result: nobody won"))
    assert wrong.line == 2


def test_part_of_a_game_is_replayed_without_its_result(lines: list[str]) -> None:
    assert not Record.parse("\n".join(lines)).replay(10).finished


# Files


def test_a_record_is_read_from_its_file(tmp_path: Path, lines: list[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert Record.load(file) == Record.load(str(file)) == Record.parse("\n".join(lines))


def test_a_byte_order_mark_does_no_harm(tmp_path: Path, lines: list[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text("\n".join(lines), encoding="utf-8-sig")
    assert Record.load(file) == Record.parse("\n".join(lines))


def test_files_that_are_no_records_are_named(tmp_path: Path) -> None:
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"Carrozza record 1\nBoard: \xff\xfe\x00")
    for file, told in ((tmp_path / "none.txt", "No such file"), (tmp_path, "directory"), (binary, "not a text file")):
        with pytest.raises(RecordError) as wrong:
            Record.load(file)
        assert str(file) in str(wrong.value)
        assert told in str(wrong.value)


@given(st.text() | st.lists(st.sampled_from(["Board: usa", "Seat: Ada", "Seat: B", "", "1 Ada: pass"])).map("\n".join))
def test_any_text_is_a_record_or_is_refused_in_words(text: str) -> None:
    for written in (text, f"Carrozza record 1\n{text}"):
        try:
            Record.parse(written)
        except RecordError as wrong:
            assert wrong.message
