/** Why the recording of a talk cannot be changed now, in words for who pressed. */
import type { RecordAction } from "@liantai/api/contract";
import type { CommandReply } from "../../../ports/engine.ts";
import { agentOf } from "../call/parties.ts";
import { mayRecord } from "../call/recording.ts";
import type { Call } from "../call/types.ts";

const texts: Readonly<Record<RecordAction, string>> = {
  start: "该通话正在录音",
  stop: "当前没有录音",
  pause: "当前没有录音",
  resume: "录音没有暂停",
  mark: "当前没有录音，无法标记",
};

/** While the customer types in secret nothing brings him to other ears. */
const secureRefusal: CommandReply = { code: -403, msg: "安全输入进行中，请先结束安全输入" };

const suspendRefusal: CommandReply = { code: -403, msg: "客户正在挂起转中，请先取回客户" };

/** Why the customer of this call can be taken nowhere now; undefined: he can. */
export const awayRefusal = (call: Pick<Call, "secure" | "suspended"> | undefined): CommandReply | undefined =>
  call?.secure ? secureRefusal : call?.suspended ? suspendRefusal : undefined;

/** by: a monitor, over this agent; meeting: who may lead that, from outside. */
export function recordRefusal(
  call: Call | undefined,
  action: RecordAction,
  { agentId, by, meeting = false }: { readonly agentId: string; readonly by?: string; readonly meeting?: boolean },
): CommandReply {
  if (call?.phase.kind !== "talking") return { code: -403 };
  // His own call is none of his to record: he orders over the agent (assistRecord).
  if (by === undefined && agentOf(call, agentId)?.role === "supervisor")
    return { code: -403, msg: "您正在监控该通话，请在监控页面操作录音" };
  if (!meeting && !mayRecord(call, agentId, by)) return { code: -403, msg: "会议的录音由会议主持人控制" };
  const away = awayRefusal(call);
  if (away) return away;
  if (action === "stop" && call.recorder.auto && call.recorder.state !== "off")
    return { code: -403, msg: meeting ? "会议室设置为录音，不能停止" : "该通话为自动录音，不能停止" };
  if (action === "pause" && call.recorder.state === "paused") return { code: -403, msg: "录音已暂停" };
  if (action === "start" && meeting) return { code: -403, msg: "会议正在录音" };
  return { code: -403, msg: texts[action] };
}
