/** SQL of 告警通知. */
import { RoleTypes } from "@liantai/api/contract";
import type { Insertable, Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { AlarmEventTable, AlarmTable } from "../../ports/schema/queues.ts";
import type { Store } from "../crud/index.ts";

export type AlarmRow = Selectable<AlarmTable>;
type Subject = AlarmRow["subject"];
export type NewAlarm = Omit<Insertable<AlarmTable>, "compId" | "id" | "subject">;
interface Query extends PageQuery {
  readonly name?: string | undefined;
  readonly groupId?: string | undefined;
}

/** groups: whose rules; undefined: all. */
export const alarmStore = (
  subject: Subject,
  groups: readonly string[] | undefined,
): Store<AlarmRow, NewAlarm, Query> => {
  const own = (trx: Trx, compId: string) => {
    const base = trx.selectFrom("alarm").where("compId", "=", compId).where("subject", "=", subject);
    return groups ? base.where("groupId", "in", groups.length > 0 ? groups : ["-"]) : base;
  };
  return {
    page(trx, compId, query) {
      let base = own(trx, compId);
      if (query.name) base = base.where("name", "like", containing(query.name));
      if (query.groupId) base = base.where("groupId", "=", query.groupId);
      return pageOf(base, query, { rows: (q) => q.selectAll(), order: { name: "name" }, tie: "id" });
    },
    find: (trx, compId, id) => own(trx, compId).selectAll().where("id", "=", id).executeTakeFirst(),
    insert: (trx, compId, id, row) =>
      trx
        .insertInto("alarm")
        .values({ compId, id, subject, ...row })
        .execute(),
    update: (trx, compId, id, row) =>
      trx.updateTable("alarm").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
    remove: (trx, compId, id) => trx.deleteFrom("alarm").where("compId", "=", compId).where("id", "=", id).execute(),
  };
};

export const enabledAlarms = (trx: Trx, compId: string, subject: Subject): Promise<AlarmRow[]> =>
  trx
    .selectFrom("alarm")
    .selectAll()
    .where("compId", "=", compId)
    .where("subject", "=", subject)
    .where("enabled", "=", 1)
    .execute();

/** Enterprises that have one, or one that was told and is not over. */
export const alarmedEnterprises = async (trx: Trx, subject: Subject): Promise<string[]> => {
  const rules = trx.selectFrom("alarm").select("compId").where("subject", "=", subject).where("enabled", "=", 1);
  const open = trx
    .selectFrom("alarm_event")
    .select("compId")
    .where("subject", "=", subject)
    .where("endedAt", "is", null);
  return (await rules.union(open).execute()).map(({ compId }) => compId);
};

/** Administrators and monitors in service. */
export const supervisorAccounts = (trx: Trx, compId: string) =>
  trx
    .selectFrom("account")
    .select(["id", "nickName", "userName", "roleType", "agentId", "roleId"])
    .where("compId", "=", compId)
    .where("roleType", "in", RoleTypes.supervisors)
    .where("enabled", "=", 1)
    .orderBy("roleType")
    .orderBy("userName")
    .execute();
export type SupervisorAccount = Awaited<ReturnType<typeof supervisorAccounts>>[number];

export const openEvents = (trx: Trx, compId: string, subject: Subject) =>
  trx
    .selectFrom("alarm_event")
    .select(["id", "alarmId", "groupId"])
    .where("compId", "=", compId)
    .where("subject", "=", subject)
    .where("endedAt", "is", null)
    .execute();

/** When a rule was told of a group last. */
export const lastTold = async (trx: Trx, compId: string, alarmId: string, groupId: string): Promise<Date | undefined> =>
  (
    await trx
      .selectFrom("alarm_event")
      .select("at")
      .where("compId", "=", compId)
      .where("alarmId", "=", alarmId)
      .where("groupId", "=", groupId)
      .orderBy("at", "desc")
      .limit(1)
      .executeTakeFirst()
  )?.at;

/** False: another process told it. */
export async function openEvent(trx: Trx, row: Insertable<AlarmEventTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("alarm_event")
    .values(row)
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export const closeEvent = (trx: Trx, compId: string, id: string, at: Date) =>
  trx
    .updateTable("alarm_event")
    .set({ endedAt: at })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .execute();

/** seen: of which groups or seats; undefined: all. */
export function pageEvents(
  trx: Trx,
  compId: string,
  subject: Subject,
  seen: readonly string[] | undefined,
  query: Query,
) {
  let base = trx.selectFrom("alarm_event").where("compId", "=", compId).where("subject", "=", subject);
  if (seen) base = base.where("groupId", "in", seen.length > 0 ? seen : ["-"]);
  // Of a group of seats its seats.
  if (query.groupId)
    base =
      subject === "group"
        ? base.where("groupId", "=", query.groupId)
        : base.where("groupId", "in", (e) =>
            e
              .selectFrom("seat")
              .select("agentId")
              .where("compId", "=", compId)
              .where("groupId", "=", query.groupId ?? ""),
          );
  return pageOf(base, query, { rows: (q) => q.selectAll(), order: { at: "at" }, descending: true, tie: "id" });
}

/** What is older is of no use. */
export const forgetEvents = (trx: Trx, compId: string, before: Date) =>
  trx.deleteFrom("alarm_event").where("compId", "=", compId).where("endedAt", "<", before).execute();

/** Seats in service and the groups they are in. */
export const seatsWatched = (trx: Trx, compId: string) =>
  trx
    .selectFrom("seat")
    .select(["agentId", "name", "groupId"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .orderBy("agentId")
    .execute();

export const seatGroups = (trx: Trx, compId: string) =>
  trx.selectFrom("agent_group").select(["id", "name"]).where("compId", "=", compId).orderBy("name").execute();
