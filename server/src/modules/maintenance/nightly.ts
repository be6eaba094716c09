/**
 * A job a night, whichever process takes it. The next night's job waits in the queue under its date, so that several
 * processes and restarts plan it once, and a night that no process was there for is made up for at the next start.
 */
import { dayOf, formatTime, minuteMs } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";

export interface Night {
  /** When it was planned for, epoch ms. */
  readonly at: number;
}

/** The first moment after `now` that is `minutes` past midnight of the enterprises' zone. */
export function nextNight(now: number, minutes: number): number {
  const { from, to } = dayOf(now);
  const today = from.getTime() + minutes * minuteMs;
  return today > now ? today : to.getTime() + minutes * minuteMs;
}

/** A job may send itself again with more in its data than a Night; it then runs on in the same night. */
export async function everyNight<T extends Night>(
  { jobs, clock }: Pick<Ports, "jobs" | "clock">,
  queue: string,
  minutes: number,
  run: (data: T) => Promise<void>,
): Promise<void> {
  const plan = (after: number): Promise<void> => {
    const at = nextNight(after, minutes);
    return jobs.send(queue, { at } satisfies Night, { key: formatTime(at), afterMs: at - clock.now() });
  };
  await jobs.work<T>(queue, async (data) => {
    // First, so that a run that fails for good is not the last one. A clock that is behind the database's plans no night twice.
    await plan(Math.max(clock.now(), data.at));
    await run(data);
  });
  await plan(clock.now());
}
