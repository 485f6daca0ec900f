"""What stands out: found in the figures, strongest first, said in both languages with its remedy."""

from string import Formatter
from typing import Any

import pytest

from carrozza import boards
from carrozza.words import languages
from carrozza.words.catalogue import catalogue
from carrozza.workshop.playtest import PlaytestReport, playtest
from carrozza.workshop.playtest.findings import findings
from carrozza.workshop.playtest.minutes import minutes_of
from carrozza.workshop.playtest.model import Finding, TicketFigures
from carrozza.workshop.playtest.printed import printed_figures
from carrozza.workshop.playtest.wording import worded

BOARD = boards.load("europe")


@pytest.fixture(scope="module")
def plain() -> PlaytestReport:
    """A report in which nothing stands out: every ticket as usual, every route used."""
    report = playtest(BOARD, games=60, players=[2, 3])
    europe = next(figures for figures in printed_figures() if figures.board == "europe")
    share = {2: 0.5, 3: 1 / 3}
    return report.model_copy(
        update={
            "games": 5000,
            "figures": europe,
            "tickets": tuple(_usual(ticket) for ticket in report.tickets),
            "routes": tuple(
                route.model_copy(update={"claimed": 0.5, "either": 0.5, "cuts": 0.0}) for route in report.routes
            ),
            "styles": tuple(style.model_copy(update={"wins": 1.0, "interval": (0.9, 1.1)}) for style in report.styles),
            "floor": report.floor.model_copy(update={"games": 200, "wins": 0.0}),
            "tables": tuple(
                table.model_copy(
                    update={
                        "seats": tuple(
                            seat.model_copy(update={"wins": share[table.players], "interval": (0.3, 0.34)})
                            for seat in table.seats
                        )
                    }
                )
                for table in report.tables
            ),
            "parts": tuple(
                part.model_copy(update={"points": 8.0}) if part.part == "stations" else part for part in report.parts
            ),
            "findings": (),
        }
    )


def _usual(ticket: TicketFigures) -> TicketFigures:
    usual = {"kept": 0.6, "made": 0.9, "drawn": 1000, "gain": 0.5, "suggested": ticket.points}
    return ticket.model_copy(update=usual)


def changed(report: PlaytestReport, of: str, index: int, **update: Any) -> PlaytestReport:
    entries = list(getattr(report, of))
    entries[index] = entries[index].model_copy(update=update)
    return report.model_copy(update={of: tuple(entries)})


def with_figures(report: PlaytestReport, **update: Any) -> PlaytestReport:
    assert report.figures is not None
    return report.model_copy(update={"figures": report.figures.model_copy(update=update)})


def codes(report: PlaytestReport) -> list[str]:
    return [finding.code for finding in findings(BOARD, report)]


def test_where_nothing_stands_out_nothing_is_said(plain: PlaytestReport) -> None:
    assert codes(plain) == []


def test_each_flaw_is_found(plain: PlaytestReport) -> None:
    single = next(i for i, route in enumerate(BOARD.routes) if not BOARD.parallel(route))
    double = next(i for i, route in enumerate(BOARD.routes) if BOARD.parallel(route))
    seats = plain.tables[0].seats
    lucky = (seats[0].model_copy(update={"wins": 0.9, "interval": (0.88, 0.92)}), *seats[1:])
    spoiled = {
        "endless": changed(plain, "tables", 0, endless=50),
        "stuck": changed(plain, "tables", 0, passed=50),
        "ticket_generous": changed(plain, "tickets", 0, gain=9.0, suggested=3),
        "ticket_mean": changed(plain, "tickets", 0, gain=-9.0, suggested=19),
        "ticket_trap": changed(plain, "tickets", 0, made=0.2),
        "ticket_refused": changed(plain, "tickets", 0, kept=0.02, trains=20),
        "ticket_refused_near": changed(plain, "tickets", 0, kept=0.02, trains=2),
        "seat": changed(plain, "tables", 0, seats=lucky),
        "style": changed(plain, "styles", 0, wins=3.0, interval=(2.8, 3.2)),
        "bottleneck": changed(plain, "routes", single, cuts=3.0),
        "bottleneck_double": changed(plain, "routes", double, cuts=3.0),
        "unused": changed(plain, "routes", single, either=0.0),
        "tickets_decide": with_figures(plain, tickets_share=1.5),
        "routes_decide": with_figures(plain, routes_share=1.5),
        "path_decides": with_figures(plain, path_share=1.5),
        "runaway": with_figures(plain, margin=100.0, score=101.0),
        "long": with_figures(plain, turns=(200.0, 200.0)),
        "short": with_figures(plain, turns=(3.0, 3.0)),
        "luck": plain.model_copy(update={"floor": plain.floor.model_copy(update={"wins": 0.9})}),
        "stations_idle": changed(plain, "parts", [part.part for part in plain.parts].index("stations"), points=12.0),
    }
    assert {code: codes(report) for code, report in spoiled.items()} == {code: [code] for code in spoiled}
    assert set(spoiled) == {key.rpartition(".")[2] for key in catalogue("en") if key.startswith("playtest.finding.")}


def test_the_strongest_comes_first(plain: PlaytestReport) -> None:
    report = changed(changed(plain, "tickets", 0, gain=4.0, suggested=4), "tickets", 1, gain=-9.0, suggested=19)
    assert codes(changed(report, "tables", 0, endless=1)) == ["endless", "ticket_mean", "ticket_generous"]


@pytest.mark.parametrize("language", languages())
def test_every_finding_is_said_with_its_remedy(language: str) -> None:
    subjects = {"ticket": BOARD.tickets[0].id, "route": BOARD.routes[0].id, "style": "builder"}
    for key in catalogue(language):
        if key.startswith("playtest.finding."):
            code = key.rpartition(".")[2]
            texts = (*catalogue(language)[key], *catalogue(language)[f"playtest.mend.{code}"])
            fields = {field for text in texts for _, field, _, _ in Formatter().parse(text) if field}
            subject = next((subjects[name] for name in subjects if name in fields), None)
            values: dict[str, float | str] = dict.fromkeys(fields - set(subjects), 0.25)
            said = worded(Finding(code=code, strength=1.0, subject=subject, values=values), BOARD, language)
            assert said.sentence.endswith(".") and said.mend.endswith(".")


def test_the_printed_boards_figures_are_those_of_the_boards_that_come_with_the_game() -> None:
    """`python -m docs.playtests` makes them anew."""
    assert [figures.board for figures in printed_figures()] == list(boards.names())
    for figures in printed_figures():
        assert figures.title == boards.load(figures.board).full_title
        assert figures.games >= 20_000


def test_minutes_are_set_by_what_the_box_of_usa_promises() -> None:
    usa = printed_figures()[0]
    rules = boards.load("usa").rules
    turns = usa.turns[0] * rules.min_seats, usa.turns[1] * rules.max_seats
    assert [round(minutes_of(turns_of), -1) for turns_of in turns] == [30, 60]
