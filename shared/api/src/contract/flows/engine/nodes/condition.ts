import { array, object, string } from "yup";
import { defineNode, type Exit } from "../node-type.ts";
import { holds, rowSchema } from "../rows.ts";

/** The first rule that holds says where it goes. */
export const condition = defineNode({
  type: "condition",
  name: "条件判断",
  group: "logic",
  help: "按变量的值走不同分支，从上到下第一个成立的生效",
  config: object({
    rules: array()
      .label("规则")
      .of(
        object({
          id: string().required().max(64),
          name: string().label("规则名称").max(30).default(""),
          join: string<"all" | "any">().oneOf(["all", "any"]).default("all"),
          rows: array().of(rowSchema).max(20).default([]),
          /** Instead of rows. */ expression: string().label("表达式").max(1_000).default(""),
        }),
      )
      .max(30)
      .default([]),
  }),
  exits: ({ rules }): readonly Exit[] => [
    ...rules.map(({ id, name }, at) => ({ id, name: name === "" ? `规则${at + 1}` : name })),
    { id: "else", name: "否则" },
  ],
  silent: true,
  judges: true,
  expressions: ({ rules }) => rules.map(({ expression }) => expression).filter((text) => text !== ""),
  texts: ({ rules }) => rules.flatMap(({ rows }) => rows.map(({ value }) => value)),
  patterns: ({ rules }) =>
    rules.flatMap(({ rows }) => rows.filter(({ operator }) => operator === "matches").map(({ value }) => value)),
  reads: ({ rules }) => rules.flatMap(({ rows }) => rows.map(({ variable }) => variable)),
  faults: ({ rules }) =>
    rules.flatMap(({ rows, expression, name }, at) =>
      rows.length === 0 && expression === "" ? [{ rule: "condition", text: `规则“${name || at + 1}”没有条件` }] : [],
    ),
  enter(run, _node, { rules }) {
    for (const { id, join, rows, expression } of rules) {
      if (expression !== "") {
        const found = run.tools.evaluate(expression, run.state.vars);
        if ("error" in found) return run.fail("expression", found.error);
        if (found.value === true) return run.exit(id);
      } else if (
        rows.length > 0 &&
        rows[join === "all" ? "every" : "some"]((row) => holds(row, run.state.vars, run.tools))
      )
        return run.exit(id);
    }
    run.exit("else");
  },
});
