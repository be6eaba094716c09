/** What an agent's page asks over HTTP: how it is at chats, its ticket, and the end of a conversation. */
import { AppError, isAdministrator } from "@liantai/api/contract";
import { chatAgentApi, chatSessionApi } from "@liantai/api/contract/im";
import { compOf } from "../../../http/company.ts";
import { route, type RequestContext, type Route } from "../../../http/routes.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Tickets } from "../../auth/index.ts";
import type { Assignment, Conversations } from "../types.ts";
import { momentOf } from "./assignment.ts";
import { agentState, setStatus } from "./repository.ts";

export interface AgentRoutesDeps {
  readonly ports: Pick<Ports, "database" | "clock">;
  readonly tickets: Pick<Tickets, "issue">;
  readonly conversations: () => Pick<Conversations, "close" | "end">;
  readonly assignment: Pick<Assignment, "assign">;
}

const noSeat = (): AppError => new AppError("notFound", "坐席不存在");

function seatOf({ caller }: RequestContext): string {
  if (caller.agentId === null) throw noSeat();
  return caller.agentId;
}

export function agentRoutes({ ports, tickets, conversations, assignment }: AgentRoutesDeps): readonly Route[] {
  const { database, clock } = ports;
  return [
    route(chatAgentApi.state, async (_input, context) => {
      const { compId } = context.caller;
      const agentId = seatOf(context);
      const state = await database.tenant(compId, async (trx) =>
        agentState(trx, await momentOf(trx, compId, clock.now()), agentId),
      );
      if (!state) throw noSeat();
      return state;
    }),
    route(chatAgentApi.setState, async ({ body }, context) => {
      const compId = compOf(context.caller, body.companyId);
      const agentId = seatOf(context);
      if (body.agentId !== undefined && body.agentId !== agentId) throw new AppError("forbidden");
      await database.tenant(compId, (trx) => setStatus(trx, { compId, agentId }, body.status, clock.now()));
      if (body.status === "online") await assignment.assign(compId);
      return null;
    }),
    route(chatAgentApi.ticket, (_input, { caller }) => tickets.issue(caller, "chat")),
    route(chatSessionApi.close, async ({ body }, context) => {
      const { caller } = context;
      if (caller.entered) throw new AppError("forbidden", "会话仅企业自己的账号可以结束");
      const closed = isAdministrator(caller)
        ? await conversations().end(body.sessionId, context)
        : await conversations().close(caller.compId, body.sessionId, { agentId: seatOf(context) });
      if (!closed) throw new AppError("notFound", "会话不存在或已结束");
      return null;
    }),
  ];
}
