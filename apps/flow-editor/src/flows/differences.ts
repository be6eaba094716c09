/** What differs between two texts of a flow, for the list that boards show. */
import type { FlowDiff } from "@liantai/api/contract/flow-editor";
import type { Difference } from "@liantai/ui/board";

export function differencesOf({ nodes, wordings, others }: FlowDiff): Difference[] {
  return [
    ...others.map(({ what, before, after }): Difference => ({
      ...{ kind: "changed", what: "flow", title: what },
      lines: before === "" && after === "" ? [] : [`${before || "无"} → ${after || "无"}`],
    })),
    ...nodes.map(({ change, nodeName, subProcessName, what }): Difference => ({
      ...{ kind: change as Difference["kind"], what: "node", title: `${subProcessName}·${nodeName}` },
      lines: what.length === 0 ? [] : [what.join("、")],
    })),
    ...wordings.map(({ change, nodeName, before, after }): Difference => ({
      ...{ kind: change as Difference["kind"], what: "wording", title: nodeName || "全局" },
      lines: [`${before || "无"} → ${after || "无"}`],
    })),
  ];
}
