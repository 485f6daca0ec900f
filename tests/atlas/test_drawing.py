"""A drawing shows everything of a board and of a position, in words too, and never what is hidden."""

import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from carrozza import boards
from carrozza.atlas.drawing import Drawing, draw, relief
from carrozza.atlas.drawing.canvas import Canvas
from carrozza.atlas.drawing.palette import SPACES
from carrozza.atlas.drawing.routes import takes_locomotive
from carrozza.atlas.drawing.svg import element, escaped, line_path, number, placed, upright
from carrozza.atlas.geography import background
from carrozza.atlas.layout.store import digest, layout_of
from carrozza.atlas.layout_model import Box, Label, Layout, Point, Space
from carrozza.atlas.sizes import SPACE_WIDTH
from carrozza.boards import Board
from carrozza.game import Game
from carrozza.game.records.record import Record
from tests.golden.games import FOLDER, golden_files
from tests.setups import Setup

pytestmark = pytest.mark.slow

LARGEST = 200_000
SVG = "{http://www.w3.org/2000/svg}"
every_board = pytest.mark.parametrize("name", boards.names())


@cache
def root_of(drawing: Drawing) -> ET.Element:
    return ET.fromstring(drawing.svg)


@cache
def drawn(name: str, theme: str = "light", language: str = "en") -> ET.Element:
    return root_of(draw(boards.load(name), theme=theme, language=language))  # type: ignore[arg-type]


@cache
def golden(table: str, moves: int | None = None) -> Game:
    return Record.load(FOLDER / f"{table}.txt").replay(moves)


def with_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [found for found in root.iter() if name in found.get("class", "").split()]


def by_id(root: ET.Element, name: str) -> ET.Element:
    return next(found for found in root.iter() if found.get("id") == name)


def uses(root: ET.Element, reference: str) -> list[ET.Element]:
    return [found for found in root.iter(f"{SVG}use") if found.get("href") == f"#{reference}"]


def text_of(root: ET.Element, tag: str) -> str:
    return root.findtext(f"{SVG}{tag}") or ""


def references(root: ET.Element) -> Iterator[str]:
    for found in root.iter():
        if href := found.get("href"):
            yield href.removeprefix("#")
        yield from re.findall(r"url\(#([^)]+)\)", found.get("clip-path", ""))


# The board


@every_board
def test_every_route_and_every_city_is_there_with_its_facts(name: str) -> None:
    root, board = drawn(name), boards.load(name)
    for route in board.routes:
        group = by_id(root, f"route-{route.id}")
        assert {"route", f"route-{route.color}", f"length-{route.length}"} <= set(group.get("class", "").split())
        assert (group.get("data-a"), group.get("data-b")) == (route.a, route.b)
        assert [space.get("data-index") for space in with_class(group, "space")] == [*map(str, range(route.length))]
        assert len(with_class(group, "hit")) == 1
    for city in board.cities:
        group = by_id(root, f"city-{city.id}")
        assert text_of(group, "title") == city.name
        assert "".join(with_class(group, "label")[0].itertext()).replace(" ", "") == city.name.replace(" ", "")
    assert len(with_class(root, "route")) == len(board.routes)
    assert len(with_class(root, "city")) == len(board.cities)


@every_board
def test_ids_are_unique_and_every_reference_leads_somewhere(name: str) -> None:
    root = drawn(name)
    ids = Counter(found.get("id") for found in root.iter() if found.get("id"))
    assert [known for known, times in ids.items() if times > 1] == []
    assert set(references(root)) <= set(ids)


@every_board
def test_every_coloured_space_bears_the_sign_of_its_colour_and_gray_none(name: str) -> None:
    root, board = drawn(name), boards.load(name)
    for route in board.routes:
        group = by_id(root, f"route-{route.id}")
        worn = Counter(found.get("href", "").partition("-")[2] for found in with_class(group, "sign"))
        tunnel, ferry = board.rules.tunnels and route.tunnel, board.rules.ferries and route.ferry
        expected = route.length - (route.ferry if ferry else 0)
        assert worn[route.color] == (0 if tunnel and route.color == "gray" else expected), route.id
    for colour in board.rules.colors:
        assert len(list(by_id(root, f"face-{colour}"))) == 2
    assert len(list(by_id(root, "face-gray"))) == 1


@every_board
def test_ferries_show_as_many_locomotives_as_they_ask_for(name: str) -> None:
    root, board = drawn(name), boards.load(name)
    for route in board.routes:
        group = by_id(root, f"route-{route.id}")
        asked = route.ferry if board.rules.ferries else 0
        assert len(uses(group, "locomotive")) == asked
        assert len(with_class(group, "wake")) == (asked > 0)
        assert ("ferry" in group.get("class", "").split()) == (asked > 0)


@every_board
def test_tunnels_are_edged_and_say_their_number_only_where_it_varies(name: str) -> None:
    root, board = drawn(name), boards.load(name)
    vary = len({route.tunnel for route in board.routes if route.tunnel}) > 1
    for route in board.routes:
        group = by_id(root, f"route-{route.id}")
        is_tunnel = board.rules.tunnels and route.tunnel > 0
        assert len(with_class(group, "masonry")) == (route.length if is_tunnel else 0)
        assert len(uses(group, "portal")) == (route.tunnel if is_tunnel and vary else 0)


def test_italy_has_all_numbers_of_portals_and_its_basic_game_none() -> None:
    advanced, basic = drawn("italy-advanced"), drawn("italy-basic")
    assert {len(uses(group, "portal")) for group in with_class(advanced, "tunnel")} == {1, 2, 3}
    assert with_class(basic, "tunnel") == with_class(basic, "ferry") == []


def test_attractions_are_marked_where_they_count() -> None:
    sights = [city.id for city in boards.load("new-york").cities if city.attraction]
    found = with_class(drawn("new-york"), "sight")
    assert [group.get("id") for group in found] == [f"city-{city}" for city in sights]


def test_the_locomotives_of_a_ferry_lie_around_its_middle() -> None:
    ferry = next(route for route in boards.load("old-west").routes if route.ferry)
    assert [index for index in range(ferry.length) if takes_locomotive(ferry, index)] == [2, 3, 4]


@every_board
def test_the_points_of_every_length_on_the_board_are_told(name: str) -> None:
    root, board = drawn(name), boards.load(name)
    (table,) = with_class(root, "points")
    figures = sorted(int("".join(found.itertext())) for found in with_class(table, "figure"))
    assert figures == sorted(board.rules.route_points[length] for length in {route.length for route in board.routes})


@every_board
def test_a_drawing_is_small(name: str) -> None:
    assert len(draw(boards.load(name), theme="auto", fonts=True).svg.encode()) < LARGEST


@pytest.mark.parametrize("table", golden_files().values(), ids=str)
def test_a_finished_game_is_small_too(table: Setup) -> None:
    assert len(draw(golden(str(table)), theme="auto", fonts=True).svg.encode()) < LARGEST


# Themes, languages, pages


def test_themes_differ_in_colours_alone() -> None:
    board = boards.load("europe")
    light, dark = draw(board).svg, draw(board, theme="dark").svg
    without = [re.sub(r"<style>.*?</style>", "", svg).replace("dark", "light") for svg in (light, dark)]
    assert without[0] == without[1]
    assert "#F1E8D2" in light and "#F1E8D2" not in dark and "#26313A" in dark


def test_auto_is_light_with_dark_for_those_who_want_it() -> None:
    style = text_of(drawn("usa", "auto"), "style")
    light, _, dark = style.partition("@media(prefers-color-scheme:dark)")
    assert "#F1E8D2" in light and "#26313A" in dark and "#26313A" not in light
    assert "@media" not in text_of(drawn("usa"), "style")


def test_no_style_is_written_where_a_page_could_not_overrule_it() -> None:
    svg = draw(golden("europe-5")).svg
    assert " style=" not in svg and " fill=" not in svg and " stroke=" not in svg
    assert "var(" not in svg


def test_in_print_a_space_has_its_colour_all_over_and_on_a_screen_it_is_quiet() -> None:
    """What is printed is played on with real trains: it needs no room for drawn ones."""
    board = boards.load("usa")
    for theme, expected in (("print", True), ("light", False), ("dark", False)):
        style = text_of(drawn("usa", theme), "style")
        for colour in {route.color for route in board.routes}:
            assert (f".route-{colour}{{fill:{SPACES[colour].fill}}}" in style) == expected, (theme, colour)


def test_an_unknown_theme_or_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no theme 'sepia': choose light, dark, auto, print"):
        draw(boards.load("usa"), theme="sepia")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no language 'fr'"):
        draw(boards.load("usa"), language="fr")


@pytest.mark.parametrize(
    ("name", "map_name", "board_name"),
    [
        ("europe", "EUROPA", "Europa"),
        ("italy-basic", "ITALIA", "Italia base"),
        ("old-west", "VECCHIO WEST", "Vecchio West"),
    ],
)
def test_the_title_is_in_the_language_of_the_drawing(name: str, map_name: str, board_name: str) -> None:
    root = drawn(name, language="it")
    assert [found.text for found in with_class(root, "title")] == [map_name]
    assert text_of(root, "title") == board_name
    assert text_of(root, "desc").startswith(f"Una mappa: {board_name}, con ")


def test_the_title_of_a_board_of_ones_own_stays_as_it_is() -> None:
    board, layout = odd_board("Lakes", "Como")
    layout = replace(layout, furniture={"title": Box(20.0, 20.0, 100.0, 30.0)})
    for language in ("en", "it"):
        root = root_of(draw(board, layout=layout, language=language))
        assert [found.text for found in with_class(root, "title")] == ["LAKES"]


def test_two_drawings_share_a_page() -> None:
    board = boards.load("new-york")
    first, second = (root_of(draw(board, prefix=prefix)) for prefix in ("left-", "right-"))
    for prefix, root in (("left-", first), ("right-", second)):
        assert {found.get("id", prefix)[: len(prefix)] for found in root.iter()} == {prefix}
        assert {name[: len(prefix)] for name in references(root)} == {prefix}


def test_fonts_come_along_when_asked() -> None:
    board = boards.load("new-york")
    assert "@font-face" in draw(board, fonts=True).svg
    assert "@font-face" not in draw(board).svg


def test_the_same_drawing_twice_is_the_same_to_the_letter() -> None:
    game = golden("europe-3", 40)
    assert draw(game).svg == draw(game.copy()).svg


def test_the_signs_stand_out_from_their_spaces() -> None:
    for colour, paint in SPACES.items():
        assert contrast(paint.fill, paint.sign) > 3.5, colour


def contrast(one: str, other: str) -> float:
    """As web pages measure it: from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# Words


def test_the_root_is_an_image_with_a_title_and_a_description() -> None:
    root = drawn("europe")
    assert root.get("role") == "img"
    told = [by_id(root, name) for name in root.get("aria-labelledby", "").split()]
    assert [found.tag for found in told] == [f"{SVG}title", f"{SVG}desc"]
    assert told[0].text == "Europe"
    assert "Dieppe – Paris, 1 space, purple" in (told[1].text or "")


def test_a_route_is_named_in_words() -> None:
    root, it = drawn("italy-advanced"), drawn("italy-advanced", language="it")
    assert text_of(by_id(root, "route-ancona-perugia"), "title") == (
        "Ancona – Perugia, 3 spaces, purple, tunnel that turns 2 cards"
    )
    assert text_of(by_id(it, "route-ancona-perugia"), "title") == (
        "Ancona – Perugia, 3 caselle, viola, galleria che scopre 2 carte"
    )


def test_the_description_of_a_position_names_owners_and_turn() -> None:
    game = golden("old-west-alvin-4", 70)
    told = text_of(root_of(draw(game)), "desc")
    for name in game.seats:
        for route in game.routes(name):
            assert game.names.route_name(route) in told
        assert f"{name} started in" in told
    assert f"It is {game.to_move}'s turn." in told
    assert "Alvin is in" in told


def test_the_description_of_the_end_has_the_scores() -> None:
    game = golden("usa-3")
    told = text_of(root_of(draw(game)), "desc")
    for name, score in game.scores().items():
        assert f"{name}: {score.total} points in all." in told


# Positions


@pytest.mark.parametrize("table", ["europe-5", "italy-advanced-2", "old-west-alvin-6", "usa-4", "new-york-3"])
@pytest.mark.parametrize("moves", [30, 80, None])
def test_trains_stations_and_markers_stand_where_they_were_put(table: str, moves: int | None) -> None:
    game = golden(table, moves)
    root = root_of(draw(game))
    for route in game.board.routes:
        group, owner = by_id(root, f"route-{route.id}"), game.owner(route.id)
        trains = Counter(train.get("href") for train in with_class(group, "train"))
        expected = {} if owner is None else {f"#wagon-{game.seats.index(owner)}": route.length}
        assert trains == expected, route.id
        assert ("claimed" in group.get("class", "").split()) == (owner is not None)
    for kind, places in (("station", game.stations), ("marker", game.markers)):
        for city in game.board.cities:
            there = [seat for seat, name in enumerate(game.seats) if city.id in places(name)]
            found = with_class(by_id(root, f"city-{city.id}"), kind)
            assert [piece.get("href") for piece in found] == [f"#{kind}-{seat}" for seat in there]


def test_alvin_is_where_he_is_and_nowhere_else() -> None:
    game = golden("old-west-alvin-5", 60)
    assert game.alvin is not None
    found = [group.get("id") for group in with_class(root_of(draw(game)), "with-alvin")]
    assert found == [f"city-{game.alvin[0]}"]
    assert uses(root_of(draw(golden("old-west-5"))), "alvin") == []


def test_start_cities_are_told_from_other_markers() -> None:
    game = golden("old-west-3")
    found = {group.get("id") for group in with_class(root_of(draw(game)), "with-start")}
    assert found == {f"city-{game.start(name)}" for name in game.seats}


def test_the_last_turn_is_lit() -> None:
    record = Record.load(FOLDER / "usa-2.txt")
    claim = next(place for place, played in enumerate(record.moves) if str(played.move).startswith("claim"))
    route = str(record.moves[claim].move).split()[1]
    lit = with_class(root_of(draw(record.replay(claim + 1))), "last")
    assert [group.get("id") for group in lit] == [f"route-{route}"]
    assert with_class(root_of(draw(record.replay(claim))), "last") == []
    assert with_class(drawn("usa"), "last") == []


def test_a_view_is_drawn_like_the_game_it_is_of() -> None:
    game = golden("europe-4", 90)
    for seat in (None, *game.seats):
        assert draw(game.view(seat), history=game.history).svg == draw(game).svg


def test_nothing_hidden_is_drawn() -> None:
    """Hands, decks and tickets may be anything: the picture and its words stay the same."""
    game = golden("europe-4", 90).copy()
    before = draw(game).svg
    for held in (game.state.hand, game.state.blind):
        held[0], held[1] = held[1].copy(), held[0].copy()
    game.state.deck[: game.deck_size] = game.state.deck[: game.deck_size][::-1].copy()
    game.state.tickets[0], game.state.tickets[1] = int(game.state.tickets[1]), int(game.state.tickets[0])
    game.state.ticket_deck[:] = game.state.ticket_deck[::-1].copy()
    assert game.hand(0) != golden("europe-4", 90).hand(0)
    assert draw(game).svg == before


# Files


def test_drawings_in_one_notebook_keep_apart() -> None:
    shown = [ET.fromstring(draw(boards.load(name))._repr_svg_()) for name in ("new-york", "usa")]
    names = [{found.get("id") for found in root.iter() if found.get("id")} for root in shown]
    assert names[0].isdisjoint(names[1])
    for root, known in zip(shown, names, strict=True):
        assert {*references(root), *root.get("aria-labelledby", "").split()} <= known


def test_a_drawing_is_saved_as_svg(tmp_path: Path) -> None:
    drawing = draw(boards.load("new-york"))
    assert drawing.save(tmp_path / "map.svg").read_text(encoding="utf-8") == drawing.svg


@pytest.mark.parametrize(("suffix", "begins"), [(".png", b"\x89PNG"), (".PDF", b"%PDF")])
def test_a_drawing_is_saved_as_a_picture_and_for_the_press(tmp_path: Path, suffix: str, begins: bytes) -> None:
    drawing = draw(boards.load("new-york"), theme="auto")
    assert drawing.save(tmp_path / f"map{suffix}", width_px=300).read_bytes().startswith(begins)


def test_an_unknown_kind_of_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"map\.jpg: a drawing cannot be saved as '\.jpg'; choose \.svg, \.png, \.pdf"):
        draw(boards.load("new-york")).save(tmp_path / "map.jpg")


# A map maker's own


def odd_board(title: str, name: str) -> tuple[Board, Layout]:
    """A board with strange names, and a layout without furniture."""
    known = boards.load("new-york")
    cities = tuple(
        city.model_copy(update={"name": name if place == 0 else city.name}) for place, city in enumerate(known.cities)
    )
    board = known.model_copy(update={"title": title, "cities": cities})
    points = {
        city.id: Point(60.0 + 45.0 * (place % 4), 60.0 + 45.0 * (place // 4)) for place, city in enumerate(cities)
    }
    layout = Layout(
        digest="",
        width=260.0,
        height=260.0,
        cities=points,
        labels={city.id: Label(*points[city.id], 30.0, 14.0, (city.name, "&"), "left") for city in cities},
        routes={route.id: (Space(*points[route.a], 170.0, 20.0),) * route.length for route in board.routes},
        furniture={},
    )
    return board, layout


def test_any_name_is_written_so_that_xml_can_read_it() -> None:
    name = "A <b> & \"c\" ]]> 'd' \x07é"
    board, layout = odd_board("<Lakes> & Hills", name)
    root = root_of(draw(board, layout=layout))
    assert text_of(root, "title") == "<Lakes> & Hills"
    city = by_id(root, f"city-{board.cities[0].id}")
    assert text_of(city, "title") == name.replace("\x07", "")


def test_what_the_layout_has_no_place_for_is_left_out() -> None:
    board, layout = odd_board("Lakes", "Ada")
    root = root_of(draw(board, layout=layout))
    assert with_class(root, "points") == with_class(root, "compass") == with_class(root, "cartouche") == []


def test_a_layout_of_another_board_is_refused() -> None:
    usa = layout_of(boards.load("usa"))
    with pytest.raises(ValueError, match="no place for the city Brooklyn; compute it anew for new-york"):
        draw(boards.load("new-york"), layout=usa)
    short = replace(usa, routes={**usa.routes, "duluth-toronto": usa.routes["duluth-toronto"][:4]})
    with pytest.raises(ValueError, match="4 of the 6 spaces of the route duluth-toronto"):
        draw(boards.load("usa"), layout=short)


@every_board
def test_the_signs_of_a_route_stand_upright_and_all_alike(name: str) -> None:
    board, layout = boards.load(name), layout_of(boards.load(name))
    for route in board.routes:
        spaces = with_class(by_id(drawn(name), f"route-{route.id}"), "space")
        turns = [float(re.findall(r"rotate\(([-\d.]+)\)|$", space.get("transform", ""))[0] or 0) for space in spaces]
        a, b = layout.cities[route.a], layout.cities[route.b]
        along = math.degrees(math.atan2(b.y - a.y, b.x - a.x))
        assert abs((sum(turns) / len(turns) - upright(along) + 180) % 360 - 180) < 60, route.id
        assert max(turns) - min(turns) < 180 or route.length > 3, route.id


# The writer


def test_numbers_are_short_and_never_minus_nothing() -> None:
    assert [number(value) for value in (1.0, -0.04, 2.25, -3.5, 100.0)] == ["1", "0", "2.2", "-3.5", "100"]
    assert number(0.125, 3) == "0.125" and number(30.0, 0) == "30"


def test_elements_leave_out_what_is_not_there_and_escape_the_rest() -> None:
    made = element("a", escaped("<&>"), class_="x", data_name='"<', id=None, width=1.25)
    assert made == '<a class="x" data-name="&quot;&lt;" width="1.2">&lt;&amp;&gt;</a>'


def test_steps_of_a_path_add_up_to_its_places() -> None:
    points = [(0.04 * step, 0.06 * step) for step in range(101)]
    steps = re.findall(r"-?[\d.]+", line_path(points).partition("l")[2])
    assert sum(map(float, steps[::2])) == pytest.approx(4.0)
    assert sum(map(float, steps[1::2])) == pytest.approx(6.0)


def test_things_are_put_in_their_place() -> None:
    assert placed(1, 2) == "translate(1 2)"
    assert placed(1, 2, 30, 0.5) == "translate(1 2)rotate(30)scale(0.5)"
    assert [upright(angle) for angle in (0, 90, 91, 180, -90, 270)] == [0, 90, -89, 0, 90, 90]


# Trains of other kinds, and the ornaments of the map


def wagons(root: ET.Element) -> list[str]:
    return [name for found in root.iter() if (name := found.get("id", "")).startswith("wagon-")]


def test_where_the_board_file_says_so_trains_are_taxis() -> None:
    for name, kind in (("new-york", "taxi"), ("europe", "wagon")):
        board = boards.load(name)
        assert board.drawing.train == kind
        root = root_of(draw(board, pieces=True))
        assert wagons(root) == [f"wagon-{seat}" for seat in range(board.rules.max_seats)]
        assert (len(with_class(by_id(root, "wagon-0"), "window")) > 0) == (kind == "taxi")


def test_what_a_train_looks_like_does_not_change_where_things_lie() -> None:
    board = boards.load("new-york")
    plain = board.model_copy(update={"drawing": board.drawing.model_copy(update={"train": "wagon"})})
    assert plain.drawing != board.drawing
    assert digest(plain) == digest(board)


def test_pieces_are_defined_where_a_page_asks_for_them_alone() -> None:
    board = boards.load("usa")
    assert wagons(root_of(draw(board))) == []
    assert uses(root_of(draw(board, pieces=True)), "wagon-0") == []


@pytest.mark.parametrize("name", ["usa", "europe", "italy-advanced", "old-west"])
def test_mountains_stand_on_land_and_touch_nothing_of_the_game(name: str) -> None:
    board = boards.load(name)
    layout = layout_of(board)
    places = (
        np.array(
            [
                (float(use.get("x", "")), float(use.get("y", "")))
                for use in drawn(name).iter(f"{SVG}use")
                if use.get("href", "").startswith("#peak-")
            ]
        )
        / 10
    )
    assert 20 < len(places) <= relief.MOST
    assert background(board, layout).on_land(places).all()
    spaces = np.array([space[:2] for route in layout.routes.values() for space in route])
    assert np.hypot(*(places[:, None] - spaces[None]).transpose(2, 0, 1)).min() > SPACE_WIDTH / 2 + 4
    for label in layout.labels.values():
        beside = np.abs(places - np.array([label.x, label.y])) - np.array([label.width, label.height]) / 2
        assert beside.max(axis=1).min() > 2, label.lines


def test_the_alps_are_where_they_are() -> None:
    """Peaks stand around Brennero and in none of the plain around Verona."""
    board = boards.load("italy-advanced")
    layout = layout_of(board)
    canvas = Canvas(board, layout, "en", "", "light")
    places = relief.peaks(canvas, background(board, layout))

    def near(city: str, reach: float) -> int:
        return int((np.hypot(*(places - np.array(layout.cities[city])).T) < reach).sum())

    assert near("brennero", 60) > 5
    assert near("milano", 30) == 0


@pytest.mark.parametrize(
    ("name", "picture"), [("europe", "M8.5 26.3C"), ("old-west", "M36 20H61.5C"), ("new-york", "M2 38V27")]
)
def test_a_ship_at_sea_an_engine_on_land_towers_in_a_city(name: str, picture: str) -> None:
    (vignette,) = with_class(drawn(name), "vignette")
    assert any(found.get("d", "").startswith(picture) for found in vignette)


def test_the_net_of_degrees_lies_under_the_land_and_a_city_has_streets_instead() -> None:
    ground = [found.get("class") for found in with_class(drawn("europe"), "ground")[0].iter()]
    assert ground.index("graticule") < ground.index("land")
    city = with_class(drawn("new-york"), "ground")[0]
    assert with_class(city, "graticule") == []
    assert len(with_class(city, "streets")) == 1
    assert with_class(drawn("europe"), "streets") == []
