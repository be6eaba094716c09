/** Texts that are cut out of a sheet and kept. */

/** A text of its own: one cut out of a larger one keeps all of it in memory. */
export function ownText(text: string): string {
  // Short ones are copied by the engine anyway.
  if (text.length < 13) return text;
  if (text.length * 3 > scratch.length) return Buffer.from(text).toString();
  return scratch.toString("utf8", 0, scratch.write(text));
}
const scratch = Buffer.alloc(8_192);
