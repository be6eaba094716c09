/** Reminders as other modules make and take them back, in their own transactions. */
import type { ReminderMessage } from "@liantai/api/contract";
import type { Broker } from "../../ports/broker.ts";
import type { Trx } from "../../ports/database.ts";
import { publish } from "../topics.ts";
import { grouped } from "./grouped.ts";
import { deleteSubject, finishSubjects, insertReminders, type ToWhom } from "./repository.ts";

export interface Reminding {
  readonly compId: string;
  readonly to: ToWhom;
  /** At most 200 characters. For each account one of a key is made, however often it is asked for: it says which time of what. */
  readonly key: string;
  /** What it is about, to take all of its reminders back; default: the key. */
  readonly subject?: string;
  readonly dueAt: Date;
  readonly message: ReminderMessage;
}

/** In the transaction of what it reminds of. The sweep of any process tells it when it is due. */
export async function makeReminder(trx: Trx, { to, subject, ...row }: Reminding): Promise<void> {
  await insertReminders(trx, { ...row, subject: subject ?? row.key }, to);
}

export type Ended = readonly { readonly accountId: string; readonly key: string }[];

/** With when each was due. */
export type EndedDue = readonly (Ended[number] & { readonly dueAt: Date })[];

/** What it is about is gone. */
export const dropReminders = (trx: Trx, compId: string, subject: string): Promise<Ended> =>
  deleteSubject(trx, compId, subject);

/** What it is about, all of them where there are many, was seen to; by this account alone, where it is named. */
export const finishReminders = (
  trx: Trx,
  compId: string,
  subject: string | readonly string[],
  now: Date,
  accountId?: string,
): Promise<EndedDue> => finishSubjects(trx, compId, typeof subject === "string" ? [subject] : subject, now, accountId);

/** Pages that show what has ended say so. After the transaction. */
export async function tellOver(broker: Broker, ended: Ended, withdrawn: 0 | 1 = 0): Promise<void> {
  const byKey = grouped(ended, ({ key }) => key);
  for (const [reminder, rows] of byKey)
    await publish(broker, "message.send", {
      to: { accountIds: rows.map(({ accountId }) => accountId) },
      message: { type: "reminderOver", reminder, withdrawn },
    });
}
