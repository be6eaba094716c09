/** SQL of plans. */
import type { Insertable, Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { PlanTable } from "../../../ports/schema/reminders.ts";

export type PlanRow = Selectable<PlanTable>;
export type NewPlan = Omit<Insertable<PlanTable>, "compId" | "id">;

export interface PlanQuery extends PageQuery {
  readonly des?: string | undefined;
  readonly state?: string | undefined;
  readonly from?: Date | undefined;
  /** Not included. */
  readonly until?: Date | undefined;
  readonly now: Date;
}

export const findPlan = (trx: Trx, compId: string, id: string): Promise<PlanRow | undefined> =>
  trx.selectFrom("plan").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

/** Made by the account or for it. */
export function listPlans(trx: Trx, compId: string, accountId: string, query: PlanQuery) {
  let base = trx
    .selectFrom("plan as p")
    .where("p.compId", "=", compId)
    .where((e) => e.or([e("p.accountId", "=", accountId), e("p.creatorId", "=", accountId)]));
  if (query.des) base = base.where("p.des", "like", containing(query.des));
  if (query.state === "open") base = base.where("p.nextTime", ">", query.now);
  if (query.state === "over") base = base.where("p.nextTime", "<=", query.now);
  const { from, until } = query;
  // One that came round a moment ago is of today, though its next time is tomorrow.
  if (from || until)
    base = base.where((e) =>
      e.or(
        (["p.nextTime", "p.toldTime"] as const).map((at) =>
          e.and([...(from ? [e(at, ">=", from)] : []), ...(until ? [e(at, "<", until)] : [])]),
        ),
      ),
    );
  return pageOf(base, query, {
    rows: (q) =>
      q
        .innerJoin("account as a", (j) => j.onRef("a.compId", "=", "p.compId").onRef("a.id", "=", "p.accountId"))
        .leftJoin("seat as s", (j) => j.onRef("s.compId", "=", "a.compId").onRef("s.agentId", "=", "a.agentId"))
        .selectAll("p")
        .select((e) => ["a.agentId", e.fn.coalesce("s.name", "a.nickName").as("ownerName")]),
    order: { nextTime: "p.nextTime" },
    descending: true,
    tie: "p.id",
  });
}

export const insertPlan = (trx: Trx, row: Insertable<PlanTable>) => trx.insertInto("plan").values(row).execute();
export const updatePlan = (trx: Trx, compId: string, id: string, row: Partial<NewPlan>) =>
  trx.updateTable("plan").set(row).where("compId", "=", compId).where("id", "=", id).execute();
export const deletePlan = (trx: Trx, compId: string, id: string) =>
  trx.deleteFrom("plan").where("compId", "=", compId).where("id", "=", id).execute();
export const setNextTime = (trx: Trx, compId: string, id: string, nextTime: Date, toldTime: Date) =>
  updatePlan(trx, compId, id, { nextTime, toldTime });
