/** 回放: a past day of a task under other settings, beside what it was (D41). Nothing is dialled. */
import { array, number, object, string } from "yup";
import { compField } from "../crud.ts";
import { dateField, numberField, timeField } from "../fields.ts";
import { defineEndpoint, defineResource, timeouts } from "../resource.ts";
import { oneOf, retryRule } from "./fields.ts";
import { onTasks, pacingModes, taskIdField, taskPrefix } from "./parts.ts";

/** Days with calls that may be replayed: the newest. */
export const replayedDays = 31;

const figures = () =>
  object({
    calls: number().required(),
    /** By people. */
    answered: number().required(),
    connected: number().required(),
    abandoned: number().required(),
    /** Share of the answers, 0 to 1. */
    abandonedShare: number().required(),
    talkS: number().required(),
    /** Share of the agents' time, 0 to 1; null: nobody talked. */
    talk: number().nullable().defined(),
    /** From the first call, or the opening, to the last end. */
    hours: number().required(),
    /** Numbers of that day that were not dialled. */
    left: number().required(),
  }).required();

export const taskReplayApi = defineResource({
  days: defineEndpoint({
    name: "dialTaskDays",
    method: "POST",
    path: `${taskPrefix}/task/days`,
    summary: "Days on which a task dialled, newest first",
    permission: onTasks,
    reads: true,
    body: object({ compId: compField(), id: taskIdField() }),
    reply: array()
      .of(
        object({
          date: string().required(),
          calls: number().required(),
          /** Who talked. */
          agents: number().required(),
          /** Of the first call's minute, and the one after the last call's. */
          from: string().required(),
          to: string().required(),
        }),
      )
      .required(),
  }),
  replay: defineEndpoint({
    name: "dialTaskReplay",
    method: "POST",
    path: `${taskPrefix}/task/replay`,
    summary: "What a past day of a task would have come to under other settings, beside what it was",
    permission: onTasks,
    reads: true,
    timeoutMs: timeouts.slow,
    body: object({
      compId: compField(),
      id: taskIdField(),
      date: dateField("日期").required("请选择日期"),
      agents: numberField("坐席数", { min: 1, max: 1_000 }).required("请输入坐席数"),
      mode: oneOf(pacingModes, "外呼模式", "progressive"),
      ratio: numberField("外呼比例", { min: 1, max: 5, integer: false }).default(1),
      ceiling: numberField("呼损率上限", { min: 0.1, max: 3, integer: false }).default(3),
      from: timeField("开始时间").required("请选择时间"),
      to: timeField("结束时间")
        .required("请选择时间")
        .test("order", "结束时间应晚于开始时间", (v, { parent }) => !v || !parent.from || v > parent.from),
      /** Absent: the task's own rules. */
      retries: array().label("重拨规则").of(retryRule).max(10),
    }),
    reply: object({
      numbers: number().required(),
      was: figures(),
      wouldBe: figures(),
    }),
  }),
});
