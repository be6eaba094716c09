/** What a monitor may do to a seat, by what it does now. */
import type { BusEvents } from "@liantai/bus";
import type { LiveAgent, LiveCall, LiveMode } from "@liantai/api/contract/admin";

type Supervision = BusEvents["seat.supervise"]["command"];

interface Named<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly hint: string;
}

/** What the workstation is asked as it stands; danger: after a question. It ends something, or takes the talk from its agent. */
export interface PlainCommand extends Named<Supervision> {
  readonly danger?: "ends" | "takes";
  readonly asks?: undefined;
}

/** More is to be chosen or typed. */
export type AskingCommand = Named<"handOver" | "dialogue" | "assistRecord" | "customStatus" | "setTransferNumber"> & {
  readonly asks: true;
  readonly danger?: undefined;
};

export type Command = PlainCommand | AskingCommand;

export const commands: readonly Command[] = [
  { name: "listen", label: "监听", hint: "听双方通话，双方都听不到您" },
  { name: "whisper", label: "密语", hint: "只有坐席听得到您" },
  { name: "insert", label: "强插", hint: "双方都听得到您" },
  { name: "dialogue", label: "对话", hint: "双方说话的文字和提醒，开启坐席辅助时有", asks: true },
  { name: "handOver", label: "转给", hint: "把这个通话转给您监控的另一个坐席，原坐席进入话后处理", asks: true },
  { name: "pickup", label: "代接", hint: "把正在振铃的来电转给您接听" },
  { name: "assistRecord", label: "录音", hint: "开始、停止或标记该坐席通话的录音", asks: true },
  { name: "forceReady", label: "置闲", hint: "将坐席置为空闲" },
  { name: "forceBusy", label: "置忙", hint: "将坐席置为忙碌" },
  { name: "switch", label: "切换", hint: "由您接过这个通话，坐席进入话后处理", danger: "takes" },
  { name: "forceHangup", label: "强拆", hint: "结束坐席的通话", danger: "ends" },
  { name: "customStatus", label: "状态", hint: "将坐席置为自定义状态，或退出自定义状态", asks: true },
  { name: "setTransferNumber", label: "呼转", hint: "设置或取消坐席的呼转号码", asks: true },
  { name: "forceExit", label: "签出", hint: "将坐席强制签出", danger: "ends" },
];

/** About whom a dialog asks for more. */
export interface Asked {
  readonly agentId: string;
  readonly name: string;
  readonly onClose: () => void;
}

export interface Commands {
  /** The own work number: nobody supervises himself. Of an administrator, who has none, @ and his account. */
  readonly own: string;
  run(command: Command, agentId: string, name: string): void;
}

/** In which way `own` supervises the seat now. */
export const modeOf = ({ call }: LiveAgent, own: string): LiveMode | undefined =>
  call?.supervisors.find(({ by, seatless }) => (seatless ? `@${by}` : by) === own)?.mode;

/** A pause of what is recorded by itself is the agent's own. */
const mayRecord = ({ recording }: LiveCall): boolean =>
  recording !== undefined && (recording.state === "on" || !recording.auto);

/** Names of those that fit what the seat does, joined: a text changes only when they do. */
export function fitting(agent: LiveAgent, own: string): string {
  const { code, call } = agent;
  if (agent.agentId === own) return "";
  if (code === 0) return "setTransferNumber";
  if (code === 5 || code === 7) return "pickup";
  if (code === 15) return "";
  if (call?.answeredAt !== undefined && call.supervises === undefined)
    return [
      "listen",
      "whisper",
      "insert",
      "dialogue",
      ...(modeOf(agent, own) ? ["switch"] : []),
      // A consultation and a conference are not given away (K59); with a monitor in it a talk is none.
      ...(code === 8 || code === 13 ? ["handOver"] : []),
      ...(mayRecord(call) ? ["assistRecord"] : []),
      "forceHangup",
    ].join();
  if (call) return "";
  return [
    code === 1 ? "forceBusy" : "forceReady",
    ...(code === 4 ? ["forceBusy"] : []),
    ...(code === 4 ? [] : ["customStatus"]),
    "setTransferNumber",
    "forceExit",
  ].join();
}
