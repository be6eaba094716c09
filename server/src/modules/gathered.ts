/**
 * Statements of many steps that go side by side in one transaction: what several of them ask or write in the same turn of the loop goes out
 * as one statement of several rows. The turn between is where the process serves everybody else. A transaction that is not opened for it
 * sends each at once; the texts are the same, so nothing is written in two ways.
 */
import type { Trx } from "../ports/database.ts";

interface Gathered {
  readonly items: unknown[];
  readonly answer: Promise<unknown>;
}

const open = new WeakMap<Trx, Map<string, Gathered>>();

/** From here on statements of this transaction wait for each other. */
export const gatherIn = (trx: Trx): void => void open.set(trx, new Map());
export const isGathering = (trx: Trx): boolean => open.has(trx);

/**
 * The answer for all that were gathered with this one: the caller takes its own part of it. One key means one statement. Where it fails, it
 * fails for all of them: the transaction is lost either way.
 */
export function gathered<I, A>(trx: Trx, key: string, item: I, run: (items: readonly I[]) => Promise<A>): Promise<A> {
  const groups = open.get(trx);
  if (!groups) return run([item]);
  const known = groups.get(key);
  if (known) {
    known.items.push(item);
    return known.answer as Promise<A>;
  }
  const items: I[] = [item];
  const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    groups.delete(key);
    return run(items);
  });
  groups.set(key, { items, answer });
  return answer;
}
