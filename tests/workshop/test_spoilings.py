"""Printed boards, each spoilt in one way: the check finds it, at its place, in the right words."""

from collections.abc import Callable

import pytest

from carrozza.workshop.advice import CODES, check
from tests.workshop.spoiling import Document, city, own, place, route, ticket, without

Spoiling = Callable[[Document], str]
"""Spoils a document and says where."""

SPOILINGS: list[tuple[str, str, str, Spoiling]] = []
"""The board, the code of the advice or 'fault', words of its sentence, and what is done."""


def spoils(board: str, code: str, words: str) -> Callable[[Spoiling], Spoiling]:
    def enter(spoil: Spoiling) -> Spoiling:
        SPOILINGS.append((board, code, words, spoil))
        return spoil

    return enter


# Colours


@spoils("usa", "color-balance", "The red routes have 33 spaces, 122% of a colour's average of 27")
def one_colour_has_more_spaces_than_others(board: Document) -> str:
    route(board, "portland", "salt-lake-city")["color"] = "red"
    return "routes"


@spoils("old-west", "color-balance", "The black routes have 28 spaces, 79% of a colour's average of 35")
def one_colour_has_fewer_spaces_than_others(board: Document) -> str:
    black = [entry for entry in board["routes"] if entry["color"] == "black" and entry["length"] <= 2]
    for entry, color in zip(black[:4], ("white", "yellow", "green", "blue"), strict=True):
        entry["color"] = color
    return "routes"


@spoils("new-york", "color-unused", "No route is pink, but 6 cards of that colour are in the deck")
def no_route_has_a_colour_of_the_deck(board: Document) -> str:
    for entry in board["routes"]:
        if entry["color"] == "pink":
            entry["color"] = "gray"
    return "rules.colors"


@spoils("usa", "color-lengths", "The blue routes are 2.86 spaces long on average, 77% of the 3.73 of all colours")
def the_routes_of_one_colour_are_short(board: Document) -> str:
    for entry in board["routes"]:
        if entry["color"] == "blue" and entry["length"] > 3:
            entry["length"] = 3
    return "routes"


@spoils("new-york", "color-crowd", "3 blue routes meet at Chelsea. On the printed boards at most 2")
def three_routes_of_one_colour_meet(board: Document) -> str:
    for end in ("gramercy-park", "soho"):
        route(board, "chelsea", end)["color"] = "blue"
    return place(board, "cities", city(board, "chelsea"))


@spoils("europe", "double-same-color", "Two orange routes lie side by side: Edinburgh–London")
def both_routes_of_a_double_have_one_colour(board: Document) -> str:
    second = [entry for entry in board["routes"] if entry["a"] == "edinburgh"][1]
    second["color"] = "orange"
    return place(board, "routes", second)


@spoils("europe", "double-half-gray", "Of the routes Edinburgh–London one is gray")
def one_route_of_a_double_is_gray(board: Document) -> str:
    entry = route(board, "edinburgh", "london")
    entry["color"] = "gray"
    return place(board, "routes", entry)


@spoils("new-york", "gray-many", "100% of the spaces are gray. On the printed boards 22 to 41%")
def everything_is_gray(board: Document) -> str:
    for entry in board["routes"]:
        entry["color"] = "gray"
    return "routes"


@spoils("new-york", "gray-few", "0% of the spaces are gray")
def nothing_is_gray(board: Document) -> str:
    for index, entry in enumerate(board["routes"]):
        if entry["color"] == "gray":
            entry["color"] = ("red", "orange", "green", "blue")[index % 4]
    return "routes"


# Lengths and the network


@spoils("new-york", "length-long", "The mean length of a route is 4.05. On the printed boards it is 2.05 to 3.09")
def every_route_is_two_spaces_longer(board: Document) -> str:
    for entry in board["routes"]:
        entry["length"] += 2
    return "routes"


@spoils("new-york", "length-short", "The mean length of a route is 1.")
def every_route_has_one_space(board: Document) -> str:
    for entry in board["routes"]:
        entry["length"] = 1
    return "routes"


@spoils("new-york", "length-uniform", "100% of the routes have 3 spaces. On the printed boards at most 54%")
def every_route_has_three_spaces(board: Document) -> str:
    for entry in board["routes"]:
        entry["length"] = 3
    return "routes"


@spoils("italy", "bridge", "Roma–Olbia is the only link to 4 cities: one player can cut them off")
def an_island_has_one_ferry(board: Document) -> str:
    island = {"cagliari", "olbia", "oristano", "sassari"}
    kept = [entry for entry in board["routes"] if len({entry["a"], entry["b"]} & island) != 1]
    bridge = {"a": "roma", "b": "olbia", "length": 4, "color": "gray", "ferry": 2}
    board["routes"] = [*kept, bridge]
    return place(board, "routes", bridge)


@spoils("new-york", "dead-end", "Brooklyn has one neighbour, Lower East Side, and 1 route to it")
def a_city_has_one_neighbour(board: Document) -> str:
    bridge = route(board, "brooklyn", "lower-east-side")
    board["routes"] = [*without(board["routes"], "brooklyn"), bridge]
    return place(board, "cities", city(board, "brooklyn"))


@spoils("usa", "crowded", "Los Angeles–Phoenix lies on the shortest ways of 6.67 tickets and has only 1 route")
def all_tickets_need_one_single_route(board: Document) -> str:
    for entry, end in zip(board["tickets"], ("el-paso", "houston", "dallas", "santa-fe", "denver"), strict=False):
        entry.update(a="los-angeles", b=end)
    return place(board, "routes", route(board, "los-angeles", "phoenix"))


@spoils("new-york", "links-few", "neighbours on average. On the printed boards it has 3.42 to 4.33")
def routes_are_left_out(board: Document) -> str:
    pairs = [("chelsea", "soho"), ("gramercy-park", "united-nations"), ("empire-state-building", "midtown-west")]
    pairs += [("chelsea", "gramercy-park"), ("central-park", "united-nations"), ("lincoln-center", "midtown-west")]
    pairs += [("brooklyn", "lower-east-side"), ("soho", "wall-street"), ("east-village", "greenwich-village")]
    board["routes"] = [entry for entry in board["routes"] if (entry["a"], entry["b"]) not in pairs]
    return "routes"


@spoils("new-york", "links-many", "A city has 5.33 neighbours on average")
def routes_are_added(board: Document) -> str:
    ends = ["soho", "east-village", "wall-street", "united-nations", "lincoln-center"]
    joined = {frozenset((entry["a"], entry["b"])) for entry in board["routes"]}
    pairs = [(a, b) for a in ends for b in ends if a < b and frozenset((a, b)) not in joined]
    board["routes"] += [{"a": a, "b": b, "length": 3, "color": "gray"} for a, b in pairs]
    board["routes"].append({"a": "brooklyn", "b": "soho", "length": 3, "color": "gray"})
    return "routes"


@spoils("new-york", "doubles-few", "0 of 30 links are doubles, 0%, for 4 players. On the printed boards 12 to 55%")
def there_is_no_double(board: Document) -> str:
    seen: dict[frozenset[str], Document] = {}
    for entry in board["routes"]:
        seen.setdefault(frozenset((entry["a"], entry["b"])), entry)
    board["routes"] = list(seen.values())
    return "routes"


@spoils(
    "new-york",
    "spaces-few",
    "84 spaces for 100 trains at a full table, 0.84 a train: players run out of routes before they run out of trains",
)
def players_have_too_many_trains(board: Document) -> str:
    board["rules"]["trains"] = 25
    return "rules.trains"


@spoils("usa", "spaces-many", "There are 309 spaces for 125 trains at a full table, 2.47 a train")
def players_have_too_few_trains(board: Document) -> str:
    board["rules"]["trains"] = 25
    return "rules.trains"


# Tickets


@spoils("usa", "tickets-few", "16 tickets for 5 players, 3.2 each. On the printed boards there are 4.5 to 9.2")
def there_are_too_few_tickets(board: Document) -> str:
    del board["tickets"][16:]
    return "tickets"


@spoils("usa", "ticket-value", "Denver–El Paso is worth 14 points, 350% of the 4 trains that it takes at least")
def a_ticket_is_worth_too_much(board: Document) -> str:
    entry = ticket(board, "denver", "el-paso")
    entry["points"] = 14
    return place(board, "tickets", entry)


@spoils("europe", "ticket-value", "Palermo–Moskva is worth 2 points, 10% of the 20 trains that it takes at least")
def a_ticket_is_worth_too_little(board: Document) -> str:
    entry = ticket(board, "palermo", "moskva")
    entry["points"] = 2
    return place(board, "tickets", entry)


@spoils(
    "usa",
    "ticket-twin",
    "Seattle–New York are nearly the same: whoever has one completes the other with 1 more train",
)
def two_tickets_are_nearly_the_same(board: Document) -> str:
    twin = {"a": "portland", "b": "new-york", "points": 23}
    board["tickets"].append(twin)
    return place(board, "tickets", twin)


@spoils(
    "new-york",
    "ticket-reach",
    "at least 10 of 15 trains, 67%. On the printed boards a ticket takes at most 53%",
)
def a_ticket_takes_nearly_all_trains(board: Document) -> str:
    far = {"a": "central-park", "b": "brooklyn", "points": 10}
    board["tickets"].append(far)
    return place(board, "tickets", far)


@spoils("usa", "ticket-neighbours", "Dallas–Houston is complete with a single route of 1 space")
def a_ticket_joins_neighbours(board: Document) -> str:
    near = {"a": "dallas", "b": "houston", "points": 1}
    board["tickets"].append(near)
    return place(board, "tickets", near)


@spoils("usa", "ticket-hub", "Miami has 9 tickets")
def everybody_has_to_go_to_one_city(board: Document) -> str:
    others = ("denver", "duluth", "helena", "omaha", "phoenix", "seattle")
    board["tickets"] += [{"a": "miami", "b": other, "points": 12} for other in others]
    return place(board, "cities", city(board, "miami"))


@spoils("europe", "ticket-long", "is a long ticket of 5 trains, but ordinary ones take up to 13")
def a_long_ticket_is_short(board: Document) -> str:
    entry = ticket(board, "athina", "angora")
    entry["long"] = True
    return place(board, "tickets", entry)


@spoils("new-york", "cities-without-tickets", "cities have no ticket")
def many_cities_have_no_ticket(board: Document) -> str:
    board["tickets"] = without(board["tickets"], "soho", "chinatown", "united-nations", "central-park")
    return "tickets"


@spoils("usa", "city-idle", "Las Vegas has 2 neighbours and lies on no ticket's shortest way")
def no_ticket_leads_through_a_city(board: Document) -> str:
    for name in ("los-angeles", "salt-lake-city"):
        route(board, "las-vegas", name)["length"] = 6
    return place(board, "cities", city(board, "las-vegas"))


# Rules


@spoils("usa", "tunnels-off", "1 route is a tunnel, but the rules have no tunnels")
def a_tunnel_is_set_though_the_switch_is_off(board: Document) -> str:
    route(board, "denver", "salt-lake-city")["tunnel"] = 3
    return "rules.tunnels"


@spoils("usa", "ferries-off", "2 routes are ferries, but the rules have no ferries")
def ferries_are_set_though_the_switch_is_off(board: Document) -> str:
    for a, b in (("miami", "new-orleans"), ("seattle", "vancouver")):
        route(board, a, b)["ferry"] = 1
    return "rules.ferries"


@spoils("italy", "tunnels-off", "routes are tunnels, but the rules have no tunnels")
def no_ruleset_uses_the_tunnels(board: Document) -> str:
    board["rulesets"]["advanced"]["tunnels"] = False
    return "rulesets.basic.tunnels"


@spoils("new-york", "attractions-off", "but the rules give no points for them")
def attractions_give_no_points(board: Document) -> str:
    board["rules"]["attractions"] = 0
    return "rules.attractions"


@spoils("usa", "tunnels-none", "The rules have tunnels, but no route is one")
def tunnels_are_in_play_without_a_tunnel(board: Document) -> str:
    board["rules"]["tunnels"] = True
    return "rules.tunnels"


@spoils("new-york", "ferries-none", "The rules have ferries, but no route is one")
def ferries_are_in_play_without_a_ferry(board: Document) -> str:
    board["rules"]["ferries"] = True
    return "rules.ferries"


@spoils("usa", "attractions-none", "The rules give points for attractions, but no city is one")
def attractions_give_points_without_an_attraction(board: Document) -> str:
    board["rules"]["attractions"] = 1
    return "rules.attractions"


@spoils("new-york", "deck-small", "The deck has 20 cards for 60 trains at a full table: 0.33 a train")
def there_are_too_few_cards(board: Document) -> str:
    board["rules"].update(copies=2)
    return "rules.copies"


@spoils("new-york", "locomotives-few", "Locomotives are 1 of 37 cards, 2.7%. On the printed boards they are 13 to 18%")
def there_is_one_locomotive(board: Document) -> str:
    board["rules"]["locomotives"] = 1
    return "rules.locomotives"


@spoils("new-york", "locomotives-many", "Locomotives are 40 of 76 cards, 53%")
def there_are_more_locomotives_than_other_cards(board: Document) -> str:
    board["rules"]["locomotives"] = 40
    return "rules.locomotives"


@spoils(
    "new-york",
    "last-round",
    "begins with 8 of 15 trains left, 53%. On the printed boards it begins with 4.44 to 13%",
)
def the_last_round_begins_in_the_middle(board: Document) -> str:
    board["rules"]["last_round_trains"] = 8
    return "rules.last_round_trains"


@spoils("new-york", "points-falling", "A route of length 4 scores 3, one a space shorter 4")
def a_longer_route_scores_less(board: Document) -> str:
    board["rules"]["route_points"] = [0, 1, 2, 4, 3, 10, 15, 18, 21]
    return "rules.route_points"


@spoils("usa", "route-needs-cards", "takes 6 cards of one colour, but with all locomotives there are 5")
def a_route_takes_more_cards_than_there_are(board: Document) -> str:
    board["rules"].update(copies=4, locomotives=1, opening_hand=1)
    return place(board, "routes", next(entry for entry in board["routes"] if entry["length"] == 6))


@spoils("europe", "route-needs-locomotives", "Palermo–Smyrna takes 2 locomotives, but there are 1: nobody can claim it")
def a_ferry_takes_more_locomotives_than_there_are(board: Document) -> str:
    board["rules"]["locomotives"] = 1
    return place(board, "routes", route(board, "smyrna", "palermo"))


@spoils("new-york", "route-needs-trains", "Chelsea–Soho takes 8 trains, but a player has 7: nobody can claim it")
def a_route_takes_more_trains_than_a_player_has(board: Document) -> str:
    board["rules"]["trains"] = 7
    route(board, "chelsea", "soho")["length"] = 8
    return place(board, "routes", route(board, "chelsea", "soho"))


# Places and names


@spoils("italy", "swapped", "62% of the cities are on land as they stand, 96% with latitude and longitude exchanged")
def latitude_and_longitude_are_swapped(board: Document) -> str:
    for entry in board["cities"]:
        entry["lat"], entry["lon"] = entry["lon"], entry["lat"]
    return "cities"


@spoils("new-york", "swapped", "0% of the cities are on land as they stand, 100%")
def a_swapped_board_lies_in_antarctica(board: Document) -> str:
    for entry in board["cities"]:
        entry["lat"], entry["lon"] = entry["lon"], entry["lat"]
    return "cities"


@spoils("europe", "city-misplaced", "Check its latitude and longitude: 52 and 21 would fit")
def one_city_is_swapped(board: Document) -> str:
    entry = city(board, "warszawa")
    entry["lat"], entry["lon"] = 21, 52
    return place(board, "cities", entry)


@spoils("usa", "city-misplaced", "Denver lies so far from its neighbours")
def one_city_has_lost_its_minus(board: Document) -> str:
    entry = city(board, "denver")
    entry["lon"] = -entry["lon"]
    return place(board, "cities", entry)


@spoils("usa", "route-cramped", "Seattle–Vancouver is")
def a_long_route_joins_two_near_cities(board: Document) -> str:
    pair = [entry for entry in board["routes"] if {entry["a"], entry["b"]} == {"seattle", "vancouver"}]
    for entry in pair:
        entry["length"] = 8
    return place(board, "routes", pair[0])


@spoils("usa", "route-stretched", "km for 1 space")
def a_short_route_joins_two_far_cities(board: Document) -> str:
    entry = route(board, "el-paso", "los-angeles")
    entry["length"] = 1
    return place(board, "routes", entry)


@spoils("usa", "cities-close", "Las Vegas and Denver lie")
def two_cities_lie_on_each_other(board: Document) -> str:
    denver, vegas = city(board, "denver"), city(board, "las-vegas")
    vegas.update(lat=denver["lat"] + 0.1, lon=denver["lon"])
    return place(board, "cities", vegas)


@spoils("new-york", "name-wide", "The name Knickerbockervillagegardens is")
def a_name_is_too_wide_for_its_label(board: Document) -> str:
    city(board, "soho")["name"] = "Knickerbockervillagegardens"
    return place(board, "cities", city(board, "soho"))


@spoils("new-york", "name-twice", "Two cities are called Chelsea")
def two_cities_have_one_name(board: Document) -> str:
    city(board, "soho")["name"] = "Chelsea"
    return place(board, "cities", city(board, "soho"))


# Faults


@spoils("usa", "fault", "'usa' belongs to a board that comes with Carrozza; choose another id, such as 'my-usa'")
def an_id_hides_a_printed_board(board: Document) -> str:
    board["id"] = "usa"
    board["rules"]["trains"] = 44
    return "id"


@spoils("new-york", "fault", "no city 'sohho' (did you mean 'soho'?)")
def a_route_leads_nowhere(board: Document) -> str:
    route(board, "soho", "wall-street")["a"] = "sohho"
    return f"{place(board, 'routes', route(board, 'sohho', 'wall-street'))}.a"


@spoils("new-york", "fault", "no way leads from 'brooklyn' to")
def the_board_falls_apart(board: Document) -> str:
    board["routes"] = without(board["routes"], "brooklyn")
    return "routes"


@spoils("new-york", "fault", "make them equal")
def the_routes_of_a_double_differ_in_length(board: Document) -> str:
    second = [entry for entry in board["routes"] if (entry["a"], entry["b"]) == ("brooklyn", "chinatown")][1]
    second["length"] = 4
    return f"{place(board, 'routes', second)}.length"


@spoils("europe", "fault", "cannot take a locomotive; lower it to 2")
def a_ferry_has_more_locomotives_than_spaces(board: Document) -> str:
    entry = route(board, "dieppe", "london")
    entry["ferry"] = 3
    return f"{place(board, 'routes', entry)}.ferry"


@spoils("new-york", "fault", "no colour 'purple'")
def a_route_has_a_colour_that_the_deck_lacks(board: Document) -> str:
    entry = route(board, "soho", "wall-street")
    entry["color"] = "purple"
    return f"{place(board, 'routes', entry)}.color"


@spoils("usa", "fault", "is out of range; lat is the latitude in degrees")
def a_swapped_board_leaves_the_globe(board: Document) -> str:
    for entry in board["cities"]:
        entry["lat"], entry["lon"] = entry["lon"], entry["lat"]
    return "cities[2].lat"


@spoils("new-york", "fault", "already joins")
def a_ticket_stands_twice(board: Document) -> str:
    board["tickets"].append(dict(board["tickets"][0]))
    return "tickets[18]"


NAMES = [spoil.__name__ for *_, spoil in SPOILINGS]


@pytest.mark.parametrize(("board", "code", "words", "spoil"), SPOILINGS, ids=NAMES)
def test_a_spoilt_board_is_found_out(board: str, code: str, words: str, spoil: Spoiling) -> None:
    document = own(board)
    where = spoil(document)
    found = check(document)
    told = (
        [(fault.place, fault.message) for fault in found.faults]
        if code == "fault"
        else [(advice.place, advice.what + " " + advice.mend) for advice in found.advice if advice.code == code]
    )
    assert found.status == ("faults" if code == "fault" else found.status)
    assert where in [place for place, _ in told], found
    assert words in " ".join(sentence for place, sentence in told if place == where)


def test_there_are_enough_spoilings_and_every_code_has_one() -> None:
    assert len(SPOILINGS) >= 40
    assert {code for _, code, _, _ in SPOILINGS} == {"fault", *CODES}
