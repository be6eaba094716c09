/** SQL of outward interfaces, allowances and deliveries. */
import type { InterfaceEvent } from "@liantai/api/contract/admin";
import type { Insertable, Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import { flowsNaming } from "../flow-uses-repository.ts";
import type { CallRecordTable } from "../../ports/schema.ts";
import type {
  InterfaceAllowanceTable,
  InterfaceDeliveryTable,
  OutwardInterfaceTable,
} from "../../ports/schema/interfaces.ts";

export type InterfaceRow = Selectable<OutwardInterfaceTable>;
export type DeliveryRow = Selectable<InterfaceDeliveryTable>;
export type CallRow = Pick<
  Selectable<CallRecordTable>,
  | "direction"
  | "caller"
  | "callee"
  | "accessNumber"
  | "agentId"
  | "skillGroupId"
  | "startAt"
  | "ringAt"
  | "answerAt"
  | "endAt"
  | "waitMs"
  | "ringMs"
  | "talkMs"
  | "holdMs"
  | "result"
  | "cause"
  | "recordingMs"
  | "displayNumber"
  | "boostMs"
  | "transfers"
  | "satisfaction"
  | "callData"
> & { readonly agentName: string | null; readonly skillGroupName: string | null };

const interfaces = (trx: Trx, compId: string) =>
  trx.selectFrom("outward_interface as i").where("i.compId", "=", compId);
type InterfaceQuery = ReturnType<typeof interfaces>;
const withCounts = (query: InterfaceQuery) =>
  query.selectAll("i").select((e) => {
    const own = () =>
      e
        .selectFrom("interface_delivery as d")
        .whereRef("d.compId", "=", "i.compId")
        .whereRef("d.interfaceId", "=", "i.id");
    return [
      own()
        .select((x) => x.fn.countAll<string>().as("n"))
        .where("d.state", "=", "waiting")
        .as("waiting"),
      own()
        .select((x) => x.fn.countAll<string>().as("n"))
        .where("d.state", "=", "failed")
        .as("failed"),
      own()
        .select((x) => x.fn.max("d.triedAt").as("at"))
        .where("d.state", "=", "delivered")
        .as("lastDeliveredAt"),
    ];
  });
export type CountedInterface = Awaited<ReturnType<typeof findCounted>> & object;

export function listInterfaces(
  trx: Trx,
  compId: string,
  f: {
    readonly keyword?: string | undefined;
    readonly enabled?: string | undefined;
    readonly event?: string | undefined;
  },
  page: PageQuery,
) {
  let base = interfaces(trx, compId);
  if (f.keyword)
    base = base.where((e) =>
      e.or([e("i.name", "ilike", containing(f.keyword!)), e("i.url", "ilike", containing(f.keyword!))]),
    );
  if (f.enabled) base = base.where("i.enabled", "=", Number(f.enabled));
  if (f.event) base = base.where((e) => e(e.val(f.event!), "=", e.fn.any("i.events")));
  return pageOf(base, page, { rows: withCounts, order: { name: "i.name" }, tie: "i.id" });
}
export const findCounted = (trx: Trx, compId: string, id: string) =>
  withCounts(interfaces(trx, compId).where("i.id", "=", id)).executeTakeFirst();
export const findInterface = (trx: Trx, compId: string, id: string): Promise<InterfaceRow | undefined> =>
  interfaces(trx, compId).selectAll("i").where("i.id", "=", id).executeTakeFirst();
export const findInterfaceByName = (trx: Trx, compId: string, name: string): Promise<InterfaceRow | undefined> =>
  interfaces(trx, compId).selectAll("i").where("i.name", "=", name).executeTakeFirst();
export async function insertInterface(trx: Trx, row: Insertable<OutwardInterfaceTable>): Promise<void> {
  await trx.insertInto("outward_interface").values(row).execute();
}
export async function updateInterface(
  trx: Trx,
  compId: string,
  id: string,
  set: Updateable<OutwardInterfaceTable>,
): Promise<void> {
  await trx.updateTable("outward_interface").set(set).where("compId", "=", compId).where("id", "=", id).execute();
}
/** Names of flows that ask or write through these, by interface. */
export const flowsAsking = async (trx: Trx, compId: string, ids: readonly string[]) =>
  (
    await sql<{ interfaceId: string; interfaceName: string; flow: string }>`
      select i.id as "interfaceId", i.name as "interfaceName", f.name as flow from outward_interface i
      join (${flowsNaming(compId, "interface")} union ${flowsNaming(compId, "smsTemplate")}) as f on f.id = i.id
      where i.comp_id = ${compId} and i.id in (${sql.join([...ids])}) order by i.name, f.name`.execute(trx)
  ).rows;

/** With their deliveries. */
export const deleteInterfaces = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .deleteFrom("outward_interface")
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .returning(["id", "name", "url"])
    .execute();

export const listAllowances = (trx: Trx, compId: string) =>
  trx.selectFrom("interface_allowance").selectAll().where("compId", "=", compId).orderBy("target").execute();
export async function insertAllowance(trx: Trx, row: Insertable<InterfaceAllowanceTable>): Promise<void> {
  await trx.insertInto("interface_allowance").values(row).execute();
}
export const deleteAllowances = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx.deleteFrom("interface_allowance").where("compId", "=", compId).where("id", "in", ids).returningAll().execute();

export interface DeliveryFilter {
  readonly interfaceId?: string | undefined;
  readonly state?: DeliveryRow["state"] | "" | undefined;
  readonly event?: InterfaceEvent | "" | undefined;
  readonly callId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}
export function listDeliveries(trx: Trx, compId: string, f: DeliveryFilter, page: PageQuery) {
  let base = trx.selectFrom("interface_delivery as d").where("d.compId", "=", compId);
  if (f.interfaceId) base = base.where("d.interfaceId", "=", f.interfaceId);
  if (f.state) base = base.where("d.state", "=", f.state);
  if (f.event) base = base.where("d.event", "=", f.event);
  if (f.callId) base = base.where("d.callId", "=", f.callId);
  if (f.from) base = base.where("d.eventAt", ">=", f.from);
  if (f.to) base = base.where("d.eventAt", "<", f.to);
  return pageOf(base, page, {
    rows: (q) =>
      q
        .selectAll("d")
        .select((e) =>
          e
            .selectFrom("outward_interface as i")
            .select("i.name")
            .whereRef("i.compId", "=", "d.compId")
            .whereRef("i.id", "=", "d.interfaceId")
            .as("interfaceName"),
        ),
    order: { time: "d.eventAt" },
    descending: true,
    tie: "d.id",
  });
}

/** Whether anything may ever fall due: an interface that is on, or a delivery that waits. */
export async function anyWork(trx: Trx): Promise<boolean> {
  const on = await trx
    .selectFrom("outward_interface")
    .select("id")
    .where("enabled", "=", 1)
    .limit(1)
    .executeTakeFirst();
  return (
    on !== undefined ||
    (await trx
      .selectFrom("interface_delivery")
      .select("id")
      .where("state", "=", "waiting")
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

/** The oldest that is due, held to the end of the transaction. */
export const lockDue = (trx: Trx, compId: string, interfaceId: string, now: Date): Promise<DeliveryRow | undefined> =>
  trx
    .selectFrom("interface_delivery")
    .selectAll()
    .where("compId", "=", compId)
    .where("interfaceId", "=", interfaceId)
    .where("state", "=", "waiting")
    .where("nextTryAt", "<=", now)
    .orderBy("eventAt")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export async function updateDelivery(
  trx: Trx,
  compId: string,
  id: string,
  set: Updateable<InterfaceDeliveryTable>,
): Promise<void> {
  await trx.updateTable("interface_delivery").set(set).where("compId", "=", compId).where("id", "=", id).execute();
}

/** Failed ones from the beginning, waiting ones at once; which. */
export const requeue = (trx: Trx, compId: string, ids: readonly string[], now: Date) =>
  trx
    .updateTable("interface_delivery")
    .set({ state: "waiting", attempts: 0, nextTryAt: now, body: null, error: "" })
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .where("state", "<>", "delivered")
    .returning(["id", "callId"])
    .execute();

export async function deleteOldDeliveries(trx: Trx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("interface_delivery")
    .where("state", "<>", "waiting")
    .where("eventAt", "<", before)
    .where("id", "in", (e) =>
      e
        .selectFrom("interface_delivery")
        .select("id")
        .where("state", "<>", "waiting")
        .where("eventAt", "<", before)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const findCall = (trx: Trx, compId: string, callId: string): Promise<CallRow | undefined> =>
  trx
    .selectFrom("call_record as r")
    .leftJoin("seat as s", (j) => j.onRef("s.compId", "=", "r.compId").onRef("s.agentId", "=", "r.agentId"))
    .leftJoin("skill_group as g", (j) => j.onRef("g.compId", "=", "r.compId").onRef("g.id", "=", "r.skillGroupId"))
    .select([
      "r.direction",
      "r.caller",
      "r.callee",
      "r.accessNumber",
      "r.agentId",
      "r.skillGroupId",
      "r.startAt",
      "r.ringAt",
      "r.answerAt",
      "r.endAt",
      "r.waitMs",
      "r.ringMs",
      "r.talkMs",
      "r.holdMs",
      "r.result",
      "r.cause",
      "r.recordingMs",
      "r.displayNumber",
      "r.boostMs",
      "r.transfers",
      "r.satisfaction",
      "r.callData",
      "s.name as agentName",
      "g.name as skillGroupName",
    ])
    .where("r.compId", "=", compId)
    .where("r.callId", "=", callId)
    .executeTakeFirst();
