/**
 * Follow-ups that fall due, in whichever process is there: each looks at the very moment that the next is due and twice a minute.
 * Whoever locks the row gives it to a seat, makes its reminder and says in the same transaction that it was told: so each is told once
 * in any number of processes and whatever is killed; who finds the row locked leaves it. Telling the page is the reminders' (V4).
 */
import { applyToFollowUp } from "@liantai/api/contract/workorder";
import { secondMs } from "@liantai/api/contract";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { Lookout } from "../lookout.ts";
import type { Reminders } from "../reminders/index.ts";
import { aboutRecord } from "./about-repository.ts";
import { administrators, isInService, leastBusy } from "./people-repository.ts";
import { columnsOf, stateOf } from "./tasks/state.ts";
import { dueTasks, insertTry, lockDueTask, nextTelling, updateTask, type TaskRow } from "./tasks/repository.ts";
import { tell } from "./telling.ts";

const lookMs = 30 * secondMs;
const atOnce = 200;

export interface FollowUpSweepDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "logger">;
  readonly reminders: Pick<Reminders, "make">;
}

export class FollowUpSweep {
  readonly #d: FollowUpSweepDeps;
  readonly #lookout: Lookout;

  constructor(deps: FollowUpSweepDeps) {
    this.#d = deps;
    this.#lookout = new Lookout({
      ports: deps.ports,
      latestMs: lookMs,
      look: () => this.#look(),
      failed: "follow-ups that are due not looked for",
    });
  }

  start(): void {
    this.#lookout.start();
  }

  stop(): Promise<void> {
    return this.#lookout.stop();
  }

  /** One of this process falls due then. */
  arranged(at: Date): void {
    this.#lookout.by(Math.max(at.getTime(), this.#d.ports.clock.now() + secondMs));
  }

  async #look(): Promise<number | undefined> {
    const { database, clock } = this.#d.ports;
    await this.sweep();
    // system: follow-ups of every enterprise are looked after by whichever process is there.
    const next = (await database.system(nextTelling))?.getTime();
    // One that is overdue still was locked, or failed: it is looked at again in a while.
    return next !== undefined && next > clock.now() ? next : undefined;
  }

  /** Everything that is due now. */
  async sweep(): Promise<void> {
    const { database, clock, logger } = this.#d.ports;
    const tried = new Set<string>();
    for (;;) {
      // system: as above.
      const found = await database.system((trx) => dueTasks(trx, new Date(clock.now()), atOnce));
      const fresh = found.filter(({ compId, id }) => !tried.has(`${compId}/${id}`));
      for (const { compId, id } of fresh) {
        tried.add(`${compId}/${id}`);
        try {
          await database.tenant(compId, (trx) => this.#give(trx, compId, id));
        } catch (error) {
          logger.warn({ error, compId, id }, "a follow-up was not given to anybody; it is tried again");
        }
      }
      if (fresh.length === 0 || found.length < atOnce) return;
    }
  }

  async #give(trx: Trx, compId: string, id: string): Promise<void> {
    const now = this.#d.ports.clock.now();
    const task = await lockDueTask(trx, compId, id, new Date(now));
    if (!task) return;
    const about = await aboutRecord(trx, compId, task.recordId);
    if (!about) return this.#lose(trx, task, now);
    const agentId = await this.#seatFor(trx, task);
    // Another seat begins without the group's earlier choice; name and number are those of now.
    await updateTask(trx, compId, id, { ...about, agentId: agentId ?? null, tellAt: null });
    const admins = agentId === undefined ? await administrators(trx, compId) : [];
    await tell(trx, this.#d.reminders, { ...task, ...about }, agentId, admins);
  }

  async #seatFor(trx: Trx, { compId, agentId, groupId }: TaskRow): Promise<string | undefined> {
    if (agentId !== null && (await isInService(trx, compId, agentId))) return agentId;
    return groupId === null ? undefined : leastBusy(trx, compId, groupId);
  }

  /** What it is about was deleted. */
  async #lose(trx: Trx, task: TaskRow, now: number): Promise<void> {
    const outcome = applyToFollowUp(stateOf(task), { type: "lost" }, { now, most: task.mostTries });
    if (!outcome.ok) return;
    const { compId, id, version } = task;
    await updateTask(trx, compId, id, { ...columnsOf(outcome.next), version: version + 1 });
    await insertTry(trx, { compId, taskId: id, no: version, at: new Date(now), command: "lost" });
  }
}
