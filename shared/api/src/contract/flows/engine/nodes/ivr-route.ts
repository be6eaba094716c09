import { array, object, string } from "yup";
import { loaded } from "../loading.ts";
import { defineNode } from "../node-type.ts";

/** Over to the flow of a table's row, without return. */
export const ivrRoute = defineNode({
  type: "ivrRoute",
  name: "IVR路由",
  group: "logic",
  help: "按被叫号码或变量的值转到另一个流程",
  config: object({
    value: string().label("依据").trim().max(60).default("${callee}"),
    rows: array()
      .label("对应表")
      .of(
        object({
          value: string().label("值").required("请填写值").max(60),
          flowId: string().label("流程").required("请选择流程").max(64),
        }),
      )
      .max(200)
      .default([]),
    data: array().label("交给流程的变量").of(string().required().max(60)).max(20).default([]),
  }),
  exits: () => [{ id: "else", name: "都不符合" }],
  silent: true,
  references: ({ rows }) => rows.map(({ flowId }) => ({ kind: "flow", id: flowId }) as const),
  texts: ({ value }) => [value],
  reads: ({ data }) => data,
  faults: ({ rows }) => {
    const values = rows.map(({ value }) => value);
    const twice = values.find((value, at) => values.indexOf(value) !== at);
    return [
      ...(rows.length === 0 ? [{ rule: "target", text: "对应表是空的" }] : []),
      ...(twice === undefined ? [] : [{ rule: "branch", text: `对应表中“${twice}”重复` }]),
    ];
  },
  enter(run, _node, { value, rows, data }) {
    const own = run.text(value);
    const row = rows.find((each) => each.value === own);
    if (!row) return run.exit("else", { value: own });
    run.note("branch", undefined, { value: own, flowId: row.flowId });
    run.load(row.flowId, data);
  },
  on: (run, _node, _config, event) => loaded(run, event),
});
