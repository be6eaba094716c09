/** Agents at chats: who takes which conversation, and the socket of their pages and of visitors'. The only face of this part. */
import type { SocketRoute } from "../../../http/module.ts";
import type { Route } from "../../../http/routes.ts";
import type { Ports } from "../../../ports/index.ts";
import type { AuthModule, Sessions, Tickets } from "../../auth/index.ts";
import { subscribe } from "../../topics.ts";
import type { Assignment, Conversations, Pages, Told, VisitorTickets } from "../types.ts";
import { createAssignment } from "./assignment.ts";
import { createBeside } from "./beside.ts";
import { createPages, isAgents } from "./pages.ts";
import { createPlaces } from "./places.ts";
import { createPresence } from "./presence.ts";
import { agentRoutes } from "./routes.ts";
import { createChatSocket } from "./socket.ts";
import { createTalk } from "./talk.ts";
import { visitorTickets } from "./visitor-tickets.ts";
import { createVisitors } from "./visitors.ts";

export interface AgentsDeps {
  readonly ports: Pick<Ports, "database" | "broker" | "clock" | "random" | "logger">;
  readonly tickets: Pick<Tickets, "issue" | "redeem">;
  readonly sessions: Pick<Sessions, "byId" | "endsOf">;
  readonly maySee: AuthModule["maySee"];
  readonly conversations: () => Conversations;
  /** Publishes chat.told; after the commit of what it tells. */
  readonly tell: (compId: string, told: readonly Told[]) => Promise<void> | void;
}

export interface Agents {
  readonly assignment: Assignment;
  readonly routes: readonly Route[];
  readonly socket: SocketRoute;
  readonly pages: Pages;
  readonly visitors: VisitorTickets;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createAgents(deps: AgentsDeps): Agents {
  const { ports, tickets, conversations, maySee } = deps;
  const beside = createBeside(ports.logger);
  const pages = createPages(ports);
  const agents = createAssignment({ ...deps, pages });
  const talk = createTalk({ ...deps, pages });
  const visitors = createVisitors({ ...deps, assignment: agents, pages, talk, beside });
  const places = createPlaces({ ...deps, pages });
  const presence = createPresence({ ...deps, pages, agents, beside });
  const issued = visitorTickets(ports.broker, ports.random);
  let closing: (() => Promise<void>)[] = [];
  return {
    assignment: agents,
    pages,
    visitors: issued,
    routes: agentRoutes({ ports, tickets, conversations, assignment: agents }),
    socket: createChatSocket({
      ...{ ports, tickets, maySee, pages, talk, visitors: issued },
      arrived: (page) =>
        isAgents(page.whose) ? presence.arrived(page, page.whose.caller) : visitors.arrived(page, page.whose),
      gone: ({ whose }) => (isAgents(whose) ? presence.gone(whose.compId, whose.agentId) : visitors.gone(whose)),
    }),
    async start() {
      closing = [
        await subscribe(ports.broker, "chat.told", ({ compId, told }) => pages.deliver(compId, told)),
        await subscribe(ports.broker, "chat.gone", ({ key }) =>
          beside.do(() => pages.again(key), "that a page is open was not told"),
        ),
        await subscribe(ports.broker, "chat.changed", ({ compId }) => {
          places.moved(compId);
          void agents.assign(compId);
        }),
      ];
      await presence.start();
    },
    async stop() {
      await presence.stop();
      for (const close of closing.splice(0)) await close();
      for (const page of pages.all()) page.close(1001, "server stops");
      visitors.stop();
      await beside.idle();
      await places.stop();
      await agents.idle();
    },
  };
}
