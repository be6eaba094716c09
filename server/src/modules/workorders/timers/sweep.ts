/**
 * Limits that run out: 100, 101, 102, and the claim time. Every process knows when the next one does and asks the database anew every ten
 * seconds (a limit is a minute at least), each second once one is near. Whoever locks the order's row fires what is due of it
 * and takes the limit away in the same transaction, so each fires once in any number of processes and whatever is killed; who finds the row
 * locked comes again.
 */
import { AppError } from "@liantai/api/contract";
import { type OrderOccurrence } from "@liantai/api/contract/work-orders";
import type { Timer } from "../../../ports/clock.ts";
import type { Trx } from "../../../ports/database.ts";
import { queueKept } from "../../automation/index.ts";
import { lockIdleOrder, type OrderRow } from "../orders/repository.ts";
import { takeStep, type StepDeps } from "../orders/step.ts";
import { isTargetTimer, targetOccurrences } from "../targets/firing.ts";
import { tellWarn } from "./warning.ts";
import { dropTimer, dueOfOrder, dueOrders, earliestDue, setDue, setTimer, type TimerRow } from "./repository.ts";

const tickMs = 1_000;
const lookMs = 10_000;
const atOnce = 200;
const lanes = 4;

const actor = { id: "", supervises: false };

/** What comes to pass of a limit at this moment: the warning before the end. */
function due({ name, minutes, warnAt, dueAt }: TimerRow, now: number): readonly OrderOccurrence[] {
  const over = dueAt !== null && dueAt.getTime() <= now;
  if (name === "claim") return over ? [{ type: "claimTimeOut" }] : [];
  if (name !== "node" && name !== "order") return over ? [{ type: "keepStatus", minutes }] : [];
  return [
    ...(warnAt !== null && warnAt.getTime() <= now ? [{ type: "warn", limit: name } as const] : []),
    ...(over ? [{ type: "timeOut", limit: name } as const] : []),
  ];
}

const prefix = "trigger:";
const isTrigger = ({ name }: TimerRow): boolean => name.startsWith(prefix);

/** What a trigger waited for: queued with the timer taken away, in one transaction. */
async function waitedFor(trx: Trx, { compId, id, formId }: OrderRow, { name, startedAt }: TimerRow, now: number) {
  await dropTimer(trx, compId, id, name);
  const of = { compId, formId, kind: "order", subjectId: id, at: new Date(now) } as const;
  await queueKept(trx, of, name.slice(prefix.length), String(startedAt.getTime()));
}

export class TimerSweep {
  readonly #deps: StepDeps;
  #timer: Timer | undefined;
  /** When the database is asked at the latest, and when the next limit runs out. */
  #lookAt = 0;
  #dueAt = 0;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(deps: StepDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { clock, logger } = this.#deps.ports;
    this.#timer = clock.every(tickMs, () => {
      const now = clock.now();
      if (this.#running || (now < this.#lookAt && now < this.#dueAt)) return;
      this.#running = this.#look()
        .catch((error: unknown) => logger.warn({ error }, "limits of work orders not looked for"))
        .finally(() => (this.#running = undefined));
    });
  }

  async #look(): Promise<void> {
    const { database, clock } = this.#deps.ports;
    if (this.#dueAt <= clock.now()) await this.sweep();
    // system: limits of every enterprise, by whichever process is there.
    const next = await database.system(earliestDue);
    this.#dueAt = next?.getTime() ?? Infinity;
    this.#lookAt = clock.now() + lookMs;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#running;
  }

  /** Everything that is due now. */
  async sweep(): Promise<void> {
    const { database, clock } = this.#deps.ports;
    const tried = new Set<string>();
    while (!this.#stopped) {
      // system: limits of every enterprise, by whichever process is there.
      const found = await database.system((trx) => dueOrders(trx, new Date(clock.now()), atOnce));
      const fresh = found.filter(({ compId, orderId }) => !tried.has(`${compId}/${orderId}`));
      if (fresh.length === 0) return;
      for (const { compId, orderId } of fresh) tried.add(`${compId}/${orderId}`);
      const queue = fresh.values();
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          for (const { compId, orderId } of queue) await this.#fire(compId, orderId);
        }),
      );
      if (found.length < atOnce) return;
    }
  }

  async #fire(compId: string, orderId: string): Promise<void> {
    const { database, clock, logger } = this.#deps.ports;
    try {
      await database.tenant(compId, async (trx) => {
        let row = await lockIdleOrder(trx, compId, orderId);
        if (!row) return;
        const now = clock.now();
        for (const timer of await dueOfOrder(trx, compId, orderId, new Date(now)))
          if (isTrigger(timer)) await waitedFor(trx, row, timer, now);
          else
            for (const occurrence of isTargetTimer(timer) ? await targetOccurrences(trx, timer, now) : due(timer, now))
              row = await this.#happen(trx, row, timer, occurrence);
        await setDue(trx, compId, orderId);
      });
    } catch (error) {
      logger.warn({ error, compId, orderId }, "a limit of a work order did not fire; it is tried again");
    }
  }

  /** The limit goes first: a step that it causes may begin one of the same name. */
  async #happen(trx: Trx, row: OrderRow, timer: TimerRow, input: OrderOccurrence): Promise<OrderRow> {
    if (input.type === "warn" || input.type === "warnTarget")
      await setTimer(trx, timer, { warnAt: null, warnMinutes: 0 });
    else await dropTimer(trx, timer.compId, timer.orderId, timer.name);
    try {
      const after = await takeStep(trx, this.#deps, row, { input, actor });
      if (input.type === "keepStatus") await tellWarn(trx, this.#deps, after, timer.name);
      return after;
    } catch (error) {
      // It means nothing any more: the machine refuses before it writes.
      if (error instanceof AppError && error.error === "refused") return row;
      throw error;
    }
  }
}
