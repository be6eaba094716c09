/**
 * The flow of the demonstration's 4001: greeting, the language by a key, the hours, the skill group. What is said after the greeting are
 * shared prompts, in the language that was chosen. A new user opens, changes and publishes it.
 */
import type { FlowBody } from "@liantai/api/flows";
import { bodyWith, plainNode, spoken, wayOut } from "./blank.ts";

interface DemoHours {
  readonly id: string;
  readonly name: string;
}

/** Shared prompts, by what they are for. */
interface DemoPrompts {
  readonly wait: string;
  readonly closed: string;
  readonly busy: string;
}

const say = (key: string, promptId: string) => [spoken(key, "", { playType: "prompt", promptId })];

/**
 * Without a time rule the group is asked at any hour. Who presses nothing, or another key, is of the usual language, and does not wait
 * for it: one question, two seconds. Who writes presses buttons, which are called as the nodes behind them.
 */
export function demoFlow(groupId: string, prompts: DemoPrompts, timeRule?: DemoHours): FlowBody {
  const then = timeRule === undefined ? "group" : "hours";
  const hours = ({ id, name }: DemoHours) =>
    plainNode("hours", "timeRoute", "服务时间", {
      ...{ x: 920, y: 240, config: { rules: [{ id, name }] } },
      branch: [wayOut(id, name, "group"), wayOut("else", "其他时间", "closed")],
    });
  const language = (id: string, name: string, value: string, y: number) =>
    plainNode(id, "variable", name, {
      ...{ x: 640, y, config: { assign: [{ vName: "language", from: "text", value }] } },
      nextNodeId: then,
    });
  const body = bodyWith([
    plainNode("start", "start", "开始", { x: 80, y: 240, nextNodeId: "language" }),
    plainNode("language", "keyNav", "选择语言", {
      x: 360,
      y: 240,
      config: { keys: ["1", "2"], repeatKey: "*", firstSeconds: 2, tries: 1 },
      talkings: [spoken("greeting", "您好，欢迎联系联台。中文请按1，英文请按2。")],
      branch: [
        wayOut("key-1", "按1", "chinese"),
        wayOut("key-2", "按2", "english"),
        wayOut("timeout", "超时", then),
        wayOut("invalid", "按错", then),
      ],
    }),
    language("chinese", "中文", "zh", 80),
    language("english", "英文", "en", 400),
    ...(timeRule === undefined ? [] : [hours(timeRule)]),
    plainNode("group", "skillGroup", "转人工", {
      x: 1_200,
      y: 240,
      config: { kind: "skillGroup", targetId: groupId, maxWaitSeconds: 300 },
      talkings: say("wait", prompts.wait),
      branch: [
        wayOut("timeout", "等待超时", "busy"),
        wayOut("full", "队列已满", "busy"),
        wayOut("absent", "无人在线", "closed"),
      ],
    }),
    plainNode("closed", "hangup", "下班提示", { x: 1_480, y: 320, talkings: say("off", prompts.closed) }),
    plainNode("busy", "hangup", "繁忙提示", { x: 1_480, y: 160, talkings: say("busy", prompts.busy) }),
  ]);
  return { ...body, collectVariable: [{ vName: "language", vAlias: "语言", type: "text", value: "zh" }] };
}
