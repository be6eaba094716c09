/** Steps of a call in a flow, in words. Pure. */
import { leftText } from "@liantai/api/flows";
import type { CallFact } from "../event-log/index.ts";

type FlowFact = Extract<
  CallFact,
  {
    type:
      | "flowEntered"
      | "flowStep"
      | "flowLeft"
      | "flowInput"
      | "flowGathered"
      | "flowVariables"
      | "callsRefused"
      | "robotTaken";
  }
>;

export const isFlowFact = (fact: CallFact): fact is FlowFact =>
  fact.type === "flowEntered" ||
  fact.type === "flowStep" ||
  fact.type === "flowLeft" ||
  fact.type === "flowInput" ||
  fact.type === "flowGathered" ||
  fact.type === "flowVariables" ||
  fact.type === "callsRefused" ||
  fact.type === "robotTaken";

const steps: Readonly<Record<Extract<FlowFact, { type: "flowStep" }>["step"], string>> = {
  entered: "流程开始",
  node: "进入节点",
  play: "播放话术",
  keys: "流程按键",
  heard: "识别语句",
  branch: "流程走向",
  variable: "变量赋值",
  ask: "流程查询",
  transfer: "流程转接",
  voicemail: "流程留言",
  sms: "发送短信",
  knowledge: "知识播报",
  satisfaction: "满意度评价",
  intention: "意向得分",
  left: "流程离开",
  failed: "流程异常",
  noRobot: "无空闲机器人",
};

/** Which intent a sentence was taken for, and the one after it, each with its score. */
function meaning({ step, content, data = {} }: Extract<FlowFact, { type: "flowStep" }>): string {
  // What was said in secret is not told by what it meant either.
  if (step !== "heard" || content === "***") return "";
  const of = (name: unknown, score: unknown): string =>
    typeof name === "string" && name !== "" ? `「${name}」${Number(score).toFixed(2)}` : "";
  const [first, second] = [of(data["intentName"], data["score"]), of(data["secondName"], data["secondScore"])];
  return [first && `意图${first}`, second && `其次${second}`].filter(Boolean).join("，");
}

/** shown: a number as whoever reads it may see it. */
export function flowText(fact: FlowFact, shown: (text: string) => string): readonly [string, string] {
  switch (fact.type) {
    case "flowEntered":
      return ["进入流程", `流程「${fact.name}」`];
    case "flowLeft":
      return ["离开流程", leftText(fact.result)];
    case "robotTaken":
      return ["机器人接听", `${fact.robotName === "" ? "" : `机器人「${fact.robotName}」，`}线路「${fact.line}」`];
    case "flowInput":
      return ["流程输入", ""];
    case "flowVariables":
      return ["流程变量", ""];
    case "callsRefused":
      return ["谢绝来电", fact.by];
    case "flowGathered":
      return ["流程收集", `${Object.keys(fact.values).length} 项待写入表单`];
    case "flowStep": {
      const said = fact.content ?? "";
      const content = fact.step === "left" ? leftText(said) : said.replace(/\d{7,}/g, shown);
      return [
        steps[fact.step],
        [fact.nodeName === "" ? "" : `「${fact.nodeName}」`, content, meaning(fact)].filter(Boolean).join("，"),
      ];
    }
  }
}
