import { object, string } from "yup";
import { defineNode } from "../node-type.ts";

/** Whether a number stands in a blacklist. */
export const blackList = defineNode({
  type: "blackList",
  name: "黑名单判断",
  group: "logic",
  help: "判断号码是否在系统或企业黑名单中",
  config: object({
    number: string().label("号码").trim().max(60).default("${customerNumber}"),
    lists: string<"system" | "enterprise" | "both">()
      .label("名单")
      .oneOf(["system", "enterprise", "both"])
      .default("both"),
  }),
  exits: () => [
    { id: "contained", name: "在黑名单中" },
    { id: "notContained", name: "不在黑名单中" },
  ],
  silent: true,
  texts: ({ number }) => [number],
  enter: (run, _node, { number, lists }) => void run.ask({ what: "blacklist", number: run.text(number), lists }),
  on(run, _node, _config, event) {
    if (event.type === "askFailed") return run.fail(event.class, "查询黑名单失败");
    if (event.type === "answered") run.exit(event.answer["contained"] === true ? "contained" : "notContained");
  },
});
