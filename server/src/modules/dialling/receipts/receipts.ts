/** 回执 (D56): outward interfaces are told what became of a task's numbers, in the transaction that ends them. */
import { createHash } from "node:crypto";
import { callResults, formatTime, maskPhone } from "@liantai/api/contract";
import { numberStates } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import { anyListens, insertDeliveries } from "../../interfaces/index.ts";
import { shownText, shownVariables } from "../phones/present.ts";
import { overOf, type OverNumber } from "./repository.ts";

const event = "task.numberDone";
/** So many at once: a batch that is deleted stops many. */
const chunk = 1_000;

const timeOf = (at: Date | null): string | null => at && formatTime(at);

function told(row: OverNumber, full: boolean): Readonly<Record<string, unknown>> {
  const text = (of: string): string => shownText(of, !full);
  const { id, taskId, taskIdentity, ftype, batchId, batchNumber, idempotencyKey, state, lastCode, attempts } = row;
  return {
    ...{ id, taskId, taskIdentity, ftype, batchId, batchNumber: batchNumber ?? "", idempotencyKey },
    phone: full ? row.phone : maskPhone(row.phone),
    ...{ contact: text(row.contact), person: text(row.person), formDataId: row.formDataId },
    variables: shownVariables(row.variables, !full),
    ...{ state, stateName: numberStates[state], reason: text(row.reason), attempt: attempts },
    ...{ code: lastCode, codeText: lastCode === null ? "" : (callResults[lastCode] ?? "") },
    ...{ result: text(row.result), remark: text(row.remark), level: row.level, score: row.score },
    ...{ callId: row.callId ?? "", agentId: row.agentId ?? row.seat, answerer: row.answerer ?? "" },
    abandoned: row.abandoned === 1,
    ...{ startTime: timeOf(row.startedAt), answerTime: timeOf(row.answeredAt), endTime: timeOf(row.endedAt) },
    talkSeconds: Math.round(Number(row.talkMs ?? 0) / 1_000),
  };
}

/** The same end of a number is told once; a result that is given, or another try, is told anew. */
const keyOf = ({ id, attempts, state, reason, lastCode, result, remark, level }: OverNumber): string =>
  `${id}.${attempts}.${createHash("sha256")
    .update(JSON.stringify([state, reason, lastCode, result, remark, level]))
    .digest("hex")
    .slice(0, 16)}`;

/** Of those that are over. Before the commit, and after everything that changes them. */
export async function tellOver(trx: Trx, compId: string, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0 || !(await anyListens(trx, compId, [event]))) return;
  for (let from = 0; from < ids.length; from += chunk)
    await insertDeliveries(
      trx,
      compId,
      event,
      (await overOf(trx, compId, ids.slice(from, from + chunk))).map((row) => ({
        ...{ key: keyOf(row), at: new Date(now), callId: row.callId ?? "" },
        payload: { full: told(row, true), masked: told(row, false) },
      })),
    );
}
