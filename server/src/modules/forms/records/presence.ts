/** Who sees a record may say that he has it open, and hears who else has (rule F89). */
import type { BodyOf } from "@liantai/api/contract";
import type { recordPresenceApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { closeRecord, openRecord } from "../../presence/index.ts";
import type { FormsDeps } from "../deps.ts";
import { mayDoTo } from "./buttons.ts";
import { seenRecord } from "./finding.ts";

type Api = typeof recordPresenceApi;

export async function openPresence(
  deps: FormsDeps,
  { id, socketId, editing, compId: named }: BodyOf<Api["open"]>,
  context: RequestContext,
): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, named);
  const { record, form, order } = await deps.ports.database.tenant(compId, (trx) =>
    seenRecord(deps, trx, compId, id, context),
  );
  const may = await mayDoTo(deps.auth, caller, form.formType, "update");
  await openRecord(deps.ports, {
    ...{ compId, recordId: record.id, socketId, accountId: caller.userId },
    ...{ name: caller.nickName, agentId: caller.agentId ?? "" },
    // Who may not save it types into nothing.
    editing: editing === 1 && may && (!record.orderId || order?.maySave === true),
  });
  return null;
}

/** Of the own page alone, whatever became of the record. */
export async function closePresence(
  { ports }: FormsDeps,
  { id, socketId, compId: named }: BodyOf<Api["close"]>,
  { caller }: RequestContext,
): Promise<null> {
  await closeRecord(ports, { compId: compOf(caller, named), recordId: id, socketId, accountId: caller.userId });
  return null;
}
