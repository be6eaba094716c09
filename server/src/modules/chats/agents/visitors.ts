/** Visitors' pages come and go: they are told where their conversation is, and who talks with them that they are there. */
import { chatCloses, chatCodes } from "@liantai/api/contract/im";
import { secondMs } from "@liantai/api/contract";
import type { Timer } from "../../../ports/clock.ts";
import type { Ports } from "../../../ports/index.ts";
import { seatNames } from "../../seats/index.ts";
import type { Assignment, ChatSessionRow, Conversations, Told, VisitorOf } from "../types.ts";
import type { Beside } from "./beside.ts";
import type { LocalPages, Page } from "./pages.ts";
import type { Talk } from "./talk.ts";
import { findSession } from "./talk-repository.ts";

/** A page that lost its connection is back by then. */
const backMs = 10 * secondMs;
export interface VisitorsDeps {
  readonly ports: Pick<Ports, "database" | "clock">;
  readonly conversations: () => Pick<Conversations, "stageOf">;
  readonly assignment: Pick<Assignment, "position">;
  readonly pages: LocalPages;
  readonly talk: Pick<Talk, "friend" | "friends">;
  readonly tell: (compId: string, told: readonly Told[]) => Promise<void> | void;
  readonly beside: Beside;
}

export interface Visitors {
  arrived(page: Page, whose: VisitorOf): void;
  gone(whose: VisitorOf): void;
  stop(): void;
}

const isOver = (session: ChatSessionRow): boolean => session.status === "closed" || session.leftMessage === 1;

export function createVisitors(deps: VisitorsDeps): Visitors {
  const { conversations, assignment, pages, talk, tell, beside } = deps;
  const { database, clock } = deps.ports;
  const waits = new Set<Timer>();
  const later = (ms: number, run: () => void): void => {
    const timer = clock.after(ms, () => {
      waits.delete(timer);
      run();
    });
    waits.add(timer);
  };
  /** What happened between the ticket and the socket was told to nobody. */
  async function greet(page: Page, whose: VisitorOf, first: boolean): Promise<void> {
    const { compId, sessionId, visitorId } = whose;
    const found = await database.tenant(compId, async (trx) => {
      const session = await findSession(trx, compId, sessionId);
      if (session?.visitorId !== visitorId) return undefined;
      const position = session.status === "waiting" ? await assignment.position(trx, session) : undefined;
      const names = await seatNames(trx, compId, session.status === "talking" ? [session.agentId] : []);
      return { session, position, stage: conversations().stageOf(session, position, names.get(session.agentId) ?? "") };
    });
    if (!found) return page.close(chatCloses.conversationEnded, "there is no such conversation");
    const { session, position, stage } = found;
    if (isOver(session)) {
      page.send({ cmd: 10, data: { ...stage, status: "closed" } });
      return page.close(chatCloses.conversationEnded, "the conversation ended");
    }
    page.position = position;
    page.send({ cmd: 9, data: stage });
    if (!first || session.status !== "talking") return;
    const friend = await talk.friend(compId, session.agentId, sessionId);
    const frame = friend && ({ cmd: 9, code: chatCodes.online, data: friend } as const);
    if (frame) await tell(compId, [{ agentId: session.agentId, frame }]);
  }

  async function missed({ compId, sessionId, visitorId }: VisitorOf): Promise<void> {
    if (await pages.visitorHere(compId, visitorId)) return;
    const session = await database.tenant(compId, (trx) => findSession(trx, compId, sessionId));
    if (session?.status !== "talking") return;
    const { agentId } = session;
    await tell(compId, [{ agentId, frame: { cmd: 18, data: await talk.friends(compId, agentId) } }]);
  }

  return {
    arrived(page, whose) {
      beside.do(
        async () => greet(page, whose, await pages.opened(page)),
        "a visitor was not told where his conversation is",
        whose,
      );
    },
    gone(whose) {
      later(backMs, () => beside.do(() => missed(whose), "an agent was not told that a visitor left", whose));
    },
    stop() {
      for (const timer of waits) timer.cancel();
      waits.clear();
    },
  };
}
