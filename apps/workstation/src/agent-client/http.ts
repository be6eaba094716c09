/** The links' requests over the client of shared/api: silent, because links try again by themselves every few seconds. */
import { authApi, telephonyApi, type Endpoint, type ReplyOf } from "@liantai/api/contract";
import { authQueries, requestHost, send, store, type RequestArgs } from "@liantai/api/client";
import { wsType } from "../ports/wire.ts";
import { openEarly } from "../softphone/sip-socket.ts";
import type { AgentHttp } from "./ports.ts";

async function ask<E extends Endpoint>(
  endpoint: E,
  args: Omit<RequestArgs, "endpoint">,
): Promise<ReplyOf<E> | undefined> {
  const host = requestHost();
  if (!host.tokens()) return undefined;
  const outcome = await send<ReplyOf<E>>(host, { endpoint, ...args });
  if ("data" in outcome) return outcome.data;
  // A session that has ended must be told and acted on; everything else is a matter of trying again.
  if (outcome.error.action !== "none") host.onFailure(outcome.error);
  return undefined;
}

const addressOf = (server: { domain: string; port: number; path: string }): string =>
  `${wsType()}://${server.domain}:${server.port}${server.path}`;

/** Where the registrar was when this tab last asked: no secret, and a reloaded page can connect before it has asked again. */
const registrarKey = "liantai.registrar";
const hour = 3_600_000;

export const agentHttp: AgentHttp = {
  async ticket(use) {
    return (await ask(authApi.ticket, { body: { use } }))?.ticket;
  },
  async ctiAddress() {
    const server = await ask(telephonyApi.getCti, { body: { wsType: wsType() } });
    return server && addressOf(server);
  },
  async phoneConfig(user, instance) {
    const known = sessionStorage.getItem(registrarKey);
    if (known) openEarly(known);
    const [server, key] = await Promise.all([
      ask(telephonyApi.getReg, { body: { wsType: wsType() } }),
      ask(telephonyApi.querySecretKey, { query: { name: `${user.compId}${user.agentId}` } }),
    ]);
    if (!server || !key) return undefined;
    const socketUrl = addressOf(server);
    sessionStorage.setItem(registrarKey, socketUrl);
    return {
      socketUrl,
      user: key.user,
      password: key.password,
      realm: key.realm,
      instance,
      expiresIn: key.expiresIn * 1_000,
    };
  },
  customStatuses: () => ask(telephonyApi.seatStatuses, {}),
  colleagues: () => ask(telephonyApi.colleagues, {}),
  async startSurvey(callId) {
    const outcome = await send<null>(requestHost(), { endpoint: telephonyApi.startCsr, body: { callId } });
    return "data" in outcome ? "" : outcome.error.text;
  },
  async keepSession() {
    const tokens = requestHost().tokens();
    if (!tokens || tokens.expiresAt - Date.now() > hour) return;
    // Any request through the cache renews tokens in their last hour.
    await store.dispatch(authQueries.endpoints.getUser.initiate({}, { forceRefetch: true, subscribe: false }));
  },
};
