import { Stack, Text } from "@chakra-ui/react";
import type { FlowNode, SubProcess } from "@liantai/api/flows";
import { PanelSelect } from "@liantai/ui/board";
import { exitsOf, wired } from "../model/exits.ts";
import { Picker } from "./fields/pickers.tsx";
import { Findings } from "./findings.tsx";
import type { Finding } from "./faults.ts";
import type { Pairs } from "@liantai/ui/board";

interface ExitsEditorProps {
  readonly node: FlowNode;
  readonly sub: SubProcess;
  /** undefined: they are typed by id. */
  readonly intents: Pairs | undefined;
  readonly findings: readonly Finding[];
  readonly onChange: (patch: Pick<FlowNode, "branch" | "nextNodeId">) => void;
}

/** An exit's intent. Its branch is made where there is none. */
function withIntent(node: FlowNode, { id, name }: { id: string; name: string }, dictionariesId: string): FlowNode {
  const old = node.branch.find((one) => one.id === id);
  const branch = { id, nodeName: name, nodeId: old?.nodeId ?? "", dictionariesId };
  return { ...node, branch: old ? node.branch.map((one) => (one === old ? branch : one)) : [...node.branch, branch] };
}

/** Where each exit leads: everything can be wired by keyboard alone. */
export function ExitsEditor({ node, sub, intents, findings, onChange }: ExitsEditorProps) {
  const exits = exitsOf(node);
  const options = sub.flow.nodes
    .filter(({ nodeType }) => nodeType !== "start")
    .map(({ nodeId, nodeName }) => [nodeId, nodeId === node.nodeId ? `${nodeName}（本节点）` : nodeName] as const);
  const put = ({ branch, nextNodeId }: FlowNode) => onChange({ branch, nextNodeId });
  if (exits.length === 0) return <Text textStyle="xs">流程在这里离开画布，没有出口。</Text>;
  return (
    <Stack gap="2">
      <Findings list={findings} />
      {exits.map((exit) => (
        <Stack key={exit.id} gap="1">
          <PanelSelect
            label={exit.name}
            value={exit.target}
            options={options}
            none={exit.defaulted ? "不接（走异常）" : "请选择下一个节点"}
            onChange={(target) => put(wired(node, exit.id, target))}
          />
          {exit.intent && (
            <Picker
              label={`“${exit.name}”的意图`}
              value={exit.intentId}
              options={intents}
              onChange={(intent) => put(withIntent(node, exit, intent))}
            />
          )}
        </Stack>
      ))}
    </Stack>
  );
}
