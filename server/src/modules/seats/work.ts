/** What seats have in hand beside calls, and what becomes of it when they leave (rule W83). */
import type { ReplyOf } from "@liantai/api/contract";
import type { agentApi } from "@liantai/api/contract/admin";
import type { Database, Trx } from "../../ports/database.ts";

type InHand = ReplyOf<typeof agentApi.inHand>;

/** Modules that keep such work answer for it; none of them is known here. */
export interface SeatWork {
  readonly kind: keyof InHand;
  count(trx: Trx, compId: string, agentIds: readonly string[]): Promise<number>;
  /** So many of it at most, in one transaction; `after` is done after that. */
  release(trx: Trx, compId: string, agentIds: readonly string[], most: number): Promise<Released>;
}

interface Released {
  /** Fewer than were asked for: there is no more. */
  readonly count: number;
  after(): Promise<void>;
}

/** So many in one transaction: each order locks what its step touches. */
const portion = 50;

export async function inHand(
  work: readonly SeatWork[],
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
): Promise<InHand> {
  const found: InHand = { orders: 0, followUps: 0 };
  for (const one of work) found[one.kind] += await one.count(trx, compId, agentIds);
  return found;
}

const nothing: Released = { count: 0, after: async () => undefined };

/**
 * Portion by portion, so that what is left for `releaseAll` is little: seats that are given nothing new any more. `leave`: whether they do
 * still, asked in each transaction and true to its end; what has not gone by then stays with them.
 */
export async function releaseBefore(
  database: Pick<Database, "tenant">,
  work: readonly SeatWork[],
  compId: string,
  agentIds: readonly string[],
  leave: (trx: Trx) => Promise<boolean>,
): Promise<void> {
  for (const one of work) {
    let released: Released;
    do {
      released = await database.tenant(compId, async (trx) =>
        (await leave(trx)) ? one.release(trx, compId, agentIds, portion) : nothing,
      );
      await released.after();
    } while (released.count >= portion);
  }
}

/** In the transaction in which the seats leave: all that is left. */
export async function releaseAll(
  work: readonly SeatWork[],
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
): Promise<() => Promise<void>> {
  const after: (() => Promise<void>)[] = [];
  for (const one of work) after.push((await one.release(trx, compId, agentIds, Number.MAX_SAFE_INTEGER)).after);
  return async () => {
    for (const tell of after) await tell();
  };
}
