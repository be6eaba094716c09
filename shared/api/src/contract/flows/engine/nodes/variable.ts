import { array, object, string } from "yup";
import { variableName } from "../flow.ts";
import { defineNode, next } from "../node-type.ts";

/** Gives variables their values, one after the other. */
export const variable = defineNode({
  type: "variable",
  name: "变量",
  group: "logic",
  help: "给变量赋值：固定内容（可含${变量}）、表达式，或表单与客户字段",
  config: object({
    assign: array()
      .label("赋值")
      .of(
        object({
          vName: string().label("变量").required("请选择变量").matches(variableName, "变量名只能用字母、数字和下划线"),
          /** field: formData.x or customer.x, as they were when the flow began. */
          from: string<"text" | "expression" | "field">()
            .label("取值方式")
            .oneOf(["text", "expression", "field"])
            .default("text"),
          value: string().label("值").max(1_000).default(""),
        }),
      )
      .max(30)
      .default([]),
  }),
  exits: () => [next, { id: "error", name: "出错", defaulted: true, fails: "expression" }],
  silent: true,
  expressions: ({ assign }) => assign.filter(({ from }) => from === "expression").map(({ value }) => value),
  texts: ({ assign }) => assign.filter(({ from }) => from === "text").map(({ value }) => value),
  reads: ({ assign }) => assign.filter(({ from }) => from === "field").map(({ value }) => value),
  faults: ({ assign }) =>
    assign.flatMap(({ vName, from, value }) =>
      from === "field" && !/^(formData|customer)\./.test(value)
        ? [{ rule: "variable", text: `变量“${vName}”的取值不是表单或客户字段` }]
        : [],
    ),
  sets: ({ assign }) => assign.map(({ vName }) => vName),
  enter(run, _node, { assign }) {
    for (const { vName, from, value } of assign) {
      const found =
        from === "text"
          ? { value: run.text(value) }
          : from === "field"
            ? { value: run.value(value) ?? "" }
            : run.tools.evaluate(value, run.state.vars);
      if ("error" in found) return run.exit("error", undefined, { content: found.error, data: { vName } });
      run.give(vName, found.value, run.isSecret(value));
      run.note("variable", { content: `${vName}=${String(run.shown(vName))}` });
    }
    run.exit("next");
  },
});
