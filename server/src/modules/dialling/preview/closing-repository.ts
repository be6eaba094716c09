/** Attempts of seats that have not ended, and their calls. */
import { previewTask } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import { readStream } from "../../event-log/index.ts";
import type { CallFacts } from "../attempts/outcome.ts";

/** The call of an attempt of a seat that has not ended; undefined: it is no such call, or has no record. */
export async function recordOf(
  trx: Trx,
  compId: string,
  callId: string,
): Promise<(CallFacts & { readonly attemptId: string }) | undefined> {
  const row = await trx
    .selectFrom("dial_attempt as a")
    .innerJoin("call_record as c", (j) => j.onRef("c.compId", "=", "a.compId").onRef("c.callId", "=", "a.callId"))
    .select([
      "c.accessNumber",
      "a.id",
      "c.result",
      "c.cause",
      "c.startAt",
      "c.ringAt",
      "c.answerAt",
      "c.endAt",
      "c.agentId",
    ])
    .where("a.compId", "=", compId)
    .where("a.callId", "=", callId)
    .where("a.ftype", "=", previewTask)
    .where("a.endedAt", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const leg = await trx
    .selectFrom("call_leg")
    .select(["sipCode", "q850"])
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .where("role", "=", "customer")
    .orderBy("seq", "desc")
    .executeTakeFirst();
  const ms = (at: Date | null): number | null => at?.getTime() ?? null;
  return {
    attemptId: row.id,
    result: row.result,
    cause: row.cause,
    startAt: row.startAt.getTime(),
    ringAt: ms(row.ringAt),
    answerAt: ms(row.answerAt),
    endAt: ms(row.endAt),
    agentId: row.agentId,
    accessNumber: row.accessNumber,
    release: {
      ...(leg?.sipCode == null ? {} : { sipCode: leg.sipCode }),
      ...(leg?.q850 == null ? {} : { q850: leg.q850 }),
    },
  };
}

/**
 * Whether the customer's telephone was asked for; a call may end before: refused, or without the seat's own telephone. What is not known
 * any more counts as dialled.
 */
export async function wasDialled(trx: Trx, compId: string, callId: string): Promise<boolean> {
  const facts = await readStream(trx, { compId, stream: "contact", id: callId });
  return facts.length === 0 || facts.some(({ fact }) => fact.type === "dialled");
}

export interface OpenAttempt {
  readonly compId: string;
  readonly id: string;
  readonly callId: string;
  readonly startedAt: Date;
  /** Its call has a record. */
  readonly known: boolean;
}

export async function openPreviewAttempts(trx: Trx, until: Date): Promise<OpenAttempt[]> {
  const rows = await trx
    .selectFrom("dial_attempt as a")
    .leftJoin("call_record as c", (j) => j.onRef("c.compId", "=", "a.compId").onRef("c.callId", "=", "a.callId"))
    .select(["a.compId", "a.id", "a.callId", "a.startedAt", "c.callId as recorded"])
    .where("a.ftype", "=", previewTask)
    .where("a.endedAt", "is", null)
    .where("a.startedAt", "<", until)
    .limit(500)
    .execute();
  return rows.map(({ recorded, ...row }) => ({ ...row, known: recorded !== null }));
}
