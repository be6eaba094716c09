/**
 * Limits that run out: 100, 101, 102, and the claim time. Every process looks for them (modules/lookout.ts), every ten seconds
 * without one that is near, for a limit is a minute at least. Whoever locks the order's row fires what is due of it
 * and takes the limit away in the same transaction, so each fires once in any number of processes and whatever is killed; who finds the row
 * locked comes again. Orders of an enterprise share a transaction and its statements (gathered.ts); where one of them fails, each half goes
 * by itself, down to the one that does.
 */
import { AppError } from "@liantai/api/contract";
import { type OrderOccurrence } from "@liantai/api/contract/work-orders";
import type { Trx } from "../../../ports/database.ts";
import { queueKept } from "../../automation/index.ts";
import { together } from "../../foreseen.ts";
import { gatherIn } from "../../gathered.ts";
import { Lookout } from "../../lookout.ts";
import { versionOf } from "../flows/versions.ts";
import { lockDueOrders, type OrderRow } from "../orders/repository.ts";
import { takeStep, type StepDeps } from "../orders/step.ts";
import { foreseePeople } from "../people.ts";
import { isTargetTimer, targetOccurrences } from "../targets/firing.ts";
import { tellWarn } from "./warning.ts";
import {
  dropEach,
  dropTimer,
  dueOfOrders,
  dueTimers,
  earliestDue,
  setDue,
  setWarned,
  type DueTimer,
  type TimerRow,
} from "./repository.ts";

const latestMs = 10_000;
/** After a look that fired some, where more has run out meanwhile: many small looks leave the database to others in between. */
const soonMs = 50;
const atOnce = 1_000;
/** Orders that share a transaction: so many steps are taken before the loop turns. */
const sharing = 50;

const actor = { id: "", supervises: false };

/** Of a node or of the whole order: those that are over are taken away together, before the first of their steps. */
const isLimit = ({ name }: TimerRow): boolean => name === "node" || name === "order";
const isOver = ({ dueAt }: Pick<TimerRow, "dueAt">, now: number): boolean => dueAt !== null && dueAt.getTime() <= now;

interface Share {
  readonly compId: string;
  readonly orderIds: string[];
}

/** In their order, some of one enterprise together. */
function shares(due: readonly { readonly compId: string; readonly orderId: string }[]): readonly Share[] {
  const all: Share[] = [];
  const open = new Map<string, Share>();
  for (const { compId, orderId } of due) {
    let share = open.get(compId);
    if (!share || share.orderIds.length === sharing) {
      share = { compId, orderIds: [] };
      open.set(compId, share);
      all.push(share);
    }
    share.orderIds.push(orderId);
  }
  return all;
}

function groupedBy(timers: readonly TimerRow[]): ReadonlyMap<string, readonly TimerRow[]> {
  const all = new Map<string, TimerRow[]>();
  for (const timer of timers) all.set(timer.orderId, [...(all.get(timer.orderId) ?? []), timer]);
  return all;
}

/** What comes to pass of a limit at this moment: the warning before the end. */
function due({ name, minutes, warnAt, dueAt }: TimerRow, now: number): readonly OrderOccurrence[] {
  const over = isOver({ dueAt }, now);
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
async function waitedFor(trx: Trx, { compId, id, formId }: OrderRow, timer: TimerRow, now: number) {
  const { name, startedAt } = timer;
  await dropTimer(trx, timer);
  const of = { compId, formId, kind: "order", subjectId: id, at: new Date(now) } as const;
  await queueKept(trx, of, name.slice(prefix.length), String(startedAt.getTime()));
}

export class TimerSweep {
  readonly #deps: StepDeps;
  readonly #lookout: Lookout;
  /** When the next limit runs out. */
  #dueAt = 0;
  #stopped = false;

  constructor(deps: StepDeps) {
    this.#deps = deps;
    this.#lookout = new Lookout({
      ports: deps.ports,
      ...{ latestMs, failed: "limits of work orders not looked for" },
      look: () => this.#look(),
    });
  }

  start(): void {
    this.#lookout.start();
  }

  async #look(): Promise<number | undefined> {
    const { database, clock } = this.#deps.ports;
    const fired = this.#dueAt <= clock.now() ? await this.sweep() : 0;
    // system: limits of every enterprise, by whichever process is there.
    const next = await database.system(earliestDue);
    this.#dueAt = next?.getTime() ?? Infinity;
    // What is left after a look that fired nothing is in another's hand, or does not fire: the lookout gives it a second.
    return next && fired > 0 ? Math.max(next.getTime(), clock.now() + soonMs) : next?.getTime();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#lookout.stop();
  }

  /** Everything that is due now, each order tried once. Resolves with how many were there to be fired. */
  async sweep(): Promise<number> {
    const { database, clock, random } = this.#deps.ports;
    let fired = 0;
    const tried = new Set<string>();
    let last: DueTimer | undefined;
    while (!this.#stopped) {
      // system: limits of every enterprise, by whichever process is there.
      const found = await database.system((trx) => dueTimers(trx, new Date(clock.now()), last, atOnce));
      const fresh = found.filter(({ compId, orderId }) => {
        const id = `${compId}/${orderId}`;
        return !tried.has(id) && tried.add(id);
      });
      const all = shares(fresh);
      // Another process that found the same begins somewhere else.
      const first = all.length > 1 ? random.int(all.length) : 0;
      // One after the other: of the pool one connection, of the database one core, and the loop turns in between.
      for (const { compId, orderIds } of [...all.slice(first), ...all.slice(0, first)])
        if (!this.#stopped) fired += await this.#fire(compId, orderIds);
      if (found.length < atOnce) return fired;
      last = found.at(-1);
    }
    return fired;
  }

  async #fire(compId: string, orderIds: readonly string[]): Promise<number> {
    const { database, clock, logger } = this.#deps.ports;
    try {
      return await database.tenant(compId, async (trx) => {
        const now = clock.now();
        const rows = await lockDueOrders(trx, compId, orderIds, new Date(now));
        if (rows.length === 0) return 0;
        const ids = rows.map(({ id }) => id);
        const timers = groupedBy(await dueOfOrders(trx, compId, ids, new Date(now)));
        await this.#foresee(trx, compId, rows, [...timers.values()].flat(), now);
        // They have nothing to do with each other: what one asks and writes goes out with what the others do.
        gatherIn(trx);
        await together(rows.map((row) => this.#fireOne(trx, row, timers.get(row.id) ?? [], now)));
        return rows.length;
      });
    } catch (error) {
      const half = Math.ceil(orderIds.length / 2);
      if (orderIds.length > 1)
        return (await this.#fire(compId, orderIds.slice(0, half))) + (await this.#fire(compId, orderIds.slice(half)));
      logger.warn({ error, compId, orderIds }, "a limit of a work order did not fire; it is tried again");
      return 0;
    }
  }

  /** For all of them at once: who can come up in them, and the limits that are over taken away. */
  async #foresee(trx: Trx, compId: string, rows: readonly OrderRow[], timers: readonly TimerRow[], now: number) {
    const flows = await Promise.all(rows.map((row) => versionOf(trx, row)));
    foreseePeople(
      trx,
      compId,
      now,
      rows.map(({ body }, at) => ({ order: body, definition: flows[at]! })),
    );
    const over = timers.filter((timer) => isLimit(timer) && isOver(timer, now));
    if (over.length > 0) await dropEach(trx, compId, over);
  }

  async #fireOne(trx: Trx, order: OrderRow, timers: readonly TimerRow[], now: number): Promise<void> {
    let row = order;
    for (const timer of timers)
      if (isTrigger(timer)) await waitedFor(trx, row, timer, now);
      else
        for (const occurrence of isTargetTimer(timer) ? await targetOccurrences(trx, timer, now) : due(timer, now))
          row = await this.#happen(trx, row, timer, occurrence);
    // A step that was taken has written when the order is due.
    if (row === order && timers.length > 0) await setDue(trx, row.compId, row.id);
  }

  /** The limit goes first (one of a node or an order has gone already): a step that it causes may begin one of the same name. */
  async #happen(trx: Trx, row: OrderRow, timer: TimerRow, input: OrderOccurrence): Promise<OrderRow> {
    if (input.type === "warn" || input.type === "warnTarget") await setWarned(trx, timer);
    else if (!isLimit(timer)) await dropTimer(trx, timer);
    try {
      const after = await takeStep(trx, this.#deps, row, { input, actor, dueChanged: true });
      if (input.type === "keepStatus") await tellWarn(trx, this.#deps, after, timer.name);
      return after;
    } catch (error) {
      // It means nothing any more: the machine refuses before it writes.
      if (error instanceof AppError && error.error === "refused") return row;
      throw error;
    }
  }
}
