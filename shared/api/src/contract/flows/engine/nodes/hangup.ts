import { object } from "yup";
import { defineNode } from "../node-type.ts";

/** A last wording, then the call ends. */
export const hangup = defineNode({
  type: "hangup",
  name: "挂机",
  group: "base",
  help: "播放最后的话术后挂断电话",
  config: object({}),
  exits: () => [],
  speaks: true,
  enter(run, node) {
    if (run.play(run.wording(node)) === "") run.leave("hangup");
  },
  on(run, _node, _config, event) {
    if (event.type === "playDone") run.leave("hangup");
  },
});
