import { array, object, string } from "yup";
import { loaded } from "../loading.ts";
import { defineNode, next, type Exit } from "../node-type.ts";

/** To a node, through a sub-process and back, or over to another flow. */
export const jump = defineNode({
  type: "jump",
  name: "跳转",
  group: "base",
  help: "跳到本画布的节点、调用子流程后返回，或转到另一个流程",
  config: object({
    to: string<"node" | "subProcess" | "flow">()
      .label("跳转到")
      .oneOf(["node", "subProcess", "flow"])
      .default("subProcess"),
    targetId: string().label("目标").max(64).default(""),
    /** Of a sub-process: results that have an exit of their own. */
    results: array().label("返回结果").of(string().required().max(30)).max(20).default([]),
    /** Of a flow: variables that are handed over. */
    data: array().label("交给流程的变量").of(string().required().max(60)).max(20).default([]),
  }),
  exits: ({ to, results }): readonly Exit[] =>
    to === "subProcess" ? [next, ...results.map((name) => ({ id: name, name }))] : [],
  silent: true,
  waits: ({ to }) => to === "flow",
  references: ({ to, targetId }) =>
    to === "node" ? [] : [{ kind: to === "flow" ? "flow" : "subProcess", id: targetId } as const],
  faults: ({ targetId }) => (targetId === "" ? [{ rule: "target", text: "请选择跳转的目标" }] : []),
  reads: ({ to, data }) => (to === "flow" ? data : []),
  enter(run, _node, { to, targetId, data }) {
    if (to === "node") {
      run.note("branch", { nextNodeId: targetId });
      return run.goTo(run.frame.sub, targetId);
    }
    if (to === "flow") return void run.load(targetId, data);
    if (!run.call(targetId)) run.fail("loop", "子流程调用超过10层，或子流程不存在");
  },
  on(run, _node, _config, event) {
    loaded(run, event);
  },
});
