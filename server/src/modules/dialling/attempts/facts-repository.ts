/** SQL of what the checks and the retry rules are asked with: hours of a task, calls of a number. */
import { dayMs } from "@liantai/api/contract";
import type { TaskSettings } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import { frameOf, type DialHours } from "../checks/index.ts";

export interface TaskFacts {
  readonly settings: TaskSettings;
  readonly hours: DialHours;
}

async function ruleOf(trx: Trx, compId: string, id: string): Promise<DialHours["rule"]> {
  if (id === "") return null;
  const row = await trx
    .selectFrom("time_rule")
    .select(["name", "weekly", "holidays", "specials"])
    .where("compId", "=", compId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? { name: row.name, time: row } : { name: "", time: null };
}

/** undefined: there is no such task. */
export async function taskFacts(trx: Trx, compId: string, taskId: string): Promise<TaskFacts | undefined> {
  const row = await trx
    .selectFrom("dial_task as d")
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "d.compId").onRef("t.id", "=", "d.id"))
    .leftJoin("dial_frame as f", "f.compId", "d.compId")
    .select(["d.settings", "t.fromAt", "t.untilAt", "f.fromTime", "f.toTime"])
    .where("d.compId", "=", compId)
    .where("d.id", "=", taskId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { settings, fromAt, untilAt, fromTime, toTime } = row;
  return {
    settings,
    hours: {
      fromAt: fromAt?.getTime() ?? null,
      untilAt: untilAt?.getTime() ?? null,
      frame: frameOf(fromTime && toTime ? { from: fromTime, to: toTime } : undefined),
      windows: settings.windows,
      rule: await ruleOf(trx, compId, settings.timeRuleId),
    },
  };
}

/** Begins of the calls to a number of a task. */
export const callsOfNumber = async (trx: Trx, compId: string, phoneId: string): Promise<number[]> =>
  (
    await trx
      .selectFrom("dial_attempt")
      .select("startedAt")
      .where("compId", "=", compId)
      .where("phoneId", "=", phoneId)
      .execute()
  ).map(({ startedAt }) => startedAt.getTime());

/** Calls to the telephone number over all tasks of the last days; 0 days: it is not asked. */
export async function callsOver(trx: Trx, compId: string, phone: string, days: number, now: number): Promise<number> {
  if (days === 0) return 0;
  const row = await trx
    .selectFrom("dial_phone as p")
    .innerJoin("dial_attempt as a", (j) => j.onRef("a.compId", "=", "p.compId").onRef("a.phoneId", "=", "p.id"))
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("p.compId", "=", compId)
    .where("p.phone", "=", phone)
    .where("a.startedAt", ">=", new Date(now - days * dayMs))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}
