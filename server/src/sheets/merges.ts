/** Cells of a sheet that were joined: all but the first of them are empty, whatever people see. */
import { attribute, tags } from "./xml.ts";

export interface Merge {
  /** A2:A5 */
  readonly ref: string;
  /** As Excel counts, from 1. */
  readonly rows: readonly [first: number, last: number];
  /** From 0. */
  readonly columns: readonly [first: number, last: number];
}

/** Of the part of a sheet that says them, which comes after its rows. */
const mostChars = 1024 * 1024;
const opens = /<(?:\w{1,20}:)?mergeCells[\s>]/;
const seamChars = 40;

/** The document goes on as it is; `onEnd` gets what stands from its joined cells on, '' where it has none. */
export async function* watched(document: AsyncIterable<string>, onEnd: (text: string) => void): AsyncGenerator<string> {
  let seam = "";
  let tail: string | undefined;
  for await (const piece of document) {
    if (tail === undefined) {
      const joint = seam + piece;
      const at = joint.includes("mergeCells") ? joint.search(opens) : -1;
      if (at >= 0) tail = joint.slice(at);
      else seam = joint.slice(-seamChars);
    } else if (tail.length < mostChars) tail += piece;
    yield piece;
  }
  onEnd(tail ?? "");
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 0x40, 0) - 1;

export const mergesIn = (text: string): Merge[] =>
  text === ""
    ? []
    : [...tags(text, "mergeCell")].flatMap((tag) => {
        const ref = attribute(tag, "ref") ?? "";
        const [, left, top, right, bottom] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref) ?? [];
        if (left === undefined || top === undefined || right === undefined || bottom === undefined) return [];
        return [{ ref, rows: [Number(top), Number(bottom)], columns: [columnOf(left), columnOf(right)] } as const];
      });
