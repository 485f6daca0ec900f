/** All boards that can be chosen here: those that the server lists, then own ones whose link this browser has opened. */
import * as api from "../lib/server/api.ts";
import type { Answer } from "../lib/server/api.ts";
import type { BoardSummary } from "../lib/types.ts";
import { forgetBoard, knownBoards } from "./known-boards.ts";

export async function allBoards(): Promise<Answer<{ boards: BoardSummary[] }>> {
  const [listed, own] = await Promise.all([api.boards(), ownBoards()]);
  if (!listed.ok) return listed;
  const ids = new Set(listed.value.boards.map(({ id }) => id));
  return { ok: true, value: { boards: [...listed.value.boards, ...own.filter(({ id }) => !ids.has(id))] } };
}

async function ownBoards(): Promise<BoardSummary[]> {
  return (await Promise.all(knownBoards().map(withOthers))).flat();
}

/** A board and the same map with other rulesets. One that the server has forgotten is forgotten here as well. */
async function withOthers(board: string): Promise<BoardSummary[]> {
  const first = await api.aboutBoard(board);
  if (!first.ok) {
    if (first.status === 404) forgetBoard(board);
    return [];
  }
  const others = await Promise.all(first.value.others.map((other) => api.aboutBoard(other)));
  return [first, ...others].flatMap((each) => (each.ok ? [each.value] : []));
}
