/** What a supervisor does to another seat or its call, from a screen of another app: the link and the telephone are this app's. */
import type { BusEvents } from "@liantai/bus";
import { texts } from "@liantai/api/contract/base";
import type { CtiResult } from "../links/cti-link.ts";
import type { AgentClient } from "./agent-client.ts";
import { listens } from "./listening.ts";
import { hasSeat } from "./seat.ts";

type Asked = BusEvents["seat.supervise"];

/** Those after which one hears the call. */
const heard: readonly Asked["command"][] = ["listen", "whisper", "insert", "pickup"];

const done: Readonly<Partial<Record<Asked["command"], string>>> = {
  forceReady: "已置闲",
  forceBusy: "已置忙",
  forceHangup: "已强拆",
  forceExit: "已签出",
  setTransferNumber: "已设置呼转：",
  cancelTransferNumber: "已取消呼转：",
};

const recorded = { start: "已开始录音：", stop: "已停止录音：", mark: "已标记录音：" } as const;

/** How long a page may take to register that becomes a telephone. */
const registerMs = 5_000;

function send(
  core: AgentClient,
  { command, agentId, callId, extension, mode, number, target, action = "mark", text }: Asked,
): Promise<CtiResult> {
  const fields = { ...(agentId ? { agentId } : {}), ...(callId ? { callId } : {}) };
  const where = extension && heard.includes(command) ? { extension } : {};
  if (command === "setTransferNumber")
    return core.cti.command(command, { ...fields, mode: mode ?? "", ...(number ? { number } : {}) });
  if (command === "switch") return core.cti.command(command, { ...fields, ...(target ? { target } : {}) });
  if (command === "assistRecord") return core.cti.command(command, { ...fields, action, ...(text ? { text } : {}) });
  return command === "listen" || command === "whisper"
    ? core.cti.command("monitor", { ...fields, ...where, mode: command })
    : core.cti.command(command, { ...fields, ...where });
}

/** This page is a telephone from now on; false: it could not be registered. */
function becomeTelephone(core: AgentClient): Promise<boolean> {
  listens(core, true);
  if (core.phone.isRegistered()) return Promise.resolve(true);
  const { bus, clock } = core.ports;
  return new Promise((resolve) => {
    const end = (up: boolean) => {
      unsubscribe();
      cancel();
      resolve(up);
    };
    const unsubscribe = bus.subscribe("link.state", ({ softphone }) => softphone === "up" && end(true));
    const cancel = clock.after(registerMs, () => end(false));
  });
}

interface Refusal {
  readonly text: string;
  readonly level: "warning" | "error";
}

/** Why it was not done. What is seen on the screen, or heard, is not said again. */
async function carryOut(core: AgentClient, asked: Asked): Promise<Refusal | undefined> {
  const { store } = core.ports;
  const hears = heard.includes(asked.command) && core.hasPhone() && !asked.extension;
  if (hears && store.telephony().microphone === "denied") return { text: texts.microphone, level: "warning" };
  if (hears && core.user && !hasSeat(core.user) && !store.telephony().call && !(await becomeTelephone(core))) {
    listens(core, false);
    return { text: "本页的话机未能连接，请检查网络后再试，或改用分机接听", level: "error" };
  }
  if (hears) void core.phone.prepare();
  const result = await send(core, asked);
  if (!result.ok) {
    if (hears && !store.telephony().call) {
      core.phone.relax();
      listens(core, false);
    }
    return { text: result.text, level: "error" };
  }
  const text = asked.command === "assistRecord" ? recorded[asked.action ?? "mark"] : done[asked.command];
  if (asked.target) core.answerPress(`已把通话转给坐席${asked.target}，正在振铃`, "success", "supervise");
  else if (text) core.answerPress(`${text}坐席${asked.agentId ?? ""}`, "success", "supervise");
  return undefined;
}

/** A refusal is said in words: by the form that waits for it, else by the bar. */
export async function supervise(core: AgentClient, asked: Asked): Promise<void> {
  const refusal = await carryOut(core, asked);
  const { asking } = asked;
  if (asking !== undefined)
    core.ports.bus.publish("seat.supervised", { asking, ...(refusal ? { refusal: refusal.text } : {}) });
  else if (refusal) core.answerPress(refusal.text, refusal.level, "supervise");
}

/** A dialling task begins, or dials no further. */
export async function orderTask(
  core: AgentClient,
  { command, taskId, taskIdentity }: BusEvents["task.order"],
): Promise<void> {
  const result = await core.cti.command(command, { taskId });
  if (!result.ok) return core.answerPress(result.text, "error", "task");
  core.answerPress(`任务[${taskIdentity}]已${command === "taskStart" ? "启动" : "停止"}`, "success", "task");
  core.ports.bus.publish("task.ordered", { taskId });
}
