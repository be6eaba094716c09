/** What a process that died left, in SQL. */
import type { Trx } from "../../ports/database.ts";

/** Calls without an end: left by a process that died. */
export async function openCalls(trx: Trx): Promise<{ compId: string; callId: string }[]> {
  const rows = await trx.selectFrom("call_record").select(["compId", "callId"]).where("endAt", "is", null).execute();
  return rows.map((r) => ({ compId: r.compId, callId: r.callId }));
}

/** Agents whose open interval is not offline. */
export async function openAgents(trx: Trx): Promise<{ compId: string; agentId: string }[]> {
  const rows = await trx
    .selectFrom("agent_status")
    .select(["compId", "agentId"])
    .where("toAt", "is", null)
    .where("code", "<>", 0)
    .execute();
  return rows.map((r) => ({ compId: r.compId, agentId: r.agentId }));
}

/** An ended call whose recording may still be to store. Undefined: there is no such call, or it lives. */
export async function endedCall(
  trx: Trx,
  compId: string,
  callId: string,
): Promise<{ startAt: Date; stored: boolean } | undefined> {
  const row = await trx
    .selectFrom("call_record")
    .select(["startAt", "recordingKey"])
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .where("endAt", "is not", null)
    .executeTakeFirst();
  return row && { startAt: row.startAt, stored: row.recordingKey !== null };
}
