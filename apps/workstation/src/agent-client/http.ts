/** The links' requests over the client of shared/api: silent, because links try again by themselves every few seconds. */
import {
  accountOf,
  authApi,
  ctiErrors,
  isLocalPhone,
  telephonyApi,
  type Endpoint,
  type ReplyOf,
} from "@liantai/api/contract";
import { authQueries, requestHost, send, store, type RequestArgs } from "@liantai/api/client";
import { wsType } from "../ports/wire.ts";
import { openEarly } from "../softphone/sip-socket.ts";
import type { AgentHttp, Had } from "./ports.ts";

async function asked<E extends Endpoint>(endpoint: E, args: Omit<RequestArgs, "endpoint">): Promise<Had<ReplyOf<E>>> {
  const host = requestHost();
  if (!host.tokens()) return { failure: "" };
  const outcome = await send<ReplyOf<E>>(host, { endpoint, ...args });
  if ("data" in outcome) return { got: outcome.data };
  const { action, text, code, status } = outcome.error;
  // A session that has ended must be told and acted on; everything else is a matter of trying again.
  if (action !== "none") host.onFailure(outcome.error);
  // Of a network that is away the lamps tell.
  return { failure: action === "none" && (code !== undefined || status !== undefined) ? text : "" };
}

async function ask<E extends Endpoint>(
  endpoint: E,
  args: Omit<RequestArgs, "endpoint">,
): Promise<ReplyOf<E> | undefined> {
  const had = await asked(endpoint, args);
  return "got" in had ? had.got : undefined;
}

const failed = <T>(what: string, { failure }: { readonly failure: string }): Had<T> => ({
  failure: failure && `${what}${failure}`,
});

interface Server {
  readonly domain: string;
  readonly port: number;
  readonly path: string;
}

/** An empty domain or port would be an address elsewhere, or none (realtime.md section 5, -101 and -102). */
const addressOf = (what: string, { domain, port, path }: Server): Had<string> =>
  !domain || !port
    ? failed(what, { failure: ctiErrors[domain ? -102 : -101] ?? "" })
    : { got: `${wsType()}://${domain}:${port}${path}` };

/** Where the registrar was when this tab last asked: no secret, and a reloaded page can connect before it has asked again. */
const registrarKey = "liantai.registrar";
const hour = 3_600_000;

export const agentHttp: AgentHttp = {
  async ticket(use) {
    return (await ask(authApi.ticket, { body: { use } }))?.ticket;
  },
  async ctiAddress() {
    const had = await asked(telephonyApi.getCti, { body: { wsType: wsType() } });
    const what = "获取CTI服务器失败：";
    return "got" in had ? addressOf(what, had.got) : failed(what, had);
  },
  async phoneConfig(user, instance) {
    const local = isLocalPhone(user.terminalType);
    const known = sessionStorage.getItem(registrarKey);
    if (known && !local) openEarly(known);
    const [server, key] = await Promise.all([
      local ? undefined : asked(telephonyApi.getReg, { body: { wsType: wsType() } }),
      asked(telephonyApi.querySecretKey, {
        query: { name: `${user.compId}${user.agentId ?? accountOf(user.userName)}` },
      }),
    ]);
    if ("failure" in key) return failed("获取分机信息失败：", key);
    const what = "获取注册服务器失败：";
    if (server && "failure" in server) return failed(what, server);
    const { expiresIn, localPhone = "", ...phone } = key.got;
    const address = server ? addressOf(what, server.got) : { got: localPhone };
    if ("failure" in address) return address;
    const socketUrl = address.got;
    if (server) sessionStorage.setItem(registrarKey, socketUrl);
    return { got: { ...phone, socketUrl, instance, expiresIn: expiresIn * 1_000 } };
  },
  customStatuses: () => ask(telephonyApi.seatStatuses, {}),
  colleagues: () => ask(telephonyApi.colleagues, {}),
  async startSurvey(callId) {
    const outcome = await send<null>(requestHost(), { endpoint: telephonyApi.startCsr, body: { callId } });
    return "data" in outcome ? "" : outcome.error.text;
  },
  seatTasks: async () => (await import("./seat-tasks.ts")).seatTasks(),
  leaveTask: async (task) => (await import("./seat-tasks.ts")).leaveTask(task),
  async keepSession() {
    const tokens = requestHost().tokens();
    if (!tokens || tokens.expiresAt - Date.now() > hour) return;
    // Any request through the cache renews tokens in their last hour.
    await store.dispatch(authQueries.endpoints.getUser.initiate({}, { forceRefetch: true, subscribe: false }));
  },
};
