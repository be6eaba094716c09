/** Drafts of forms (decision 067): what their writer typed, given back to nobody else. */
import { formatTime, hourMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { draftMs, mostDrafts, type formDraftApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { findForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { seenRecord } from "../records/finding.ts";
import { popupCall } from "../records/popup-repository.ts";
import { publishedForm } from "../records/published.ts";
import { dropDraft, dropDraftsBefore, findDraft, putDraft, trimDrafts, type DraftPlace } from "./repository.ts";

type Api = typeof formDraftApi;

export async function find(
  { ports }: FormsDeps,
  { compId: named, ...place }: BodyOf<Api["find"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["find"]>> {
  const compId = compOf(caller, named);
  const row = await ports.database.tenant(compId, (trx) => findDraft(trx, compId, caller.userId, place));
  if (!row || row.updatedAt.getTime() < ports.clock.now() - draftMs) return { draft: null };
  const { version, values, head } = row;
  return { draft: { version, values, head, savedTime: formatTime(row.updatedAt) } };
}

/** Of a form, a record and a call of the enterprise that the writer may see. */
async function checkPlace(deps: FormsDeps, trx: Trx, compId: string, place: DraftPlace, context: RequestContext) {
  await publishedForm(deps, trx, await findForm(trx, compId, place.formId));
  if (place.recordId) {
    const { record } = await seenRecord(deps, trx, compId, place.recordId, context);
    if (record.formId !== place.formId) throw fieldRefusal("formId", "表单", "数据不属于该表单");
  } else if (place.callId && !(await popupCall(trx, compId, place.callId)))
    throw fieldRefusal("callId", "通话编号", "通话不存在");
}

export async function save(
  deps: FormsDeps,
  { compId: named, version = 0, values, head = {}, ...place }: BodyOf<Api["save"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["save"]>> {
  const { caller } = context;
  const compId = compOf(caller, named);
  const at = new Date(deps.ports.clock.now());
  await deps.ports.database.tenant(compId, async (trx) => {
    await checkPlace(deps, trx, compId, place, context);
    await putDraft(trx, compId, caller.userId, place, { version, values, head, at });
    await trimDrafts(trx, compId, caller.userId, mostDrafts);
  });
  return { savedTime: formatTime(at) };
}

export async function remove(
  { ports }: FormsDeps,
  { compId: named, ...place }: BodyOf<Api["delete"]>,
  { caller }: RequestContext,
): Promise<null> {
  const compId = compOf(caller, named);
  await ports.database.tenant(compId, (trx) => dropDraft(trx, compId, caller.userId, place));
  return null;
}

/** Drafts that nobody came back to go, once an hour. */
export function startDropping({ ports }: Pick<FormsDeps, "ports">): () => void {
  const { clock, database, logger } = ports;
  const drop = () => {
    // system: of every enterprise.
    database
      .system((trx) => dropDraftsBefore(trx, new Date(clock.now() - draftMs)))
      .catch((error: unknown) => logger.warn({ error }, "old drafts were not dropped"));
  };
  const timer = clock.every(hourMs, drop);
  return () => timer.cancel();
}
