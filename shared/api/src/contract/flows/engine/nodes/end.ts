import { object, string } from "yup";
import { defineNode } from "../node-type.ts";

/** In a sub-process its result goes back to who called it, in the main one the call ends. */
export const end = defineNode({
  type: "end",
  name: "结束",
  group: "base",
  help: "子流程在这里带着结果返回；在主流程中结束通话",
  config: object({ result: string().label("结果名称").max(30).default("") }),
  exits: () => [],
  silent: true,
  enter: (run, _node, { result }) => run.end(result === "" ? "next" : result),
});
