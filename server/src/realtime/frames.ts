/** The client's frames that have a content: what a page follows, and what it relays. */

export type Plain = Readonly<Record<string, unknown>>;
export const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parsed once for all who read it. */
export interface Frame {
  readonly type: unknown;
  readonly userId: unknown;
  readonly content: Plain;
}

/** undefined: it is none, or no JSON. */
export function readFrame(bytes: Buffer): Frame | undefined {
  // Most frames are pings and acknowledgements: they are not read twice.
  if (!bytes.includes('"content"')) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    if (!isPlain(value) || !isPlain(value["content"])) return undefined;
    return { type: value["type"], userId: value["userId"], content: value["content"] };
  } catch {
    return undefined;
  }
}

/** What a frame that follows something says of who sends it: he follows in his own name alone. */
export function ownerOf({ content: { userId, compId } }: Frame): { userId: string; compId: string } | undefined {
  return typeof userId === "string" && typeof compId === "string" ? { userId, compId } : undefined;
}
