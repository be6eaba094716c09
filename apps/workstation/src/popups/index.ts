/** The form of a call in this page: a chunk of its own, which arrives with the first call. */
import { notify, opened, requestHost, selectUser, send, store } from "@liantai/api/client";
import { href, type ReplyOf } from "@liantai/api/contract/base";
import { callPopupApi } from "@liantai/api/contract/popups";
import type { BusCall } from "@liantai/bus";
import { windowNameOf } from "./window-name.ts";
import type { PopupMoment } from "../agent-client/screen-popups.ts";

/** Calls whose form came up already: at the ring. */
const shown = new Set<string>();
const remembered = 50;

/** isTabs 0: in a window of its own; one that the browser blocks becomes a tab. */
function show(to: string, callId: string, formId: string): void {
  const params = { callId, formId };
  const own = selectUser(store.getState())?.isTabs === 0;
  if (own && window.open(href(to, params), windowNameOf(callId), "popup,width=1280,height=800")) return;
  if (own)
    notify({
      level: "warning",
      title: "浏览器拦截了弹屏窗口，已改在标签页中打开",
      text: "在浏览器设置中允许本站弹出窗口后，来电资料会在新窗口中打开。",
    });
  store.dispatch(opened({ to, params, cover: true }));
}

export async function bringUp({ callId }: BusCall, moment: PopupMoment): Promise<void> {
  if (shown.has(callId)) return;
  const host = requestHost();
  const outcome = await send<ReplyOf<typeof callPopupApi.ofCall>>(host, {
    endpoint: callPopupApi.ofCall,
    body: { callId, moment },
  });
  if ("error" in outcome) {
    if (outcome.error.action !== "none") host.onFailure(outcome.error);
    return;
  }
  const { path, formId } = outcome.data;
  if (path === "" || shown.has(callId)) return;
  if (shown.size >= remembered) shown.clear();
  shown.add(callId);
  show(path, callId, formId);
}
