import { array, boolean, number, object, string } from "yup";
import { defineNode, next } from "../node-type.ts";

/** Where a canvas begins. */
export const start = defineNode({
  type: "start",
  name: "开始",
  group: "base",
  help: "流程从这里开始",
  config: object({
    recording: boolean().label("通话录音").default(true),
    /** Of the flow as a whole, whose main canvas says it. */
    interfaceSeconds: number().label("接口等待总时限（秒，0为不限）").integer().min(0).max(600).default(0),
    /** Of a shared sub-process: variables of the same name that whoever calls it has set before. */
    inputs: array().label("传入变量").of(string().required().max(30)).max(50).default([]),
  }),
  exits: () => [next],
  silent: true,
  reads: ({ inputs }) => inputs,
  enter(run, _node, { recording }) {
    if (!recording) run.unrecorded();
    run.exit("next");
  },
});
