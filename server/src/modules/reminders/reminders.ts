/** Reminders as other modules have them: made and taken back in their own transactions, told by the sweep, found again by who was away. */
import { dayMs, isOperator, type OutgoingMessage } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { DialRefs } from "../dial-refs/index.ts";
import { dropReminders, finishReminders, makeReminder, tellOver, type Ended, type Reminding } from "./making.ts";
import { listWaiting } from "./repository.ts";
import { ReminderSweep } from "./sweep.ts";
import { messagesOf } from "./telling.ts";

/** Whoever was away for longer finds them in the lists alone. */
const waitsMs = 30 * dayMs;
const mostAtOnce = 20;

export interface Reminders {
  /** In the transaction of what it reminds of. */
  make(trx: Trx, reminding: Reminding): Promise<void>;
  /** What it is about is gone: so are its reminders. `over` after the transaction. */
  drop(trx: Trx, compId: string, subject: string): Promise<Ended>;
  /** What it is about was seen to, by this account alone where it is named. */
  finish(trx: Trx, compId: string, subject: string, accountId?: string): Promise<Ended>;
  /** Pages that show what has ended say so. withdrawn 1: it was an announcement, taken back. */
  over(ended: Ended, withdrawn?: 0 | 1): Promise<void>;
  /** The transaction is through: what is due already is told now and not in a moment. */
  wake(): void;
  /** What fell due while somebody was away and nobody showed, for a socket that opens. */
  waiting(caller: Caller): Promise<readonly OutgoingMessage[]>;
  start(): void;
  /** Resolves when what is being told is through. */
  stop(): Promise<void>;
}

export interface RemindersDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "broker" | "logger">;
  readonly refs: DialRefs;
}

export function createReminders({ ports, refs }: RemindersDeps): Reminders {
  const { database, clock, broker } = ports;
  const sweep = new ReminderSweep({ ports, refs });
  return {
    make: makeReminder,
    drop: dropReminders,
    finish: (trx, compId, subject, accountId) =>
      finishReminders(trx, compId, subject, new Date(clock.now()), accountId),
    over: (ended, withdrawn) => tellOver(broker, ended, withdrawn),
    wake: () => void sweep.look(),
    async waiting(caller) {
      if (isOperator(caller) || caller.entered) return [];
      const { compId, userId: accountId } = caller;
      const now = clock.now();
      return database.tenant(compId, async (trx) => {
        const rows = await listWaiting(trx, { compId, accountId }, new Date(now - waitsMs), new Date(now), mostAtOnce);
        return (await messagesOf(trx, refs, rows)).flatMap((message) => message ?? []);
      });
    },
    start: () => sweep.start(),
    stop: () => sweep.stop(),
  };
}
