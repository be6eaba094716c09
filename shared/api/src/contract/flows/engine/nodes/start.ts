import { boolean, object } from "yup";
import { defineNode, next } from "../node-type.ts";

/** Where a canvas begins. */
export const start = defineNode({
  type: "start",
  name: "开始",
  group: "base",
  help: "流程从这里开始",
  config: object({ recording: boolean().label("通话录音").default(true) }),
  exits: () => [next],
  silent: true,
  enter(run, _node, { recording }) {
    if (!recording) run.unrecorded();
    run.exit("next");
  },
});
