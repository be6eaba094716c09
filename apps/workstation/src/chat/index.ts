/** Web chats of the page's seat: a chunk of its own, which comes after sign-in. */
import {
  authQueries,
  maySee,
  requestHost,
  selectSession,
  selectUser,
  send,
  store,
  type UserInfo,
} from "@liantai/api/client";
import type { Endpoint, ReplyOf } from "@liantai/api/contract";
import { chatAgentApi, chatDeskPage } from "@liantai/api/contract/im";
import type { Bus, BusEvents } from "@liantai/bus";
import type { Clock } from "../ports/clock.ts";
import { openWebSocket, wsType } from "../ports/wire.ts";
import { Chats } from "./chats.ts";

async function ask<E extends Endpoint>(endpoint: E, body?: object): Promise<ReplyOf<E> | undefined> {
  const host = requestHost();
  if (!host.tokens()) return undefined;
  const outcome = await send<ReplyOf<E>>(host, { endpoint, ...(body && { body }) });
  if ("data" in outcome) return outcome.data;
  // A session that has ended must be told and acted on; everything else is a matter of trying again.
  if (outcome.error.action !== "none") host.onFailure(outcome.error);
  return undefined;
}

async function status(): Promise<ReplyOf<typeof chatAgentApi.state>["status"] | undefined> {
  const { user, enterEnterprise } = selectSession(store.getState());
  const menus = store.dispatch(
    authQueries.endpoints.roleMenu.initiate({ query: { id: user?.roleId ?? "" } }, { subscribe: false }),
  );
  const { data } = await menus;
  if (!data || !maySee(data, [chatDeskPage], enterEnterprise)) return undefined;
  return (await ask(chatAgentApi.state))?.status;
}

let chats: Chats | undefined;

/** Somebody with a seat has signed in. `watch`: what was asked before this was here. */
export function begin(bus: Bus, clock: Clock, user: UserInfo, watch: BusEvents["chat.watch"] | undefined): void {
  // Who signed out while this was on its way.
  if (selectUser(store.getState())?.sessionId !== user.sessionId) return;
  if (!chats) {
    const made = new Chats({
      ...{ bus, clock, status },
      open: openWebSocket,
      origin: `${wsType()}://${location.host}`,
      ticket: async () => (await ask(chatAgentApi.ticket, {}))?.ticket,
      checkSession: () => void ask(chatAgentApi.state),
    });
    addEventListener("online", () => made.online());
    chats = made;
  }
  void chats.begin({ agentId: user.agentId ?? "", agentName: user.nickName }, watch);
}
