/** Findings of a node, of a canvas, of the whole flow. */
import type { FlowNode, SubProcess } from "../flow.ts";
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
