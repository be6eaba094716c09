import { array, object, string } from "yup";
import { defineNode, next } from "../node-type.ts";
import type { ErrorClass } from "../session.ts";

export const errorWords: Readonly<Record<ErrorClass, string>> = {
  interface: "接口失败",
  media: "语音故障",
  transfer: "转接失败",
  expression: "表达式错误",
  noRobot: "无空闲机器人",
  hungUp: "客户挂机",
  loop: "循环过多",
};

/** Where the flow goes on when something fails without an exit of its own, one a canvas. */
export const exception = defineNode({
  type: "exception",
  name: "异常",
  group: "base",
  help: "接口、语音、转接等失败而没有单独分支时，从这里继续",
  config: object({
    classes: array()
      .label("处理哪些异常")
      .of(
        string<ErrorClass>()
          .oneOf(Object.keys(errorWords) as ErrorClass[])
          .required(),
      )
      .default(["interface", "media", "transfer", "expression", "noRobot"]),
  }),
  exits: () => [next],
  silent: true,
  enter: (run) => run.exit("next"),
});
