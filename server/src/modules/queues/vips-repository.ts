/** SQL of VIPs. */
import type { Insertable, Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { VipTable } from "../../ports/schema/groups.ts";
import type { Store } from "../crud/index.ts";
import { writings } from "../numbers/index.ts";

export type VipRow = Selectable<VipTable>;
type NewVip = Omit<Insertable<VipTable>, "compId" | "id">;
interface VipQuery extends PageQuery {
  readonly phone?: string | undefined;
  readonly name?: string | undefined;
  /** Who may not see numbers finds whole ones only, and no order of them: neither parts nor places tell the rest. */
  readonly whole?: boolean;
}

export const vipStore: Store<VipRow, NewVip, VipQuery> = {
  page(trx, compId, query) {
    let base = trx.selectFrom("vip").where("compId", "=", compId);
    if (query.phone)
      base = query.whole ? base.where("phone", "=", query.phone) : base.where("phone", "like", containing(query.phone));
    if (query.name) base = base.where("name", "like", containing(query.name));
    return pageOf(base, query, {
      rows: (q) => q.selectAll(),
      order: {
        ...(query.whole ? { name: "name" } : { phone: "phone", name: "name" }),
        ...{ priorityMin: "priorityMin", createdAt: "createdAt" },
      },
      tie: "id",
    });
  },
  find: (trx, compId, id) =>
    trx.selectFrom("vip").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("vip")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("vip").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) => trx.deleteFrom("vip").where("compId", "=", compId).where("id", "=", id).execute(),
};

/** By call: what the VIP is called who makes it; '' : nothing. */
export async function vipNames(
  trx: Trx,
  compId: string,
  calls: readonly { readonly callId: string; readonly number: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (calls.length === 0) return new Map();
  const rows = await trx
    .selectFrom("vip")
    .select(["phone", "name"])
    .where("compId", "=", compId)
    .where("phone", "in", [...new Set(calls.flatMap(({ number }) => writings(number)))])
    .execute();
  const names = new Map(rows.map(({ phone, name }) => [phone, name]));
  return new Map(
    calls.flatMap(({ callId, number }) => {
      const phone = writings(number).find((each) => names.has(each));
      return phone === undefined ? [] : [[callId, names.get(phone)!] as const];
    }),
  );
}
