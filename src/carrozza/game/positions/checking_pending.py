"""Whether the middle of a turn can be: what each phase needs, and what it cannot have."""

from collections.abc import Iterator

from carrozza.boards import Route
from carrozza.game.names import Names
from carrozza.game.positions.flaws import Flaw
from carrozza.game.positions.model import Pending, PlayerPosition, PositionDocument
from carrozza.words.phrases import Phrase

NEEDS: dict[str, tuple[str, ...]] = {
    "start": (),
    "second": (),
    "tunnel": ("route", "laid", "turned"),
    "tickets_drawn": ("offered",),
    "move_alvin": ("route",),
    "marker": ("route",),
}


def pending_flaws(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    pending = position.pending
    if pending is None:
        return
    if any(player.offered for player in position.players.values()):
        yield Flaw("pending", Phrase("flaw.opening_first"))
    missing = list(_missing(pending))
    yield from missing
    yield from _superfluous(pending)
    if not missing:
        yield from _Moment(names, position, pending).flaws()


def _missing(pending: Pending) -> Iterator[Flaw]:
    for key in NEEDS[pending.phase]:
        if not getattr(pending, key):
            yield Flaw(f"pending.{key}", Phrase("flaw.missing"))


def _superfluous(pending: Pending) -> Iterator[Flaw]:
    for key in ("route", "laid", "turned", "due", "offered"):
        if getattr(pending, key) and key not in (*NEEDS[pending.phase], "due" if pending.phase == "tunnel" else ""):
            yield Flaw(f"pending.{key}", Phrase("flaw.not_in_phase", phase=pending.phase))


class _Moment:
    """The middle of one player's turn."""

    def __init__(self, names: Names, position: PositionDocument, pending: Pending) -> None:
        self.names = names
        self.position = position
        self.pending = pending
        self.mover = position.to_move or names.seats[0]
        self.player = position.players.get(self.mover, PlayerPosition())

    def flaws(self) -> Iterator[Flaw]:
        match self.pending.phase:
            case "start":
                yield from self._start()
            case "tunnel":
                yield from self._tunnel()
            case "tickets_drawn":
                yield from self._tickets()
            case "move_alvin":
                yield from self._alvin()
            case "marker":
                yield from self._marker()

    def _start(self) -> Iterator[Flaw]:
        """S6: the start cities are chosen one after the other, from the last player back to the first."""
        if not self.names.board.rules.network:
            yield Flaw("pending.phase", Phrase("flaw.no_start", board=self.names.board.id))
            return
        seats = self.names.seats
        placed = {name for name, player in self.position.players.items() if player.markers}
        at = seats.index(self.mover)
        before = {seats[(at + 1 + step) % len(seats)] for step in range(len(placed))}
        if placed != before:
            yield Flaw("pending.phase", Phrase("flaw.start_order", player=self.mover))

    def _tunnel(self) -> Iterator[Flaw]:
        board, pending = self.names.board, self.pending
        route = self._route()
        if not (route.tunnel and board.rules.tunnels):
            yield Flaw("pending.route", Phrase("flaw.no_tunnel", route=route.id))
            return
        yield from self._unclaimable(route)
        yield from self._laid(route)
        turned = sum(pending.turned.values())
        if turned > route.tunnel:
            yield Flaw("pending.turned", Phrase("flaw.turned", number=turned, most=route.tunnel))
        extra = due(pending)
        if not extra:
            yield Flaw("pending.turned", Phrase("flaw.nothing_due"))
        elif pending.due not in (0, extra):
            yield Flaw("pending.due", Phrase("flaw.due", given=pending.due, due=extra))

    def _route(self) -> Route:
        return self.names.board.routes[self.names.route_number(self.pending.route or "")]

    def _owner(self, route: Route) -> str | None:
        for name, player in self.position.players.items():
            if route.id in {self.names.board.routes[self.names.route_number(own)].id for own in player.routes}:
                return name
        return None

    def _unclaimable(self, route: Route) -> Iterator[Flaw]:
        """C1, C3, C5, C6: a tunnel that is asked for could be claimed."""
        if (owner := self._owner(route)) is not None:
            yield Flaw("pending.route", Phrase("flaw.route_twice", route=route.id, owner=owner))
        for other in self.names.board.parallel(route):
            owner = self._owner(other)
            if owner == self.mover:
                yield Flaw("pending.route", Phrase("flaw.own_parallel", player=owner, route=other.id))
            elif owner is not None and self.names.one_closes_all:
                yield Flaw("pending.route", Phrase("flaw.closed", player=owner, route=other.id))
        trains = self.player.trains
        if trains is not None and trains < route.length:
            yield Flaw("pending.route", Phrase("flaw.too_few_trains", player=self.mover, number=trains))

    def _laid(self, route: Route) -> Iterator[Flaw]:
        """C2: one card for each space, of one colour that the route takes, and locomotives."""
        laid = {kind: number for kind, number in self.pending.laid.items() if number}
        colours = [kind for kind in laid if kind != "locomotive"]
        fits = len(colours) <= 1 and (route.color == "gray" or set(colours) <= {route.color})
        if not fits or sum(laid.values()) != route.length or laid.get("locomotive", 0) < route.ferry:
            yield Flaw("pending.laid", Phrase("flaw.laid", route=route.id))

    def _tickets(self) -> Iterator[Flaw]:
        most = self.names.board.rules.draw_tickets
        if len(self.pending.offered) > most:
            yield Flaw("pending.offered", Phrase("flaw.drawn_tickets", number=len(self.pending.offered), most=most))

    def _claimed(self) -> Iterator[Flaw]:
        route = self._route()
        if self._owner(route) != self.mover:
            yield Flaw("pending.route", Phrase("flaw.not_claimed", route=route.id, player=self.mover))

    def _alvin(self) -> Iterator[Flaw]:
        """A2: Alvin has just been caught, at one end of the route."""
        if "alvin" not in self.names.variants:
            yield Flaw("pending.phase", Phrase("flaw.no_alvin"))
            return
        yield from self._claimed()
        alvin = self.position.alvin
        if alvin is None or alvin.holder != self.mover or alvin.city not in self._route().ends:
            yield Flaw("alvin", Phrase("flaw.not_caught", player=self.mover))

    def _marker(self) -> Iterator[Flaw]:
        """W3: a marker may go on the route just claimed."""
        if not self.names.board.rules.markers:
            yield Flaw("pending.phase", Phrase("flaw.no_markers", board=self.names.board.id))
            return
        yield from self._claimed()


def due(pending: Pending) -> int:
    """U2, U3: a turned card costs one more where it is a locomotive, or of the colour that was laid."""
    return sum(number for kind, number in pending.turned.items() if kind == "locomotive" or pending.laid.get(kind))
