/**
 * Records that nobody was in touch with for so long return to the pool by themselves; their owners are told before. Every process looks
 * once a minute and leases each pool as it comes to it, so that each is looked at by one, and by another when that one was killed.
 */
import { dayMs, formatTime, minuteMs } from "@liantai/api/contract";
import type { Timer } from "../../../ports/clock.ts";
import type { Ports } from "../../../ports/index.ts";
import { forJobs, type Trx } from "../../../ports/database.ts";
import { makeReminder } from "../../reminders/index.ts";
import { findForm } from "../definitions/repository.ts";
import { insertEvents } from "../records/event-repository.ts";
import { leasePool, setLook, setOwner, silentOwners, silentRecords, type PoolSetting } from "./repository.ts";

const tickMs = minuteMs;
/** How long a process has for a pool. */
const leaseMs = 5 * minuteMs;
/** So often a pool is looked at. */
const everyMs = 10 * minuteMs;
const atOnce = 500;
/** What returned by itself was done by nobody. */
const byName = "系统";

export class PoolSweep {
  readonly #ports: Pick<Ports, "database" | "clock" | "random" | "logger">;
  #timer: Timer | undefined;
  #running: Promise<void> | undefined;

  constructor(ports: Pick<Ports, "database" | "clock" | "random" | "logger">) {
    this.#ports = ports;
  }

  start(): void {
    const { clock, logger } = this.#ports;
    this.#timer = clock.every(tickMs, () => {
      this.#running ??= this.sweep()
        .catch((error: unknown) => logger.warn({ error }, "pools were not looked at"))
        .finally(() => (this.#running = undefined));
    });
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#running;
  }

  /** Every pool that is due; one that fails is looked at again when its lease is over. */
  async sweep(): Promise<void> {
    const { database, clock, logger } = this.#ports;
    const due = new Date(clock.now());
    for (;;) {
      const now = clock.now();
      const until = new Date(now + leaseMs);
      // system: pools of every enterprise, by whichever process is there.
      const pool = await database.system((trx) => leasePool(trx, due, until));
      if (!pool) return;
      const { compId, formId } = pool;
      try {
        await forJobs(database).tenant(compId, (trx) => this.#warn(trx, pool, now));
        while (await forJobs(database).tenant(compId, (trx) => this.#return(trx, pool, now)));
        await database.tenant(compId, (trx) => setLook(trx, pool, until, new Date(now + everyMs)));
      } catch (error) {
        logger.warn({ error, compId, formId }, "a pool was not looked at");
      }
    }
  }

  /** Once a day: how many of somebody's return soon. */
  async #warn(trx: Trx, { compId, formId, returnDays, warnDays }: PoolSetting, now: number): Promise<void> {
    const form = warnDays > 0 ? await findForm(trx, compId, formId) : undefined;
    if (!form) return;
    const since = new Date(now - Math.max(0, returnDays - warnDays) * dayMs);
    for (const { ownerId, count } of await silentOwners(trx, compId, formId, since)) {
      const [subTime, at] = [formatTime(now), new Date(now)];
      const des = `${form.name}：${count}条数据将在${warnDays}天内退回公海`;
      const remarks = `连续${returnDays}天没有联系的数据会自动退回公海，请及时联系。`;
      const content = { des, remarks, subTime, records: { formType: form.formType, formId, id: "" } };
      await makeReminder(trx, {
        ...{ compId, to: { accountIds: [ownerId] }, key: `pool/${formId}/${subTime.slice(0, 10)}`, dueAt: at },
        ...{ subject: `pool/${formId}`, message: { type: "PLANSREMIND", content } },
      });
    }
  }

  /** Whether there may be more. */
  async #return(trx: Trx, { compId, formId, returnDays }: PoolSetting, now: number): Promise<boolean> {
    const at = new Date(now);
    const records = await silentRecords(trx, compId, formId, new Date(now - returnDays * dayMs), atOnce);
    if (records.length === 0) return false;
    await setOwner(
      trx,
      compId,
      records.map(({ id }) => id),
      { ownerId: "", ownerName: "" },
      null,
    );
    await insertEvents(
      trx,
      records.map(({ id: recordId, ownerName }) => ({
        ...{ compId, recordId, id: this.#ports.random.id(), at, byName, kind: "pool" as const },
        ...{ label: "负责人", before: ownerName, after: `公海（${returnDays}天没有联系）` },
      })),
    );
    return records.length === atOnce;
  }
}
