/**
 * The flow of the demonstration's 4001: greeting, the language by a key, the hours, the skill group. A new user opens, changes and
 * publishes it.
 */
import type { FlowBody, FlowNode } from "@liantai/api/flows";
import { bodyWith, plainNode, spoken, wayOut } from "./blank.ts";

interface DemoHours {
  readonly id: string;
  readonly name: string;
}

const say = (key: string, text: string) => [spoken(key, text)];

function language(
  key: "zh" | "en",
  y: number,
  texts: { readonly name: string; readonly wait: string; readonly closed: string; readonly busy: string },
  groupId: string,
  timeRule: DemoHours | undefined,
): readonly FlowNode[] {
  const group = `group-${key}`;
  const closed = `closed-${key}`;
  const busy = `busy-${key}`;
  const hours = ({ id, name }: DemoHours) =>
    plainNode(`hours-${key}`, "timeRoute", `${texts.name}服务时间`, {
      x: 640,
      y,
      config: { rules: [{ id, name }] },
      branch: [wayOut(id, name, group), wayOut("else", "其他时间", closed)],
    });
  return [
    ...(timeRule === undefined ? [] : [hours(timeRule)]),
    plainNode(group, "skillGroup", `${texts.name}转人工`, {
      x: 920,
      y,
      config: { kind: "skillGroup", targetId: groupId, maxWaitSeconds: 300 },
      talkings: say(`wait-${key}`, texts.wait),
      branch: [
        wayOut("timeout", "等待超时", busy),
        wayOut("full", "队列已满", busy),
        wayOut("absent", "无人在线", closed),
      ],
    }),
    plainNode(closed, "hangup", `${texts.name}下班提示`, {
      x: 1_200,
      y: y + 60,
      talkings: say(`off-${key}`, texts.closed),
    }),
    plainNode(busy, "hangup", `${texts.name}繁忙提示`, {
      x: 1_200,
      y: y - 60,
      talkings: say(`busy-${key}`, texts.busy),
    }),
  ];
}

/**
 * Without a time rule the group is asked at any hour. Who presses nothing, or another key, is of the usual language, and does not wait
 * for it: one question, two seconds.
 */
export function demoFlow(groupId: string, timeRule?: DemoHours): FlowBody {
  const first = timeRule === undefined ? "group" : "hours";
  const [chinese, english] = [`${first}-zh`, `${first}-en`];
  return bodyWith([
    plainNode("start", "start", "开始", { x: 80, y: 240, nextNodeId: "language" }),
    plainNode("language", "keyNav", "选择语言", {
      x: 360,
      y: 240,
      config: { keys: ["1", "2"], repeatKey: "*", firstSeconds: 2, tries: 1 },
      talkings: say("greeting", "您好，欢迎致电联台。中文请按1，英文请按2。"),
      branch: [
        wayOut("key-1", "按1", chinese),
        wayOut("key-2", "按2", english),
        wayOut("timeout", "超时", chinese),
        wayOut("invalid", "按错", chinese),
      ],
    }),
    ...language(
      "zh",
      120,
      {
        name: "中文",
        wait: "正在为您转接，请稍候。",
        closed: "现在没有坐席在线，请在工作时间再来电，再见。",
        busy: "坐席正忙，请稍后再拨，再见。",
      },
      groupId,
      timeRule,
    ),
    ...language(
      "en",
      400,
      {
        name: "英文",
        wait: "Please hold while we connect you to an agent.",
        closed: "We are closed now. Please call again during working hours. Goodbye.",
        busy: "All our agents are busy. Please call again later. Goodbye.",
      },
      groupId,
      timeRule,
    ),
  ]);
}
