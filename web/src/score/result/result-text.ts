/** A result in one line, to go with a link or a picture. */

import { plain } from "../../ending/step-sentences.ts";
import { standings } from "../../ending/scores.ts";
import type { View } from "../../lib/types.ts";

/** Such as `Ada 132, Bruno 97`. */
export function resultText(view: View): string {
  return standings(view)
    .map(({ name, score }) => `${name} ${plain(score.total)}`)
    .join(", ");
}
