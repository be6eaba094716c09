import { AppError, ctiPath, customerApi, telephonyApi, isMonitor, readCallData } from "@liantai/api/contract";
import { extensionApi } from "@liantai/api/contract/admin";
import { route, type Caller, type Route } from "../../http/routes.ts";
import { isOwnLogin } from "./policy.ts";
import type { NumbersService } from "./service.ts";

/** SIP over WebSocket (realtime.md section 7). */
export const sipPath = "/xcc/ws";
const serverId = "main";

/** The product has one port: every socket is where the page came from. `asked`: a name that an earlier reply gave; empty: any. */
function server(origin: string, path: string, asked = serverId) {
  if (asked !== "" && asked !== serverId) throw new AppError("notFound", `服务器“${asked.slice(0, 50)}”不存在`);
  const { hostname, port, protocol } = new URL(origin);
  return { domain: hostname, port: Number(port) || (protocol === "https:" ? 443 : 80), serverId, path };
}

export function numbersRoutes(service: NumbersService, realm: string): readonly Route[] {
  /** Of the own seat, or of an administrator's page. */
  async function ownKey(name: string, caller: Caller) {
    if (!isOwnLogin(caller, name)) throw new AppError("forbidden");
    if (caller.agentId === null) return { ...(await service.listener(caller)), realm };
    return { ...(await service.ownExtension(caller.compId, caller.agentId, caller.sessionId)), realm };
  }
  return [
    route(telephonyApi.getCti, async ({ body }, { origin }) => server(origin, ctiPath, body.serverId)),
    route(telephonyApi.getReg, async ({ body }, { origin }) => server(origin, sipPath, body.serverId)),
    route(telephonyApi.querySecretKey, ({ query }, { caller }) => ownKey(query.name, caller)),
    route(extensionApi.own, ({ query }, { caller }) => ownKey(query.name, caller)),
    route(telephonyApi.myDay, async (_input, { caller }) => {
      if (caller.agentId === null) throw new AppError("forbidden");
      return service.agentDay(caller.compId, caller.agentId);
    }),
    route(telephonyApi.colleagues, async (_input, { caller }) => {
      if (caller.agentId === null) throw new AppError("forbidden");
      return service.colleagues(caller.compId, caller.agentId);
    }),
    route(telephonyApi.enterpriseDay, async (_input, { caller }) =>
      service.enterpriseDay(caller.compId, isMonitor(caller) ? (caller.agentId ?? "") : undefined),
    ),
    route(customerApi.customerSession, async ({ body }, { origin }) => {
      const { guest, ...granted } = await service.customerSession(
        body.number,
        body.phone || undefined,
        readCallData(body.callData ?? ""),
      );
      return {
        user: guest.user,
        password: guest.password,
        realm,
        socket: `${origin.replace(/^http/, "ws")}${sipPath}`,
        number: guest.number,
        ...granted,
      };
    }),
  ];
}
