"""The particulars of a refusal: not only which rule, but what stands in the way here."""

from collections.abc import Callable

from carrozza.game.errors import Colour, IllegalMove
from carrozza.game.moves import BuildStation, Claim, Draw, Keep, Move, MoveAlvin, PlaceMarker, Start
from carrozza.game.position import Position

Particulars = Callable[[Position, str, Move], tuple[str, dict[str, object]] | None]


def explain(refused: IllegalMove, position: Position, player: str, move: Move) -> IllegalMove:
    """Add the particulars where there are any; the general sentence stays otherwise."""
    find = _PARTICULARS.get(refused.rule)
    found = find(position, player, move) if find is not None else None
    return refused if found is None else refused.because(found[0], **found[1])


def _claimed_already(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, Claim):
        return None
    return "C1_detail", {"route": position.names.route_name(move.route), "owner": position.owner(move.route)}


def _wrong_cards(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, Claim) or move.cards is None:
        return None
    route = position.board.routes[position.names.route_number(move.route)]
    values = {"cards": move.cards, "route": position.names.route_name(move.route), "length": route.length}
    if route.color == "gray":
        return "C2_gray", values
    return "C2_detail", {**values, "colour": Colour(route.color)}


def _too_few_trains(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, Claim):
        return None
    route = position.board.routes[position.names.route_number(move.route)]
    name, left = position.names.route_name(move.route), position.trains(player)
    return "C3_detail", {"route": name, "length": route.length, "player": player, "number": left}


def _own_parallel(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, Claim):
        return None
    return "C5_detail", {"route": position.names.route_name(move.route), "player": player}


def _closed(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, Claim):
        return None
    beside = position.board.parallel(position.board.routes[position.names.route_number(move.route)])
    owner = next((position.owner(route.id) for route in beside if position.owner(route.id)), None)
    return "C6_detail", {"route": position.names.route_name(move.route), "owner": owner}


def _ferry(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, Claim):
        return None
    route = position.board.routes[position.names.route_number(move.route)]
    return "C7_detail", {"route": position.names.route_name(move.route), "number": route.ferry}


def _not_in_hand(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    cards = getattr(move, "cards", None)
    if cards is not None:
        return "C8_detail", {"player": player, "cards": cards}
    if isinstance(move, Claim):
        return "C8_route", {"player": player, "route": position.names.route_name(move.route)}
    if isinstance(move, BuildStation | PlaceMarker):
        kind = "station" if isinstance(move, BuildStation) else "marker"
        return f"C8_{kind}", {"player": player, "city": position.names.city_name(move.city)}
    return None


def _outside_network(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, Claim):
        return None
    return "W2_detail", {"route": position.names.route_name(move.route), "player": player}


def _not_in_row(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    return ("D1_detail", {"colour": Colour(move.card)}) if isinstance(move, Draw) and move.card != "deck" else None


def _station_there(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, BuildStation):
        return None
    owner = next((name for name in position.seats if move.city in position.stations(name)), None)
    if owner is None:
        return "B1_none", {"player": player}
    return "B1_detail", {"owner": owner, "city": position.names.city_name(move.city)}


def _station_price(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]]:
    return "B2_detail", {"player": player, "number": position.station_price(player)}


def _too_few_opening_tickets(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, Keep):
        return None
    return "S3_detail", {"player": player, "number": position.fewest_to_keep(player)}


def _too_few_tickets(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, Keep):
        return None
    tickets = ", ".join(position.offered(player))
    return "K1_detail", {"player": player, "number": position.fewest_to_keep(player), "tickets": tickets}


def _start_taken(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, Start):
        return None
    owner = next((name for name in position.seats if move.city in position.markers(name)), None)
    return None if owner is None else ("S6_detail", {"owner": owner, "city": position.names.city_name(move.city)})


def _marker_there(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, PlaceMarker) or position.claimed_route is None:
        return None
    owner = next((name for name in position.seats if move.city in position.markers(name)), None)
    city = position.names.city_name(move.city)
    if owner is not None:
        return "W3_detail", {"owner": owner, "city": city}
    route = position.board.routes[position.names.route_number(position.claimed_route)]
    if move.city not in (route.a, route.b):
        return "W3_route", {"city": city, "route": position.names.route_name(route.id)}
    return None


def _alvin_there(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, Start | PlaceMarker):
        return None
    return "A1_detail", {"city": position.names.city_name(move.city)}


def _alvin_goes(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not isinstance(move, MoveAlvin):
        return None
    return "A2_detail", {"player": player, "city": position.names.city_name(move.city)}


def _extra_of_colour(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    if not position.laid.colours:
        return _extra_in_locomotives(position, player, move)
    return "U2_detail", {"number": position.due, "colour": Colour(position.laid.colours[0])}


def _extra_in_locomotives(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    return ("U3_detail", {"number": position.due}) if position.due else None


def _extra_comes_first(position: Position, player: str, move: Move) -> tuple[str, dict[str, object]] | None:
    return ("U4_detail", {"number": position.due}) if position.due else None


_PARTICULARS: dict[str, Particulars] = {
    "A1": _alvin_there,
    "A2": _alvin_goes,
    "B1": _station_there,
    "B2": _station_price,
    "C1": _claimed_already,
    "C2": _wrong_cards,
    "C3": _too_few_trains,
    "C5": _own_parallel,
    "C6": _closed,
    "C7": _ferry,
    "C8": _not_in_hand,
    "D1": _not_in_row,
    "K1": _too_few_tickets,
    "S3": _too_few_opening_tickets,
    "S6": _start_taken,
    "U2": _extra_of_colour,
    "U3": _extra_in_locomotives,
    "U4": _extra_comes_first,
    "W2": _outside_network,
    "W3": _marker_there,
}
