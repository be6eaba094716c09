/**
 * Seats go with their accounts. Out of service first, so that one whose last step fails, or whose process dies meanwhile, is left as any
 * other on its way out: what it has in hand goes on going back, by the sweep where need be, and it is deleted by the next try (W83).
 */
import { writeDeleted } from "../../audit/index.ts";
import { AppError } from "@liantai/api/contract";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { refuseUsed } from "../../groups/index.ts";
import type { SeatsDeps } from "../deps.ts";
import { releaseExtensions } from "../extensions/release.ts";
import { auditedAgent } from "./present.ts";
import { deleteSeats, findAgents } from "./repository.ts";
import type { Body } from "./columns.ts";
import { releaseAll, releaseBefore } from "../work.ts";
import { refuseInCall, changed } from "./checks.ts";
import { putInService } from "./service-state.ts";

export async function remove(
  deps: SeatsDeps,
  body: Body<"delete">,
  context: RequestContext,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit, auth } = deps;
  const rows = await ports.database.tenant(compId, async (trx) => {
    await refuseUsed(trx, compId, "seat", body.ids, (id) => id);
    return findAgents(trx, compId, body.ids);
  });
  if (rows.length === 0) throw new AppError("notFound", "坐席不存在");
  for (const row of rows) await refuseInCall(deps, compId, row, "不能删除");
  const agentIds = rows.map((row) => row.agentId);
  const served = await ports.database.tenant(compId, async (trx) => {
    const those = (await findAgents(trx, compId, agentIds)).filter((row) => row.enabled === 1);
    await putInService(trx, audit, context, { compId, rows: those, on: false });
    return those;
  });
  for (const { agentId } of served) await changed(deps, compId, agentId);
  for (const { accountId } of rows) await auth.endSessions({ accountId }, "disabled");
  // While the monitors of their groups can be told by them still.
  await releaseBefore(ports.database, deps.work, compId, agentIds, async () => true);
  const after = await ports.database.tenant(compId, async (trx) => {
    // What they were given meanwhile.
    const released = await releaseAll(deps.work, trx, compId, agentIds);
    await releaseExtensions(trx, deps, compId, agentIds);
    await deleteSeats(trx, compId, agentIds);
    await writeDeleted(audit, trx, context, { compId, object: "seat" }, rows, (row) => ({
      id: row.agentId,
      name: row.name,
      before: auditedAgent(row),
    }));
    return released;
  });
  await after();
  for (const { agentId } of rows) await changed(deps, compId, agentId);
  return { count: rows.length };
}
