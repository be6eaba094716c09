import { array, boolean, number, object, string } from "yup";
import { variableName } from "../flow.ts";
import { allKeys, repeated } from "../key-checks.ts";
import { hearing, type SlotType, slotTypes } from "../listening.ts";
import { defineNode, type Exit } from "../node-type.ts";

/** Asks, listens, and goes by what was meant. How: listening.ts. */
export const speech = defineNode({
  type: "speech",
  name: "语音识别",
  group: "voice",
  help: "提问后听客户说话，按意图走分支；也可以按键",
  config: object({
    /** 0: the wording is heard to its end. */
    bargeInMs: number().label("说话打断（毫秒）").integer().min(0).max(5_000).default(300),
    /** Speech of which no sentence came is taken for noise. */
    resume: boolean().label("误打断后接着播放").default(false),
    noInputSeconds: number().label("无声等待（秒）").integer().min(1).max(60).default(5),
    endSilenceMs: number().label("说完判断（毫秒）").integer().min(200).max(5_000).default(800),
    maxSeconds: number().label("最长说话（秒）").integer().min(1).max(60).default(15),
    /** 0: the flow's own. */
    tries: number().label("最多次数").integer().min(0).max(9).default(0),
    branches: array()
      .label("意图分支")
      .of(
        object({
          id: string().required().max(64),
          name: string().label("分支名称").required().max(30),
          /** Of two that are close the higher one is taken. */
          priority: number().label("优先级").integer().min(0).max(9).default(0),
          key: string()
            .label("按键")
            .oneOf(["", ...allKeys])
            .default(""),
        }),
      )
      .max(50)
      .default([]),
    threshold: number().label("识别阈值").min(0).max(1).default(0.6),
    margin: number().label("区分度").min(0).max(1).default(0.1),
    disambiguation: boolean().label("意图相近时反问").default(false),
    slots: array()
      .label("提取内容")
      .of(
        object({
          vName: string().label("变量").required("请选择变量").matches(variableName, "变量名只能用字母、数字和下划线"),
          type: string<SlotType>().label("类型").oneOf(slotTypes).default("text"),
        }),
      )
      .max(10)
      .default([]),
  }),
  exits: ({ branches }): readonly Exit[] => [
    ...branches.map(({ id, name }) => ({ id, name, intent: true as const })),
    { id: "unknown", name: "听不懂", defaulted: true },
    { id: "timeout", name: "没有说话", defaulted: true },
  ],
  waits: () => true,
  asks: { unknown: "unknown", timeout: "timeout" },
  needsRobot: true,
  listens: () => true,
  speaks: "must",
  sets: ({ slots }) => slots.map(({ vName }) => vName),
  setsAt: ({ branches }) => branches.map(({ id }) => id),
  faults: ({ branches }) => [
    ...(branches.length === 0 ? [{ rule: "intent", text: "至少要有一个意图分支" }] : []),
    ...repeated(branches.map(({ key }) => key)),
  ],
  enter: (run, node, config) => hearing.begin(run, node, config),
  on: (run, node, config, event) => hearing.on(run, node, config, event),
});
