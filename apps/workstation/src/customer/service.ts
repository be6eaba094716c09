/** The customer page's one call, over the browser's own media and the public session endpoint. */
import { customerApi, readCallData, type ReplyOf } from "@liantai/api/contract";
import { requestHost, send } from "@liantai/api/client";
import { pageClock } from "../ports/page-clock.ts";
import { wsType } from "../ports/wire.ts";
import { openJssip } from "../softphone/jssip-phone.ts";
import { browserMicrophone, browserSpeaker } from "../softphone/media.ts";
import { ringTone } from "../agent-client/browser-alerts.ts";
import { uuid } from "../agent-client/uuid.ts";
import { CustomerCall } from "./customer-call.ts";
import type { SessionOutcome } from "./ports.ts";

/** /customer/call/NUMBER */
export const numberInPath = (path: string): string => decodeURIComponent(path.split("/")[3] ?? "");

const instance = uuid();
const clock = pageClock(() => new Worker(new URL("../ports/timer.worker.ts", import.meta.url)));

/** The address may be whole, or a path on this page's own host. */
function socketUrl(socket: string): string {
  return /^wss?:/.test(socket) ? socket : `${wsType()}://${location.host}${socket}`;
}

/** What the site that led here says of its customer: ?callData=JSON. What cannot be read is left out: the call matters more. */
function dataInAddress(search: string): { callData?: string } {
  const callData = new URLSearchParams(search).get("callData");
  return callData && readCallData(callData) ? { callData } : {};
}

async function session(phone: string): Promise<SessionOutcome> {
  const outcome = await send<ReplyOf<typeof customerApi.customerSession>>(requestHost(), {
    endpoint: customerApi.customerSession,
    body: { number: numberInPath(location.pathname), ...(phone ? { phone } : {}), ...dataInAddress(location.search) },
  });
  if ("error" in outcome) return { refusal: outcome.error.text };
  const { user, password, realm, socket, number, title, expiresIn, iceServers } = outcome.data;
  const config = { socketUrl: socketUrl(socket), user, password, realm, instance, iceServers };
  return { session: { config, number, title, expiresIn } };
}

export const customerCall = new CustomerCall({
  clock,
  open: openJssip,
  microphone: browserMicrophone,
  speaker: browserSpeaker("customer-audio"),
  ringer: ringTone(),
  session,
});

addEventListener("pagehide", (event) => {
  if (!event.persisted) customerCall.leave();
});
