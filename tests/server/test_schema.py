"""The server does what its description says, whoever asks for whatever: schemathesis makes the questions.

First a whole run of it: all that the description allows and much that it does not, from strangers. Then every operation
at real games, by everybody who has a token there, so that every kind of answer is held against its description.
"""

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.core.deserialization import DeserializationContext

from carrozza import boards
from carrozza.server.bots.move_chooser import MoveChooser
from carrozza.server.workshop.drafts import draft_of
from tests.server.hosting import Host, Hosted, Json, hosting
from tests.server.lake import LAKE
from tests.server.own_boards import bundle

pytestmark = pytest.mark.slow

Case = schemathesis.Case[Any]
PATIENCE = 600
STREAM = "/api/games/{game}/events"
CONFIG = f"""
request-timeout = {PATIENCE}

[generation]
deterministic = true
database = "none"
max-examples = 4

[cache]
enabled = false

[[operations]]  # it does not end while a game goes on: below it is asked for where it does
include-path = "{STREAM}"
enabled = false

[[operations]]  # what a record must say no schema can: a text that is none is refused
include-path = "/api/replays"
checks.positive_data_acceptance.expected-statuses = ["2xx", "404", "422"]

[[operations]]  # which names there are on which board no schema can say, nor which characters the guard refuses
include-path = "/api/score"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "404", "422"]

[[operations]]  # which own boards there are no schema can say
include-name = "POST /api/games"
checks.positive_data_acceptance.expected-statuses = ["2xx", "409", "422"]

[[operations]]  # nor what makes a board, and the guard refuses some characters here too
include-name = "POST /api/boards"
checks.positive_data_acceptance.expected-statuses = ["400", "403", "422"]

[[operations]]
include-path = "/api/workshop/places"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400"]

[[operations]]
include-path = "/api/workshop/new"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "404"]

[[operations]]  # what a board is no schema can say, nor which corners have something between them
include-path-regex = "/api/workshop/(check|draw|ground|layout|playtest|print|suggest)"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "422"]
"""
ROUTES = {board: boards.load(board).routes[0].id for board in boards.names()}
EXAMPLES = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=3,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def to_the_letter(described: Json) -> Json:
    """The description, read so that nothing may be answered of which it does not speak."""
    strict = deepcopy(described)
    for model in strict["components"]["schemas"].values():
        if "properties" in model:
            model.setdefault("additionalProperties", False)
    return strict


@schemathesis.deserializer("application/x-ndjson")
def last_line(_: DeserializationContext, answer: schemathesis.Response) -> Any:
    return json.loads(answer.content.splitlines()[-1])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """In whose games nothing happens but what is asked for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MoveChooser, "choose", think_for_ever)
        with hosting(tmp_path_factory.mktemp("schema")) as host:
            yield host


async def think_for_ever(*_: object) -> None:
    await asyncio.Event().wait()


@pytest.fixture(scope="module")
def api(server: Host) -> schemathesis.BaseSchema:
    described = to_the_letter(server.app.openapi())
    return schemathesis.openapi.from_dict(described, config=schemathesis.Config.from_str(CONFIG))


def test_strangers_are_answered_as_described(server: Host, tmp_path: Path) -> None:
    (tmp_path / "api.json").write_text(json.dumps(to_the_letter(server.app.openapi())), encoding="utf-8")
    (tmp_path / "schemathesis.toml").write_text(CONFIG, encoding="utf-8")
    options = ("--url", server.address, "--checks", "all", "--warnings", "off", "--max-response-time", str(PATIENCE))
    # Not the stateful phase: of 36 links between operations its few steps followed 2.
    phases = ("--phases", "examples,coverage,fuzzing")
    done = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "--no-color", "run", "api.json", *options, *phases],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    number = sum(len(methods) for methods in server.app.openapi()["paths"].values())
    assert f"Selected: {number - 1}/{number}" in done.stdout and f"Tested: {number - 1}" in done.stdout, done.stdout


@dataclass(frozen=True)
class Asker:
    """Somebody at a game: with the token of a seat or another of the game's, or without."""

    board: str
    game: Hosted
    token: str | None
    seat: int | None = None


@dataclass(frozen=True)
class GamesByState:
    waiting: Hosted
    opening: Hosted
    playing: Hosted
    finished: Hosted

    def askers(self, path: str) -> Iterator[Asker]:
        """All who can ask there: where it is about no game, one is enough."""
        if "{game}" not in path:
            yield Asker("new-york", self.finished, None)
            return
        yield from (asker for asker in self._everybody() if path != STREAM or asker.game is self.finished)

    def _everybody(self) -> Iterator[Asker]:
        for game in (self.waiting, self.opening, self.playing, self.finished):
            board = game.ask("GET", "").json()["board"]
            yield from (Asker(board, game, token, seat) for seat, token in game.tokens.items())
            yield from (Asker(board, game, game.created[role]) for role in ("host", "watch", "invite"))
            yield Asker(board, game, None)


@pytest.fixture(scope="module")
def finished(server: Host) -> Hosted:
    game = server.game("new-york", ["Ada", "Bruno"], watch="anyone")
    assert game.play(random.Random(3))["finished"]
    return game


@pytest.fixture(scope="module")
def untouched(server: Host, finished: Hosted) -> GamesByState:
    """For whoever only looks."""
    return games_by_state(server, finished)


@pytest.fixture
def games(request: pytest.FixtureRequest, server: Host, finished: Hosted) -> GamesByState:
    label = request.getfixturevalue("label") if "label" in request.fixturenames else ""
    if label.startswith("GET") or (label and "{game}" not in label):
        kept: GamesByState = request.getfixturevalue("untouched")
        return kept
    return games_by_state(server, finished)


def games_by_state(server: Host, finished: Hosted) -> GamesByState:
    waiting = server.game("usa", ["Ada"], seats=[{"kind": "open"}])
    opening = server.game("europe", ["Ada", "Bruno"], watch="anyone")
    playing = server.game("old-west", ["Ada", "Bruno"], variants=["alvin"], clock=3600)
    playing.play(random.Random(3), most=6)
    return GamesByState(waiting, opening, playing, finished)


def a_move_of_theirs(asker: Asker, body: Json) -> Json:
    """One that the rules allow, where there is one."""
    legal = asker.game.view(asker.seat)["legal_moves"] if asker.seat is not None and _begun(asker.game) else []
    return {**body, "move": legal[0], "number": None} if legal else body


def an_undo(asker: Asker, body: Json) -> Json:
    """Of opening tickets, while others choose."""
    if asker.seat is not None and _begun(asker.game):
        view = asker.game.view(asker.seat)
        if view["phase"] == "opening" and view["legal_moves"]:
            asker.game.move(asker.seat, view["legal_moves"][0])
    return {**body, "number": None}


def invited(asker: Asker, body: Json) -> Json:
    return {**body, "invite": asker.game.created["invite"], "seat": None}


def the_record(asker: Asker, body: object) -> str:
    return str(asker.game.ask("GET", "/record").text)


def a_table(asker: Asker, body: object) -> Json:
    return {"board": asker.board, "seats": ["Ada", "Bruno"], "moves": [{"player": "Ada", "finish": True}]}


def a_draft(asker: Asker, body: Json) -> Json:
    """A board that can be laid out and drawn."""
    draft = draft_of(boards.load("new-york"))
    given = {key: value for key, value in body.items() if key not in ("document", "layout")}
    layout = {"layout": draft["layout"]} if "layout" in body else {}
    return {**given, "document": {**draft["document"], "id": "mine"}, **layout}


def a_draft_to_lay_out(asker: Asker, body: Json) -> Json:
    return {"document": LAKE}


def a_draft_to_playtest(asker: Asker, body: Json) -> Json:
    return {"document": LAKE, "games": 4}


def a_draft_to_print(asker: Asker, body: Json) -> Json:
    return {**a_draft(asker, body), "parts": ["tickets"]}


def _begun(game: Hosted) -> bool:
    return bool(game.ask("GET", "").json()["state"] != "waiting")


def a_bundle(asker: Asker, body: object) -> Json:
    return bundle()


BODIES: dict[str, Callable[[Asker, Any], Any]] = {
    "POST /api/games/{game}/moves": a_move_of_theirs,
    "POST /api/games/{game}/undo": an_undo,
    "POST /api/games/{game}/join": invited,
    "POST /api/replays": the_record,
    "POST /api/boards": a_bundle,
    "POST /api/score": a_table,
    "POST /api/workshop/check": a_draft,
    "POST /api/workshop/draw": a_draft,
    "POST /api/workshop/layout": a_draft_to_lay_out,
    "POST /api/workshop/playtest": a_draft_to_playtest,
    "POST /api/workshop/print": a_draft_to_print,
    "POST /api/workshop/suggest": a_draft,
}
ANSWERS = {
    "GET /api/boards": {200},
    "POST /api/boards": {201},
    "GET /api/boards/{board}": {200},
    "GET /api/boards/{board}/summary": {200},
    "GET /api/boards/{board}/bundle": {200},
    "GET /api/boards/{board}/drawing.svg": {200},
    "GET /api/bots": {200},
    "GET /api/rules/{board}": {200},
    "POST /api/games": {201},
    "GET /api/games": {200},
    "GET /api/games/{game}": {200},
    "POST /api/games/{game}/join": {200, 409},
    "POST /api/games/{game}/leave": {200, 401, 403},
    "PUT /api/games/{game}/seats/{seat}": {200, 401, 403, 409},
    "POST /api/games/{game}/watch": {200, 401, 403},
    "POST /api/games/{game}/rematch": {201, 401, 403, 409},
    "GET /api/games/{game}/view": {200, 403, 409},
    "POST /api/games/{game}/moves": {200, 401, 403, 409, 422},
    "POST /api/games/{game}/undo": {200, 401, 403, 409, 422},
    "POST /api/games/{game}/hints": {401, 403, 409},
    "GET /api/games/{game}/why/{route}": {200, 401, 403, 409},
    "GET /api/games/{game}/events": {200},
    "GET /api/games/{game}/record": {200, 403, 409},
    "GET /api/games/{game}/replay": {200, 403, 409},
    "POST /api/replays": {200},
    "POST /api/score": {200},
    "GET /api/workshop/places": {200},
    "POST /api/workshop/new": {200},
    "GET /api/workshop/boards/{board}": {200},
    "GET /api/workshop/rules": {200},
    "GET /api/workshop/ground": {422},
    "POST /api/workshop/check": {200},
    "POST /api/workshop/draw": {200},
    "POST /api/workshop/layout": {200},
    "POST /api/workshop/playtest": {200},
    "POST /api/workshop/playtest/{work}/stop": {204},
    "POST /api/workshop/print": {200},
    "POST /api/workshop/suggest": {200},
    "GET /health": {200},
    "GET /metrics": {200},
}
"""What everybody together must have been answered, for all of it to have been looked at."""


@pytest.mark.parametrize("label", ANSWERS)
def test_real_games_answer_as_described(
    api: schemathesis.BaseSchema, server: Host, games: GamesByState, label: str
) -> None:
    operation = api.find_operation_by_label(label)
    assert operation is not None
    askers = list(games.askers(operation.path))
    answered: set[int] = set()

    @EXAMPLES
    @given(case=operation.as_strategy())
    def ask(case: Case) -> None:
        for asker in askers:
            answer = fitted(case, asker).call_and_validate(base_url=server.address, headers=_headers(asker))
            answered.add(answer.status_code)

    ask()
    assert answered >= ANSWERS[label]


WITH_BODIES = ("join", "moves", "undo", "seats/{seat}")


@pytest.mark.parametrize("what", WITH_BODIES)
def test_nonsense_at_a_real_game_is_answered_as_described(
    api: schemathesis.BaseSchema, server: Host, games: GamesByState, what: str
) -> None:
    """From those who may ask: nothing but the body stands in the way."""
    path = f"/api/games/{{game}}/{what}"
    operation = api[path]["PUT" if what.startswith("seats") else "POST"]
    askers = [asker for asker in games.askers(path) if asker.game is games.playing and asker.token]
    answered: set[int] = set()

    @settings(EXAMPLES, max_examples=12)
    @given(case=operation.as_strategy(GenerationMode.NEGATIVE))
    def ask(case: Case) -> None:
        for asker in askers:
            asked = operation.Case(path_parameters=at(case, asker), body=case.body, media_type=case.media_type)
            answer = asked.call_and_validate(base_url=server.address, headers=_headers(asker))
            answered.add(answer.status_code)

    ask()
    assert 422 in answered


def at(case: Case, asker: Asker) -> Json:
    """Where the asker is."""
    real: Json = {"game": asker.game.id, "board": asker.board, "route": ROUTES[asker.board]}
    return {name: real.get(name, value) for name, value in case.path_parameters.items()}


def fitted(case: Case, asker: Asker) -> Case:
    """The same question, where it makes sense."""
    operation = case.operation
    fit = BODIES.get(operation.label)
    body = case.body if fit is None else fit(asker, case.body)
    made: Case = operation.Case(
        path_parameters=at(case, asker), query=case.query, body=body, media_type=case.media_type
    )
    return made


def _headers(asker: Asker) -> dict[str, str]:
    return {} if asker.token is None else {"Authorization": f"Bearer {asker.token}"}


def test_every_operation_is_asked(server: Host) -> None:
    described = server.app.openapi()["paths"]
    assert {f"{method.upper()} {path}" for path, methods in described.items() for method in methods} == set(ANSWERS)


def forget_a_field(described: Json) -> None:
    view = described["components"]["schemas"]["View"]
    del view["properties"]["winners"]
    view["required"].remove("winners")


def forget_an_answer(described: Json) -> None:
    del described["paths"]["/api/games/{game}/view"]["get"]["responses"]["409"]


def promise_a_number(described: Json) -> None:
    described["components"]["schemas"]["View"]["properties"]["description"] = {"type": "integer"}


def promise_a_lock(described: Json) -> None:
    described["paths"]["/api/games/{game}/view"]["get"]["security"] = [{"HTTPBearer": []}]


@pytest.mark.parametrize("lie", [forget_a_field, forget_an_answer, promise_a_number, promise_a_lock])
def test_a_description_that_is_not_true_is_noticed(
    server: Host, games: GamesByState, lie: Callable[[Json], None]
) -> None:
    described = to_the_letter(server.app.openapi())
    lie(described)
    view = schemathesis.openapi.from_dict(described)["/api/games/{game}/view"]["GET"]
    with pytest.raises(BaseExceptionGroup, match="Schemathesis found"):
        for asker in games.askers(view.path):
            view.Case(path_parameters={"game": asker.game.id}).call_and_validate(
                base_url=server.address, headers=_headers(asker)
            )
