/** Fields that become queryable while there are records: a job fills in what lists find by (索引建立中 until it is done). */
import type { FormValues } from "@liantai/api/forms";
import { forJobs, type Trx } from "../../ports/database.ts";
import { findForm, formsToIndex, holdForm, updateForm } from "./definitions/repository.ts";
import type { FormsDeps } from "./deps.ts";
import { indexer } from "./records/indexing.ts";
import { findByNumbers } from "./records/number-repository.ts";
import { deleteFinders, insertFinders, recordsAfter, slotSet, updateRecord } from "./records/repository.ts";

const queue = "form-indexing";
interface Work {
  readonly compId: string;
  readonly id: string;
}

const batchRows = 200;
/** How far it is is kept so often: publishing and that wait for each other. */
const batchesKept = 20;

export const wakeIndexing = ({ ports }: Pick<FormsDeps, "ports">, { compId, id }: Work): Promise<void> =>
  ports.jobs.send(queue, { compId, id } satisfies Work, { key: `${compId}/${id}` });

/** The last record of the batch; undefined: there are no more. Savers of the form go on beside it. */
async function indexBatch(deps: FormsDeps, trx: Trx, { compId, id }: Work, version: number, after: string) {
  const row = await holdForm(trx, compId, id);
  // Published anew meanwhile: begun again by the job of that version.
  if (row?.version !== version) return undefined;
  const form = await deps.compiled.get(trx, compId, id, version);
  const records = await recordsAfter(trx, compId, id, after, batchRows);
  const index = indexer(form, row.slots);
  const found = records.map((record) => ({ ...record, indexed: index(record.values as FormValues) }));
  await deleteFinders(
    trx,
    compId,
    found.map((record) => record.id),
  );
  for (const record of found) await updateRecord(trx, compId, record.id, slotSet(record.indexed.slots));
  await insertFinders(trx, compId, found);
  await findByNumbers(
    trx,
    compId,
    found.map((record) => record.id),
  );
  return records.length < batchRows ? undefined : records.at(-1)!.id;
}

async function indexForm(deps: FormsDeps, { compId, id }: Work): Promise<void> {
  const { database } = deps.ports;
  const form = await database.tenant(compId, (trx) => findForm(trx, compId, id));
  if (form?.indexedTo == null) return;
  const keep = (indexedTo: string | null) =>
    forJobs(database).tenant(compId, async (trx) => {
      const now = await holdForm(trx, compId, id);
      if (now?.version !== form.version) return;
      await updateForm(trx, compId, id, indexedTo === null ? { indexedTo, indexing: "[]" } : { indexedTo });
    });
  let after: string | undefined = form.indexedTo;
  for (let batches = 1; after !== undefined; batches += 1) {
    const from: string = after;
    after = await forJobs(database).tenant(compId, (trx) => indexBatch(deps, trx, { compId, id }, form.version, from));
    if (after !== undefined && batches % batchesKept === 0) await keep(after);
  }
  await keep(null);
  const now = await database.tenant(compId, (trx) => findForm(trx, compId, id));
  if (now?.indexedTo != null) await indexForm(deps, { compId, id });
}

export async function startIndexing(deps: FormsDeps): Promise<void> {
  const { jobs, database } = deps.ports;
  await jobs.work<Work>(queue, (work) => indexForm(deps, work));
  // system: forms of every enterprise, whose process may have died.
  for (const form of await database.system(formsToIndex)) await wakeIndexing(deps, form);
}
