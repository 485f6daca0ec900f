"""Own boards on a server: uploaded once, played as any other, seen by whoever knows the link."""

import io
import json
import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from carrozza import boards
from carrozza.atlas.press import print_board
from carrozza.boards.bundle import read_bundle
from carrozza.game.records.record import Record
from carrozza.game.referee import score_case
from carrozza.server import models
from carrozza.server.api.boards import own_boards as uploads
from carrozza.server.store import BoardLimits
from tests.server.hosting import Host, Hosted, hosting
from tests.server.own_boards import bundle, bundle_bytes, isle, plain_layout

SVG = "{http://www.w3.org/2000/svg}"
MARKUP = "<script>alert(1)</script>\"'&]]>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("own")) as host:
        yield host


@pytest.fixture(scope="module")
def board(server: Host) -> str:
    answer = upload(server, bundle_bytes())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["board"])


def upload(server: Host, body: bytes, **query: str) -> Any:
    return server.ask("POST", "/api/boards", content=body, params=query)


@pytest.fixture(scope="module")
def over(server: Host, board: str) -> Hosted:
    game = server.game(board)
    game.play(random.Random(3))
    return game


def test_the_same_bundle_has_the_same_name_however_it_is_written(server: Host, board: str) -> None:
    again = upload(server, json.dumps(bundle(), indent=3).encode())
    assert (again.status_code, again.json()["board"], again.json()["new"]) == (201, board, False)
    told = models.UploadedBoard.model_validate(again.json(), strict=True, extra="forbid")
    assert told.page == f"/b/{board}" and told.boards[0].own and told.boards[0].title == "The Isle"
    other = upload(server, bundle_bytes(isle(title="Another Isle")))
    assert other.status_code == 201 and other.json()["board"] != board


def test_only_those_who_know_the_name_see_it(server: Host, board: str) -> None:
    listed = server.ask("GET", "/api/boards").json()["boards"]
    assert {entry["id"] for entry in listed} == set(boards.names()) and not any(entry["own"] for entry in listed)
    about = models.AboutBoard.model_validate(server.ask("GET", f"/api/boards/{board}/summary").json(), strict=True)
    assert (about.full_title, about.listed, about.credits) == ("The Isle", False, ["Drawn for a test."])
    unknown = server.ask("GET", f"/api/boards/own-{'0' * 32}/summary")
    assert (unknown.status_code, unknown.json()["error"]) == (404, "unknown")
    assert upload(server, bundle_bytes(), listed="true").json()["error"] == "listed"


def test_it_is_shown_drawn_and_given_back(server: Host, board: str) -> None:
    whole = models.WholeBoard.model_validate(server.ask("GET", f"/api/boards/{board}").json(), extra="forbid")
    assert (whole.id, whole.title, len(whole.cities)) == (board, "The Isle", 4)
    drawn = server.ask("GET", f"/api/boards/{board}/drawing.svg", params={"prefix": "p-"})
    assert drawn.status_code == 200 and ElementTree.fromstring(drawn.text).tag == f"{SVG}svg"
    rules = server.ask("GET", f"/api/rules/{board}", params={"language": "it"}).json()
    assert (rules["board"], rules["title"], rules["about"][0]) == (board, "The Isle", "Drawn for a test.")
    file = server.ask("GET", f"/api/boards/{board}/bundle")
    assert file.headers["content-disposition"] == 'attachment; filename="isle.carrozza-board"'
    assert f"own-{read_bundle(file.content, 'file').digest}" == board
    shipped = server.ask("GET", "/api/boards/usa/bundle")
    assert read_bundle(shipped.content, "file").board().digest == boards.load("usa").digest


def test_it_is_played_to_the_end_replayed_and_played_again(server: Host, board: str, over: Hosted) -> None:
    assert over.view(0)["board"] == board and over.view(0)["finished"]
    assert over.ask("GET", "", 0).json()["title"] == "The Isle"
    told = models.Replay.model_validate(over.ask("GET", "/replay", 0, params={"seat": "all"}).json())
    assert told.board == board and told.frames[-1].view.board == board and told.winners
    again = over.ask("POST", "/rematch", 0).json()
    assert server.ask("GET", f"/api/games/{again['game']}").json()["board"] == board


def test_its_record_names_the_board_and_is_known_again_by_its_digest(server: Host, board: str, over: Hosted) -> None:
    text = over.ask("GET", "/record", 0).text
    record = Record.parse(text)
    assert record.board == "isle" and record.version is not None
    assert record.replay(board=boards.from_document(isle())).finished
    told = server.ask("POST", "/api/replays", content=text.encode())
    assert told.status_code == 200 and told.json()["board"] == board
    stranger = text.replace(record.version.digest, "0" * 32)
    refused = server.ask("POST", "/api/replays", content=stranger.encode())
    assert (refused.status_code, refused.json()["error"]) == (422, "record")


def test_bots_play_it_and_give_hints(server: Host, board: str, caplog: pytest.LogCaptureFixture) -> None:
    game = server.game(board, ("Ada",), seats=[{"kind": "bot", "bot": "medium"}], first=0)
    hints = game.ask("POST", "/hints", 0)
    while hints.status_code == 503:
        hints = game.ask("POST", "/hints", 0)
    assert hints.status_code == 200 and hints.json()["hints"][0]["move"] in game.view(0)["legal_moves"]
    game.move(0, hints.json()["hints"][0]["move"])
    with game.live(0) as line:
        while line.hear("view")["view"]["phase"] == "opening":
            pass
    assert "bot_no_answer" not in caplog.text, "its own bot has chosen its tickets, and not another in its place"


def test_it_waits_in_the_lobby_under_its_title(server: Host, board: str) -> None:
    game = server.game(board, ("Ada",), seats=[{"kind": "open"}], listed=True)
    waiting = next(info for info in server.ask("GET", "/api/games").json()["games"] if info["game"] == game.id)
    assert (waiting["board"], waiting["title"]) == (board, "The Isle")


def test_a_real_table_on_it_is_scored(server: Host, board: str) -> None:
    case = {
        "board": board,
        "seats": ["Ada", "Bruno"],
        "position": {"players": {"Ada": {"routes": ["ayr-cowal"]}}},
        "moves": [{"player": "Ada", "finish": True}],
    }
    _, expected = score_case(case, boards.from_document(isle()))
    told = server.ask("POST", "/api/score", json=case).json()
    assert told["board"] == board and told["scores"]["Ada"]["total"] == expected.scores["Ada"].total


def test_there_is_no_guided_game_on_it(server: Host, board: str) -> None:
    asked = {"board": board, "seats": [{"kind": "person", "name": "Ada"}], "guide": True}
    refused = server.ask("POST", "/api/games", json=asked)
    assert (refused.status_code, refused.json()["error"]) == (409, "guide")
    assert "The Isle" in refused.json()["message"]


def test_a_bundle_with_several_rulesets_gives_several_boards(server: Host) -> None:
    document = isle(id="two", rulesets={"short": {"trains": 8}, "long": {"trains": 14}})
    told = upload(server, json.dumps(bundle(document, laid_out=False)).encode()).json()
    long, short = told["boards"]
    assert (short["id"], long["id"]) == (f"{told['board']}-short", f"{told['board']}-long")
    assert short["map"] == long["map"] == told["board"]
    game = server.game(long["id"])
    assert [player["trains"] for player in game.view(0)["players"]] == [14, 14]
    assert server.game(told["board"]).view(0)["board"] == long["id"], "the first by the alphabet"
    assert server.ask("GET", f"/api/boards/{told['board']}-wide/summary").status_code == 404


def test_every_text_is_escaped_wherever_it_is_drawn(server: Host) -> None:
    document = isle(title=MARKUP, notes=[MARKUP])
    for city in document["cities"]:
        city["name"] = f"{city['name']} {MARKUP}"
    made = bundle(document)
    for label in made["layout"]["labels"].values():
        label[5:] = [MARKUP]
    told = upload(server, json.dumps({**made, "credits": [MARKUP]}).encode()).json()
    for theme in ("light", "dark"):
        drawn = server.ask("GET", f"/api/boards/{told['board']}/drawing.svg", params={"theme": theme})
        root = ElementTree.fromstring(drawn.text)
        assert not list(root.iter(f"{SVG}script")) and "<script" not in drawn.text
        assert any(MARKUP in "".join(element.itertext()) for element in root.iter(f"{SVG}text"))
    for path in (f"/api/boards/{told['board']}", f"/api/rules/{told['board']}"):
        answer = server.ask("GET", path)
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.slow
def test_every_text_is_escaped_in_print() -> None:
    document = isle(title=MARKUP, notes=[MARKUP])
    for city in document["cities"]:
        city["name"] = MARKUP
    printed = boards.from_document(document)
    pdf = print_board(printed, parts=("tickets", "rules"), layout=plain_layout(printed))
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert "<script>" in text, "as it is written, and no markup"


BAD = {
    "no JSON": (b"hello", 422, "line 1"),
    "no bundle": (b"{}", 422, "file"),
    "a fault": (json.dumps({"carrozza_board": 1, "board": isle(id="Isle!")}).encode(), 422, "board.id"),
    "an empty key": (b'{"carrozza_board":1,"board":{},"":1e300}', 422, "file"),
    "too deep": (b'{"carrozza_board":1,"board":' + b"[" * 5000, 422, "file"),
    "too large": (b" " * 600_000, 413, None),
    "no text": (b"\x1f\x8b\x08\x00", 400, None),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_board_is_refused_with_its_place(server: Host, name: str) -> None:
    body, status, place = BAD[name]
    refused = upload(server, body)
    assert refused.status_code == status and refused.json()["message"]
    if place is not None:
        assert refused.json()["error"] == "board" and refused.json()["flaws"][0]["path"].startswith(place)
        assert refused.json()["places"] == [flaw["path"] for flaw in refused.json()["flaws"]]


def test_its_faults_are_told_in_the_readers_language(server: Host) -> None:
    body, _, _ = BAD["a fault"]
    italian = server.client.post("/api/boards", content=body, headers={"accept-language": "it"}).json()
    assert italian["flaws"][0]["message"].startswith("'Isle!' non è un id; usa lettere minuscole")
    asked = server.client.post("/api/boards?language=it", content=b"hello").json()["message"]
    assert asked.startswith("Il tabellone ha un errore: riga 1, colonna 1: non è JSON valido (")


def test_compressed_bodies_are_refused_unopened(server: Host) -> None:
    refused = server.client.post("/api/boards", content=bundle_bytes(), headers={"content-encoding": "gzip"})
    assert (refused.status_code, refused.json()["error"]) == (415, "encoding")


def test_a_layout_that_is_nonsense_is_not_used(server: Host) -> None:
    made = bundle(isle(id="heap"))
    made["layout"]["cities"] = {city: [3000, 3000] for city in made["layout"]["cities"]}
    told = upload(server, json.dumps(made).encode()).json()
    whole = server.ask("GET", f"/api/boards/{told['board']}")
    assert whole.status_code == 200
    places = {tuple(place) for place in whole.json()["layout"]["cities"].values()}
    assert len(places) == 4, "it was computed"


@pytest.mark.slow
def test_a_server_may_list_uploads_or_take_none(tmp_path: Path) -> None:
    with hosting(tmp_path, uploads="listed") as server:
        name = upload(server, bundle_bytes(), listed="true").json()["board"]
        assert name in {entry["id"] for entry in server.ask("GET", "/api/boards").json()["boards"]}
    with hosting(tmp_path, uploads="off") as server:
        assert upload(server, bundle_bytes()).json()["error"] == "uploads"
        assert server.game(name).view(0)["board"] == name, "what is stored can be played"


def test_limits_of_number_and_size(server: Host, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "LIMITS", BoardLimits(of_one=0, number=0, size=10**9))
    full = upload(server, bundle_bytes(isle(id="one-more")))
    assert (full.status_code, full.json()["error"]) == (429, "boards")
    monkeypatch.setattr(uploads, "LIMITS", BoardLimits(of_one=99, number=99, size=100))
    full = upload(server, bundle_bytes(isle(id="one-more")))
    assert (full.status_code, full.json()["error"]) == (409, "full")
    assert upload(server, bundle_bytes()).json()["board"] == board, "what is there already is no more"


def test_boards_of_folders_are_listed_and_games_keep_theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    file = folder / "isle.carrozza-board"
    file.write_bytes(bundle_bytes())
    monkeypatch.setenv("CARROZZA_BOARDS", str(folder))
    with hosting(tmp_path) as server:
        listed = [entry for entry in server.ask("GET", "/api/boards").json()["boards"] if entry["own"]]
        assert [entry["title"] for entry in listed] == ["The Isle"]
        game = server.game("isle")
        assert game.view(0)["board"] == listed[0]["id"]
    file.write_bytes(bundle_bytes(isle(title="Changed", rules={**isle()["rules"], "trains": 10})))
    with hosting(tmp_path) as server:
        assert server.game("isle").view(0)["players"][0]["trains"] == 10
        info = server.ask("GET", f"/api/games/{game.id}").json()
        assert info["title"] == "The Isle", "the game goes on as it was begun"
        view = server.ask("GET", f"/api/games/{game.id}/view", game.tokens[0]).json()
        assert view["players"][0]["trains"] == 12
