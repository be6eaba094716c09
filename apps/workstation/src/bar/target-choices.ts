/** Who can be asked or sent the call to, and where a customer can be sent who comes back. */
import { seatStatus, seatStatusText } from "@liantai/api/contract";
import type { Colleagues } from "../agent-client/ports.ts";
import type { AskTarget } from "../agent-client/talk-actions.ts";

export interface Choice {
  readonly key: string;
  readonly name: string;
  readonly remark: string;
  /** It can be chosen now. */
  readonly open: boolean;
  readonly target: AskTarget | { readonly voice: string };
}

/** Ready and busy colleagues may be asked; who talks or is away may not, but where the calls of such a one go elsewhere. */
const free = (code: number): boolean =>
  code === seatStatus.idle || code === seatStatus.busy || code === seatStatus.afterCall;

const wants: Readonly<Record<string, string>> = { nothing: "播放", choice: "按键", digits: "输入号码" };

export const voicesOf = ({ voices }: Colleagues): readonly Choice[] =>
  voices.map(({ id, name, want }) => ({
    key: `v${id}`,
    name,
    remark: wants[want] ?? "",
    open: true,
    target: { voice: id },
  }));

/** waits: somebody is waited for on the line, so that a queue is no answer. */
export const choicesOf = ({ agents, groups, queues }: Colleagues, waits: boolean): readonly Choice[] => [
  ...agents.map(({ agentId, name, extension, code, statusName, forwards }) => ({
    key: `a${agentId}`,
    name: `${name} ${agentId}${extension === "" || extension === agentId ? "" : `（分机${extension}）`}`,
    remark: `${seatStatusText(code, statusName)}${forwards ? "，已呼转" : ""}`,
    open: forwards || free(code),
    target: { agentId },
  })),
  ...groups.map(({ id, name, ready }) => ({
    key: `g${id}`,
    name: `技能组 ${name}`,
    remark: ready > 0 ? `空闲${ready}人` : "无空闲坐席",
    open: !waits || ready > 0,
    target: { skillGroup: id },
  })),
  ...(waits ? [] : queues).map(({ id, name, ready }) => ({
    key: `q${id}`,
    name: `调度队列 ${name}`,
    remark: ready > 0 ? `空闲${ready}人` : "无空闲坐席",
    open: true,
    target: { dispatchGroup: id },
  })),
];
