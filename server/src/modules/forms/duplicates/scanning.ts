/** A job looks for duplicates among all records of a form; what it found is a list of groups until the next one. */
import { createHash } from "node:crypto";
import { AppError, formatTime, hourMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { recordDuplicateApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { forJobs, type Trx } from "../../../ports/database.ts";
import { findForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { checkPress } from "../records/buttons.ts";
import { titleFor } from "./titles.ts";
import { publishedForm, type Published } from "../records/published.ts";
import { findRecords } from "../records/repository.ts";
import { everything, scopeOf } from "../records/scope.ts";
import {
  findGroup,
  findSetting,
  ignoreGroup,
  pageOfGroups,
  putGroups,
  sharedNumbers,
  sharedTexts,
  updateSetting,
  type SettingRow,
} from "./repository.ts";
import { groupsOf, labelOf, type Bucket } from "./scoring.ts";

type Api = typeof recordDuplicateApi;
const queue = "form-duplicates";
interface Work {
  readonly compId: string;
  readonly formId: string;
}

/** A job that says nothing for so long has died. */
const longestScanMs = hourMs;

async function bucketsOf(trx: Trx, compId: string, { row }: Published, { rules }: SettingRow): Promise<Bucket[]> {
  const found: Bucket[] = [];
  for (const [rule, { kind, field = "" }] of rules.entries()) {
    const slot = row.slots[field];
    const shared =
      kind === "number"
        ? await sharedNumbers(trx, compId, row.id)
        : slot?.startsWith("t")
          ? await sharedTexts(trx, compId, row.id, slot, kind === "name")
          : [];
    found.push(...shared.map((ids) => ({ rule, ids: [...new Set(ids)] })));
  }
  return found;
}

const idOf = (ids: readonly string[]): string => createHash("sha256").update(ids.join("\n")).digest("hex").slice(0, 32);

async function scanForm(deps: FormsDeps, { compId, formId }: Work): Promise<void> {
  const { database, clock } = deps.ports;
  await forJobs(database).tenant(compId, async (trx) => {
    const setting = await findSetting(trx, compId, formId);
    const row = await findForm(trx, compId, formId);
    // The form went meanwhile.
    if (!setting || !row) return;
    const published = await publishedForm(deps, trx, row);
    const buckets = await bucketsOf(trx, compId, published, setting);
    const weights = setting.rules.map(({ weight }) => weight);
    const foundAt = new Date(clock.now());
    const groups = groupsOf(buckets, weights, setting.threshold).map(({ ids, score, rules }) => ({
      ...{ id: idOf(ids), score, foundAt, recordIds: JSON.stringify(ids) },
      reasons: JSON.stringify(rules.map((rule) => labelOf(setting.rules[rule]!, published.form))),
    }));
    await putGroups(trx, compId, formId, groups);
    await updateSetting(trx, compId, formId, { scanStartedAt: null, scannedAt: foundAt });
  });
}

export const startScanning = (deps: FormsDeps): Promise<void> =>
  deps.ports.jobs.work<Work>(queue, (work) => scanForm(deps, work));

export async function scan(
  deps: FormsDeps,
  { formId, compId: named }: BodyOf<Api["scan"]>,
  context: RequestContext,
): Promise<null> {
  const { ports, auth, audit } = deps;
  const compId = compOf(context.caller, named);
  await ports.database.tenant(compId, async (trx) => {
    const { row, form } = await publishedForm(deps, trx, await findForm(trx, compId, formId));
    await checkPress(auth, context.caller, form.formType, "merge", trx);
    const setting = await findSetting(trx, compId, formId);
    if (!setting || setting.rules.length === 0) throw new AppError("refused", "请先设置查重规则");
    await updateSetting(trx, compId, formId, { scanStartedAt: new Date(ports.clock.now()) });
    await audit.write(trx, context, { compId, object: "recordDuplicate", action: "scan", id: formId, name: row.name });
  });
  await ports.jobs.send(queue, { compId, formId } satisfies Work, { key: `${compId}/${formId}` });
  return null;
}

export async function groups(
  deps: FormsDeps,
  { formId, pageNo, pageSize, compId: named }: BodyOf<Api["groups"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["groups"]>> {
  const compId = compOf(caller, named);
  if (pageSize > 200) throw fieldRefusal("pageSize", "每页条数", "每页最多200条");
  return deps.ports.database.tenant(compId, async (trx) => {
    const published = await publishedForm(deps, trx, await findForm(trx, compId, formId));
    await checkPress(deps.auth, caller, published.form.formType, "merge", trx);
    const setting = await findSetting(trx, compId, formId);
    const { rows, total } = await pageOfGroups(trx, compId, formId, { pageNo, pageSize });
    const ids = rows.flatMap(({ recordIds }) => recordIds);
    const scope = await scopeOf(deps.auth, trx, compId, caller);
    const of = (among: typeof scope) => (ids.length === 0 ? [] : findRecords(trx, compId, ids, { scope: among }));
    const [all, seen] = [await of(everything), new Set((await of(scope)).map(({ id }) => id))];
    const known = new Map(all.map((record) => [record.id, record]));
    const title = titleFor(published, scope, caller);
    const { scanStartedAt = null, scannedAt = null } = setting ?? {};
    return {
      list: rows.map(({ id, score, reasons, recordIds }) => ({
        ...{ id, score, reasons: [...reasons] },
        records: recordIds.flatMap((recordId) => {
          const record = known.get(recordId);
          if (!record) return [];
          return [{ id: recordId, title: seen.has(recordId) ? title(record) : "", ownerName: record.ownerName }];
        }),
      })),
      ...{ total, pageNo, pageSize, scannedTime: scannedAt ? formatTime(scannedAt) : "" },
      running: scanStartedAt !== null && scanStartedAt.getTime() > deps.ports.clock.now() - longestScanMs,
    };
  });
}

export async function ignore(
  deps: FormsDeps,
  { id, compId: named }: BodyOf<Api["ignore"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  await deps.ports.database.tenant(compId, async (trx) => {
    const group = await findGroup(trx, compId, id);
    if (!group) throw new AppError("notFound");
    const { row, form } = await publishedForm(deps, trx, await findForm(trx, compId, group.formId));
    await checkPress(deps.auth, context.caller, form.formType, "merge", trx);
    await ignoreGroup(trx, compId, id);
    const after = { records: group.recordIds.join() };
    await deps.audit.write(trx, context, {
      compId,
      object: "recordDuplicate",
      action: "ignore",
      id,
      name: row.name,
      after,
    });
  });
  return null;
}
