/** Eight hexadecimal digits, shown to the person and reported with the error. */
const newErrorId = (): string =>
  crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, "0").toUpperCase();

/** Reports an error to the page's error listeners and returns the id under which it was reported. */
export function report(error: unknown, where: string): string {
  const id = newErrorId();
  const said = new Error(`[${id}] ${where}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
  globalThis.reportError?.(said);
  return id;
}
