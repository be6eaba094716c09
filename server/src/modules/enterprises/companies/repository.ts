/** SQL of enterprises, their default roles, and their accounts with the short message centre. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import { deleteAccountsOf } from "../../auth/index.ts";
import { deleteRolesOf } from "../../organisation/index.ts";
import type { Trx } from "../../../ports/database.ts";
import type { EnterpriseTable } from "../../../ports/schema.ts";
import type { SmsAccountTable } from "../../../ports/schema/enterprises.ts";

export type EnterpriseRow = Selectable<EnterpriseTable>;
export type SmsRow = Selectable<SmsAccountTable>;

export const findEnterpriseRow = (trx: Trx, compId: string): Promise<EnterpriseRow | undefined> =>
  trx.selectFrom("enterprise").selectAll().where("compId", "=", compId).executeTakeFirst();
export const lockEnterpriseRow = (trx: Trx, compId: string): Promise<EnterpriseRow | undefined> =>
  trx.selectFrom("enterprise").selectAll().where("compId", "=", compId).forUpdate().executeTakeFirst();

export interface CompanyQuery extends PageQuery {
  /** Absent: all. */
  readonly compIds?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly enabled?: string | undefined;
  /** '1': in arrears. */
  readonly arrears?: string | undefined;
  readonly unitIds?: readonly string[] | undefined;
  readonly white?: boolean;
  /** Of no unit. */
  readonly unitless?: boolean;
}

const base = (trx: Trx) =>
  trx
    .selectFrom("enterprise as e")
    .leftJoin("operator_unit as u", "u.id", "e.unitId")
    .leftJoin("ledger_balance as b", "b.compId", "e.compId");
type Base = ReturnType<typeof base>;

const shown = (q: Base) =>
  q
    .selectAll("e")
    .select(["u.name as unitName", "b.balance", "b.creditLimit"])
    .select((e) =>
      e
        .selectFrom("seat as s")
        .select((c) => c.fn.countAll<string>().as("n"))
        .whereRef("s.compId", "=", "e.compId")
        .as("seats"),
    );

export type ListedEnterprise = EnterpriseRow & {
  readonly unitName: string | null;
  readonly balance: string | number | bigint | null;
  readonly creditLimit: string | number | bigint | null;
  readonly seats: string | null;
};

export const listEnterprises = (trx: Trx, query: CompanyQuery) => {
  let q = base(trx);
  if (query.compIds) q = q.where("e.compId", "in", [...query.compIds, ""]);
  if (query.name)
    q = q.where((e) =>
      e.or([e("e.name", "like", containing(query.name!)), e("e.compId", "like", containing(query.name!))]),
    );
  if (query.enabled) q = q.where("e.enabled", "=", Number(query.enabled));
  if (query.arrears) q = q.where("e.forbidden", "=", query.arrears === "1" ? 0 : 1);
  if (query.unitIds) q = q.where("e.unitId", "in", [...query.unitIds, ""]);
  if (query.unitless) q = q.where("e.unitId", "is", null);
  if (query.white) q = q.where("e.isWhite", "=", 1);
  return pageOf(q, query, {
    rows: shown,
    order: {
      compId: "e.compId",
      name: "e.name",
      createdAt: "e.createdAt",
      balance: "b.balance",
      expiresOn: "e.expiresAt",
    },
    tie: "e.compId",
  });
};

/** As the tenant role too, which sees no units. */
export const findListed = (trx: Trx, compId: string, withUnit: boolean): Promise<ListedEnterprise | undefined> =>
  withUnit
    ? shown(base(trx)).where("e.compId", "=", compId).executeTakeFirst()
    : (trx
        .selectFrom("enterprise as e")
        .leftJoin("ledger_balance as b", "b.compId", "e.compId")
        .selectAll("e")
        .select(["b.balance", "b.creditLimit"])
        .select((e) =>
          e
            .selectFrom("seat as s")
            .select((c) => c.fn.countAll<string>().as("n"))
            .whereRef("s.compId", "=", "e.compId")
            .as("seats"),
        )
        .where("e.compId", "=", compId)
        .executeTakeFirst() as Promise<ListedEnterprise | undefined>);

export const insertEnterprise = async (trx: Trx, row: Insertable<EnterpriseTable>): Promise<void> => {
  await trx.insertInto("enterprise").values(row).execute();
  await trx.insertInto("ledger_balance").values({ compId: row.compId }).execute();
};
export const updateEnterprise = (trx: Trx, compId: string, changes: Updateable<EnterpriseTable>): Promise<unknown> =>
  trx.updateTable("enterprise").set(changes).where("compId", "=", compId).execute();
/** Codes that are numbers decide; the operators' own does not. */
export async function nextCode(trx: Trx): Promise<string> {
  const { rows } = await sql<{
    next: string;
  }>`select (coalesce(max(comp_id::integer), 100000) + 1)::text as next from enterprise where comp_id ~ '^[0-9]{6}$'`.execute(
    trx,
  );
  return rows[0]!.next;
}

/** What would go with it or stand in the way. */
export async function usedFor(
  trx: Trx,
  compId: string,
): Promise<{ readonly seats: boolean; readonly calls: boolean; readonly money: boolean }> {
  const [seat, call, entry] = await Promise.all([
    trx.selectFrom("seat").select("agentId").where("compId", "=", compId).limit(1).executeTakeFirst(),
    trx.selectFrom("call_record").select("callId").where("compId", "=", compId).limit(1).executeTakeFirst(),
    trx.selectFrom("ledger_entry").select("id").where("compId", "=", compId).limit(1).executeTakeFirst(),
  ]);
  return { seats: seat !== undefined, calls: call !== undefined, money: entry !== undefined };
}

/** Accounts with their sessions, roles and settings; a foreign key says when something else still belongs to it. */
export async function deleteEnterprise(trx: Trx, compId: string): Promise<void> {
  await deleteAccountsOf(trx, compId);
  await deleteRolesOf(trx, compId);
  await trx.deleteFrom("sms_account").where("compId", "=", compId).execute();
  await trx.deleteFrom("ledger_balance").where("compId", "=", compId).execute();
  await trx.deleteFrom("enterprise").where("compId", "=", compId).execute();
}

export const countEnterprises = async (trx: Trx): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom("enterprise")
        .select((e) => e.fn.countAll<string>().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );

export const findSms = (trx: Trx, compId: string): Promise<SmsRow | undefined> =>
  trx.selectFrom("sms_account").selectAll().where("compId", "=", compId).executeTakeFirst();
export const listSms = (trx: Trx, compIds: readonly string[]): Promise<SmsRow[]> =>
  compIds.length === 0
    ? Promise.resolve([])
    : trx.selectFrom("sms_account").selectAll().where("compId", "in", compIds).execute();
export const insertSms = (trx: Trx, row: Insertable<SmsAccountTable>): Promise<unknown> =>
  trx.insertInto("sms_account").values(row).execute();
export const updateSms = (trx: Trx, compId: string, changes: Updateable<SmsAccountTable>): Promise<unknown> =>
  trx.updateTable("sms_account").set(changes).where("compId", "=", compId).execute();

/** Agents that are in a call now. */
export const listTalking = async (trx: Trx, compId: string): Promise<string[]> =>
  (
    await trx
      .selectFrom("call_record")
      .select("agentId")
      .distinct()
      .where("compId", "=", compId)
      .where("endAt", "is", null)
      .where("agentId", "is not", null)
      .execute()
  ).map((row) => row.agentId!);

/** Enterprises out of service (disabled, or past their last day) that still have live sessions of their own. */
export const listStopped = async (trx: Trx, now: Date): Promise<string[]> =>
  (
    await trx
      .selectFrom("enterprise as e")
      .select("e.compId")
      .where((e) => e.or([e("e.enabled", "=", 0), e("e.expiresAt", "<=", now)]))
      .where((e) =>
        e.exists(
          e
            .selectFrom("session as s")
            .select("s.id")
            .whereRef("s.compId", "=", "e.compId")
            .where("s.endedAt", "is", null),
        ),
      )
      .execute()
  ).map((row) => row.compId);

/** Held to the end of the transaction, so that two who add seats at once count one after the other. */
export const lockSeatLimit = async (
  trx: Trx,
  compId: string,
): Promise<{ readonly max: number; readonly used: number }> => {
  const { maxSeats } = await trx
    .selectFrom("enterprise")
    .select("maxSeats")
    .where("compId", "=", compId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { n } = await trx
    .selectFrom("seat")
    .select((e) => e.fn.countAll<string>().as("n"))
    .where("compId", "=", compId)
    .executeTakeFirstOrThrow();
  return { max: maxSeats, used: Number(n) };
};
