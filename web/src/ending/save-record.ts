/** Hands a record to the browser as a file. */
export function saveRecord(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${name}.record`;
  link.click();
  URL.revokeObjectURL(address);
}
