/** The ledger of an enterprise as lines of JSON, so that whoever has them can walk the chain without us (npm run ledger:export). */
import { forJobs, type Database } from "../../../ports/database.ts";
import { readLedger } from "./repository.ts";

const page = 2_000;

/** From the entry after this one on; resolves to how many. */
export async function exportLedger(
  database: Database,
  compId: string,
  { after = 0, line }: { readonly after?: number; readonly line: (text: string) => void | Promise<void> },
): Promise<number> {
  let last = after;
  for (let entries = 0; ;) {
    const rows = await forJobs(database).tenant(compId, (trx) => readLedger(trx, compId, last, page));
    for (const row of rows) await line(JSON.stringify({ ...row, seq: Number(row.seq) }));
    entries += rows.length;
    if (rows.length < page) return entries;
    last = Number(rows.at(-1)!.seq);
  }
}
