/** Seats go with their accounts. */
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
  for (const { accountId } of rows) await auth.endSessions({ accountId }, "disabled");
  const agentIds = rows.map((row) => row.agentId);
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
