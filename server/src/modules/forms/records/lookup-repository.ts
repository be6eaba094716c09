/** SQL of what look-up fields refer to: whether it is there, in this enterprise. */
import type { FormType, LookupSpec, LookupTarget } from "@liantai/api/forms";
import { containing } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import { scopeIn, type DataScope } from "./scope.ts";

/** Whose forms' records they are. */
export const recordTargets: Readonly<Partial<Record<LookupTarget, FormType>>> = {
  customer: "customer",
  contact: "contact",
  order: "workOrder",
};

/** Of these ids those that are there, of the kind and the form that is asked for. */
export async function referredTo(
  trx: Trx,
  compId: string,
  { to, formId }: LookupSpec,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const forms = trx
    .selectFrom("form_definition")
    .select("id")
    .where("compId", "=", compId)
    .where("formType", "=", recordTargets[to] ?? "customer");
  const records = trx
    .selectFrom("form_record")
    .where("compId", "=", compId)
    .where("deletedAt", "is", null)
    .where("formId", "in", formId ? forms.where("id", "=", formId) : forms);
  const found = async (): Promise<readonly { readonly id: string | null }[]> => {
    switch (to) {
      case "customer":
      case "contact":
        return records.where("id", "in", ids).select("id").execute();
      case "order":
        return records.where("orderId", "in", ids).select("orderId as id").execute();
      case "call":
        return trx
          .selectFrom("call_record")
          .where("compId", "=", compId)
          .where("callId", "in", ids)
          .select("callId as id")
          .execute();
      case "seat":
        return trx
          .selectFrom("seat")
          .where("compId", "=", compId)
          .where("agentId", "in", ids)
          .select("agentId as id")
          .execute();
    }
  };
  return new Set((await found()).flatMap(({ id }) => (id === null ? [] : [id])));
}

/** The record that a look-up's id means: an order is meant by its own. */
export async function recordLookedUp(
  trx: Trx,
  compId: string,
  to: LookupTarget,
  id: string,
): Promise<string | undefined> {
  if (to !== "order") return id;
  const row = await trx
    .selectFrom("form_record")
    .select("id")
    .where("compId", "=", compId)
    .where("orderId", "=", id)
    .executeTakeFirst();
  return row?.id;
}

/** Seats whose number begins so, or whose name holds it. */
export const seatsLike = (trx: Trx, compId: string, text: string, limit: number) =>
  trx
    .selectFrom("seat as s")
    .where("s.compId", "=", compId)
    .where((e) => e.or([e("s.name", "like", containing(text)), e("s.agentId", "like", containing(text).slice(1))]))
    .select(["s.agentId", "s.name"])
    .orderBy("s.agentId")
    .limit(limit)
    .execute();

/** Newest calls with a number, whole, or an id; of the seats that are seen. */
export async function callsLike(
  trx: Trx,
  compId: string,
  text: string,
  { scope, agentId }: { readonly scope: DataScope; readonly agentId: string | null },
  limit: number,
) {
  let calls = trx
    .selectFrom("call_record as c")
    .leftJoin("seat as s", (join) => join.onRef("s.compId", "=", "c.compId").onRef("s.agentId", "=", "c.agentId"))
    .where("c.compId", "=", compId);
  if (text !== "")
    calls = calls.where((e) => e.or([e("c.caller", "=", text), e("c.callee", "=", text), e("c.callId", "=", text)]));
  if (scope.kind !== "all")
    calls = calls.where(scopeIn(scope, { column: "c.agentId", is: agentId ?? "" }, "s.groupId"));
  const rows = await calls
    .select(["c.callId", "c.direction", "c.caller", "c.callee", "c.startAt", "s.name as agentName"])
    .orderBy("c.startAt", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ direction, caller, callee, ...call }) => ({
    ...call,
    number: direction === "inbound" ? caller : callee,
  }));
}
