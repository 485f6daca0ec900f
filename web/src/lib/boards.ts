/** The boards as people choose them: a map by its picture, then its rules where there are several. */
import type { BoardSummary } from "./types.ts";
import { knows, t } from "./words.ts";

export interface BoardMap {
  map: string;
  title: string;
  boards: BoardSummary[];
}

export function maps(boards: readonly BoardSummary[]): BoardMap[] {
  const found = new Map<string, BoardMap>();
  for (const board of boards) {
    const known = found.get(board.map);
    if (known) known.boards.push(board);
    else found.set(board.map, { map: board.map, title: board.title, boards: [board] });
  }
  return [...found.values()];
}

/** Which of a map's boards its picture shows: the one with the most in it. */
export function pictured(map: BoardMap): BoardSummary {
  return map.boards.at(-1)!;
}

/** A board's name in the language of the page. Reactive. */
export function boardTitle(board: { id: string; full_title: string }): string {
  return named(board.id, board.full_title);
}

/** A map's name, whatever the rules it is played by. Reactive. */
export function mapTitle(map: { map: string; title: string }): string {
  return named(map.map, map.title);
}

/** A game's board, as the lobby tells it. Reactive. */
export function gameTitle(info: { board: string; title: string }): string {
  return named(info.board, info.title);
}

/** What is special about a board, in a sentence. Reactive. */
export function boardStory(board: { id: string; map: string }): string {
  const key = [`board_story.${board.id}`, `board_story.${board.map}`].find(knows);
  return key ? t(key) : "";
}

function named(name: string, otherwise: string): string {
  const key = `board.${name}`;
  return knows(key) ? t(key) : otherwise;
}
