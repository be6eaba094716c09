/** What a process that died left, in SQL. */
import type { Trx } from "../../ports/database.ts";

/** Calls without an end: left by a process that died. only: of this enterprise. */
export async function openCalls(trx: Trx, only?: string): Promise<{ compId: string; callId: string }[]> {
  const rows = await trx
    .selectFrom("call_record")
    .select(["compId", "callId"])
    .where("endAt", "is", null)
    .$if(only !== undefined, (q) => q.where("compId", "=", only ?? ""))
    .execute();
  return rows.map((r) => ({ compId: r.compId, callId: r.callId }));
}

/** Agents whose open interval is not offline. */
export async function openAgents(trx: Trx, only?: string): Promise<{ compId: string; agentId: string }[]> {
  const rows = await trx
    .selectFrom("agent_status")
    .select(["compId", "agentId"])
    .where("toAt", "is", null)
    .where("code", "<>", 0)
    .$if(only !== undefined, (q) => q.where("compId", "=", only ?? ""))
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
