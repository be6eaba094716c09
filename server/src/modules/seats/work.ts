/** What seats have in hand beside calls, and what becomes of it when they leave (rule W83). */
import type { ReplyOf } from "@liantai/api/contract";
import type { agentApi } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";

type InHand = ReplyOf<typeof agentApi.inHand>;

/** Modules that keep such work answer for it; none of them is known here. */
export interface SeatWork {
  readonly kind: keyof InHand;
  count(trx: Trx, compId: string, agentIds: readonly string[]): Promise<number>;
  /** In the transaction in which the seats leave; what it answers is done after that. */
  release(trx: Trx, compId: string, agentIds: readonly string[]): Promise<() => Promise<void>>;
}

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

export async function releaseAll(
  work: readonly SeatWork[],
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
): Promise<() => Promise<void>> {
  const after: (() => Promise<void>)[] = [];
  for (const one of work) after.push(await one.release(trx, compId, agentIds));
  return async () => {
    for (const tell of after) await tell();
  };
}
