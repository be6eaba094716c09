/** SQL of orders that seats have in hand: those that a monitor could take back. */
import type { Trx } from "../../../ports/database.ts";
import { ordersOf } from "./seen-repository.ts";

/** Parties of a countersign have none, and one that is suspended waits for who suspended it. */
const heldBy = (trx: Trx, compId: string, agentIds: readonly string[]) =>
  ordersOf(trx, compId)
    .where("o.holder", "in", [...agentIds])
    .where("o.state", "in", ["handling", "transferred"]);

/** So many at most, locked until the transaction is over. */
export const lockHeld = (trx: Trx, compId: string, agentIds: readonly string[], most: number) =>
  heldBy(trx, compId, agentIds).selectAll("o").orderBy("o.id").limit(most).forUpdate().execute();

export const countHeld = async (trx: Trx, compId: string, agentIds: readonly string[]): Promise<number> => {
  const { n } = await heldBy(trx, compId, agentIds)
    .select((e) => e.fn.countAll().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
};
