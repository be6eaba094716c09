/** Conversations are kept for CHAT_DAYS from their end (docs/operations.md, What is kept how long). */
import { dayMs } from "@liantai/api/contract";
import type { Ports } from "../../../ports/index.ts";
import { forEachAlone } from "../../each.ts";
import { deleteSaid, deleteSession, deleteVisitors, endedSessions, enterprises } from "./purge-repository.ts";

/** Rows a transaction, so that nobody waits for it. */
const batch = 1_000;
/** Conversations that are looked for at once. */
const atOnce = 100;

export interface PurgedChats {
  /** Conversations. */
  readonly chats: number;
}

/** days: undefined, for ever. */
export function createChatPurge(
  { database, clock, logger }: Pick<Ports, "database" | "clock" | "logger">,
  days: number | undefined,
): () => Promise<PurgedChats> {
  async function one(compId: string, id: string): Promise<void> {
    while ((await database.tenant(compId, (trx) => deleteSaid(trx, { compId, id }, batch))) === batch);
    await database.tenant(compId, (trx) => deleteSession(trx, compId, id));
  }

  async function of(compId: string, before: Date): Promise<number> {
    for (let removed = 0; ;) {
      const ids = await database.tenant(compId, (trx) => endedSessions(trx, compId, before, atOnce));
      for (const id of ids) await one(compId, id);
      removed += ids.length;
      if (ids.length < atOnce) return removed;
    }
  }

  return async () => {
    if (days === undefined) return { chats: 0 };
    const before = new Date(clock.now() - days * dayMs);
    let chats = 0;
    // system: time limits are the installation's, over all enterprises.
    await forEachAlone(
      await database.system(enterprises),
      async (compId) => {
        chats += await of(compId, before);
        while ((await database.tenant(compId, (trx) => deleteVisitors(trx, compId, before, batch))) === batch);
      },
      { logger, message: "old conversations were not removed", about: (compId) => ({ compId }) },
    );
    return { chats };
  };
}
