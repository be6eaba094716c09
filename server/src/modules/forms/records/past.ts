/** What records were before: from what they are, back through what changed. */
import type { RecordValues } from "@liantai/api/contract/workorder";
import type { Trx } from "../../../ports/database.ts";
import type { StoredChange } from "../../../ports/schema/forms.ts";
import { changesOfRecords } from "./change-repository.ts";
import { findRecords } from "./repository.ts";
import { everything } from "./scope.ts";

export interface Past {
  /** The event of the order it came with; 0: it began so. */
  readonly seq: number;
  readonly values: RecordValues;
}

/** As it was before the changes. */
export function undone(values: RecordValues, changes: readonly StoredChange[]): RecordValues {
  const before: Record<string, unknown> = { ...values };
  for (const { name, before: was } of changes) {
    if (was === undefined) delete before[name];
    else before[name] = was;
  }
  return before as RecordValues;
}

export async function pastValues(
  trx: Trx,
  compId: string,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Past[]>> {
  if (recordIds.length === 0) return new Map();
  const rows = await findRecords(trx, compId, recordIds, { scope: everything });
  const changes = new Map<string, Awaited<ReturnType<typeof changesOfRecords>>>();
  for (const change of await changesOfRecords(trx, compId, recordIds))
    changes.set(change.recordId, [...(changes.get(change.recordId) ?? []), change]);
  return new Map(
    rows.map(({ id, values }) => {
      const past: Past[] = [];
      let now: RecordValues = values;
      for (const { orderSeq, changes: made } of changes.get(id) ?? []) {
        // What was changed by no step of the order is as if it had always been so.
        if (orderSeq !== null) past.unshift({ seq: orderSeq, values: now });
        now = undone(now, made);
      }
      return [id, [{ seq: 0, values: now }, ...past]] as const;
    }),
  );
}
