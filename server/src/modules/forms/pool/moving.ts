/** What stands in history and log when a record gets another owner, or none. */
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { FormsDeps } from "../deps.ts";
import { insertEvents } from "../records/event-repository.ts";
import { titleOf } from "../records/present.ts";
import type { RecordRow } from "../records/repository.ts";

/** What has no owner stands here. */
export const poolName = "公海";

/** In the history of each record, and in the log. */
export async function tell(
  { ports, audit, compiled }: FormsDeps,
  trx: Trx,
  compId: string,
  records: readonly RecordRow[],
  { action, after }: { readonly action: "claim" | "giveBack" | "assign"; readonly after: string },
  context: RequestContext,
): Promise<void> {
  const at = new Date(ports.clock.now());
  for (const record of records) {
    const words = { before: record.ownerName || poolName, after };
    await insertEvents(trx, [
      {
        ...{ compId, recordId: record.id, id: ports.random.id(), at, byName: context.caller.nickName },
        ...{ kind: "pool" as const, label: "负责人", ...words },
      },
    ]);
    const form = await compiled.get(trx, compId, record.formId, record.formVersion);
    await audit.write(trx, context, {
      ...{ compId, object: "formRecord", action, id: record.id, name: titleOf(form, record.values) },
      before: { 负责人: words.before },
      after: { 负责人: after },
    });
  }
}

export const byForm = (records: readonly RecordRow[]): ReadonlyMap<string, readonly RecordRow[]> => {
  const groups = new Map<string, RecordRow[]>();
  for (const record of records) groups.set(record.formId, [...(groups.get(record.formId) ?? []), record]);
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
};
