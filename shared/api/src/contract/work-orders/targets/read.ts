/** A target's moments as they come in: what is kept of them, or sentences about what is none. */
import { readOneCondition } from "../../forms/read-rules.ts";
import { list, oneOf, parts, type Reader } from "../../forms/reader.ts";
import { orderStates, type OrderState } from "../codes.ts";
import { targetEvents, type TargetMoment, type TargetPause } from "./target.ts";

const states = list(oneOf<OrderState>(Object.keys(orderStates) as OrderState[]), 10);
const named = (key: string): string => ({ events: "事件", states: "状态" })[key] ?? "";

export const readMoment: Reader<TargetMoment> = parts<TargetMoment>(
  { events: list(oneOf(targetEvents), targetEvents.length), states, when: readOneCondition },
  [],
  named,
);

export const readPause: Reader<TargetPause> = parts<TargetPause>({ states, when: readOneCondition }, [], named);
