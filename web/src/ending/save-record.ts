import { saveFile } from "../lib/browser/save-file.ts";

/** Hands a record to the browser as a file. */
export function saveRecord(text: string, name: string): void {
  saveFile(new Blob([text], { type: "text/plain;charset=utf-8" }), `${name}.record`);
}
