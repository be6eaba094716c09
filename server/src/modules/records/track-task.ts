/** Steps before anybody is on the line, and those of a call that a dialling task placed, in words. Pure. */
import { callResults } from "@liantai/api/contract";
import { answerers } from "@liantai/api/contract/admin";
import type { CallFact } from "../event-log/index.ts";
import { length } from "./track-length.ts";

type TaskFact = Extract<
  CallFact,
  { type: "greetingStarted" | "farRinging" | "pickedUp" | "answeredBy" | "abandoned" | "lineAnnounced" }
>;

const tones: Readonly<Record<string, string>> = { busy: "忙音", congestion: "拥塞音", unobtainable: "空号音" };

export const isTaskFact = (fact: CallFact): fact is TaskFact =>
  fact.type === "greetingStarted" ||
  fact.type === "farRinging" ||
  fact.type === "pickedUp" ||
  fact.type === "answeredBy" ||
  fact.type === "abandoned" ||
  fact.type === "lineAnnounced";

export function taskText(fact: TaskFact): [action: string, text: string] {
  switch (fact.type) {
    case "greetingStarted":
      return ["播放欢迎语", ""];
    case "farRinging":
      return ["对方振铃", ""];
    case "pickedUp":
      return ["客户接听", "等待分配"];
    case "answeredBy":
      return ["应答检测", `${answerers[fact.answerer]}，接听后${length(fact.afterMs)}`];
    case "lineAnnounced": {
      const how = {
        sample: `提示音“${fact.text}”`,
        words: `识别到“${fact.text}”`,
        tone: tones[fact.text] ?? fact.text,
      };
      return ["运营商提示", `${callResults[fact.result] ?? fact.result}，${how[fact.by]}`];
    }
    case "abandoned":
      return ["未接通坐席", "接通后没有空闲坐席，播放提示语"];
  }
}
