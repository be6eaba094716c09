/** SQL of the robots of a flow. */
import type { Trx } from "../../ports/database.ts";

export const robotsOf = async (trx: Trx, compId: string, flowId: string): Promise<string[]> =>
  (
    await trx
      .selectFrom("robot_group")
      .select("robotId")
      .where("compId", "=", compId)
      .where("flowId", "=", flowId)
      .orderBy("robotId")
      .execute()
  ).map(({ robotId }) => robotId);

/** In place of those it had. */
export async function setRobots(trx: Trx, compId: string, flowId: string, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom("robot_group").where("compId", "=", compId).where("flowId", "=", flowId).execute();
  if (ids.length === 0) return;
  await trx
    .insertInto("robot_group")
    .values(ids.map((robotId) => ({ compId, flowId, robotId })))
    .execute();
}

/** By name. */
export const robotLines = (trx: Trx, compId: string): Promise<{ id: string; name: string }[]> =>
  trx.selectFrom("robot").select(["id", "name"]).where("compId", "=", compId).orderBy("name").orderBy("id").execute();
