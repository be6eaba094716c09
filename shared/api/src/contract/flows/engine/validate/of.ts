/** Findings of a node, of a canvas, of the whole flow. */
import type { FlowBody, FlowNode, SubProcess, Talking } from "../flow.ts";
import type { Finding } from "./finding.ts";

export const ofNode = (
  { sub, node }: { readonly sub: SubProcess; readonly node: FlowNode },
  rule: string,
  text: string,
  severity: Finding["severity"] = "error",
): Finding => ({
  severity,
  rule,
  subProcessId: sub.subProcessId,
  nodeId: node.nodeId,
  nodeName: node.nodeName,
  text: `节点“${node.nodeName}”：${text}`,
});

export const ofCanvas = (
  { subProcessId, subProcessName }: SubProcess,
  rule: string,
  text: string,
  severity: Finding["severity"] = "error",
): Finding => ({ severity, rule, subProcessId, nodeId: "", nodeName: "", text: `画布“${subProcessName}”：${text}` });

export const ofFlow = (rule: string, text: string): Finding => ({
  severity: "error",
  rule,
  subProcessId: "",
  nodeId: "",
  nodeName: "",
  text,
});

export const globalNames = { unknown: "未听懂", timeout: "超时" } as const;

interface Hearing {
  readonly name: string;
  readonly talkings: readonly Talking[];
}

/** What the whole flow says the first, second … time to who is not understood or silent. self: a shared sub-process says its caller's. */
export const globalHearings = ({ globals }: Pick<FlowBody, "globals">, self: unknown): readonly Hearing[] =>
  self !== undefined
    ? []
    : (["unknown", "timeout"] as const).flatMap((why) =>
        globals[why].talkings.map((talkings, at) => ({ name: `“${globalNames[why]}”第${at + 1}次`, talkings })),
      );
