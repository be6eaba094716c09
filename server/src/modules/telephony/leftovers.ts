/**
 * What a process left of recordings on a disk of its own when it died, once the process that follows has its calls (P30): the next process
 * on that disk brings what nobody else has to the store, and removes the rest.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Ports } from "../../ports/index.ts";
import { endedCall } from "../event-log/index.ts";
import { publish } from "../topics.ts";
import { liveFiles } from "./engine/recordings.ts";
import { Spool } from "./engine/spool.ts";

/** A call may go on elsewhere for long after its first process died. */
export const leftoversMs = 60_000;

interface LeftoversOptions extends Pick<Ports, "blobs" | "broker" | "clock" | "database" | "logger"> {
  readonly folder: string;
  /** An engine of this process sees to the enterprise's files itself. */
  readonly has: (compId: string) => boolean;
}

interface Leftovers {
  /** Now, and from time to time. */
  start(): Promise<void>;
  stop(): void;
}

async function sweep({ blobs, broker, clock, database, folder, has, logger }: LeftoversOptions): Promise<void> {
  const spool = new Spool({ blobs, clock, folder, logger });
  for (const { compId, callId, file } of await liveFiles(folder)) {
    if (has(compId)) continue;
    const call = await database.tenant(compId, (trx) => endedCall(trx, compId, callId));
    if (!call) continue;
    if (!call.stored) await spool.bring(file);
    // One that began meanwhile has looked into the folder already.
    if (has(compId)) continue;
    await rm(join(folder, file), { force: true });
    if (!call.stored) await publish(broker, "recordings.brought", { compId });
    logger.info({ file, stored: call.stored }, "what a process that died had of a recording has left this machine");
  }
}

export function createLeftovers(options: LeftoversOptions): Leftovers {
  const { blobs, clock, logger } = options;
  let sweeping: Promise<void> | undefined;
  const look = (): Promise<void> =>
    (sweeping ??= sweep(options)
      .catch((error: unknown) => logger.warn({ error }, "recordings that a process left here were not looked at"))
      .finally(() => (sweeping = undefined)));
  let stop = (): void => undefined;
  return {
    async start() {
      // Where files lie on one disk for all, they are those of whoever has the calls.
      if (!blobs.shared) return;
      const timer = clock.every(leftoversMs, () => void look());
      stop = () => timer.cancel();
      await look();
    },
    stop: () => stop(),
  };
}
