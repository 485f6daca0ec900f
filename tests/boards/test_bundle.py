"""A bundle is a board in one file; nothing in it is trusted."""

import json
import pickle
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from carrozza.boards import BoardError, Bundle, bundle_of, from_document, load, names, read_bundle
from carrozza.boards.bundle import MAX_BYTES
from carrozza.boards.toml_text import to_toml
from tests.samples import samples

FILE = Path(__file__).parent / "isle.toml"
ISLE = tomllib.loads(FILE.read_text(encoding="utf-8"))
LAYOUT = {
    "digest": "0123456789abcdef",
    "size": [3000, 2000],
    "cities": {"ayr": [100, 100]},
    "labels": {"ayr": [100, 120, 50, 20, "middle", "Ayr"]},
    "routes": {"ayr-cowal": [[100, 100, 900, 200]]},
    "furniture": {"title": [0, 0, 100, 100]},
}


def written(**changes: Any) -> bytes:
    return json.dumps({"carrozza_board": 1, "board": ISLE, **changes}).encode()


def faults(data: bytes) -> str:
    with pytest.raises(BoardError) as caught:
        read_bundle(data, "isle.carrozza-board")
    assert all(fault.place and fault.message for fault in caught.value.faults)
    return str(caught.value)


@pytest.mark.parametrize("name", names())
def test_a_bundle_holds_the_whole_board(name: str) -> None:
    bundle = read_bundle(bundle_of(name).to_bytes(), name)
    board = load(name)
    assert bundle.board(board.ruleset) == board
    assert bundle == bundle_of(name)


def test_the_same_content_is_the_same_bytes() -> None:
    one = Bundle.of(ISLE, LAYOUT, ["Ada"])
    other = Bundle.of(dict(reversed(ISLE.items())), dict(reversed(LAYOUT.items())), ["Ada"])
    assert one.to_bytes() == other.to_bytes()
    assert one.digest == other.digest != Bundle.of(ISLE).digest


def test_a_bundle_gives_a_board_for_each_ruleset() -> None:
    bundle = bundle_of("italy-basic")
    assert bundle.names == ("italy-basic", "italy-advanced")
    assert bundle.rulesets == ("basic", "advanced")
    with pytest.raises(BoardError, match="has basic, advanced; choose one"):
        bundle.board()


def test_a_layout_travels_with_the_board() -> None:
    bundle = read_bundle(Bundle.of(ISLE, LAYOUT).to_bytes(), "isle")
    assert bundle.board().layout == LAYOUT
    assert bundle.board() == load(FILE), "however it is laid out, it is the same board"


def test_a_board_travels_to_another_process() -> None:
    board = Bundle.of(ISLE, LAYOUT).board()
    sent = pickle.loads(pickle.dumps(board))
    assert (sent, sent.layout, sent.digest) == (board, board.layout, board.digest)


def test_a_file_of_its_own_is_a_board(tmp_path: Path) -> None:
    file = tmp_path / "isle.carrozza-board"
    file.write_bytes(Bundle.of(ISLE, LAYOUT, ["Ada"]).to_bytes())
    assert load(file) == load(FILE)
    assert load(file).file == file
    assert bundle_of(file).credits == ("Ada",)


def test_a_ruleset_is_chosen_behind_the_path(tmp_path: Path) -> None:
    file = tmp_path / "italy.carrozza-board"
    file.write_bytes(bundle_of("italy").to_bytes())
    assert load(f"{file}#advanced") == load("italy-advanced")


def test_credits_become_notes_of_a_board_file() -> None:
    bundle = Bundle.of({**ISLE, "notes": ["Small."]}, credits=["Ada", "Small."])
    assert bundle.document_with_credits()["notes"] == ["Small.", "Ada"]
    assert from_document(bundle.document_with_credits()) == from_document({**ISLE, "notes": ["Small.", "Ada"]})


@pytest.mark.parametrize("name", ["usa", "europe", "new-york", "italy", "old-west"])
def test_a_document_is_written_as_a_board_file(name: str) -> None:
    document = bundle_of(name).document
    assert tomllib.loads(to_toml(document)) == document


def test_odd_keys_and_texts_are_written_as_toml() -> None:
    document = {
        "id": "x",
        "notes": ['"a\\b"\n\tc', "\x7f"],
        "drawing": {"turn": -1e-7, "cities": {"a b": {}}, "on": True},
    }
    assert tomllib.loads(to_toml(document)) == document


HOSTILE = [
    (b"", "line 1, column 1: not valid JSON"),
    (b"PK\x03\x04", "not valid JSON"),
    (b"\xff\xfe", "byte 0: is not UTF-8 text"),
    (b"[]", "is not a bundle"),
    (b"{}", "is not a bundle"),
    (b"[" * 200_000, "nested too deep"),
    (b" " * (MAX_BYTES + 1), "is too large; a bundle has 512,000 bytes at most"),
    (b'{"carrozza_board": 1, "carrozza_board": 1}', "the key 'carrozza_board' appears twice"),
    (b'{"carrozza_board": NaN}', "NaN is not a JSON number"),
    (b'{"carrozza_board": 1, "board": {"id": 1e999}}', "board.id: inf is not text in quotes"),
    (b'{"carrozza_board": ' + b"9" * 5000 + b"}", "a number with thousands of digits"),
    (b'{"carrozza_board": 1, "board": {"title": "\\ud800"}}', "board.title: has the character U+D800"),
    (written(board={**ISLE, "title": "The\x00Isle"}), "board.title: has the character U+0000"),
    (written(board={**ISLE, "title": "\u202eelsI"}), "board.title: has the character U+202E"),
    (written(board={**ISLE, "title": "\x1b[2J"}), "board.title: has the character U+001B"),
    (written(board={**ISLE, "x\x00": 1}), "board: the key 'x\\x00' has a character that cannot be shown"),
    (written(board={**ISLE, "k" * 201: 1}), "the key is longer than 200 characters"),
    (written(board={**ISLE, "title": "a" * 101}), "has 101 characters; 100 is the most"),
    (written(board={**ISLE, "notes": ["a" * 1001]}), "board.notes[0]: has 1,001 characters"),
    (written(board={**ISLE, "rules": {"trains": 10**12}}), "board.rules.trains: is beyond 1,000,000,000"),
    (written(board={**ISLE, "routes": [[]] * 100_001}), "there are more than 100,000 values"),
    (written(board={**ISLE, "routes": [{}] * 5_000}), "board.routes: there are 5000, more than 160; take out 4840"),
    (written(board={**ISLE, "rulesets": {f"r{n}": {} for n in range(99)}}), "board.rulesets: there are 99"),
    (written(board={**ISLE, "id": "usa"}), "board.id: 'usa' belongs to a board that comes with Carrozza"),
    (written(board={**ISLE, "id": "../../etc"}), "board.id: '../../etc' is not an id"),
    (written(board=[]), "board: is missing"),
    (written(carrozza_board=2), "carrozza_board: 2 is a format that this version cannot read; it reads 1"),
    (written(carrozza_board=True), "carrozza_board: True is a format"),
    (written(credit=["Ada"]), "unknown key 'credit' (did you mean 'credits'?)"),
    (written(credits="Ada"), "credits: is not a list of texts"),
    (written(credits=["Ada"] * 51), "credits: there are 51; 50 is the most"),
    (written(layout=None), "layout: "),
    (written(layout={**LAYOUT, "size": [3000, 2**31]}), "layout.size[1]: is beyond"),
    (written(layout={**LAYOUT, "size": [50_000, 100]}), "layout.size: one side is more than 20 times the other"),
    (written(layout={**LAYOUT, "labels": {"ayr": [1, 2, 3, 4, "up", "Ayr"]}}), "layout.labels.ayr: "),
    (written(layout={**LAYOUT, "cities": {"ayr": ["1", 2]}}), "layout.cities.ayr: "),
]


@pytest.mark.parametrize(("data", "message"), HOSTILE)
def test_what_is_no_sound_bundle_is_refused_with_a_reason(data: bytes, message: str) -> None:
    assert message in faults(data)


def test_all_faults_are_told_at_once() -> None:
    text = faults(written(board={**ISLE, "title": 3, "id": "europe"}, layout={}, credits=3))
    assert all(place in text for place in ("board.title", "board.id", "layout.digest", "credits"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from(
    ["id", "title", "notes", "cities", "routes", "tickets", "rules", "rulesets", "variants", "drawing"]
)


@settings(max_examples=samples(60))
@given(st.dictionaries(KEYS, JSON, max_size=3), JSON, JSON)
@example({"rulesets": {"a": {}, "b": 1}}, {}, [])
@example({"drawing": {"routes": {"x": 1}, "cities": []}}, [], {})
def test_whatever_a_bundle_holds_it_is_a_board_or_a_board_error(
    changes: dict[str, Any], layout: Any, credits: Any
) -> None:
    data = json.dumps(
        {"carrozza_board": 1, "board": {**ISLE, **changes}, "layout": layout, "credits": credits}
    ).encode()
    try:
        assert read_bundle(data, "x").names
    except BoardError as wrong:
        str(wrong).encode()


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_a_bundle_or_a_board_error(data: bytes) -> None:
    with pytest.raises(BoardError):
        read_bundle(data, "x")


@pytest.mark.parametrize("document", [None, 3, "isle", [], [ISLE]])
def test_a_document_that_is_no_table_is_refused(document: Any) -> None:
    with pytest.raises(BoardError, match="is not a table of keys"):
        from_document(document)


def test_a_document_that_contains_itself_is_refused() -> None:
    loop: list[Any] = []
    loop += [loop, loop]
    with pytest.raises(BoardError, match=r"levels deep|values"):
        from_document({**ISLE, "routes": loop})


def test_a_hundred_faults_are_enough() -> None:
    """More are not told, and no more than a few are answered with a guess, which takes milliseconds each."""
    with pytest.raises(BoardError) as caught:
        from_document(
            {**ISLE, "routes": [{"a": f"ary{n}", "b": f"bote{n}", "length": 9, "color": "x"} for n in range(160)]}
        )
    assert len(caught.value.faults) == 100


def test_a_copy_of_a_shipped_board_is_that_board(tmp_path: Path) -> None:
    document = bundle_of("usa").document
    assert from_document(document) == load("usa")
    with pytest.raises(BoardError, match=r"id: 'usa' belongs to a board that comes with Carrozza; .* 'my-usa'"):
        from_document({**document, "tickets": document["tickets"][1:]})


@pytest.mark.parametrize(("name", "rulesets"), [("italy", {}), ("italy-basic", {}), ("new", {"york": {}})])
def test_no_board_takes_the_name_of_a_shipped_one(name: str, rulesets: dict[str, Any]) -> None:
    with pytest.raises(BoardError, match="belongs to a board that comes with Carrozza"):
        from_document({**ISLE, "id": name, "rulesets": rulesets})
