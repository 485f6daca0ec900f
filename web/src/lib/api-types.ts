/** The server's JSON, generated from its OpenAPI description by `python -m tools.api_types`: do not edit. */

/** How many characters the name of a player may have. */
export const LONGEST_NAME = 20;

export interface AboutBoard {
  id: string;
  /** Whether somebody brought it along; false for those that come with Carrozza. */
  own: boolean;
  map: string;
  ruleset: string | null;
  title: string;
  full_title: string;
  min_seats: number;
  max_seats: number;
  variants: string[];
  cities: number;
  routes: number;
  tickets: number;
  notes: string[];
  credits: string[];
  /** Whether everybody sees it, or only who knows its name. */
  listed: boolean;
  /** The names of the same map with other rulesets. */
  others: string[];
}

export interface Alvin {
  city: string;
  holder: string | null;
}

export interface AlvinPosition {
  city: string;
  holder?: string | null;
}

/** A document as a board file has it or, where there are questions or faults, none. */
export interface BegunBoard {
  document: Record<string, unknown> | null;
  questions: PlaceQuestion[];
  faults: ListFault[];
}

/** Something that printed boards do otherwise. */
export interface BoardAdvice {
  code: string;
  severity: "warning" | "note";
  place: string;
  /** Further places that it concerns. */
  also: string[];
  /** The cities, routes and tickets, or the colours, that it is about. */
  subjects: string[];
  measure: number | null;
  /** The range of that measure on the printed boards. */
  printed: number[] | null;
  what: string;
  mend: string;
  /** A JSON Patch of the document that mends it. */
  repair: Operation[] | null;
}

/** Where he starts, and what he is worth. */
export interface BoardAlvin {
  /** the id of the city where Alvin starts */
  city: string;
  /** the points for each catch, and for holding him at the end */
  points?: number;
}

/** Something wrong with a board. */
export interface BoardFault {
  /** Where in the document: `routes[3].length`. */
  place: string;
  /** The city, route or ticket of the place, where there is one. */
  name: string | null;
  /** What is wrong, and what to do about it. */
  message: string;
  /** A JSON Patch of the document that mends it. */
  repair: Operation[] | null;
}

/** What differs between boards, in numbers. */
export interface BoardRules {
  /** the fewest players, 2 to 6 */
  min_seats?: number;
  /** the most players, 2 to 6 */
  max_seats?: number;
  /** the trains of each player, 1 to 64 */
  trains?: number;
  /** a list of up to 8 card colours out of red, orange, yellow, green, blue, purple, pink, black, white */
  colors?: string[];
  /** the cards of each colour */
  copies?: number;
  /** the locomotives among the cards */
  locomotives?: number;
  /** the cards dealt to each player */
  opening_hand?: number;
  /** the long tickets dealt to each player, 0 or 1; with 0 all tickets are one deck */
  opening_long?: number;
  /** the tickets dealt to each player from the deck, 1 to 5 */
  opening_tickets?: number;
  /** the fewest tickets a player keeps of those dealt, 1 or more */
  opening_keep?: number;
  /** where refused opening tickets go: 'bottom', 'out' or 'shuffled' */
  opening_refused?: "bottom" | "out" | "shuffled";
  /** the tickets drawn in a turn, 1 to 5 */
  draw_tickets?: number;
  /** the fewest tickets a player keeps of those drawn, 1 or more */
  draw_keep?: number;
  /** the most players for whom a double has one route only, 0 to 6 */
  single_until?: number;
  /** true where ferries ask for locomotives */
  ferries?: boolean;
  /** true where tunnels turn cards */
  tunnels?: boolean;
  /** the stations of each player, 0 to 3 */
  stations?: number;
  /** the points for each station left at the end, 0 to 99 */
  station_points?: number;
  /** true where routes must grow from a start city */
  network?: boolean;
  /** the city markers of each player, 0 to 3 */
  markers?: number;
  /** the points for the longest path, 0 for none */
  longest_path?: number;
  /** the points for the most completed tickets, 0 for none */
  globetrotter?: number;
  /** the points for each attraction reached, 0 for none */
  attractions?: number;
  /** a list of the points for a route of length 0, 1, 2 ... 8, the first being 0 */
  route_points?: number[];
  /** a list of what breaks a tie, the most important first */
  tie_breaks?: ("completed-tickets" | "longest-path" | "fewest-stations" | "longest-path-bonus")[];
  /** true where route points are shown only at the end */
  hidden_points?: boolean;
  /** the number of trains left that begins the last round, 0 to 99 */
  last_round_trains?: number;
}

export interface BoardSummary {
  id: string;
  /** Whether somebody brought it along; false for those that come with Carrozza. */
  own: boolean;
  map: string;
  ruleset: string | null;
  title: string;
  full_title: string;
  min_seats: number;
  max_seats: number;
  variants: string[];
  cities: number;
  routes: number;
  tickets: number;
}

export interface Boards {
  /** Those that come with Carrozza, then own ones that are listed. */
  boards: BoardSummary[];
}

export interface Bots {
  levels: Level[];
  bots: string[];
}

/** A position, moves, and what is expected of them. */
export interface Case {
  name?: string | null;
  rules?: string[];
  why?: string | null;
  board: string;
  variants?: string[];
  seats: string[];
  seed?: number;
  position?: PositionDocument | null;
  moves?: CaseMove[];
  expect?: Record<string, unknown>;
}

/** One choice of one player. */
export interface CaseMove {
  player: string;
  keep?: string[] | null;
  start?: string | null;
  draw?: string[] | null;
  claim?: string | null;
  station?: string | null;
  cards?: Record<string, number> | null;
  tunnel?: Payment | "decline" | null;
  draw_tickets?: true | KeepChoice | null;
  marker?: MarkerChoice | null;
  alvin?: string | null;
  pass?: true | null;
  finish?: true | null;
}

/** What has changed since the message before, for a client that asked for changes. */
export interface Changes {
  number: number;
  /** The fields of the view that have changed, each whole. The description follows when the game has been quiet for a second. */
  changes: Record<string, unknown>;
  moves: Event[];
}

export interface Charts {
  /** By seat, then by frame. */
  points: number[][];
  tickets: number[][];
}

export interface Checked {
  status: "good" | "advice" | "faults";
  faults: BoardFault[];
  /** Only where there are no faults. */
  advice: BoardAdvice[];
}

/** A place where routes end. */
export interface City {
  /** the city's id, such as 'new-york' */
  id: string;
  /** the city's name as players read it */
  name: string;
  /** the latitude in degrees, -90 to 90, north positive */
  lat: number;
  /** the longitude in degrees, -180 to 180, east positive */
  lon: number;
  /** true for a tourist attraction */
  attraction?: boolean;
}

/** How well a city is connected. */
export interface CityFacts {
  id: string;
  neighbours: number;
  routes: number;
  tickets: number;
}

/** The routes of one colour. */
export interface ColorFacts {
  color: string;
  routes: number;
  spaces: number;
}

export interface Created {
  game: string;
  /** Opens what the host may do. */
  host: string | null;
  /** Opens the public table. */
  watch: string | null;
  /** Lets somebody join. */
  invite: string | null;
  seats: CreatedSeat[];
}

export interface CreatedSeat {
  seat: number;
  name: string | null;
  kind: "person" | "open" | "bot";
  /** Opens the seat; only for the seats of whoever made the game. */
  token: string | null;
}

/** A board that is being made. */
export interface Draft {
  /** What a board file says, as JSON (`docs/board.schema.json`). */
  document: Record<string, unknown>;
}

export interface DraftToDraw {
  /** What a board file says, as JSON (`docs/board.schema.json`). */
  document: Record<string, unknown>;
  /** As `layout` of an answer has it. */
  layout: Record<string, unknown>;
  theme?: "light" | "dark" | "auto" | "print";
  /** Begins every id. */
  prefix?: string;
}

export interface DraftToLayOut {
  /** What a board file says, as JSON (`docs/board.schema.json`). */
  document: Record<string, unknown>;
  /** The board's, or that of the board as it was before. */
  layout?: Record<string, unknown> | null;
}

export interface DraftToPlaytest {
  /** What a board file says, as JSON (`docs/board.schema.json`). */
  document: Record<string, unknown>;
  /** The board's, or that of the board as it was before. */
  layout?: Record<string, unknown> | null;
  games?: number;
  /** By default all numbers that the board allows. */
  players?: number[] | null;
  /** The same one gives the same games. */
  seed?: number;
}

export interface DraftToPrint {
  /** What a board file says, as JSON (`docs/board.schema.json`). */
  document: Record<string, unknown>;
  /** As `layout` of an answer has it. */
  layout: Record<string, unknown>;
  paper?: "a4" | "a3" | "a2" | "a1" | "letter" | "tabloid" | "full";
  parts?: ("board" | "tickets" | "trains" | "backs" | "rules")[];
}

export interface DraftToSuggestFor {
  /** What a board file says, as JSON (`docs/board.schema.json`). */
  document: Record<string, unknown>;
  what: "tickets" | "colors";
  /** Another one gives other suggestions. */
  seed?: number;
}

/** What happened, as the viewer may know it. */
export interface Event {
  number: number;
  player: string;
  move: string;
  text: string;
}

export interface Fact {
  name: string;
  value: string;
}

/** A board in numbers. */
export interface Facts {
  cities: number;
  routes: number;
  spaces: number;
  doubles: number;
  triples: number;
  ferries: number;
  tunnels: number;
  attractions: number;
  tickets: number;
  long_tickets: number;
  ticket_points: number;
  cards: number;
  trains: number;
  shortest_route: number;
  longest_route: number;
  shortest_ticket: number;
  longest_ticket: number;
  by_color: ColorFacts[];
  by_length: LengthFacts[];
  by_ticket: TicketFacts[];
  by_city: CityFacts[];
}

/** Something that the games show, and that could be mended. */
export interface Finding {
  code: string;
  /** the larger, the more it matters; findings are sorted by it */
  strength: number;
  /** the id of a route or ticket, the name of a style */
  subject?: string | null;
  /** the numbers of its sentence */
  values?: Record<string, number | string>;
  /** in the language of the report */
  sentence?: string;
  /** the change that would mend it, in the language of the report */
  mend?: string;
}

/** One thing that cannot be in a table to be scored, or in an uploaded board. */
export interface Flaw {
  /** Where it stands in the request. */
  path: string;
  message: string;
}

/** How a bot does that plays at random. */
export interface FloorFigures {
  games: number;
  /** how often it wins, divided by the share of one seat */
  wins: number | null;
  score: number | null;
}

/** A town. */
export interface FoundPlace {
  name: string;
  /** What finds this place again: name, region, country. */
  full_name: string;
  region: string;
  country: string;
  lat: number;
  lon: number;
  population: number;
  /** Whether it bears the name, its name goes on, or is only spelt like it. */
  match: "exact" | "prefix" | "near";
}

/** The places that a text may mean, the likeliest first. */
export interface FoundPlaces {
  places: FoundPlace[];
}

export interface Frame {
  number: number;
  view: View;
  /** What led to this frame; null in the first. */
  event: Event | null;
}

export interface GameInfo {
  game: string;
  board: string;
  title: string;
  state: "waiting" | "playing" | "finished";
  seats: SeatInfo[];
  /** How many seats are free. */
  open: number;
  clock: number | null;
  number: number;
  created: string;
  options: Options;
  /** Whether it ended without a result: nothing could be played. */
  halted?: boolean;
  /** The game in which the same people play again. */
  rematch?: string | null;
  /** The game whose people play again here. */
  before?: string | null;
  /** What the token of the request opens. */
  token?: OwnToken | null;
}

/** Shapes in degrees: of each, longitude and latitude of every point in turn. */
export interface Ground {
  land: number[][];
  lakes: number[][];
  borders: number[][];
  rivers: number[][];
  states: number[][];
}

export interface Health {
  status: "ok" | "closing" | "failing";
  /** Why moves cannot be kept. */
  reason: Reason | null;
  version: string;
}

/** What one player holds. */
export interface Held {
  /** How many of each kind. */
  hand: Partial<Record<"red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "black" | "white" | "locomotive", number>>;
  tickets: Ticket[];
  offered: Ticket[];
}

export interface Hint {
  /** To be played as any other. */
  move: string;
  /** The move in a sentence. */
  text: string;
  /** The weightiest first. */
  reasons: HintReason[];
  /** Tickets that it serves, or would keep, by its reasons. */
  tickets: string[];
  /** Of each of these, the routes of its cheapest way with this move. */
  ways: string[][];
  win_probability: number;
  /** Expected points ahead of the best of the others. */
  margin: number;
}

/** A fact of the position that speaks for a move; which further fields it has depends on its kind. */
export interface HintReason {
  kind: string;
  text: string;
}

export interface Hints {
  /** Of the position they belong to. */
  number: number;
  /** In how many positions of this game hints were asked for. */
  asked: number;
  /** The best first. */
  hints: Hint[];
}

export interface Join {
  name: string;
  invite?: string | null;
  seat?: number | null;
}

export interface Joined {
  seat: number;
  token: string;
}

export interface KeepChoice {
  keep: string[];
}

/** Says that moves are not being saved, or that they are again. */
export interface Keeping {
  type: "keeping";
  kept: boolean;
  message: string;
}

/** A board's playtest in a few numbers, to be compared with those of others. */
export interface KeyFigures {
  board: string;
  title: string;
  games: number;
  score: number;
  deviation: number;
  margin: number;
  /** the estimated minutes with the fewest and with the most players */
  minutes: [number, number];
  /** the turns of a player, with the fewest and with the most players */
  turns: [number, number];
  /** by how much the luckiest seat wins more than its share, as a part of it, at worst */
  seat_advantage: number;
  /** the share of tickets in what winners are ahead by */
  tickets_share: number;
  routes_share: number;
  path_share: number;
  /** the share of kept tickets that are completed */
  made: number;
  /** the mean points by which tickets win or lose against their values */
  unfairness: number | null;
  /** the share of games in which the least used way between two cities is used */
  used_least: number;
  /** the plans that the worst bottleneck cuts, for each game */
  cuts_most: number;
  /** how often a random player wins, divided by the share of a seat */
  floor_wins: number | null;
  /** how often the best style wins, divided by how often all would if equal */
  style_most: number;
}

export interface Layout {
  /** Of the drawing, in millimetres, as all that follows. */
  width: number;
  height: number;
  /** By city: how far from the left and from the top. */
  cities: Record<string, number[]>;
  /** By city, of the box of its name: its middle, width and height. */
  labels: Record<string, number[]>;
  /** By route, of each space: its middle, its turn in degrees, its length. */
  spaces: Record<string, number[][]>;
  /** Of title, points, compass and small picture: the upper left corner, width and height. */
  furniture: Record<string, number[]>;
}

/** A line of a layout's stream: how far it is or, at the end, the layout or why there is none. */
export interface LayoutLine {
  /** Of the work that is done. */
  share?: number | null;
  /** In the first line: its name. */
  work?: string | null;
  layout?: Record<string, unknown> | null;
  error?: string | null;
  message?: string | null;
}

/** The routes of one length, and the points for each. */
export interface LengthFacts {
  length: number;
  routes: number;
  points: number;
}

export interface Level {
  id: string;
  title: string;
  about: string;
}

/** One line of the stream. */
export interface Line {
  number: number;
  view: View;
  moves: Event[];
}

/** A line that cannot be read, and how to mend it; line 0 is the list as a whole. */
export interface ListFault {
  list: "cities" | "routes" | "tickets" | "board";
  line: number;
  message: string;
}

export interface Lobby {
  games: GameInfo[];
}

export interface MarkerChoice {
  city: string;
  cards?: Record<string, number> | null;
}

export interface Moved {
  /** Of the move in the log; the view with this number or a later one shows it. */
  number: number;
  /** As it is now; only where `view=true` asks for it. */
  view?: View | null;
}

export interface NewGame {
  /** Of a board that comes with Carrozza, or of an own one as its upload was answered. */
  board: "usa" | "europe" | "new-york" | "italy-basic" | "italy-advanced" | "old-west" | unknown;
  variants?: "alvin"[];
  seats: NewSeat[];
  /** Who starts; none: by lot. */
  first?: number | null;
  /** Seconds for each turn; none: no clock. */
  clock?: number | null;
  watch?: "anyone" | "link" | "nobody";
  /** Whether the lobby shows it, for anybody to join. */
  listed?: boolean;
  /** Whether its people share one device. */
  hot_seat?: boolean;
  /** A guided game, in which the page explains the rules as they come up: give the seat of one person; an easy bot is added, and the cards are prepared. */
  guide?: boolean;
}

export interface NewMove {
  move: string;
  id?: string | null;
  number?: number | null;
}

export interface NewSeat {
  kind: "person" | "open" | "bot";
  name?: string | null;
  /** A level or a bot's name. */
  bot?: "easy" | "medium" | "hard" | "expert" | "random" | "greedy" | "planner" | "search" | "neural" | null;
}

/** Of JSON Patch (RFC 6902). */
export interface Operation {
  op: "add" | "replace" | "remove";
  /** Where in the document, as a JSON Pointer (RFC 6901). */
  path: string;
  value?: unknown;
}

export interface Options {
  variants: string[];
  first: number | null;
  watch: "anyone" | "link" | "nobody";
  listed: boolean;
  hot_seat: boolean;
  /** Whether it is a guided game on a prepared deal. */
  guide: boolean;
}

export interface OwnToken {
  role: "seat" | "host" | "watch" | "invite";
  seat: number | null;
}

/** A part of the score (E2): what it brings, and what winners have of it beyond the others. */
export interface PartFigures {
  part: string;
  /** the mean of all players */
  points: number;
  /** by how many points winners are ahead of the others' mean in it */
  ahead: number;
  /** that, as a share of the points by which winners are ahead in all */
  share: number;
}

/** Cities, routes and tickets, one on each line or as a table with a header. */
export interface PastedLists {
  title: string;
  /** Made of the title if it is left out. */
  id?: string;
  cities?: string;
  routes?: string;
  tickets?: string;
  /** Take the rules of this board. */
  rules_of?: "usa" | "europe" | "new-york" | "italy-basic" | "italy-advanced" | "old-west" | unknown | null;
  /** Where the board is, such as a country. */
  near?: string | null;
  /** Take the likeliest place where a name is ambiguous. */
  first?: boolean;
  /** Make ferries of proposed routes over water. */
  ferries?: boolean;
  /** The most players. */
  seats?: number | null;
  /** For suggestions. */
  seed?: number;
}

export interface Payment {
  pay: Record<string, number>;
}

/** What is under way in the middle of a turn. */
export interface Pending {
  phase: "start" | "second" | "tunnel" | "tickets_drawn" | "move_alvin" | "marker";
  /** the route being claimed: of a tunnel, of Alvin, of a marker */
  route?: string | null;
  /** the cards laid for a tunnel */
  laid?: Record<string, number>;
  /** the cards turned for a tunnel */
  turned?: Record<string, number>;
  /** what the tunnel costs extra; follows from the cards */
  due?: number;
  /** the tickets just drawn, to choose among */
  offered?: string[];
}

/** A city that may be one of several places, or that no place is called like. */
export interface PlaceQuestion {
  line: number;
  name: string;
  /** Whether these places bear the name; else they are only like it. */
  known: boolean;
  places: FoundPlace[];
}

/** A player of the view model, with what the server knows of the seat. */
export interface Player {
  seat: number;
  name: string;
  color: "blue" | "red" | "green" | "yellow" | "black" | "white";
  hand_size: number;
  /** Cards everybody knows this player to hold. */
  known_cards: Partial<Record<"red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "black" | "white" | "locomotive", number>>;
  ticket_count: number;
  trains: number;
  /** The cities of the stations built. */
  stations: string[];
  stations_left: number;
  /** The cities of the markers placed, the start city first. */
  markers: string[];
  start: string | null;
  routes: string[];
  /** Null where the board keeps points hidden until the end. */
  points: number | null;
  kind: "person" | "bot";
  bot: string | null;
  present: boolean;
  /** Seconds left of the turn. */
  clock: number | null;
}

/** One player's things. What is left out is empty, or follows from the rest. */
export interface PlayerPosition {
  /** cards in hand, by kind */
  hand?: Record<string, number>;
  /** ticket ids */
  tickets?: string[];
  /** ids of the routes claimed */
  routes?: string[];
  /** ids of the cities with a station */
  stations?: string[];
  /** ids of the cities with a marker; the first is the start city */
  markers?: string[];
  /** trains left; a full set less the routes' lengths if left out */
  trains?: number | null;
  /** points so far; what the routes are worth if left out, 0 where markers are in play */
  points?: number | null;
  /** tickets dealt in the opening and not yet chosen among */
  offered?: string[];
  /** in the opening, while others still choose: the tickets dealt, of which `tickets` are kept */
  dealt?: string[];
  /** opening tickets this player refused, where those leave the game or are shuffled under the deck */
  refused?: string[];
  /** how many of the opening tickets shuffled under the deck this player has drawn since */
  drew_refused?: number;
  /** tickets kept in the opening; as many of `tickets` as can be if left out */
  opening_kept?: number | null;
  /** cards of the hand that everybody knows: taken face up and not played since */
  known?: Record<string, number>;
  /** cards drawn unseen from the present deck, played or not; the hand less `known` if left out */
  unseen?: Record<string, number> | null;
  /** how often this player caught Alvin */
  catches?: number;
}

/** A line of a playtest's stream: how far it is or, at the end, the report or why there is none. */
export interface PlaytestLine {
  /** Of the games that are played. */
  share?: number | null;
  /** In the first line: the name by which it can be stopped. */
  work?: string | null;
  /** As `carrozza board playtest --json` has it. */
  report?: PlaytestReport | null;
  /** The report as one file for a browser. */
  html?: string | null;
  error?: string | null;
  message?: string | null;
}

/** What a playtest found. */
export interface PlaytestReport {
  board: string;
  title: string;
  version: string;
  seed: number;
  asked: number;
  games: number;
  interrupted: boolean;
  seconds: number;
  styles: StyleFigures[];
  floor: FloorFigures;
  tables: TableFigures[];
  parts: PartFigures[];
  routes: RouteFigures[];
  tickets: TicketFigures[];
  /** none where too few games were played to say anything */
  figures: KeyFigures | null;
  findings: Finding[];
  /** the same figures of the printed boards */
  printed: KeyFigures[];
}

/** A position at any moment. `str` writes it on one line of JSON, `parse` reads it. >>> position = PositionDocument.parse('{"to_move": "Ada", "row": ["red", "red", "blue", "white", "black"]}') >>> print(position) {"to_move": "Ada", "row": ["red", "red", "blue", "white", "black"]} */
export interface PositionDocument {
  to_move?: string | null;
  /** face-up cards; dealt from the deck if left out */
  row?: string[] | null;
  /** top cards of the deck, the top first */
  deck?: string[];
  discard?: Record<string, number>;
  /** where all other cards are: 'deck', 'discard', or a player's name */
  rest?: string;
  /** top of the ticket deck, the top first */
  tickets?: string[];
  /** how many tickets the deck holds at the most */
  tickets_left?: number | null;
  /** tickets of the deck that a player put back and so knows: id to player, null where they were shuffled in the opening */
  returned?: Record<string, string | null>;
  players?: Record<string, PlayerPosition>;
  alvin?: AlvinPosition | null;
  /** turns left in the game, once the last round has begun */
  last_turns?: number | null;
  /** who started the game; `to_move` if left out */
  first?: string | null;
  /** how many turns have ended */
  turns?: number;
  /** how many players in a row have passed */
  passes?: number;
  /** true where the game is over */
  finished?: true | null;
  pending?: Pending | null;
}

/** A ticket as the board has it. */
export interface PrintedTicket {
  /** the ticket's id; left out, it is made of the two cities */
  id: string;
  /** the id of the city at one end */
  a: string;
  /** the id of the city at the other end */
  b: string;
  /** the points it is worth, 1 to 99 */
  points: number;
  /** true for a long ticket */
  long?: boolean;
}

/** Why a write cannot be kept. */
export type Reason = "disk_full" | "disk_error" | "database_locked" | "database_damaged" | "database_away" | "database_silent" | "read_only";

/** Why something cannot be; nothing has changed. */
export interface Refusal {
  /** A word for programs. */
  error: string;
  /** A sentence for people, in the access's language. */
  message: string;
  /** The rule that stands in the way, as `/api/rules` has it. */
  rule?: string | null;
  /** Of a move: the game's number as it is now. */
  number?: number;
  /** Of a stale move, where `view=true` asks for it: the view as it is now. */
  view?: View | null;
  /** Of a request that cannot be: what is wrong in it. */
  places?: string[];
  /** Of a table to be scored, or of an uploaded board, that cannot be: why, place by place. */
  flaws?: Flaw[];
  /** Of an outage of the database: why moves cannot be kept. */
  reason?: string;
  /** Seconds after which to come again. */
  retry_after?: number;
  /** Of a fault of the server's: what its log calls the request. */
  request?: string;
}

export interface Replay {
  board: string;
  variants: string[];
  seats: string[];
  number: number;
  frames: Frame[];
  scores: Record<string, Score> | null;
  winners: string[];
  charts: Charts;
}

/** One row of spaces between two adjacent cities. */
export interface Route {
  /** the route's id; left out, it is made of the cities (and colour or number) */
  id: string;
  /** the id of the city at one end */
  a: string;
  /** the id of the city at the other end */
  b: string;
  /** the number of spaces, 1 to 8 */
  length: number;
  /** one of the card colours of the rules, or 'gray' for any */
  color: string;
  /** the cards a tunnel turns, 1 to 3, or 0 for no tunnel */
  tunnel?: number;
  /** the number of spaces that take a locomotive */
  ferry?: number;
}

/** One route. */
export interface RouteFigures {
  id: string;
  /** the share of games in which it is claimed */
  claimed: number;
  /** the same for it and the routes parallel to it: any of them */
  either: number;
  /** when it is claimed on average: 0 the first turn, 1 the last */
  moment: number | null;
  /** how many plans a claim of it cuts, for each game */
  cuts: number;
}

export interface Rule {
  id: string;
  text: string;
}

/** A switch of the rules, and what it may be set to. */
export interface RuleSwitch {
  key: string;
  kind: "boolean" | "integer" | "string" | "list";
  /** What it is where the board file does not set it. */
  usual: unknown;
  least: number | null;
  most: number | null;
  choices: string[];
  /** The rules that it is about. */
  rules: RuleText[];
}

export interface RuleSwitches {
  switches: RuleSwitch[];
}

export interface RuleText {
  id: string;
  text: string;
}

export interface Rules {
  board: string;
  title: string;
  sections: Section[];
  about: string[];
  facts: Fact[];
  /** What a player may know. */
  known: string[];
  trademark: string;
}

/** One player's points by their parts (E2). */
export interface Score {
  total: number;
  routes: number;
  tickets: number;
  tickets_completed: string[];
  tickets_failed: string[];
  stations: number;
  longest_path: number;
  longest_path_length: number;
  globetrotter: number;
  attractions: number;
  alvin: number;
  /** Routes of others that stations lend. */
  borrowed: string[];
  /** By completed ticket, the routes that complete it, from `a` to `b`. */
  ways: Record<string, string[]>;
  /** In the order they are travelled. */
  longest_path_routes: string[];
}

export interface SeatChange {
  kind: "person" | "open" | "bot";
  bot?: "easy" | "medium" | "hard" | "expert" | "random" | "greedy" | "planner" | "search" | "neural" | null;
}

/** How often a seat wins; the first starts. */
export interface SeatFigures {
  seat: number;
  wins: number;
  interval: [number, number] | null;
}

export interface SeatInfo {
  seat: number;
  /** Of an open seat: whom it is reserved for. */
  name: string | null;
  kind: "person" | "open" | "bot";
  bot: string | null;
  /** Whether a bot plays it, or its person is connected or has just asked by HTTP. */
  present: boolean;
  /** Whether its bot is still being compiled: until then it plays as `medium`. */
  warming: boolean;
  /** Whether its person has left the table. */
  left: boolean;
  /** Whether a person holds this seat, even while a bot plays it. */
  given: boolean;
}

export interface Seats {
  seats: SeatInfo[];
}

export interface Section {
  title: string;
  rules: Rule[];
}

/** A board to start from. */
export interface Started {
  /** What a board file says, as JSON (`docs/board.schema.json`). */
  document: Record<string, unknown>;
  /** As `layout` of an answer has it. */
  layout: Record<string, unknown>;
}

/** How a style of play does against the others. */
export interface StyleFigures {
  style: string;
  bot: string;
  /** how often it wins, divided by how often it would if all styles were equal */
  wins: number;
  interval: [number, number] | null;
  score: number;
}

/** Lists for the document, in the place of its own. */
export interface Suggested {
  tickets?: (Record<string, unknown>)[] | null;
  routes?: (Record<string, unknown>)[] | null;
}

/** The games with one number of players. */
export interface TableFigures {
  players: number;
  games: number;
  seats: SeatFigures[];
  /** the mean score of a player */
  score: number;
  /** the standard deviation of a player's score */
  deviation: number;
  /** the score that 5, 25, 50, 75 and 95 of 100 players do not exceed */
  scores: [number, number, number, number, number];
  /** the points between the winner and the next player, on average */
  margin: number;
  /** the turns of a game, of all players together */
  turns: number;
  /** the turns that 5 and 95 of 100 games do not exceed */
  turns_of_most: [number, number];
  /** the estimated minutes of a game between people */
  minutes: number;
  /** games that ended because nobody could do anything any more (T3) */
  passed: number;
  /** games that were stopped at the cap on turns */
  endless: number;
}

/** A ticket that the viewer holds, or is offered. */
export interface Ticket {
  id: string;
  a: string;
  b: string;
  points: number;
  long: boolean;
  completed: boolean;
  /** The routes of the cheapest way still open to this seat, over its own routes and free ones, from `a` to `b`; empty where none is left. Of a completed ticket, the routes that complete it. */
  way: string[];
}

/** The points of a ticket against the fewest trains that complete it, and a way that takes no more. */
export interface TicketFacts {
  id: string;
  points: number;
  trains: number;
  way: string[];
}

/** One ticket. */
export interface TicketFigures {
  id: string;
  points: number;
  /** the fewest trains that complete it */
  trains: number;
  /** how often it was offered to a player */
  drawn: number;
  /** how often it was kept when it was offered */
  kept: number | null;
  /** how often it was completed when it was kept */
  made: number | null;
  /** the points it brings when it is kept, those it costs deducted */
  brings: number | null;
  /** by how many points a player with it is further ahead than one with an average ticket in its place */
  margin: number | null;
  margin_interval: [number, number] | null;
  /** the same for the tickets of its length on this board, by a straight line */
  usual: number | null;
  /** what it wins (or loses) against its value: margin less usual */
  gain: number | null;
  gain_interval: [number, number] | null;
  /** the value with which it would win or lose nothing */
  fair: number | null;
  fair_interval: [number, number] | null;
  /** where it is sure that the value is not fair: the fair one in whole points, or a step towards it */
  suggested: number;
}

export interface Undo {
  id?: string | null;
  number?: number | null;
}

export interface UploadedBoard {
  /** Its name on this server. */
  board: string;
  /** One for each ruleset of the bundle. */
  boards: BoardSummary[];
  /** False where the same bundle had been uploaded before. */
  new: boolean;
  /** Whether everybody sees it, or only who knows its name. */
  listed: boolean;
  /** Its page, to share. */
  page: string;
}

/** The view model of one seat or of a watcher, with the game it belongs to. */
export interface View {
  board: string;
  variants: string[];
  language: "en" | "it";
  phase: "opening" | "start" | "turn" | "second" | "pay_route" | "tunnel" | "tickets_drawn" | "pay_station" | "move_alvin" | "marker" | "pay_marker" | "over";
  /** Whose turn it is; null in the opening and at the end. */
  to_move: string | null;
  /** The players who have a decision to make. */
  undecided: string[];
  /** The viewer; null for a watcher. */
  you: string | null;
  /** Whether the viewer has a decision to make. */
  my_turn: boolean;
  /** Turns ended so far. */
  turns: number;
  /** What is asked of the viewer or, while others decide, of them, in a sentence. */
  expected: string;
  row: ("red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "black" | "white" | "locomotive")[];
  deck_size: number;
  /** How many of each kind. */
  discard: Partial<Record<"red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "black" | "white" | "locomotive", number>>;
  tickets_left: number;
  /** Turns left once the last round has begun. */
  last_turns: number | null;
  /** Cards turned for a tunnel. */
  turned: Partial<Record<"red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "black" | "white" | "locomotive", number>>;
  /** Cards laid for a tunnel. */
  laid: Partial<Record<"red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "black" | "white" | "locomotive", number>>;
  /** Extra cards that the tunnel costs. */
  due: number;
  claimed_route: string | null;
  /** Free routes that the viewer may not claim because of a double or triple (C5, C6); for a watcher, those that nobody may claim. */
  closed_routes: string[];
  /** Cards the viewer's next station costs; null where there is none. */
  station_price: number | null;
  players: Player[];
  /** How many of each kind. */
  hand: Partial<Record<"red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "black" | "white" | "locomotive", number>>;
  tickets: Ticket[];
  offered: Ticket[];
  /** The fewest of the offered tickets that must be kept. */
  fewest_to_keep: number;
  alvin: Alvin | null;
  /** In the notation of records; of several payments for one thing the cheapest comes first. */
  legal_moves: string[];
  can_undo: boolean;
  finished: boolean;
  scores: Record<string, Score> | null;
  winners: string[];
  /** The position in sentences, one a line; empty where it was not asked for. */
  description: string;
  /** Null in replays of records. */
  game: string | null;
  /** How many events the log of the game has. */
  number: number;
  /** Whether it ended without a result: nothing could be played. */
  halted?: boolean;
  /** The game in which the same people play again. */
  rematch?: string | null;
  /** In how many positions hints were asked for. */
  hints?: number;
  /** Whether the viewer may ask for hints now. */
  can_ask_hints?: boolean;
  /** What everybody holds: in replays of all, and once the game is over. */
  hands?: Record<string, Held> | null;
}

export interface WatchLink {
  /** Opens the public table. */
  watch: string;
}

export interface WholeBoard {
  id: string;
  /** Whether somebody brought it along; false for those that come with Carrozza. */
  own: boolean;
  map: string;
  ruleset: string | null;
  title: string;
  full_title: string;
  min_seats: number;
  max_seats: number;
  /** Of the facts that matter to a game; records carry it. */
  digest: string;
  notes: string[];
  cities: City[];
  routes: Route[];
  tickets: PrintedTicket[];
  rules: BoardRules;
  variants: Record<string, BoardAlvin>;
  facts: Facts;
  layout: Layout;
}

export interface Why {
  legal: boolean;
  payments: string[];
  rule: string | null;
  message: string | null;
}

/** What a request is answered with, where it is not refused. */
export interface Answers {
  "GET /api/boards": Boards;
  "POST /api/boards": UploadedBoard;
  "GET /api/boards/{board}": WholeBoard;
  "GET /api/boards/{board}/bundle": Record<string, unknown>;
  "GET /api/boards/{board}/drawing.svg": string;
  "GET /api/boards/{board}/summary": AboutBoard;
  "GET /api/bots": Bots;
  "POST /api/games": Created;
  "GET /api/games": Lobby;
  "GET /api/games/{game}": GameInfo;
  "GET /api/games/{game}/events": Line | Keeping;
  "POST /api/games/{game}/hints": Hints;
  "POST /api/games/{game}/join": Joined;
  "POST /api/games/{game}/leave": Seats;
  "POST /api/games/{game}/moves": Moved;
  "GET /api/games/{game}/record": string;
  "POST /api/games/{game}/rematch": Created;
  "GET /api/games/{game}/replay": Replay;
  "PUT /api/games/{game}/seats/{seat}": Seats;
  "POST /api/games/{game}/undo": Moved;
  "GET /api/games/{game}/view": View;
  "POST /api/games/{game}/watch": WatchLink;
  "GET /api/games/{game}/why/{route}": Why;
  "POST /api/replays": Replay;
  "GET /api/rules/{board}": Rules;
  "POST /api/score": View;
  "GET /api/workshop/boards/{board}": Started;
  "POST /api/workshop/check": Checked;
  "POST /api/workshop/draw": string;
  "GET /api/workshop/ground": Ground;
  "POST /api/workshop/layout": LayoutLine;
  "POST /api/workshop/new": BegunBoard;
  "GET /api/workshop/places": FoundPlaces;
  "POST /api/workshop/playtest": PlaytestLine;
  "POST /api/workshop/playtest/{work}/stop": unknown;
  "POST /api/workshop/print": string;
  "GET /api/workshop/rules": RuleSwitches;
  "POST /api/workshop/suggest": Suggested;
  "GET /health": Health;
  "GET /metrics": string;
}

/** What a request carries. */
export interface Bodies {
  "POST /api/boards": Record<string, unknown>;
  "POST /api/games": NewGame;
  "POST /api/games/{game}/join": Join;
  "POST /api/games/{game}/moves": NewMove;
  "PUT /api/games/{game}/seats/{seat}": SeatChange;
  "POST /api/games/{game}/undo": Undo;
  "POST /api/replays": string;
  "POST /api/score": Case;
  "POST /api/workshop/check": Draft;
  "POST /api/workshop/draw": DraftToDraw;
  "POST /api/workshop/layout": DraftToLayOut;
  "POST /api/workshop/new": PastedLists;
  "POST /api/workshop/playtest": DraftToPlaytest;
  "POST /api/workshop/print": DraftToPrint;
  "POST /api/workshop/suggest": DraftToSuggestFor;
}
