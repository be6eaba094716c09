/** SQL of an enterprise's outbound routes, limits and blacklists, and of what a call asks of them. */
import type { EndCause } from "@liantai/api/contract";
import { sql, type Insertable, type Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import { installation } from "../../http/company.ts";
import type { Trx } from "../../ports/database.ts";
import type {
  BlackListTable,
  CallBlockTable,
  CallLimitTable,
  CallNotifyLimitTable,
  RouteOutTable,
} from "../../ports/schema/trunks.ts";
import type { Store } from "../crud/index.ts";

export type RouteOutRow = Selectable<RouteOutTable>;
export type CallLimitRow = Selectable<CallLimitTable>;
/** With how often it refused today. */
export type ListedLimit = CallLimitRow & { readonly blockedToday: string | number | bigint | null };
export type NotifyRow = Selectable<CallNotifyLimitTable>;
export type BlackListRow = Selectable<BlackListTable>;
type Own<T> = Omit<Insertable<T>, "compId" | "id">;

interface NamedQuery extends PageQuery {
  readonly name?: string | undefined;
  readonly direction?: CallLimitRow["direction"] | "" | undefined;
  readonly enabled?: string | undefined;
}

export const routeOuts: Store<RouteOutRow, Own<RouteOutTable>, NamedQuery> = {
  page(trx, compId, query) {
    let base = trx.selectFrom("route_out").where("compId", "=", compId);
    if (query.name) base = base.where("name", "like", containing(query.name));
    if (query.enabled) base = base.where("enabled", "=", Number(query.enabled));
    return pageOf(base, query, {
      rows: (q) => q.selectAll(),
      order: { priority: "priority", name: "name" },
      tie: "id",
    });
  },
  find: (trx, compId, id) =>
    trx.selectFrom("route_out").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("route_out")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("route_out").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) => trx.deleteFrom("route_out").where("compId", "=", compId).where("id", "=", id).execute(),
};

/** `since`: midnight, for the count of refused calls. */
export const callLimits = (since: () => Date): Store<CallLimitRow, Own<CallLimitTable>, NamedQuery, ListedLimit> => ({
  page(trx, compId, query) {
    let base = trx.selectFrom("call_limit as l").where("l.compId", "=", compId);
    if (query.name) base = base.where("l.name", "like", containing(query.name));
    if (query.direction) base = base.where("l.direction", "=", query.direction);
    if (query.enabled) base = base.where("l.enabled", "=", Number(query.enabled));
    return pageOf(base, query, {
      rows: (q) =>
        q.selectAll("l").select((e) =>
          e
            .selectFrom("call_block as b")
            .select((c) => c.fn.countAll().as("n"))
            .whereRef("b.compId", "=", "l.compId")
            .whereRef("b.ruleId", "=", "l.id")
            .where("b.at", ">=", since())
            .as("blockedToday"),
        ),
      order: { name: "l.name", direction: "l.direction" },
      tie: "l.id",
    });
  },
  find: (trx, compId, id) =>
    trx.selectFrom("call_limit").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("call_limit")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("call_limit").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) => trx.deleteFrom("call_limit").where("compId", "=", compId).where("id", "=", id).execute(),
});

export const notifyLimits: Store<NotifyRow, Own<CallNotifyLimitTable>, NamedQuery> = {
  page(trx, compId, query) {
    let base = trx.selectFrom("call_notify_limit").where("compId", "=", compId);
    if (query.name) base = base.where("name", "like", containing(query.name));
    return pageOf(base, query, { rows: (q) => q.selectAll(), order: { name: "name" }, tie: "id" });
  },
  find: (trx, compId, id) =>
    trx
      .selectFrom("call_notify_limit")
      .selectAll()
      .where("compId", "=", compId)
      .where("id", "=", id)
      .executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("call_notify_limit")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("call_notify_limit").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) =>
    trx.deleteFrom("call_notify_limit").where("compId", "=", compId).where("id", "=", id).execute(),
};

interface BlackQuery extends PageQuery {
  readonly phone?: string | undefined;
  readonly blackListCallType?: number | undefined;
  /** Numbers must match whole: who may not see them must not find them out digit by digit. */
  readonly whole?: boolean;
}

export const blackLists: Store<BlackListRow, Own<BlackListTable>, BlackQuery> = {
  page(trx, compId, query) {
    let base = trx.selectFrom("black_list").where("compId", "=", compId);
    if (query.phone)
      base = query.whole ? base.where("phone", "=", query.phone) : base.where("phone", "like", containing(query.phone));
    if (query.blackListCallType !== undefined) base = base.where("callType", "=", query.blackListCallType);
    return pageOf(base, query, {
      rows: (q) => q.selectAll(),
      order: { createdAt: "createdAt", phone: "phone", expiresAt: "expiresAt" },
      descending: true,
      tie: "id",
    });
  },
  find: (trx, compId, id) =>
    trx.selectFrom("black_list").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("black_list")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("black_list").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) => trx.deleteFrom("black_list").where("compId", "=", compId).where("id", "=", id).execute(),
};

/** Every way the number begins, itself last: what a prefix bar could be. */
const beginnings = (number: string): string[] =>
  Array.from({ length: number.length }, (_, i) => number.slice(0, i + 1));

/** Bars of the installation and of the enterprise that fit the number, the installation's first. */
export const barsOf = (trx: Trx, compId: string, number: string): Promise<BlackListRow[]> =>
  trx
    .selectFrom("black_list")
    .selectAll()
    .where("compId", "in", [installation, compId])
    .where("phone", "in", beginnings(number))
    .where((e) => e.or([e("isPrefix", "=", 1), e("phone", "=", number)]))
    .orderBy((e) => e.case().when("compId", "=", installation).then(0).else(1).end())
    .orderBy("phone", "desc")
    .execute();

export const limitsOf = (trx: Trx, compId: string): Promise<CallLimitRow[]> =>
  trx.selectFrom("call_limit").selectAll().where("compId", "=", compId).orderBy("name").execute();
export const noticesOf = (trx: Trx, compId: string): Promise<NotifyRow[]> =>
  trx.selectFrom("call_notify_limit").selectAll().where("compId", "=", compId).where("enabled", "=", 1).execute();
export const routesOf = (trx: Trx, compId: string): Promise<RouteOutRow[]> =>
  trx.selectFrom("route_out").selectAll().where("compId", "=", compId).execute();

/** Ends of calls that were refused before anybody was called: they are no calls of the number. */
const refusals = [
  "barred",
  "blacklisted",
  "arrears",
  "suspended",
  "overConcurrency",
] as const satisfies readonly EndCause[];

/** Calls of a number since `from`, and when the last began. */
export async function callsOf(
  trx: Trx,
  compId: string,
  direction: "in" | "out",
  number: string,
  from: Date,
): Promise<{ readonly count: number; readonly last: Date | null }> {
  const query = trx
    .selectFrom("call_record")
    .select((e) => [e.fn.countAll().as("count"), e.fn.max("startAt").as("last")])
    .where("compId", "=", compId)
    .where(direction === "in" ? "caller" : "callee", "=", number)
    .where("direction", "=", direction === "in" ? "inbound" : "outbound")
    .where("startAt", ">=", from)
    .where((e) => e.or([e("cause", "is", null), e("cause", "not in", refusals)]));
  const { count, last } = await query.executeTakeFirstOrThrow();
  return { count: Number(count), last: last };
}

export const insertBlock = (trx: Trx, row: Insertable<CallBlockTable>): Promise<unknown> =>
  trx.insertInto("call_block").values(row).execute();

export async function insertBars(trx: Trx, rows: readonly Insertable<BlackListTable>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto("black_list").values(rows).execute();
}

/** Of these numbers, which are barred as whole numbers already. */
export async function barredAlready(trx: Trx, compId: string, phones: readonly string[]): Promise<ReadonlySet<string>> {
  if (phones.length === 0) return new Set();
  const rows = await trx
    .selectFrom("black_list")
    .select("phone")
    .where("compId", "=", compId)
    .where("isPrefix", "=", 0)
    .where("phone", "in", phones)
    .execute();
  return new Set(rows.map((row) => row.phone));
}

/** Of these numbers those that a bar in force fits. */
export async function numbersBarred(
  trx: Trx,
  compId: string,
  numbers: readonly string[],
  now: number,
  lists: "system" | "enterprise" | "both" = "both",
): Promise<ReadonlySet<string>> {
  const owners = { system: [installation], enterprise: [compId], both: [installation, compId] }[lists];
  const rows = await trx
    .selectFrom("black_list")
    .select(["phone", "isPrefix"])
    .where("compId", "in", owners)
    // One parameter: an import asks for the beginnings of 500 numbers at once.
    .where(sql<boolean>`phone = any(${sql.val([...new Set(numbers.flatMap(beginnings))])}::text[])`)
    .where((e) => e.or([e("expiresAt", "is", null), e("expiresAt", ">", new Date(now))]))
    .execute();
  const whole = new Set(rows.map(({ phone }) => phone));
  const prefixes = rows.filter(({ isPrefix }) => isPrefix === 1).map(({ phone }) => phone);
  return new Set(numbers.filter((one) => whole.has(one) || prefixes.some((prefix) => one.startsWith(prefix))));
}

/** The number as a whole is not called any more; one that stands there already is not changed but in what it bars. */
export const barNumber = async (
  trx: Trx,
  compId: string,
  {
    id,
    phone,
    remark,
    at,
  }: { readonly id: string; readonly phone: string; readonly remark: string; readonly at: Date },
): Promise<void> =>
  void (await trx
    .insertInto("black_list")
    .values({ compId, id, phone, isPrefix: 0, callType: 1, remark, createdAt: at, createdBy: "系统" })
    .onConflict((on) =>
      on.columns(["compId", "phone", "isPrefix"]).doUpdateSet((e) => ({
        expiresAt: null,
        callType: sql<number>`case when ${e.ref("black_list.callType")} = 0 then 2 else ${e.ref("black_list.callType")} end`,
      })),
    )
    .execute());
