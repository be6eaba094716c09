/** SQL of whose number it is that calls. */
import { readCallData, type CallData } from "@liantai/api/contract";
import type { FormType } from "@liantai/api/forms";
import type { Trx } from "../../../ports/database.ts";
import { numbersMeant } from "../../numbers/index.ts";
import { recordColumns } from "./repository.ts";

const mostFound = 20;

/** What forms are told of a call. */
export interface CallFacts {
  /** The far side, as it was dialled or shown; '': there is none. */
  readonly callNumber: string;
  /** What travels with it: variables of its flow, and what was put there since. */
  readonly variables: CallData;
}
const nothing: CallFacts = { callNumber: "", variables: {} };

/** What a popup is told of a call: whose, and where it came in. */
export interface PopupFacts extends CallFacts {
  readonly accessNumber: string | null;
  readonly skillGroupId: string | null;
}

/** All of it in one question: a popup waits for each. */
export async function popupFacts(trx: Trx, compId: string, callId: string): Promise<PopupFacts> {
  const call = await trx
    .selectFrom("call_record")
    .select(["direction", "caller", "callee", "callData", "accessNumber", "skillGroupId"])
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .executeTakeFirst();
  const { accessNumber = null, skillGroupId = null } = call ?? {};
  if (!call || call.direction === "internal") return { ...nothing, accessNumber, skillGroupId };
  return {
    callNumber: call.direction === "inbound" ? call.caller : call.callee,
    variables: readCallData(call.callData ?? "{}") ?? {},
    ...{ accessNumber, skillGroupId },
  };
}

export async function callFacts(trx: Trx, compId: string, callId: string): Promise<CallFacts> {
  const { callNumber, variables } = await popupFacts(trx, compId, callId);
  return { callNumber, variables };
}

export const farSide = async (trx: Trx, compId: string, callId: string): Promise<string> =>
  (await callFacts(trx, compId, callId)).callNumber;

export const popupCall = (trx: Trx, compId: string, callId: string) =>
  trx
    .selectFrom("call_record as c")
    .leftJoin("task as t", (j) => j.onRef("t.compId", "=", "c.compId").onRef("t.id", "=", "c.taskId"))
    .select(["c.direction", "c.accessNumber", "c.skillGroupId", "t.ftype"])
    .where("c.compId", "=", compId)
    .where("c.callId", "=", callId)
    .executeTakeFirst();

/** Published forms of customers, by name. */
export const popupForms = (trx: Trx, compId: string) =>
  trx
    .selectFrom("form_definition")
    .select(["id", "popup"])
    .where("compId", "=", compId)
    .where("formType", "=", "customer")
    .where("version", ">", 0)
    .orderBy("name")
    .execute();

/** Who was in touch last comes first (inventory B32), then who was written last. */
export const recordsOfNumber = (trx: Trx, compId: string, phone: string, formType: FormType) =>
  trx
    .selectFrom("record_phone as p")
    .innerJoin("form_record as r", (on) => on.onRef("r.compId", "=", "p.compId").onRef("r.id", "=", "p.recordId"))
    .innerJoin("form_definition as f", (on) => on.onRef("f.compId", "=", "r.compId").onRef("f.id", "=", "r.formId"))
    .select(recordColumns.map((name) => `r.${name}` as const))
    .select(["f.name as formName", "f.version as newest", "f.roleFields"])
    .where("p.compId", "=", compId)
    .where("p.number", "in", numbersMeant(phone))
    .where("r.deletedAt", "is", null)
    .where("f.formType", "=", formType)
    .orderBy(
      (e) =>
        e
          .selectFrom("customer_link as l")
          .select("l.at")
          .whereRef("l.compId", "=", "r.compId")
          .whereRef("l.recordId", "=", "r.id")
          .where("l.kind", "<>", "record")
          .orderBy("l.at", "desc")
          .limit(1),
      (order) => order.desc().nullsLast(),
    )
    .orderBy("r.updatedAt", "desc")
    .orderBy("r.id")
    .limit(mostFound)
    .execute();
