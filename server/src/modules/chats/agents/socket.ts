/** The chat socket GET /api/chat/socket: who may open it, and the limits of what comes over it (rules J20 to J24). */
import { isSeat } from "@liantai/api/contract";
import { chatCloses, chatDeskPage, chatSocketPath } from "@liantai/api/contract/im";
import type { WebSocket } from "ws";
import { Bucket } from "../../../http/buckets.ts";
import type { SocketInfo, SocketRoute } from "../../../http/module.ts";
import type { Caller } from "../../../http/routes.ts";
import type { Ports } from "../../../ports/index.ts";
import type { AuthModule, Tickets } from "../../auth/index.ts";
import type { VisitorTickets } from "../types.ts";
import { readChatFrame, readExtra } from "./frames.ts";
import { isAgents, type LocalPages, type Page, type Whose } from "./pages.ts";
import type { Talk } from "./talk.ts";

/** What may be typed at once, every character of it escaped in JSON, and something around it. */
const frameMost = 16_384;
/** A desk that opens asks for every conversation that it has. */
const agentsFrames = { size: 60, perSecond: 20 } as const;
const visitorsFrames = { size: 30, perSecond: 5 } as const;
/** Frames of one page that wait for the database. */
const pendingMost = 100;

export interface ChatSocketDeps {
  readonly ports: Pick<Ports, "clock" | "logger">;
  readonly tickets: Pick<Tickets, "redeem">;
  readonly visitors: Pick<VisitorTickets, "redeem">;
  readonly maySee: AuthModule["maySee"];
  readonly pages: Pick<LocalPages, "add">;
  readonly talk: Pick<Talk, "answer">;
  readonly arrived: (page: Page) => void;
  /** The last page of somebody in this process was closed. */
  readonly gone: (page: Page) => void;
}

/** Who may be at chats now. */
export const mayChat = async (maySee: AuthModule["maySee"], caller: Caller): Promise<boolean> =>
  isSeat(caller) && caller.agentId !== null && caller.held === undefined && (await maySee(caller, [chatDeskPage]));

export function createChatSocket(deps: ChatSocketDeps): SocketRoute {
  const { ports, tickets, visitors, maySee, pages, talk } = deps;
  const { clock, logger } = ports;

  async function agentOf(caller: Caller, extra: string | null): Promise<Whose | false> {
    const { compId, agentId } = caller;
    if (agentId === null || !(await mayChat(maySee, caller))) return false;
    if (extra !== null && readExtra(extra)?.agentId !== agentId) return false;
    return { compId, agentId, caller };
  }

  async function authorise({ url }: SocketInfo): Promise<Whose | false> {
    const ticket = url.searchParams.get("token");
    if (!ticket) return false;
    // Whatever becomes of it, a ticket that was shown is spent.
    const caller = await tickets.redeem(ticket, "chat");
    if (caller) return agentOf(caller, url.searchParams.get("extra"));
    return (await visitors.redeem(ticket)) ?? false;
  }

  function hear(socket: WebSocket, page: Page): void {
    const frames = new Bucket(isAgents(page.whose) ? agentsFrames : visitorsFrames, clock.monotonic());
    let pending = 0;
    /** One after the other: what is said stays in its order. */
    let done: Promise<void> = Promise.resolve();
    socket.on("message", (data, isBinary) => {
      if (page.closed) return;
      const bytes = data as Buffer;
      page.heardAt = clock.now();
      if (bytes.length > frameMost) return page.close(1009, "frame too large");
      if (!frames.take(clock.monotonic())) return page.close(1008, "too many frames");
      const frame = isBinary ? undefined : readChatFrame(bytes.toString("utf8"));
      if (!frame || (frame.cmd === 17 && !isAgents(page.whose)))
        return page.close(chatCloses.malformed, "no frame of this socket");
      if (frame.cmd === 13) return page.send({ cmd: 13 });
      if (pending >= pendingMost) return page.close(1013, "busy");
      pending += 1;
      done = done
        .then(() => talk.answer(page, frame))
        .catch((error: unknown) => logger.warn({ error, cmd: frame.cmd }, "a frame of a chat was not answered"))
        .finally(() => (pending -= 1));
    });
  }

  return {
    path: chatSocketPath,
    authorise,
    accept(socket, _info, authorised) {
      const page = pages.add(socket, authorised as Whose, deps.gone);
      hear(socket, page);
      deps.arrived(page);
    },
  };
}
