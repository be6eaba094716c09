/** The hash chain of the compliance ledger (inventory dialling.md D1): each entry's hash covers its text and the hash before. Pure. */
import { createHash } from "node:crypto";

/** Of the first entry. */
export const beginning = "0".repeat(64);

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, of]) => of !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, of]) => [name, ordered(of)]),
  );
};

/** JSON whose keys are in order, so that the same entry always has the same text. */
export const canonical = (body: unknown): string => JSON.stringify(ordered(body));

export interface Chained {
  readonly compId: string;
  readonly seq: number;
  readonly at: Date;
  readonly kind: string;
  readonly taskId: string;
  readonly phoneId: string;
  readonly attemptId: string;
  readonly body: string;
  readonly prev: string;
}

/** SHA-256, hexadecimal, over everything that stands in the row. */
export const hashOf = ({ compId, seq, at, kind, taskId, phoneId, attemptId, body, prev }: Chained): string =>
  createHash("sha256")
    .update([prev, compId, seq, at.toISOString(), kind, taskId, phoneId, attemptId, body].join("\n"))
    .digest("hex");

export type Break = { readonly seq: number; readonly why: "gap" | "prev" | "hash" };

/** The first entry that does not fit; undefined: the chain holds. after: what stands before the first of these. */
export function findBreak(
  entries: Iterable<Chained & { readonly hash: string }>,
  after: { readonly seq: number; readonly hash: string } = { seq: 0, hash: beginning },
): Break | undefined {
  let { seq, hash } = after;
  for (const entry of entries) {
    if (entry.seq !== seq + 1) return { seq: seq + 1, why: "gap" };
    if (entry.prev !== hash) return { seq: entry.seq, why: "prev" };
    if (hashOf(entry) !== entry.hash) return { seq: entry.seq, why: "hash" };
    ({ seq, hash } = entry);
  }
  return undefined;
}
