/** The operation log is kept for OPERATION_LOG_DAYS (docs/operations.md, What is kept how long). */
import { dayMs } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";
import { deleteOperations } from "./repository.ts";

/** Rows a transaction, so that nobody waits for it. */
const batch = 1_000;

export interface PurgedOperations {
  readonly operations: number;
}

export const createAuditPurge =
  ({ database, clock }: Pick<Ports, "database" | "clock">, days = 365) =>
  async (): Promise<PurgedOperations> => {
    const before = new Date(clock.now() - days * dayMs);
    for (let operations = 0; ;) {
      // system: time limits are the installation's, over all enterprises.
      const count = await database.system((trx) => deleteOperations(trx, before, batch));
      operations += count;
      if (count < batch) return { operations };
    }
  };
