/** SQL of lists of orders, and of how many wait. */
import { dayMs, dayOf } from "@liantai/api/contract";
import type { OrderDue, OrderScope, OrderState, TargetFilter } from "@liantai/api/contract/work-orders";
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import { holdsWord } from "../../../adapters/database/shown-text.ts";
import type { Trx } from "../../../ports/database.ts";
import type { OrderMatches } from "../../forms/index.ts";
import {
  hasPart,
  ordersOf,
  partiesOf,
  pooledFor,
  seen,
  type Base,
  type OrderRow,
  type Sight,
} from "./seen-repository.ts";

export interface OrderFilter {
  readonly scope?: OrderScope | undefined;
  readonly state?: OrderState | undefined;
  readonly flowId?: string | undefined;
  readonly formId?: string | undefined;
  readonly parentId?: string | undefined;
  readonly workCode?: string | undefined;
  readonly title?: string | undefined;
  /** The asker sees no numbers: a title that has one is found by the whole of it. */
  readonly wholeNumbers: boolean;
  readonly holder?: string | undefined;
  readonly node?: string | undefined;
  readonly creator?: string | undefined;
  readonly status?: string | undefined;
  readonly priority?: number | undefined;
  readonly due?: OrderDue | undefined;
  readonly target?: TargetFilter | undefined;
  /** Creation: from then on, and before then. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly now: Date;
  /** Ids of the records that answer what is asked of their fields; of those that came from where is asked. */
  readonly records?: OrderMatches | undefined;
  readonly made?: OrderMatches | undefined;
}

/** In this person's hands: own drafts are, too. */
const handledBy = (base: Base, { id }: Sight): Base =>
  base.where((e) =>
    e.or([
      e.and([e("o.state", "=", "draft"), e("o.creator", "=", id)]),
      e.exists(partiesOf(e).where("p.agentId", "=", id).where("p.part", "=", "now")),
    ]),
  );

const ofGroups = (base: Base, { groupId, monitored }: Sight): Base => {
  const groups = [...new Set([...monitored, ...(groupId ? [groupId] : [])])];
  return groups.length > 0 ? base.where("o.groupId", "in", groups) : base.where(sql<boolean>`false`);
};

const weekMs = 7 * dayMs;
/** Running out up to then, and not over yet. */
const dueUntil = (base: Base, until: Date): Base =>
  base.where("o.overdueAt", "is", null).where("o.dueAt", "is not", null).where("o.dueAt", "<", until);

function dueWithin(base: Base, due: OrderDue, now: Date): Base {
  if (due === "overdue") return base.where("o.overdueAt", "is not", null);
  return dueUntil(base, due === "today" ? dayOf(now.getTime()).to : new Date(now.getTime() + weekMs));
}

/** missed: a target that is over, or was when it ended. soon: one whose warning has come, and that is not over. */
const standing = (base: Base, target: TargetFilter, now: Date): Base =>
  base.where((e) =>
    e.exists(
      e
        .selectFrom("order_target as s")
        .select("s.targetId")
        .whereRef("s.compId", "=", "o.compId")
        .whereRef("s.orderId", "=", "o.id")
        .where((x) =>
          target === "missed"
            ? x.or([x("s.phase", "=", "missed"), x("s.dueAt", "<=", now)])
            : x.and([x("s.dueAt", ">", now), x("s.warnAt", "<=", now)]),
        ),
    ),
  );

function inScope(base: Base, sight: Sight, scope: OrderScope | undefined): Base {
  switch (scope) {
    case "mine":
      return handledBy(base, sight);
    case "taken":
      return hasPart(base, sight.id, ["was"]);
    case "pool":
      return pooledFor(base, sight);
    case "created":
      return base.where("o.creator", "=", sight.id);
    case "group":
      return ofGroups(base, sight);
    case "all":
    case undefined:
      return base;
  }
}

function asked(trx: Trx, compId: string, sight: Sight, filter: OrderFilter): Base {
  let base = seen(ordersOf(trx, compId), sight);
  base = inScope(base, sight, filter.scope);
  base = filter.state ? base.where("o.state", "=", filter.state) : base.where("o.state", "<>", "deleted");
  if (filter.flowId) base = base.where("o.flowId", "=", filter.flowId);
  if (filter.formId) base = base.where("o.formId", "=", filter.formId);
  if (filter.parentId) base = base.where("o.parentId", "=", filter.parentId);
  if (filter.holder) base = base.where("o.holder", "=", filter.holder);
  if (filter.node) base = base.where("o.nodeName", "=", filter.node);
  if (filter.creator) base = base.where("o.creator", "=", filter.creator);
  if (filter.status) base = base.where("o.statusName", "=", filter.status);
  if (filter.priority) base = base.where("o.priority", "=", filter.priority);
  if (filter.from) base = base.where("o.createdAt", ">=", filter.from);
  if (filter.until) base = base.where("o.createdAt", "<", filter.until);
  if (filter.due) base = dueWithin(base, filter.due, filter.now);
  if (filter.target) base = standing(base, filter.target, filter.now);
  for (const ids of [filter.records, filter.made]) if (ids) base = base.where("o.recordId", "in", () => ids);
  if (filter.workCode) base = base.where("o.workCode", "like", containing(filter.workCode));
  const { title, wholeNumbers } = filter;
  if (title) base = base.where((e) => holdsWord(e.ref("o.title"), title, wholeNumbers));
  return base;
}

const withFlow = (base: Base) =>
  base
    .innerJoin("flow as f", (on) => on.onRef("f.compId", "=", "o.compId").onRef("f.id", "=", "o.flowId"))
    .selectAll("o")
    .select("f.name as flowName");

export const listOrders = (trx: Trx, compId: string, sight: Sight, filter: OrderFilter & PageQuery) =>
  pageOf(asked(trx, compId, sight, filter), filter, {
    rows: withFlow,
    order: { updateTime: "o.updatedAt", createTime: "o.createdAt", priority: "o.priority", dueTime: "o.dueAt" },
    descending: true,
    filled: ["o.updatedAt", "o.createdAt", "o.priority"],
    tie: "o.id",
  });

/** The newest first, after one of the page before. */
export function pageOfOrders(
  trx: Trx,
  compId: string,
  sight: Sight,
  filter: OrderFilter,
  { limit, after }: { readonly limit: number; readonly after: Pick<OrderRow, "createdAt" | "id"> | undefined },
) {
  const base = asked(trx, compId, sight, filter);
  const rest = after
    ? base.where((e) => e(e.refTuple("o.createdAt", "o.id"), "<", e.tuple(after.createdAt, after.id)))
    : base;
  return withFlow(rest).orderBy("o.createdAt", "desc").orderBy("o.id", "desc").limit(limit).execute();
}

/** Of those that the list gives, how many are in each state, by what their flows call it. */
export async function countByState(trx: Trx, compId: string, sight: Sight, filter: OrderFilter) {
  const rows = await asked(trx, compId, sight, filter)
    .select((e) => ["o.state", "o.statusName", e.fn.countAll().as("count")])
    .groupBy(["o.state", "o.statusName"])
    .orderBy("o.statusName")
    .execute();
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}

async function counted(trx: Trx, base: Base, most: number): Promise<number> {
  const { total } = await trx
    .selectFrom(base.select("o.id").limit(most).as("found"))
    .select((e) => e.fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Of those that the list gives, to `most`. */
export const countFound = (trx: Trx, compId: string, sight: Sight, filter: OrderFilter, most: number) =>
  counted(trx, asked(trx, compId, sight, filter), most);

/** Of what waits for this person, how many there are, each counted to `most`. */
export async function countOrders(trx: Trx, compId: string, sight: Sight, now: Date, most: number) {
  const open = seen(ordersOf(trx, compId), sight).where("o.state", "not in", ["done", "deleted"]);
  const mine = handledBy(open, sight);
  const count = (base: Base) => counted(trx, base, most);
  return {
    mine: await count(mine),
    overdue: await count(dueWithin(mine, "overdue", now)),
    dueToday: await count(dueWithin(mine, "today", now)),
    pool: await count(pooledFor(open, sight)),
  };
}
