/** What records were: today's values, with what was written since taken back. */
import type { FormValues } from "@liantai/api/forms";
import type { Trx } from "../../../ports/database.ts";
import type { Past, PastQuestion } from "../../automation/index.ts";
import type { ValuesBack } from "../ports.ts";
import { changesBack, changesSince, recordsSince, type ChangeRow } from "./values-back-repository.ts";
import { undone } from "./past.ts";
import { titleOf } from "./present.ts";
import { findRecords, type RecordRow } from "./repository.ts";
import { everything } from "./scope.ts";

/** `later`: what was written after that, the newest first. */
const takenBack = (row: Pick<RecordRow, "values">, later: readonly ChangeRow[]): FormValues =>
  later.reduce((values, { changes }) => undone(values, changes), row.values) as FormValues;

const propertiesOf = ({ ownerName, source }: RecordRow) => ({ $owner: ownerName, $source: source });

async function readBack(trx: Trx, compId: string, ids: readonly string[], since: Date) {
  const rows = new Map<string, RecordRow>();
  const changes = new Map<string, ChangeRow[]>();
  if (ids.length === 0) return { rows, changes };
  for (const row of await findRecords(trx, compId, ids, { scope: everything })) rows.set(row.id, row);
  for (const change of await changesBack(trx, compId, ids, since)) {
    const own = changes.get(change.recordId);
    if (own) own.push(change);
    else changes.set(change.recordId, [change]);
  }
  return { rows, changes };
}

export async function valuesBack(
  trx: Trx,
  compId: string,
  recordIds: readonly string[],
  since: Date,
): Promise<ValuesBack> {
  const { rows, changes } = await readBack(trx, compId, [...new Set(recordIds)], since);
  return (id, at) => {
    const row = rows.get(id);
    if (!row) return undefined;
    const later = (changes.get(id) ?? []).filter((change) => change.at.getTime() > at);
    return { values: takenBack(row, later), source: row.source };
  };
}

/** Records that were made or changed, newest first. */
export async function recordsPast(trx: Trx, { compId, form, since, limit }: PastQuestion): Promise<readonly Past[]> {
  const made = await recordsSince(trx, compId, form.formId, since, limit + 1);
  const changed = await changesSince(trx, compId, form.formId, since, limit + 1);
  const ids = [...new Set([...made.map(({ id }) => id), ...changed.map(({ recordId }) => recordId)])];
  const { rows, changes } = await readBack(trx, compId, ids, since);
  const past = (row: RecordRow, event: string, at: Date, version: number, names: readonly string[]): Past => {
    const values = takenBack(
      row,
      (changes.get(row.id) ?? []).filter((one) => one.version > version),
    );
    return {
      ...(row.orderId === null ? { kind: "record", id: row.id } : { kind: "order", id: row.orderId }),
      ...{ title: titleOf(form, values), event, at: at.getTime(), changed: names, values },
      ...{ properties: propertiesOf(row), asNow: false },
    };
  };
  const found = [
    ...made.map((row) => past(row, "record.created", row.createdAt, 1, [])),
    ...changed.flatMap(({ recordId, at, version, changes: own }) => {
      const row = rows.get(recordId);
      const names = own.map(({ name }) => name);
      return row ? [past(row, "record.updated", at, version, names)] : [];
    }),
  ];
  return found.sort((a, b) => b.at - a.at).slice(0, limit + 1);
}
