/** SQL of the numbers whose promised call a seat may be reminded of (D65). */
import type { Trx } from "../../ports/database.ts";

/** Those of these tasks that a seat is to call again. */
export const promisedNumbers = async (trx: Trx, compId: string, taskIds: readonly string[]): Promise<string[]> =>
  (
    await trx
      .selectFrom("dial_phone")
      .select("id")
      .where("compId", "=", compId)
      .where("taskId", "in", taskIds)
      .where("state", "=", "retry")
      .where("agentId", "<>", "")
      .where("nextAt", "is not", null)
      .execute()
  ).map(({ id }) => id);
