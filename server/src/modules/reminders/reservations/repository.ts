/** SQL of reservations. */
import type { Insertable, Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { ReservationTable } from "../../../ports/schema/reminders.ts";
import type { SeatScope } from "../seats-repository.ts";

export type ReservationRow = Selectable<ReservationTable>;
export type NewReservation = Omit<Insertable<ReservationTable>, "compId" | "id">;
export type ListedReservation = ReservationRow & { readonly agentName: string | null };

export interface ReservationQuery extends PageQuery {
  readonly customerName?: string | undefined;
  readonly phone?: string | undefined;
  /** The number is asked for whole. */
  readonly whole: boolean;
  readonly agentId?: string | undefined;
  readonly state?: string | undefined;
  readonly from?: Date | undefined;
  /** Not included. */
  readonly until?: Date | undefined;
}

const seen = (trx: Trx, compId: string, scope: SeatScope) => {
  const base = trx
    .selectFrom("reservation as r")
    .leftJoin("seat as s", (j) => j.onRef("s.compId", "=", "r.compId").onRef("s.agentId", "=", "r.agentId"))
    .where("r.compId", "=", compId);
  if (!scope) return base;
  return base.where((e) =>
    e.or([
      e("r.agentId", "=", scope.agentId),
      ...(scope.groupIds.length > 0 ? [e("s.groupId", "in", scope.groupIds)] : []),
    ]),
  );
};

export function listReservations(trx: Trx, compId: string, scope: SeatScope, query: ReservationQuery) {
  let base = seen(trx, compId, scope);
  if (query.customerName) base = base.where("r.customerName", "like", containing(query.customerName));
  if (query.phone)
    base = query.whole
      ? base.where("r.phone", "=", query.phone)
      : base.where("r.phone", "like", containing(query.phone));
  if (query.agentId) base = base.where("r.agentId", "=", query.agentId);
  if (query.state) base = base.where("r.state", "=", Number(query.state));
  if (query.from) base = base.where("r.subTime", ">=", query.from);
  if (query.until) base = base.where("r.subTime", "<", query.until);
  return pageOf(base, query, {
    rows: (q) => q.selectAll("r").select("s.name as agentName"),
    order: { subTime: "r.subTime" },
    descending: true,
    filled: ["r.subTime"],
    tie: "r.id",
  });
}

/** One that is seen; locked. */
export const findReservation = (
  trx: Trx,
  compId: string,
  id: string,
  scope: SeatScope,
): Promise<ReservationRow | undefined> =>
  seen(trx, compId, scope).selectAll("r").where("r.id", "=", id).forUpdate("r").executeTakeFirst();

/** Of whichever enterprise the transaction sees. */
export const findReservations = async (trx: Trx, ids: readonly string[]): Promise<ReservationRow[]> =>
  ids.length === 0 ? [] : trx.selectFrom("reservation").selectAll().where("id", "in", ids).execute();

/** Open ones up to then, the earliest first, and how many there are. */
export async function listOpen(trx: Trx, compId: string, agentId: string, until: Date, most: number) {
  const base = trx
    .selectFrom("reservation")
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("state", "=", 0)
    .where("subTime", "<", until);
  const [rows, { total }] = await Promise.all([
    base.selectAll().orderBy("subTime").orderBy("id").limit(most).execute(),
    base.select((e) => e.fn.countAll().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

export const insertReservation = (trx: Trx, row: Insertable<ReservationTable>) =>
  trx.insertInto("reservation").values(row).execute();
export const updateReservation = (trx: Trx, compId: string, id: string, row: Partial<NewReservation>) =>
  trx.updateTable("reservation").set(row).where("compId", "=", compId).where("id", "=", id).execute();
export const deleteReservation = (trx: Trx, compId: string, id: string) =>
  trx.deleteFrom("reservation").where("compId", "=", compId).where("id", "=", id).execute();
