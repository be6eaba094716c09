/**
 * Whether the projections are what the log says: both made anew in memory and compared with the rows in place, enterprise by
 * enterprise and page by page, so that memory stays flat however long the log is. It changes nothing; `rebuild` repairs.
 */
import { forJobs, type Database } from "../../../ports/database.ts";
import { checkCalls } from "./calls.ts";
import type { Difference } from "./difference.ts";
import { nextEnterprise, type Stream } from "./repository.ts";
import { checkStatuses } from "./statuses.ts";

export type { Difference } from "./difference.ts";

/** What has been compared: everything up to `after` of this stream of this enterprise. */
export interface ReconcileCursor {
  readonly compId: string;
  readonly stream: Stream;
  readonly after: string;
}

export interface Reconciled {
  /** Where to go on; undefined: all is compared. */
  readonly next: ReconcileCursor | undefined;
  /** Rows of both projections that were looked at. */
  readonly rows: number;
  /** How many rows differ. */
  readonly found: number;
  /** The first of them. */
  readonly samples: readonly Difference[];
}

export interface ReconcileOptions {
  /** Calls, or agents, a transaction. */
  readonly page?: number;
  /** Pages until the caller is asked again. */
  readonly pages?: number;
  /** Looked at after every page. */
  readonly stopping?: () => boolean;
}

const sampled = 50;

export async function reconcile(
  database: Database,
  from?: ReconcileCursor,
  { page = 200, pages = 50, stopping = () => false }: ReconcileOptions = {},
): Promise<Reconciled> {
  // system: which enterprises there are; each is then read under its own policies.
  const enterprise = async (after: string): Promise<ReconcileCursor | undefined> => {
    const compId = await database.system((trx) => nextEnterprise(trx, after));
    return compId === undefined ? undefined : { compId, stream: "contact", after: "" };
  };
  let next = from ?? (await enterprise(""));
  let [rows, found] = [0, 0];
  const samples: Difference[] = [];
  for (let done = 0; next && done < pages && !(done > 0 && stopping()); done += 1) {
    const { compId, stream, after }: ReconcileCursor = next;
    const check = stream === "contact" ? checkCalls : checkStatuses;
    const result = await forJobs(database).tenant(compId, (trx) => check(trx, compId, after, page));
    rows += result.rows;
    found += result.differences.length;
    samples.push(...result.differences.slice(0, sampled - samples.length));
    if (result.end !== undefined) next = { compId, stream, after: result.end };
    else next = stream === "contact" ? { compId, stream: "agent", after: "" } : await enterprise(compId);
  }
  return { next, rows, found, samples };
}
