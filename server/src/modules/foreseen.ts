/**
 * Questions about settings that a step of an order asks in many places: asked at its beginning, all together, and once a transaction
 * however many steps it takes. Without a step they are asked where they come up, so that whoever changes such settings never reads an
 * old answer.
 */
import type { Trx } from "../ports/database.ts";

const answers = new WeakMap<Trx, Map<string, Promise<unknown>>>();

/** Asks now; the answer is had by `foreseen`. */
export function foresee<T>(trx: Trx, key: string, ask: () => Promise<T>): void {
  let known = answers.get(trx);
  if (!known) answers.set(trx, (known = new Map()));
  if (known.has(key)) return;
  const asked = ask();
  // Heard by whoever needs it.
  asked.catch(() => undefined);
  known.set(key, asked);
}

/** What was foreseen under this key, else what is asked now. One key means one question. */
export const foreseen = <T>(trx: Trx, key: string, ask: () => Promise<T>): Promise<T> =>
  (answers.get(trx)?.get(key) as Promise<T> | undefined) ?? ask();

/** In a transaction of many steps: asked by the first of them. */
export function once<T>(trx: Trx, key: string, ask: () => Promise<T>): Promise<T> {
  foresee(trx, key, ask);
  return foreseen(trx, key, ask);
}

/** "current transaction is aborted": said of what was asked after a statement that failed. */
const aborted = "25P02";
const isAfterwards = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === aborted;

/** Writes that do not need each other go out together; of several that fail the first one's failure counts. */
export async function together(writes: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const ended = await Promise.allSettled(writes);
  const failures = ended.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  if (failures.length > 0) throw failures.find((error) => !isAfterwards(error)) ?? failures[0];
}
