"""Tickets of every map, with routes that complete them."""

from tests.scoring.finished_games import FinishedGame

JOURNEYS: dict[str, list[tuple[str, ...]]] = {
    "usa": [
        ("denver-el-paso", "denver-santa-fe", "el-paso-santa-fe"),
        ("kansas-city-houston", "kansas-city-oklahoma-city-1", "dallas-oklahoma-city-1", "dallas-houston-1"),
        ("calgary-salt-lake-city", "calgary-helena", "helena-salt-lake-city"),
    ],
    "europe": [
        ("zurich-budapest", "munchen-zurich", "munchen-wien", "budapest-wien-red"),
        ("frankfurt-kobenhavn", "essen-frankfurt", "essen-kobenhavn-1"),
        ("rostov-erzurum", "rostov-sochi", "erzurum-sochi"),
    ],
    "new-york": [
        ("lower-east-side-wall-street", "chinatown-lower-east-side", "chinatown-wall-street-green"),
        (
            "lincoln-center-empire-state-building",
            "lincoln-center-times-square-green",
            "empire-state-building-times-square-orange",
        ),
        (
            "empire-state-building-greenwich-village",
            "empire-state-building-gramercy-park-red",
            "gramercy-park-greenwich-village-pink",
        ),
    ],
    "italy": [
        ("roma-salerno", "napoli-roma-red", "napoli-salerno-1"),
        ("milano-firenze", "milano-parma-purple", "bologna-parma-red", "bologna-firenze-red"),
        ("venezia-ancona", "rimini-venezia", "ancona-rimini-red"),
    ],
    "old-west": [
        ("san-francisco-los-angeles", "los-angeles-san-francisco"),
        ("salt-lake-city-cheyenne", "green-river-salt-lake-city-1", "cheyenne-green-river-red"),
        ("seattle-ashland", "portland-seattle-orange", "eugene-portland-red", "ashland-eugene-yellow"),
    ],
}
"""Three tickets of each map with routes that complete them; no two of them share a route."""


def complete(game: FinishedGame, seat: int, *journeys: int) -> FinishedGame:
    """Let the seat hold and complete some of the map's journeys."""
    for number in journeys:
        ticket, *routes = JOURNEYS[game.board.map][number]
        game.tickets(seat, ticket).routes(seat, *routes)
    return game
