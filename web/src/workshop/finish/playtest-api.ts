/** Bots that play a board, on the server. */
import type { Answer } from "../../lib/server/api.ts";
import type { PlaytestLine, PlaytestReport } from "../../lib/api-types.ts";
import { t } from "../../lib/words.ts";
import type { BoardDocument } from "../document/document.ts";
import type { ServerLayout } from "../start/kept-boards.ts";
import { failed, linesOf, post, refused } from "../workshop-api.ts";

export interface Playtest {
  report: PlaytestReport;
  /** The report as one file for a browser. */
  html: string;
}

export interface Listener {
  /** Under this name the games can be stopped. */
  begun(work: string): void;
  /** Which share of the games is played. */
  played(share: number): void;
}

/** What the bots found; `signal` gives it up. */
export async function playtest(
  document: BoardDocument,
  layout: ServerLayout | null,
  games: number,
  listener: Listener,
  signal: AbortSignal,
): Promise<Answer<Playtest>> {
  try {
    const response = await post("/api/workshop/playtest", { document, layout, games }, signal);
    if (!response.ok || !response.body) return await refused(response);
    for await (const line of linesOf(response.body)) {
      const { share, work, report, html, message } = JSON.parse(line) as PlaytestLine;
      if (work) listener.begun(work);
      if (share !== undefined && share !== null) listener.played(share);
      if (report) return { ok: true, value: { report, html: html ?? "" } };
      if (message) return failed(message);
    }
    return failed(t("page.shell.went_wrong"));
  } catch {
    return failed(signal.aborted ? "" : t("page.shell.unreachable"));
  }
}

/** The games played so far are then reported. Whether the server has heard of it. */
export async function stopPlaytest(work: string): Promise<boolean> {
  try {
    return (await post(`/api/workshop/playtest/${encodeURIComponent(work)}/stop`, {})).ok;
  } catch {
    return false;
  }
}
