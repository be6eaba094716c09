/** Steps before anybody is on the line, and those of a call that a dialling task placed, in words. Pure. */
import { answerers } from "@liantai/api/contract/admin";
import type { CallFact } from "../event-log/index.ts";
import { length } from "./track-length.ts";

type TaskFact = Extract<CallFact, { type: "greetingStarted" | "farRinging" | "pickedUp" | "answeredBy" | "abandoned" }>;

export const isTaskFact = (fact: CallFact): fact is TaskFact =>
  fact.type === "greetingStarted" ||
  fact.type === "farRinging" ||
  fact.type === "pickedUp" ||
  fact.type === "answeredBy" ||
  fact.type === "abandoned";

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
    case "abandoned":
      return ["未接通坐席", "接通后没有空闲坐席，播放提示语"];
  }
}
