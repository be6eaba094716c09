import { array, object, string } from "yup";
import { variableName } from "../flow.ts";
import { defineNode, next } from "../node-type.ts";

/** Gives variables their values, one after the other. */
export const variable = defineNode({
  type: "variable",
  name: "变量",
  group: "logic",
  help: "给变量赋值：固定内容（可含${变量}）或表达式",
  config: object({
    assign: array()
      .label("赋值")
      .of(
        object({
          vName: string().label("变量").required("请选择变量").matches(variableName, "变量名只能用字母、数字和下划线"),
          from: string<"text" | "expression">().oneOf(["text", "expression"]).default("text"),
          value: string().label("值").max(1_000).default(""),
        }),
      )
      .max(30)
      .default([]),
  }),
  exits: () => [next, { id: "error", name: "出错", defaulted: true }],
  silent: true,
  expressions: ({ assign }) => assign.filter(({ from }) => from === "expression").map(({ value }) => value),
  sets: ({ assign }) => assign.map(({ vName }) => vName),
  enter(run, node, { assign }) {
    for (const { vName, from, value } of assign) {
      const found = from === "text" ? { value: run.text(value) } : run.tools.evaluate(value, run.state.vars);
      if ("error" in found) {
        run.note("failed", { content: found.error, data: { vName } });
        return node.exits["error"] === undefined ? run.fail("expression", found.error) : run.exit("error");
      }
      run.assign({ [vName]: found.value });
      run.note("variable", { content: `${vName}=${String(run.shown(vName))}` });
    }
    run.exit("next");
  },
});
