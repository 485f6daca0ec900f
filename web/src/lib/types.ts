/** The server's JSON by the names that the page uses; `api-types.ts` is generated from the server's description. */
import type * as api from "./api-types.ts";

export type { BoardSummary, City, Created, Frame, GameInfo, Held, Hints, Level, Refusal, Replay, Route, Rules, Score, SeatInfo, Ticket, Why } from "./api-types.ts";

export type Language = api.View["language"];
export type CardKind = api.View["row"][number];
export type Cards = api.View["hand"];
export type Phase = api.View["phase"];
export type SeatKind = api.NewSeat["kind"];
export type GameEvent = api.Event;

/** Which further fields a reason has depends on its kind. */
export type HintReason = api.HintReason & { route?: unknown };
export type Hint = Omit<api.Hint, "reasons"> & { reasons: HintReason[] };

/** The table adds whether a bot is still being compiled, and whether the seat belongs to a person. */
export type Player = api.Player & { warming?: boolean; given?: boolean };
export type View = Omit<api.View, "players"> & { players: Player[] };

/** Of its rules the server leaves none out. */
export type Board = Omit<api.WholeBoard, "rules"> & { rules: Required<api.BoardRules> };
export type TieBreak = Board["rules"]["tie_breaks"][number];

/** Boards, variants and bots are those that the server has listed: here any text. */
export type NewSeat = Omit<api.NewSeat, "bot"> & { bot?: string };
export type NewGame = Omit<api.NewGame, "board" | "variants" | "seats"> & { board: string; variants?: string[]; seats: NewSeat[] };
export type SeatChange = Omit<api.SeatChange, "bot"> & { bot?: string };

/** What the server pushes over the WebSocket. */
export type LiveMessage =
  | ({ type: "view" } & api.Line)
  | ({ type: "changes" } & Omit<api.Changes, "changes"> & { changes: Partial<View> })
  | { type: "seats"; seats: api.SeatInfo[] }
  | { type: "waiting"; info: api.GameInfo }
  | { type: "keeping"; kept: boolean; message: string }
  | { type: "error"; error: string; message: string };
