/** What the guide says of the final count. */

import type { Step } from "../ending/scoring-steps.ts";
import type { Board } from "../lib/types.ts";

/** Which of the guide's sentences go with a step of the count: of the result, by how the board breaks ties. */
export function countWords(step: Step, board: Board): string {
  if (step.kind !== "result") return step.kind;
  return ["result", ...board.rules.tie_breaks].join("_").replaceAll("-", "_");
}
