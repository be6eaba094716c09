/** TICKETREMIND: who is told of an order, as rows that wait for those who are away. */
import type { ReminderMessage } from "@liantai/api/contract";
import type { Trx } from "../../ports/database.ts";
import { makeReminder, type Reminders } from "../reminders/index.ts";

export interface Ticket {
  readonly compId: string;
  /** Seats, and accounts of administrators. */
  readonly people: readonly string[];
  /** Says which time of what: told once. */
  readonly key: string;
  readonly at: number;
  readonly orderId: string;
  readonly workCode: string;
  /** The number of the event; of one of ours without a number nothing is told. */
  readonly event: number;
  readonly text: string;
}

export interface Tickets {
  /** In the transaction of the step. */
  tell(trx: Trx, ticket: Ticket): Promise<void>;
}

const isSeat = (id: string): boolean => /^\d{1,8}$/.test(id);

/** `make`: of the reminders of this process, which then tell it at once. */
export const ticketsOf = (make: Reminders["make"]): Tickets => ({
  async tell(trx, { compId, people, key, at, orderId, workCode, event, text }) {
    const message: ReminderMessage = {
      type: "TICKETREMIND",
      caseCode: workCode,
      caseId: orderId,
      event,
      text,
      refreshPage: 1,
      content: text,
    };
    const agentIds = people.filter(isSeat);
    // An order that nobody made has a creator whom nobody can tell.
    const accountIds = people.filter((id) => id !== "" && !isSeat(id));
    const of = { compId, key, subject: `order/${orderId}`, dueAt: new Date(at), message };
    if (agentIds.length > 0) await make(trx, { ...of, to: { agentIds } });
    if (accountIds.length > 0) await make(trx, { ...of, to: { accountIds } });
  },
});

/** In a process that tells none itself: another one finds them. */
export const reminded: Tickets = ticketsOf(makeReminder);
