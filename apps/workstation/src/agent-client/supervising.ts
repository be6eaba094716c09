/** What a monitor does to another seat, from a screen of another app: the own seat's link and telephone are this app's. */
import type { BusEvents } from "@liantai/bus";
import { texts } from "@liantai/api/contract/base";
import type { CtiResult } from "../links/cti-link.ts";
import type { AgentClient } from "./agent-client.ts";

type Asked = BusEvents["seat.supervise"];

/** Those after which one hears the call. */
const heard: readonly Asked["command"][] = ["listen", "whisper", "insert", "pickup"];

const done: Readonly<Partial<Record<Asked["command"], string>>> = {
  forceReady: "已置闲",
  forceBusy: "已置忙",
  forceHangup: "已强拆",
  forceExit: "已签出",
};

const send = (core: AgentClient, { command, agentId }: Asked): Promise<CtiResult> =>
  command === "listen" || command === "whisper"
    ? core.cti.command("monitor", { agentId, mode: command })
    : core.cti.command(command, { agentId });

/** A refusal is said in words; what is seen on the screen, or heard, is not said again. */
export async function supervise(core: AgentClient, asked: Asked): Promise<void> {
  const hears = heard.includes(asked.command) && core.hasPhone();
  if (hears && core.ports.store.telephony().microphone === "denied")
    return core.answerPress(texts.microphone, "warning", "supervise");
  if (hears) void core.phone.prepare();
  const result = await send(core, asked);
  if (!result.ok) {
    core.answerPress(result.text, "error", "supervise");
    if (hears && !core.ports.store.telephony().call) core.phone.relax();
    return;
  }
  const text = done[asked.command];
  if (text) core.answerPress(`${text}坐席${asked.agentId}`, "success", "supervise");
}
