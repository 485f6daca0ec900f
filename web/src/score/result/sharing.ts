/** Giving away a link or a file by the system's own sheet, where there is one. */

/** Whether it was handed to the system; false where there is nothing to hand it to. */
export async function shareLink(url: string, text: string): Promise<boolean> {
  if (!("share" in navigator)) return false;
  return handed({ title: "Carrozza", text, url });
}

export function canShareFiles(file: File): boolean {
  return "canShare" in navigator && navigator.canShare({ files: [file] });
}

export async function shareFile(file: File, text: string): Promise<boolean> {
  return handed({ title: "Carrozza", text, files: [file] });
}

async function handed(what: ShareData): Promise<boolean> {
  try {
    await navigator.share(what);
    return true;
  } catch (refused) {
    // Called off by whoever was asked: that is an answer too.
    return refused instanceof DOMException && refused.name === "AbortError";
  }
}
