/** Uploading a bundle: what can be told before it is sent, and what the server says of it. */
import * as api from "../lib/server/api.ts";
import type { Flaw, UploadedBoard } from "../lib/api-types.ts";
import { t } from "../lib/words.ts";

/** As the server has it: larger ones are not even sent. */
export const LARGEST = 512_000;

export type Outcome = { ok: true; board: UploadedBoard } | { ok: false; message: string; flaws: Flaw[] };

export async function uploadFile(file: File): Promise<Outcome> {
  if (file.size > LARGEST) return refused(t("page.own_boards.too_large", { size: Math.ceil(file.size / 1000), most: LARGEST / 1000 }));
  const text = await file.text();
  if (!text.trimStart().startsWith("{")) return refused(t("page.own_boards.no_board", { file: file.name }));
  return uploadText(text);
}

export async function uploadText(text: string): Promise<Outcome> {
  const answer = await api.uploadBoard(text);
  return answer.ok ? { ok: true, board: answer.value } : refused(answer.refusal.message, answer.refusal.flaws);
}

function refused(message: string, flaws: Flaw[] = []): Outcome {
  return { ok: false, message, flaws };
}
