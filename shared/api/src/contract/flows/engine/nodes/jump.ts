import { array, object, string } from "yup";
import { loaded } from "../loading.ts";
import { defineNode, next, type Exit } from "../node-type.ts";
import { isLinked } from "../shared/names.ts";

const kinds = { subProcess: "subProcess", shared: "sharedFlow", flow: "flow" } as const;

/** To a node, through a sub-process of the flow or a shared one and back, or over to another flow. */
export const jump = defineNode({
  type: "jump",
  name: "跳转",
  group: "base",
  help: "跳到本画布的节点、调用子流程或公共子流程后返回，或转到另一个流程",
  config: object({
    to: string<"node" | "subProcess" | "shared" | "flow">()
      .label("跳转到")
      .oneOf(["node", "subProcess", "shared", "flow"])
      .default("subProcess"),
    targetId: string().label("目标").max(64).default(""),
    /** Of a shared sub-process: id of one of its versions; '': the newest published one when the call begins. */
    version: string().label("版本").max(64).default(""),
    /** Of a sub-process: results that have an exit of their own. */
    results: array().label("返回结果").of(string().required().max(30)).max(20).default([]),
    /** Of a flow: variables that are handed over. */
    data: array().label("交给流程的变量").of(string().required().max(60)).max(20).default([]),
  }),
  exits: ({ to, results }): readonly Exit[] =>
    to === "subProcess" || to === "shared" ? [next, ...results.map((name) => ({ id: name, name }))] : [],
  silent: true,
  waits: ({ to }) => to === "flow",
  references: ({ to, targetId }) => (to === "node" ? [] : [{ kind: kinds[to], id: targetId }]),
  faults: ({ targetId }) => (targetId === "" ? [{ rule: "target", text: "请选择跳转的目标" }] : []),
  // A shared one reads what it is handed: where it is linked, that stands in `data`.
  reads: ({ to, targetId, data }) => (to === "flow" || (to === "shared" && isLinked(targetId)) ? data : []),
  enter(run, _node, { to, targetId, data }) {
    if (to === "node") {
      run.note("branch", undefined, undefined, targetId);
      return run.goTo(run.frame.sub, targetId);
    }
    if (to === "flow") return run.load(targetId, data);
    if (!run.call(targetId)) run.fail("loop", "子流程调用超过10层，或子流程不存在");
  },
  on(run, _node, _config, event) {
    loaded(run, event);
  },
});
