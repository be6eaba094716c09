/** SQL of what a seat is shown: its numbers, their attempts, the number of a call. */
import type { NumberState } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import { numberOf, type ShownPhone } from "./repository.ts";

export interface OwnFilter {
  readonly taskId?: string | undefined;
  readonly phone?: string | undefined;
  /** Numbers are found whole alone: who sees none may not find them by their parts. */
  readonly whole: boolean;
  readonly contact?: string | undefined;
  readonly state?: NumberState | "" | undefined;
  readonly result?: string | undefined;
  readonly pageNo: number;
  readonly pageSize: number;
}

const like = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Numbers of preview tasks that are the seat's, what it is about first, then the newest. */
export async function ownNumbers(trx: Trx, compId: string, agentId: string, f: OwnFilter) {
  const base = trx
    .selectFrom("dial_phone as p")
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "p.compId").onRef("t.id", "=", "p.taskId"))
    .innerJoin("dial_task as d", (j) => j.onRef("d.compId", "=", "p.compId").onRef("d.id", "=", "p.taskId"))
    .leftJoin("dial_batch as b", (j) => j.onRef("b.compId", "=", "p.compId").onRef("b.id", "=", "p.batchId"))
    .where("p.compId", "=", compId)
    .where("p.agentId", "=", agentId)
    .where("t.ftype", "=", 2)
    .$if(!!f.taskId, (q) => q.where("p.taskId", "=", f.taskId ?? ""))
    .$if(!!f.state, (q) => q.where("p.state", "=", (f.state || "waiting") as NumberState))
    .$if(!!f.result, (q) => q.where("p.result", "=", f.result ?? ""))
    .$if(!!f.contact, (q) => q.where("p.contact", "like", like(f.contact ?? "")))
    .$if(!!f.phone, (q) =>
      // A task that hides its numbers hides them from whoever searches, too.
      q.where((e) =>
        e.or([
          e("p.phone", "=", f.phone ?? ""),
          ...(f.whole
            ? []
            : [
                e.and([
                  e("p.phone", "like", like(f.phone ?? "")),
                  sql<boolean>`coalesce(d.settings->>'hideNumber', '0') <> '1'`,
                ]),
              ]),
        ]),
      ),
    );
  const [{ total }, rows] = await Promise.all([
    base.select((e) => e.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
    base
      .selectAll("p")
      .select(["b.batchNumber", "t.taskIdentity", "d.settings"])
      .orderBy(sql`p.taken_at is null`)
      .orderBy(sql`p.state <> 'retry'`)
      .orderBy("p.nextAt")
      .orderBy("p.lastAt", (o) => o.desc().nullsLast())
      .orderBy("p.id")
      .limit(f.pageSize)
      .offset((f.pageNo - 1) * f.pageSize)
      .execute(),
  ]);
  return { total: Number(total), rows: rows as ShownPhone[] };
}

export const mostHistory = 20;

export const attemptsOf = (trx: Trx, compId: string, phoneId: string) =>
  trx
    .selectFrom("dial_attempt")
    .selectAll()
    .where("compId", "=", compId)
    .where("phoneId", "=", phoneId)
    .orderBy("attempt", "desc")
    .limit(mostHistory)
    .execute();

/** The number that a call of this seat is, or was, for. */
export async function numberOfCall(
  trx: Trx,
  compId: string,
  callId: string,
  agentId: string,
): Promise<ShownPhone | undefined> {
  const attempt = await trx
    .selectFrom("dial_attempt")
    .select(["phoneId", "agentId"])
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .executeTakeFirst();
  if (!attempt) return undefined;
  const phone = await numberOf(trx, compId, attempt.phoneId);
  return attempt.agentId === agentId || phone?.agentId === agentId ? phone : undefined;
}

export async function ownNumber(
  trx: Trx,
  compId: string,
  phoneId: string,
  agentId: string,
): Promise<ShownPhone | undefined> {
  const phone = await numberOf(trx, compId, phoneId);
  return phone?.agentId === agentId ? phone : undefined;
}

export async function isHiddenCall(trx: Trx, compId: string, callId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("dial_attempt as a")
    .innerJoin("dial_task as d", (j) => j.onRef("d.compId", "=", "a.compId").onRef("d.id", "=", "a.taskId"))
    .select(sql<boolean>`coalesce(d.settings->>'hideNumber', '0') = '1'`.as("hidden"))
    .where("a.compId", "=", compId)
    .where("a.callId", "=", callId)
    .executeTakeFirst();
  return row?.hidden === true;
}
