"""Whether a position can be: every flaw at once, each with its place."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from carrozza.game.errors import UnknownName
from carrozza.game.names import Names
from carrozza.game.positions.checking_pending import pending_flaws
from carrozza.game.positions.contents import cards_left, gone_tickets, refused_tickets
from carrozza.game.positions.flaws import Flaw
from carrozza.game.positions.model import DECK, DISCARD, PlayerPosition, PositionDocument
from carrozza.kernel.layout import ROW
from carrozza.words.phrases import Phrase

Places = Iterable[tuple[str, str]]


def flaws_in(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    unknown = list(_unknown_names(names, position))
    yield from unknown
    if unknown:
        return
    yield from _impossible_cards(names, position)
    yield from _impossible_memory(names, position)
    yield from _impossible_tickets(names, position)
    yield from _impossible_opening(names, position)
    yield from _impossible_routes(names, position)
    yield from _impossible_pieces(names, position)
    yield from _impossible_course(names, position)
    yield from pending_flaws(names, position)


def _unknown_names(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    yield from unknown(names.seat_number, given(to_move=position.to_move, first=position.first))
    yield from unknown(names.seat_number, [(f"players.{name}", name) for name in position.players])
    if position.rest not in (DECK, DISCARD):
        yield from unknown(names.seat_number, [("rest", position.rest)])
    yield from unknown(names.kind_number, listed("row", position.row or ()))
    yield from unknown(names.kind_number, listed("deck", position.deck))
    yield from unknown(names.kind_number, keyed("discard", position.discard))
    yield from unknown(names.ticket_number, listed("tickets", position.tickets))
    yield from unknown(names.ticket_number, keyed("returned", position.returned))
    yield from unknown(names.seat_number, given(**{f"returned.{key}": who for key, who in position.returned.items()}))
    for name, player in position.players.items():
        yield from _unknown_of_player(names, f"players.{name}", player)
    if position.alvin is not None:
        yield from unknown(names.city_number, [("alvin.city", position.alvin.city)])
        yield from unknown(names.seat_number, given(**{"alvin.holder": position.alvin.holder}))
    if position.pending is not None:
        pending = position.pending
        yield from unknown(names.route_number, given(**{"pending.route": pending.route}))
        yield from unknown(names.kind_number, keyed("pending.laid", pending.laid))
        yield from unknown(names.kind_number, keyed("pending.turned", pending.turned))
        yield from unknown(names.ticket_number, listed("pending.offered", pending.offered))


def _unknown_of_player(names: Names, place: str, player: PlayerPosition) -> Iterator[Flaw]:
    for key, cards in (("hand", player.hand), ("known", player.known), ("unseen", player.unseen or {})):
        yield from unknown(names.kind_number, keyed(f"{place}.{key}", cards))
    for key in ("tickets", "offered", "dealt", "refused"):
        yield from unknown(names.ticket_number, listed(f"{place}.{key}", getattr(player, key)))
    yield from unknown(names.route_number, listed(f"{place}.routes", player.routes))
    yield from unknown(names.city_number, listed(f"{place}.stations", player.stations))
    yield from unknown(names.city_number, listed(f"{place}.markers", player.markers))


def given(**places: str | None) -> Places:
    return [(place, value) for place, value in places.items() if value is not None]


def listed(place: str, values: Iterable[str]) -> list[tuple[str, str]]:
    return [(f"{place}[{index}]", value) for index, value in enumerate(values)]


def keyed(place: str, keys: Iterable[str]) -> Places:
    return [(f"{place}.{key}", key) for key in keys]


def unknown(find: Callable[[str], int], values: Places) -> Iterator[Flaw]:
    for place, value in values:
        try:
            find(value)
        except UnknownName as wrong:
            yield Flaw(place, wrong.phrase)


def _impossible_cards(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    if position.row is not None and len(position.row) > ROW:
        yield Flaw("row", Phrase("flaw.row", number=len(position.row), most=ROW))
    for kind, number in cards_left(names, position).items():
        if number < 0:
            yield Flaw("", Phrase("flaw.cards", number=-number, kind=kind, board=names.board.id))


def _impossible_memory(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    """What was seen of a hand must be in it; what was drawn from the deck must have gone somewhere."""
    drawn: Counter[str] = Counter()
    away = Counter(position.discard)
    for name, player in position.players.items():
        away += Counter(player.hand)
        drawn += Counter(player.unseen or {})
        for kind, number in player.known.items():
            if number > player.hand.get(kind, 0):
                yield Flaw(f"players.{name}.known.{kind}", Phrase("flaw.known", held=player.hand.get(kind, 0)))
    if position.pending is not None:
        away += Counter(position.pending.laid)
    left = Counter() if position.rest == DECK else +cards_left(names, position)
    away += left
    drawn += left if position.rest not in (DECK, DISCARD) else Counter()
    for kind, number in drawn.items():
        if number > away[kind]:
            yield Flaw("", Phrase("flaw.unseen", drawn=number, kind=kind, away=away[kind]))


def _impossible_tickets(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    places: dict[int, str] = {}
    refused = refused_tickets(names, position)
    most = names.board.rules.opening_long + names.board.rules.opening_tickets
    for name, player in position.players.items():
        if len(player.offered) > most:
            yield Flaw(f"players.{name}.offered", Phrase("flaw.dealt", number=len(player.offered), most=most))
    for place, ticket in _every_ticket(names, position):
        number = names.ticket_number(ticket)
        if number in places:
            yield Flaw(place, Phrase("flaw.ticket_twice", ticket=ticket, place=places[number]))
        places.setdefault(number, place)
    deck = {number for ticket in position.tickets if (number := names.ticket_number(ticket)) not in refused}
    for ticket in position.returned:
        if names.ticket_number(ticket) not in deck:
            yield Flaw(f"returned.{ticket}", Phrase("flaw.returned"))
    if names.board.rules.opening_long:
        for place, ticket in listed("tickets", position.tickets):
            if names.board.tickets[names.ticket_number(ticket)].long:
                yield Flaw(place, Phrase("flaw.long_ticket", ticket=ticket))


def _every_ticket(names: Names, position: PositionDocument) -> Iterator[tuple[str, str]]:
    """Each ticket with its place; of those dealt, the kept stand among `tickets`, the others beneath the deck."""
    refused = refused_tickets(names, position)
    yield from (entry for entry in listed("tickets", position.tickets) if names.ticket_number(entry[1]) not in refused)
    for name, player in position.players.items():
        kept = {names.ticket_number(ticket) for ticket in player.tickets}
        yield from listed(f"players.{name}.tickets", player.tickets)
        yield from listed(f"players.{name}.offered", player.offered)
        yield from listed(f"players.{name}.refused", gone_tickets(names, player))
        dealt = listed(f"players.{name}.dealt", player.dealt)
        yield from (entry for entry in dealt if names.ticket_number(entry[1]) not in kept)
    if position.pending is not None:
        yield from listed("pending.offered", position.pending.offered)


def _impossible_opening(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    rules = names.board.rules
    most = rules.opening_long + rules.opening_tickets
    opening = any(player.offered for player in position.players.values())
    for name, player in position.players.items():
        place = f"players.{name}"
        kept = {names.ticket_number(ticket) for ticket in player.tickets}
        dealt = {names.ticket_number(ticket) for ticket in player.dealt}
        if player.dealt and not opening:
            yield Flaw(f"{place}.dealt", Phrase("flaw.dealt_later"))
        if len(player.dealt) > most:
            yield Flaw(f"{place}.dealt", Phrase("flaw.dealt", number=len(player.dealt), most=most))
        if player.dealt and not (kept and kept <= dealt):
            yield Flaw(f"{place}.tickets", Phrase("flaw.not_dealt"))
        if player.refused and rules.opening_refused == "bottom":
            yield Flaw(f"{place}.refused", Phrase("flaw.refused", board=names.board.id))
        if player.drew_refused and rules.opening_refused != "shuffled":
            yield Flaw(f"{place}.drew_refused", Phrase("flaw.drew_refused", board=names.board.id))
        if (player.opening_kept or 0) > min(most, len(player.tickets)):
            yield Flaw(f"{place}.opening_kept", Phrase("flaw.opening_kept", most=min(most, len(player.tickets))))


def _impossible_routes(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    board = names.board
    owners: dict[str, str] = {}
    for name, player in position.players.items():
        for place, written in listed(f"players.{name}.routes", player.routes):
            route = board.routes[names.route_number(written)]
            if route.id in owners:
                yield Flaw(place, Phrase("flaw.route_twice", route=route.id, owner=owners[route.id]))
                continue
            for other in board.parallel(route):
                if owners.get(other.id) == name:
                    yield Flaw(place, Phrase("flaw.own_parallel", player=name, route=other.id))
                elif names.one_closes_all and other.id in owners:
                    yield Flaw(place, Phrase("flaw.closed", player=owners[other.id], route=other.id))
            owners[route.id] = name


def _impossible_pieces(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    rules = names.board.rules
    stations: dict[str, str] = {}
    markers: dict[str, str] = {}
    for name, player in position.players.items():
        yield from _too_many_trains(names, name, player)
        yield from _crowded(f"players.{name}.stations", player.stations, rules.stations, stations, name)
        yield from _crowded(f"players.{name}.markers", player.markers, rules.markers, markers, name)
    if position.alvin is not None and "alvin" not in names.variants:
        yield Flaw("alvin", Phrase("flaw.no_alvin"))
    if "alvin" in names.variants:
        roswell = names.board.variants["alvin"].city
        for name, player in position.players.items():
            if roswell in player.markers:
                yield Flaw(f"players.{name}.markers", Phrase("flaw.alvins_city", city=roswell))
    else:
        for name, player in position.players.items():
            if player.catches:
                yield Flaw(f"players.{name}.catches", Phrase("flaw.no_alvin"))


def _too_many_trains(names: Names, name: str, player: PlayerPosition) -> Iterator[Flaw]:
    full = names.board.rules.trains
    on_board = sum(names.board.routes[names.route_number(route)].length for route in player.routes)
    if on_board + (player.trains or 0) > full:
        message = Phrase("flaw.trains", on_board=on_board, left=player.trains or 0, most=full)
        yield Flaw(f"players.{name}.trains", message)


def _crowded(place: str, cities: tuple[str, ...], most: int, taken: dict[str, str], name: str) -> Iterator[Flaw]:
    if len(cities) > most:
        yield Flaw(place, Phrase("flaw.pieces", number=len(cities), most=most))
    for where, city in listed(place, cities):
        if city in taken:
            yield Flaw(where, Phrase("flaw.piece_there", city=city, owner=taken[city]))
        taken[city] = name


def _impossible_course(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    seats = len(names.seats)
    if position.last_turns is not None and position.last_turns > seats:
        yield Flaw("last_turns", Phrase("flaw.last_turns", number=position.last_turns, most=seats))
    if position.passes >= seats and not position.finished:
        yield Flaw("passes", Phrase("flaw.passes", most=seats - 1))
    opening = any(player.offered for player in position.players.values())
    if position.finished and (opening or position.pending is not None):
        yield Flaw("finished", Phrase("flaw.finished"))
