/** A plan's reminders: one at a time, the next is made when one is told. */
import { formatTime, minuteMs } from "@liantai/api/contract";
import type { Trx } from "../../../ports/database.ts";
import { makeReminder } from "../making.ts";
import type { ReminderRow } from "../repository.ts";
import { nextOccurrence } from "./occurrences.ts";
import { findPlan, setNextTime, type PlanRow } from "./repository.ts";

const prefix = "plan/";
export const subjectOfPlan = (id: string): string => `${prefix}${id}`;

type Remembered = Pick<
  PlanRow,
  "compId" | "id" | "accountId" | "des" | "remarks" | "planTime" | "repeat" | "minutesBefore"
>;

/** The reminder of the first time after `after`, which is answered; null: there is none. */
export async function remindOfPlan(
  make: typeof makeReminder,
  trx: Trx,
  plan: Remembered,
  after: Date,
): Promise<Date | null> {
  const { compId, id, accountId, des, remarks, planTime, repeat, minutesBefore } = plan;
  const at = nextOccurrence(planTime, repeat, after);
  if (at === null) return null;
  const subTime = formatTime(at);
  await make(trx, {
    compId,
    to: { accountIds: [accountId] },
    key: `${prefix}${id}/${at.getTime()}`,
    subject: subjectOfPlan(id),
    dueAt: new Date(at.getTime() - minutesBefore * minuteMs),
    message: { type: "PLANSREMIND", content: { des, remarks, subTime } },
  });
  return at;
}

/** One of a plan's is told: the next is made. A plan that comes no more keeps its last time. */
export async function rollPlan(
  trx: Trx,
  { compId, subject, key }: Pick<ReminderRow, "compId" | "subject" | "key">,
  now: Date,
): Promise<void> {
  if (!subject.startsWith(prefix)) return;
  const plan = await findPlan(trx, compId, subject.slice(prefix.length));
  if (!plan || plan.repeat === "none") return;
  const told = Number(key.slice(key.lastIndexOf("/") + 1));
  const next = await remindOfPlan(makeReminder, trx, plan, new Date(Math.max(told, now.getTime())));
  if (next) await setNextTime(trx, compId, plan.id, next, new Date(told));
}
