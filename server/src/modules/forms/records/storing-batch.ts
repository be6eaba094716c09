/** Records of a workbook as they are written, each batch in one transaction. */
import type { CompiledForm, FormValues } from "@liantai/api/forms";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { queueForRecords } from "../../automation/index.ts";
import type { indexer, UniqueKey } from "./indexing.ts";
import { insertFinders, insertImported, leaveUnique, takeUnique } from "./repository.ts";
import { ownedBy } from "./saving.ts";
import { uniqueKey } from "./unique-keys.ts";

interface BatchRow {
  readonly id: string;
  readonly values: FormValues;
}

interface Batch {
  readonly compId: string;
  /** Held. */
  readonly form: CompiledForm;
  readonly index: ReturnType<typeof indexer>;
  readonly caller: RequestContext["caller"];
  readonly at: Date;
  /** What is said of a value that another record took meanwhile. */
  readonly taken: (label: string) => string;
}

/** What was wrong with each, at its place: the others stand. */
export async function storeBatch(
  trx: Trx,
  { compId, form, index, caller, at, taken: said }: Batch,
  rows: readonly BatchRow[],
): Promise<(string | undefined)[]> {
  const { formId, version: formVersion } = form;
  const indexed = rows.map((row) => ({ ...row, indexed: index(row.values) }));
  const all = indexed.flatMap((row) => row.indexed.uniques);
  const gone = new Set((await takeUnique(trx, compId, formId, all)).map(uniqueKey));
  const isGone = (key: UniqueKey): boolean => gone.has(uniqueKey(key));
  const faults = indexed.map((row) => {
    const key = row.indexed.uniques.find(isGone);
    return key && said(form.byName.get(key.field)?.label ?? key.field);
  });
  const [good, bad] = [
    indexed.filter((_, n) => faults[n] === undefined),
    indexed.filter((_, n) => faults[n] !== undefined),
  ];
  // What a row that is not written took beside the value that it lacks is anybody's again.
  await leaveUnique(
    trx,
    compId,
    formId,
    bad.flatMap((row) => row.indexed.uniques).filter((key) => !isGone(key)),
  );
  await insertImported(
    trx,
    { ...{ compId, formId, formVersion, at, updatedBy: caller.nickName }, ...ownedBy(caller) },
    good.map(({ id, values, indexed: { slots } }) => ({ id, values: JSON.stringify(values), slots })),
  );
  await insertFinders(
    trx,
    compId,
    good.map(({ id, indexed: finders }) => ({ id, formId, createdAt: at, indexed: finders })),
  );
  await queueForRecords(
    trx,
    { compId, formId, at },
    good.map(({ id }) => id),
    { key: "1", event: "record.created" },
  );
  return faults;
}
