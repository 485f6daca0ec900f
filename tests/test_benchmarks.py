"""The benchmarks: two checkouts measured in turn, and the page of figures."""

import json
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.comparison import Checkout, Compared, NoCheckout, compare, rows
from benchmarks.environments import Peer
from benchmarks.styles import seat_habits
from benchmarks.timing import Measure
from carrozza.bots import make_bot
from carrozza.game import Game
from carrozza.game.records.record import Record

PYTHON = """\
#!/bin/sh
echo "$0" >> '{log}'
cat '{folder}/measures.json'
"""


def checkout(folder: Path, **medians: float) -> Checkout:
    """A folder whose Python answers with these medians, and notes in a file that it was asked."""
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(PYTHON.format(folder=folder, log=folder.parent / "log"), encoding="utf-8")
    python.chmod(0o755)
    (folder / "benchmarks").mkdir()
    (folder / "benchmarks" / "__main__.py").touch()
    measures = [{"group": "G", "name": name, "unit": "games/s", "median": value} for name, value in medians.items()]
    (folder / "measures.json").write_text(json.dumps({"measures": measures}), encoding="utf-8")
    return Checkout.at(folder)


def test_both_are_measured_in_turn_and_compared(tmp_path: Path) -> None:
    other = checkout(tmp_path / "before", usa=100, gone=7)
    here = checkout(tmp_path / "after", usa=150, new=1)
    found = compare(other, ["play"], rounds=2, here=here)
    asked = [Path(line).parents[2].name for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert asked == ["before", "after", "before", "after"]
    assert list(rows(found)) == [
        ("G", "usa", "100", "150", "games/s", "1.50"),
        ("G", "gone", "7", "", "games/s", ""),
        ("G", "new", "", "1", "games/s", ""),
    ]


def test_the_ratio_is_that_of_runs_close_in_time() -> None:
    assert Compared([100, 10, 100], [200, 20, 210]).ratio == 2


def test_a_measure_that_was_0_has_no_ratio() -> None:
    peer_not_installed = Compared([0, 0], [0, 0])
    assert peer_not_installed.ratio is None
    assert list(rows({("Environments", "Pgx", "decisions/s"): peer_not_installed})) == [
        ("Environments", "Pgx", "0", "0", "decisions/s", "")
    ]


def test_a_folder_that_cannot_be_measured_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoCheckout, match="no checkout of Carrozza"):
        Checkout.at(tmp_path)
    made = checkout(tmp_path / "made")
    made.python.unlink()
    with pytest.raises(NoCheckout, match=r"has no \.venv"):
        Checkout.at(tmp_path / "made")


def test_a_section_measured_anew_replaces_the_one_that_is_there() -> None:
    old = [Measure("Play", "usa", "games/s", (1.0,)), Measure("Calls", "legal", "calls/s", (2.0,))]
    new = Measure("Play", "usa", "games/s", (3.0,))
    page = report.markdown({"cores": "2"}, old)
    assert report.with_sections(page, [new]) == report.markdown({"cores": "2"}, [new, old[1]])
    assert report.with_sections(report.markdown({}, [new]), [old[1]]) == report.markdown({}, [new, old[1]])


ANSWERS = """\
#!/bin/sh
echo '{"name": "Peer 1.0, chess"}'
while read seconds; do echo '{"rate": 250}'; done
"""
LACKS = """\
#!/bin/sh
echo '{"missing": "No module named peer"}'
"""


def peer_of(folder: Path, program: str) -> Peer:
    """A peer in an interpreter that answers so."""
    python = folder / "python"
    python.write_text(program, encoding="utf-8")
    python.chmod(0o755)
    return Peer("chess", str(python))


def test_environments_of_others_run_in_their_own_interpreter(tmp_path: Path) -> None:
    peer = peer_of(tmp_path, ANSWERS)
    assert (peer.name, peer.missing) == ("Peer 1.0, chess", "")
    assert [peer.play(1), peer.play(1)] == [250, 250]
    peer.close()


def test_a_peer_that_is_not_installed_says_so(tmp_path: Path) -> None:
    peer = peer_of(tmp_path, LACKS)
    assert (peer.name, peer.missing) == ("chess", "No module named peer")
    peer.close()


def test_what_a_seat_did_in_a_game() -> None:
    game = Game("new-york", 2, seed=2)
    players = {name: make_bot("planner", game.names, seed=number) for number, name in enumerate(game.seats)}
    while game.to_move is not None:
        game.play(players[game.to_move].choose(game.view(game.to_move)))
    record = Record.of(game)
    found = [seat_habits(record, seat) for seat in range(2)]
    for seat, habits in enumerate(found):
        score = game.result().scores[game.seats[seat]]
        assert habits.route_points == score.routes
        assert habits.tickets_kept == len(game.tickets(seat)) >= habits.tickets_made == len(score.tickets_completed)
        assert 1 <= habits.route_length <= 4
        assert 0 <= habits.routes_blocked <= len(game.routes(seat))
    assert any(habits.routes_blocked for habits in found)
