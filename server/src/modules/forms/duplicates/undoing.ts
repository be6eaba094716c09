/** A merge is undone within 30 days: both records are as they were, or what stands against it is named (rule F74). */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { undoMs, type recordDuplicateApi } from "@liantai/api/contract/workorder";
import { sameValue, type CompiledForm, type FormValues } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { KeptRecord } from "../../../ports/schema/beside-records.ts";
import { namingOf } from "../definitions/other-options.ts";
import { findForm, holdForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { checkPress, mayDoTo } from "../records/buttons.ts";
import { insertEvents } from "../records/event-repository.ts";
import { indexer } from "../records/indexing.ts";
import { deleteNumbers, findByNumbers, insertNumbers } from "../records/number-repository.ts";
import { titleIsVeiled } from "../records/present.ts";
import { dictionaryCodes, publishedForm } from "../records/published.ts";
import { takenRefusal } from "../records/refusals.ts";
import { findRecord, insertFinders, slotSet, takeUnique, updateRecord, type RecordRow } from "../records/repository.ts";
import { scopeOf } from "../records/scope.ts";
import { storeChange, type Held } from "../records/storing.ts";
import { markRecord, unmarkRecord } from "../records/tag-repository.ts";
import { veilOf } from "../role-fields.ts";
import {
  findMerge,
  findMerged,
  keptRecord,
  pageOfMerges,
  putChildren,
  putLinks,
  setUndone,
  takeLinks,
  type MergeRow,
} from "./merge-repository.ts";

type Api = typeof recordDuplicateApi;

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && [...a].sort().join("\n") === [...b].sort().join("\n");

/** What was changed since, by the names that people know. */
function changedSince(form: CompiledForm, now: KeptRecord, then: KeptRecord): string[] {
  const names = [...new Set([...Object.keys(now.values), ...Object.keys(then.values)])];
  const fields = names
    .filter((name) => !sameValue(now.values[name], then.values[name]))
    .map((name) => form.byName.get(name)?.label ?? name);
  const numbers = (of: KeptRecord) => of.numbers.map(({ number, note }) => `${number} ${note}`);
  return [
    ...fields,
    ...(sameSet(numbers(now), numbers(then)) ? [] : ["其他号码"]),
    ...(sameSet(now.tags, then.tags) ? [] : ["标签"]),
  ];
}

/** The survivor held. Throws AppError 'conflict' naming what was changed since. */
async function unchanged(deps: FormsDeps, trx: Trx, held: Held, merge: MergeRow, { caller }: RequestContext) {
  const { compId, form } = held;
  const scope = await scopeOf(deps.auth, trx, compId, caller);
  const survivor = await findRecord(trx, compId, merge.survivorId, { scope, lock: true });
  if (!survivor) throw new AppError("conflict", "保留的数据已被删除，或又合并到别的数据，请先还原它");
  const fields = changedSince(form, await keptRecord(trx, compId, survivor), merge.kept.after);
  if (fields.length === 0) return survivor;
  const by = survivor.updatedBy || "他人";
  throw new AppError("conflict", `合并后${fields.join("、")}已被${by}修改，不能撤销`, {
    id: survivor.id,
    changed: fields,
  });
}

/** The survivor as it was. */
async function restoreSurvivor(
  deps: FormsDeps,
  trx: Trx,
  held: Held,
  survivor: RecordRow,
  { kept: { before, after } }: MergeRow,
  context: RequestContext,
): Promise<void> {
  const { compId } = held;
  const { id } = survivor;
  const writer = { name: context.caller.nickName, context };
  await storeChange(deps, trx, held, survivor, { values: before.values as FormValues }, writer);
  // With the version of the form that it was written with: what that one named keeps its name.
  await updateRecord(trx, compId, id, { formVersion: before.formVersion });
  const gone = after.numbers.map(({ number }) => number);
  const own = indexer(held.form, held.row.slots)(before.values as FormValues).phones;
  await deleteNumbers(
    trx,
    compId,
    id,
    gone.filter((number) => !own.includes(number)),
  );
  const at = new Date(deps.ports.clock.now());
  await insertNumbers(
    trx,
    compId,
    id,
    before.numbers.map((one) => ({ ...one, createdAt: at })),
  );
  await unmarkRecord(trx, compId, id, after.tags);
  await markRecord(trx, compId, survivor, before.tags);
}

/** The loser as it was: its values, numbers and tags stood still meanwhile. */
async function restoreLoser(trx: Trx, { compId, form, row }: Held, { loserId, kept }: MergeRow): Promise<void> {
  const loser = await findMerged(trx, compId, loserId);
  if (!loser) throw new AppError("notFound", "被合并的数据已不存在");
  const indexed = indexer(form, row.slots)(loser.values as FormValues);
  const taken = await takeUnique(trx, compId, row.id, indexed.uniques);
  if (taken.length > 0)
    throw takenRefusal(
      form,
      taken.map(({ field }) => field),
    );
  await updateRecord(trx, compId, loserId, { deletedAt: null, mergedInto: null, ...slotSet(indexed.slots) });
  await insertFinders(trx, compId, [{ ...loser, indexed }]);
  await findByNumbers(trx, compId, [loserId]);
  await putLinks(trx, compId, loserId, kept.links);
}

export async function undo(
  deps: FormsDeps,
  { id, compId: named }: BodyOf<Api["undo"]>,
  context: RequestContext,
): Promise<null> {
  const { ports, audit, auth } = deps;
  const compId = compOf(context.caller, named);
  const codes = await ports.database.tenant(compId, async (trx) => {
    const merge = await findMerge(trx, compId, id);
    return merge ? dictionaryCodes(deps, trx, compId, merge.formId) : [];
  });
  const naming = await namingOf(ports.database, compId, codes);
  await ports.database.tenant(compId, async (trx) => {
    const merge = await findMerge(trx, compId, id);
    if (!merge) throw new AppError("notFound");
    const { row, form } = await publishedForm(deps, trx, await holdForm(trx, compId, merge.formId));
    await checkPress(auth, context.caller, form.formType, "merge", trx);
    if (merge.undoneAt) throw new AppError("refused", "这次合并已撤销");
    const at = new Date(ports.clock.now());
    if (merge.at.getTime() + undoMs < at.getTime()) throw new AppError("refused", "合并已超过30天，不能撤销");
    const held = { compId, row, form: naming(form) };
    const survivor = await unchanged(deps, trx, held, merge, context);
    const { survivorId, loserId, survivorTitle, loserTitle, kept } = merge;
    // First what the survivor has of it, so that the loser can have it again.
    await restoreSurvivor(deps, trx, held, survivor, merge, context);
    await takeLinks(trx, compId, survivorId, kept.fresh);
    await putChildren(trx, compId, kept.children, { from: survivorId, to: loserId });
    await restoreLoser(trx, held, merge);
    await setUndone(trx, compId, id, at);
    const event = { compId, at, byName: context.caller.nickName, kind: "merge" as const };
    await insertEvents(trx, [
      { ...event, recordId: survivorId, id: ports.random.id(), label: "撤销合并", before: loserTitle, after: "" },
      { ...event, recordId: loserId, id: ports.random.id(), label: "撤销合并", before: survivorTitle, after: "" },
    ]);
    await audit.write(trx, context, {
      ...{ compId, object: "formRecord", action: "undoMerge", id: survivorId, name: survivorTitle },
      after: { 还原: loserTitle, 数据编号: loserId },
    });
  });
  return null;
}

export async function merges(
  deps: FormsDeps,
  { formId, pageNo, pageSize, compId: named }: BodyOf<Api["merges"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["merges"]>> {
  const compId = compOf(caller, named);
  if (pageSize > 200) throw fieldRefusal("pageSize", "每页条数", "每页最多200条");
  return deps.ports.database.tenant(compId, async (trx) => {
    const { row, form } = await publishedForm(deps, trx, await findForm(trx, compId, formId));
    const may = await mayDoTo(deps.auth, caller, form.formType, "merge", trx);
    if (!may) throw new AppError("forbidden");
    const { rows, total } = await pageOfMerges(trx, compId, formId, { pageNo, pageSize });
    const now = deps.ports.clock.now();
    const [veiled, hide] = [titleIsVeiled(form, veilOf(row, caller)), hidesNumbers(caller)];
    const said = (title: string) => (veiled ? "" : hide ? maskNumbers(title) : title);
    const list = rows.map(({ id, survivorId, survivorTitle, loserTitle, at, byName, undoneAt }) => ({
      ...{ id, survivorId, time: formatTime(at), by: byName },
      ...{ survivorTitle: said(survivorTitle), loserTitle: said(loserTitle) },
      undoneTime: undoneAt ? formatTime(undoneAt) : "",
      mayUndo: !undoneAt && at.getTime() + undoMs >= now,
    }));
    return { list, total, pageNo, pageSize };
  });
}
