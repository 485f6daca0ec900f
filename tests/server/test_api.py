"""What can be asked besides games: boards, drawings, bots, rules, the page, and what is said when nothing is there."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import carrozza
from carrozza import boards
from carrozza.kernel.rules import IDS
from carrozza.server import models
from carrozza.words.catalogue import catalogue
from tests.server.hosting import Host, hosting

SERVER = Path(carrozza.__file__).parent / "server"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("api")
    page = folder / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>Carrozza</title>")
    (page / "assets" / "main-3f9a.js").write_text("export {}")
    (page / "wagon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "secret.txt").write_text("secret")
    with hosting(folder, page=page) as host:
        yield host


def test_every_board_is_listed(server: Host) -> None:
    listed = models.Boards.model_validate(server.ask("GET", "/api/boards").json())
    assert [board.id for board in listed.boards] == list(boards.names())


@pytest.mark.parametrize("board", boards.names())
def test_a_board_has_its_facts_and_a_place_for_everything(server: Host, board: str) -> None:
    told = server.ask("GET", f"/api/boards/{board}").json()
    loaded = boards.load(board)
    assert [city["id"] for city in told["cities"]] == [city.id for city in loaded.cities]
    assert set(told["layout"]["cities"]) == set(loaded.city_index)
    for route in loaded.routes:
        assert len(told["layout"]["spaces"][route.id]) == route.length


def test_a_drawing_speaks_the_language_asked_for_and_brings_the_pieces(server: Host) -> None:
    drawing = server.ask("GET", "/api/boards/europe/drawing.svg", params={"language": "it"}).text
    assert ">EUROPA</text>" in drawing
    assert 'id="wagon-4"' in drawing
    assert ">EUROPE</text>" in server.ask("GET", "/api/boards/europe/drawing.svg", params={"language": "en"}).text


def test_a_drawing_is_kept_and_asked_for_again(server: Host) -> None:
    first = server.ask("GET", "/api/boards/new-york/drawing.svg", params={"theme": "dark", "prefix": "p-"})
    assert first.headers["content-type"] == "image/svg+xml" and first.text.startswith("<svg")
    assert 'id="p-' in first.text and "max-age" in first.headers["cache-control"]
    tag = first.headers["etag"]
    again = server.client.get(
        "/api/boards/new-york/drawing.svg", params={"theme": "dark", "prefix": "p-"}, headers={"if-none-match": tag}
    )
    assert again.status_code == 304 and not again.content
    other = server.ask("GET", "/api/boards/new-york/drawing.svg")
    assert other.headers["etag"] != tag


@pytest.mark.parametrize("prefix", ['"><script>', "A", "x" * 40, "a b"])
def test_a_prefix_is_only_a_prefix(server: Host, prefix: str) -> None:
    assert server.ask("GET", "/api/boards/usa/drawing.svg", params={"prefix": prefix}).status_code == 422


@pytest.mark.parametrize("board", ["atlantis", "..%2F..%2Fetc%2Fpasswd", "tests%2Fboards%2Fisle.toml", "usa.toml"])
def test_other_boards_are_unknown_and_no_file_is_read(server: Host, board: str) -> None:
    for path in (f"/api/boards/{board}", f"/api/boards/{board}/drawing.svg", f"/api/rules/{board}"):
        refused = server.ask("GET", path)
        assert (refused.status_code, refused.json()["error"]) == (404, "unknown")


def test_levels_have_titles_in_the_readers_language(server: Host) -> None:
    titles = {}
    for language in ("en", "it"):
        told = models.Bots.model_validate(server.ask("GET", "/api/bots", params={"language": language}).json())
        titles[language] = [level.title for level in told.levels]
        assert [level.id for level in told.levels] == ["easy", "medium", "hard", "expert"]
    assert titles["en"][0] == "Easy" and titles["it"][0] == "Facile"


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("board", boards.names())
def test_every_board_has_its_rules(server: Host, board: str, language: str) -> None:
    told = models.Rules.model_validate(server.ask("GET", f"/api/rules/{board}", params={"language": language}).json())
    ids = [rule.id for section in told.sections for rule in section.rules]
    assert ids == [rule for rule in IDS if rule in ids], "in the order of the book, each once"
    assert {"S1", "T1", "D1", "C2", "K1", "E1"} <= set(ids)
    rules = boards.load(board).rules
    assert ("B1" in ids) == bool(rules.stations) and ("U1" in ids) == rules.tunnels and ("W1" in ids) == rules.network
    assert all(rule.text.endswith((".", ")")) for section in told.sections for rule in section.rules)


def test_the_browsers_language_counts_where_none_is_asked_for(server: Host) -> None:
    refused = server.client.get("/api/games/nothing", headers={"accept-language": "fr, it;q=0.8, en;q=0.5"})
    assert refused.json()["message"] == "Su questo server questa partita non esiste."


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/games/x/nothing", "/assets/gone.js"])
def test_what_is_not_there_is_said_in_json(server: Host, path: str) -> None:
    refused = server.ask("GET", path)
    assert refused.status_code == 404
    assert models.Refusal.model_validate(refused.json()).error == "unknown"


def test_a_wrong_method_is_said_in_json(server: Host) -> None:
    for method, path, allowed in (("PUT", "/api/games", "GET, POST"), ("GET", "/api/replays", "POST")):
        refused = server.ask(method, path)
        assert (refused.status_code, refused.json()["error"]) == (405, "method")
        assert refused.headers["allow"] == allowed


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"board":1}', b'{"board":"usa","seats":"x"}', b"\xff"])
def test_values_that_cannot_be_are_told(server: Host, body: bytes) -> None:
    refused = server.ask("POST", "/api/games", content=body)
    assert refused.status_code == (400 if body == b"\xff" else 422)
    assert refused.json()["error"] == "values"


@pytest.mark.parametrize("path", ["/", "/new", "/g/k7f3", "/replay", "/rules/usa", "/g/k7f3/"])
def test_every_address_of_the_page_gets_the_page(server: Host, path: str) -> None:
    page = server.ask("GET", path)
    assert page.status_code == 200 and "<title>Carrozza</title>" in page.text
    assert page.headers["cache-control"] == "no-cache"


def test_files_with_a_digest_in_their_name_are_kept_for_ever(server: Host) -> None:
    asset = server.ask("GET", "/assets/main-3f9a.js")
    assert "immutable" in asset.headers["cache-control"] and "javascript" in asset.headers["content-type"]
    assert server.ask("GET", "/wagon.svg").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/..%2Fsecret.txt", "/assets/..%2F..%2Fsecret.txt", "/%2e%2e/secret.txt", "/%00"])
def test_nothing_outside_the_page_is_sent(server: Host, path: str) -> None:
    assert "secret" not in server.ask("GET", path).text


def test_a_page_that_is_not_built_says_how(tmp_path: Path) -> None:
    with hosting(tmp_path, page=tmp_path / "none") as server:
        page = server.ask("GET", "/")
    assert page.status_code == 503 and "make page" in page.text


def test_health_names_the_version(server: Host) -> None:
    told = server.ask("GET", "/health").json()
    assert told["status"] == "ok" and told["version"] == carrozza.__version__


def examples_of(model: type[BaseModel]) -> list[Any]:
    extra = model.model_config.get("json_schema_extra") or {}
    found = extra.get("examples", []) if isinstance(extra, dict) else []
    return found if isinstance(found, list) else []


def test_the_description_has_examples_that_hold(server: Host) -> None:
    described = server.ask("GET", "/api/openapi.json").json()
    assert described["paths"]["/api/games/{game}/moves"]["post"]["summary"] == "Play a move"
    assert server.ask("GET", "/api/docs").status_code == 200
    for model in (models.NewGame, models.Refusal):
        examples = examples_of(model)
        assert examples
        for example in examples:
            model.model_validate(example)


def test_every_view_is_as_described(server: Host) -> None:
    for board in ("usa", "old-west"):
        game = server.game(board)
        for seat in (0, 1, None):
            view = game.view(seat, language="it")
            models.View.model_validate(view, strict=True, extra="forbid")
        info = game.ask("GET", "").json()
        models.GameInfo.model_validate(info, strict=True, extra="forbid")


def test_everything_the_server_says_is_in_the_catalogue_and_is_said() -> None:
    sources = "".join(file.read_text(encoding="utf-8") for file in SERVER.rglob("*.py"))
    said = set(re.findall(r'"(server\.[a-z_.]+)"', sources))
    said |= {f"server.{kind}_{level}" for kind in ("level", "about") for level in ("easy", "medium", "hard", "expert")}
    assert said == {key for key in catalogue("en") if key.startswith("server.")}


def test_the_reference_names_every_address_and_loads_nothing_from_elsewhere(server: Host) -> None:
    page = server.ask("GET", "/api/docs")
    assert page.status_code == 200
    addresses = server.ask("GET", "/api/openapi.json").json()["paths"]
    assert all(f"<h2><code>{address}</code></h2>" in page.text for address in addresses)
    assert "://" not in page.text
    assert server.ask("GET", "/api/docs.css").headers["content-type"].startswith("text/css")
