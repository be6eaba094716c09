/** What flows gathered is written into forms when calls and chats are over (docs/protocol.md, G110, J84). The only face of this module. */
import { hourMs, minuteMs } from "@liantai/api/contract";
import type { Module } from "../../http/module.ts";
import type { Timer } from "../../ports/clock.ts";
import { gatheredChats } from "../chats/index.ts";
import { gatheredCalls } from "../event-log/index.ts";
import { forEachAlone } from "../each.ts";
import { subscribe } from "../topics.ts";
import { writeGathered, writeGatheredInChat, type FlowFormsDeps } from "./writing.ts";

/** What a process that died did not write is looked for so far back. */
const backMs = 24 * hourMs;
const tickMs = minuteMs;
/** Each look goes back a few of them, because logs are written with a delay. */
const ticks = 15;
/** For the log. */
const message = "what a flow gathered is not written yet";

export function createFlowFormsModule(deps: FlowFormsDeps): Module {
  const { broker, clock, database, logger } = deps.ports;
  const running = new Set<Promise<void>>();
  let timer: Timer | undefined;
  let ends: readonly (() => Promise<void>)[] = [];
  const run = (work: Promise<void>, of: object): void => {
    const done: Promise<void> = work
      .catch((error: unknown) => logger.warn({ error, ...of }, message))
      .finally(() => running.delete(done));
    running.add(done);
  };
  const one = (of: { readonly compId: string; readonly callId: string }): void => run(writeGathered(deps, of), of);

  async function look(sinceMs: number): Promise<void> {
    // system: calls of every enterprise.
    const calls = await database.system((trx) => gatheredCalls(trx, new Date(clock.now() - sinceMs)));
    await forEachAlone(calls, (of) => writeGathered(deps, of), { logger, message, about: (of) => of });
    // system: as above.
    const chats = await database.system((trx) => gatheredChats(trx, new Date(clock.now() - sinceMs)));
    await forEachAlone(chats, (of) => writeGatheredInChat(deps, of), { logger, message, about: (of) => of });
  }

  return {
    name: "flow-forms",
    routes: [],
    async start() {
      ends = await Promise.all([
        subscribe(broker, "call.recorded", ({ compId, callId }) => one({ compId, callId })),
        subscribe(broker, "flow.gathered", one),
        subscribe(broker, "chat.over", ({ compId, sessionId }) =>
          run(writeGatheredInChat(deps, { compId, sessionId }), { compId, sessionId }),
        ),
      ]);
      run(look(backMs), {});
      timer = clock.every(tickMs, () => run(look(ticks * tickMs), {}));
    },
    async stop() {
      timer?.cancel();
      await Promise.all(ends.map((end) => end()));
      await Promise.all(running);
    },
  };
}
