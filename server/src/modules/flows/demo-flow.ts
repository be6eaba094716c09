/**
 * The flow of the demonstration's 4001: greeting, the language by a key, the hours, the skill group. A new user opens, changes and
 * publishes it.
 */
import type { FlowBody, FlowNode } from "@liantai/api/flows";
import { bodyWith, plainNode, spoken, wayOut } from "./blank.ts";

const say = (key: string, text: string) => [spoken(key, text)];

function language(
  key: "zh" | "en",
  y: number,
  texts: { readonly name: string; readonly wait: string; readonly closed: string; readonly busy: string },
  groupId: string,
  timeRuleId: string | undefined,
): readonly FlowNode[] {
  const group = `group-${key}`;
  const closed = `closed-${key}`;
  const busy = `busy-${key}`;
  const hours = plainNode(`hours-${key}`, "timeRoute", `${texts.name}工作时间`, {
    x: 640,
    y,
    config: { rules: [{ id: timeRuleId, name: "工作时间" }] },
    branch: [wayOut(timeRuleId ?? "", "工作时间", group), wayOut("else", "其他时间", closed)],
  });
  return [
    ...(timeRuleId === undefined ? [] : [hours]),
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

/** Without a time rule the group is asked at any hour. */
export function demoFlow(groupId: string, timeRuleId?: string): FlowBody {
  const first = timeRuleId === undefined ? "group" : "hours";
  const [chinese, english] = [`${first}-zh`, `${first}-en`];
  return bodyWith([
    plainNode("start", "start", "开始", { x: 80, y: 240, nextNodeId: "language" }),
    plainNode("language", "keyNav", "选择语言", {
      x: 360,
      y: 240,
      config: { keys: ["1", "2"], repeatKey: "*", tries: 3 },
      talkings: say("greeting", "您好，欢迎致电。中文服务请按1，英文服务请按2，重听请按星号键。"),
      branch: [
        wayOut("key-1", "按1", chinese),
        wayOut("key-2", "按2", english),
        wayOut("timeout", "超时", chinese),
        wayOut("invalid", "按错", "bye"),
      ],
    }),
    ...language(
      "zh",
      120,
      {
        name: "中文",
        wait: "正在为您转接人工服务，请稍候。",
        closed: "现在没有坐席在线，请在工作时间再来电，再见。",
        busy: "坐席正忙，请稍后再拨，再见。",
      },
      groupId,
      timeRuleId,
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
      timeRuleId,
    ),
    plainNode("bye", "hangup", "按错挂机", { x: 640, y: 620, talkings: say("bye", "抱歉，没有这个选项，再见。") }),
  ]);
}
