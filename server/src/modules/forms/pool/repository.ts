/** SQL of pools: how a form's works, who claims, and what returns by itself. */
import { sql, type Insertable, type Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { PoolSettingTable } from "../../../ports/schema/beside-records.ts";

export type PoolSetting = Selectable<PoolSettingTable>;

export const findPool = (trx: Trx, compId: string, formId: string): Promise<PoolSetting | undefined> =>
  trx
    .selectFrom("pool_setting")
    .selectAll()
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .executeTakeFirst();

export function putPool(trx: Trx, row: Insertable<PoolSettingTable>) {
  const { enabled, claimLimit, returnDays, warnDays, lookAt } = row;
  return trx
    .insertInto("pool_setting")
    .values(row)
    .onConflict((on) =>
      on.columns(["compId", "formId"]).doUpdateSet({ enabled, claimLimit, returnDays, warnDays, lookAt }),
    )
    .execute();
}

/** Of two claims of one person at once the second counts what the first took. */
export const lockClaims = (trx: Trx, compId: string, formId: string, ownerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`claims ${compId} ${formId} ${ownerId}`}::text, 0))`.execute(trx);

export async function ownedBy(trx: Trx, compId: string, formId: string, ownerId: string): Promise<number> {
  const { total } = await trx
    .selectFrom("form_record")
    .select((e) => e.fn.countAll().as("total"))
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .where("ownerId", "=", ownerId)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

interface Owner {
  readonly ownerId: string;
  readonly ownerName: string;
  /** undefined: as it is. */
  readonly groupId?: string | null;
}

export const setOwner = (trx: Trx, compId: string, ids: readonly string[], owner: Owner, ownedAt: Date | null) =>
  trx
    .updateTable("form_record")
    .set({ ...owner, ownedAt })
    .where("compId", "=", compId)
    .where("id", "in", [...ids])
    .execute();

/** Pools that are to be looked at, each for one process, which has it until `until`. */
export const leasePool = (trx: Trx, now: Date, until: Date): Promise<PoolSetting | undefined> =>
  trx
    .updateTable("pool_setting as s")
    .set({ lookAt: until })
    .from((e) =>
      e
        .selectFrom("pool_setting")
        .select(["compId", "formId"])
        .where("enabled", "=", 1)
        .where("returnDays", ">", 0)
        .where("lookAt", "<=", now)
        .orderBy("lookAt")
        .limit(1)
        .forUpdate()
        .skipLocked()
        .as("due"),
    )
    .whereRef("s.compId", "=", "due.compId")
    .whereRef("s.formId", "=", "due.formId")
    .returningAll("s")
    .executeTakeFirst();

/** The next look, unless somebody saved the setting meanwhile. */
export const setLook = (
  trx: Trx,
  { compId, formId }: Pick<PoolSetting, "compId" | "formId">,
  until: Date,
  lookAt: Date,
) =>
  trx
    .updateTable("pool_setting")
    .set({ lookAt })
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .where("lookAt", "=", until)
    .execute();

/** Owned since then at the latest, and in touch no later. */
const silent = (trx: Trx, compId: string, formId: string, since: Date) =>
  trx
    .selectFrom("form_record as r")
    .where("r.compId", "=", compId)
    .where("r.formId", "=", formId)
    .where("r.deletedAt", "is", null)
    .where("r.orderId", "is", null)
    .where("r.ownerId", "<>", "")
    .where(sql<boolean>`coalesce(r.owned_at, r.created_at) <= ${since}`)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("customer_link as l")
            .select("l.recordId")
            .whereRef("l.compId", "=", "r.compId")
            .whereRef("l.recordId", "=", "r.id")
            // A record that refers to somebody is no contact with him.
            .where("l.kind", "<>", "record")
            .where("l.at", ">", since),
        ),
      ),
    );

/** Held; whoever changes one at the moment keeps it for now. */
export const silentRecords = (trx: Trx, compId: string, formId: string, since: Date, limit: number) =>
  silent(trx, compId, formId, since)
    .select(["r.id", "r.ownerId", "r.ownerName", "r.values", "r.formVersion"])
    .orderBy("r.id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** How many of each owner. */
export async function silentOwners(trx: Trx, compId: string, formId: string, since: Date) {
  const rows = await silent(trx, compId, formId, since)
    .select(["r.ownerId"])
    .select((e) => e.fn.countAll().as("count"))
    .groupBy("r.ownerId")
    .execute();
  return rows.map(({ ownerId, count }) => ({ ownerId, count: Number(count) }));
}
