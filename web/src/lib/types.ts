/** What the server says, in its own words: the shapes of its JSON. */

export type Language = "en" | "it";
export type CardKind = "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "black" | "white" | "locomotive";
export type Cards = Partial<Record<CardKind, number>>;
export type SeatKind = "person" | "open" | "bot";
export type PlayerColor = "blue" | "red" | "green" | "yellow" | "black" | "white";

export type Phase =
  | "opening"
  | "start"
  | "turn"
  | "second"
  | "pay_route"
  | "tunnel"
  | "tickets_drawn"
  | "pay_station"
  | "move_alvin"
  | "marker"
  | "pay_marker"
  | "over";

export interface BoardSummary {
  id: string;
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

export interface City {
  id: string;
  name: string;
  lat: number;
  lon: number;
  attraction?: boolean;
}

export interface Route {
  id: string;
  a: string;
  b: string;
  length: number;
  color: CardKind | "gray";
  tunnel?: number;
  ferry?: number;
}

export interface Ticket {
  id: string;
  a: string;
  b: string;
  points: number;
  long: boolean;
}

export interface Player {
  seat: number;
  name: string;
  color: PlayerColor;
  kind: "person" | "bot";
  bot: string | null;
  present: boolean;
  /** Only where the table says so: a bot that is still being compiled. */
  warming?: boolean;
  clock: number | null;
  cards: number;
  known: Cards;
  tickets: number;
  trains: number;
  stations: string[];
  stations_left: number;
  markers: string[];
  start: string | null;
  routes: string[];
  points: number | null;
}

export interface OwnTicket extends Ticket {
  done: boolean;
}

export interface GameEvent {
  number: number;
  player: string;
  move: string;
  text: string;
}

export interface Score {
  total: number;
  [part: string]: unknown;
}

export interface View {
  game: string;
  number: number;
  board: string;
  variants: string[];
  language: Language;
  phase: Phase;
  to_move: string | null;
  undecided: string[];
  you: string | null;
  expected: string;
  row: CardKind[];
  deck: number;
  discards: Cards;
  tickets_left: number;
  last_turns: number | null;
  turned: Cards;
  laid: Cards;
  due: number;
  claimed_route: string | null;
  players: Player[];
  hand: Cards;
  tickets: OwnTicket[];
  offer: Ticket[];
  keep: number;
  alvin: { city: string; holder: string | null } | null;
  legal: string[];
  can_undo: boolean;
  finished: boolean;
  scores: Record<string, Score> | null;
  winners: string[];
  /** The game in which the same people play again. */
  rematch?: string | null;
  describe: string;
}

export interface SeatInfo {
  seat: number;
  name: string | null;
  kind: SeatKind;
  bot: string | null;
  present: boolean;
  /** Its bot is still being compiled; until then it plays as medium. */
  warming: boolean;
}

export interface GameInfo {
  game: string;
  board: string;
  title: string;
  state: "waiting" | "playing" | "finished";
  seats: SeatInfo[];
  open: number;
  clock: number | null;
  number: number;
  created: string;
}

export interface NewSeat {
  kind: SeatKind;
  name?: string;
  bot?: string;
}

export interface NewGame {
  board: string;
  variants: string[];
  seats: NewSeat[];
  first: number | null;
  clock: number | null;
  watch: "anyone" | "link" | "nobody";
  listed: boolean;
  hot_seat: boolean;
}

export interface Created {
  game: string;
  /** Null for a rematch that another has asked for before. */
  host: string | null;
  watch: string | null;
  invite: string | null;
  seats: { seat: number; name: string | null; kind: SeatKind; token: string | null }[];
}

export type LiveMessage =
  | { type: "view"; number: number; view: View; moves: GameEvent[] }
  | { type: "seats"; seats: SeatInfo[] }
  | { type: "waiting"; info: GameInfo }
  | { type: "error"; error: string; message: string };

export interface Frame {
  number: number;
  view: View;
  told: GameEvent | null;
}

export interface Replay {
  board: string;
  variants: string[];
  seats: string[];
  number: number;
  frames: Frame[];
  scores: Record<string, Score> | null;
  winners: string[];
  charts: { points: number[][]; tickets: number[][] };
}

export interface Refusal {
  error: string;
  message: string;
  rule?: string | null;
  number?: number;
  view?: View;
}
