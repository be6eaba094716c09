/** SQL of the ledger. Entries are only ever inserted; the balance row is the lock that makes their order. */
import { sql, type Insertable, type Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { LedgerBalanceTable, LedgerEntryTable } from "../../../ports/schema/enterprises.ts";

export type BalanceRow = Selectable<LedgerBalanceTable>;
export type EntryRow = Selectable<LedgerEntryTable>;

/** Held to the end of the transaction. The enterprise must exist. */
export async function lockBalance(trx: Trx, compId: string): Promise<BalanceRow> {
  const locked = () =>
    trx.selectFrom("ledger_balance").selectAll().where("comp_id", "=", compId).forUpdate().executeTakeFirst();
  const found = await locked();
  if (found) return found;
  await trx
    .insertInto("ledger_balance")
    .values({ comp_id: compId })
    .onConflict((on) => on.doNothing())
    .execute();
  return (await locked())!;
}

export const findBalance = (trx: Trx, compId: string): Promise<BalanceRow | undefined> =>
  trx.selectFrom("ledger_balance").selectAll().where("comp_id", "=", compId).executeTakeFirst();
export const findEntry = (trx: Trx, compId: string, key: string): Promise<EntryRow | undefined> =>
  trx
    .selectFrom("ledger_entry")
    .selectAll()
    .where("comp_id", "=", compId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();

export async function insertEntry(trx: Trx, entry: Insertable<LedgerEntryTable>): Promise<void> {
  await trx.insertInto("ledger_entry").values(entry).execute();
  await trx
    .updateTable("ledger_balance")
    .set({ balance: entry.balance_after!, entries: entry.seq })
    .where("comp_id", "=", entry.comp_id)
    .execute();
}

export async function setCreditLimit(trx: Trx, compId: string, limit: bigint): Promise<void> {
  await trx.updateTable("ledger_balance").set({ credit_limit: limit }).where("comp_id", "=", compId).execute();
}

export const findArrears = (trx: Trx, compId: string) =>
  trx.selectFrom("enterprise").select(["forbidden", "is_white"]).where("comp_id", "=", compId).executeTakeFirst();

/** Whether it changed. */
export async function setForbidden(trx: Trx, compId: string, forbidden: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("enterprise")
    .set({ forbidden })
    .where("comp_id", "=", compId)
    .where("forbidden", "!=", forbidden)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface LedgerQuery extends PageQuery {
  /** Absent: all. */
  readonly compIds?: readonly string[] | undefined;
  readonly kind?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly operatorName?: string | undefined;
}

const filtered = (trx: Trx, { compIds, kind, from, to, operatorName }: Omit<LedgerQuery, keyof PageQuery>) => {
  let base = trx.selectFrom("ledger_entry as l").innerJoin("enterprise as e", "e.comp_id", "l.comp_id");
  if (compIds) base = base.where("l.comp_id", "in", [...compIds, ""]);
  if (kind) base = base.where("l.kind", "=", kind);
  if (from) base = base.where("l.at", ">=", from);
  if (to) base = base.where("l.at", "<=", to);
  if (operatorName) base = base.where("l.operator_name", "like", containing(operatorName));
  return base;
};

export type ListedEntry = EntryRow & { readonly comp_name: string };

export const listEntries = (trx: Trx, query: LedgerQuery) =>
  pageOf(filtered(trx, query), query, {
    rows: (q) => q.selectAll("l").select("e.name as comp_name"),
    order: { at: "l.at", amount: "l.amount" },
    descending: true,
    tie: "l.id",
  });

/** A page of an export, newest first: rows before `after`. */
export async function entriesAfter(
  trx: Trx,
  query: Omit<LedgerQuery, keyof PageQuery>,
  after: { readonly at: Date; readonly id: string } | undefined,
  limit: number,
): Promise<ListedEntry[]> {
  let base = filtered(trx, query);
  if (after)
    base = base.where((e) =>
      e.or([e("l.at", "<", after.at), e.and([e("l.at", "=", after.at), e("l.id", "<", after.id)])]),
    );
  return base
    .selectAll("l")
    .select("e.name as comp_name")
    .orderBy("l.at", "desc")
    .orderBy("l.id", "desc")
    .limit(limit)
    .execute();
}

export interface UnbilledCall {
  readonly compId: string;
  readonly callId: string;
  readonly number: string;
  readonly talkMs: number;
  readonly priceMilli: number;
}

/** Talked calls over a number with a price that have no entry yet, oldest first. */
export async function unbilledCalls(
  trx: Trx,
  since: Date,
  limit: number,
  only?: { readonly compId: string; readonly callId: string },
): Promise<UnbilledCall[]> {
  let query = trx
    .selectFrom("call_record as r")
    .innerJoin("access_number as n", (on) =>
      on.onRef("n.number", "=", "r.access_number").onRef("n.comp_id", "=", "r.comp_id"),
    )
    .leftJoin("ledger_entry as e", (on) =>
      on
        .onRef("e.comp_id", "=", "r.comp_id")
        .on((b) => b(b.ref("e.idempotency_key"), "=", sql<string>`'call/' || r.call_id`)),
    )
    .select(["r.comp_id", "r.call_id", "n.number", "r.talk_ms", "n.price_milli"])
    .where("n.price_milli", ">", 0)
    .where("r.talk_ms", ">", 0)
    .where("r.end_at", ">=", since)
    .where("e.id", "is", null);
  if (only) query = query.where("r.comp_id", "=", only.compId).where("r.call_id", "=", only.callId);
  const rows = await query.orderBy("r.end_at").limit(limit).execute();
  return rows.map((row) => ({
    compId: row.comp_id,
    callId: row.call_id,
    number: row.number,
    talkMs: row.talk_ms,
    priceMilli: row.price_milli,
  }));
}
