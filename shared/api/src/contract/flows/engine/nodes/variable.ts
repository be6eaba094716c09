import { array, object, string, type InferType } from "yup";
import { textAt } from "../answers.ts";
import { variableName } from "../flow.ts";
import { defineNode, next } from "../node-type.ts";
import type { Run } from "../run.ts";
import type { Value } from "../session.ts";
import { own } from "../values.ts";

const config = object({
  assign: array()
    .label("赋值")
    .of(
      object({
        vName: string().label("变量").required("请选择变量").matches(variableName, "变量名只能用字母、数字和下划线"),
        /** field: formData.x or customer.x, as they were when the flow began. lookUp: the row whose key is `value`. */
        from: string<"text" | "expression" | "field" | "lookUp">()
          .label("取值方式")
          .oneOf(["text", "expression", "field", "lookUp"])
          .default("text"),
        value: string().label("值").max(1_000).default(""),
        tableId: string().label("查找表").max(64).default(""),
        column: string().label("列").max(30).default(""),
      }),
    )
    .max(30)
    .default([]),
});
type Assignment = InferType<typeof config>["assign"][number];

/** Gives variables their values, one after the other. */
export const variable = defineNode({
  type: "variable",
  name: "变量",
  group: "logic",
  help: "给变量赋值：固定内容（可含${变量}）、表达式、表单与客户字段，或查找表里的一格",
  config,
  exits: () => [next, { id: "error", name: "出错", defaulted: true, fails: "expression" }],
  silent: true,
  expressions: ({ assign }) => assign.filter(({ from }) => from === "expression").map(({ value }) => value),
  references: ({ assign }) => lookUps(assign).map(({ tableId }) => ({ kind: "lookUpTable", id: tableId }) as const),
  columns: ({ assign }) => lookUps(assign).map(({ tableId, column }) => ({ tableId, column })),
  texts: ({ assign }) => assign.filter(({ from }) => from === "text" || from === "lookUp").map(({ value }) => value),
  reads: ({ assign }) => assign.filter(({ from }) => from === "field").map(({ value }) => value),
  faults: ({ assign }) => assign.flatMap((each) => faultOf(each) ?? []),
  sets: ({ assign }) => assign.map(({ vName }) => vName),
  inOrder: ({ assign }) => assign.map((each) => ({ assign: [each] })),
  enter: (run, _node, { assign }) => give(run, assign, 0),
  on(run, _node, { assign }, event) {
    const at = Number(run.state.local["at"] ?? 0);
    const asked = assign[at];
    if (!asked) return;
    if (event.type === "askFailed")
      return run.exit("error", undefined, { content: "查找表读取失败", data: { vName: asked.vName } });
    if (event.type !== "answered") return;
    set(run, asked, textAt(event.answer, "value"));
    give(run, assign, at + 1);
  },
});

const lookUps = (assign: readonly Assignment[]) => assign.filter(({ from }) => from === "lookUp");

function faultOf({ vName, from, value, tableId, column }: Assignment) {
  if (from === "field" && !/^(formData|customer)\./.test(value))
    return { rule: "variable", text: `变量“${vName}”的取值不是表单或客户字段` };
  if (from !== "lookUp") return undefined;
  if (tableId === "") return { rule: "target", text: `变量“${vName}”没有选择查找表` };
  return column === "" || value.trim() === ""
    ? { rule: "target", text: `变量“${vName}”没有填写查找的${column === "" ? "列" : "键"}` }
    : undefined;
}

/** The same of masked numbers; undefined: it is made of none, or of what a table of the enterprise has. */
function maskOf(run: Run, { from, value }: Assignment): Value | undefined {
  if (from === "text") return run.maskedText(value);
  const vars = from === "lookUp" ? undefined : run.maskedVars(value);
  if (!vars) return undefined;
  if (from === "field") return own(vars, value);
  const made = run.tools.evaluate(value, vars);
  // Of stars nothing can be reckoned: then nothing is told.
  return "error" in made ? "" : made.value;
}

function set(run: Run, assigned: Assignment, found: unknown): void {
  const { vName, value } = assigned;
  run.give(vName, found, run.isSecret(value), maskOf(run, assigned));
  run.note("variable", `${vName}=${String(run.shown(vName))}`);
}

/** From this one on; what is looked up is waited for. */
function give(run: Run, assign: readonly Assignment[], first: number): void {
  for (let at = first; at < assign.length; at++) {
    const each = assign[at]!;
    const { vName, from, value, tableId, column } = each;
    if (from === "lookUp") {
      run.local({ at });
      run.ask({ what: "lookUp", tableId, key: run.text(value), column });
      return;
    }
    const found =
      from === "text"
        ? { value: run.text(value) }
        : from === "field"
          ? { value: run.value(value) ?? "" }
          : run.tools.evaluate(value, run.state.vars);
    if ("error" in found) return run.exit("error", undefined, { content: found.error, data: { vName } });
    set(run, each, found.value);
  }
  run.exit("next");
}
