/** What the nights remove: files of exports and imports past their time, rows of jobs that ended long ago. */
import { dayMs } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";
import { expireFiles, expireJobs, removeOldJobs } from "./repository.ts";

const batch = 500;
const keepRowsMs = 90 * dayMs;

export interface PurgedFiles {
  readonly exports: number;
  readonly imports: number;
  readonly jobs: number;
}

export const createFilePurge =
  ({ database, blobs, clock }: Pick<Ports, "database" | "blobs" | "clock">) =>
  async (): Promise<PurgedFiles> => {
    const now = new Date(clock.now());
    // system: files of all enterprises expire, and no request asks for it.
    const each = async (expire: typeof expireJobs | typeof expireFiles): Promise<number> => {
      for (let count = 0; ;) {
        const gone = await database.system((trx) => expire(trx, now, batch));
        for (const { blobKey } of gone) if (blobKey) await blobs.delete(blobKey);
        count += gone.length;
        if (gone.length < batch) return count;
      }
    };
    const exports = await each(expireJobs);
    const imports = await each(expireFiles);
    return {
      exports,
      imports,
      jobs: await database.system((trx) => removeOldJobs(trx, new Date(now.getTime() - keepRowsMs))),
    };
  };
