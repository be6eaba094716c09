/**
 * Rows of calls that an earlier version made otherwise of the same log are made anew, beside calls that go on: enterprise by enterprise
 * and page by page, as they are compared (docs/protocol.md K88).
 */
import { forJobs, type Database, type Trx } from "../../../ports/database.ts";
import { applyContact, type Contact } from "../contact.ts";
import { saveContacts } from "../projections.ts";
import { clearParts, isContact, readStream } from "../repository.ts";
import { checkCalls } from "./calls.ts";
import type { ReconcileOptions } from "./index.ts";
import { lockEnded, nextEnterprise } from "./repository.ts";

/**
 * Raised by whoever changes what rows of calls are made of a log that is there: those from before are then made anew. Of code ed7414b1:
 * `npm run types` fails when that is no longer so, and `npm run projection-version` says what to do.
 */
export const projectionVersion = 1;

export interface MendCursor {
  readonly compId: string;
  /** Everything up to this call is as it is to be. */
  readonly after: string;
}

interface Mended {
  /** Where to go on; undefined: all is made. */
  readonly next: MendCursor | undefined;
  /** Calls that were looked at, and that were made anew. */
  readonly rows: number;
  readonly mended: number;
}

/**
 * Its record is locked before its log is read: whoever writes a further event of the call has committed it by then, or waits and makes the
 * record newer. One call a transaction: who writes several holds the locks of several. One that lives is its engine's.
 */
async function remake(trx: Trx, compId: string, callId: string): Promise<boolean> {
  if (!(await lockEnded(trx, compId, callId))) return false;
  const events = (await readStream(trx, { compId, stream: "contact", id: callId })).filter(isContact);
  const contact = events.reduce<Contact | undefined>(applyContact, undefined);
  if (!contact) return false;
  await clearParts(trx, { compId, callId });
  await saveContacts(trx, [contact]);
  return true;
}

export async function mend(
  database: Database,
  from?: MendCursor,
  { page = 200, pages = 10, stopping = () => false }: ReconcileOptions = {},
): Promise<Mended> {
  // system: which enterprises there are, and rows that a tenant may not take away.
  const enterprise = async (after: string): Promise<MendCursor | undefined> => {
    const compId = await database.system((trx) => nextEnterprise(trx, after));
    return compId === undefined ? undefined : { compId, after: "" };
  };
  let next = from ?? (await enterprise(""));
  let [rows, mended] = [0, 0];
  for (let done = 0; next && done < pages && !(done > 0 && stopping()); done += 1) {
    const { compId, after }: MendCursor = next;
    const result = await forJobs(database).tenant(compId, (trx) => checkCalls(trx, compId, after, page));
    rows += result.rows;
    // What is missing, or has fewer events than its log, is no version's doing: the nightly comparison tells of it.
    for (const { id, kind } of result.differences)
      if (kind === "columns" && (await database.system((trx) => remake(trx, compId, id)))) mended += 1;
    next = result.end === undefined ? await enterprise(compId) : { compId, after: result.end };
  }
  return { next, rows, mended };
}
