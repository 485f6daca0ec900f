/** Bots that play a board, on the server. */
import type { Answer } from "../../lib/api.ts";
import { t } from "../../lib/words.ts";
import type { BoardDocument } from "../document/document.ts";
import type { ServerLayout } from "../start/kept-boards.ts";
import { failed, linesOf, post, refused } from "../workshop-api.ts";

export interface Playtest {
  /** The strongest findings, in sentences. */
  findings: { sentence: string; mend: string }[];
  /** The report as a page. */
  html: string;
}

/** What the bots found; `tell` hears which share of the games is played, and `signal` gives it up. */
export async function playtest(
  document: BoardDocument,
  layout: ServerLayout | null,
  games: number,
  tell: (share: number) => void,
  signal: AbortSignal,
): Promise<Answer<Playtest>> {
  try {
    const response = await post("/api/workshop/playtest", { document, layout, games }, signal);
    if (!response.ok || !response.body) return await refused(response);
    for await (const line of linesOf(response.body)) {
      const { share, report, html, message } = JSON.parse(line) as { share?: number; report?: Pick<Playtest, "findings">; html?: string | null; message?: string };
      if (share !== undefined) tell(share);
      if (report) return { ok: true, value: { findings: report.findings, html: html ?? "" } };
      if (message) return failed(message);
    }
    return failed(t("page.shell.went_wrong"));
  } catch {
    return failed(signal.aborted ? "" : t("page.shell.unreachable"));
  }
}
