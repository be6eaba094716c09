import { array, object, string } from "yup";
import { textAt } from "../answers.ts";
import { defineNode, type Exit } from "../node-type.ts";

/** The first time rule that applies now; its exit has the rule's id. */
export const timeRoute = defineNode({
  type: "timeRoute",
  name: "时间路由",
  group: "logic",
  help: "按时间规则走不同分支，从上到下第一个符合的生效",
  config: object({
    rules: array()
      .label("时间规则")
      .of(
        object({
          id: string().label("时间规则").required("请选择时间规则").max(64),
          name: string().max(60).default(""),
        }),
      )
      .max(20)
      .default([]),
  }),
  exits: ({ rules }): readonly Exit[] => [
    ...rules.map(({ id, name }, at) => ({ id, name: name === "" ? `时间规则${at + 1}` : name })),
    { id: "else", name: "其他时间" },
  ],
  silent: true,
  references: ({ rules }) => rules.map(({ id }) => ({ kind: "timeRule", id }) as const),
  faults: ({ rules }) => [
    ...(rules.length === 0 ? [{ rule: "target", text: "请选择时间规则" }] : []),
    ...(new Set(rules.map(({ id }) => id)).size < rules.length ? [{ rule: "branch", text: "时间规则重复" }] : []),
  ],
  enter: (run, _node, { rules }) => void run.ask({ what: "timeRule", ids: rules.map(({ id }) => id) }),
  on(run, _node, { rules }, event) {
    if (event.type === "askFailed") return run.fail(event.class, "判断时间规则失败");
    if (event.type !== "answered") return;
    const id = textAt(event.answer, "id");
    run.exit(rules.some((rule) => rule.id === id) ? id : "else");
  },
});
