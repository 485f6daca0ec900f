/** What a fault or a piece of advice is about: `routes[3].length` is a field of the fourth route. */

export type Subject = "cities" | "routes" | "tickets" | "rules" | "board";

export interface PlaceInBoard {
  subject: Subject;
  /** Of a city, route or ticket; -1 for the list as a whole. */
  index: number;
  /** The field, or the switch of the rules. */
  field: string;
}

export function placeIn(path: string): PlaceInBoard {
  const listed = /^(cities|routes|tickets)(?:\[(\d+)\])?(?:\.(\w+))?/.exec(path);
  if (listed) return { subject: listed[1] as Subject, index: Number(listed[2] ?? -1), field: listed[3] ?? "" };
  const rule = /^(?:rulesets\.[\w-]+|rules(?!ets))(?:\.(\w+))?/.exec(path);
  if (rule) return { subject: "rules", index: -1, field: rule[1] ?? "" };
  return { subject: "board", index: -1, field: path };
}
