/** What nodes and variables have beyond realtime.md section 3, where a flow that another system wrote has the specification's alone. */
import type { CollectedVariable, FlowBody, FlowNode } from "../flow.ts";

type Own<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;
type WrittenNode = Own<FlowNode, "sensitive" | "remark" | "config">;
type WrittenVariable = Own<CollectedVariable, "type" | "value">;

/** A flow whose nodes and variables have the specification's properties, and ours or not. */
export type WrittenBody = Omit<FlowBody, "nodes" | "collectVariable"> & {
  readonly nodes: readonly {
    readonly subProcess: Omit<FlowBody["nodes"][number]["subProcess"], "flow"> & {
      readonly flow: Omit<FlowBody["nodes"][number]["subProcess"]["flow"], "nodes"> & {
        readonly nodes: readonly WrittenNode[];
      };
    };
  }[];
  readonly collectVariable: readonly WrittenVariable[];
};

/** What is there stays where it stands, so that a whole one is written as it was read. */
const node = (written: WrittenNode): FlowNode => {
  const { sensitive = false, remark = "", config = {} } = written;
  return { ...written, sensitive, remark, config };
};
const variable = (written: WrittenVariable): CollectedVariable => {
  const { type = "text", value = "" } = written;
  return { ...written, type, value };
};

export const filled = (body: WrittenBody): FlowBody => ({
  ...body,
  nodes: body.nodes.map((each) => ({
    ...each,
    subProcess: {
      ...each.subProcess,
      flow: { ...each.subProcess.flow, nodes: each.subProcess.flow.nodes.map(node) },
    },
  })),
  collectVariable: body.collectVariable.map(variable),
});
