/** SQL of the compliance ledger: it is added to, and never changed (the grants allow nothing else). */
import type { Trx } from "../../../ports/database.ts";
import { beginning, canonical, hashOf, type Chained } from "./chain.ts";

export interface LedgerEntry {
  readonly kind: "dialled" | "ended" | "skipped" | "refused" | "heard";
  readonly taskId: string;
  readonly phoneId: string;
  readonly attemptId?: string;
  /** What is kept: checks, consent, displayed number, result. JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Where the chain ends. Locked until the transaction is over: entries follow each other without a gap. */
async function head(trx: Trx, compId: string): Promise<{ readonly seq: number; readonly hash: string }> {
  const locked = () =>
    trx.selectFrom("dial_ledger_head").select(["seq", "hash"]).where("compId", "=", compId).forUpdate();
  const there = await locked().executeTakeFirst();
  if (there) return there;
  await trx
    .insertInto("dial_ledger_head")
    .values({ compId, seq: 0, hash: beginning })
    .onConflict((c) => c.doNothing())
    .execute();
  return locked().executeTakeFirstOrThrow();
}

export async function appendLedger(trx: Trx, compId: string, at: Date, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return;
  let { seq, hash } = await head(trx, compId);
  const rows = entries.map(({ kind, taskId, phoneId, attemptId = "", body }) => {
    const entry: Chained = {
      compId,
      seq: seq + 1,
      at,
      kind,
      taskId,
      phoneId,
      attemptId,
      body: canonical(body),
      prev: hash,
    };
    ({ seq } = entry);
    hash = hashOf(entry);
    return { ...entry, kind, hash };
  });
  await trx.insertInto("dial_ledger").values(rows).execute();
  await trx.updateTable("dial_ledger_head").set({ seq, hash }).where("compId", "=", compId).execute();
}

/** A page of the chain, in order. */
export const readLedger = (trx: Trx, compId: string, after: number, most: number) =>
  trx
    .selectFrom("dial_ledger")
    .selectAll()
    .where("compId", "=", compId)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(most)
    .execute();

export const ledgerHead = (trx: Trx, compId: string) =>
  trx.selectFrom("dial_ledger_head").select(["seq", "hash"]).where("compId", "=", compId).executeTakeFirst();

export const enterprisesWithLedger = (trx: Trx) =>
  trx.selectFrom("dial_ledger_head").select("compId").orderBy("compId").execute();

/** What was called for tasks, by themselves or by agents, and no entry tells of. */
export async function attemptsWithoutEntry(trx: Trx, compId: string): Promise<number> {
  const { n } = await trx
    .selectFrom("dial_attempt as a")
    .leftJoin("dial_ledger as l", (j) =>
      j.onRef("l.compId", "=", "a.compId").onRef("l.attemptId", "=", "a.id").on("l.kind", "=", "dialled"),
    )
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("a.compId", "=", compId)
    .where("l.seq", "is", null)
    .executeTakeFirstOrThrow();
  return Number(n);
}
