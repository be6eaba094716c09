/** SQL of the ledger. Entries are only ever inserted; the balance row is the lock that makes their order. */
import type { LedgerKind } from "@liantai/api/contract/admin";
import { sql, type Insertable, type Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { LedgerBalanceTable, LedgerEntryTable } from "../../../ports/schema/enterprises.ts";

export type BalanceRow = Selectable<LedgerBalanceTable>;
export type EntryRow = Selectable<LedgerEntryTable>;

/** Held to the end of the transaction. The enterprise must exist. */
export async function lockBalance(trx: Trx, compId: string): Promise<BalanceRow> {
  const locked = () =>
    trx.selectFrom("ledger_balance").selectAll().where("compId", "=", compId).forUpdate().executeTakeFirst();
  const found = await locked();
  if (found) return found;
  await trx
    .insertInto("ledger_balance")
    .values({ compId })
    .onConflict((on) => on.doNothing())
    .execute();
  return (await locked())!;
}

export const findBalance = (trx: Trx, compId: string): Promise<BalanceRow | undefined> =>
  trx.selectFrom("ledger_balance").selectAll().where("compId", "=", compId).executeTakeFirst();
export const findEntry = (trx: Trx, compId: string, key: string): Promise<EntryRow | undefined> =>
  trx
    .selectFrom("ledger_entry")
    .selectAll()
    .where("compId", "=", compId)
    .where("idempotencyKey", "=", key)
    .executeTakeFirst();

export async function insertEntry(trx: Trx, entry: Insertable<LedgerEntryTable>): Promise<void> {
  await trx.insertInto("ledger_entry").values(entry).execute();
  await trx
    .updateTable("ledger_balance")
    .set({ balance: entry.balanceAfter!, entries: entry.seq })
    .where("compId", "=", entry.compId)
    .execute();
}

export async function setCreditLimit(trx: Trx, compId: string, limit: bigint): Promise<void> {
  await trx.updateTable("ledger_balance").set({ creditLimit: limit }).where("compId", "=", compId).execute();
}

export const findArrears = (trx: Trx, compId: string) =>
  trx.selectFrom("enterprise").select(["forbidden", "isWhite"]).where("compId", "=", compId).executeTakeFirst();

/** Whether it changed. */
export async function setForbidden(trx: Trx, compId: string, forbidden: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("enterprise")
    .set({ forbidden })
    .where("compId", "=", compId)
    .where("forbidden", "!=", forbidden)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface LedgerQuery extends PageQuery {
  /** Absent: all. */
  readonly compIds?: readonly string[] | undefined;
  readonly kind?: LedgerKind | "" | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly operatorName?: string | undefined;
}

const filtered = (trx: Trx, { compIds, kind, from, to, operatorName }: Omit<LedgerQuery, keyof PageQuery>) => {
  let base = trx.selectFrom("ledger_entry as l").innerJoin("enterprise as e", "e.compId", "l.compId");
  if (compIds) base = base.where("l.compId", "in", [...compIds, ""]);
  if (kind) base = base.where("l.kind", "=", kind);
  if (from) base = base.where("l.at", ">=", from);
  if (to) base = base.where("l.at", "<=", to);
  if (operatorName) base = base.where("l.operatorName", "like", containing(operatorName));
  return base;
};

export type ListedEntry = EntryRow & { readonly compName: string };

export const listEntries = (trx: Trx, query: LedgerQuery) =>
  pageOf(filtered(trx, query), query, {
    rows: (q) => q.selectAll("l").select("e.name as compName"),
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
    .select("e.name as compName")
    .orderBy("l.at", "desc")
    .orderBy("l.id", "desc")
    .limit(limit)
    .execute();
}

interface OneCall {
  readonly compId: string;
  readonly callId: string;
}

export interface UnbilledLine extends UnbilledCall {
  readonly party: number;
}

export interface UnbilledCall {
  readonly compId: string;
  readonly callId: string;
  readonly number: string;
  readonly talkMs: number;
  readonly priceMilli: number;
}

export interface UnbilledAttempt extends Pick<UnbilledCall, "compId" | "callId" | "number"> {
  readonly attemptId: string;
  /** 1/1000 yuan. */
  readonly cost: number;
  readonly quantity: number;
  readonly priceMilli: number;
}

/** Attempts of dialling tasks that cost something and have no entry yet, oldest first. */
export async function unbilledAttempts(
  trx: Trx,
  since: Date,
  limit: number,
  only?: OneCall,
): Promise<UnbilledAttempt[]> {
  // Begun minutes, as the attempt counted them.
  const quantity = sql<number>`ceil(extract(epoch from a.ended_at - a.answered_at) / 60)::integer`;
  let query = trx
    .selectFrom("dial_attempt as a")
    .leftJoin("ledger_entry as e", (on) =>
      on
        .onRef("e.compId", "=", "a.compId")
        .on((b) => b(b.ref("e.idempotencyKey"), "=", sql<string>`'attempt/' || a.id`)),
    )
    .select(["a.compId", "a.callId", "a.id as attemptId", "a.displayed as number", "a.cost", quantity.as("quantity")])
    .where("a.cost", ">", 0)
    .where("a.endedAt", ">=", since)
    .where("e.id", "is", null);
  if (only) query = query.where("a.compId", "=", only.compId).where("a.callId", "=", only.callId);
  const rows = await query.orderBy("a.endedAt").limit(limit).execute();
  return rows.map((row) => {
    const cost = Number(row.cost);
    return { ...row, cost, priceMilli: cost / row.quantity };
  });
}

/** The call was booked as an attempt that is there no more. */
const bookedAsAttempt = sql<boolean>`exists (select from ledger_entry b where b.comp_id = r.comp_id and b.contact_id = r.call_id
  and b.idempotency_key like 'attempt/%')`;

/** Talked calls over a number with a price that have no entry yet, oldest first; those of tasks are booked as attempts. */
export async function unbilledCalls(trx: Trx, since: Date, limit: number, only?: OneCall): Promise<UnbilledCall[]> {
  let query = trx
    .selectFrom("call_record as r")
    .innerJoin("access_number as n", (on) =>
      on.onRef("n.number", "=", "r.accessNumber").onRef("n.compId", "=", "r.compId"),
    )
    .leftJoin("ledger_entry as e", (on) =>
      on
        .onRef("e.compId", "=", "r.compId")
        .on((b) => b(b.ref("e.idempotencyKey"), "=", sql<string>`'call/' || r.call_id`)),
    )
    .leftJoin("dial_attempt as a", (on) => on.onRef("a.compId", "=", "r.compId").onRef("a.callId", "=", "r.callId"))
    .select(["r.compId", "r.callId", "n.number", "r.talkMs", "n.priceMilli"])
    .where("a.id", "is", null)
    .where("n.priceMilli", ">", 0)
    .where("r.talkMs", ">", 0)
    .where("r.endAt", ">=", since)
    .where("e.id", "is", null)
    .where(({ not }) => not(bookedAsAttempt));
  if (only) query = query.where("r.compId", "=", only.compId).where("r.callId", "=", only.callId);
  return query.orderBy("r.endAt").limit(limit).execute();
}

/**
 * Further lines of ended calls: numbers outside that were asked, that a call was transferred to, or that joined a conference. One
 * line is one party, in however many parts it was there.
 */
export async function unbilledLines(trx: Trx, since: Date, limit: number, only?: OneCall): Promise<UnbilledLine[]> {
  const ms = sql<number>`(extract(epoch from sum(l.end_at - l.answer_at)) * 1000)::integer`;
  let query = trx
    .selectFrom("call_leg as l")
    .innerJoin("call_record as r", (on) => on.onRef("r.compId", "=", "l.compId").onRef("r.callId", "=", "l.callId"))
    .innerJoin("access_number as n", (on) =>
      on.onRef("n.number", "=", "l.accessNumber").onRef("n.compId", "=", "l.compId"),
    )
    .leftJoin("ledger_entry as e", (on) =>
      on
        .onRef("e.compId", "=", "l.compId")
        .on((b) => b(b.ref("e.idempotencyKey"), "=", sql<string>`'call/' || l.call_id || '/' || l.party`)),
    )
    .select(["l.compId", "l.callId", "l.party", "n.number", "n.priceMilli", ms.as("talkMs")])
    .where("l.role", "<>", "customer")
    .where("l.answerAt", "is not", null)
    .where("n.priceMilli", ">", 0)
    .where("r.endAt", ">=", since)
    .where("e.id", "is", null);
  if (only) query = query.where("l.compId", "=", only.compId).where("l.callId", "=", only.callId);
  return query
    .groupBy(["l.compId", "l.callId", "l.party", "n.number", "n.priceMilli", "r.endAt"])
    .having(ms, ">", 0)
    .orderBy("r.endAt")
    .limit(limit)
    .execute();
}
