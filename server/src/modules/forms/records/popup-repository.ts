/** SQL of whose number it is that calls. */
import type { FormType } from "@liantai/api/forms";
import type { Trx } from "../../../ports/database.ts";
import { numbersMeant } from "../../numbers/index.ts";
import { recordColumns } from "./repository.ts";

const mostFound = 20;

/** The far side of a call, as it was dialled or shown. */
export async function farSide(trx: Trx, compId: string, callId: string): Promise<string> {
  const call = await trx
    .selectFrom("call_record")
    .select(["direction", "caller", "callee"])
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .executeTakeFirst();
  if (!call || call.direction === "internal") return "";
  return call.direction === "inbound" ? call.caller : call.callee;
}

export const popupCall = (trx: Trx, compId: string, callId: string) =>
  trx
    .selectFrom("call_record")
    .select(["direction", "accessNumber", "skillGroupId"])
    .where("compId", "=", compId)
    .where("callId", "=", callId)
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

export const recordsOfNumber = (trx: Trx, compId: string, phone: string, formType: FormType) =>
  trx
    .selectFrom("record_phone as p")
    .innerJoin("form_record as r", (on) => on.onRef("r.compId", "=", "p.compId").onRef("r.id", "=", "p.recordId"))
    .innerJoin("form_definition as f", (on) => on.onRef("f.compId", "=", "r.compId").onRef("f.id", "=", "r.formId"))
    .select(recordColumns.map((name) => `r.${name}` as const))
    .select(["f.name as formName", "f.version as newest"])
    .where("p.compId", "=", compId)
    .where("p.number", "in", numbersMeant(phone))
    .where("r.deletedAt", "is", null)
    .where("f.formType", "=", formType)
    .orderBy("r.updatedAt", "desc")
    .orderBy("r.id")
    .limit(mostFound)
    .execute();
