/** Walks the chain of every enterprise's ledger: where it breaks, and which calls have no entry (npm run ledger:verify). */
import { forJobs, type Database } from "../../../ports/database.ts";
import { beginning, findBreak, type Break } from "./chain.ts";
import { attemptsWithoutEntry, enterprisesWithLedger, ledgerHead, readLedger } from "./repository.ts";

const page = 2_000;

export interface Verified {
  readonly compId: string;
  readonly entries: number;
  /** undefined: it holds. end: the chain stops before its head says so. */
  readonly broken?: Break | { readonly seq: number; readonly why: "end" };
  /** Attempts that no entry tells of. */
  readonly untold: number;
}

async function verifyOne(database: Database, compId: string): Promise<Verified> {
  let after = { seq: 0, hash: beginning };
  for (;;) {
    const rows = await forJobs(database).tenant(compId, (trx) => readLedger(trx, compId, after.seq, page));
    const broken = findBreak(rows, after);
    if (broken) return { compId, entries: after.seq, broken, untold: 0 };
    const last = rows.at(-1);
    if (!last) break;
    after = { seq: last.seq, hash: last.hash };
  }
  const { head, untold } = await forJobs(database).tenant(compId, async (trx) => ({
    head: await ledgerHead(trx, compId),
    untold: await attemptsWithoutEntry(trx, compId),
  }));
  const whole = head?.seq === after.seq && head.hash === after.hash;
  return {
    compId,
    entries: after.seq,
    untold,
    ...(whole ? {} : { broken: { seq: after.seq + 1, why: "end" as const } }),
  };
}

export async function verifyLedgers(database: Database): Promise<readonly Verified[]> {
  // system: which enterprises there are.
  const all = await database.system(enterprisesWithLedger);
  const verified: Verified[] = [];
  for (const { compId } of all) verified.push(await verifyOne(database, compId));
  return verified;
}
