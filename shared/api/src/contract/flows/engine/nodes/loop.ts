import { number, object, string } from "yup";
import { variableName } from "../flow.ts";
import { defineNode } from "../node-type.ts";

/** Counts how often it is come to; left by 'over' it counts anew. */
export const loop = defineNode({
  type: "loop",
  name: "循环判断",
  group: "logic",
  help: "同一处最多走几次，超过后走“结束循环”",
  config: object({
    limit: number().label("最多次数").integer().min(1).max(99).default(3),
    /** Has the number of this round. */
    vName: string()
      .label("次数存入变量")
      .matches(variableName, { message: "变量名只能用字母、数字和下划线", excludeEmptyString: true })
      .default(""),
  }),
  exits: () => [
    { id: "again", name: "继续循环" },
    { id: "over", name: "结束循环" },
  ],
  silent: true,
  sets: ({ vName }) => (vName === "" ? [] : [vName]),
  enter(run, _node, { limit, vName }) {
    const { visits } = run.counts;
    if (vName !== "") run.give(vName, Math.min(visits, limit));
    if (visits <= limit) return run.exit("again", { round: visits });
    run.recount();
    run.exit("over");
  },
});
