/** Visitors who wait are told when their place in the queue is another one (rule J28). */
import type { Timer } from "../../../ports/clock.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Conversations } from "../types.ts";
import { groupsOf, isAgents, type LocalPages, type Page } from "./pages.ts";
import { positionsOf } from "./repository.ts";
import { sessionsIn } from "./talk-repository.ts";
import { createTurns } from "./turns.ts";

/** They change in bursts. */
const placesMs = 300;
/** Visitors of an enterprise, connected to this process, whose places one statement reads. */
const placesMost = 1_000;

export interface Places {
  /** They may be others. */
  moved(compId: string): void;
  stop(): Promise<void>;
}

export function createPlaces({
  ports: { database, clock, logger },
  conversations,
  pages,
}: {
  readonly ports: Pick<Ports, "database" | "clock" | "logger">;
  readonly conversations: () => Pick<Conversations, "stageOf">;
  readonly pages: Pick<LocalPages, "all">;
}): Places {
  const due = new Map<string, Timer>();

  const waitingPages = (compId: string): ReadonlyMap<string, readonly Page[]> =>
    groupsOf(
      pages.all().filter(({ whose }) => whose.compId === compId && !isAgents(whose)),
      ({ whose }) => (isAgents(whose) ? "" : whose.sessionId),
    );

  /** Each process tells its own pages, and those alone whose place is another one. */
  async function places(compId: string): Promise<void> {
    const here = waitingPages(compId);
    const ids = [...here.keys()].slice(0, placesMost);
    if (ids.length === 0) return;
    const found = await database.tenant(compId, async (trx) => {
      const moved = (await positionsOf(trx, compId, ids)).filter(({ id, position }) =>
        here.get(id)?.some((page) => page.position !== position),
      );
      const rows =
        moved.length === 0
          ? []
          : await sessionsIn(
              trx,
              compId,
              moved.map(({ id }) => id),
            );
      return moved.flatMap(({ id, position }) => {
        const session = rows.find((row) => row.id === id);
        return session?.status === "waiting" && session.leftMessage === 0 ? [{ session, position }] : [];
      });
    });
    for (const { session, position } of found)
      for (const page of here.get(session.id) ?? []) {
        if (page.position === position) continue;
        page.position = position;
        page.send({ cmd: 9, data: conversations().stageOf(session, position, "") });
      }
  }
  const turns = createTurns(places, (error, compId) =>
    logger.warn({ error, compId }, "visitors were not told their places"),
  );

  return {
    moved(compId) {
      if (due.has(compId)) return;
      const timer = clock.after(placesMs, () => {
        due.delete(compId);
        void turns.take(compId);
      });
      due.set(compId, timer);
    },
    async stop() {
      for (const timer of due.values()) timer.cancel();
      due.clear();
      await turns.idle();
    },
  };
}
