/** Where a note lies: beside what it is about and never over it. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Surroundings {
  screen: { width: number; height: number };
  /** The part of the table that the map lies in: at its edges lies a note about nothing in particular. */
  board: Box;
  /** The map itself, which is better seen whole. */
  map: Box | null;
  /** What the note is about. */
  about: readonly Box[];
  /** What is pressed and read all the time: to be covered only where there is no other room. */
  pressed: readonly Box[];
  /** On a narrow screen: the line that says what to do, above which the note lies if it can. */
  actionLine: Box | null;
}

interface Size {
  width: number;
  height: number;
}

interface Place {
  x: number;
  y: number;
}

const GAP = 14;
const MARGIN = 8;
/** To cover what the note is about is worse than anything else; then comes what is pressed, then the map, then to be far
 * away. */
const [ABOUT, PRESSED, MAP, FAR] = [10_000, 50, 0.05, 2];

/** The place that covers least, and among those the nearest to what the note is about. */
export function placeNote(note: Size, around: Surroundings, narrow: boolean): Place {
  const places = narrow ? narrowPlaces(note, around) : widePlaces(note, around);
  const kept = places.map((place) => within(place, note, around.screen));
  return kept.reduce((best, place) => (cost(place, note, around, narrow) < cost(best, note, around, narrow) ? place : best));
}

/** As wide as the screen: above the line that says what to do, else at the top of the map, else below that line; where
 * map and panel are both spoken of, over the line itself, or at the bottom of the screen. */
function narrowPlaces(note: Size, { screen, board, actionLine }: Surroundings): Place[] {
  const x = (screen.width - note.width) / 2;
  const line = actionLine ?? { x: 0, y: board.y + board.height, width: 0, height: 0 };
  const below = line.y + line.height;
  return [line.y - note.height - MARGIN, board.y + MARGIN, below + MARGIN, below - note.height, screen.height].map((y) => ({ x, y }));
}

function widePlaces(note: Size, { board, about }: Surroundings): Place[] {
  const [left, right] = [board.x + MARGIN, board.x + board.width - note.width - MARGIN];
  const [top, bottom] = [board.y + MARGIN, board.y + board.height - note.height - MARGIN];
  const corners = [left, right].flatMap((x) => [bottom, top, (top + bottom) / 2].map((y) => ({ x, y })));
  return [...around(note, about), ...corners];
}

/** Right, left, above and below of all that the note is about. */
function around(note: Size, about: readonly Box[]): Place[] {
  const whole = union(about);
  if (!whole) return [];
  const middle = { x: whole.x + (whole.width - note.width) / 2, y: whole.y + (whole.height - note.height) / 2 };
  return [
    { x: whole.x + whole.width + GAP, y: middle.y },
    { x: whole.x - note.width - GAP, y: middle.y },
    { x: middle.x, y: whole.y - note.height - GAP },
    { x: middle.x, y: whole.y + whole.height + GAP },
  ];
}

function within({ x, y }: Place, note: Size, screen: Size): Place {
  return {
    x: Math.max(MARGIN, Math.min(x, screen.width - note.width - MARGIN)),
    y: Math.max(MARGIN, Math.min(y, screen.height - note.height - MARGIN)),
  };
}

function cost(place: Place, note: Size, { about, pressed, map }: Surroundings, narrow: boolean): number {
  const lies = { ...place, ...note };
  const covered = (boxes: readonly Box[]): number => boxes.reduce((sum, box) => sum + overlap(lies, box), 0);
  // On a narrow screen the order of the places decides, not how far they are.
  const less = covered(pressed) * PRESSED + covered(map ? [map] : []) * MAP + distance(lies, union(about)) * FAR;
  return covered(about) * ABOUT + (narrow ? 0 : less);
}

export function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

function distance(one: Box, other: Box | null): number {
  if (!other) return 0;
  const [dx, dy] = [one.x + one.width / 2 - other.x - other.width / 2, one.y + one.height / 2 - other.y - other.height / 2];
  return Math.hypot(dx, dy);
}

function union(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return { x, y, width: Math.max(...boxes.map((box) => box.x + box.width)) - x, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}
