/** Whether agents are there: their pages, their sessions and rights, and what becomes of the conversations of those who are not. */
import { minuteMs, secondMs } from "@liantai/api/contract";
import { chatCloses, chatTimings } from "@liantai/api/contract/im";
import type { Caller } from "../../../http/routes.ts";
import type { Ports } from "../../../ports/index.ts";
import type { AuthModule, Sessions } from "../../auth/index.ts";
import { forEachAlone } from "../../each.ts";
import { createEndedSessions } from "../../ended-sessions.ts";
import { Lookout } from "../../lookout.ts";
import { subscribe, type Topics } from "../../topics.ts";
import type { Assigner } from "./assignment.ts";
import type { Beside } from "./beside.ts";
import { groupsOf, type LocalPages, type Page } from "./pages.ts";
import { awayMs, goneAgents, nextAway, seen, seenLast, waitingEnterprises } from "./repository.ts";
import { agentPages, createRights } from "./rights.ts";

/** Realtime.md, section 9: it is closed that was silent for three heartbeats. */
const silentMs = 3 * chatTimings.heartbeat;
const sweepMs = 10 * secondMs;
/** An end that this process did not hear of shows here. */
const verifyMs = minuteMs;
/** What a killed process left is found by then. */
const latestMs = minuteMs;

export interface PresenceDeps {
  readonly ports: Pick<Ports, "database" | "broker" | "clock" | "logger">;
  readonly sessions: Pick<Sessions, "byId" | "endsOf">;
  readonly maySee: AuthModule["maySee"];
  readonly pages: LocalPages;
  readonly agents: Assigner;
  readonly beside: Beside;
}

export interface AgentsPresence {
  arrived(page: Page, caller: Caller): void;
  /** Its last page in this process was closed. */
  gone(compId: string, agentId: string): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createPresence(deps: PresenceDeps): AgentsPresence {
  const { ports, pages, agents, beside } = deps;
  const { database, broker, clock, logger } = ports;
  const ended = createEndedSessions<"ended">(clock);
  const rights = createRights(deps);
  let closing: (() => void | Promise<void>)[] = [];
  const notWritten = "whether agents are at chats was not written";

  /** Where nothing was inserted, nobody tells of it; where somebody is killed, neither. */
  const lookout = new Lookout({
    ports,
    latestMs,
    failed: "conversations of agents who are gone were not looked for",
    async look() {
      // system, here and below: whosever they are.
      const { gone, waiting, next } = await database.system(async (trx) => ({
        gone: await goneAgents(trx, clock.now()),
        waiting: await waitingEnterprises(trx),
        next: await nextAway(trx, clock.now()),
      }));
      await forEachAlone(gone, (one) => agents.takeBackGone(one), {
        logger,
        message: "conversations of an agent who is gone were not taken back",
        about: (one) => one,
      });
      for (const compId of waiting) await agents.assign(compId);
      // What was given has agents who may be gone sooner.
      return gone.length + waiting.length === 0 ? next : database.system((trx) => nextAway(trx, clock.now()));
    },
  });

  async function beat(): Promise<void> {
    await pages.refresh();
    for (const [compId, own] of groupsOf(agentPages(pages), (one) => one.compId))
      await database.tenant(compId, (trx) =>
        seen(trx, compId, [...new Set(own.map(({ agentId }) => agentId))], clock.now()),
      );
  }

  function sweep(): void {
    const silent = clock.now() - silentMs;
    for (const page of pages.all()) if (page.heardAt <= silent) page.close(1008, "silent");
  }

  function sessionEnded({ sessionId, compId, agentId }: Topics["session.ended"]): void {
    ended.add(sessionId, "ended");
    rights.ended(sessionId);
    const of = agentId !== null && { compId, agentId };
    if (of) beside.do(() => agents.leave(of, true), "an agent who signed out was not taken from chats", of);
  }

  function seatChanged(of: Topics["seat.changed"]): void {
    rights.renew(({ compId, agentId }) => compId === of.compId && agentId === of.agentId);
    beside.do(() => agents.takeBackGone(of), "conversations of a seat that is none any more were not taken back", of);
    // Its maximum may be another.
    void agents.assign(of.compId);
  }

  return {
    arrived(page, caller) {
      const { compId, agentId, sessionId } = caller;
      if (agentId === null) return;
      if (ended.why(sessionId)) return page.close(chatCloses.sessionEnded, "session ended");
      beside.do(
        async () => {
          await pages.opened(page);
          await database.tenant(compId, (trx) => seen(trx, compId, [agentId], clock.now()));
          lookout.by(clock.now() + awayMs);
          await agents.assign(compId);
        },
        notWritten,
        { compId, agentId },
      );
    },
    gone(compId, agentId) {
      const write = () => database.tenant(compId, (trx) => seenLast(trx, compId, agentId, clock.now()));
      beside.do(write, notWritten, { compId, agentId });
    },
    async start() {
      const timers = [
        clock.every(chatTimings.heartbeat, () => beside.do(beat, notWritten)),
        clock.every(sweepMs, sweep),
        clock.every(verifyMs, () => beside.do(() => rights.verify(), "sessions of chats were not verified")),
      ];
      closing = [
        ...timers.map((timer) => () => timer.cancel()),
        await subscribe(broker, "session.ended", sessionEnded),
        await subscribe(broker, "seat.changed", seatChanged),
        await subscribe(broker, "groups.changed", ({ compId }) => void agents.assign(compId)),
        await subscribe(broker, "grants.changed", (grants) => rights.changed(grants)),
        await subscribe(broker, "enterprise.changed", ({ compId }) => rights.changed({ compId })),
      ];
      lookout.start();
    },
    async stop() {
      await lookout.stop();
      for (const close of closing.splice(0)) await close();
    },
  };
}
