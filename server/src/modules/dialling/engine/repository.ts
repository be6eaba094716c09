/** SQL of the engine of dialling: tasks that run, numbers that are claimed, attempts that are committed before anything is dialled. */
import { formatDate } from "@liantai/api/contract";
import type { TaskSettings, TaskState } from "@liantai/api/contract/admin";
import type { Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DialAttemptTable } from "../../../ports/schema/dialling.ts";
import { countProgress } from "../progress-repository.ts";
import { misjudgedAbandoned } from "../heard/repository.ts";
import { restText } from "../../numbers/index.ts";
import { claimed, giveBack, type ClaimedPhone } from "./claims-repository.ts";

/** A task as the engine runs it. */
export interface RunRow {
  readonly id: string;
  readonly taskIdentity: string;
  readonly ftype: number;
  readonly state: TaskState;
  readonly fromAt: Date | null;
  readonly untilAt: Date | null;
  readonly settings: TaskSettings;
  readonly waitsFor: string;
  readonly pacing: unknown;
  readonly takesCalls: number;
  /** People whom the detection took for machines, so that nobody had them. */
  readonly misjudged: number;
}

const runs = (trx: Trx) =>
  trx
    .selectFrom("task as t")
    .innerJoin("dial_task as d", (j) => j.onRef("d.compId", "=", "t.compId").onRef("d.id", "=", "t.id"))
    .select([
      "t.id",
      "t.taskIdentity",
      "t.ftype",
      "t.state",
      "t.fromAt",
      "t.untilAt",
      "d.settings",
      "d.waitsFor",
      "d.pacing",
      "d.takesCalls",
      misjudgedAbandoned.as("misjudged"),
    ]);

export const readRun = (trx: Trx, compId: string, id: string): Promise<RunRow | undefined> =>
  runs(trx).where("t.compId", "=", compId).where("t.id", "=", id).executeTakeFirst();

export const readRuns = (trx: Trx, compId: string): Promise<RunRow[]> =>
  runs(trx).where("t.compId", "=", compId).where("t.state", "=", "running").execute();

/** Of all: asked by whoever starts the engines. */
export const enterprisesWithRuns = async (trx: Trx): Promise<string[]> =>
  (await trx.selectFrom("task").select("compId").distinct().where("state", "=", "running").execute()).map(
    ({ compId }) => compId,
  );

export const setWaits = (trx: Trx, compId: string, id: string, waitsFor: string) =>
  trx.updateTable("dial_task").set({ waitsFor }).where("compId", "=", compId).where("id", "=", id).execute();

export const setTakes = (trx: Trx, compId: string, id: string, takesCalls: 0 | 1) =>
  trx.updateTable("dial_task").set({ takesCalls }).where("compId", "=", compId).where("id", "=", id).execute();

export const keepPacing = (trx: Trx, compId: string, id: string, pacing: unknown) =>
  trx
    .updateTable("dial_task")
    .set({ pacing: JSON.stringify(pacing) })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .execute();

export const endRun = (trx: Trx, compId: string, id: string, endedAt: Date) =>
  trx
    .updateTable("dial_task")
    .set({ endedAt, waitsFor: "" })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .execute();

export interface NewAttempt {
  readonly id: string;
  readonly callId: string;
  readonly phone: ClaimedPhone;
  readonly displayed: string;
  /** Half of the task's experiment whose outcome it counts as; '': of none. */
  readonly variant: "" | "a" | "b";
}

/**
 * All that are dialled in this turn, in a few statements. Which of them may be: none that was stopped meanwhile, itself or with its task.
 * The others are back where they were.
 */
export async function openAttempts(
  trx: Trx,
  compId: string,
  { id: taskId, ftype }: Pick<RunRow, "id" | "ftype">,
  attempts: readonly NewAttempt[],
  now: number,
): Promise<ReadonlySet<string>> {
  const at = new Date(now);
  const open = await trx
    .updateTable("dial_phone")
    .set((e) => ({
      state: "dialling",
      reason: "",
      attempts: e("attempts", "+", 1),
      attemptsToday: e("attemptsToday", "+", 1),
      today: formatDate(now),
      lastAt: at,
      nextAt: null,
      claimedUntil: null,
    }))
    .where("compId", "=", compId)
    .where(
      "id",
      "in",
      attempts.map(({ phone }) => phone.id),
    )
    .where("state", "is not distinct from", claimed)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("task")
          .select("task.id")
          .where("task.compId", "=", compId)
          .where("task.id", "=", taskId)
          .where("task.state", "=", "running"),
      ),
    )
    .returning("id")
    .execute();
  const ids = new Set(open.map(({ id }) => id));
  const rows = attempts.filter(({ phone }) => ids.has(phone.id));
  const others = attempts.filter(({ phone }) => !ids.has(phone.id));
  await giveBack(
    trx,
    compId,
    taskId,
    others.map(({ phone }) => phone.id),
  );
  if (rows.length === 0) return ids;
  await trx
    .insertInto("dial_attempt")
    .values(
      rows.map(({ id, callId, phone, displayed, variant }) => ({
        ...{ compId, id, taskId, ftype, callId, displayed, variant },
        phoneId: phone.id,
        batchId: phone.batchId,
        phone: phone.phone,
        attempt: phone.attempts + 1,
        startedAt: at,
      })),
    )
    .execute();
  await countProgress(trx, compId, taskId, { attempts: rows.length });
  return ids;
}

export type OpenAttempt = Pick<
  Selectable<DialAttemptTable>,
  "id" | "taskId" | "phoneId" | "callId" | "startedAt" | "ftype"
> & {
  readonly cause: string | null;
  readonly result: number | null;
  readonly endAt: Date | null;
  readonly answerAt: Date | null;
};

/** Attempts without an end, with what the record of their call says. */
export const openOf = (trx: Trx, compId: string): Promise<OpenAttempt[]> =>
  trx
    .selectFrom("dial_attempt as a")
    .leftJoin("call_record as c", (j) => j.onRef("c.compId", "=", "a.compId").onRef("c.callId", "=", "a.callId"))
    .select([
      "a.id",
      "a.taskId",
      "a.phoneId",
      "a.callId",
      "a.startedAt",
      "a.ftype",
      "c.cause",
      "c.result",
      "c.endAt",
      "c.answerAt",
    ])
    .where("a.compId", "=", compId)
    .where("a.endedAt", "is", null)
    .execute();

export interface ShownNumber {
  readonly number: string;
  readonly concurrency: number;
  readonly rests: string;
}

/** Access numbers of the enterprise in service, those named or all; with why one is not shown for now. */
export async function shownNumbers(
  trx: Trx,
  compId: string,
  named: readonly string[],
  now: number,
): Promise<ShownNumber[]> {
  const rows = await trx
    .selectFrom("access_number as n")
    .leftJoin("display_number as d", (j) => j.onRef("d.compId", "=", "n.compId").onRef("d.number", "=", "n.number"))
    .select(["n.number", "n.concurrency", "d.pausedAt", "d.pausedReason", "d.pausedBy", "d.restUntil"])
    .where("n.compId", "=", compId)
    .where("n.enabled", "=", 1)
    .$if(named.length > 0, (q) => q.where("n.number", "in", named))
    .orderBy("n.isDefault", "desc")
    .orderBy("n.number")
    .execute();
  const found = rows.map(({ number, concurrency, ...row }) => ({
    number,
    concurrency,
    rests: restText(row, now),
  }));
  // In the order the task names them.
  return named.length === 0 ? found : named.flatMap((number) => found.filter((row) => row.number === number));
}

/** The displayed number of the last connected call to each of these. */
export async function lastShown(
  trx: Trx,
  compId: string,
  phones: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (phones.length === 0) return new Map();
  const rows = await trx
    .selectFrom("dial_attempt")
    .distinctOn("phone")
    .select(["phone", "displayed"])
    .where("compId", "=", compId)
    .where("phone", "in", phones)
    .where("answeredAt", "is not", null)
    .orderBy("phone")
    .orderBy("startedAt", "desc")
    .execute();
  return new Map(rows.map(({ phone, displayed }) => [phone, displayed]));
}

export const enterpriseName = async (trx: Trx, compId: string): Promise<string> =>
  (await trx.selectFrom("enterprise").select("name").where("compId", "=", compId).executeTakeFirst())?.name ?? "";

/** '' : there is none. */
export const robotFlow = async (trx: Trx, compId: string, robotId: string): Promise<string> =>
  robotId === ""
    ? ""
    : ((
        await trx
          .selectFrom("robot_agent")
          .select("flowId")
          .where("compId", "=", compId)
          .where("id", "=", robotId)
          .where("enabled", "=", 1)
          .executeTakeFirst()
      )?.flowId ?? "");

/** undefined: the task names none, or the flow has no such version. */
export const flowVersion = async (
  trx: Trx,
  compId: string,
  { flowId, flowVersion: version = 0 }: Pick<TaskSettings, "flowId" | "flowVersion">,
): Promise<string | undefined> =>
  version === 0
    ? undefined
    : (
        await trx
          .selectFrom("voice_flow_version")
          .select("id")
          .where("compId", "=", compId)
          .where("flowId", "=", flowId)
          .where("version", "=", version)
          .executeTakeFirst()
      )?.id;
